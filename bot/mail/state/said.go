package state

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"referee/bot/mail/outgoing"
	"referee/bot/typed"
)

// Said is what a mail of ours said, two octets of the hash of each word: enough to recognise in an answer what is quoted of it,
// however a program has marked and wrapped that.
type Said []byte

// mostSaid is how many words of a mail are remembered: a turn with the map in words has some two thousand.
const mostSaid = 4000

// SaidOf is what a mail says. The lines that it repeats are left out: who tries some orders writes the same ones again.
func SaidOf(m outgoing.Mail) Said {
	var said []uint16
	for _, b := range m.Blocks {
		for line := range strings.SplitSeq(text(b), "\n") {
			if !repeats(line) {
				said = append(said, hashes(line)...)
			}
		}
	}
	var out Said
	for _, word := range said[:min(len(said), mostSaid)] {
		out = binary.BigEndian.AppendUint16(out, word)
	}
	return out
}

// text is what a block says, as far as programs quote it.
func text(b outgoing.Block) string {
	out := b.Heading + b.Paragraph + b.Preformatted + b.Footer
	for _, a := range b.Answers {
		out += a.Say + " " + a.Text + "\n"
	}
	switch {
	case b.Link != nil:
		out = b.Link.Text + "\n" + b.Link.URL
	case b.Picture != nil:
		out = "[" + b.Picture.Alt + "]"
	}
	return out
}

// hashes are those of the words of a line, without what programs change: capitals, accents, quotation marks, kinds of dashes, and
// words of marks alone, but for the stroke that is between lines which a mail lists in one.
func hashes(line string) []uint16 {
	var out []uint16
	for word := range strings.FieldsSeq(strings.Map(unmarked, typed.Fold(line))) {
		if word != "/" && !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(word))
		out = append(out, uint16(h.Sum32()))
	}
	return out
}

// repeats reports whether a line is one that our mails repeat, whatever a program has put before it.
func repeats(line string) bool {
	before, _, found := strings.Cut(line, "» ")
	return found && !strings.ContainsFunc(before, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func unmarked(r rune) rune {
	switch {
	case unicode.Is(unicode.Pd, r):
		return '-'
	case strings.ContainsRune("\"'“”„‟«»‹›‘’‚‛´`*_>|", r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// Own divides the lines of an answer into those of its author and those that are quoted: two in a row or more that the mail has
// so. One alone may be an example that was copied, or an answer from a list.
func (s Said) Own(lines []string) (own, quoted []string) {
	if len(s) == 0 {
		return lines, nil
	}
	said, at := make([]uint16, len(s)/2), map[uint16][]int{}
	for i := range said {
		said[i] = binary.BigEndian.Uint16(s[2*i:])
		at[said[i]] = append(at[said[i]], i)
	}
	words := make([][]uint16, len(lines))
	for i, line := range lines {
		if !repeats(line) {
			words[i] = hashes(line)
		}
	}
	for i := 0; i < len(lines); {
		end := i
		if repeats(lines[i]) {
			end++
		} else if len(words[i]) > 0 {
			for _, from := range at[words[i][0]] {
				end = max(end, run(words, i, said[from:]))
			}
		}
		if end == i {
			own = append(own, lines[i])
			i++
			continue
		}
		for _, line := range lines[i:end] {
			if line != "" {
				quoted = append(quoted, line)
			}
		}
		own, i = append(own, ""), end
	}
	return own, quoted
}

// run tells up to which line those from i on stand at the beginning of what was said; i: not two of them do.
func run(words [][]uint16, i int, said []uint16) int {
	end, n := i, 0
	for j := i; j < len(words); j++ {
		if len(words[j]) == 0 {
			continue
		}
		if len(words[j]) > len(said) || !slices.Equal(words[j], said[:len(words[j])]) {
			break
		}
		said, end, n = said[len(words[j]):], j+1, n+1
	}
	if n < 2 {
		return i
	}
	return end
}
