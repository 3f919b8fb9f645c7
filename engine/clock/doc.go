// Package clock computes how long a player may think, and when their time is up.
// It is pure: the time of day and the zones come from the caller.
//
// [Settings] say how the clocks of a match run. A [Calendar] says when one
// player's clock may run: not while they sleep, are on vacation or cannot be
// reached. A [Balance] is their clock between two moments at which it runs; from
// it a [Reading] tells the exact instants of reminders and of the end.
//
// Sleep is read off the clock on the player's wall, so a night in which that
// clock is changed is longer or shorter by as much.
package clock
