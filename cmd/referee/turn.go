package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/turnfile"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
	"referee/store"
)

// turn works on a turn file, of which text is what it holds: at a table without a match of its own, which never rolls.
func (t localTable) turn(cmd *cobra.Command, c config.Values, path string, text []byte) (err error) {
	for _, flag := range []string{"seat", "opponent", "two", "seed", "dice", "db", "key"} {
		if cmd.Flags().Changed(flag) {
			return cli.Misused("--%s cannot be used with a turn file, which has its own seat and match, and no dice", flag)
		}
	}
	if len(text) > turnfile.Most {
		return unopened(path, c.Lang, files.ErrLarge)
	}
	in, script, err := t.input(cmd)
	if err != nil {
		return err
	}
	f, err := turnfile.Read(text)
	if err != nil {
		return unopened(path, c.Lang, err)
	}
	dir, err := os.MkdirTemp("", "referee-turn-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r, end, err := atTurn(f, c, dir)
	if err != nil {
		return unopened(path, c.Lang, err)
	}
	defer func() { err = errors.Join(err, end()) }()
	if !t.typed() {
		return turnInBrowser(cmd, c, path, f, r)
	}
	return table.Run(cmd.Context(), table.Config{
		Referee: r, In: in, Out: cmd.OutOrStdout(), Lang: c.Lang, Seat: f.Seat, Pictures: c.Pictures, Plain: t.plain, Script: script,
		Turn: &table.Turn{File: f, Reply: filepath.Join(filepath.Dir(path), f.ReplyName())},
	})
}

// turnInBrowser works on a turn file in the browser, over a referee whose matches begin where it was made. What would
// reveal a secret that the file only makes up is not to be shown, and so such a file is for the terminal.
func turnInBrowser(cmd *cobra.Command, c config.Values, path string, f *turnfile.File, r *referee.Referee) error {
	if len(f.Hidden) > 0 {
		return unopened(path, c.Lang, errHidden)
	}
	at := referee.Command{Account: seatedHere + string(f.Seat), Name: string(f.Seat), Door: "board"}
	opened, err := r.Open(at, referee.Opening{Game: f.Game})
	if err != nil {
		return err
	}
	at.Match = opened.Match
	list, err := r.Games.Info(f.Game)
	if err != nil {
		return err
	}
	for _, seat := range list.Seats {
		sits := at
		sits.Seat, sits.Account, sits.Name = seat, seatedHere+string(seat), string(seat)
		if _, err := r.Join(sits); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	who := board.Visitor{Account: at.Account, Lang: c.Lang, Rooms: []board.Room{{Match: at.Match, Seat: f.Seat}}}
	door, err := openDoor(cmd, c, board.Config{Referee: r, Turn: f}, board.ScreenFor(who, at.Match), log)
	if err != nil {
		return err
	}
	return door.serve(cmd.Context())
}

// unopened says in a language why a turn file is not opened, and what to do.
func unopened(path, lang string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && at.Path != path {
		return fmt.Errorf("turn file %s: %w", path, err) // of a data set
	}
	words, failed := locale.For(lang, nil)
	if failed != nil {
		return errors.Join(err, failed)
	}
	var law *engine.LawError
	why := engine.Say("table.file.else", engine.Text("why", files.Reason(err).Error()))
	if errors.As(err, &law) {
		why = engine.Say("table.file.version")
	}
	var refused *refusal.Error
	if errors.As(err, &refused) {
		why = engine.Say(refused.Key)
	}
	for is, key := range map[error]string{
		fs.ErrNotExist: "table.file.absent", files.ErrPlain: "table.file.plain", files.ErrLarge: "table.file.large",
		turnfile.ErrDamaged: "table.file.damaged", turnfile.ErrForged: "table.file.forged",
		turnfile.ErrVersion: "table.file.version", turnfile.ErrPosition: "table.file.version", errNoGame: "table.file.version",
		match.ErrPinned: "table.file.pinned", errHidden: "table.file.hidden",
	} {
		if errors.Is(err, is) {
			why = engine.Say(key)
		}
	}
	return errors.New(words.Say(locale.Pick(lang), engine.Say("table.file", engine.Text("path", path), engine.Sub("why", why))))
}

// errHidden says that something is secret from the seat of a turn file.
var errHidden = errors.New("the position has secrets")

// errNoGame says that a turn file is of a game that this version has not.
var errNoGame = errors.New("no such game")

// atTurn is a referee whose matches begin where a turn file was made, and its end. What it keeps is in a
// directory that goes with it.
func atTurn(f *turnfile.File, c config.Values, dir string) (r *referee.Referee, end func() error, err error) {
	module, err := known.Find(f.Game)
	if err != nil {
		return nil, nil, errors.Join(errNoGame, err)
	}
	data, err := module.Data(c.Data[f.Game])
	if err != nil {
		return nil, nil, err
	}
	g, err := module.Open(data, f.Law)
	if err != nil {
		return nil, nil, err
	}
	if g, err = f.Open(g); err != nil {
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
