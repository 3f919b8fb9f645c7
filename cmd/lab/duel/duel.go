// Package duel lets programs play against each other, and reports which is stronger.
package duel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/lab/duel/stranger"
	"referee/cmd/lab/study"
	"referee/engine"
	"referee/engine/play"
	arena "referee/engine/play/duel"
	"referee/engine/play/strength"
)

// New makes the command over the games of a program.
func New(known games.List) *cobra.Command {
	var d duel
	cmd := &cobra.Command{
		Use:   "duel A B",
		Short: "let two programs play and report which is stronger",
		Long: "Plays pairs of matches between two programs: both matches use the same dice, with sides changed. The output is\n" +
			"JSON; the last line is from A's point of view, over all matches; margin_se is the standard error of margin, by pairs. The programs\n" +
			"are those of the game (recruit and stronger), random, which chooses among all options with equal probability, and\n" +
			"for Celles stranger, which is unrelated to the other levels and anchors their scale.\n\n" +
			"--sprt stops once the pairs decide whether A scores 50% or 55%; --sprt=margin, whether A is ahead by 0 or by 1\n" +
			"point. Each error rate is 5%, and --pairs is then the maximum.\n" +
			"--seat has A play one side only, in two matches of a pair that have dice of their own; a player that plays one side needs it.\n" +
			"--check plays each match twice, and fails if an answer is refused or differs the second time.",
		Example: "  go run ./cmd/lab duel sergeant recruit --pairs 100 --seed 7",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := study.Open(cmd, known, "pairs", "workers")
			if err != nil {
				return err
			}
			rivals, err := d.rivals(g, args)
			if err != nil {
				return err
			}
			if err := study.Print(cmd.OutOrStdout(), false, g.Board()); err != nil {
				return err
			}
			return d.run(cmd, rivals)
		},
	}
	cmd.Flags().IntVar(&d.pairs, "pairs", 100, "number of pairs of matches")
	cmd.Flags().Uint64Var(&d.seed, "seed", 1, "seed of the dice: the same seed gives the same matches, whatever the number of workers")
	cmd.Flags().IntVar(&d.workers, "workers", 1, "number of matches played at the same time")
	cmd.Flags().BoolVar(&d.check, "check", false, "play each match twice, and compare the answers")
	cmd.Flags().StringVar(&d.sprt, "sprt", "", "stop once the result is decided, by wins or by margin")
	cmd.Flags().StringVar(&d.seat, "seat", "", "the side that A plays in all matches, for example allied")
	cmd.Flags().StringToStringVar(&d.options, "option", nil, "options of the matches, comma-separated, for example bid=allied-3")
	cmd.Flags().Lookup("sprt").NoOptDefVal = string(strength.Wins)
	config.Use(cmd, "game", "data")
	return cmd
}

// duel is one run of the command.
type duel struct {
	pairs   int
	seed    uint64
	workers int
	check   bool
	sprt    string
	seat    string
	options map[string]string
}

// tests are what --sprt may be.
var tests = map[string]strength.Test{
	string(strength.Wins):    {Measure: strength.Wins, H0: 0.5, H1: 0.55, Error: 0.05},
	string(strength.Margins): {Measure: strength.Margins, H0: 0, H1: 1, Error: 0.05},
}

// rivals finds the players.
func (d *duel) rivals(g study.Game, names []string) (arena.Rivals, error) {
	if _, ok := tests[d.sprt]; d.sprt != "" && !ok {
		return arena.Rivals{}, cli.Misused("--sprt=%s: use %s, %s", d.sprt, strength.Wins, strength.Margins)
	}
	roster := append(play.Roster{random()}, g.Roster()...)
	if p, ok := strangers[g.ID]; ok {
		roster = append(roster, p)
	}
	options := g.Rules.Info().Options
	r := arena.Rivals{Game: g.Rules, Setup: d.options, Seed: d.seed}
	if id, unknown := r.Setup.Unknown(options); unknown {
		return arena.Rivals{}, cli.Misused("--option %s=%s: %s", id, r.Setup[id], offered(options, id))
	}
	for i, to := range []*play.Player{&r.A, &r.B} {
		p, ok := roster.Find(names[i])
		if !ok {
			return arena.Rivals{}, cli.Misused("no player %q of %s: use %s", names[i], g.ID, strings.Join(roster.Names(), ", "))
		}
		*to = p
	}
	seats := g.Rules.Info().Seats
	if r.Seat = engine.Seat(d.seat); r.Seat != "" && !slices.Contains(seats, r.Seat) {
		return arena.Rivals{}, cli.Misused("--seat %s: use one of %s", d.seat, seats)
	}
	for side := range 2 {
		for seat, p := range r.Match(0, side).Players {
			if !p.Sits(seat) {
				return arena.Rivals{}, cli.Misused("%s does not play %s: let it be A, with --seat %s", p.Name, seat, p.Seats[0])
			}
		}
	}
	return r, nil
}

