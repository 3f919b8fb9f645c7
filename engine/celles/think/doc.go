// Package think is the players of Celles. It knows the game by its windows alone, and the game
// does not know it.
//
// It judges in victory points (VP). What a unit is worth where it stands is a sum of terms,
// each with a name, a weight and a sentence; what an attack is worth is what the table brings
// in the middle. The weights stand in data/weights.csv, and none is there without a measured
// match that shows what it brings: docs/computer-player.md.
package think
