// Package luck measures dice after the event: what rolls of finished or running
// matches brought, against what they could have brought.
//
// [Rolls] reads the rolls of a match's record, on every branch, and finds what
// each face would have cost by judging it on a copy. Two things can be made
// of them:
//
//   - A [Sum] adds rolls up as one player met them, over a match or a league, and
//     [Sum.Report] says what was to be expected, what came, and how seldom that is.
//   - A [Uniform] counts faces over many matches, for whoever runs the referee:
//     do the dice show every face equally often (chi-square), and in no order
//     (runs)?
//
// It changes nothing, and knows no game.
package luck
