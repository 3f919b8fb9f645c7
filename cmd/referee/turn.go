package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/turnfile"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

// turn works on a turn file: at a table without a match of its own, which never rolls.
func (t localTable) turn(cmd *cobra.Command, c config.Values, path string) (err error) {
	for _, flag := range []string{"seat", "seed", "dice", "db", "key"} {
		if cmd.Flags().Changed(flag) {
			return cli.Misused("--%s is not for a turn file, which has its own seat and match, and no dice", flag)
		}
	}
	in, script, err := t.input(cmd)
	if err != nil {
		return err
	}
	text, err := files.ReadPlain(path, turnfile.Most)
	if err != nil {
		return fmt.Errorf("turn file %s: %w", path, files.Reason(err))
	}
	f, err := turnfile.Read(text)
	if err != nil {
		return fmt.Errorf("turn file %s: %w", path, err)
	}
	dir, err := os.MkdirTemp("", "referee-turn-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r, end, err := atTurn(f, c, dir)
	if err != nil {
		return fmt.Errorf("turn file %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, end()) }()
	return table.Run(cmd.Context(), table.Config{
		Referee: r, In: in, Out: cmd.OutOrStdout(), Lang: c.Lang, Seat: f.Seat, Pictures: c.Pictures, Plain: t.plain, Script: script,
		Turn: &table.Turn{File: f, Reply: filepath.Join(filepath.Dir(path), f.ReplyName())},
	})
}

// atTurn is a referee whose matches begin where a turn file was made, and its end. What it keeps is in a
// directory that goes with it.
func atTurn(f *turnfile.File, c config.Values, dir string) (r *referee.Referee, end func() error, err error) {
	module, err := known.Find(f.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: install a version that has it", err)
	}
	data, err := module.Data(c.Data[f.Game])
	if err != nil {
		return nil, nil, err
	}
	g, err := module.Open(data, f.Law)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: install the version of whoever made the file", err)
	}
	if g, err = f.Open(g); errors.Is(err, match.ErrPinned) {
		return nil, nil, fmt.Errorf("%w: name the directory of the data set of that match with --data", err)
	} else if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(filepath.Join(dir, "turn.db"), store.Options{NoSync: true})
	if err != nil {
		return nil, nil, err
	}
	open := func(fs.FS, int) (engine.Game, error) { return g, nil }
	game := referee.Game{ID: f.Game, Law: f.Law, Data: data, Open: open}
	r, err = referee.New(referee.Config{Games: []referee.Game{game}, Store: s, Dice: noDice{}, Painter: painter(0), Faults: "."})
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return r, s.Close, nil
}

// noDice never roll.
type noDice struct{}

func (noDice) Roll(match.Roll) (match.Face, error) { return match.Face{}, match.ErrNoRoll }
