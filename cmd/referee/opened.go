package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/files"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine/match"
	"referee/store"
)

// file opens what a file holds: a match that was exported, to look through it in the browser, or else a turn file.
func (t localTable) file(cmd *cobra.Command, c config.Values, path string) error {
	text, err := files.ReadPlain(path, match.MaxBytes)
	if err != nil {
		return unopened(path, c.Lang, err)
	}
	if t.typed() || !exportedMatch(text) {
		return t.turn(cmd, c, path, text)
	}
	for _, flag := range []string{"seat", "opponent", "two", "seed", "dice", "db", "key"} {
		if cmd.Flags().Changed(flag) {
			return cli.Misused("--%s cannot be used with an exported match, which can only be viewed", flag)
		}
	}
	return lookThrough(cmd, c, path, text)
}

// exportedMatch reports whether a text is that of a match, as export writes it.
func exportedMatch(text []byte) bool {
	var head struct{ Format string }
	return json.Unmarshal(text, &head) == nil && strings.HasPrefix(head.Format, formatOfMatches)
}

// formatOfMatches begins the names of all formats of exported matches.
var formatOfMatches = match.Format[:strings.Index(match.Format, "/")+1]

// lookThrough shows a match of a file to whoever wants to look through it, once it is verified as import does. It is in
// a store that goes with this command, and nobody has a seat.
func lookThrough(cmd *cobra.Command, c config.Values, path string, text []byte) (err error) {
	list, err := known.Referee(c.Game, c.Data)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "referee-replay-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := store.Open(filepath.Join(dir, "replay.db"), store.Options{NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	id, err := s.Import(bytes.NewReader(text), known.Verifier())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r, err := referee.New(referee.Config{Games: list, Store: s, Dice: noDice{}, Painter: painter(0), Faults: "."})
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	who := board.Visitor{Account: "reader", Lang: c.Lang, Rooms: []board.Room{{Match: id}}}
	door, err := openDoor(cmd, c, board.Config{Referee: r}, board.ScreenFor(who, id), log)
	if err != nil {
		return err
	}
	return door.serve(cmd.Context())
}
