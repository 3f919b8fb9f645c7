package play_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
	"referee/engine/play"
)

// game plays a match of the toy between players, with dice out of a seed, and lists the answers of both.
func game(t *testing.T, match string, seed uint64, who map[engine.Seat]play.Player) []string {
	t.Helper()
	out, err := toy.Strict().Begin(0, engine.Setup{"traps": "on"})
	if err != nil {
		t.Fatal(err)
	}
	pos, dice := out.Position, enginetest.NewPlayer(seed, nil)
	places := map[engine.Seat]play.Place{}
	for seat := range who {
		places[seat] = play.At(match, seat)
	}
	var said []string
	for n := 1; len(pos.Prompts()) > 0; n++ {
		p := pos.Prompts()[0]
		var path []string
		if p.Seat == engine.Chance {
			if path, err = dice.Answer(pos, p); err != nil {
				t.Fatal(err)
			}
		} else {
			q, err := places[p.Seat].Ask(pos, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			a, err := who[p.Seat].Answer(q)
			if err != nil {
				t.Fatal(err)
			}
			path, said = a.Path, append(said, string(p.Seat)+" "+p.Kind+" "+strings.Join(a.Path, " "))
		}
		next, err := pos.Submit(n, p.Seat, p.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		if p.Seat != engine.Chance {
			places[p.Seat] = places[p.Seat].After(p.Kind, next.Path)
		}
		pos = next.Position
	}
	return said
}

// TestTheRecordGivesTheAnswers: the same match gives the same answers, another match others.
func TestTheRecordGivesTheAnswers(t *testing.T) {
	recruit := play.Recruit(map[string]int{"stay": 3})
	who := map[engine.Seat]play.Player{"red": recruit, "blue": recruit}
	one := game(t, "m1", 7, who)
	if again := game(t, "m1", 7, who); !slices.Equal(one, again) {
		t.Errorf("asked again:\n%q\nbefore:\n%q", again, one)
	}
	if other := game(t, "m2", 7, who); slices.Equal(one, other) {
		t.Errorf("two matches have the same answers: %q", one)
	}
}

// TestPlaceFollowsItsSeat: only what the seat has said, in its words, makes a difference.
func TestPlaceFollowsItsSeat(t *testing.T) {
	at := play.At("m", "red")
	places := []play.Place{
		at, play.At("m", "blue"), play.At("n", "red"), at.After("plan", []string{"hold"}), at.After("plan", []string{"ho", "ld"}),
		at.After("march", []string{"hold"}), at.After("plan", []string{"hold"}).After("plan", []string{"hold"}),
	}
	for i, p := range places {
		for _, q := range places[:i] {
			if p == q {
				t.Errorf("place %d is one before it", i)
			}
		}
	}
	same := play.At("m", "red")
	if at != same || at.After("plan", nil) != same.After("plan", nil) {
		t.Error("the same place is another")
	}
}

func TestAskRefuses(t *testing.T) {
	out, err := toy.Strict().Begin(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	pos, at := out.Position, play.At("m", "red")
	open := pos.Prompts()[0].ID
	if _, err := at.Ask(pos, open); err != nil {
		t.Errorf("%s: %v", open, err)
	}
	if _, err := play.At("m", "blue").Ask(pos, open); !errors.Is(err, engine.ErrSeat) {
		t.Errorf("%s asked of another: %v", open, err)
	}
	if _, err := at.Ask(pos, "plan@9"); !errors.Is(err, engine.ErrStale) {
		t.Errorf("a closed question: %v", err)
	}
}

// TestBudget: no more nodes are given than a player has, and what it spends is counted.
func TestBudget(t *testing.T) {
	out, err := toy.Strict().Begin(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	q, err := play.At("m", "red").Ask(out.Position, out.Position.Prompts()[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	p := play.Player{About: play.About{Name: "greedy", Version: 1, Nodes: 10}, Think: func(q *play.Question) (play.Answer, error) {
		if !q.Spend(7) || q.Spend(4) || q.Left() != 3 || !q.Spend(2) {
			t.Error("the budget is not 10 nodes")
		}
		return play.Answer{Path: q.Prompt().Default}, nil
	}}
	for range 2 {
		if a, err := p.Answer(q); err != nil || a.Nodes != 9 {
			t.Errorf("%d nodes, %v", a.Nodes, err)
		}
	}
	poor := play.Recruit(nil)
	poor.Nodes = 0
	if a, err := poor.Answer(q); err == nil {
		t.Errorf("without a node: %q", a.Path)
	}
}

// TestRecruitFollowsItsWeights: whoever weighs units with 0 stays where they are, others march.
func TestRecruitFollowsItsWeights(t *testing.T) {
	homebody := play.Recruit(map[string]int{"unit": 0, "group": 0, "add": 0})
	for _, p := range []play.Player{homebody, play.Recruit(nil)} {
		marches := 0
		for _, said := range game(t, "m", 3, map[engine.Seat]play.Player{"red": p, "blue": p}) {
			if words := strings.Fields(said); words[1] == "march" && words[2] != "stay" {
				marches++
			}
		}
		if stays := p.About == homebody.About; stays != (marches == 0) {
			t.Errorf("%s marches %d times", p.About, marches)
		}
	}
	if a, b := play.Recruit(nil), homebody; a.Weights != "" || len(b.Weights) != 64 {
		t.Errorf("weights %q and %q", a.Weights, b.Weights)
	}
}

func TestRoster(t *testing.T) {
	one := play.Recruit(nil)
	two := play.Player{About: play.About{Name: "sergeant", Version: 2, Weights: "5c1d09aa77", Nodes: 100}}
	r := play.Roster{one, two}
	if p, ok := r.Find("sergeant"); !ok || p.About != two.About {
		t.Errorf("%v, %t", p.About, ok)
	}
	if _, ok := r.Find("general"); ok {
		t.Error("there is a general")
	}
	older := two.About
	older.Version = 1
	if _, ok := r.Same(older); ok {
		t.Error("an older version is taken for the same")
	}
	if _, ok := r.Same(two.About); !ok {
		t.Error("the same is not found")
	}
	if got, want := two.String(), "sergeant 2 (5c1d09aa) 100"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := r.Names(); !slices.Equal(got, []string{"recruit", "sergeant"}) {
		t.Errorf("names %q", got)
	}
}