// strangers are players, by game, that its levels are measured against and that nobody else plays.
var strangers = map[string]play.Player{"celles": stranger.Player()}

// offered says what an option may be, or which options there are.
func offered(options []engine.SetupOption, id string) string {
	var ids []string
	for _, o := range options {
		if o.ID == id {
			return "it takes " + strings.Join(o.Values, ", ")
		}
		ids = append(ids, o.ID)
	}
	return "use " + strings.Join(ids, ", ")
}

// random is the player to whom all options are alike, whatever the game says of them.
func random() play.Player {
	p := play.Recruit(nil)
	p.Name = "random"
	return p
}

// summary is the last line.
type summary struct {
	Pairs          int     `json:"pairs"`
	Wins           int     `json:"wins"`
	Losses         int     `json:"losses"`
	Draws          int     `json:"draws"`
	Score          float64 `json:"score_percent"` // a draw counts as half a win
	ScoreSE        float64 `json:"score_se"`
	Margin         float64 `json:"margin"`
	MarginSE       float64 `json:"margin_se"`
	SecondsPerGame float64 `json:"seconds_per_game"`
}

// side is what A did from one side.
type side struct {
	Side     engine.Seat `json:"side"`
	Wins     int         `json:"wins"`
	Losses   int         `json:"losses"`
	Draws    int         `json:"draws"`
	Margin   float64     `json:"margin"`
	MarginSE float64     `json:"margin_se"`
}

// decided says what a sequential test came to.
type decided struct {
	SPRT    strength.Measure `json:"sprt"`
	H0      float64          `json:"h0"`
	H1      float64          `json:"h1"`
	LLR     float64          `json:"llr"`
	Lower   float64          `json:"lower"`
	Upper   float64          `json:"upper"`
	Verdict strength.Verdict `json:"verdict"`
}

// checked says what --check has seen.
type checked struct {
	Matches int `json:"matches"`
	Answers int `json:"answers"`
	Faults  int `json:"faults"`
}

// thought is what the answers of one player took.
type thought struct {
	Player    string  `json:"player"`
	Answers   int     `json:"answers"`
	Nodes     float64 `json:"nodes"` // an answer, on the average
	MostNodes int     `json:"most_nodes"`
	Budget    int     `json:"budget"` // in nodes
	Slowest   float64 `json:"slowest_ms"`
}

func (t *thought) add(nodes int, took time.Duration) {
	t.Nodes = (t.Nodes*float64(t.Answers) + float64(nodes)) / float64(t.Answers+1)
	t.Answers++
	t.MostNodes = max(t.MostNodes, nodes)
	t.Slowest = max(t.Slowest, float64(took.Microseconds())/1000)
}

func (t *thought) merge(o thought) {
	if n := t.Answers + o.Answers; n > 0 {
		t.Nodes = (t.Nodes*float64(t.Answers) + o.Nodes*float64(o.Answers)) / float64(n)
		t.Answers = n
	}
	t.MostNodes, t.Slowest = max(t.MostNodes, o.MostNodes), max(t.Slowest, o.Slowest)
}

// played is a pair that was played.
type played struct {
	pair    strength.Pair
	answers int // that were held against each other
	took    time.Duration
	thought [2]thought // A's and B's
}

// tally is what came of the pairs so far.
type tally struct {
	sum     strength.Sum
	answers int
	took    time.Duration
	thought [2]thought
}

