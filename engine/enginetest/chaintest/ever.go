package chaintest

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"referee/engine/chain"
)

// Ever compares how a decision D is spelled with F, which has every field that any kind of
// decision has: so lines were read and written before decisions knew what their kinds have,
// and so they are for ever.
type Ever[D, F any] struct {
	// Escaped: what HTML has a meaning for is escaped in a line.
	Escaped bool
}

// spellings are how a value is written by an encoder that leaves what HTML has a meaning
// for, and by one that escapes it.
func spellings(t testing.TB, v any) (plain, escaped string) {
	t.Helper()
	a, err := chain.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(a), string(b)
}

// Spelled is how a value is written in a line.
func (e Ever[D, F]) Spelled(t testing.TB, v any) string {
	t.Helper()
	plain, escaped := spellings(t, v)
	if e.Escaped {
		return escaped
	}
	return plain
}

// Same fails unless a line is read if and only if it always was, and is written again as it
// always was. It reports whether it is read.
func (e Ever[D, F]) Same(t testing.TB, line []byte) bool {
	t.Helper()
	var was F
	var is D
	old, now := chain.Strict(line, &was), chain.Strict(line, &is)
	if (old == nil) != (now == nil) {
		t.Fatalf("%s\nis read: %v, was: %v", line, now, old)
	}
	if now != nil {
		return false
	}
	plain, escaped := spellings(t, is)
	if wantPlain, wantEscaped := spellings(t, was); plain != wantPlain || escaped != wantEscaped {
		t.Fatalf("%s\nis written as\n%s\n%s\nand was as\n%s\n%s", line, plain, escaped, wantPlain, wantEscaped)
	}
	return true
}

// Unchanged fails unless a line is read, and written again byte for byte. It returns all its
// fields.
func (e Ever[D, F]) Unchanged(t testing.TB, line []byte) (fields F) {
	t.Helper()
	if !e.Same(t, line) {
		t.Fatalf("%s\nis not read", line)
	}
	var d D
	if err := chain.Strict(line, &d); err != nil {
		t.Fatal(err)
	}
	if again := e.Spelled(t, d); again != string(line) {
		t.Fatalf("%s\nis written as\n%s", line, again)
	}
	if err := chain.Strict(line, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

// Kinds reads testdata/kinds.golden: one line at least of every kind with every field that it
// can have, and lines that no referee writes but every referee has read, as they were written
// when a decision was one list of fields. It fails unless every field occurs.
func (e Ever[D, F]) Kinds(t *testing.T) []F {
	t.Helper()
	var out []F
	has := map[int]bool{}
	for line := range bytes.Lines(kinds(t)) {
		was := e.Unchanged(t, bytes.TrimSpace(line))
		for i, v := 0, reflect.ValueOf(was); i < v.NumField(); i++ {
			if !v.Field(i).IsZero() {
				has[i] = true
			}
		}
		out = append(out, was)
	}
	if n := reflect.TypeFor[F]().NumField(); len(has) != n {
		t.Errorf("%d fields of %d", len(has), n)
	}
	return out
}

// Fuzz reads lines that nobody wrote as they were always read.
func (e Ever[D, F]) Fuzz(f *testing.F, more ...string) {
	for line := range bytes.Lines(kinds(f)) {
		f.Add(line)
	}
	f.Add([]byte("null"))
	f.Add([]byte("{} {}"))
	for _, line := range more {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) { e.Same(t, line) })
}

func kinds(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/kinds.golden")
	if err != nil {
		t.Fatal(err)
	}
	return text
}
