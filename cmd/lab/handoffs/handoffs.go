// Package handoffs simulates players who live nine hours apart, and counts how often
// they wait for each other.
package handoffs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/lab/study"
	"referee/engine"
)

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	h := handoffs{known: known}
	cmd := &cobra.Command{
		Use:   "handoffs",
		Short: "simulate players nine hours apart and count how often they wait for each other",
		Long: "Plays whole matches between two synthetic people, one in Paris and one in Los Angeles, who\n" +
			"sleep, work and have weekends. In their own phases they play at random, but prefer attacks.\n" +
			"They answer questions in the other side's phases by fixed rules: one by one, or by standing orders\n" +
			"that they set when the match starts. A hand-off is the moment when it becomes the other player's turn to answer.\n\n" +
			"The same seed plays the same matches with and without standing orders: the digest of answers,\n" +
			"rolls and events is the same. Each automatic answer is compared with the player's own answer\n" +
			"to that question; a difference ends the run with exit code 1. The output is JSON.",
		Example: "  go run ./cmd/lab handoffs --matches 5 --standing off --seed 1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := study.Open(cmd, known, "matches")
			if err != nil {
				return err
			}
			if h.standing != "on" && h.standing != "off" {
				return cli.Misused("--standing %q: use on or off", h.standing)
			}
			return h.run(cmd, g)
		},
	}
	cmd.Flags().IntVar(&h.matches, "matches", 50, "number of matches; each starts a week after the one before")
	cmd.Flags().StringVar(&h.standing, "standing", "on", "on: the players set standing orders; off: they answer every question")
	cmd.Flags().Uint64Var(&h.seed, "seed", 1, "seed of the first match; each further match has the next seed")
	config.Use(cmd, "game", "data")
	return cmd
}

// handoffs is one run of the command.
type handoffs struct {
	known    games.List
	matches  int
	standing string // on or off
	seed     uint64

	list   []referee.Game // in the form that package referee takes
	game   engine.Game    // the first
	people *people
	dir    string // for the stores of the matches
}

// matchesSummary is the last line.
type matchesSummary struct {
	Matches            int     `json:"matches"`
	PerTurn            float64 `json:"handoffs_per_turn"`
	EnemyPhasesPerTurn float64 `json:"enemy_phase_handoffs_per_turn"`
	DaysMedian         float64 `json:"days_median"`
}

func (h *handoffs) run(cmd *cobra.Command, g study.Game) (err error) {
	if h.people = peopleOf(g.ID); h.people == nil {
		return cli.Misused("handoffs: there are no simulated players for %s", g.ID)
	}
	h.game = g.Rules
	if h.list, err = h.known.Referee(g.ID, g.Dirs); err != nil {
		return err
	}
	if h.dir, err = os.MkdirTemp("", "referee-handoffs-"); err != nil {
		return fmt.Errorf("handoffs: %w", files.Reason(err))
	}
	defer func() { err = errors.Join(err, os.RemoveAll(h.dir)) }()
	sum := newTotals()
	progress := cli.NewProgress(cmd.ErrOrStderr(), "matches", h.matches)
	defer progress.Done()
	for i := range h.matches {
		if err := cli.Stopped(cmd.Context(), "%d of %d matches", i, h.matches); err != nil {
			return err
		}
		if err := h.play(context.WithoutCancel(cmd.Context()), i, sum); err != nil {
			return fmt.Errorf("handoffs: match of seed %d: %w", h.seed+uint64(i), err)
		}
		progress.At(i + 1)
	}
	progress.Done()
	return study.Print(cmd.OutOrStdout(), false, sum.details(), sum.result())
}

// play plays match number i, from 0, in a store of its own, and adds what it showed.
func (h *handoffs) play(ctx context.Context, i int, sum *totals) (err error) {
	file := filepath.Join(h.dir, "match.db")
	x, err := h.openExchange(ctx, file, i)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.store.Close(), os.Remove(file)) }()
	if err := x.play(ctx); err != nil {
		return err
	}
	s, err := x.Snapshot(ctx, x.id)
	if err != nil {
		return err
	}
	went, err := schedule.HandoffsOf(s.Match())
	if err != nil {
		return err
	}
	sum.add(x.witness, went)
	return nil
}
