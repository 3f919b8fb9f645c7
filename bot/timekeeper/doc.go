// Package timekeeper says what time it is, and whether that can be believed.
//
// A [Keeper] compares three clocks: the machine's, which anybody may set; the
// monotonic one, which nobody can set but which may stand still while the machine
// sleeps; and the Date of Discord's answers. The time is believed while the
// machine's clock and Discord's agree, and the Keeper itself was awake. Its time
// goes by the monotonic clock between two answers, and no further: a machine's
// clock that is set, by whomever, never moves it.
//
// Players' clocks run in believed time alone; see ADR 14.
package timekeeper
