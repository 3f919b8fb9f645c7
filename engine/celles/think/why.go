package think

import (
	"cmp"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// halves is how finely VP are told: in halves.
const halves = 2

// why tells why a deed was chosen: what it brings more than another, and the two terms that make most of
// that. mine and theirs are what either is worth with all that hangs on it. Where the other is none of another kind
// there is nothing to tell.
func (g *ground) why(chosen deed, mine values, other deed, theirs values) engine.Answer {
	if g.kind(chosen) == g.kind(other) {
		return engine.Answer{}
	}
	a := better(mine.sum()-theirs.sum(), g.tell(other))
	a.Paths = g.drawn(chosen)
	a.Lines = append(a.Lines, largest(differences(mine, theirs, chosen.crowd-other.crowd))...)
	return a
}

// largest says the two largest differences, but for what is less than a quarter of a VP.
func largest(list []difference) (said []engine.Msg) {
	for _, s := range list[:2] {
		if n := toHalves(math.Abs(s.vp)); n > 0 {
			key := "why.for."
			if s.vp < 0 {
				key = "why.against."
			}
			said = append(said, engine.Say(key+s.of, engine.Ratio("vp", n, halves)))
		}
	}
	return said
}

// better says by how much something is better than another, which is at most as good.
func better(by float64, other engine.Msg) engine.Answer {
	said := engine.Say("why.close", engine.Sub("other", other))
	if n := toHalves(by); n > 0 {
		said = engine.Say("why.better", engine.Ratio("vp", n, halves), engine.Sub("other", other))
	}
	return engine.Answer{Lines: []engine.Msg{said}}
}

// sooner says by how much it is better to do something before something else, which may well come next.
func sooner(by float64, other engine.Msg) engine.Answer {
	said := engine.Say("why.first-close", engine.Sub("other", other))
	if n := toHalves(by); n > 0 {
		said = engine.Say("why.first", engine.Ratio("vp", n, halves), engine.Sub("other", other))
	}
	return engine.Answer{Lines: []engine.Msg{said}}
}

func toHalves(vp float64) int { return int(math.Round(vp * halves)) }

// difference is what a term makes of a difference.
type difference struct {
	of string // the term
	vp float64
}

// differences are what the terms make of the difference of two sums, the largest first. crowd is the part of it that is for
// steps too many in a hex: they are lost without an attack, and are told apart.
func differences(a, b values, crowd float64) []difference {
	list := []difference{{"crowd", crowd}}
	for t := range terms {
		d := a[t] - b[t]
		if t == termFight {
			d -= crowd
		}
		list = append(list, difference{termIDs[t], d})
	}
	slices.SortStableFunc(list, func(x, y difference) int { return cmp.Compare(math.Abs(y.vp), math.Abs(x.vp)) })
	return list
}

// kind is what sort of thing a deed is: to stay, to go somewhere, to attack.
func (g *ground) kind(t deed) string {
	switch {
	case t.fights:
		return "attack"
	case t.to != g.w.Unit(t.unit).Hex:
		return "go"
	}
	return "stay"
}

// tell names a deed.
func (g *ground) tell(t deed) engine.Msg {
	return engine.Say("why.deed."+g.kind(t), engine.Noun("unit", g.d.UnitIDs.ID(t.unit)), engine.Hex("hex", g.d.Hexes[t.to].At))
}

// drawn is a deed on the map.
func (g *ground) drawn(t deed) []engine.Path {
	var out []engine.Path
	from, to := g.w.Unit(t.unit).Hex, t.to
	if from != to {
		class := engine.PathMove
		if t.slips {
			class = engine.PathInfiltrate
		}
		out = append(out, engine.Path{Class: class, Hexes: g.at(from, to)})
	}
	if t.fights && !t.slips {
		w := g.w.Copy()
		w.Put(t.unit, to)
		for u := range w.Defenders(t.unit).All() {
			out = append(out, engine.Path{Class: engine.PathAttack, Hexes: g.at(to, w.Unit(u).Hex)})
		}
	}
	return out
}

// at is where some hexes lie. The two of an attack, and of a way, are enough to draw it.
func (g *ground) at(hexes ...scenario.HexIx) (out []hex.Coord) {
	for _, h := range hexes {
		out = append(out, g.d.Hexes[h].At)
	}
	return out
}
