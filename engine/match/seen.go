package match

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// SeenHead is a head that a person saw in a post.
type SeenHead struct {
	Seq  int    // its decision; 0 if it was not written down
	Head string // the first 8 hex digits at least
}

// ParseSeenHead reads a head as posts show it ("#57·ab12cd34"), its digits alone, or all 64 of them.
func ParseSeenHead(text string) (SeenHead, error) {
	bad := fmt.Errorf("match: %q is not a head: a head looks like #57·ab12cd34, or is 8 to 64 hex digits", text)
	s := SeenHead{Head: strings.ToLower(text)}
	if rest, numbered := strings.CutPrefix(text, "#"); numbered {
		digits := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
		if digits < 1 {
			return SeenHead{}, bad
		}
		n, err := strconv.Atoi(rest[:digits])
		if err != nil || n < 1 {
			return SeenHead{}, bad
		}
		s = SeenHead{Seq: n, Head: strings.ToLower(strings.TrimLeft(rest[digits:], "·.: "))}
	}
	if _, err := hex.DecodeString(s.Head + strings.Repeat("0", len(s.Head)%2)); err != nil || len(s.Head) < 8 || len(s.Head) > 64 {
		return SeenHead{}, bad
	}
	return s, nil
}

// Find returns the decision whose head was seen: 0 if the record has no such head, so that the post
// was made from another record.
func (s SeenHead) Find(entries []*Entry) int {
	for _, e := range entries {
		n := e.Decision.Seq
		if (s.Seq == 0 || s.Seq == n) && strings.HasPrefix(e.Head.String(), s.Head) {
			return n
		}
	}
	return 0
}
