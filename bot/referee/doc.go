// Package referee holds what people can do with matches, whatever door they
// come through: open, join, answer, look, take back, resign, export. It knows
// no game, no door, no store and no picture; [Config] brings them.
//
// A [Command] says who does something in which match. What it leads to is a
// [Reply]: values that every door puts into words and pictures of its own.
// An error is a refusal for the player, and [Explain] says it, or a *[Fault] of
// the program, of which they see the number.
//
// Save, then send: the decision of a command and those that follow by
// themselves (rolls, answers without an alternative), the key that keeps it
// from being done twice and what is to be posted are stored in one transaction.
// Only then does the match in memory go on and anybody hear of it. Invariants
// are checked before: a violation stores nothing.
//
// What a visit reads it reads of one [Snapshot]; the command that follows says what was
// seen, and is refused where that has changed.
//
// A path half built is a [Draft]: it stands outside the record, is kept over a
// restart and seen by its seat alone.
//
// Time is kept beside the record, by package schedule: a match is locked for it, and
// what follows when a pause ends or a player's time is up is done here.
package referee
