package handoffs

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// known are the games of the lab.
var known = append(games.Known(), gamestest.Toy())

// run runs the command as the lab does.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{Use: "lab"}
	config.Flag(root, known.IDs()...)
	return cli.Run(ctx, cli.Program(root, New(known)), args, stdin, stdout, stderr)
}

// simulated runs a simulation and reads the line of details and the last one.
func simulated(t *testing.T, game, standing string) (details, matchesSummary) {
	t.Helper()
	var out strings.Builder
	args := []string{"handoffs", "--game", game, "--matches", "2", "--seed", "9", "--standing", standing}
	if code := run(t.Context(), args, strings.NewReader(""), &out, io.Discard); code != cli.Done {
		t.Fatalf("standing %s: exit code %d", standing, code)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("standing %s: %d lines:\n%s", standing, len(lines), out.String())
	}
	last := regexp.MustCompile(`^\{"matches":2,"handoffs_per_turn":[\d.]+,"enemy_phase_handoffs_per_turn":[\d.]+,"days_median":[\d.]+\}$`)
	if !last.MatchString(lines[1]) {
		t.Errorf("standing %s: last line %s", standing, lines[1])
	}
	var d details
	var r matchesSummary
	for i, to := range []any{&d, &r} {
		if err := json.Unmarshal([]byte(lines[i]), to); err != nil {
			t.Fatal(err)
		}
	}
	return d, r
}

// TestStandingOrdersSaveHandoffs: the same matches come out, and fewer wait.
func TestStandingOrdersSaveHandoffs(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	asked, left, without, with := compared(t, "celles")
	if asked.Attacks.Least < 10 {
		t.Errorf("a match with %d attacks", asked.Attacks.Least)
	}
	if with.EnemyPhasesPerTurn > without.EnemyPhasesPerTurn/4 {
		t.Errorf("without orders %+v, with them %+v", without, with)
	}
	if again, _ := simulated(t, "celles", "on"); !reflect.DeepEqual(again, left) {
		t.Errorf("not the same twice:\n%+v\n%+v", left, again)
	}
}

// TestStandingOrdersOfAmerica: the same, but that nobody leaves an order for air, which is laid in secret, nor for a chit that is put back.
func TestStandingOrdersOfAmerica(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	_, left, without, with := compared(t, "america-triumphant")
	for kind := range left.Asked {
		if kind != "air" && kind != "put-back" {
			t.Errorf("%s is asked, for all the orders", kind)
		}
	}
	if with.EnemyPhasesPerTurn > without.EnemyPhasesPerTurn/2 {
		t.Errorf("without orders %+v, with them %+v", without, with)
	}
}

// compared plays the same matches with orders and without.
func compared(t *testing.T, game string) (asked, left details, without, with matchesSummary) {
	t.Helper()
	asked, without = simulated(t, game, "off")
	left, with = simulated(t, game, "on")
	if asked.Record != left.Record || asked.Attacks != left.Attacks || asked.Turns != left.Turns {
		t.Errorf("not the same matches:\n%+v\n%+v", asked, left)
	}
	count := func(asked map[string]int) (n int) {
		for _, k := range asked {
			n += k
		}
		return n
	}
	questions := count(asked.Asked)
	if questions < 5 || asked.Checked.Standing != 0 {
		t.Errorf("without orders %d questions were asked, and %d answered by orders", questions, asked.Checked.Standing)
	}
	if n := left.Checked.Standing; n+count(left.Asked) != questions || left.Checked.Single != asked.Checked.Single {
		t.Errorf("of %d questions orders answered %d, and %d were asked", questions, n, count(left.Asked))
	}
	if with.PerTurn >= without.PerTurn {
		t.Errorf("without orders %+v, with them %+v", without, with)
	}
	return asked, left, without, with
}

// wavering says something else when they are asked than in their orders.
type wavering struct{ answerer }

func (w wavering) Answer(pos engine.Position, q engine.Prompt) (path []string, ok bool, err error) {
	path, ok, err = w.answerer.Answer(pos, q)
	return append(path, "stop"), ok, err
}

func TestAnOrderThatIsNotThePlayersIsFound(t *testing.T) {
	g, err := known.Open("celles", nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := known.Referee("celles", nil)
	if err != nil {
		t.Fatal(err)
	}
	how := *cellesPeople()
	how.doctrine = wavering{how.doctrine}
	h := handoffs{standing: "on", seed: 9, list: list, game: g, people: &how, dir: t.TempDir()}
	err = h.play(t.Context(), 0, newTotals())
	if err == nil || !regexp.MustCompile(`standing order [1-9].* when asked`).MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}

// TestPersonAnswersWhileAwake follows what is left of a delay over nights, and over
// nights in which the clocks change.
func TestPersonAnswersWhileAwake(t *testing.T) {
	for _, c := range []struct {
		name, zone, from string
		need             time.Duration
		want             string
	}{
		{"evening", "Europe/Paris", "2026-01-07 20:15", 30 * time.Minute, "2026-01-07 20:45"},
		{"night", "Europe/Paris", "2026-01-07 23:30", 12 * time.Minute, "2026-01-08 07:30"},
		{"work", "America/Los_Angeles", "2026-01-07 09:00", 6 * time.Minute, "2026-01-07 11:00"},
		{"weekend", "America/Los_Angeles", "2026-01-09 22:30", 42 * time.Minute, "2026-01-10 10:00"},
		{"spring", "Europe/Paris", "2026-03-29 00:30", 9 * time.Minute, "2026-03-29 09:30"},
		{"autumn", "America/Los_Angeles", "2026-11-01 00:30", 9 * time.Minute, "2026-11-01 09:30"},
		{"half an hour off", "Asia/Kolkata", "2026-01-07 20:15", 50 * time.Minute, "2026-01-07 21:05"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			from, err := time.ParseInLocation("2006-01-02 15:04", c.from, zone)
			if err != nil {
				t.Fatal(err)
			}
			p := syntheticPlayer{zone: zone}
			at := p.after(from.UTC(), c.need)
			if got := at.In(zone).Round(time.Second).Format("2006-01-02 15:04"); got != c.want {
				t.Errorf("from %s, %v: %s, want %s", c.from, c.need, got, c.want)
			}
		})
	}
}

func TestHandoffsRefused(t *testing.T) {
	for _, args := range [][]string{
		{"--matches", "0"}, {"--standing", "maybe"}, {"--game", "toy"}, {"--matches", "1", "stray"},
	} {
		var out, problems strings.Builder
		if code := run(t.Context(), append([]string{"handoffs"}, args...), strings.NewReader(""), &out, &problems); code != cli.Usage {
			t.Errorf("%v: exit code %d, want %d", args, code, cli.Usage)
		}
		if out.Len() > 0 || problems.Len() == 0 {
			t.Errorf("%v: out %q, problems %q", args, out.String(), problems.String())
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{5, 1}, 3}, {[]float64{9, 1, 2}, 2}} {
		if got := median(c.list); got != c.want {
			t.Errorf("median of %v: %v, want %v", c.list, got, c.want)
		}
	}
}
