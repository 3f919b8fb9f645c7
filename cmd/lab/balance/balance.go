// Package balance lets the programs of a game play against themselves, and reports which side the game favours
// and what that depends on.
package balance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/lab/study"
	"referee/engine"
	arena "referee/engine/play/duel"
)

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	b := balance{known: known, variants: variants}
	cmd := &cobra.Command{
		Use:   "balance",
		Short: "let programs play against themselves and report which side the game favours",
		Long: "Plays each level against itself, in the scenarios of the game, with its options and with changed copies of its data\n" +
			"set, and writes a table of the samples as CSV. Each finished pair of matches is saved as a line of a file in --out: you can\n" +
			"stop the command at any time, and the next run continues from there. Lines from other versions of a program, the rules\n" +
			"or a data set are ignored. Only one process can play a sample at a time.\n\n" +
			"With --check the matches planned for checking are played twice: answers must be legal, and the second time the\n" +
			"same, with the same number of nodes. A match with a fault is saved with the fault, and counted in the table.",
		Example: "  go run ./cmd/lab balance --check",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := study.Open(cmd, known, "workers")
			if err != nil {
				return err
			}
			if b.pairs < 0 {
				return cli.Misused("--pairs %d: it must be at least 1, or 0 to play as planned", b.pairs)
			}
			b.places(g.ID)
			t, err := set(g.Module, g.Dirs[g.ID], b.variants[g.ID], b.seed, b.pairs)
			if err != nil {
				return err
			}
			t.board = g.Board().Name
			return b.run(cmd, t)
		},
	}
	cmd.Flags().StringVar(&b.out, "out", "", "directory of the results: *.jsonl, or compressed *.jsonl.gz (empty: "+
		"docs/data/balance, followed by the id of the game unless it is the first)")
	cmd.Flags().StringVar(&b.table, "table", "", "file for the table (empty: samples.csv in --out)")
	cmd.Flags().StringVar(&b.only, "only", "", "play only this sample, for example captain")
	cmd.Flags().BoolVar(&b.report, "report", false, "play nothing; write the table from the results in --out")
	cmd.Flags().BoolVar(&b.check, "check", false, "play the matches planned for checking twice")
	cmd.Flags().IntVar(&b.pairs, "pairs", 0, "maximum number of pairs in each sample (0: as planned)")
	cmd.Flags().IntVar(&b.workers, "workers", 1, "number of pairs played at the same time")
	cmd.Flags().Uint64Var(&b.seed, "seed", 1901, "seed of the dice: the same seed gives the same matches, whatever the number of workers")
	config.Use(cmd, "game", "data")
	return cmd
}

// balance is one run of the command.
type balance struct {
	known    games.List
	variants map[string][]variant
	out      string
	table    string
	only     string
	report   bool
	check    bool
	pairs    int
	workers  int
	seed     uint64
}

// places says where the results of a game and, beside them, its table are, as far as no flag has: each game has its own.
func (b *balance) places(id string) {
	of := ""
	if id != b.known[0].ID {
		of = "-" + id
	}
	b.out = cmp.Or(b.out, "docs/data/balance"+of)
	b.table = cmp.Or(b.table, filepath.Join(b.out, "samples.csv"))
}

// run plays what is missing, and writes the table.
func (b *balance) run(cmd *cobra.Command, t *table) error {
	if !b.report {
		if err := b.play(cmd, t); err != nil {
			return err
		}
	}
	k, plan, err := b.now(t)
	if err != nil {
		return err
	}
	if err := cli.WriteFile(b.table, func(w io.Writer) error { return t.write(w, plan, k) }); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s written\n", b.table)
	for _, name := range names(plan) {
		for _, fault := range k.sum(name).faults {
			fmt.Fprintf(cmd.OutOrStdout(), "fault in %s: %s\n", name, fault)
		}
	}
	if k.faults() > 0 {
		return cli.ErrFound
	}
	return nil
}

// now reads what is kept, and makes the plan from it.
func (b *balance) now(t *table) (kept, []stage, error) {
	k, err := read(b.out, t.plan(kept{}))
	if err != nil {
		return nil, nil, err
	}
	// With the bids, which follow from the rest.
	plan := t.plan(k)
	k, err = read(b.out, plan)
	return k, plan, err
}

