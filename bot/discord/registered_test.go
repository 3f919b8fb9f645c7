package discord

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestCommandsAsRegistered: what is registered with Discord is what it was: names,
// words in all languages, options and their order, values. With other bytes every
// start of a new version would register anew, and what people have typed before
// would be read otherwise.
func TestCommandsAsRegistered(t *testing.T) {
	s := newStage(t, computerGame, toyGame)
	commands, err := s.h.Commands()
	s.must(err)
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetIndent("", " ")
	s.must(e.Encode(commands))
	file := filepath.Join("testdata", "commands.json")
	if *update {
		s.must(os.WriteFile(file, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	s.must(err)
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("commands are registered otherwise than testdata/commands.json says: go test -update, and look at the difference")
	}
}
