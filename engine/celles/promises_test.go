package celles

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest"
	"referee/engine/kit/events"
)

var promised = flag.Int("promises", 1, "of how many random matches TestPromisesAreKept asks reach and odds")

// promise is what the data of reach say of a hex.
type promise struct {
	Hex, MP, Left       string
	Bonus, Infiltration bool
	Cheaper             *struct{ MP, Left string }
}

// TestPromisesAreKept: what reach says of a hex, the plain order to it does; what
// odds says of an attack, the attack has. Of every few questions of random matches
// all hexes and attacks of all units that may act are tried, each by the order
// as it is typed.
func TestPromisesAreKept(t *testing.T) {
	t.Parallel()
	g := openGame(t)
	p := &promises{t: t, orders: orders.New(g.Info()), broken: map[string]int{}}
	far, near := 1, 1 // of how many questions one is asked for reach, for odds
	if *promised == 3 {
		far, near = 31, 4
	}
	for seed := range uint64(*promised) {
		n := 0
		_, err := enginetest.Play(g, nil, 4000+seed, bias, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if s.Prompt.Kind != kindMove {
				return nil
			}
			n++
			p.position(s.Before, s.Prompt, n%far == 0, n%near == 0)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d positions, %d hexes, %d attacks; broken: %v", p.positions, p.hexes, p.attacks, p.broken)
	if p.hexes < 500 || p.attacks < 10 {
		t.Error("too little was tried")
	}
}

type promises struct {
	t                         testing.TB
	orders                    *orders.Reader
	positions, hexes, attacks int
	broken                    map[string]int
}

// breach notes a promise that is not kept, and shows the first few.
func (p *promises) breach(pos engine.Position, kind, format string, args ...any) {
	if p.broken[kind]++; p.broken[kind] <= 3 {
		p.t.Errorf("%s: %s\n%s", kind, fmt.Sprintf(format, args...), pos)
	} else {
		p.t.Fail()
	}
}

func (p *promises) position(pos engine.Position, q engine.Prompt, reach, odds bool) {
	if !reach && !odds {
		return
	}
	p.positions++
	node, err := pos.Options(q.ID, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	active := activeUnit(pos)
	units := []string{}
	if active != "" {
		units = append(units, active)
	}
	for _, o := range node.Options {
		if o.Kind == "unit" {
			units = append(units, o.ID)
		}
	}
	for _, u := range units {
		if reach {
			p.reach(pos, q, u, active)
		}
		if odds {
			p.odds(pos, q, u, active)
		}
	}
	if active != "" && odds { // who waits may attack once the active unit has stopped
		for _, u := range inState(pos, engine.Activated) {
			p.odds(pos, q, u, active)
		}
	}
}

func (p *promises) ask(pos engine.Position, name string, args map[string][]string, out any) bool {
	a, err := pos.Ask(engine.Judge, engine.Query{Name: name, Args: args})
	var no *engine.Illegal
	if errors.As(err, &no) {
		return false
	}
	if err != nil {
		p.t.Fatal(err)
	}
	text, err := json.Marshal(a.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		p.t.Fatal(err)
	}
	return true
}

func (p *promises) reach(pos engine.Position, q engine.Prompt, unit, active string) {
	named := unit + " "
	if unit == active {
		named = ""
	}
	var have struct{ Hexes []promise }
	if !p.ask(pos, "reach", map[string][]string{"unit": {unit}}, &have) {
		p.t.Fatalf("no reach of %s\n%s", unit, pos)
	}
	p.typed(pos, unit, have.Hexes)
	for _, h := range have.Hexes {
		p.hexes++
		p.goes(pos, q, unit, named+h.Hex, h)
		if h.Cheaper != nil {
			p.goes(pos, q, unit, "infiltrate "+named+h.Hex, promise{Hex: h.Hex, MP: h.Cheaper.MP, Left: h.Cheaper.Left, Infiltration: true})
		}
		if h.Infiltration {
			p.goes(pos, q, unit, "infiltrate "+named+h.Hex, h)
		}
	}
}

// typed holds where a unit could go, as programs are told, against what people are told.
func (p *promises) typed(pos engine.Position, unit string, asked []promise) {
	var told []promise
	reach, _ := pos.Reach(engine.Spectator, unit)
	for _, w := range reach.Hexes {
		told = append(told, promise{Hex: w.To.String(), MP: engine.FormatExact(w.Cost, reach.Of), Left: engine.FormatExact(w.Left, reach.Of), Infiltration: w.Rolls})
	}
	for i := range asked {
		h := asked[i]
		if h.Bonus, h.Cheaper = false, nil; i >= len(told) || told[i] != h {
			p.breach(pos, "reach", "%s is asked about and could go to %+v; programs are told %+v", unit, asked, told)
			return
		}
	}
	if len(told) != len(asked) {
		p.breach(pos, "reach", "%s is asked about and could go to %d hexes; programs are told %d", unit, len(asked), len(told))
	}
}

// goes types an order and holds what it does against a promise.
func (p *promises) goes(pos engine.Position, q engine.Prompt, unit, text string, want promise) {
	order, err := p.orders.Read(pos, q.Seat, orders.Held{}, text)
	if err != nil {
		p.breach(pos, "refused", "%q: %v", text, err)
		return
	}
	// Where nothing but stopping is left, that comes with it, and with it what the unit
	// had left is gone.
	path := order.Path
	if n := len(path) - 1; path[n] == "stop" {
		path = path[:n]
	}
	d, err := pos.Draft(q.ID, path)
	if err != nil {
		p.t.Fatal(err)
	}
	var spent scenario.MP
	rolls, bonus, at := false, false, ""
	for _, e := range d.Events {
		switch e := events.Fact(e).(type) {
		case event.Moved:
			spent, bonus, at = spent+e.MP, e.Strategic, e.To
		case event.InfiltrationCalled:
			spent, bonus, at, rolls = spent+e.MP, false, e.To, true
		}
	}
	switch {
	case rolls && !want.Infiltration:
		p.breach(pos, "die", "%q rolls a die that is not marked", text)
	case rolls != want.Infiltration:
		p.breach(pos, "no die", "%q rolls no die, and one is marked", text)
	case at != want.Hex:
		p.breach(pos, "hex", "%q ends in %s", text, at)
	case spent.String() != want.MP:
		p.breach(pos, "cost", "%q costs %s, not %s", text, spent, want.MP)
	case bonus != want.Bonus:
		p.breach(pos, "bonus", "%q: the bonus holds: %v, not %v", text, bonus, want.Bonus)
	}
	if rolls {
		return // what is left is told of a success
	}
	var now struct{ MP string }
	p.ask(d.Position, "unit", map[string][]string{"unit": {unit}}, &now)
	if now.MP != want.Left {
		p.breach(pos, "left", "%q leaves %s, not %s", text, now.MP, want.Left)
	}
}

// odds holds what odds says of the attacks of a unit from where it stands against
// what they have: alone, and with all who can join.
func (p *promises) odds(pos engine.Position, q engine.Prompt, unit, active string) {
	if active != "" && active != unit {
		stopped, ok := p.stopped(pos, q)
		if !ok {
			return
		}
		p.against(pos, stopped, unit)
		return
	}
	p.against(pos, pos, unit)
}

// stopped is the position after the active unit has stopped.
func (p *promises) stopped(pos engine.Position, q engine.Prompt) (engine.Position, bool) {
	out, err := pos.Submit(1, q.Seat, q.ID, []string{"stop"})
	if err != nil {
		return nil, false
	}
	return p.stack(out.Position, nil), true
}

// stack puts stacking right as a side does that spares its units: a step of a unit
// of two, or of the first.
func (p *promises) stack(pos engine.Position, see func([]engine.Event)) engine.Position {
	for len(pos.Prompts()) > 0 && pos.Prompts()[0].Kind == kindStack {
		q := pos.Prompts()[0]
		node, err := pos.Options(q.ID, nil)
		if err != nil {
			p.t.Fatal(err)
		}
		i := slices.IndexFunc(node.Options, func(o engine.Option) bool {
			return slices.ContainsFunc(pos.View(engine.Judge).Pieces, func(c engine.Piece) bool { return c.ID == o.ID && c.Steps > 1 })
		})
		out, err := pos.Submit(1, q.Seat, q.ID, []string{node.Options[max(0, i)].ID})
		if err != nil {
			p.t.Fatal(err)
		}
		if see != nil {
			see(out.Events)
		}
		pos = out.Position
	}
	return pos
}

// against asks for odds in asked and attacks in made.
func (p *promises) against(asked, made engine.Position, unit string) {
	if len(made.Prompts()) == 0 || made.Prompts()[0].Kind != kindMove {
		return
	}
	q := made.Prompts()[0]
	path := []string{unit, "attack", "light"}
	if activeUnit(made) == unit {
		path = path[1:]
	}
	var friends []string
	node, err := made.Options(q.ID, path)
	if err != nil {
		return // it cannot attack now
	}
	for _, o := range node.Options {
		if o.Kind == "add" {
			friends = append(friends, o.ID[1:])
		}
	}
	sets := [][]string{nil, friends}
	for i := range friends {
		sets = append(sets, friends[i:i+1])
	}
	for _, with := range sets {
		full := slices.Clone(path)
		for _, f := range with {
			full = append(full, "+"+f)
		}
		out, err := made.Submit(1, q.Seat, q.ID, append(full, "go"))
		if err != nil {
			continue
		}
		p.attacks++
		p.attack(asked, out, unit, with)
		if asked == made {
			p.foretold(made, q, full, unit, with)
		}
	}
}

// foretold holds the odds of an order against those that are asked for.
func (p *promises) foretold(pos engine.Position, q engine.Prompt, path []string, unit string, with []string) {
	told, err := pos.PreviewOdds(engine.Viewer(q.Seat), q.ID, path, nil)
	asked, wrong := pos.Ask(engine.Viewer(q.Seat), engine.Query{Name: "odds", Args: map[string][]string{"unit": {unit}, "intensity": {"light"}, "with": with}})
	asked.Data = nil
	if !reflect.DeepEqual(told, asked) || !reflect.DeepEqual(err, wrong) {
		p.breach(pos, "foretold", "%q has the odds %+v (%v), and asked for they are %+v (%v)", path, told, err, asked, wrong)
	}
}

func (p *promises) attack(asked engine.Position, out engine.Outcome, unit string, with []string) {
	var have OddsData
	known := p.ask(asked, "odds", map[string][]string{"unit": {unit}, "intensity": {"light"}, "with": with}, &have)
	var set *event.OddsSet
	see := func(done []engine.Event) {
		for _, e := range done {
			if e, ok := events.Fact(e).(event.OddsSet); ok {
				set = &e
			}
		}
	}
	see(out.Events)
	pos := p.stack(out.Position, see)
	switch {
	case set == nil && known:
		p.breach(asked, "dropped", "odds of %s with %v, and the attack is dropped", unit, with)
		return
	case set == nil:
		return
	case !known:
		p.breach(asked, "no odds", "no odds of %s with %v, and the attack is made", unit, with)
		return
	case set.Attack != have.Attack || set.Defence != have.Defence || set.Column != have.Column || set.Net != have.Net:
		p.breach(asked, "odds", "odds of %s with %v say %d:%d %s %+d; the attack has %d:%d %s %+d", unit, with,
			have.Attack, have.Defence, have.Column, have.Net, set.Attack, set.Defence, set.Column, set.Net)
		return
	}
	for pos.Prompts()[0].Kind == kindCombatChit {
		q := pos.Prompts()[0]
		next, err := pos.Submit(1, q.Seat, q.ID, []string{"no"})
		if err != nil {
			p.t.Fatal(err)
		}
		pos = next.Position
	}
	sums := map[string]int{}
	for _, f := range have.Faces {
		next, err := pos.Submit(1, engine.Chance, pos.Prompts()[0].ID, []string{strconv.Itoa(f.Die)})
		if err != nil {
			p.t.Fatal(err)
		}
		sums[f.Attacker+"/"+f.Defender]++
		for _, e := range next.Events {
			if r, ok := events.Fact(e).(event.AttackRolled); ok && (r.Attacker != f.Attacker || r.Defender != f.Defender) {
				p.breach(asked, "face", "face %d of %s with %v brings %s/%s, not %s/%s", f.Die, unit, with, r.Attacker, r.Defender, f.Attacker, f.Defender)
			}
		}
	}
	if have.Chances == nil {
		return
	}
	for _, r := range have.Chances.Results {
		if key := r.Attacker + "/" + r.Defender; r.Part*10 != sums[key]*have.Chances.Of {
			p.breach(asked, "chances", "%s of %s with %v: %d in %d, and %d faces bring it", key, unit, with, r.Part, have.Chances.Of, sums[key])
		}
	}
}
