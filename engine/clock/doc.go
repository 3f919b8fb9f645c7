// Package clock computes how long a player may think, and when their time runs out. It is pure: the caller provides
// the time of day and the time zones.
//
// [Settings] configure the clocks of a match. A [Calendar] says when one player's clock may run: not while they
// sleep, are on vacation or cannot be reached. A [Balance] is their clock between two moments at which it runs; a
// [Reading] derives from it the exact instants of reminders and of the end.
//
// Sleep follows the local time of the player, so a night with a change of the clocks is longer or shorter by as
// much.
package clock
