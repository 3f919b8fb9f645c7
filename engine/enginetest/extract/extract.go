// Package extract shortens what tests write down of a match to what a page of documents shows.
package extract

import (
	"regexp"
	"strings"
)

// MaxWords is how long a transcript in docs may be.
const MaxWords = 2800

// Beginning returns as much of a text as a page shows. It ends where a step begins, which the pattern matches.
func Beginning(text string, step *regexp.Regexp) string {
	end := 0
	for _, at := range step.FindAllStringIndex(text, -1) {
		if len(strings.Fields(text[:at[0]])) > MaxWords {
			break
		}
		end = at[0]
	}
	return text[:end]
}
