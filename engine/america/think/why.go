package think

import (
	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/play/weigh"
)

// whyGo tells why a party goes where it is worth most: against staying. Of who comes on there is nothing to tell.
func (g *ground) whyGo(p *party) engine.Answer {
	if p.at == scenario.NoHex {
		return engine.Answer{}
	}
	a := weigh.Better(p.gain(), engine.Say("why.deed.stay", g.noun(p.units.First()), g.hex(p.at)))
	a.Lines = append(a.Lines, largest(p.worth[p.best], p.staying)...)
	return a
}

// whyMarch tells why a party goes for an attack: against the best that all who go for it could do by themselves.
func (g *ground) whyMarch(t *assault, p going) engine.Answer {
	own := engine.Say("why.deed.go", g.noun(p.units.First()), g.hex(p.ways[p.best].Hex))
	switch best := p.ways[p.best].Hex; {
	case best == p.ways[p.way].Hex:
		own = engine.Say("why.deed.only", g.noun(p.units.First()), g.hex(p.ways[p.way].Hex))
	case best == p.at:
		own = engine.Say("why.deed.stay", g.noun(p.units.First()), g.hex(p.at))
	}
	a := weigh.Better(t.value, own)
	var there, alone values
	there[termFight] = t.fight
	for _, x := range t.goes {
		there.add(&x.worth[x.way], 1)
		alone.add(&x.worth[x.best], 1)
	}
	a.Lines = append(a.Lines, largest(there, alone)...)
	a.Paths = append(a.Paths, engine.Path{Class: engine.PathAttack, Hexes: g.where(p.ways[p.way].Hex, t.at)})
	return a
}

// whyAttack tells why an attack is declared: against the next best, or none at all.
func (g *ground) whyAttack(other *america.Attack, by float64) engine.Answer {
	said := engine.Say("why.deed.none")
	if !other.Att.Empty() {
		said = engine.Say("why.deed.attack", g.hex(other.Hex))
	}
	return weigh.Better(by, said)
}

// largest says the two terms that make most of the difference of two sums.
func largest(a, b values) []engine.Msg {
	return weigh.Largest(weigh.Differences(termIDs[:], a[:], b[:]))
}

// noun is a unit in a reason.
func (g *ground) noun(u scenario.UnitIx) engine.Arg { return engine.Noun("unit", g.d.UnitIDs.ID(u)) }

// hex is a hex in a reason.
func (g *ground) hex(h scenario.HexIx) engine.Arg { return engine.Hex("hex", g.d.Hexes[h].At) }

// where is where some hexes lie. The two ends are enough to draw a way.
func (g *ground) where(hexes ...scenario.HexIx) []hex.Coord {
	return lists.Map(hexes, func(h scenario.HexIx) hex.Coord { return g.d.Hexes[h].At })
}
