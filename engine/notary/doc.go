// Package notary is a game without rules: it keeps what two players do in a game of which they know the rules
// themselves. It rolls dice, draws from cups and decks, keeps sealed orders, scores and notes, and knows whose move it is.
//
// What a game has, such as its cups, is its title: see [Title]. A data set has four, of which a club replaces the first.
//
// # Rules
//
// They are numbered, and refusals cite them.
//
//  1. Title. A match is opened with a title: names, dice, tables, cups, tracks and phases.
//  2. Dice. The player whose move it is rolls any dice, and says before what they are for. A table shows the result.
//  3. Cups. Items are drawn without replacement, from an open cup for all to see, from an unseen one for the player's hand.
//     They are played, discarded and returned.
//  4. Sealed orders. Either is asked for a text that the other sees only when both are opened.
//  5. Moves. The player whose move it is passes it on with a line of text. Scores, tracks, notes and phases are theirs to change.
//  6. Result. The match ends when one player names the result and the other agrees.
package notary
