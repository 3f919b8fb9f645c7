// Package visible makes texts that strangers have written safe to show: what controls a
// terminal, turns the direction of writing, or takes no room becomes a sign that is seen, so
// that nobody can hide words or look like somebody else.
package visible
