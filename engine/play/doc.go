// Package play defines computer players: programs that hold a seat. It does not depend on any game.
//
// Four types describe it:
//
//   - [Player]: a program that answers questions, with a name, a version, the hash of its weights, a budget, and its
//     way of thinking.
//   - [Place]: the seat of a player, and what it has said there so far.
//   - [Question]: one open question to its seat, and what the seat may see.
//   - [Answer]: a complete answer and the reason for it.
//
// An answer of a program is a decision like any other. It can be computed again from the record alone, because it
// depends only on the player and the question. It uses no clock (budgets are counted in nodes), no goroutine, and
// no randomness but that of [Question.Rand], which derives from the match, the seat and the seat's own answers,
// and of [Question.RandOf], which derives from the match and the seat; never from rolls to come. Anyone with the program can therefore foresee its answer in a position; nobody can
// foresee the dice with it.
//
// A player sees only what its seat sees: a Question does not hold the position, only the seat's view of it.
package play
