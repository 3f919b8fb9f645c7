package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
	"referee/store"
)

// turn works on a turn file, of which text is what it holds: at a table without a match of its own, which never rolls.
func (t localTable) turn(cmd *cobra.Command, path string, text []byte) error {
	if err := noFlags(cmd, "a turn file, which has its own seat and match, and no dice"); err != nil {
		return err
	}
	if len(text) > turnfile.Most {
		return unopened(path, t.Lang, files.ErrLarge)
	}
	in, script, err := t.input(cmd)
	if err != nil {
		return err
	}
	f, err := turnfile.Read(text)
	if err != nil {
		return unopened(path, t.Lang, err)
	}
	return withTemporaryStore(cmd.Context(), func(s *store.Store) error {
		r, err := atTurn(f, t.Data, s)
		if err != nil {
			return unopened(path, t.Lang, err)
		}
		if !t.typed() {
			return t.turnInBrowser(cmd, path, f, r)
		}
		return table.Run(cmd.Context(), table.Config{
			Referee: r, In: in, Out: cmd.OutOrStdout(), Lang: t.Lang, Seat: f.Seat, Pictures: t.Pictures, Plain: t.plain, Script: script,
			Turn: &table.Turn{File: f, Reply: filepath.Join(filepath.Dir(path), f.ReplyName())},
		})
	})
}

// noFlags refuses the flags of a match in the database. file names the file that the command has instead.
func noFlags(cmd *cobra.Command, file string) error {
	for _, flag := range []string{"seat", "opponent", "two", "seed", "dice", "db", "key"} {
		if cmd.Flags().Changed(flag) {
			return cli.Misused("--%s cannot be used with %s", flag, file)
		}
	}
	return nil
}

// withTemporaryStore calls do with a store that is removed afterwards.
func withTemporaryStore(ctx context.Context, do func(*store.Store) error) (err error) {
	dir, err := os.MkdirTemp("", "referee-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := store.Open(ctx, filepath.Join(dir, "referee.db"), store.Options{NoSync: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return do(s)
}

// turnInBrowser works on a turn file in the browser, over a referee whose matches begin where it was made. What would
// reveal a secret that the file only makes up is not to be shown, and so such a file is for the terminal.
func (t localTable) turnInBrowser(cmd *cobra.Command, path string, f *turnfile.File, r *referee.Referee) error {
	if len(f.Hidden) > 0 {
		return unopened(path, t.Lang, errHidden)
	}
	at := referee.Command{Account: seatedHere + string(f.Seat), Name: string(f.Seat), Door: "board"}
	opened, err := r.Open(cmd.Context(), at, referee.Opening{Game: f.Game})
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
		if _, err := r.Join(cmd.Context(), sits); err != nil {
			return err
		}
	}
	who := board.Visitor{Account: at.Account, Lang: t.Lang, Rooms: []board.Room{{Match: at.Match, Seat: f.Seat}}}
	door, err := openDoor(cmd, t.General, t.listen, board.Config{Referee: r, Turn: f}, board.ScreenFor(who, at.Match))
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

// atTurn makes a referee whose matches begin where a turn file was made. dirs are the directories of data files by game.
func atTurn(f *turnfile.File, dirs map[string]string, s *store.Store) (*referee.Referee, error) {
	module, err := known.Find(f.Game)
	if err != nil {
		return nil, errors.Join(errNoGame, err)
	}
	data, err := module.Data(dirs[f.Game])
	if err != nil {
		return nil, err
	}
	g, err := module.Open(data, f.Law)
	if err != nil {
		return nil, err
	}
	if g, err = f.Open(g); err != nil {
		return nil, err
	}
	open := func(fs.FS, int) (engine.Game, error) { return g, nil }
	game := referee.Game{ID: f.Game, Law: f.Law, Data: data, Open: open}
	return referee.New(referee.Config{Games: []referee.Game{game}, Store: s, Dice: noDice{}, Painter: painter(0), Faults: "."})
}

// noDice never roll.
type noDice struct{}

func (noDice) Roll(match.Roll) (match.Face, error) { return match.Face{}, match.ErrNoRoll }
