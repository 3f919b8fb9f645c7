// Package think provides the computer players of America Triumphant. It sees the game only through its windows,
// and the game does not import it.
//
// It counts in points of the breakthrough scenario: one place, or two steps north of the Meuse, is worth one. The
// value of a unit in its hex is a sum of terms, each with a name, a weight and a sentence; the value of an attack
// is the average of the results in the table. The weights are in data/weights.csv: docs/computer-player-design.md.
package think
