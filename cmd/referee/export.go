package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func newExport() *cobra.Command {
	var to, as string
	cmd := &cobra.Command{
		Use:   "export MATCH",
		Short: "write a match as one JSON file, its data set inside",
		Long: "Writes the whole record of a match, with its data set, to a file or to stdout.\n" +
			"While a match with secrets is under way the file holds them: it is for the judge alone. With --as\n" +
			"it leaves out what is secret from a seat or a spectator; it can be verified all the same.",
		Example: "  referee export m1 -o m1.json\n  referee export m1 --as spectator -o m1.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
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
			fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: the match with all its rolls. To check it: referee verify %s; to look at it: referee render %s -o map.png\n", to, to, to)
			return nil
		},
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "file to write (default stdout)")
	cmd.Flags().StringVar(&as, "as", string(engine.Judge), "whose file it is: a seat, spectator, or judge")
	config.Use(cmd, "db")
	return cmd
}

// exported is a match of a store as a file for a viewer.
func exported(cmd *cobra.Command, db string, id match.ID, v engine.Viewer) (text []byte, err error) {
	s, err := readStore(cmd, db)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var b bytes.Buffer
	err = s.Export(id, &b)
	if errors.Is(err, match.ErrUnknown) {
		return nil, unknownMatch(s, db, id)
	}
	if err != nil || v == engine.Judge {
		return b.Bytes(), err
	}
	return exportedFor(v, &b)
}

// exportedFor is a file reduced to what a viewer may have.
func exportedFor(v engine.Viewer, whole io.Reader) ([]byte, error) {
	f, err := match.Decode(whole)
	if err != nil {
		return nil, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return nil, err
	}
	if info := g.Info(); v != engine.Spectator && !slices.Contains(info.Seats, engine.Seat(v)) {
		return nil, cli.Misused("--as %s: it is one of %s, spectator, judge", v, seatNames(info))
	}
	var b bytes.Buffer
	err = match.Encode(&b, f.For(v))
	return b.Bytes(), err
}

// unknownMatch says which matches there are.
func unknownMatch(s *store.Store, db string, id match.ID) error {
	all, err := s.Matches()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("no match %q: %s holds none", id, db)
	}
	var known []string
	for _, m := range all {
		known = append(known, string(m.ID))
	}
	return fmt.Errorf("no match %q: %s holds %s", id, db, strings.Join(known, ", "))
}
