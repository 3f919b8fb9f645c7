package celles

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/events"
)

// twin works out what attacks come to without any of foresight: it plays them on
// positions, as a table does, every face of the die and every answer, and
// counts what the events say.
type twin struct {
	t     testing.TB
	known map[string]cheapest // by the position
}

// cheapest is the answer to a question that costs its seat least, and what it costs.
type cheapest struct {
	path []string
	cost [3]int
}

func newTwin(t testing.TB) twin { return twin{t, map[string]cheapest{}} }

// outcome is one way that one attack went, in words that can be compared.
type outcome struct {
	rolled           string // the result, "" where there was no roll
	steps            [2]int // attacker, defender
	killed, blocked  [2]bool
	taken            string // hexes, sorted
	attackerRetreats bool
	defenderRetreats bool
}

// end is a position after attacks, with the chances that lead to it and what
// each attack came to.
type end struct {
	pos  engine.Position
	part int
	went []outcome
	over bool // the last of went is complete
}

// attack adds an attack of a unit to all ends.
func (w twin) attack(ends []end, seat engine.Seat, unit, intensity string, with []string) []end {
	w.t.Helper()
	var out []end
	for _, e := range ends {
		e.part *= 10
		e.went = append(slices.Clone(e.went), outcome{})
		e.over = false
		out = append(out, w.declare(e, seat, unit, intensity, with)...)
	}
	return out
}

func (w twin) declare(e end, seat engine.Seat, unit, intensity string, with []string) []end {
	p, ok := askedToMove(e.pos, seat)
	if !ok {
		return []end{e}
	}
	active := activeUnit(e.pos)
	if active != "" && active != unit {
		if !slices.Contains(inState(e.pos, engine.Activated), unit) {
			return []end{e}
		}
		e = w.submit(e, p, []string{"stop"}, seat)
		for !e.over && len(e.pos.Prompts()) > 0 && e.pos.Prompts()[0].Kind == kindStack {
			e = w.best(e, seat)
		}
		if p, ok = askedToMove(e.pos, seat); !ok {
			return []end{e}
		}
		active = ""
	}
	var path []string
	if active == "" {
		path = []string{unit}
	}
	path = append(path, "attack", intensity)
	for _, id := range with {
		if accepted(e.pos, p, path, "+"+id) {
			path = append(path, "+"+id)
		}
	}
	out, err := e.pos.Submit(1, p.Seat, p.ID, append(path, "go"))
	var no *engine.Illegal
	if errors.As(err, &no) {
		return []end{e}
	}
	if err != nil {
		w.t.Fatal(err)
	}
	e.pos = out.Position
	return w.fight(e, seat)
}

// fight plays an attack to all its ends.
func (w twin) fight(e end, seat engine.Seat) []end {
	for !e.over {
		p := e.pos.Prompts()[0]
		last := &e.went[len(e.went)-1]
		switch {
		case p.Seat == engine.Chance:
			var out []end
			for _, f := range faces {
				next := e
				next.part /= 10
				next.went = slices.Clone(e.went)
				out = append(out, w.fight(w.submit(next, p, []string{f.ID}, seat), seat)...)
			}
			return out
		case p.Kind == kindAdvance:
			last.taken = freeHexes(w.t, e.pos, p)
			e = w.submit(e, p, []string{"done"}, seat)
		case p.Kind == kindCombatChit:
			e = w.submit(e, p, []string{"no"}, seat)
		default:
			e = w.best(e, seat)
		}
	}
	return []end{e}
}

// best gives the answer to the open question that costs its seat least, with what
// it is asked next.
func (w twin) best(e end, attacker engine.Seat) end {
	chosen, _ := w.cheapest(e.pos)
	return w.submit(e, e.pos.Prompts()[0], chosen, attacker)
}

// cheapest is the answer to the open question that costs its seat least, and the
// steps, units and disruptions that it costs with the answers that follow for it.
func (w twin) cheapest(pos engine.Position) (chosen []string, least [3]int) {
	text := pos.String()
	if c, ok := w.known[text]; ok {
		return c.path, c.cost
	}
	defer func() { w.known[text] = cheapest{chosen, least} }()
	p := pos.Prompts()[0]
	for _, path := range wholeAnswers(w.t, pos, p, nil) {
		out, err := pos.Submit(1, p.Seat, p.ID, path)
		if err != nil {
			w.t.Fatal(err)
		}
		var o outcome
		o.count(out.Events, p.Seat) // what the seat that answers loses stands first
		cost := [3]int{o.steps[0]}
		over := false
		for _, ev := range out.Events {
			switch ev := events.Fact(ev).(type) {
			case event.Disrupted:
				cost[2] += owned(ev.Unit, p.Seat)
			case event.Eliminated:
				cost[1] += owned(ev.Unit, p.Seat)
			case event.StepLost:
				if ev.Left == 0 {
					cost[1] += owned(ev.Unit, p.Seat)
				}
			case event.CombatEnded, event.AttackDropped:
				over = true
			}
			if over {
				break
			}
		}
		if next := out.Position.Prompts(); !over && len(next) > 0 && next[0].Seat == p.Seat &&
			slices.Contains([]string{kindLoss, kindDisrupt, kindRetreat, kindStack}, next[0].Kind) {
			_, rest := w.cheapest(out.Position)
			for i := range cost {
				cost[i] += rest[i]
			}
		}
		if chosen == nil || slices.Compare(cost[:], least[:]) < 0 {
			chosen, least = path, cost
		}
		if least == [3]int{} {
			break
		}
	}
	return chosen, least
}

