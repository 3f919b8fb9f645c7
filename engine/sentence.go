package engine

import "strings"

// Sentence is a text for people with a full stop, if it has nothing at its end:
// messages of a catalogue are put one after the other.
func Sentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".:!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}
