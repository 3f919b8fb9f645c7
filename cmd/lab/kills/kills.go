// Package kills lets simulated people play against the real program while it is killed or its disk fails, and
// checks that nothing acknowledged is lost.
package kills

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
	"referee/cmd/lab/witness"
)

// ordeal is the options of a run.
type ordeal struct {
	kills  int
	seed   uint64
	dir    string
	binary string        // the program; "": it is built
	pause  time.Duration // before a kill, at most; 0: 1.8 s
	clocks bool          // at the end, wait until somebody who does nothing has run out of time
}

// New makes the command that kills the program while people play.
func New() *cobra.Command {
	var o ordeal
	cmd := &cobra.Command{
		Use:   "kills",
		Short: "kill the real program while people play, and check that no order is lost",
		Long: "Starts \"referee serve\" against a simulated Discord, through a proxy, with twelve people who play\n" +
			"six matches at a time, some of them with clocks, and kills it with SIGKILL again and again: at random,\n" +
			"while it starts, just after an order was sent, while it writes the file, before and after an answer or\n" +
			"a post is accepted. After each kill, package cmd/lab/witness compares a copy of the database with the\n" +
			"journal of what the people saw. The seed determines when the program is killed and what people try to do.\n" +
			"Timing matters, too, so two runs with the same seed are similar but not identical.",
		Example: "  go run ./cmd/lab kills --kills 300 --out ordeal",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			study.Seed(cmd, &o.seed)
			t, err := o.run(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return study.Print(cmd.OutOrStdout(), len(t.Faults) > 0, t)
		},
	}
	cmd.Flags().IntVar(&o.kills, "kills", 300, "number of times the program is killed")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "seed of the kill times and the people (0: a different one each time)")
	cmd.Flags().StringVar(&o.dir, "out", "ordeal", "directory for the database, the log and the journal; it must not contain an earlier run")
	cmd.Flags().StringVar(&o.binary, "referee", "", "referee binary, built with -tags toy (empty: build ./cmd/referee with this tag)")
	cmd.Flags().BoolVar(&o.clocks, "clocks", true, "at the end, wait until an idle player runs out of time")
	return cmd
}

// NewWitness makes the command that compares the file and the journal of a run once more.
func NewWitness() *cobra.Command {
	return &cobra.Command{
		Use:     "witness DIR",
		Short:   "compare the database of a run with its journal",
		Example: "  go run ./cmd/lab witness ordeal",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := os.ReadFile(filepath.Join(args[0], journalFile))
			if err != nil {
				return err
			}
			var j witness.Journal
			if err := json.Unmarshal(text, &j); err != nil {
				return fmt.Errorf("kills: %s: %w", journalFile, err)
			}
			f, err := witness.Read(filepath.Join(args[0], program.DBFile))
			if err != nil {
				return err
			}
			faults := append(f.Against(&j), f.Posted(j.Posts)...)
			for _, fault := range faults {
				fmt.Fprintln(cmd.OutOrStdout(), fault)
			}
			if len(faults) > 0 {
				return cli.ErrFound
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d matches, %d orders, %d heads, %d posts: all there, nothing else\n",
				len(f.Matches), len(j.Orders), len(j.Seen), len(j.Posts))
			return nil
		},
	}
}
