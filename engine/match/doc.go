// Package match is the record of one match of any game: seats, questions and answers, rolls, rewinds, offers and
// agreements.
//
// The record is a hash chain, see package chain: a list of [Entry], each of which holds one [Decision], which does one
// [Act]. A text that is secret when it is written enters the line as a salted hash, is kept beside the record, and is
// opened later. People are numbers in the record: names, addresses and free text stay outside.
//
// A [Match] is folded from its entries and never changes: a command ([Open], [Match.Join], [Match.Answer],
// [Match.Rewind] …) returns the next Match, whose new entries ([Match.After]) are stored before anybody sees it.
// Nothing is erased: a rewind is one more decision, after which the decisions since its target no longer count.
//
// The package is pure: time, randomness and dice ([Roller]) come from outside.
package match
