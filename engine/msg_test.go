package engine_test

import (
	"testing"

	"referee/engine"
)

func TestSentence(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "Turn 3": "Turn 3.", "Who?": "Who?", "wait…": "wait…", "é": "é.", "Done.": "Done.", "So:": "So:",
	} {
		if got := engine.EndSentence(s); got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
	}
}
