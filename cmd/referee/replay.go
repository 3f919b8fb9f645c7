package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/engine/match"
)

func newReplay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE…",
		Short: "judge matches again, and say where the answers differ",
		Long: "Folds the record of each file, judges every decision anew under the match's own law and\n" +
			"data, and lists what differs. Exit code 1 where anything does, or a file is damaged.",
		Example: "  referee replay demo/match.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			wrong := false
			for _, file := range files {
				n, err := replay(file, visible.Writer(cmd.OutOrStdout()))
				if err != nil {
					fmt.Fprintf(visible.Writer(cmd.ErrOrStderr()), "referee: %s: %v\n", file, err)
				}
				wrong = wrong || err != nil || n > 0
			}
			if wrong {
				return cli.ErrFound
			}
			return nil
		},
	}
}

// replay judges one file again and returns the number of divergences.
func replay(path string, out io.Writer) (int, error) {
	f, err := readMatch(path)
	if err != nil {
		return 0, err
	}
	g, err := known.OpenFile(f)
	if err != nil {
		return 0, err
	}
	found, err := match.Rejudge(g, f.Entries)
	if err != nil {
		return len(found), err
	}
	for _, d := range found {
		fmt.Fprintf(out, "%s: decision %d: %s\nbefore it:\n%s\n", path, d.Seq, d.What, d.Text)
	}
	last := f.Entries[len(f.Entries)-1]
	if _, err := fmt.Fprintf(out, "%s: %d decisions, head %s, divergences: %d\n", path, len(f.Entries), last.Head.Short(),
		len(found)); err != nil {
		return len(found), fmt.Errorf("write result: %w", err)
	}
	return len(found), nil
}

// readMatch reads a match file.
func readMatch(path string) (*match.File, error) {
	text, err := files.Read(path, match.MostBytes)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", files.Reason(err))
	}
	return match.Decode(bytes.NewReader(text))
}

// survived turns a panic of the rules, on a record that nobody has verified, into an
// error.
func survived(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the rules cannot go on from this record (%v): referee verify names what is wrong with it", p)
	}
}