func (d *duel) run(cmd *cobra.Command, r arena.Rivals) error {
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	// As in selfplay: little is alive, and much is garbage.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	progress := cli.NewProgress(cmd.ErrOrStderr(), "pairs", d.pairs)
	defer progress.Done()
	test, sequential := tests[d.sprt]
	t := tally{thought: [2]thought{{Player: r.A.String(), Budget: r.A.Nodes}, {Player: r.B.String(), Budget: r.B.Nodes}}}
	var fault error
	pair := func(ctx context.Context, i int) (played, error) { return d.pair(ctx, r, i) }
	for p, err := range study.InOrder(ctx, d.pairs, d.workers, pair) {
		if err != nil {
			fault = err
			break
		}
		t.sum.Add(p.pair)
		t.answers += p.answers
		t.took += p.took
		for i := range t.thought {
			t.thought[i].merge(p.thought[i])
		}
		progress.At(t.sum.Pairs)
		if sequential && test.Verdict(t.sum) != strength.Open {
			break
		}
	}
	stop()
	progress.Done()
	if ctx := cmd.Context(); ctx.Err() != nil && errors.Is(fault, ctx.Err()) {
		fault = nil
	}
	faults := 0
	if fault != nil {
		faults = 1
		fmt.Fprintf(cmd.ErrOrStderr(), "fault: %v\n", fault)
	}
	if err := d.report(cmd.OutOrStdout(), r.Game.Info().Seats, t, test, faults); err != nil {
		return err
	}
	if t.sum.Pairs < d.pairs && (!sequential || test.Verdict(t.sum) == strength.Open) {
		return cli.Stopped(cmd.Context(), "%d of %d pairs", t.sum.Pairs, d.pairs)
	}
	return nil
}

// pair plays one pair. It stops between two decisions where the context has ended.
func (d *duel) pair(ctx context.Context, r arena.Rivals, i int) (out played, err error) {
	start := time.Now()
	out.pair, err = r.Pair(i, func(side int, m arena.Match) (engine.Result, error) {
		first, asked := r.Of(side), time.Now()
		m.Decided = func(decided arena.Decision) error {
			now := time.Now()
			switch decided.Prompt.Seat {
			case first:
				out.thought[0].add(decided.Answer.Nodes, now.Sub(asked))
			case engine.Chance:
			default:
				out.thought[1].add(decided.Answer.Nodes, now.Sub(asked))
			}
			asked = now
			return ctx.Err()
		}
		if !d.check {
			return m.Play()
		}
		result, answers, err := m.Checked()
		out.answers += answers
		return result, err
	})
	out.took = time.Since(start)
	return out, err
}

// report prints what came of it; the last line is a [summary]. A result that cannot be written is
// an error.
func (d *duel) report(to io.Writer, seats []engine.Seat, t tally, test strength.Test, faults int) error {
	var parts []any
	for _, th := range t.thought {
		th.Nodes = math.Round(th.Nodes)
		parts = append(parts, th)
	}
	for i, s := range t.sum.Sides {
		if d.seat != "" {
			break // the last line has all
		}
		margin, se := rounded(s.Margin())
		parts = append(parts, side{seats[i], s.Wins, s.Losses, s.Draws, margin, se})
	}
	if d.check {
		parts = append(parts, checked{2 * t.sum.Pairs, t.answers, faults})
	}
	if d.sprt != "" {
		lower, upper := test.Bounds()
		parts = append(parts, decided{
			test.Measure, test.H0, test.H1, study.Rounded(test.LLR(t.sum)), study.Rounded(lower), study.Rounded(upper), test.Verdict(t.sum),
		})
	}
	last := summary{Pairs: t.sum.Pairs}
	last.Wins, last.Losses, last.Draws = t.sum.Results()
	score, se := t.sum.Score()
	last.Score, last.ScoreSE = rounded(100*score, 100*se)
	last.Margin, last.MarginSE = rounded(t.sum.Margin())
	if t.sum.Pairs > 0 {
		games := float64(2 * t.sum.Pairs)
		if d.check {
			games *= 2
		}
		last.SecondsPerGame = math.Round(1e4*t.took.Seconds()/games) / 1e4
	}
	return study.Print(to, faults > 0, append(parts, last)...)
}

// rounded are a mean and its error for people; the error of fewer than two pairs, which is
// infinite, is 0, as JSON has no infinity.
func rounded(mean, se float64) (float64, float64) {
	if math.IsInf(se, 1) {
		se = 0
	}
	return study.Rounded(mean), study.Rounded(se)
}
