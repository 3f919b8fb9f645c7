// Package stranger is an independent computer player of Celles for duels. It shares no code and no weight with the
// levels and is never tuned, so that it can anchor their scale. It never plays in a match of a person.
//
// It looks at one unit at a time and considers five things: the distance to the Meuse in a straight line, the
// distance to the Germans next to it, the places that score, the result of each die face of an attack in steps,
// and stacking.
package stranger

import (
	"math"
	"strings"

	"referee/engine/ardennes"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
)

// What it reckons with, in VP. These are guesses, and stay as they are: whoever changes one moves the scale.
const (
	there    = 1.2  // a German by the Meuse, for each turn to come
	nearer   = 0.2  // a German, for each hex nearer to the Meuse
	meets    = 0.25 // an Allied unit, for each hex nearer to the German it meets
	place    = 0.6  // a place that no friend holds, for each VP
	crowd    = 2.0  // a step too many in a hex
	step     = 1.2  // a step in an attack
	retreats = 0.7  // a unit that retreats
	disrupts = 0.3  // a unit that is disrupted
	own      = 0.9  // what that weighs where it happens to its own
	least    = 0.05 // for less nothing moves
)

// Player is the player.
func Player() play.Player {
	return play.Player{About: play.About{Name: "stranger", Version: 1, Nodes: 20_000}, Think: answer}
}

// view is a question as the player looks at it.
type view struct {
	q     *play.Question
	w     *celles.Window
	d     *scenario.Data
	side  scenario.Side
	turns int // to come, the present one too
	river []scenario.HexIx
	prey  []prey
}

// prey is a German unit as the Allied side looks at it: those nearest to the Meuse count most.
type prey struct {
	at  scenario.HexIx
	far int // to the Meuse, in hexes
}

func look(q *play.Question) *view {
	w := q.Window().(*celles.Window)
	v := &view{q: q, w: w, d: w.Data(), side: ardennes.SideByID(string(q.Seat()))}
	v.turns = len(v.d.Turns) - w.Turn() + 1
	for i := range v.d.Hexes {
		if v.d.Hexes[i].Meuse {
			v.river = append(v.river, scenario.HexIx(i))
		}
	}
	if v.side == scenario.Allied {
		for u := range w.Alive(scenario.German).All() {
			at := w.Unit(u).Hex
			v.prey = append(v.prey, prey{at, v.away(at)})
		}
	}
	return v
}

func (v *view) distance(a, b scenario.HexIx) int {
	return scenario.Grid.Distance(v.d.Hexes[a].At, v.d.Hexes[b].At)
}

// away is how far a hex is from the Meuse.
func (v *view) away(h scenario.HexIx) int {
	least := math.MaxInt
	for _, r := range v.river {
		least = min(least, v.distance(h, r))
	}
	return least
}

// at is what a unit is worth in a hex where it may be put.
func (v *view) at(u scenario.UnitIx, h scenario.HexIx) float64 {
	sum := 0.0
	if v.w.Side(u) == scenario.German {
		far := v.away(h)
		sum -= nearer * float64(far)
		if far == 0 {
			sum += there * float64(v.turns)
		}
	} else if len(v.prey) > 0 {
		least := math.MaxInt
		for _, p := range v.prey {
			least = min(least, v.distance(h, p.at)+p.far/2)
		}
		sum -= meets * float64(least)
	}
	for i := range v.d.Places {
		p := &v.d.Places[i]
		for _, at := range p.Hexes {
			if at == h && v.w.In(h).Without(u) == 0 {
				sum += place * float64(p.VP[v.side])
			}
		}
	}
	steps := v.w.Unit(u).Steps
	for o := range v.w.In(h).Without(u).All() {
		steps += v.w.Unit(o).Steps
	}
	const room = 2
	return sum - crowd*float64(max(0, steps-room))
}

// deed is what a unit could do.
type deed struct {
	path []string
	gain float64
}

// best is what a unit could do that gains most.
func (v *view) best(u scenario.UnitIx) deed {
	from := v.w.Unit(u).Hex
	here := v.at(u, from)
	best := deed{gain: math.Inf(-1)}
	for _, way := range append([]celles.Way{{Hex: from, Left: v.w.Left(u)}}, v.w.Reach(u)...) {
		if !v.q.Spend(1) {
			break
		}
		t := deed{gain: v.at(u, way.Hex) - here}
		if way.Hex != from {
			t.path = append(t.path, "to:"+v.d.HexIDs.ID(way.Hex))
		}
		if way.Infiltrate {
			t.gain *= float64(v.w.Slips(u)) / 10
		} else if fight, gain := v.fight(u, way); gain > 0 {
			t.gain += gain
			t.path = append(t.path, fight...)
		} else {
			t.path = append(t.path, "stop")
		}
		if t.gain > best.gain {
			best = t
		}
	}
	return best
}

