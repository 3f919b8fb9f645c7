package think

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/play/weigh"
)

// why tells why a deed was chosen: what it brings more than another, and the two terms that make most of
// that. mine and theirs are what either is worth with all that hangs on it. Where the other is none of another kind
// there is nothing to tell.
func (g *ground) why(chosen deed, mine values, other deed, theirs values) engine.Answer {
	if g.kind(chosen) == g.kind(other) {
		return engine.Answer{}
	}
	a := weigh.Better(mine.sum()-theirs.sum(), g.tell(other))
	a.Paths = g.drawn(chosen)
	a.Lines = append(a.Lines, largest(mine, theirs, chosen.crowd-other.crowd)...)
	return a
}

// largest says the two terms that make most of the difference of two sums. crowd is the part of it that is for
// steps too many in a hex: they are lost without an attack, and are told apart.
func largest(a, b values, crowd float64) []engine.Msg {
	list := weigh.Differences(termIDs[:], a[:], b[:])
	list[termFight].Points -= crowd
	return weigh.Largest(append([]weigh.Difference{{Of: "crowd", Points: crowd}}, list...))
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
