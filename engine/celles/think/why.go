package think

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/play/weigh"
)

// why tells why a deed was chosen: what it brings more than another, what the die says of its attack, and the two terms
// that make most of the difference. mine and theirs are what either is worth with all that hangs on it. Where the other is
// none of another kind there is nothing to tell.
func (g *ground) why(chosen deed, mine values, other deed, theirs values) engine.Answer {
	if g.kind(chosen) == g.kind(other) {
		return engine.Answer{}
	}
	a := weigh.Better(mine.sum()-theirs.sum(), g.tell(other, chosen))
	a.Paths = g.drawn(chosen)
	a.Lines = append(a.Lines, g.faces(chosen)...)
	a.Lines = append(a.Lines, g.largest(chosen.to, mine, theirs, weigh.Difference{Of: partCrowd, Points: chosen.crowd - other.crowd})...)
	return a
}

// faces says on how many faces of ten an attack hits either side, as long as nobody plays a Combat chit.
func (g *ground) faces(t deed) []engine.Msg {
	if !t.fights || t.slips { // whether it comes to that is for a die to say
		return nil
	}
	w := g.w.Copy()
	w.Put(t.unit, t.to)
	def := w.Defenders(t.unit)
	a := w.Assault(t.fight.with.With(t.unit), def, t.fight.intensity)
	hits, hurts := 0, 0
	for die := range 10 {
		r := w.Result(a.Column, die+a.Net)
		if r.Defender != (scenario.Effect{}) {
			hits++
		}
		if r.Attacker != (scenario.Effect{}) {
			hurts++
		}
	}
	return []engine.Msg{engine.Say("why.faces", engine.Num("hits", hits), engine.Num("hurts", hurts))}
}

// Parts of a difference that are told apart: steps too many in a hex, which are lost without an attack and are counted
// in termFight, and the strength of what comes on.
const (
	partCrowd  = "crowd"
	partArrive = "arrive"
)

// largest says the two terms that make most of the difference of two sums, of a unit that ends in a hex; NoHex: of
// several. part is what is told apart.
func (g *ground) largest(to scenario.HexIx, a, b values, part weigh.Difference) []engine.Msg {
	list := weigh.Differences(termIDs[:], a[:], b[:])
	if part.Of == partCrowd {
		list[termFight].Points -= part.Points
	}
	switch d := &list[termMeuse]; {
	case to == scenario.NoHex:
		d.Of = "river"
	case d.Points > 0 && g.d.Hexes[to].Meuse:
		d.Of = "there"
	}
	return weigh.Largest(append([]weigh.Difference{part}, list...))
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

// tell names a deed beside the one that was chosen: where that is the same but for its attack, by what it lacks.
func (g *ground) tell(t, chosen deed) engine.Msg {
	kind := g.kind(t)
	if chosen.fights && !t.fights && chosen.unit == t.unit && chosen.to == t.to {
		kind = "only"
	}
	return engine.Say("why.deed."+kind, engine.Noun("unit", g.d.UnitIDs.ID(t.unit)), engine.Hex("hex", g.d.Hexes[t.to].At))
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
func (g *ground) at(hexes ...scenario.HexIx) []hex.Coord {
	return lists.Map(hexes, func(h scenario.HexIx) hex.Coord { return g.d.Hexes[h].At })
}
