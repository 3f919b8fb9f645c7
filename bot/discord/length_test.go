package discord

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// What is read in an opening: words of a post, at the median, in English. French and Spanish need a tenth more.
const (
	mostPublic  = 35
	mostPrivate = 40
)

// TestPostsAreShort counts the words of the transcripts: of what everybody reads, of what
// one person alone reads, and how many posts call somebody. Buttons, menus, pictures and the
// foot of a post are not counted.
func TestPostsAreShort(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(told, "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		public, private, calls := wordsRead(string(body))
		t.Logf("%s: %d public posts of %d words (median), %d private answers of %d, %d posts call somebody",
			filepath.Base(name), len(public), median(public), len(private), median(private), calls)
		mostPublic, mostPrivate := mostPublic, mostPrivate
		if !strings.HasSuffix(name, "-en.md") {
			mostPublic, mostPrivate = mostPublic*11/10, mostPrivate*11/10
		}
		if median(public) > mostPublic || median(private) > mostPrivate {
			t.Errorf("%s: %v words in public, at most %d at the median are wanted; %v in private, at most %d",
				filepath.Base(name), public, mostPublic, private, mostPrivate)
		}
	}
}

// wordsRead counts the words of each post of a transcript.
func wordsRead(body string) (public, private []int, calls int) {
	var last *[]int
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		head, is := strings.CutPrefix(line, "**referee**")
		if !is {
			head, is = strings.CutPrefix(line, "**l’arbitre**")
		}
		if !is {
			head, is = strings.CutPrefix(line, "**el árbitro**")
		}
		if is {
			last = &public
			switch {
			case strings.Contains(head, "sees this"), strings.Contains(head, "seul"), strings.Contains(head, "solo lo ve"):
				last = &private
			case strings.Contains(head, "calls"), strings.Contains(head, "averti"), strings.Contains(head, "se avisa"):
				calls++
			}
			*last = append(*last, 0)
			continue
		}
		said, quoted := strings.CutPrefix(line, "> ")
		if !quoted || last == nil || strings.HasPrefix(said, "[") || strings.HasPrefix(said, "▾") || strings.HasPrefix(said, "- ") ||
			strings.HasPrefix(said, "![") || strings.HasPrefix(said, "-# ") && strings.Contains(said, " #") && strings.Contains(said, "·") {
			continue
		}
		for _, w := range strings.Fields(said) {
			if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				(*last)[len(*last)-1]++
			}
		}
	}
	return public, private, calls
}

// median is the middle of two in the middle; 0 of none.
func median(list []int) int {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
