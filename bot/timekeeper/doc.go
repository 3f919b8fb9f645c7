// Package timekeeper tells the time, and whether it can be trusted.
//
// A [Keeper] compares three clocks: the machine's, which anybody may set; the monotonic one, which nobody can set
// but which may stop while the machine sleeps; and the Date of Discord's answers. The time is trusted while the
// machine's clock and Discord's agree, and the Keeper itself was awake. Between two answers its time follows only
// the monotonic clock: setting the machine's clock never moves it.
//
// Players' clocks run only in trusted time; see ADR 14.
package timekeeper
