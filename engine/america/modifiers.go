package america

import (
	"slices"

	"referee/engine/america/event"
	"referee/engine/america/scenario"
)

// 9.1, 9.5 Odds and column shifts.

// shift is a column shift by its name (9.5).
type shift int8

const (
	shiftWoods shift = iota
	shiftHill
	shiftVillage
	shiftTown
	shiftWestwall
	shiftTanks
	shiftArms
	shiftArmsAgainst
	shiftHexes
	shiftSnow
	shiftAir
	shiftAirCover
	shiftHQ
	shiftHQCover
	shifts
)

// shiftIDs name the shifts, as in events and messages; shiftRules are their paragraphs.
var (
	shiftIDs = [shifts]string{
		"woods", "hill", "village", "town", "westwall", "tanks", "arms", "arms-against", "hexes", "snow",
		"air", "air-cover", "hq", "hq-cover",
	}
	shiftRules = [shifts]string{
		"9.52", "9.52", "9.52", "9.52", "9.52", "9.53", "9.54", "9.54", "9.55", "9.56",
		"9.57", "9.57", "11.1", "11.1",
	}
)

// fight is who attacks whom, and with what help.
type fight struct {
	hex      hexIx
	att, def unitSet
	overrun  bool
	strike   int8 // attacker's air points
	cover    int8 // defender's
	support  bool // the active headquarters supports it
}

// odds is how a combat stands before the die (9.1).
type odds struct {
	attack, defence int
	level           int // of the table by the strengths alone, also beyond it
	shift           [shifts]int
	net             int // level and shifts, also beyond the table
	// helpless: all defenders are of no strength; the attack is at the best column, and costs the attacker nothing
	// (9.15).
	helpless bool
}

// level is the column of the table for two strengths, rounded down; under 1:1 the defender's part rounded up (9.1).
func level(attack, defence int) int {
	switch {
	case attack <= 0:
		return nowhere
	case attack >= defence:
		return attack / defence
	}
	return 2 - up(defence, attack)
}

// oddsName is the proportion of two strengths, rounded: "5:1", "1:3".
func oddsName(attack, defence int) string {
	switch {
	case attack <= 0 || defence <= 0:
		return num(attack) + ":" + num(defence)
	case attack >= defence:
		return num(attack/defence) + ":1"
	}
	return "1:" + num(up(defence, attack))
}

// nowhere is under every column: nobody attacks with strength.
const nowhere = -99

// reckon works out the odds of a fight (9.1, 9.5).
func (g *rules) reckon(s *State, f *fight) odds {
	o := odds{
		attack:  g.attackStrength(s, f.hex, &f.att, f.overrun),
		defence: g.defenceStrength(s, f.hex, &f.def, f.overrun),
	}
	if o.defence == 0 {
		o.helpless, o.level = true, g.d.CRT.Highest()
		o.net = o.level
		return o
	}
	o.level = level(o.attack, o.defence)
	g.terrainShifts(f.hex, &o.shift)
	g.armsShifts(s, f, &o.shift)
	g.hqShifts(s, f, &o.shift)
	if !f.overrun {
		g.otherShifts(s, f, &o.shift)
	}
	o.net = o.level
	for _, n := range o.shift {
		o.net += n
	}
	return o
}

// possible reports whether the odds are not below the table.
func (g *rules) possible(o *odds) bool { return o.net >= g.d.CRT.Lowest() }

// column is the column of the table that is used.
func (g *rules) column(o *odds) *scenario.Column { return g.d.CRT.At(o.net) }

// terrainShifts are those of the attacked hex: the best of terrain and site; the Westwall besides, but not with a
// town (9.52).
func (g *rules) terrainShifts(h hexIx, to *[shifts]int) {
	x, t := &g.d.Hexes[h], &g.d.Shifts
	name, best := shiftWoods, t.Terrain[x.Terrain]
	if x.Terrain == scenario.Hill {
		name = shiftHill
	}
	if n := t.Site[x.Site]; n < best {
		name, best = shiftVillage, n
		if x.Site == scenario.Town {
			name = shiftTown
		}
	}
	to[name] = best
	if x.Westwall && x.Site != scenario.Town {
		to[shiftWestwall] = t.Westwall
	}
}

// tanksFor is how many tank steps it takes for each of the defender's (9.53).
const tanksFor = 5