// play plays all stages, or those of one sample.
func (b *balance) play(cmd *cobra.Command, t *table) error {
	// As in selfplay: little is alive, and much is garbage.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	for i := 0; ; i++ {
		k, plan, err := b.now(t)
		if err != nil {
			return err
		}
		if b.only != "" {
			mine := slices.DeleteFunc(slices.Clone(plan), func(st stage) bool { return st.sample.name != b.only })
			if len(mine) == 0 {
				return cli.Misused("--only %q: use %s", b.only, strings.Join(names(plan), ", "))
			}
			plan = mine
		}
		if i == len(plan) {
			return nil
		}
		if err := b.stage(cmd, plan[i], k[plan[i].sample.name]); err != nil {
			return err
		}
	}
}

// names are the names of the samples, each once.
func names(plan []stage) []string {
	var out []string
	for _, st := range plan {
		if !slices.Contains(out, st.sample.name) {
			out = append(out, st.sample.name)
		}
	}
	return out
}

// tellEvery is how often it is said how far a stage is.
const tellEvery = time.Minute

// stage plays the pairs of a stage that are missing.
func (b *balance) stage(cmd *cobra.Command, st stage, p pairs) (err error) {
	var missing []int
	for i := range st.pairs {
		if l, ok := p.lines[i]; !ok || b.check && i < st.checked && !l.Checked {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	file, err := open(b.out, st.sample)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines := json.NewEncoder(file)
	start := time.Now()
	told, done := start, 0
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d of %d pairs already played\n", st.sample.name, st.pairs-len(missing), st.pairs)
	pair := func(ctx context.Context, i int) (line, error) {
		return st.sample.play(ctx, missing[i], b.check && missing[i] < st.checked)
	}
	for l, err := range study.InOrder(cmd.Context(), len(missing), b.workers, pair) {
		if ctx := cmd.Context(); err != nil && ctx.Err() != nil {
			return cli.Stopped(ctx, "%d of %d pairs of %s", st.pairs-len(missing)+done, st.pairs, st.sample.name)
		}
		if err == nil {
			err = lines.Encode(l)
		}
		if err != nil {
			return err
		}
		if l.Fault != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "fault: %s\n", l.Fault)
		}
		done++
		if now := time.Now(); now.Sub(told) >= tellEvery {
			told = now
			tell(cmd.ErrOrStderr(), st, len(missing), done, now.Sub(start))
		}
	}
	tell(cmd.ErrOrStderr(), st, len(missing), done, time.Since(start))
	return nil
}

// tell says how far a stage is, and how long it may still take.
func tell(to io.Writer, st stage, missing, done int, took time.Duration) {
	each := took / time.Duration(done)
	left := each * time.Duration(missing-done)
	fmt.Fprintf(to, "%s: %d of %d pairs, %s each, about %s to go\n", st.sample.name, st.pairs-missing+done, st.pairs,
		each.Round(10*time.Millisecond), left.Round(time.Second))
}

// play plays a pair. What went wrong in a match is in the line; the error is that of the context.
func (s sample) play(ctx context.Context, pair int, check bool) (line, error) {
	l := line{deal: s.deal(), Pair: pair, Checked: check}
	for side := range l.Matches {
		m := s.match(pair, side)
		asked, look := 0, 10*(pair%20)+5 // one position of a match, so that what is noted does not hang together
		m.Decided = func(d arena.Decision) error {
			if seat := d.Prompt.Seat; seat != engine.Chance {
				who := 0
				if m.Players[seat].About != s.players[0].About {
					who = 1
				}
				l.Answers++
				l.Most[who] = max(l.Most[who], d.Answer.Nodes)
				if asked++; asked == look && s.judge != nil {
					l.Matches[side].Chance = s.judge.Chance(d.Before.Window(engine.Spectator))
				}
			}
			return ctx.Err()
		}
		var end engine.Result
		var err error
		if check {
			end, _, err = m.Checked()
		} else {
			end, err = m.Play()
		}
		if ctx.Err() != nil {
			return line{}, ctx.Err()
		}
		if err != nil {
			l.Fault, l.played = err.Error(), played{}
			break
		}
		l.Matches[side].see(end, s.game.Info().Seats)
	}
	return l, nil
}

// see takes in how a match ended.
func (r *result) see(end engine.Result, seats []engine.Seat) {
	r.Won, r.Decisive = arena.ResultFor(end, seats[0]).Won, end.Decisive
	for _, score := range end.Score {
		for i, seat := range seats {
			if score.Seat == seat {
				r.Points[i] = score.Points
			}
		}
	}
}
