// Package visible makes texts that strangers have written safe to show: characters that
// control a terminal, change the direction of writing, or take no space become a visible
// sign, so that nobody can hide words or look like somebody else.
package visible
