// Package engine is the contract between the rules of a game and the rest of the program: the record, the doors and
// the pictures. It does not depend on any game.
//
// Seven terms describe it:
//
//   - State: a game's private data about one match. Only the game sees it.
//   - [Prompt]: a question to one seat. Dice and draws are questions to [Chance].
//   - Command: an answer to a prompt, as a path of option ids from root to leaf.
//   - [Ruling]: the judgement of one command.
//   - [Event]: a fact that a ruling established. Events are kept for ever.
//   - Decision: a command with its author and its events. Package match keeps decisions.
//   - [View]: the part of a position that one viewer may see.
//
// A game implements [Rules] over its own state. [Seal] hides that state behind [Game] and [Position], the interfaces
// that all other packages use. A Position never changes: [Position.Submit] returns the next one.
//
// A game may implement further interfaces beside Rules: [Stander] for standing orders, [Reacher] for the hexes that
// pieces could reach, [OddsPreviewer] for the odds of attacks, [RollTabler] for the tables that rolls are read
// from, [RollCoster] for their cost, [Tallier] for the result if the match ended now, [Refiller] for speed. Callers use functions of this package, which report games
// without the interface.
//
// Rules are pure: no clock, no input or output, no dice, no goroutines.
package engine
