package think

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/play"
	"referee/engine/play/weigh"
)

// retreat goes where the unit is worth most, or pays in steps where that costs less.
func (g *ground) retreat(q *play.Question) (play.Answer, error) {
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	a, _ := g.w.Fight()
	units := a.Def
	if g.w.Acting() == g.side {
		units = a.Att
	}
	var path []string
	lost := 0.0
	for _, o := range node.Options {
		u := g.unit(o.ID)
		if u == scenario.NoUnit {
			continue
		}
		p, _, err := q.Best([]string{o.ID}, g.going(u))
		if err != nil {
			return play.Answer{}, err
		}
		there, here := g.worth(u, g.last(p)), g.worth(u, g.w.Unit(u).Hex)
		lost += here.sum() - there.sum()
		if path == nil {
			path = p
		}
	}
	if node.Has("stay") {
		pay, _ := g.harm(g.w, units, g.w.Owed(), false)
		switch by := lost - g.dare*pay; {
		case path == nil:
			return play.Answer{Path: []string{"stay"}}, nil
		case by > 0:
			u := g.unit(path[0])
			why := weigh.Better(by, engine.Say("why.deed.retreat", g.noun(u), g.hex(g.last(path))))
			why.Lines = append(why.Lines, engine.Say("why.pays", engine.Num("n", g.w.Owed())))
			return play.Answer{Path: []string{"stay"}, Why: why}, nil
		default:
			return play.Answer{Path: path, Why: weigh.Better(-by, engine.Say("why.deed.pay"))}, nil
		}
	}
	return play.Answer{Path: path}, nil
}

// going scores the next word of a way that a unit goes alone: by what it is worth there.
func (g *ground) going(u scenario.UnitIx) func(path []string, id string) float64 {
	return func(path []string, id string) float64 {
		h := g.place(id)
		switch {
		case g.unit(id) != scenario.NoUnit:
			return math.Inf(-1) // nobody goes with it
		case h == scenario.NoHex:
			h = g.last(path) // it stops
		}
		v := g.worth(u, h)
		return v.sum()
	}
}

// last is the last hex that a path names, or where its unit is.
func (g *ground) last(path []string) scenario.HexIx {
	for _, id := range slices.Backward(path) {
		if h := g.place(id); h != scenario.NoHex {
			return h
		}
		if u := g.unit(id); u != scenario.NoUnit {
			return g.w.Unit(u).Hex
		}
	}
	return scenario.NoHex
}

// advance goes into a hex that the enemy has left, and on, where a unit is worth more there.
func (g *ground) advance(q *play.Question) (play.Answer, error) {
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	if a, _ := g.w.Fight(); a.Overrun {
		return play.Answer{Path: []string{"in"}}, nil
	}
	best, most := play.Answer{Path: []string{"done"}}, worthwhile
	for _, o := range node.Options {
		u := g.unit(o.ID)
		if u == scenario.NoUnit {
			continue
		}
		path, _, err := q.Best([]string{o.ID}, g.going(u))
		if err != nil {
			return play.Answer{}, err
		}
		there, here := g.worth(u, g.last(path)), g.worth(u, g.w.Unit(u).Hex)
		if gain := there.sum() - here.sum(); gain > most {
			best, most = play.Answer{Path: path}, gain
			best.Why = weigh.Better(gain, engine.Say("why.deed.stay", g.noun(u), g.hex(g.w.Unit(u).Hex)))
			best.Why.Lines = append(best.Why.Lines, largest(there, here)...)
		}
	}
	return best, nil
}