// armsShifts are those for tanks and infantry (9.53, 9.54).
func (g *rules) armsShifts(s *State, f *fight, to *[shifts]int) {
	var hexes [6]hexIx
	var stacks [6]arms
	n, all := 0, arms{}
	for u := range f.att.All() {
		h, a := s.Units[u].Hex, g.armsOf(u)
		i := slices.Index(hexes[:n], h)
		if i < 0 && n < len(hexes) {
			i, n = n, n+1
			hexes[i] = h
		}
		all = all.and(a)
		stacks[max(i, 0)] = stacks[max(i, 0)].and(a)
	}
	if slices.Contains(stacks[:n], arms{true, true}) {
		to[shiftArms] = g.d.Shifts.Combined
	}
	if n >= encircling && !f.overrun {
		to[shiftHexes] = g.d.Shifts.FourUp
	}
	var theirs arms
	for u := range f.def.All() {
		theirs = theirs.and(g.armsOf(u))
	}
	if all.tanks && theirs == (arms{true, true}) {
		to[shiftArmsAgainst] = g.d.Shifts.Against
	}
	if !theirs.tanks {
		return
	}
	if d := g.tankSteps(s, &f.def); d > 0 && g.tankSteps(s, &f.att) >= tanksFor*d {
		to[shiftTanks] = g.d.Shifts.Tanks
	}
}

// encircling is how many hexes an attack must come from (9.55).
const encircling = 4

// hqShifts are those of headquarters (11.1).
func (g *rules) hqShifts(s *State, f *fight, to *[shifts]int) {
	if f.support {
		to[shiftHQ] = g.hqShift(s)
	}
	if g.covered(s, f) {
		to[shiftHQCover] = g.d.Shifts.HQCover
	}
}

// hqShift is what the support of the active headquarters shifts an attack (11.12, 11.15).
func (g *rules) hqShift(s *State) int {
	if g.surprise(s) {
		return g.d.Shifts.HQFirst
	}
	return g.d.Shifts.HQ
}

// surprise reports whether the German artillery of the first day supports the attack of the active side (11.15, 13.32).
func (g *rules) surprise(s *State) bool { return s.Turn == 1 && s.Side == german && !s.Discovered }

// covered reports whether a headquarters supports the defenders: one of any nation among them in range, and not in
// an enemy ZOC (11.1, 8.4).
func (g *rules) covered(s *State, f *fight) bool {
	if f.def.Empty() {
		return false
	}
	return g.hqs[g.sides[f.def.First()]].Any(func(q hqIx) bool {
		return f.def.Any(func(u unitIx) bool { return g.commands(q, g.d.Units[u].Nation) }) && g.supports(s, q, f.hex)
	})
}

// supports reports whether a headquarters is on the map within range of a hex and not in an enemy ZOC (11.12, 11.14).
func (g *rules) supports(s *State, q hqIx, h hexIx) bool {
	at := g.hqHex(s, q)
	return at != noHex && g.distance(at, h) <= g.d.HQs[q].Range && !s.inZOC(at, g.d.HQs[q].Nation.Side())
}

// otherShifts are snow and air (9.56, 9.57).
func (g *rules) otherShifts(s *State, f *fight, to *[shifts]int) {
	if s.Ground == scenario.Snow {
		to[shiftSnow] = g.d.Shifts.Snow
	}
	to[shiftAir] = int(min(f.strike, airMost)) * g.d.Shifts.Air
	if f.cover >= airMost {
		to[shiftAirCover] = g.d.Shifts.AirCover
	}
}

// airMost is how many air points a side may use in a combat, and how many the defender must (11.3).
const airMost = 2

// named lists the shifts that are not 0, as an event tells them.
func (o *odds) named() []event.Shift {
	list := make([]event.Shift, 0, 8)
	for i, n := range o.shift {
		if n != 0 {
			list = append(list, event.Shift{Name: shiftIDs[i], Value: n, Rule: shiftRules[i]})
		}
	}
	return list
}

// result is what a die gives: of the table, with what the Westwall and helpless defenders change (9.15, 9.52).
func (g *rules) result(o *odds, h hexIx, die int) scenario.CombatResult {
	r := g.column(o).Rows[die-1]
	if g.d.Hexes[h].Westwall {
		r.Defender = max(0, r.Defender+int8(g.d.Shifts.WestwallResult))
	}
	if o.helpless {
		r.Attacker = 0
	}
	return r
}
