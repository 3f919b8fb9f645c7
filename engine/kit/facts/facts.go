// Package facts reads and prints position texts: one fact a line, words with spaces between them, and comments that
// begin with #. A game describes each kind of line once, for reading and printing.
package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
)

// Line is a kind of line. Its word comes first.
type Line struct {
	Word string
	// Read takes the words after the first. Any words that it leaves are refused.
	Read func(r *Reader)
	// Print passes the words of each fact of this kind, after the first, to say.
	Print func(say func(words ...string))
}

// Print prints the facts of all lines, in the order of the lines.
func Print(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		l.Print(func(words ...string) {
			b.WriteString(strings.Join(append([]string{l.Word}, words...), " "))
			b.WriteByte('\n')
		})
	}
	return b.String()
}

// Title returns the first line of every text of a game: its name, and the number of the format or
// of the law.
func Title(game string, n int) Line {
	return Line{game, func(r *Reader) {
		if got := r.Number("number", 0, 1000); got != n {
			r.Fail("%q is not known; what is read here is %q", game+" "+strconv.Itoa(got), game+" "+strconv.Itoa(n))
		}
	}, Say(true, strconv.Itoa(n))}
}

// Read reads a text, whose first line must be of the first kind: a Title. The others may come in
// any order in the text, but are read in the order of lines. It returns *engine.SyntaxError.
func Read(text string, lines []Line) error {
	type line struct {
		number int
		words  []string
	}
	byWord := map[string][]line{}
	first := true
	for i, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words := strings.Fields(l)
		switch {
		case len(words) == 0:
			continue
		case first && words[0] != lines[0].Word:
			return begin(lines)
		case !slices.ContainsFunc(lines, func(l Line) bool { return l.Word == words[0] }):
			return &engine.SyntaxError{Line: i + 1, Text: fmt.Sprintf("no line begins with %q", words[0])}
		}
		first = false
		byWord[words[0]] = append(byWord[words[0]], line{i + 1, words[1:]})
	}
	if first {
		return begin(lines)
	}
	for _, kind := range lines {
		for _, l := range byWord[kind.Word] {
			r := &Reader{number: l.number, words: l.words}
			kind.Read(r)
			if r.More() {
				r.Unknown(r.words[0])
			}
			if r.err != nil {
				return r.err
			}
		}
	}
	return nil
}

func begin(lines []Line) error {
	return &engine.SyntaxError{Line: 1, Text: fmt.Sprintf("a position text begins with %q", strings.TrimSpace(Print(lines[:1])))}
}

// Reader reads the words of one line. It keeps the first error; its methods then return harmless
// values.
type Reader struct {
	number int // of the line
	words  []string
	err    error
}

// OK reports whether nothing was wrong so far.
func (r *Reader) OK() bool { return r.err == nil }

// More reports whether words are left and nothing was wrong.
func (r *Reader) More() bool { return r.OK() && len(r.words) > 0 }

// Fail reports an error, in the format of fmt.Sprintf.
func (r *Reader) Fail(format string, args ...any) {
	if r.OK() {
		r.err = &engine.SyntaxError{Line: r.number, Text: fmt.Sprintf(format, args...)}
	}
}

// Unknown reports that a word has no meaning here.
func (r *Reader) Unknown(word string) { r.Fail("what does %q mean here?", word) }

// Next takes the next word.
func (r *Reader) Next(what string) string {
	if len(r.words) == 0 {
		r.Fail("%s is missing", what)
		return ""
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// Is takes the next word if it is w.
func (r *Reader) Is(w string) bool {
	if !r.More() || r.words[0] != w {
		return false
	}
	r.words = r.words[1:]
	return true
}

// Number takes a whole number from low to high.
func (r *Reader) Number(what string, low, high int) int {
	w := r.Next(what)
	n, err := strconv.Atoi(w)
	if r.OK() && (err != nil || n < low || n > high) {
		r.Fail("%s: %q is not a number from %d to %d", what, w, low, high)
	}
	if !r.OK() {
		return low
	}
	return n
}

// OneOf takes one of some words and returns its index. The empty word means none.
func (r *Reader) OneOf(what string, ids []string) int {
	w := r.Next(what)
	if i := slices.Index(ids, w); i >= 0 && w != "" {
		return i
	}
	r.Fail("%s: %q is none of %s", what, w, strings.Join(ids, " "))
	return 0
}

// Find takes the next word, which find must know. kind names the expected thing, for example
// "unit".
func Find[I any](r *Reader, kind string, find func(id string) (I, bool)) I {
	w := r.Next(kind)
	i, ok := find(w)
	if !ok {
		r.Fail("%q is not a valid %s", w, kind)
	}
	return i
}

// TakeWhile takes words as long as find knows them.
func TakeWhile[I any](r *Reader, find func(id string) (I, bool)) []I {
	var list []I
	for r.More() {
		i, ok := find(r.words[0])
		if !ok {
			break
		}
		list, r.words = append(list, i), r.words[1:]
	}
	return list
}

// Pick takes the first word of the line that find knows, wherever it is.
func Pick[I any](r *Reader, find func(id string) (I, bool)) (i I, ok bool) {
	for k, w := range r.words {
		if i, ok = find(w); ok {
			r.words = slices.Delete(slices.Clone(r.words), k, k+1)
			return i, true
		}
	}
	return i, false
}
