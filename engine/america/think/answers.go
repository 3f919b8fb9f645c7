package think

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/kit/lists"
	"referee/engine/play"
	"referee/engine/play/weigh"
)

// answer answers any question of America Triumphant.
func (s sergeant) answer(q *play.Question) (play.Answer, error) {
	w := q.Window().(*america.Window)
	side := ardennes.SideByID(string(q.Seat()))
	g := func() *ground { return s.ground(w, side) }
	plain := func() *ground { // where places do not matter
		return &ground{weights: s.weights, w: w, d: w.Data(), side: side}
	}
	switch q.Prompt().Kind {
	case "move", "exploit":
		return s.move(q, w)
	case "attack":
		return g().attack(q)
	case "put-back":
		return play.Answer{Path: []string{"back"}}, nil // German chits first
	case "supply":
		return g().supply(q)
	case "rebuild":
		return plain().rebuild(q)
	case "return":
		return g().comeBack(q)
	case "reserves":
		return plain().reserve(q)
	case "resolve":
		return g().resolve(q)
	case "air", "support":
		return g().help(q)
	case "loss":
		return plain().lose(q)
	case "stack":
		return plain().remove(q)
	case "retreat":
		return g().retreat(q)
	case "advance":
		return g().advance(q)
	case "on":
		if w.Result().Winner == scenario.German.Seat() {
			return play.Answer{Path: []string{"stop"}}, nil
		}
	}
	return play.Answer{Path: q.Prompt().Default}, nil // the standard set-up, no drop, all chits
}

// unit is a unit as it is named in an answer, with or without "+"; NoUnit: it is none.
func (g *ground) unit(id string) scenario.UnitIx {
	if u, ok := g.d.UnitIDs.Find(strings.TrimPrefix(id, "+")); ok {
		return u
	}
	return scenario.NoUnit
}

// place is a hex as it is named in an answer, with or without "+"; NoHex: it is none.
func (g *ground) place(id string) scenario.HexIx {
	if h, ok := g.d.HexIDs.Find(strings.TrimPrefix(id, "+")); ok {
		return h
	}
	return scenario.NoHex
}

// attack declares the best attack that is left, if one is worth it.
func (g *ground) attack(q *play.Question) (play.Answer, error) {
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	declared := g.w.Declared()
	backed := lists.Count(declared, func(a america.Attack) bool { return g.w.Backs(a.Hex, a.Att, 0) })
	best, other := america.Attack{}, america.Attack{}
	most, after := worthwhile, worthwhile
	for _, o := range node.Options {
		h := g.place(o.ID)
		if h == scenario.NoHex {
			continue
		}
		switch a, v := g.raise(q, h, backed); {
		case v > most:
			best, most, other, after = a, v, best, most
		case v > after:
			other, after = a, v
		}
	}
	if best.Att.Empty() {
		return play.Answer{Path: []string{"done"}, Why: engine.Answer{Lines: []engine.Msg{engine.Say("why.idle")}}}, nil
	}
	path := []string{g.d.HexIDs.ID(best.Hex)}
	for u := range best.Att.All() {
		path = append(path, "+"+g.d.UnitIDs.ID(u))
	}
	return play.Answer{Path: append(path, "go"), Why: g.whyAttack(&other, most-after)}, nil
}

// raise finds who should attack a hex: the strongest as long as more of them make it better, and nobody who adds
// nothing.
func (g *ground) raise(q *play.Question, h scenario.HexIx, backed int) (best america.Attack, value float64) {
	units := slices.Collect(g.w.Attackers(h).All())
	slices.SortStableFunc(units, func(a, b scenario.UnitIx) int { return g.w.Strength(b, 0) - g.w.Strength(a, 0) })
	a := america.Attack{Hex: h, Def: g.w.Defenders(h)}
	try := func(att america.UnitSet) (float64, bool) {
		q.Spend(1)
		a.Att, a.Support = att, g.w.Backs(h, att, backed)
		return g.fight(g.w, &a)
	}
	var att america.UnitSet
	value = math.Inf(-1)
	for _, u := range units {
		att.Add(u)
		if v, ok := try(att); ok && v > value {
			best, value = a, v
		}
	}
	for _, u := range slices.Backward(units) {
		if !best.Att.Has(u) || best.Att.Len() == 1 {
			continue
		}
		if v, ok := try(best.Att.Without(u)); ok && v > value-marginal/4 {
			best, value = a, v
		}
	}
	return best, value
}

