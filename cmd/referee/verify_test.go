package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine/chain"
)

// TestVerifyNamesTheFirstBadEntry changes a match of the toy game as somebody
// would who knows how the record is made.
func TestVerifyNamesTheFirstBadEntry(t *testing.T) {
	dir := t.TempDir()
	if code := run(t.Context(), []string{"demo", "--game", "toy", "--out", dir, "--seed", "12"}, strings.NewReader(""), io.Discard, io.Discard); code != cli.Done {
		t.Fatal("no demo")
	}
	text, err := os.ReadFile(filepath.Join(dir, "match.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		forge func(e []fileEntry)
		want  string
	}{
		{"an answer", func(e []fileEntry) { replaceIn(t, e, `"go","0201"`, `"go","0909"`) }, "is illegal by rule"},
		{"a result", func(e []fileEntry) { replaceIn(t, e, `"path":["dry"]`, `"path":["flood"]`) }, "the record says"},
		{"a purpose", func(e []fileEntry) { replaceIn(t, e, `"for":"`, `"for":"no `) }, "the proof does not hold"},
		{"an event", func(e []fileEntry) { replaceIn(t, e, `"weather":"dry"`, `"weather":"flood"`) }, "judged again"},
		{"the key", func(e []fileEntry) { replaceIn(t, e, `"key":"`, `"key":"00`) }, "is wrong"},
	} {
		t.Run(c.name, func(t *testing.T) {
			forged := filepath.Join(dir, "forged.json")
			if err := os.WriteFile(forged, forge(t, text, c.forge), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			code := run(t.Context(), []string{"verify", forged}, strings.NewReader(""), &out, &errs)
			if code != cli.Failed || !strings.Contains(errs.String(), c.want) || !strings.Contains(errs.String(), ": entry ") || out.Len() > 0 {
				t.Errorf("exit code %d, %s%s", code, errs.String(), out.String())
			}
		})
	}
}

// TestThePicturedMatchHolds: the match of docs/pictures is one that a reader can
// check alone, and that the rules of today give as it stands.
func TestThePicturedMatchHolds(t *testing.T) {
	for _, command := range []string{"replay", "verify"} {
		var out, errs strings.Builder
		code := run(t.Context(), []string{command, "../../docs/pictures/match.json"}, strings.NewReader(""), &out, &errs)
		if code != cli.Done {
			t.Errorf("%s: exit code %d, %s%s", command, code, errs.String(), out.String())
		}
	}
}

// fileEntry is an entry of a match file.
type fileEntry struct {
	Line   string  `json:"line"`
	Head   string  `json:"head"`
	Secret *string `json:"secret,omitempty"`
}

// replaceIn changes the first line that has a text.
func replaceIn(t *testing.T, entries []fileEntry, was, is string) {
	t.Helper()
	for i, e := range entries {
		if strings.Contains(e.Line, was) {
			entries[i].Line = strings.Replace(e.Line, was, is, 1)
			return
		}
	}
	t.Fatalf("no entry has %s", was)
}

// forge changes the entries of a file, and reckons every hash anew.
func forge(t *testing.T, text []byte, change func([]fileEntry)) []byte {
	t.Helper()
	var file struct {
		Format  string          `json:"format"`
		Match   json.RawMessage `json:"match"`
		Game    json.RawMessage `json:"game"`
		Law     json.RawMessage `json:"law"`
		Data    json.RawMessage `json:"data"`
		Entries []fileEntry     `json:"entries"`
		Head    string          `json:"head"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	change(file.Entries)
	var head chain.Head
	for i := range file.Entries {
		head = head.Next([]byte(file.Entries[i].Line))
		file.Entries[i].Head = head.String()
	}
	file.Head = head.String()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(file); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
