//go:build ignore

// Docs checks the documents: how wide lines are, how long paragraphs, pages and transcripts, and how large the tree is.
//
//	go run .ci/docs.go
//
// What a command writes into a page stands between a line <!-- written by: COMMAND --> and a line <!-- end -->, and is
// not counted.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxColumns    = 120
	maxParagraph  = 120      // words
	maxWords      = 27_600   // outside notes, ADRs and transcripts
	maxTree       = 15 << 20 // bytes of docs
	maxPicture    = 200_000  // bytes, of a transcript
	maxTranscript = 3_000    // words
	maxNotes      = 6_000    // words
	transcripts   = "docs/transcripts/"
)

// kept are the transcripts: one for each door and language.
var kept = []string{"learn-en.md", "learn-es.md", "learn-fr.md", "mail-en.md", "mail-fr.md", "opening-en.md", "opening-es.md", "opening-fr.md"}

// written matches what a command writes into a page.
var written = regexp.MustCompile(`(?ms)^<!-- written by: [^\n]+ -->$.*?^<!-- end -->$`)

type report struct{ found int }

func (r *report) say(format string, args ...any) {
	r.found++
	fmt.Printf(format+"\n", args...)
}

func main() {
	var r report
	if err := r.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if r.found > 0 {
		os.Exit(1)
	}
}

func (r *report) run() error {
	pages, tree, err := r.files()
	if err != nil {
		return err
	}
	if tree > maxTree {
		r.say("docs: %d bytes, at most %d", tree, maxTree)
	}
	sums := map[string]int{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		text = written.ReplaceAllFunc(text, func(block []byte) []byte { // line numbers stay
			return bytes.Repeat([]byte("\n"), bytes.Count(block, []byte("\n")))
		})
		words := count(string(text))
		switch {
		case strings.HasPrefix(page, transcripts):
			if words > maxTranscript {
				r.say("%s: %d words, at most %d", page, words, maxTranscript)
			}
			continue
		case page == "docs/pictures/README.md": // which a command writes
			continue
		case strings.HasPrefix(page, "docs/notes/"):
			sums["notes"] += words
		case !strings.HasPrefix(page, "docs/adr/"):
			sums["pages"] += words
		}
		r.prose(page, string(text))
	}
	for what, most := range map[string]int{"pages": maxWords, "notes": maxNotes} {
		if sums[what] > most {
			r.say("%s: %d words, at most %d", what, sums[what], most)
		}
	}
	fmt.Printf("%d words of pages, %d of notes, %d bytes\n", sums["pages"], sums["notes"], tree)
	return nil
}

// files lists the pages, and adds up the bytes of docs.
func (r *report) files() (pages []string, tree int64, err error) {
	pages = []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
	err = filepath.WalkDir("docs", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		tree += info.Size()
		in := strings.HasPrefix(path, transcripts)
		switch ext := filepath.Ext(path); {
		case in && ext == ".md" && !slices.Contains(kept, filepath.Base(path)):
			r.say("%s: not one of the transcripts that are kept", path)
		case in && ext != ".md" && info.Size() > maxPicture:
			r.say("%s: %d bytes, at most %d", path, info.Size(), maxPicture)
		case ext == ".md":
			pages = append(pages, path)
		}
		return nil
	})
	return pages, tree, err
}

// count returns the number of words of a text; the rules of tables and the signs of lists are none.
func count(text string) (n int) {
	for _, word := range strings.Fields(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// prose checks the lines and paragraphs of a page, but for code, tables and lines that a link makes long.
func (r *report) prose(page, text string) {
	code, words, from := false, 0, 0
	for n, line := range strings.Split(text, "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if fence {
			code = !code
		}
		if line == "" || fence || code || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || isItem(line) {
			words, from = 0, n
		}
		if code || fence || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ") {
			continue
		}
		if w := utf8.RuneCountInString(line); w > maxColumns && !strings.Contains(line, "](") && !strings.Contains(line, "://") {
			r.say("%s:%d: %d columns, at most %d", page, n+1, w, maxColumns)
		}
		before := words
		words += count(line)
		if words > maxParagraph && before <= maxParagraph {
			r.say("%s:%d: a paragraph of more than %d words", page, from+1, maxParagraph)
		}
	}
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	line = strings.TrimLeft(line, " ")
	head, _, found := strings.Cut(line, " ")
	return found && (head == "-" || head == "*" || strings.HasSuffix(head, ".") && strings.Trim(head, "0123456789.") == "")
}
