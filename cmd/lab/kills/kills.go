// Package kills lets simulated people play against the real program while it is killed or its disk fails, and
// checks that nothing acknowledged is lost.
package kills

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/lab/program"
	"referee/store/witness"
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
		Short: "kill the real program while people play, and look whether an order is lost",
		Long: "Starts \"referee serve\" against a simulated Discord, through a proxy, with twelve people who play\n" +
			"six matches at a time, some of them with clocks, and kills it with SIGKILL again and again: at random,\n" +
			"while it starts, just after an order was sent, while it writes the file, before and after an answer or\n" +
			"a post is accepted. After each kill package store/witness compares a copy of the file with what the\n" +
			"people have noted. The seed decides the moments and what people like to do; what they meet depends on\n" +
			"timing, too, so that two runs of a seed are alike and not the same.",
		Example: "  go run ./cmd/lab kills --kills 300 --out ordeal",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.seed == 0 {
				o.seed = uint64(time.Now().UnixNano())
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "seed %d\n", o.seed)
			t, err := o.run(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			line, err := json.Marshal(t)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n", line)
			if len(t.Faults) > 0 {
				return cli.ErrFound
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&o.kills, "kills", 300, "how often the program is killed")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "of the moments and the people (0: another each time)")
	cmd.Flags().StringVar(&o.dir, "out", "ordeal", "directory for the file, its log and the journal; it must not hold a run")
	cmd.Flags().StringVar(&o.binary, "referee", "", "the program, built with -tags toy (empty: ./cmd/referee is built so)")
	cmd.Flags().BoolVar(&o.clocks, "clocks", true, "wait in the end until the time of somebody who does nothing is up")
	return cmd
}

// prepare makes the directory of a run, and the program.
func (o *ordeal) prepare() (err error) {
	if o.dir, err = filepath.Abs(o.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(o.dir, dbFile)); err == nil {
		return fmt.Errorf("kills: %s holds a run already: name another directory with --out", o.dir)
	}
	if o.binary != "" {
		o.binary, err = filepath.Abs(o.binary)
		return err
	}
	o.binary = filepath.Join(o.dir, "referee")
	return program.Build(context.Background(), o.binary, "toy")
}

// NewWitness makes the command that compares the file and the journal of a run once more.
func NewWitness() *cobra.Command {
	return &cobra.Command{
		Use:     "witness DIR",
		Short:   "compare the file of a run with its journal",
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
			f, err := witness.Read(filepath.Join(args[0], dbFile))
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
