package celles

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/enginetest/matchtest"
	"referee/engine/kit/events"
	"referee/engine/luck"
)

// TestLuckCostsMatchCombat: what the die of an attack calls for is what the
// combat then takes, whoever is chosen for it.
func TestLuckCostsMatchCombat(t *testing.T) {
	compared := 0
	for seed, text := range crowds(t, 60) {
		pos := parse(t, text)
		all := attackers(t, pos, rand.New(rand.NewPCG(uint64(seed), 3)))
		if len(all) == 0 {
			continue
		}
		p := pos.Prompts()[0]
		words := strings.Fields(all[0])
		path := append([]string{words[0], "attack", words[1]}, words[2:]...)
		for i := range path[3:] {
			path[3+i] = "+" + path[3+i]
		}
		out, err := pos.Submit(1, p.Seat, p.ID, append(path, "go"))
		if err != nil {
			t.Fatal(err)
		}
		e := end{pos: out.Position, part: 1, went: []outcome{{}}}
		for !e.over && e.pos.Prompts()[0].Seat != engine.Chance {
			if q := e.pos.Prompts()[0]; q.Kind == kindCombatChit {
				e = newTwin(t).submit(e, q, []string{"no"}, p.Seat)
			} else {
				e = newTwin(t).best(e, p.Seat)
			}
		}
		if !e.over {
			compareCosts(t, e.pos, fmt.Sprintf("crowd %d, %s", seed, all[0]))
			compared++
		}
	}
	if compared < 20 {
		t.Fatalf("%d attacks", compared)
	}
}

// compareCosts judges every face of an attack's die, and plays each combat to its
// end.
func compareCosts(t *testing.T, pos engine.Position, what string) {
	t.Helper()
	var names []string
	for _, f := range faces {
		out, err := pos.Submit(1, engine.Chance, pos.Prompts()[0].ID, []string{f.ID})
		if err != nil {
			t.Fatal(err)
		}
		want, events := map[string]int{}, out.Events
		var seen []string
		for _, ev := range events {
			for _, c := range pos.Costs(ev) {
				want[fmt.Sprint(c.Seat, " ", c.Kind)] += c.N
				seen = append(seen, fmt.Sprint(c.Seat, " ", c.Kind))
			}
		}
		if names == nil {
			names = seen
		}
		if len(seen) != 4 || !reflect.DeepEqual(seen, names) {
			t.Fatalf("%s, die %s: %v, first %v", what, f.ID, seen, names)
		}
		got := map[string]int{}
		for now := out.Position; !taken(pos, events, got); {
			q := now.Prompts()[0]
			next, err := now.Submit(1, q.Seat, q.ID, q.Default)
			if err != nil {
				t.Fatal(err)
			}
			now, events = next.Position, append(events, next.Events...)
		}
		for _, name := range names {
			if got[name] != want[name] {
				t.Fatalf("%s, die %s: %s: called for %d, taken %d\n%s", what, f.ID, name, want[name], got[name], pos)
			}
		}
	}
}

// taken counts what a combat took of each side, and reports whether it is over.
func taken(before engine.Position, done []engine.Event, got map[string]int) bool {
	clear(got)
	seat := func(unit string) engine.Seat {
		if owned(unit, "german") == 1 {
			return "german"
		}
		return "allied"
	}
	for _, e := range done {
		switch e := events.Fact(e).(type) {
		case event.StepLost:
			if e.Cause == event.CauseCombat {
				got[fmt.Sprint(seat(e.Unit), " ", costSteps)]++
			}
		case event.Retreated:
			got[fmt.Sprint(seat(e.Unit), " ", costRetreats)] = 1
		case event.Eliminated:
			got[fmt.Sprint(seat(e.Unit), " ", costRetreats)] = 1
		case event.CombatEnded:
			return true
		}
	}
	return false
}

func TestAirAttackCosts(t *testing.T) {
	pos := parse(t, `celles 1
turn 2 phase action side allied step activate
chit 84
unit lehr-a 1505
unit 84-1 3306
available allied allied_air
`)
	p := pos.Prompts()[0]
	out, err := pos.Submit(1, p.Seat, p.ID, []string{"allied_air", "lehr-a"})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, f := range faces {
		struck, err := out.Position.Submit(2, engine.Chance, out.Position.Prompts()[0].ID, []string{f.ID})
		if err != nil {
			t.Fatal(err)
		}
		var costs []engine.Cost
		for _, e := range struck.Events {
			costs = append(costs, out.Position.Costs(e)...)
		}
		if len(costs) != 1 || costs[0].Seat != "german" || costs[0].Kind != costSteps {
			t.Fatalf("die %s: %+v", f.ID, costs)
		}
		steps += costs[0].N
	}
	if steps != 5 { // 13.4: 5 to 9
		t.Errorf("%d faces of ten cost a step, want 5", steps)
	}
}

// TestLuckIsSaid in every language, whatever it was.
func TestLuckIsSaid(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	who := engine.Noun("who", "german")
	said := func(key string, attacks, k int) engine.Msg {
		return engine.Say(key, who, engine.Num("n", attacks), engine.Num("k", k))
	}
	for _, tt := range []struct {
		want engine.Msg
		came []int
	}{
		{engine.Say("luck.none", who), nil},
		{said("luck.plain", 2, 1), []int{0, 1}},
		{said("luck.good", 3, 8), []int{1, 1, 1}},
		{said("luck.bad", 4, 16), []int{0, 0, 0, 0}},
		{said("luck.plain", 1, 2), []int{1}},
	} {
		var rolls []luck.Roll
		for _, face := range tt.came { // a coin that costs one side or the other a step
			r := luck.Roll{Came: face}
			for i := range 2 {
				r.Results = append(r.Results, luck.FaceResult{Weight: 1, Costs: []engine.Cost{
					{Seat: "german", Kind: costSteps, N: 1 - i}, {Seat: "allied", Kind: costSteps, N: i},
				}})
			}
			rolls = append(rolls, r)
		}
		sum := luck.NewSum(g.CostKinds())
		sum.Add(rolls, "german")
		told := sum.Report().Tell(engine.Noun("", "german"))
		for _, lang := range locale.Languages {
			for _, m := range told {
				if text, err := words.Try(lang, m); err != nil {
					t.Errorf("%s: %q: %v", lang, text, err)
				}
			}
		}
		if !reflect.DeepEqual(told[0], tt.want) {
			t.Errorf("%v: %v, want %v", tt.came, told[0], tt.want)
		}
	}
}

// BenchmarkRolls reads the rolls of a finished match, with what each face would
// have cost.
func BenchmarkRolls(b *testing.B) {
	g := openGame(b)
	m := matchtest.Played(b, g, bias)
	b.ReportAllocs()
	for b.Loop() {
		rolls, err := luck.Rolls(g, m.Log())
		if err != nil || len(rolls) != m.DiceInputs().Rolls {
			b.Fatal(len(rolls), err)
		}
	}
	b.ReportMetric(float64(m.DiceInputs().Rolls), "rolls")
}