// submit gives an answer, and counts what it brings as seen by the attacker.
func (w twin) submit(e end, p engine.Prompt, path []string, attacker engine.Seat) end {
	w.t.Helper()
	out, err := e.pos.Submit(1, p.Seat, p.ID, path)
	if err != nil {
		w.t.Fatalf("%s %q: %v\n%s", p.Kind, path, err, e.pos)
	}
	e.over = e.went[len(e.went)-1].count(out.Events, attacker)
	e.pos = out.Position
	return e
}

// count counts what events brought, as seen by the attacker, and reports whether they end
// the attack.
func (o *outcome) count(done []engine.Event, attacker engine.Seat) (over bool) {
	for _, ev := range done {
		switch ev := events.Fact(ev).(type) {
		case event.AttackRolled:
			o.rolled = ev.Attacker + "/" + ev.Defender
			o.attackerRetreats = strings.Contains(ev.Attacker, "R")
			o.defenderRetreats = strings.Contains(ev.Defender, "R")
		case event.StepLost:
			i := 1 - owned(ev.Unit, attacker)
			o.steps[i]++
			o.killed[i] = o.killed[i] || ev.Left == 0
		case event.Eliminated:
			i := 1 - owned(ev.Unit, attacker)
			o.steps[i] += ev.Steps
			o.killed[i], o.blocked[i] = true, true
		case event.CombatEnded, event.AttackDropped:
			return true
		}
	}
	return false
}

// owned is 1 if a unit is a seat's, else 0.
func owned(unit string, seat engine.Seat) int {
	if unitSeats()[unit] == seat {
		return 1
	}
	return 0
}

// unitSeats are the seats of all units.
var unitSeats = sync.OnceValue(func() map[string]engine.Seat {
	g, err := open(Files(), law)
	if err != nil {
		panic(err)
	}
	out := map[string]engine.Seat{}
	for u, id := range g.d.UnitIDs.All() {
		out[id] = g.side(unitIx(u)).Seat()
	}
	return out
})

// askedToMove is the open question what a seat moves next.
func askedToMove(pos engine.Position, seat engine.Seat) (engine.Prompt, bool) {
	for _, p := range pos.Prompts() {
		if p.Kind == kindMove && p.Seat == seat {
			return p, true
		}
	}
	return engine.Prompt{}, false
}

func activeUnit(pos engine.Position) string { return inState(pos, engine.Active)[0] }

// inState lists the pieces on the map that are so; one empty name where none is.
func inState(pos engine.Position, state engine.Class) []string {
	var out []string
	for _, p := range pos.View(engine.Judge).Pieces {
		if slices.Contains(p.States, state) {
			out = append(out, p.ID)
		}
	}
	if out == nil {
		out = []string{""}
	}
	return out
}

// accepted reports whether an element may follow a path.
func accepted(pos engine.Position, p engine.Prompt, path []string, id string) bool {
	_, err := pos.Options(p.ID, append(slices.Clone(path), id))
	return err == nil
}

// freeHexes lists the hexes that may be advanced into.
func freeHexes(t testing.TB, pos engine.Position, p engine.Prompt) string {
	t.Helper()
	found := map[string]bool{}
	for _, path := range wholeAnswers(t, pos, p, nil) {
		if len(path) == 2 {
			found[path[1]] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(found)), " ")
}

// wholeAnswers lists all whole answers that begin so, in order.
func wholeAnswers(t testing.TB, pos engine.Position, p engine.Prompt, path []string) [][]string {
	t.Helper()
	node, err := pos.Options(p.ID, path)
	if err != nil {
		t.Fatal(err)
	}
	if node.Done {
		return [][]string{path}
	}
	var out [][]string
	for _, o := range node.Options {
		out = append(out, wholeAnswers(t, pos, p, append(slices.Clone(path), o.ID))...)
	}
	return out
}