// supply pays for the headquarters whose units are strongest near places that are to be taken, as long as points last.
func (g *ground) supply(q *play.Question) (play.Answer, error) {
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	var hqs []scenario.UnitIx
	for _, o := range node.Options {
		if u := g.unit(o.ID); u != scenario.NoUnit {
			hqs = append(hqs, u)
		}
	}
	slices.SortStableFunc(hqs, func(a, b scenario.UnitIx) int { return cmp.Compare(g.reaches(b), g.reaches(a)) })
	var path []string
	left := g.w.Points()
	for _, u := range hqs {
		if cost := g.d.HQs[g.d.Units[u].HQ].Cost; cost <= left {
			path, left = append(path, "+"+g.d.UnitIDs.ID(u)), left-cost
		}
	}
	return play.Answer{Path: append(path, "go")}, nil
}

// reaches is how much strength a headquarters can activate, more of what is near the enemy.
func (g *ground) reaches(u scenario.UnitIx) float64 {
	units, sum := g.w.Commands(g.d.Units[u].HQ), 0.0
	for v := range units.All() {
		sum += float64(g.w.Strength(v, 0)) * (0.2 + g.goals[g.w.Unit(v).Hex])
	}
	return sum
}

// rebuild takes the unit that gains most strength.
func (g *ground) rebuild(q *play.Question) (play.Answer, error) {
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		if u := g.unit(id); u != scenario.NoUnit {
			return float64(g.d.Units[u].Strength[0] - g.d.Units[u].Strength[1])
		}
		return 0
	})
	return play.Answer{Path: path}, err
}

// comeBack chooses where a headquarters comes back.
func (g *ground) comeBack(q *play.Question) (play.Answer, error) {
	var u scenario.UnitIx
	for _, a := range q.Prompt().Ask.Args {
		if v := g.unit(a.Text); v != scenario.NoUnit {
			u = v
		}
	}
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		v := g.worth(u, g.place(id))
		return v.sum()
	})
	return play.Answer{Path: path}, err
}

// reserve picks the strongest formation.
func (g *ground) reserve(q *play.Question) (play.Answer, error) {
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		f, ok := g.d.FormationIDs.Find(id)
		if !ok {
			return 0
		}
		sum := 0.0
		for _, u := range g.d.Formations[f].Units {
			sum += float64(g.d.Units[u].Strength[0])
		}
		return sum
	})
	return play.Answer{Path: path}, err
}

// resolve begins with the attack that brings most.
func (g *ground) resolve(q *play.Question) (play.Answer, error) {
	declared := g.w.Declared()
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		for _, a := range declared {
			if a.Hex == g.place(id) {
				v, _ := g.fight(g.w, &a)
				return v
			}
		}
		return 0
	})
	return play.Answer{Path: path}, err
}

// help lays air points, and the headquarters' support, where they change most.
func (g *ground) help(q *play.Question) (play.Answer, error) {
	declared := g.w.Declared()
	defends := g.w.Acting() != g.side
	path, _, err := q.Best(nil, func(path []string, id string) float64 {
		h := g.place(id)
		i := slices.IndexFunc(declared, func(a america.Attack) bool { return a.Hex == h })
		if i < 0 {
			return worthwhile // to go
		}
		a := declared[i]
		a.Support = a.Support || !defends && g.w.Backs(h, a.Att, 0)
		a.Strike += lists.Count(path, func(said string) bool { return said == id })
		more := a
		switch {
		case defends:
			more.Cover = 2
		case strings.HasPrefix(id, "+"):
			a.Support = false
		default:
			more.Strike++
		}
		without, _ := g.fight(g.w, &a)
		with, _ := g.fight(g.w, &more)
		if defends {
			return without - with
		}
		return with - without
	})
	return play.Answer{Path: path}, err
}

// lose chooses the step that costs least, of an enemy the one that costs most.
func (g *ground) lose(q *play.Question) (play.Answer, error) {
	path, next, err := q.Best(nil, func(_ []string, id string) float64 {
		u := g.unit(id)
		if g.d.Units[u].Side() != g.side {
			return g.step(g.w, u, 0)
		}
		return -g.step(g.w, u, 0)
	})
	a := play.Answer{Path: path}
	if next.ID != "" {
		a.Why = weigh.Better(next.Less, engine.Say("why.deed.lose", g.noun(g.unit(next.ID))))
	}
	return a, err
}

// remove takes the strongest unit of the enemy out of a stack that is too high.
func (g *ground) remove(q *play.Question) (play.Answer, error) {
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		u := g.unit(id)
		sum := 0.0
		for n := range g.w.Unit(u).Steps {
			sum += g.step(g.w, u, n)
		}
		return sum
	})
	return play.Answer{Path: path}, err
}