// fight is the best attack of a unit from a hex, with all who can help.
func (v *view) fight(u scenario.UnitIx, way celles.Way) (best []string, most float64) {
	if !v.w.MayAttack(u) || !v.w.Near(way.Hex, v.side) {
		return nil, 0
	}
	w := v.w.Copy()
	w.Put(u, way.Hex)
	def := w.Defenders(u)
	if def == 0 {
		return nil, 0
	}
	with := w.Supporters(u, def)
	for i, word := range celles.Intensities() {
		a := w.Assault(with.With(u), def, i)
		if a.Column < 0 || w.AttackCost(u, i) > way.Left {
			continue
		}
		sum := 0.0
		for die := range 10 {
			r := w.Result(a.Column, die+a.Net)
			sum += (harm(r.Defender, def.Len()) - own*harm(r.Attacker, with.Len()+1)) / 10
		}
		if sum > most {
			most, best = sum, []string{"attack", word}
		}
	}
	if best != nil {
		for o := range with.All() {
			best = append(best, "+"+v.d.UnitIDs.ID(o))
		}
		best = append(best, "go")
	}
	return best, most
}

// harm is what an effect costs so many units.
func harm(e scenario.Effect, units int) float64 {
	sum := step * float64(e.Steps)
	if e.Retreat {
		sum += retreats * float64(units)
	}
	if e.Disrupt {
		sum += disrupts
	}
	return sum
}

// answer answers a question.
func answer(q *play.Question) (play.Answer, error) {
	v := look(q)
	switch q.Prompt().Kind {
	case "move":
		return v.move(), nil
	case "activate", "extra":
		return v.down(v.activation)
	case "place", "retreat", "advance":
		return v.along()
	case "loss", "stack", "disrupt":
		return v.down(v.spare)
	case "combat-chit":
		return play.Answer{Path: []string{"combat"}}, nil
	}
	return play.Answer{Path: q.Prompt().Default}, nil
}

// down goes down the tree of answers, at each step to the option that scores most.
func (v *view) down(score func(path []string, id string) float64) (play.Answer, error) {
	path, _, err := v.q.Best(nil, score)
	return play.Answer{Path: path}, err
}

// move moves the unit that gains most.
func (v *view) move() play.Answer {
	moving := v.w.Moving()
	if moving != scenario.NoUnit {
		return play.Answer{Path: v.best(moving).path}
	}
	end := play.Answer{Path: []string{"end"}}
	most := least
	for u := range v.w.ToMove().All() {
		if t := v.best(u); t.gain > most {
			most, end.Path = t.gain, append([]string{v.d.UnitIDs.ID(u)}, t.path...)
		}
	}
	return end
}

// gain is what a unit gains where it is activated, or comes on.
func (v *view) gain(u scenario.UnitIx) float64 {
	if v.w.Unit(u).Hex == scenario.NoHex {
		return 1
	}
	return max(0, v.best(u).gain)
}

// activation scores what a chit can do. Chits before it are played, as they are lost at the end of the turn.
func (v *view) activation(path []string, id string) float64 {
	if f, ok := v.d.FormationIDs.Find(id); ok {
		sum := 0.0
		for u := range v.w.Members(f).All() {
			sum += v.gain(u)
		}
		return sum
	}
	if u, ok := v.d.UnitIDs.Find(strings.TrimPrefix(id, "+")); ok {
		if len(path) > 0 && path[0] == scenario.TacticalIDs[scenario.ChitAir] {
			return -float64(v.away(v.w.Unit(u).Hex))
		}
		return v.gain(u)
	}
	switch id {
	case "done", "go":
		return 0.2
	case scenario.TacticalIDs[scenario.ChitExtra]:
		return 0.3
	}
	return 100 // a chit before the activation
}

// spare scores the units that could suffer: the weakest does.
func (v *view) spare(_ []string, id string) float64 {
	attack, defence := v.w.Strength(v.d.UnitIDs.Of(id))
	return -float64(attack + defence)
}

// along goes along the hexes of a way, at each step to that where its unit is worth most.
func (v *view) along() (play.Answer, error) {
	var unit scenario.UnitIx
	at := scenario.NoHex
	return v.down(func(_ []string, id string) float64 {
		if u, ok := v.d.UnitIDs.Find(id); ok {
			unit, at = u, v.w.Unit(u).Hex
			return 0
		}
		if h, ok := v.d.HexIDs.Find(id); ok {
			return v.at(unit, h)
		}
		if at == scenario.NoHex { // nobody advances
			return -0.01
		}
		return v.at(unit, at)
	})
}
