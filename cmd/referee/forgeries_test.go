package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine/match"
)

var flips = flag.Int("flips", 60, "how many bytes TestFlippedBytesAreNamed flips and how many fields TestForgedFieldsAreNamed forges (0: all)")

// playedToy is the file of a whole match of the toy with proven dice.
func playedToy(t *testing.T) (dir string, text []byte) {
	t.Helper()
	dir = t.TempDir()
	if code := run(t.Context(), []string{"demo", "--game", "toy", "--out", dir, "--seed", "12"}, strings.NewReader(""), io.Discard, io.Discard); code != cli.Done {
		t.Fatal("no demo")
	}
	text, err := os.ReadFile(filepath.Join(dir, "match.json"))
	if err != nil {
		t.Fatal(err)
	}
	return dir, text
}

// passes reports whether verify finds nothing wrong with a file.
func passes(t *testing.T, dir string, text []byte) bool {
	t.Helper()
	file := filepath.Join(dir, "forged.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	code := run(t.Context(), []string{"verify", file}, strings.NewReader(""), io.Discard, &errs)
	if code == cli.Failed && !strings.Contains(errs.String(), "forged.json") {
		t.Errorf("it does not say what is wrong: %s", &errs)
	}
	return code == cli.Done
}

// someOf picks as many of n things as -flips says, in order.
func someOf(n int) []int {
	all := rand.New(rand.NewPCG(1, 0)).Perm(n)
	if *flips > 0 {
		all = all[:min(n, *flips)]
	}
	slices.Sort(all)
	return all
}

// TestFlippedBytesAreNamed flips a bit of each byte of a match file, or of a
// sample of them: verify passes none but spaces between the parts of the file.
func TestFlippedBytesAreNamed(t *testing.T) {
	dir, text := playedToy(t)
	if !passes(t, dir, text) {
		t.Fatal("the file as it is does not hold")
	}
	random := rand.New(rand.NewPCG(2, 0))
	tried, spaces := 0, 0
	for _, at := range someOf(len(text)) {
		forged := bytes.Clone(text)
		forged[at] ^= 1 << random.IntN(8)
		tried++
		if !passes(t, dir, forged) {
			continue
		}
		var was, is bytes.Buffer
		if json.Compact(&was, text) != nil || json.Compact(&is, forged) != nil || !bytes.Equal(was.Bytes(), is.Bytes()) {
			t.Errorf("byte %d as %q passes: %.60q", at, forged[at], forged[max(0, at-30):])
			continue
		}
		spaces++
	}
	t.Logf("%d bytes flipped, %d named, %d spaces", tried, tried-spaces, spaces)
}

// free says why verify cannot hold anybody to a forged field; "": it must. Nothing
// else in a file depends on it, and whoever kept a head sees that it was changed.
func (f forgedField) free() string {
	switch {
	case f.path[0] == "at":
		return "the time is the server's word"
	case f.path[0] == "door":
		return "so is the way in"
	case f.path[0] == "by" && (f.to == nil || f.to == 0.0):
		return "the referee may answer for whoever is away"
	case f.path[0] == "auto" && f.to != true:
		return "who has one answer may give it themselves"
	}
	return ""
}

// TestForgedFieldsAreNamed changes a field of a decision, or leaves it out, and makes
// the chain anew, as a forger would: verify passes none but the free ones.
func TestForgedFieldsAreNamed(t *testing.T) {
	dir, text := playedToy(t)
	var entries []map[string]any
	forge(t, text, func(e []fileEntry) {
		for _, x := range e {
			var line map[string]any
			if err := json.Unmarshal([]byte(x.Line), &line); err != nil {
				t.Fatal(err)
			}
			entries = append(entries, line)
		}
	})
	var all []forgedField
	for i, line := range entries {
		all = append(all, forgedFields(i, nil, line)...)
	}
	tried, passed := 0, map[string]int{}
	for _, n := range someOf(len(all)) {
		f := all[n]
		tried++
		forged := forge(t, text, func(e []fileEntry) { e[f.entry].Line = f.in(t, e[f.entry].Line) })
		if !passes(t, dir, forged) {
			continue
		}
		passed[f.path[0]]++
		if f.free() == "" {
			t.Errorf("entry %d: %s as %v passes", f.entry+1, strings.Join(f.path, "."), f.to)
		}
	}
	t.Logf("%d fields forged; passed, as nobody can be held to them: %v", tried, passed)
}

// forgedField is a field of a decision with another value; nil: it is left out.
type forgedField struct {
	entry int
	path  []string
	to    any
}

// forgedFields lists forgeries of every field of a value.
func forgedFields(entry int, path []string, v any) []forgedField {
	at := func(to any) forgedField { return forgedField{entry, slices.Clone(path), to} }
	switch v := v.(type) {
	case map[string]any:
		var out []forgedField
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = append(out, forgedFields(entry, append(slices.Clone(path), k), v[k])...)
		}
		return out
	case string:
		return []forgedField{at(v + "x"), at(""), at(nil)}
	case float64:
		return []forgedField{at(v + 1), at(v - 1), at(nil)}
	case bool:
		return []forgedField{at(!v), at(nil)}
	case []any:
		return []forgedField{at(append(slices.Clone(v), v...)), at([]any{}), at(nil)}
	}
	return nil
}

// in is a line with the field forged.
func (f forgedField) in(t *testing.T, line string) string {
	t.Helper()
	var whole map[string]any
	dec := json.NewDecoder(strings.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(&whole); err != nil {
		t.Fatal(err)
	}
	at := whole
	for _, k := range f.path[:len(f.path)-1] {
		at = at[k].(map[string]any)
	}
	last := f.path[len(f.path)-1]
	if n, ok := f.to.(float64); ok {
		at[last] = json.Number(fmt.Sprintf("%.0f", n))
	} else if at[last] = f.to; f.to == nil {
		delete(at, last)
	}
	// Spelled as a referee spells it.
	var d match.Decision
	text, err := json.Marshal(whole)
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err = errors.Join(err, enc.Encode(d)); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}
