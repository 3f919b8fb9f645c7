package chain_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"referee/engine/chain"
	"referee/engine/enginetest/chaintest"
)

// note is the least decision.
type note struct {
	N      int    `json:"n"`
	Text   string `json:"text"`
	Sealed string `json:"sealed,omitempty"`
}

func (n note) Number() int  { return n.N }
func (n note) Seal() string { return n.Sealed }

// read reads notes.
func read(raw []chain.Raw) ([]*chain.Entry[note], error) {
	return chain.Read(raw, func(r chain.Raw) (n note, err error) {
		return n, chain.Strict(r.Line, &n)
	})
}

// notes is a record of some notes, the last of which seals a secret.
func notes(t *testing.T, n int) []chain.Raw {
	t.Helper()
	var out []chain.Raw
	for i := range n {
		out = append(out, chain.Raw{Line: fmt.Appendf(nil, `{"n":%d,"text":"<note> %[1]d of some"}`, i+1)})
	}
	sum := sha256.Sum256([]byte("psst"))
	out[n-1] = chain.Raw{Line: fmt.Appendf(nil, `{"n":%d,"text":"","sealed":"%x"}`, n, sum), Secret: []byte("psst")}
	return chaintest.Rechain(out)
}

// TestReadNamesTheFirstBadEntry changes a record in every way.
func TestReadNamesTheFirstBadEntry(t *testing.T) {
	entries, err := read(notes(t, 8))
	if err != nil {
		t.Fatal(err)
	}
	chaintest.Tampered(t, entries, func(raw []chain.Raw) error {
		_, err := read(raw)
		return err
	})
}

// TestSecrets: a secret is the one that its line seals, or not at hand.
func TestSecrets(t *testing.T) {
	raw := notes(t, 3)
	entries, err := read(raw)
	if err != nil || entries[2].Hidden() || entries[0].Hidden() {
		t.Errorf("%v: with its secret an entry is hidden", err)
	}
	raw[2].Secret = []byte("psst?")
	_, err = read(raw)
	chaintest.Bad(t, "another secret", err, 3)
	raw[2].Secret = nil
	if entries, err = read(raw); err != nil || !entries[2].Hidden() {
		t.Errorf("%v: without its secret an entry is not hidden", err)
	}
}

// TestHeads: a head is spelled in one way.
func TestHeads(t *testing.T) {
	h := chain.Head{}.Next([]byte("a line"))
	if sum := sha256.Sum256(append(make([]byte, 32), "a line"...)); h != sum || h.Short() != hex.EncodeToString(sum[:4]) {
		t.Errorf("the head is %s", h)
	}
	if again, err := chain.ParseHead(h.String()); err != nil || again != h {
		t.Errorf("%s is read as %s, %v", h, again, err)
	}
	for _, bad := range []string{"", h.Short(), strings.ToUpper(h.String()), h.String() + "00", h.String()[:63] + "g"} {
		if _, err := chain.ParseHead(bad); err == nil {
			t.Errorf("%q is read as a head", bad)
		}
	}
}

// TestLinesAreWrittenAsTheyAre: on one line, and nothing in it escaped but what JSON must.
func TestLinesAreWrittenAsTheyAre(t *testing.T) {
	line, err := chain.Encode(note{N: 1, Text: "<a> &\nb"})
	if want := `{"n":1,"text":"<a> &\nb"}`; err != nil || string(line) != want {
		t.Errorf("%s, %v; want %s", line, err, want)
	}
	if _, err := chain.Encode(func() {}); err == nil {
		t.Error("a function is written as JSON")
	}
}

// TestALineIsOneValue: nothing stands behind it, not even a bracket too many, and nothing of it before the next.
func TestALineIsOneValue(t *testing.T) {
	for text, sound := range map[string]bool{
		`{"n":1}`: true, "{\"n\":1} \n": true, `{"n":1}{}`: false, `{"n":1}}`: false, `{"n":1}]`: false, `{"n":1},`: false, `{"n":1}x`: false, `{"n":1,"m":2}`: false, "": false,
	} {
		if err := chain.Strict([]byte(text), new(note)); (err == nil) != sound {
			t.Errorf("%q: %v", text, err)
		}
		var next note
		if err := chain.Strict([]byte(`{"n":2}`), &next); err != nil || next.N != 2 {
			t.Errorf("%+v is read after %q: %v", next, text, err)
		}
	}
}
