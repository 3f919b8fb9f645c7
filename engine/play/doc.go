// Package play is programs at a seat. It knows no game.
//
// It has four nouns:
//
//   - [Player]: a program that answers questions: a name, a version, the hash of its weights, a
//     budget, and how it thinks.
//   - [Place]: where a player sits, and what it has said there so far.
//   - [Question]: one open question to its seat, and what the seat may see.
//   - [Answer]: a whole answer and why.
//
// An answer of a program is a decision like anybody's. It can be asked for again from the
// record alone: it depends on nothing but the player and the question. There is no clock in
// it (budgets are counted in nodes), no goroutine, and no randomness but that of
// [Question.Rand], which is drawn from the match, the seat and what the seat has answered,
// never from rolls to come. So whoever has the program can foresee what it will do in a
// position; nobody can foresee the dice with it.
//
// A player sees what its seat sees: a Question has no position, but what the position shows
// to the seat.
package play
