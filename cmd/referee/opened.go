package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/files"
	"referee/bot/referee"
	"referee/engine/match"
	"referee/store"
)

// file opens what a file holds: a match that was exported, to look through it in the browser, or else a turn file.
func (t localTable) file(cmd *cobra.Command, path string) error {
	text, err := files.ReadPlain(path, match.MaxBytes)
	if err != nil {
		return unopened(path, t.Lang, err)
	}
	if t.typed() || !exportedMatch(text) {
		return t.turn(cmd, path, text)
	}
	if err := noFlags(cmd, "an exported match, which can only be viewed"); err != nil {
		return err
	}
	return withTemporaryStore(cmd.Context(), func(s *store.Store) error { return t.lookThrough(cmd, path, text, s) })
}

// exportedMatch reports whether a text is that of a match, as export writes it.
func exportedMatch(text []byte) bool {
	var head struct{ Format string }
	return json.Unmarshal(text, &head) == nil && strings.HasPrefix(head.Format, formatOfMatches)
}

// formatOfMatches begins the names of all formats of exported matches.
var formatOfMatches = match.Format[:strings.Index(match.Format, "/")+1]

// lookThrough shows a match of a file to whoever wants to look through it, once it is verified as import does. It is in
// a temporary store, and nobody has a seat.
func (t localTable) lookThrough(cmd *cobra.Command, path string, text []byte, s *store.Store) error {
	list, err := known.Referee(t.Game, t.Data)
	if err != nil {
		return err
	}
	id, err := s.Import(cmd.Context(), bytes.NewReader(text), known.Verifier())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r, err := referee.New(referee.Config{Games: list, Store: s, Dice: noDice{}, Painter: painter(0), Faults: "."})
	if err != nil {
		return err
	}
	who := board.Visitor{Account: "reader", Lang: t.Lang, Rooms: []board.Room{{Match: id}}}
	door, err := openDoor(cmd, t.General, t.listen, board.Config{Referee: r}, board.ScreenFor(who, id))
	if err != nil {
		return err
	}
	return door.serve(cmd.Context())
}
