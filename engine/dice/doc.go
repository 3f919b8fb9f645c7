// Package dice has the rollers that answer for Chance: [Server] rolls for
// matches and proves it, [Seeded] rolls for self-play, [Loaded] answers what it
// was told. [Check] checks what a Server has proven, from the record of the match
// alone; docs/dice.md says how, so that somebody else can.
//
// A roller is asked for one of several faces, each with a weight, and answers
// with the id of one; every one of the equal chances that the weights stand
// for is equally likely, exactly.
package dice
