package duel_test

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/patience"
	"referee/engine/enginetest/toy"
	"referee/engine/play"
	"referee/engine/play/duel"
	"referee/engine/play/strength"
)

// named is a recruit by another name.
func named(name string) play.Player {
	p := play.Recruit(nil)
	p.Name = name
	return p
}

func match(name string, a, b play.Player) duel.Match {
	seats := toy.Strict().Info().Seats
	return duel.Match{Game: toy.Strict(), Name: name, Players: map[engine.Seat]play.Player{seats[0]: a, seats[1]: b}}
}

// played plays one match of a pair.
func played(_ int, m duel.Match) (engine.Result, error) { return m.Play() }

// course lists the decisions of a match, a line each.
func course(t *testing.T, m duel.Match) []string {
	t.Helper()
	var lines []string
	m.Decided = func(d duel.Decision) error {
		lines = append(lines, string(d.Prompt.Seat)+" "+d.Prompt.Kind+" "+strings.Join(d.Path, " "))
		return nil
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestTheNameIsTheMatch: the same name gives the same match, another one another.
func TestTheNameIsTheMatch(t *testing.T) {
	a := course(t, match("one", named("a"), named("b")))
	if b := course(t, match("one", named("a"), named("b"))); !slices.Equal(a, b) {
		t.Errorf("the same match goes otherwise:\n%s\n\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	if b := course(t, match("two", named("a"), named("b"))); slices.Equal(a, b) {
		t.Error("another match goes the same way")
	}
}

// TestAPairIsOneMatchFromBothSides: between players who are the same in all but the name, the
// second match of a pair is the first with the names exchanged.
func TestAPairIsOneMatchFromBothSides(t *testing.T) {
	r := duel.Rivals{Game: toy.Strict(), A: named("a"), B: named("b"), Seed: 5}
	for side, seat := range r.Game.Info().Seats {
		if got := r.Match(3, side).Players[seat].Name; got != "a" {
			t.Errorf("in match %d of a pair %s is %s", side, got, seat)
		}
	}
	var all strength.Sum
	for pair := range 20 {
		p, err := r.Pair(pair, played)
		if err != nil {
			t.Fatal(err)
		}
		if p[0].Won != -p[1].Won || p[0].Margin != -p[1].Margin {
			t.Errorf("pair %d: %+v", pair, p)
		}
		all.Add(p)
	}
	if wins, losses, _ := all.Results(); wins == 0 || wins != losses {
		t.Errorf("%+v", all)
	}
}

// TestASeatIsKept: with a seat A has it in both matches of a pair, which are two matches.
func TestASeatIsKept(t *testing.T) {
	a, b := named("a"), named("b")
	seat := toy.Strict().Info().Seats[1]
	r := duel.Rivals{Game: toy.Strict(), A: a, B: b, Seed: 3, Seat: seat}
	names := map[string]bool{}
	for side := range 2 {
		m := r.Match(0, side)
		names[m.Name] = true
		if r.Of(side) != seat || m.Players[seat].Name != "a" || m.Players[toy.Strict().Info().Seats[0]].Name != "b" {
			t.Errorf("match %d: %v", side, m.Players)
		}
	}
	if len(names) != 2 {
		t.Errorf("the matches are one: %v", names)
	}
}

// TestRollsOfOneNameDoNotShiftOthers: whatever else is rolled, the second roll of a kind in a
// turn by a side is the same.
func TestRollsOfOneNameDoNotShiftOthers(t *testing.T) {
	faces := make([]engine.Option, 1000)
	for i := range faces {
		faces[i].ID = strconv.Itoa(i)
	}
	red := engine.Moment{Turn: 3, Seat: "red"}
	roll := func(d *duel.Dice, at engine.Moment, kind string) string { return d.Face(at, kind, faces) }
	a, b := duel.NewDice("m"), duel.NewDice("m")
	first, second := roll(a, red, "die"), roll(a, red, "die")
	seen := map[string]bool{first: true, second: true}
	for _, other := range []string{
		roll(b, red, "draw"), roll(b, engine.Moment{Turn: 4, Seat: "red"}, "die"), roll(b, engine.Moment{Turn: 3, Seat: "blue"}, "die"),
		roll(duel.NewDice("n"), red, "die"),
	} {
		if seen[other] {
			t.Errorf("two streams bring %s", other)
		}
		seen[other] = true
	}
	if got := roll(b, red, "die"); got != first {
		t.Errorf("the first roll is %s, and %s after others", first, got)
	}
	b.Face(red, "die", faces[:1]) // a roll among other faces takes one number as well
	if got, want := roll(b, red, "die"), roll(a, red, "die"); got != want {
		t.Errorf("after a roll among fewer faces comes %s, not %s", got, want)
	}
}

// TestFacesAreAsLikelyAsTheyWeigh: of 60,000 rolls each face comes as often as its weight
// says, within four standard deviations.
func TestFacesAreAsLikelyAsTheyWeigh(t *testing.T) {
	faces := []engine.Option{{ID: "a", Weight: 1}, {ID: "b"}, {ID: "c", Weight: 4}}
	const rolls = 60_000
	d, count := duel.NewDice("weights"), map[string]float64{}
	for range rolls {
		count[d.Face(engine.Moment{}, "die", faces)]++
	}
	for id, p := range map[string]float64{"a": 1.0 / 6, "b": 1.0 / 6, "c": 4.0 / 6} {
		if off := (count[id] - rolls*p) / math.Sqrt(rolls*p*(1-p)); math.Abs(off) > 4 {
			t.Errorf("%s came %v times", id, count[id])
		}
	}
}

// TestSeenFromBothSides: who wins, and by how much.
func TestSeenFromBothSides(t *testing.T) {
	r := engine.Result{Winner: "red", Score: []engine.Score{{Seat: "red", Points: 7}, {Seat: "blue", Points: 3}}}
	for seat, want := range map[engine.Seat]strength.Result{"red": {Won: 1, Margin: 4}, "blue": {Won: -1, Margin: -4}} {
		if got := duel.ResultFor(r, seat); got != want {
			t.Errorf("%s sees %+v", seat, got)
		}
	}
	r.Winner = ""
	if got := duel.ResultFor(r, "red"); got.Won != 0 {
		t.Errorf("of a draw red sees %+v", got)
	}
}

// TestFaultsOfPlayersAreFound: an answer that is refused, and one that takes another
// number of nodes when it is asked for again.
func TestFaultsOfPlayersAreFound(t *testing.T) {
	good := named("good")
	calls := 0
	moody := play.Player{About: play.About{Name: "moody", Nodes: 100}, Think: func(q *play.Question) (play.Answer, error) {
		a, err := good.Think(q)
		if calls++; calls%5 == 0 {
			q.Spend(1)
		}
		return a, err
	}}
	mute := play.Player{About: play.About{Name: "mute", Nodes: 1}, Think: func(*play.Question) (play.Answer, error) {
		return play.Answer{Path: []string{"nonsense"}}, nil
	}}
	if _, n, err := match("checked", good, good).Checked(); err != nil || n == 0 {
		t.Errorf("good players: %d answers, %v", n, err)
	}
	if _, _, err := match("checked", good, moody).Checked(); !errors.Is(err, duel.ErrNondeterministic) {
		t.Errorf("one that changes its mind: %v", err)
	}
	var illegal *engine.Illegal
	var fault *duel.Error
	_, err := match("checked", mute, good).Play()
	if !errors.As(err, &illegal) || !errors.As(err, &fault) || fault.Decision != 1 || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("one that talks nonsense: %v", err)
	}
}

// TestAPanicIsTold: with the position in which it came.
func TestAPanicIsTold(t *testing.T) {
	lost := play.Player{About: play.About{Name: "lost", Nodes: 1}, Think: func(*play.Question) (play.Answer, error) {
		panic("no way out")
	}}
	var fault *duel.Error
	if _, err := match("panic", lost, named("b")).Play(); !errors.As(err, &fault) || fault.Position == "" || !strings.Contains(err.Error(), "no way out") {
		t.Error(err)
	}
}

// TestHookErrorEndsTheMatch: an error of the hook ends the match.
func TestHookErrorEndsTheMatch(t *testing.T) {
	stop := errors.New("enough")
	m := match("stopped", named("a"), named("b"))
	n := 0
	m.Decided = func(duel.Decision) error {
		if n++; n == 3 {
			return stop
		}
		return nil
	}
	if _, err := m.Play(); !errors.Is(err, stop) || n != 3 {
		t.Errorf("after %d decisions: %v", n, err)
	}
}

// TestItTakesTwo: a game of one seat has no pairs.
func TestItTakesTwo(t *testing.T) {
	alone, err := patience.Open(patience.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	r := duel.Rivals{Game: alone, A: named("a"), B: named("b")}
	if _, err := r.Pair(0, played); !errors.Is(err, duel.ErrSeats) {
		t.Errorf("a game for one: %v", err)
	}
}
