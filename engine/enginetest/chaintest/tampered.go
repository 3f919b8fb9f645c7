// Package chaintest holds the tests that every record in a hash chain must pass.
package chaintest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"referee/engine/chain"
	"referee/engine/kit/lists"
)

// Raws is a record as a store would hold it, of its own: it may be written.
func Raws[D chain.Decision](entries []*chain.Entry[D]) []chain.Raw {
	return lists.Map(entries, func(e *chain.Entry[D]) chain.Raw {
		return chain.Raw{Line: slices.Clone(e.Line), Head: e.Head, Secret: slices.Clone(e.Secret)}
	})
}

// Rechain gives lines the heads that fit them, and returns them.
func Rechain(list []chain.Raw) []chain.Raw {
	var head chain.Head
	for i := range list {
		head = head.Next(list[i].Line)
		list[i].Head = head
	}
	return list
}

// Bad fails unless an error names an entry.
func Bad(t testing.TB, what string, err error, seq int) {
	t.Helper()
	var bad *chain.BadEntryError
	if !errors.As(err, &bad) || bad.Seq != seq || errors.Unwrap(bad) == nil {
		t.Errorf("%s: got %v, want entry %d named", what, err, seq)
	}
}

// Tampered changes a record, of six entries at least of which the third seals nothing, in
// every way that reading it must notice, and fails unless the first bad entry is named.
func Tampered[D chain.Decision](t *testing.T, entries []*chain.Entry[D], read func([]chain.Raw) error) {
	if err := read(Raws(entries)); err != nil {
		t.Fatal(err)
	}
	for i := range entries {
		list := Raws(entries)
		list[i].Line[len(list[i].Line)/2] ^= 1
		Bad(t, "a line is changed", read(list), i+1)
		list = Raws(entries)
		list[i].Head[7] ^= 1
		Bad(t, "a head is changed", read(list), i+1)
	}
	for _, c := range []struct {
		what   string
		bad    int
		anew   bool // it is chained anew
		change func(l []chain.Raw) []chain.Raw
	}{
		{"two lines change places", 5, false, func(l []chain.Raw) []chain.Raw {
			l[4], l[5] = l[5], l[4]
			return l
		}},
		{"a line is left out", 4, false, func(l []chain.Raw) []chain.Raw { return slices.Delete(l, 3, 4) }},
		{"a line is left out, and the rest chained again", 4, true, func(l []chain.Raw) []chain.Raw { return slices.Delete(l, 3, 4) }},
		{"another number", 3, true, func(l []chain.Raw) []chain.Raw {
			l[2].Line = bytes.Replace(l[2].Line, []byte(`"n":3`), []byte(`"n":4`), 1)
			return l
		}},
		{"a field that this version does not know", 3, true, func(l []chain.Raw) []chain.Raw {
			l[2].Line = append([]byte(`{"plover":1,`), l[2].Line[1:]...)
			return l
		}},
		{"a secret beside a line that seals none", 3, false, func(l []chain.Raw) []chain.Raw {
			l[2].Secret = []byte("{}")
			return l
		}},
	} {
		list := c.change(Raws(entries))
		if c.anew {
			list = Rechain(list)
		}
		Bad(t, c.what, read(list), c.bad)
	}
	for _, more := range []string{"{}", " {}", `{"n":3}`, "null", "1"} {
		list := Raws(entries)
		list[2].Line = append(list[2].Line, more...)
		Bad(t, fmt.Sprintf("%s behind the decision", more), read(Rechain(list)), 3)
	}
}
