// Package table is the terminal door: one person plays against a program, or two share the keyboard. Orders are
// typed; an empty line is always an answer.
//
// A table is one place of a [referee.Referee]. It continues the match in progress there, and its players are
// known by their seats.
package table
