package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/chance"
)

// Chances are the exact chances of one attack. Every number but Of is a part of
// Of equal chances.
type Chances struct {
	Of int `json:"of"`
	// Made: the attack is rolled for. It is not if its unit is dead, its turn is over,
	// it cannot pay, or its target is gone; all that follows applies only if it is
	// made.
	Made     int            `json:"made"`
	Results  []ResultChance `json:"results"` // the best for the attacker first
	Attacker SideChances    `json:"attacker"`
	Defender SideChances    `json:"defender"`
	// Taken: a hex of the defenders is empty of them and an attacker may advance into
	// it (11.2). Hexes gives the chance for each.
	Taken int         `json:"taken"`
	Hexes []HexChance `json:"hexes"`
}

func newChances(of int) *Chances {
	none := SideChances{Steps: chance.Counts{}}
	return &Chances{Of: of, Results: []ResultChance{}, Attacker: none, Defender: none, Hexes: []HexChance{}}
}

// ResultChance is the chance of a result of the table.
type ResultChance struct {
	Attacker string `json:"attacker"`
	Defender string `json:"defender"`
	Part     int    `json:"part"`
}

// SideChances is what an attack does to one side.
type SideChances struct {
	// Steps[n] is the chance of losing exactly n steps: to the result, in retreat, and
	// to stacking (10).
	Steps     chance.Counts `json:"steps"`
	Retreat   int           `json:"retreat"`   // the result makes the side retreat
	Destroyed int           `json:"destroyed"` // a unit or more is destroyed
	Blocked   int           `json:"blocked"`   // one or more of them because its retreat is blocked (11.1)
}

// HexChance is the chance that a hex is taken.
type HexChance struct {
	Hex  string `json:"hex"`
	Part int    `json:"part"`
}

// OddsTotals are the steps that a whole plan costs each side, as in SideChances.
type OddsTotals struct {
	Of       int           `json:"of"`
	Attacker chance.Counts `json:"attacker"`
	Defender chance.Counts `json:"defender"`
}

// tally is what has happened in an attack so far. Sides: 0 the attacker, 1 the
// defender.
type tally struct {
	rolled  bool
	result  scenario.CombatResult
	steps   [2]int8
	killed  [2]bool
	blocked [2]bool
	taken   hexSet
}

// count adds an attack with this outcome and part chances. Equal results keep the order
// in which they were met.
func (c *Chances) count(t *tally, part int) {
	if !t.rolled {
		return
	}
	c.Made += part
	a, d := t.result.Attacker.String(), t.result.Defender.String()
	i := slices.IndexFunc(c.Results, func(r ResultChance) bool { return r.Attacker == a && r.Defender == d })
	if i < 0 {
		i = len(c.Results)
		c.Results = append(c.Results, ResultChance{Attacker: a, Defender: d})
	}
	c.Results[i].Part += part
	c.Attacker.count(t, 0, t.result.Attacker.Retreat, part)
	c.Defender.count(t, 1, t.result.Defender.Retreat, part)
	if t.taken != (hexSet{}) {
		c.Taken += part
	}
}

func (c *SideChances) count(t *tally, i int, retreat bool, part int) {
	c.Steps.Add(int(t.steps[i]), part)
	for _, x := range []struct {
		on bool
		to *int
	}{{retreat, &c.Retreat}, {t.killed[i], &c.Destroyed}, {t.blocked[i], &c.Blocked}} {
		if x.on {
			*x.to += part
		}
	}
}

// countHexes adds the hexes that were taken with part chances.
func (g *rules) countHexes(c *Chances, taken *hexSet, part int) {
	for h := range taken.All() {
		id := g.hexID(h)
		k := slices.IndexFunc(c.Hexes, func(h HexChance) bool { return h.Hex == id })
		if k < 0 {
			k = len(c.Hexes)
			c.Hexes = append(c.Hexes, HexChance{Hex: id})
		}
		c.Hexes[k].Part += part
	}
}

// tellChances says the chances of a plan. standing: somebody may have answered by
// standing orders rather than by preference.
func (g *rules) tellChances(plan []attack, stages []*Chances, total *OddsTotals, standing bool, a *engine.Answer) {
	a.Lines = append(a.Lines, stages[0].tell()...)
	for i := 1; i < len(plan); i++ {
		c := stages[i]
		unit, intensity := g.unitArg("unit", plan[i].unit), engine.Noun("intensity", intensityIDs[plan[i].intensity])
		if c.Made == 0 {
			a.Lines = append(a.Lines, engine.Say("answer.odds-never", unit, intensity))
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.odds-then", unit, intensity, engine.Num("n", c.Made), engine.Num("of", c.Of)))
		a.Lines = append(a.Lines, c.tell()...)
	}
	if len(plan) > 1 {
		a.Lines = slices.Insert(a.Lines, a.Heads, engine.Say("answer.odds-total",
			engine.Ratio("attacker", total.Attacker.Sum(), total.Of), engine.Ratio("defender", total.Defender.Sum(), total.Of)))
		a.Heads++ // the picture shows only the first attack
	}
	if standing {
		a.Lines = append(a.Lines, engine.Say("answer.odds-standing"))
		return
	}
	a.Lines = append(a.Lines, engine.Say("answer.odds-choices"))
}

// tell says the steps that an attack costs on average, who loses any, whose
// retreat is blocked, and whether a hex is taken.
func (c *Chances) tell() []engine.Msg {
	lines := []engine.Msg{
		engine.Say("answer.odds-steps", engine.Ratio("attacker", c.Attacker.Steps.Sum(), c.Of), engine.Ratio("defender", c.Defender.Steps.Sum(), c.Of)),
		engine.Say("answer.odds-harm", engine.Num("attacker", c.Attacker.Steps.From(1)), engine.Num("defender", c.Defender.Steps.From(1)), engine.Num("of", c.Of)),
	}
	for _, x := range []struct {
		who     string
		blocked int
	}{{"defender", c.Defender.Blocked}, {"attacker", c.Attacker.Blocked}} {
		if x.blocked > 0 {
			lines = append(lines, engine.Say("answer.odds-blocked."+x.who, engine.Num("n", x.blocked), engine.Num("of", c.Of)))
		}
	}
	return append(lines, engine.Say("answer.odds-taken", engine.Num("n", c.Taken), engine.Num("of", c.Of)))
}
