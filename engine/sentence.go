package engine

import "strings"

// EndSentence ends a text with a full stop unless it already ends with a punctuation mark, because
// messages of a catalogue are put one after the other.
func EndSentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".:!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}
