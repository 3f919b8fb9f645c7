// Package dice provides the rollers that answer for Chance: [Server] rolls for matches and proves its rolls,
// [Seeded] rolls for self-play, [Loaded] gives answers set in advance. [Check] verifies the proofs of a Server from
// the record of the match alone; docs/dice-format.md specifies the check for other implementations.
//
// A roller picks one of several faces, each with a weight, and returns its id. It treats each weight as that number
// of equal chances, all of them exactly equally likely.
package dice
