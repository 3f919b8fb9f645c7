package america

import (
	"flag"
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/kit/events"
)

var promised = flag.Int("promises", 2, "of how many random matches TestPromisesAreKept asks where units can go")

// TestPromisesAreKept: what is said of a hex that a unit can reach, the order to it does, by a tactical and by a strategic
// move. Of every few questions of random matches some units are tried with all of their hexes.
func TestPromisesAreKept(t *testing.T) {
	t.Parallel()
	g := opened(t)
	p := &promises{t: t, rand: rand.New(rand.NewPCG(1, 2))}
	for seed := range uint64(*promised) {
		n := 0
		_, err := enginetest.Play(g, nil, 5000+seed, nil, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if s.Prompt.Kind != kindMove && s.Prompt.Kind != kindExploit {
				return nil
			}
			if n++; n%13 == 0 {
				p.position(s.Before, s.Prompt)
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d hexes", p.hexes)
	if p.hexes < 1000 {
		t.Error("too little was tried")
	}
}

type promises struct {
	t     *testing.T
	rand  *rand.Rand
	hexes int
}

func (p *promises) position(pos engine.Position, q engine.Prompt) {
	node, err := pos.Options(q.ID, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, o := range node.Options {
		if o.Kind != "unit" || p.rand.IntN(8) > 0 {
			continue
		}
		unit := o.ID[1:]
		p.ways(pos, q, unit, "reach")
		next, err := pos.Options(q.ID, []string{o.ID})
		if err == nil && next.Has("strategic") {
			p.ways(pos, q, unit, "strategic")
		}
	}
}

// ways tries all hexes of a query.
func (p *promises) ways(pos engine.Position, q engine.Prompt, unit, query string) {
	a, err := pos.Ask(engine.Spectator, engine.Query{Name: query, Args: map[string][]string{"unit": {unit}}})
	if err != nil { // it is still to come on
		return
	}
	reach, path := a.Data.(engine.Reach), []string{"+" + unit}
	if query == "strategic" {
		path = append(path, "strategic")
	}
	for _, to := range reach.Hexes {
		p.hexes++
		order := append(path[:len(path):len(path)], wordTo+to.To.String())
		if !to.Rolls {
			order = append(order, "stop")
		}
		out, err := pos.Submit(1, q.Seat, q.ID, order)
		if err != nil {
			p.t.Errorf("%v: %v\n%s", order, err, pos)
			continue
		}
		spent, at := paid(out.Events)
		if int(spent) != to.Cost || at != to.To.String() {
			p.t.Errorf("%v: %s for %s, and was said to be %s\n%s", order, at, spent, scenario.MP(to.Cost), pos)
		}
	}
}

// paid is what a move of one unit has cost, and where it has led.
func paid(all []engine.Event) (spent scenario.MP, at string) {
	for _, e := range all {
		switch f := events.Fact(e).(type) {
		case event.Moved:
			spent, at = spent+f.MP[0], f.To
		case event.SlipTried:
			spent, at = spent+f.MP, f.To
		}
	}
	return spent, at
}

// TestFates: of a hex that odds say is left empty for certain nobody keeps it, and where they say that somebody stays,
// somebody does. Few random attacks leave a choice: cases of 9.2 have some.
func TestFates(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	read := func(pos engine.Position) *State {
		s, err := g.Parse(pos.String())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var hex hexIx
	var of side
	var told fate
	met := map[fate][2]int{}
	for seed := range uint64(*promised) {
		told = ""
		_, err := enginetest.Play(opened(t), nil, 6000+seed, bias, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if s.Prompt.Kind == kindCombat {
				before := read(s.Before)
				hex, of = before.Combat.Hex, before.Side.Enemy()
				for _, e := range s.Outcome.Events {
					if e, ok := events.Fact(e).(event.CombatRolled); ok {
						told = g.fate(before, hex, &before.Combat.Def, e.Defender)
					}
				}
			}
			if told == "" {
				return nil
			}
			after := read(s.Outcome.Position)
			if c := &after.Combat; c.Hex == hex && c.Stage != noCombat && c.Stage < stageAdvance {
				return nil
			}
			n := met[told]
			if after.held(hex, of) {
				n[0]++
			} else {
				n[1]++
			}
			met[told], told = n, ""
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("held and empty: %v", met)
	if met[fateEmpty][0] > 0 || met[fateHeld][1] > 0 || met[fateEmpty][1]*met[fateHeld][0] == 0 {
		t.Errorf("held and empty, by what was told: %v", met)
	}
}
