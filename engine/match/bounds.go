package match

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"referee/engine/textfile"
)

// Bounds of a match file, which a stranger may have written. A long match has some 400 entries, of
// 600 bytes each, and a data set of 60 to 180 kB.
//
// A match in play reaches MaxEntries at most (see MaxIdle); a file of twice as many is read,
// because earlier versions wrote without that bound. docs/verify.py and docs/verify.html contain
// both bounds too.
const (
	MaxBytes     = 16 << 20 // of the file
	MaxDepth     = 16       // of lists and objects in each other, of the file and of each line
	MaxEntries   = 20_000
	MaxLine      = 256 << 10 // bytes of a line, and of a secret: a board that is offered is in one
	MaxText      = 4 << 10   // bytes of one text in a line
	MaxID        = 64        // letters of the id of a match, and of the name of a data file
	MaxData      = 4 << 20   // bytes of all files of the data set
	MaxDataFiles = 64
)

// ErrBounds is wrapped by the errors that name the bound that a file exceeds.
var ErrBounds = errors.New("no file of a match is like this")

// beyond is the error of what is larger than it may be.
func beyond(what string, is, most int) error {
	return fmt.Errorf("match: %s: %d, at most %d: %w", what, is, most, ErrBounds)
}

// readBounded reads the text of a whole file, if it is not too large for one.
func readBounded(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("match: read file: %w", err)
	}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("match: the file has more than %d bytes: %w", MaxBytes, ErrBounds)
	}
	if text, err = textfile.Plain(text); err != nil {
		return nil, unreadableError(err)
	}
	if s := shapeOf(text); s.depth > MaxDepth {
		return nil, beyond("lists and objects in each other", s.depth, MaxDepth)
	}
	return text, nil
}

// Valid reports whether an id may be given to a new match: letters of English, digits, hyphens and
// underscores, so that it can be part of a file name and be shown unchanged.
func (id ID) Valid() bool {
	return id != "" && len(id) <= MaxID && !strings.ContainsFunc(string(id), func(r rune) bool { return !inWord(r) })
}

func inWord(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

// validName reports whether a file of a data set may have a name.
func validName(name string) bool {
	return name != "" && len(name) <= MaxID && name[0] != '.' &&
		!strings.ContainsFunc(name, func(r rune) bool { return !inWord(r) && r != '.' })
}

// bounded checks a file against the bounds: *chain.BadEntryError for an entry beyond them.
func (j *fileJSON) bounded() error {
	if !j.Match.Valid() {
		return fmt.Errorf("match: the id %s is not made of 1 to %d letters, digits, - and _: %w",
			strconv.QuoteToASCII(string(j.Match[:min(len(j.Match), MaxID)])), MaxID, ErrBounds)
	}
	if len(j.Entries) > 2*MaxEntries {
		return beyond("entries", len(j.Entries), 2*MaxEntries)
	}
	if err := j.Data.Files.bounded(); err != nil {
		return err
	}
	for i, e := range j.Entries {
		err := boundedLine("the line", e.Line)
		if err == nil && e.Secret != nil {
			err = boundedLine("the secret", *e.Secret)
		}
		if err != nil {
			return badEntry(i+1, err)
		}
	}
	return nil
}

// bounded checks a data set against the bounds.
func (d Data) bounded() error {
	if len(d) > MaxDataFiles {
		return beyond("files of the data set", len(d), MaxDataFiles)
	}
	size := 0
	for name, text := range d {
		if !validName(name) {
			return fmt.Errorf("match: a file of the data set is called %s: %w",
				strconv.QuoteToASCII(name[:min(len(name), MaxID)]), ErrBounds)
		}
		size += len(text)
	}
	if size > MaxData {
		return beyond("bytes of the data set", size, MaxData)
	}
	return nil
}

// boundedLine checks a line or a secret before it is read.
func boundedLine(what, line string) error {
	if len(line) > MaxLine {
		return beyond("bytes of "+what, len(line), MaxLine)
	}
	switch s := shapeOf(line); {
	case s.depth > MaxDepth:
		return beyond("lists and objects in each other in "+what, s.depth, MaxDepth)
	case s.text > MaxText:
		return beyond("bytes of a text in "+what, s.text, MaxText)
	case s.hidden != 0:
		return fmt.Errorf("match: %s has the character %U, which is not to be seen: %w", what, s.hidden, ErrBounds)
	}
	return nil
}

// shape is what can be said of a JSON text without reading it.
type shape struct {
	depth  int  // of lists and objects in each other
	text   int  // bytes of the longest string, as it is spelled
	hidden rune // the first character of a string that nobody sees; 0: none
}

func shapeOf[T string | []byte](json T) shape {
	var s shape
	depth, start := 0, -1 // start of the string that it is in
	for i := 0; i < len(json); {
		c, size := rune(json[i]), 1
		if start < 0 {
			switch c {
			case '{', '[':
				depth++
				s.depth = max(s.depth, depth)
			case '}', ']':
				depth--
			case '"':
				start = i + 1
			}
			i++
			continue
		}
		switch {
		case c == '"':
			s.text = max(s.text, i-start)
			start = -1
		case c == '\\':
			c, size = escaped(json[i:min(i+6, len(json))])
		case c >= utf8.RuneSelf:
			c, size = utf8.DecodeRuneInString(string(json[i:min(i+utf8.UTFMax, len(json))]))
		}
		if s.hidden == 0 && unseen(c) {
			s.hidden = c
		}
		i += size
	}
	return s
}

// escaped is the character that an escape of JSON stands for, and the bytes it takes; a
// blank for those of two bytes.
func escaped[T string | []byte](text T) (rune, int) {
	if len(text) == 6 && text[1] == 'u' {
		if n, err := strconv.ParseUint(string(text[2:]), 16, 16); err == nil {
			return rune(n), 6
		}
	}
	return ' ', 2
}

// unseen reports whether a character controls how others are shown, or is not shown.
func unseen(r rune) bool {
	if ' ' <= r && r < 0x7f {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}
