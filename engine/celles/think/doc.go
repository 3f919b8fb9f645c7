// Package think provides the computer players of Celles. It sees the game only through its windows, and the game
// does not import it.
//
// It counts in victory points (VP). The value of a unit in its hex is a sum of terms, each with a name, a weight
// and a sentence; the value of an attack is the average of the results in the table. The weights are in
// data/weights.csv, and each is there because a measured match shows its effect: docs/notes/bench.md.
package think
