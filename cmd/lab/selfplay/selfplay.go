// Package selfplay plays matches at random, and checks every invariant after every
// decision.
package selfplay

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/lab/study"
	"referee/engine"
	"referee/engine/enginetest"
)

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	var p selfplay
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "play at random, and check every invariant after every decision",
		Long: "Plays whole matches at random. Violations are written to stderr with the seed, the position and\n" +
			"the last decisions; exit code 1 if there are any. The output is JSON: counts, and the result.",
		Example: "  go run ./cmd/lab selfplay --games 100 --seed 7",
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := study.Open(cmd, known, "games")
			if err != nil {
				return err
			}
			return p.run(cmd, g)
		},
	}
	cmd.Flags().IntVar(&p.games, "games", 100, "number of matches")
	cmd.Flags().Uint64Var(&p.seed, "seed", 1, "seed of the first match; each further match has the next seed")
	cmd.Flags().BoolVar(&p.text, "text", false, "also print and parse every position")
	config.Use(cmd, "game", "data")
	return cmd
}

// selfplay is one run of the command.
type selfplay struct {
	games int
	seed  uint64
	text  bool
}

// gamesSummary is the last line.
type gamesSummary struct {
	Games          int     `json:"games"`
	Finished       int     `json:"finished"`
	Decisions      int     `json:"decisions"`
	Violations     int     `json:"violations"`
	GamesPerSecond float64 `json:"games_per_second"`
}

// mostViolations is after how many violations a run ends.
const mostViolations = 10

func (p *selfplay) run(cmd *cobra.Command, g study.Game) error {
	var result gamesSummary
	var total enginetest.Stats
	policy := enginetest.Bias(g.Weights)
	hooks := p.hooks(g.Rules)
	progress := cli.NewProgress(cmd.ErrOrStderr(), "games", p.games)
	defer progress.Done()
	// The live heap is a few MB but there is much garbage: with fewer collections a run
	// takes a tenth less time.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	start := time.Now()
	for i := range p.games {
		if err := cli.Stopped(cmd.Context(), "%d of %d games", i, p.games); err != nil {
			return err
		}
		stats, err := enginetest.Play(g.Rules, setup(g.Rules.Info().Options, i), p.seed+uint64(i), policy, hooks)
		total.Add(stats)
		result.Games++
		if err != nil {
			result.Violations++
			fmt.Fprintf(cmd.ErrOrStderr(), "violation: %v\n", err)
			if result.Violations >= mostViolations {
				break
			}
		} else {
			result.Finished++
		}
		progress.At(i + 1)
	}
	progress.Done()
	result.Decisions = total.Decisions
	result.GamesPerSecond = float64(int(10*float64(result.Games)/time.Since(start).Seconds())) / 10
	counts := map[string]map[string]int{"prompts": total.Prompts, "events": total.Events}
	return study.Print(cmd.OutOrStdout(), result.Violations > 0, counts, result)
}

// setup chooses the options of match number i, so that every combination is played.
func setup(options []engine.SetupOption, i int) engine.Setup {
	set := engine.Setup{}
	for _, o := range options {
		set[o.ID] = o.Values[i%len(o.Values)]
		i /= len(o.Values)
	}
	return set
}

// hooks checks what must hold after every decision.
func (p *selfplay) hooks(g engine.Game) enginetest.Hooks {
	return enginetest.Hooks{
		Decided: func(s enginetest.Step) error {
			if err := s.Outcome.Position.Check(); err != nil {
				return err
			}
			if p.text {
				return sameText(g, s)
			}
			return nil
		},
	}
}

// sameText checks that a position prints and parses to itself.
func sameText(g engine.Game, s enginetest.Step) error {
	text := s.Outcome.Position.String()
	parsed, err := g.Parse(s.N, text)
	if err != nil {
		return fmt.Errorf("the position text does not parse: %w", err)
	}
	if again := parsed.String(); again != text {
		return fmt.Errorf("the position text changes when it is parsed:\n%s\nbecomes\n%s", text, again)
	}
	return nil
}
