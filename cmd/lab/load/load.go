package load

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
)

// load is the options of the command.
type load struct {
	matches int
	rate    int
	length  time.Duration
	warm    int
	rest    time.Duration
	flood   int
	growth  []int
	seed    uint64
	checked bool
	binary  string // the program; "": it is built
	dir     string
	profile string // the file for it; "": none
}

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	var l load
	cmd := &cobra.Command{
		Use:   "load",
		Short: "measure the real program with many matches and people",
		Long: "Starts \"referee serve\" against a simulated Discord on the same processors, opens matches, and has\n" +
			"their players press buttons and choose options at --rate interactions per second in all. It reports\n" +
			"how long answers and boards took, which boards were drawn smaller or left out, and how much processor\n" +
			"time and memory was used. With --flood one player of a match sends commands all the time, and the\n" +
			"other types /choose twice a second. Exit code 1 if an interaction was not answered, was refused, or\n" +
			"its board was never shown. Slow answers do not change the exit code.",
		Example: "  go run ./cmd/lab load --matches 2000 --rate 200 --for 60s --seed 1\n" +
			"  go run ./cmd/lab load --growth 10,100,1000,10000 --rate 10 --for 20s --out growth\n" +
			"  go run ./cmd/lab load --matches 20 --rate 5 --flood 300",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd, known) },
	}
	cmd.Flags().IntVar(&l.matches, "matches", 2000, "number of matches")
	cmd.Flags().IntVar(&l.rate, "rate", 200, "interactions per second, of all players together")
	cmd.Flags().DurationVar(&l.length, "for", time.Minute, "length of the measurement")
	cmd.Flags().IntVar(&l.warm, "warm", 12, "maximum number of actions in a match before the measurement, so that matches are at different points (0: all have just started)")
	cmd.Flags().DurationVar(&l.rest, "rest", 3*time.Second, "quiet time, without any traffic, required before the measurement")
	cmd.Flags().IntVar(&l.flood, "flood", 0, "commands per second that one player sends without a pause (0: no such player)")
	cmd.Flags().IntSliceVar(&l.growth, "growth", nil, "measure at each of these numbers of matches instead, in increasing order, and write a table to --out")
	cmd.Flags().Uint64Var(&l.seed, "seed", 1, "seed of the simulated players; what happens also depends on timing")
	cmd.Flags().BoolVar(&l.checked, "checked", false, "check every request against Discord's API description; this takes more processor time than all other work of the simulation")
	cmd.Flags().StringVar(&l.dir, "out", "", "directory for the match database, the log and the program (empty: a temporary one in the current directory)")
	cmd.Flags().StringVar(&l.binary, "referee", "", "referee binary to measure (empty: build ./cmd/referee)")
	cmd.Flags().StringVar(&l.profile, "profile", "", "file for a CPU profile of the measurement; the referee must be built with the tag profile")
	return cmd
}

// run runs the command.
func (l *load) run(cmd *cobra.Command, known games.List) (err error) {
	switch {
	case l.matches < 1, l.rate < 1, l.length <= 0, l.flood < 0, l.rest < 0, l.warm < 0:
		return cli.Misused("--matches, --rate and --for must be at least 1; --flood, --rest and --warm at least 0")
	case len(l.growth) > 0 && (!slices.IsSorted(l.growth) || l.growth[0] < 1 || l.dir == ""):
		return cli.Misused("--growth takes increasing numbers of at least 1, and needs a directory in --out")
	case l.flood > 0 && l.matches < 2:
		return cli.Misused("--flood takes up one match, so --matches must be at least 2")
	}
	if err := measurable(); err != nil {
		return err
	}
	if l.dir == "" {
		if l.dir, err = os.MkdirTemp(".", "load-"); err != nil { // /tmp may be no disk
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(l.dir)) }()
	}
	tags := ""
	if l.profile != "" {
		if l.profile, err = filepath.Abs(l.profile); err != nil {
			return err
		}
		tags = "profile"
	}
	if err := program.Prepare(cmd.Context(), &l.dir, &l.binary, tags); err != nil {
		return err
	}
	if len(l.growth) == 0 {
		t, err := l.once(cmd.Context(), cmd.ErrOrStderr(), l.dir, l.matches, nil)
		if err != nil {
			return err
		}
		return study.Print(cmd.OutOrStdout(), len(t.Faults) > 0, t)
	}
	all, err := l.grow(cmd.Context(), cmd.ErrOrStderr(), known)
	var parts []any
	sum := growthSummary{Measured: len(all)}
	for _, g := range all {
		parts = append(parts, g)
		sum.Faults += len(g.Faults)
	}
	return cmp.Or(err, study.Print(cmd.OutOrStdout(), sum.Faults > 0, append(parts, sum)...))
}
