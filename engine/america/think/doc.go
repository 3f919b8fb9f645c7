// Package think is the players of America Triumphant. It knows the game by its windows alone, and the game does not
// know it.
//
// It judges in points of the breakthrough scenario: a place, or two steps north of the Meuse, is one. What a unit is
// worth where it stands is a sum of terms, each with a name, a weight and a sentence; what an attack is worth is what
// the table brings in the middle. The weights stand in data/weights.csv: docs/computer-player.md.
package think
