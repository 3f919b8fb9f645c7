package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/board/drawn"
	"referee/bot/locale"
	"referee/bot/visible"
	"referee/bot/workshop"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
)

func newWorkshop() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "workshop GAME [FILE]",
		Short: "correct a game's board from your copy, in a browser",
		Long: "Opens a page on which you correct map, counters and charts from your copy of the game. FILE is your board,\n" +
			"GAME.board.json if you name none; it begins as the board that is built in. Each stroke is written to\n" +
			"FILE.strokes at once: stop whenever you like, and start again to continue.\n\n" +
			"A picture that you lay under the map stays in your browser.",
		Example: "  referee workshop " + known[0].ID + "\n  referee workshop " + known[0].ID + " mine.board.json",
		Args:    cobra.RangeArgs(1, 2),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) (err error) {
			g, err := known.Find(args[0])
			if err != nil {
				return err
			}
			path := g.ID + ".board.json"
			if len(args) == 2 {
				path = args[1]
			}
			return runWorkshop(cmd, c.General, g, path)
		}),
	}
	config.Use(cmd, "db", "lang")
	return cmd
}

func runWorkshop(cmd *cobra.Command, c config.General, g games.Module, path string) (err error) {
	if len(g.Sheets.Kinds) == 0 {
		return cli.Misused("nobody can correct the board of %s", g.ID)
	}
	boards, err := g.Board()
	if err != nil {
		return err
	}
	info, err := boards.Open(boards.Files)
	if err != nil {
		return err
	}
	words, err := locale.For(c.Lang, info, workshop.Catalogues())
	if err != nil {
		return err
	}
	bench, err := workshop.Open(workshop.Game{Info: info, Format: g.Sheets, Boards: boards, Problems: g.Problems}, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bench.Close()) }()
	uses, err := usesIn(cmd, c.DB, info)
	if err != nil {
		warnings(cmd).Warn("the stored matches are not counted: guesses are listed by the hexes that set-up and places name", "error", err)
	}
	bench.Rests(uses)
	hexes, err := drawn.New().Map(info.Board)
	if err != nil {
		return err
	}
	screen := board.NewScreen("workshop:", c.Lang)
	handler, err := workshop.New(bench, workshop.Config{Screen: screen, Map: hexes, Words: words, Lang: c.Lang, Log: warnings(cmd)})
	if err != nil {
		return err
	}
	door, err := listenAgain(cmd, c, path, handler, screen)
	if err != nil {
		return err
	}
	tell := func(key string, why ...engine.Arg) {
		args := append(why, engine.Text("file", path), engine.Text("journal", workshop.JournalOf(path)))
		fmt.Fprintln(visible.Writer(cmd.ErrOrStderr()), words.Say(locale.Pick(c.Lang), engine.Say("workshop.end."+key, args...)))
	}
	if bench.Torn {
		tell("torn")
	}
	if err := door.serve(cmd.Context()); err != nil {
		return err
	}
	if _, err := bench.Save(); err != nil {
		why := engine.Text("why", err.Error()+".")
		var refused *workshop.Refusal
		if errors.As(err, &refused) {
			why = engine.Sub("why", refused.Msg)
		}
		tell("kept", why)
		return nil
	}
	tell("saved")
	return nil
}

// listenAgain is listenDoor at the same port as the last time, by which a browser finds what it keeps of a page, or at another if
// that is not free.
func listenAgain(cmd *cobra.Command, g config.General, path string, handler http.Handler, screen *board.Screen) (*boardDoor, error) {
	if d, err := listenDoor(cmd, g, usualAddress(path), handler, screen); err == nil {
		return d, nil
	}
	return listenDoor(cmd, g, "", handler, screen)
}

// usualAddress is where the pages of a file are served: at a port of its own, below those that systems give away.
func usualAddress(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	sum := fnv.New32a()
	sum.Write([]byte(path))
	host, _, err := net.SplitHostPort(tableAddress("", inContainer()))
	if err != nil {
		panic("referee: " + err.Error())
	}
	return net.JoinHostPort(host, strconv.Itoa(20000+int(sum.Sum32()%10000)))
}

// countWithin is how long stored matches are counted for the list of guesses.
const countWithin = 5 * time.Second

// usesIn counts what the stored matches of a game rest on; without a database nothing.
func usesIn(cmd *cobra.Command, db string, info *engine.Info) (u *workshop.Uses, err error) {
	u = workshop.NewUses(info)
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	s, err := readStore(cmd, db)
	if err != nil {
		return u, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	list, err := s.Matches(cmd.Context())
	if err != nil {
		return u, err
	}
	until := time.Now().Add(countWithin)
	for _, m := range list {
		if m.Game != info.Game {
			continue
		}
		if time.Now().After(until) {
			break
		}
		entries, err := s.Load(cmd.Context(), m.ID)
		if err != nil {
			return u, err
		}
		u.Add(entries)
	}
	return u, nil
}
