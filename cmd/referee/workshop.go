package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/visible"
	"referee/bot/workshop"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine/match"
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
	built, err := match.LoadData(g.Files())
	if err != nil {
		return err
	}
	opened, err := g.Open(g.Files(), g.Law)
	if err != nil {
		return err
	}
	words, err := locale.For(c.Lang, opened.Info(), workshop.Catalogues())
	if err != nil {
		return err
	}
	of := workshop.Game{Info: opened.Info(), Format: g.Sheets, Built: built, Problems: g.Problems}
	bench, err := workshop.Open(of, path, boardCodec)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bench.Close()) }()
	screen := board.NewScreen("workshop:", c.Lang)
	handler, err := workshop.New(bench, workshop.Config{Screen: screen, Words: words, Lang: c.Lang, Log: warnings(cmd)})
	if err != nil {
		return err
	}
	// A browser keeps a picture by the address of the page: it is the same the next time, where that port is free.
	door, err := listenDoor(cmd, c, usualAddress(path), handler, screen)
	if err != nil {
		door, err = listenDoor(cmd, c, "", handler, screen)
	}
	if err != nil {
		return err
	}
	out := visible.Writer(cmd.ErrOrStderr())
	if bench.Torn {
		fmt.Fprintf(out, "%s: its last line was not whole, and is dropped: look at your last stroke\n", workshop.JournalOf(path))
	}
	if err := door.serve(cmd.Context()); err != nil {
		return err
	}
	if _, err := bench.Save(); err != nil {
		fmt.Fprintf(out, "%s is not written: %v. Your strokes are kept in %s; start again to continue\n", path, err, workshop.JournalOf(path))
		return nil
	}
	fmt.Fprintf(out, "%s: your board\n", path)
	return nil
}

// usualAddress is where the workshop of a board file listens: at a port of its own, below those that systems give away.
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

var boardCodec = workshop.Codec{
	Encode: func(game string, data match.Data) ([]byte, error) {
		return json.Marshal(map[string]any{"format": "referee-board/1", "game": game, "files": data})
	},
	Decode: func(game string, text []byte) (match.Data, error) {
		var f struct {
			Format, Game string
			Files        match.Data
		}
		if err := json.Unmarshal(text, &f); err != nil {
			return nil, err
		}
		if f.Format != "referee-board/1" || f.Game != game {
			return nil, fmt.Errorf("it is a board of %s in the format %s", f.Game, f.Format)
		}
		return f.Files, nil
	},
}
