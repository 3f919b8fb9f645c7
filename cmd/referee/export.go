package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/board/drawn"
	replaypage "referee/bot/board/replay"
	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func newExport() *cobra.Command {
	var to, as, page string
	cmd := &cobra.Command{
		Use:   "export MATCH",
		Short: "write a match with its data set as one JSON file",
		Long: "Writes the whole record of a match, with its data set, to a file or to stdout.\n" +
			"While a match with secrets is under way, the file contains them and is only for the judge. With --as it\n" +
			"omits what a seat or a spectator may not know; such a file can still be verified.\n\n" +
			"With --html it writes the match as one web page that replays it, decision by decision, without a server\n" +
			"or any download. The page shows what a spectator may know, unless --as names another viewer.",
		Example: "  referee export m1 -o m1.json\n  referee export m1 --as spectator -o m1.json\n  referee export m1 --html m1.html",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			if page != "" {
				if to != "" {
					return cli.Misused("export writes a file or, with --html, a page: omit --output or --html")
				}
				if !cmd.Flags().Changed("as") {
					as = string(engine.Spectator)
				}
				return exportPage(cmd, c.General, match.ID(args[0]), engine.Viewer(as), page)
			}
			text, err := exported(cmd, c.DB, match.ID(args[0]), engine.Viewer(as))
			if err != nil {
				return err
			}
			if to == "" {
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			if err := os.WriteFile(to, text, 0o644); err != nil {
				return fmt.Errorf("export to %s: %w", to, files.Reason(err))
			}
			fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: the match with all its rolls. To verify it: referee verify %s; to draw it: referee render %s -o map.png\n", to, to, to)
			return nil
		}),
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "output file (default: stdout)")
	cmd.Flags().StringVar(&page, "html", "", "output page, which replays the match")
	cmd.Flags().StringVar(&as, "as", string(engine.Judge), "whose view to write: a seat, spectator or judge")
	config.Use(cmd, "db", "lang")
	return cmd
}

// exportPage writes a match of a store as a page that plays it again.
func exportPage(cmd *cobra.Command, c config.General, id match.ID, v engine.Viewer, to string) (err error) {
	s, err := readStore(cmd, c.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	text, err := recordOf(cmd.Context(), s, c.DB, id)
	if err != nil {
		return err
	}
	f, g, err := openedFor(v, text)
	if err != nil {
		return err
	}
	info := g.Info()
	m, err := match.Fold(g, f.Entries)
	if err != nil {
		return err
	}
	people, err := s.People(cmd.Context(), id)
	if err != nil {
		return err
	}
	words, err := locale.New(info, replaypage.Catalogues())
	if err != nil {
		return err
	}
	who := map[engine.Seat]string{}
	for _, seat := range info.Seats {
		if program, plays := m.Program(seat); plays {
			who[seat] = words.Computer(locale.Pick(c.Lang), program.Name)
			continue
		}
		for _, p := range people { // at a table people are called as their sides
			if p.Player == m.Player(seat) && p.Name != string(seat) {
				who[seat] = visible.Line(p.Name)
			}
		}
	}
	write := func(w io.Writer) error {
		return replaypage.Write(w, m, v, replaypage.Config{Drawer: drawn.New(), Words: words, Lang: c.Lang, Who: who})
	}
	if err := cli.WriteFile(to, write); err != nil {
		return err
	}
	fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: the match, decision by decision, for a browser\n", to)
	return nil
}

// exported is a match of a store as a file for a viewer.
func exported(cmd *cobra.Command, db string, id match.ID, v engine.Viewer) (text []byte, err error) {
	s, err := readStore(cmd, db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if text, err = recordOf(cmd.Context(), s, db, id); err != nil || v == engine.Judge {
		return text, err
	}
	f, _, err := openedFor(v, text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = match.Encode(&b, f.For(v))
	return b.Bytes(), err
}

// recordOf returns a match of a store as a file.
func recordOf(ctx context.Context, s *store.Store, db string, id match.ID) ([]byte, error) {
	var b bytes.Buffer
	err := s.Export(ctx, id, &b)
	if errors.Is(err, match.ErrUnknown) {
		err = unknownMatch(ctx, s, db, id)
	}
	return b.Bytes(), err
}

// openedFor decodes a file and opens its game. It refuses a viewer that the game does not have.
func openedFor(v engine.Viewer, text []byte) (*match.File, engine.Game, error) {
	f, err := match.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return nil, nil, err
	}
	if info := g.Info(); !slices.Contains(viewers(info), string(v)) {
		return nil, nil, cli.Misused("--as %s: use %s, spectator or judge", v, strings.Join(seatNames(info.Seats), ", "))
	}
	return f, g, nil
}

// unknownMatch says which matches there are.
func unknownMatch(ctx context.Context, s *store.Store, db string, id match.ID) error {
	all, err := s.Matches(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("no match %q: %s has no matches", id, db)
	}
	var known []string
	for _, m := range all {
		known = append(known, string(m.ID))
	}
	return fmt.Errorf("no match %q: %s has %s", id, db, strings.Join(known, ", "))
}
