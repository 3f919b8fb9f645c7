// Package visible makes texts by strangers safe to show: characters that control a terminal, change the direction
// of writing, or take no space become a visible sign, so that nobody can hide words or imitate another person.
package visible
