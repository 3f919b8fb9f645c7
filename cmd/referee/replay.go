package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func newReplay() *cobra.Command {
	var all, over bool
	cmd := &cobra.Command{
		Use:   "replay FILE… | --all",
		Short: "re-judge recorded matches and report differences",
		Long: "Judges every decision in each file again under the match's own rules version and data, asks the\n" +
			"programs again for their answers (this needs no key), and lists all differences. Answers of program\n" +
			"versions that this referee does not have are not checked, and are listed. Exit code 1 if anything\n" +
			"differs, or a file is damaged.\n\n" +
			"With --all it judges the matches under way in the database instead, with --over the finished ones as\n" +
			"well: run it with a new version before you replace the old one. It reads a copy, even while a referee\n" +
			"is running, and changes nothing.",
		Example: "  referee replay demo/match.json\n  referee replay --all --db data/referee.db",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if all == (len(files) > 0) || over && !all {
				return cli.Misused("name files to replay, or add --all for the matches in the database")
			}
			if all {
				return replayStore(cmd, over)
			}
			wrong := false
			for i, file := range files {
				if err := cli.Stopped(cmd.Context(), "%d of %d files", i, len(files)); err != nil {
					return err
				}
				n, err := replay(cmd.Context(), file, visible.Writer(cmd.OutOrStdout()))
				if err != nil {
					cli.Complain(cmd.ErrOrStderr(), file, err)
				}
				wrong = wrong || err != nil || n > 0
			}
			if wrong {
				return cli.ErrFound
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "judge the matches under way in the database")
	cmd.Flags().BoolVar(&over, "over", false, "with --all: the finished ones as well")
	config.Use(cmd, "db")
	return cmd
}

// replay judges one file again and returns the number of divergences.
func replay(ctx context.Context, path string, out io.Writer) (int, error) {
	f, err := readMatch(ctx, path)
	if err != nil {
		return 0, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return 0, err
	}
	return rejudged(out, path, g, f.Entries)
}

// rejudged judges a record again, says what differs, and returns the number of divergences.
func rejudged(out io.Writer, name string, g engine.Game, entries []*match.Entry) (int, error) {
	found, err := match.Rejudge(g, entries)
	if err != nil {
		return len(found), err
	}
	asked, others, err := askPrograms(g, entries)
	if err != nil {
		return len(found), err
	}
	found = append(found, others...)
	for _, d := range found {
		fmt.Fprintf(out, "%s: decision %d: %s\nbefore it:\n%s\n", name, d.Seq, d.What, d.Text)
	}
	last := entries[len(entries)-1]
	if _, err := fmt.Fprintf(out, "%s: decisions: %d, head %s, divergences: %d\n", name, len(entries), last.Head.Short(),
		len(found)); err != nil {
		return len(found), fmt.Errorf("write result: %w", err)
	}
	if err := tellAsked(out, name, asked); err != nil {
		return len(found), fmt.Errorf("write result: %w", err)
	}
	return len(found), nil
}

// askPrograms asks the programs of a record again for what they have answered.
func askPrograms(g engine.Game, entries []*match.Entry) (match.AskedAgain, []match.Divergence, error) {
	of, err := known.Find(g.Info().Game)
	if err != nil {
		return match.AskedAgain{}, nil, err
	}
	return match.AskAgain(g, entries, of.Roster())
}

// tellAsked says how many answers of programs were asked for again, and which programs are not
// there to be asked.
func tellAsked(out io.Writer, name string, asked match.AskedAgain) error {
	if asked.Answers == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(out, "%s: answers of programs: %d, asked for again: %d\n", name, asked.Answers, asked.Asked); err != nil {
		return err
	}
	for _, gone := range asked.Gone {
		if _, err := fmt.Fprintf(out, "%s: programs not asked again, because this referee has another version of them: %s\n", name, gone); err != nil {
			return err
		}
	}
	return nil
}

// replayStore judges the matches of a copy of the store again.
func replayStore(cmd *cobra.Command, over bool) (err error) {
	c, err := config.Read(cmd)
	if err != nil {
		return err
	}
	s, err := copiedStore(cmd, c.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	list, err := s.Matches(cmd.Context())
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(m match.Summary) bool { return m.Over && !over })
	out, progress := visible.Writer(cmd.OutOrStdout()), cli.NewProgress(cmd.ErrOrStderr(), "matches", len(list))
	differing := 0
	for i, m := range list {
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		progress.At(i)
		n, err := replayStored(cmd.Context(), s, m.ID, out)
		if err != nil {
			fmt.Fprintf(out, "%s: cannot be judged by this version: %v\n", m.ID, err)
		}
		if n > 0 || err != nil {
			differing++
		}
	}
	progress.Done()
	if differing > 0 {
		fmt.Fprintf(out, "%s: matches: %d; judged differently: %d. Keep the old version until they are over, or report it\n",
			c.DB, len(list), differing)
		return cli.ErrFound
	}
	_, err = fmt.Fprintf(out, "%s: matches: %d; all results unchanged\n", c.DB, len(list))
	return err
}

// replayStored judges a match of a store again.
func replayStored(ctx context.Context, s *store.Store, id match.ID, out io.Writer) (_ int, err error) {
	defer survived(&err)
	entries, err := s.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return 0, err
	}
	data, err := s.Data(ctx, o.Data)
	if err != nil {
		return 0, err
	}
	g, err := known.OpenPinned(o, data)
	if err != nil {
		return 0, err
	}
	return rejudged(out, string(id), g, entries)
}

// readMatch reads a match file.
func readMatch(ctx context.Context, path string) (*match.File, error) {
	text, err := files.Read(ctx, path, match.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", files.Reason(err))
	}
	return match.Decode(bytes.NewReader(text))
}

// survived turns a panic of the rules, on a record that nobody has verified, into an
// error.
func survived(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the rules cannot continue from this record (%v): referee verify says what is wrong with it", p)
	}
}
