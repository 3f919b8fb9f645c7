package duel

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/games/gamestest"
	"referee/cmd/lab/study"
	"referee/engine/enginetest/toy"
	"referee/engine/play"
	arena "referee/engine/play/duel"
)

// rivals are a recruit and whoever.
func rivals(b play.Player) arena.Rivals {
	return arena.Rivals{Game: toy.Strict(), A: play.Recruit(nil), B: b, Seed: 3}
}

// run runs the command and returns what it prints, without what depends on the clock.
func run(ctx context.Context, t *testing.T, d duel, r arena.Rivals) (out, complaint string, err error) {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	err = d.run(cmd, r)
	var timeless []string
	for line := range strings.Lines(stdout.String()) {
		for _, clock := range []string{`,"seconds_per_game":`, `,"slowest_ms":`} {
			line, _, _ = strings.Cut(line, clock)
		}
		timeless = append(timeless, strings.TrimSuffix(line, "\n"))
	}
	return strings.Join(timeless, "\n"), stderr.String(), err
}

// TestWorkersChangeNothing: however many play at a time, the same comes out, also where a test ends
// it on the way.
func TestWorkersChangeNothing(t *testing.T) {
	weighted := play.Recruit(map[string]int{"fight": 40, "march": 5})
	weighted.Name = "weighted"
	for _, sprt := range []string{"", "wins", "margin"} {
		first := ""
		for _, workers := range []int{1, 3, 8} {
			d := duel{pairs: 60, workers: workers, sprt: sprt}
			out, _, err := run(t.Context(), t, d, rivals(weighted))
			if err != nil {
				t.Fatal(err)
			}
			if first == "" {
				first = out
			}
			if out != first {
				t.Errorf("%s: with one worker\n%s\nand with %d\n%s", sprt, first, workers, out)
			}
		}
	}
}

// TestATestEndsOnceItIsDecided: of players who are alike none is ahead by a point, which 16 pairs show.
func TestATestEndsOnceItIsDecided(t *testing.T) {
	out, _, err := run(t.Context(), t, duel{pairs: 100, workers: 1, sprt: "margin"}, rivals(play.Recruit(nil)))
	if err != nil || !strings.Contains(out, `"verdict":"h0"`) || !strings.Contains(out, `{"pairs":16,`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestOptionsAreThoseOfTheGame: what it has not is refused.
func TestOptionsAreThoseOfTheGame(t *testing.T) {
	for options, known := range map[[2]string]bool{{"bid", "red-1"}: true, {"bid", "red-9"}: false, {"luck", "on"}: false} {
		d := duel{options: map[string]string{options[0]: options[1]}}
		r, err := d.rivals(study.Game{Module: gamestest.Toy(), Rules: toy.Strict()}, []string{"recruit", "random"})
		var misused *cli.UsageError
		if known != (err == nil) || !known && !errors.As(err, &misused) {
			t.Errorf("%v: %v", options, err)
		}
		if known && r.Setup[options[0]] != options[1] {
			t.Errorf("%v: matches are set up by %v", options, r.Setup)
		}
	}
}

// TestStoppedRunReportsFinishedPairs: a run that is told to stop in the middle of a match tells of the
// pairs before it.
func TestStoppedRunReportsFinishedPairs(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	b := play.Recruit(nil)
	think, answers := b.Think, 0
	b.Think = func(q *play.Question) (play.Answer, error) {
		if answers++; answers == 60 {
			cancel(&cli.Signal{Number: syscall.SIGINT})
		}
		return think(q)
	}
	out, complaint, err := run(ctx, t, duel{pairs: 50, workers: 1}, rivals(b))
	if err == nil || complaint != "" {
		t.Fatalf("%v, %s", err, complaint)
	}
	pairs := strings.TrimSuffix(strings.TrimPrefix(err.Error(), "stopped after "), " of 50 pairs")
	if pairs == "0" || !strings.Contains(out, `{"pairs":`+pairs+`,"wins":`) {
		t.Errorf("%v, and it tells\n%s", err, out)
	}
}

// TestAFaultIsTold: with the match and the position, and the exit code of what was found.
func TestAFaultIsTold(t *testing.T) {
	mute := play.Player{About: play.About{Name: "mute", Nodes: 1}, Think: func(*play.Question) (play.Answer, error) {
		return play.Answer{Path: []string{"nonsense"}}, nil
	}}
	out, complaint, err := run(t.Context(), t, duel{pairs: 5, workers: 2, check: true}, rivals(mute))
	if !errors.Is(err, cli.ErrFound) || !strings.HasPrefix(complaint, "fault: match 3/0, decision ") || !strings.Contains(complaint, "nonsense") {
		t.Errorf("%v: %s", err, complaint)
	}
	if !strings.Contains(out, `{"matches":0,"answers":0,"faults":1}`) {
		t.Error(out)
	}
}
