// Package luck measures dice after the event: the rolls of finished or running matches, compared with all that
// they could have brought.
//
// [Rolls] reads the rolls of a match's record, on every branch, and computes what each face would have cost by
// judging it on a copy. Two summaries use them:
//
//   - A [Sum] adds up rolls from one player's side, over a match or a league, and [Sum.Report] gives the expected
//     value, the actual value, and how rare the difference is.
//   - A [Uniform] counts faces over many matches, for the operator of the referee: whether the dice show every
//     face equally often (chi-square), and in random order (runs).
//
// The package changes nothing, and does not depend on any game.
package luck
