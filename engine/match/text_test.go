package match_test

import (
	"encoding/json"
	"testing"

	"referee/engine/match"
)

// TestTextAsJSON: exports are read elsewhere, by these names; stores have texts by
// the names of the fields, too.
func TestTextAsJSON(t *testing.T) {
	text := match.NewText([]byte{1, 2}, "", "Why not?")
	got, err := json.Marshal(text)
	const want = `{"hash":"36f6c629d36d6c55966200183e2843e452a6990e3c103293918f3ccc08f3c08f","salt":"0102","body":"Why not?"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	var old match.Text
	stored := `{"Hash":"` + text.Hash + `","Salt":"0102","Account":"test:a","Body":"Why not?"}`
	if err := json.Unmarshal([]byte(stored), &old); err != nil || !old.Holds() || old.Account != "test:a" {
		t.Errorf("%+v, %v", old, err)
	}
}
