// Package dice holds those who sit at the seat of Chance: [Server] rolls for
// matches, [Seeded] for self-play, [Loaded] says what it was told.
//
// A roller is asked for one of several faces, each with a weight, and answers
// with the id of one; every one of the equal chances that the weights stand
// for is equally likely, exactly.
package dice
