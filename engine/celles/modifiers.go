package celles

import (
	"slices"

	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 11 Odds and modifiers.

// sum adds up the attack and defence strengths of a set's living units.
func (g *rules) sum(s *State, set unitSet) (attack, defence int) {
	for u := range s.here(set).All() {
		a, d := g.strength(s, u)
		attack, defence = attack+a, defence+d
	}
	return attack, defence
}

// odds is the column of the table for these strengths, rounded down, or -1
// below the lowest.
func (g *rules) odds(attack, defence int) int {
	column := -1
	for i := range g.d.CRT.Columns {
		if c := &g.d.CRT.Columns[i]; attack*c.Def >= defence*c.Att {
			column = i
		}
	}
	return column
}

// compare is the strength of some attackers, that of some defenders, and the column of the table.
func (g *rules) compare(s *State, att, def unitSet) (attack, defence, column int) {
	attack, _ = g.sum(s, att)
	_, defence = g.sum(s, def)
	return attack, defence, g.odds(attack, defence)
}

func (g *rules) column(name string) int8 {
	return int8(slices.IndexFunc(g.d.CRT.Columns, func(c scenario.Column) bool { return c.Name == name }))
}

// modifiers lists the modifiers of an attack, each kind once, without Combat chits (table F), each with its paragraph.
func (g *rules) modifiers(s *State, att, def unitSet, intensity int) []event.DRM {
	m := &g.d.Combat
	list := make([]event.DRM, 0, 8)
	add := func(on bool, rule, name string, value int) {
		if on && value != 0 {
			list = append(list, event.DRM{Name: name, Value: value, Rule: rule})
		}
	}
	add(g.any(s, att, func(x *unit) bool { return x.Disrupted }), "12", "attacker-disrupted", m.Disrupted)
	add(g.any(s, att, func(x *unit) bool { return x.Supply == outOfSupply }), "5", "attacker-out-of-supply", m.OutOfSupply)
	add(true, "11", intensityIDs[intensity], m.Intensity[intensity])
	attacker := g.side(att.First())
	t := g.turn(s)
	add(attacker == german && t.Night, "11", "german-night", m.GermanNight)
	add(attacker == allied && !t.Night && t.Day >= alliedDayFrom, "11", "allied-day", m.AlliedDay)
	name, value := g.cover(s, def)
	add(true, "11", name, value)
	add(g.acrossRiver(s, att, def), "11", "minor-river", m.MinorRiver)
	add(g.any(s, def, func(x *unit) bool { return x.Disrupted }), "12", "defender-disrupted", m.DefDisrupted)
	add(g.any(s, def, func(x *unit) bool { return x.Supply == isolated }), "5", "defender-isolated", m.DefIsolated)
	return list
}

// alliedDayFrom is the first day in December with the Allied bonus by day.
const alliedDayFrom = 25

// any reports whether is holds for a living unit of a set.
func (g *rules) any(s *State, set unitSet, is func(*unit) bool) bool {
	return s.here(set).Any(func(u unitIx) bool { return is(&s.Units[u]) })
}

// cover is the best terrain of a defender's hex.
func (g *rules) cover(s *State, def unitSet) (name string, value int) {
	m := &g.d.Combat
	for u := range s.here(def).All() {
		h := &g.d.Hexes[s.Units[u].Hex]
		n, v := "", 0
		switch {
		case h.Terrain == scenario.Town:
			n, v = "town", m.Town
		case h.Terrain == scenario.Woods:
			n, v = "woods", m.Woods
		case h.Village:
			n, v = "village", m.Village
		}
		if v < value {
			name, value = n, v
		}
	}
	return name, value
}

// acrossRiver reports whether an attacker stands across a minor river from a
// defender adjacent to it.
func (g *rules) acrossRiver(s *State, att, def unitSet) bool {
	return s.here(att).Any(func(u unitIx) (across bool) {
		h := s.Units[u].Hex
		g.fights(h, func(to hexIx, d hex.Dir) {
			across = across || g.d.Hexes[h].Side[d].Minor && g.unitsIn(s, to)&def != 0
		})
		return across
	})
}

func net(list []event.DRM) int {
	n := 0
	for _, m := range list {
		n += m.Value
	}
	return n
}

// result is the table's result in a column for a modified die.
func (g *rules) result(column, row int) scenario.CombatResult {
	return g.d.CRT.Columns[column].Rows[clampRow(row)-scenario.LowestRow]
}

func clampRow(row int) int { return max(scenario.LowestRow, min(scenario.HighestRow, row)) }
