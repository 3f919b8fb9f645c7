// Package engine is the contract between the rules of a game and everyone else:
// the log, the table, Discord, the picture. It knows no game.
//
// It has seven nouns:
//
//   - State: a game's private truth about one match. Only the game sees it. - [Prompt]:
//     a question to one seat. Dice and draws are questions to [Chance]. - Command: an
//     answer to a prompt: a path of option ids from root to leaf. - [Ruling]: the
//     judging of one command. - [Event]: a fact that a ruling established. Events are
//     kept for ever. - Decision: a command with its author and its events; package
//     match keeps them. - [View]: what one viewer may see.
//
// A game implements [Rules] over its own state; [Seal] hides that state behind
// [Game] and [Position], which is all that others use. A Position never
// changes: [Position.Submit] returns the next one.
//
// What a game need not have, it implements beside Rules: [Stander] takes standing orders,
// [Reacher] says where pieces could go, [Foreteller] tells odds, [Fateful] what rolls cost,
// [Tallier] how the match would end now. Whoever wants it asks a function of this package,
// which says so where the game has none of it. A state may be a [Refiller], for speed.
//
// Rules are pure: no clock, no input or output, no dice, no goroutines.
package engine
