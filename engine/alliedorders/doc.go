// Package alliedorders is an aid for owners of a solitaire game about the Ardennes in which a deck of order cards plays the
// Allied side: the program is the Allied staff officer. It has one seat and no board. The box is on the player's table; of its
// map and its cards the program knows what the owner's data set says ([Load]), and asks the rest, one tap each. The
// procedure is that of package orderdeck, whose questions are this game's prompts.
//
// # Course
//
// In the Allied phase the player turns an order card, begins a German impulse, or ends the day. In the German phase they say
// which German unit begins its activation or enters a hex, and that the impulse is over: what only moves could change is
// then forgotten. Each of these starts a part of the procedure, which runs until it needs an answer, a draw, a die, or the
// player's hands on the map.
//
// # Position text
//
//	allied-orders 1
//	day 18
//	phase allied
//	deck server
//	roadblocks ["1715","1823"]
//	fact danger 7/84inf - no
//
// Lines are JSON where one word does not do: the part of the procedure that is under way (part), cards whose contents were
// typed (card), the orders of the last two days (log).
package alliedorders
