package celles

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/kit/ways"
)

// 11.1 Retreat.

// retreatDirs are the directions of priority 4.
var retreatDirs = [3][]hex.Dir{
	scenario.NationGerman:  {hex.S, hex.SE},
	scenario.NationUS:      {hex.N, hex.NW, hex.NE},
	scenario.NationBritish: {hex.NW, hex.SW},
}

// mostWays is how many paths there nearly always are at most: three hexes beyond each neighbour.
const mostWays = 18

// way is the path of a retreat, from the first hex entered to one at distance 2.
type way []hexIx

// flee is one unit's retreat.
type flee struct {
	rules *rules
	s     *State
	unit  unitIx
	side  side
	from  hexIx
}

func (g *rules) flee(s *State, u unitIx) *flee {
	return &flee{rules: g, s: s, unit: u, side: g.side(u), from: s.Units[u].Hex}
}

// dangerous reports whether h lies in an enemy ZOC that no friend negates.
func (f *flee) dangerous(h hexIx) bool { return f.s.inZOC(h, f.side) && !f.s.held(h, f.side) }

// away reports whether h is as far from the unit's hex before the retreat as it must end: 2 hexes.
func (f *flee) away(h hexIx) bool { return h != f.from && !f.rules.around[f.from].Has(h) }

// ways lists the paths that the priorities leave, in order of direction.
func (f *flee) ways() []way {
	if f.rules.d.Units[f.unit].Move == 0 || f.from == noHex { // the latter of a forged record
		return nil
	}
	list := f.preferred(f.safest(f.open(make([]way, 0, mostWays), f.from, nil)), 0)
	if fit := lists.Filter(list, f.fits); len(fit) > 0 {
		return fit
	}
	return list
}

// open adds to list every path that continues way (1, 2).
func (f *flee) open(list []way, at hexIx, so way) []way {
	for _, d := range hex.Dirs {
		to := f.rules.d.Hexes[at].Next[d]
		if to == noHex || to == f.from || slices.Contains(so, to) || f.rules.closed(f.s, f.side, at, d) != free {
			continue
		}
		next := append(so[:len(so):len(so)], to)
		if f.away(to) {
			list = append(list, next)
		} else {
			list = f.open(list, to, next)
		}
	}
	return list
}

// safest keeps the paths with the fewest hexes in enemy ZOC (3), in the memory of the list.
func (f *flee) safest(list []way) []way {
	least, kept := math.MaxInt, list[:0]
	for _, w := range list {
		n := lists.Count(w, f.dangerous)
		if n < least {
			least, kept = n, kept[:0]
		}
		if n == least {
			kept = append(kept, w)
		}
	}
	return kept
}

// preferred keeps, at each hex, the steps in the nation's direction if there is one
// (4). The paths of list agree in their first i hexes.
func (f *flee) preferred(list []way, i int) []way {
	if len(list) <= 1 {
		return list
	}
	var kept []way
	any := slices.ContainsFunc(list, func(w way) bool { return f.wanted(w, i) })
	for j := 0; j < len(list); {
		k := j + 1
		for k < len(list) && list[k][i] == list[j][i] {
			k++
		}
		group := list[j:k]
		j = k
		if any && !f.wanted(group[0], i) {
			continue
		}
		if len(group[0]) > i+1 { // paths with the same first hexes all end here or none does
			group = f.preferred(group, i+1)
		}
		kept = append(kept, group...)
	}
	return kept
}

// wanted reports whether step i of w goes in the nation's direction.
func (f *flee) wanted(w way, i int) bool {
	from := f.from
	if i > 0 {
		from = w[i-1]
	}
	return f.favours(from, w[i])
}

// favours reports whether a step to a neighbour goes in the nation's direction.
func (f *flee) favours(from, to hexIx) bool {
	d, _ := f.rules.direction(from, to)
	return slices.Contains(retreatDirs[f.rules.d.Units[f.unit].Nation], d)
}

// fits reports whether w ends within the stacking limit, with the steps that the unit
// has left at its end (5). A unit that dies before fits.
func (f *flee) fits(w way) bool {
	steps, disrupted := f.s.Units[f.unit].Steps, f.s.Units[f.unit].Disrupted
	for _, h := range w {
		if !f.dangerous(h) {
			continue
		}
		switch {
		case !disrupted:
			disrupted = true
		case f.spared(h):
		default:
			steps--
		}
		if steps == 0 {
			return true
		}
	}
	return f.rules.stepsIn(f.s, w[len(w)-1])+steps <= stackLimit
}

// spared reports whether a stack mate of one step was lost in h.
func (f *flee) spared(h hexIx) bool {
	c := &f.s.Combat
	return f.s.Units[f.unit].Steps == 1 && slices.Contains(c.Spared[:], spare{c.From[f.unit], h})
}

// fleeing is the walk of a unit that retreats.
type fleeing struct {
	*walk
	flee *flee
}

// retreat asks for a unit and its path, hex by hex.
func (w *walk) retreat() {
	s := w.S()
	u, ok := w.chooseUnit("11.1", s.Combat.Retreat)
	if !ok {
		return
	}
	f := w.rules.flee(s, u)
	ways := f.ways()
	if len(ways) == 0 {
		w.Emit(event.Eliminated{Unit: w.rules.unitID(u), Hex: w.rules.hexID(f.from), Steps: int(s.Units[u].Steps)})
		return
	}
	v := fleeing{w, f}
	for i := 0; i < len(ways[0]); i++ {
		so := ways[0][:i]
		id, ok := v.choose(w.hexOptions(f.nexts(ways, i)), func(h hexIx) string { return f.worse(so, h) })
		if !ok {
			return
		}
		h := w.rules.d.HexIDs.Of(id)
		ways = through(ways, i, h)
		if v.enter(h); s.Units[u].Where != onMap {
			return
		}
	}
	v.goOn(ways[0])
}

// choose asks for the next hex of a retreat. worse names the priority that
// excludes an open hex.
func (w fleeing) choose(opts []engine.Option, worse func(hexIx) string) (id string, ok bool) {
	if w.Explains() {
		w.Ask("prompt.retreat.hex", w.rules.unitArg("unit", w.flee.unit))
	}
	return w.Choose(opts, func(id string) *engine.Illegal { return w.whyNot(id, opts, worse) })
}

// nexts lists the hexes that may be step i, in order.
func (f *flee) nexts(ways []way, i int) []hexIx {
	return slices.Compact(lists.Map(ways, func(w way) hexIx { return w[i] }))
}

// through keeps the paths whose step i is h.
func through(ways []way, i int, h hexIx) []way {
	return lists.Filter(ways, func(w way) bool { return w[i] == h })
}

// enter enters one hex, with the effect of enemy ZOC there.
func (w fleeing) enter(h hexIx) {
	s, id := w.S(), w.rules.unitID(w.flee.unit)
	danger := w.flee.dangerous(h)
	spared := danger && s.Units[w.flee.unit].Disrupted && w.flee.spared(h)
	w.Emit(event.Retreated{Unit: id, From: w.rules.hexID(s.Units[w.flee.unit].Hex), To: w.rules.hexID(h), Spared: spared})
	switch {
	case !danger || spared:
	case s.Units[w.flee.unit].Disrupted:
		w.Emit(w.rules.stepLost(s, w.flee.unit, event.CauseRetreat))
	default:
		w.Emit(event.Disrupted{Unit: id, Cause: event.CauseRetreat})
	}
}

// goOn ends a retreat, or lets a unit that would overstack continue to the first
// hex where it stacks legally (5).
func (w fleeing) goOn(so way) {
	s, u := w.S(), w.flee.unit
	for stay := true; w.rules.stepsIn(s, s.Units[u].Hex) > stackLimit; stay = false {
		opts := w.hexOptions(w.flee.onward(s.Units[u].Hex, so))
		if len(opts) == 0 {
			break
		}
		if stay {
			opts = append(opts, engine.Option{ID: "stop", Kind: "stop", Warn: w.rules.warnRetreat(s, u)})
		}
		id, ok := w.choose(opts, func(h hexIx) string { return w.flee.worseOn(so, h) })
		if !ok {
			return
		}
		if id == "stop" {
			break
		}
		so = append(so[:len(so):len(so)], w.rules.d.HexIDs.Of(id))
		if w.enter(w.rules.d.HexIDs.Of(id)); s.Units[u].Where != onMap {
			return
		}
	}
	w.Emit(event.RetreatEnded{Unit: w.rules.unitID(u), Hex: w.rules.hexID(s.Units[u].Hex)})
}

// onward lists the next hexes of an overstacked unit that lead to a hex with
// room: through hexes without, none twice, not nearer than 2, by priorities 3
// and 4.
func (f *flee) onward(at hexIx, so way) []hexIx {
	best, list := noRefuge, []hexIx(nil)
	for _, d := range hex.Dirs {
		if !f.passable(at, d, so) {
			continue
		}
		to := f.rules.next[at][d]
		switch risk := f.refuge(to, so); {
		case risk == noRefuge || risk > best:
		case risk < best:
			best, list = risk, []hexIx{to}
		default:
			list = append(list, to)
		}
	}
	favoured := lists.Filter(list, func(to hexIx) bool { return f.favours(at, to) })
	if len(favoured) > 0 {
		return favoured
	}
	return list
}

// passable reports whether an onward retreat may step from at in direction d.
func (f *flee) passable(at hexIx, d hex.Dir, so way) bool {
	to := f.rules.d.Hexes[at].Next[d]
	return to != noHex && !slices.Contains(so, to) && f.away(to) &&
		f.rules.closed(f.s, f.side, at, d) == free
}

// noRefuge is worse than any path, as a path has at most one hex that is not held by a
// friend.
const noRefuge = 2

// refuge is the number of dangerous hexes, 0 or 1, on the best path from h to a hex
// with room, h included; noRefuge if there is none. Only the last hex of such a path is
// not held by a friend, so only it can be dangerous.
func (f *flee) refuge(h hexIx, so way) int {
	best := f.room(h)
	if best < noRefuge {
		return best
	}
	flood := ways.NewFlood[hexIx](len(f.rules.d.Hexes))
	flood.Reach(h, h)
	for at := range flood.All() {
		if risk := f.room(at); risk < noRefuge {
			best = min(best, risk)
			continue
		}
		for _, d := range hex.Dirs {
			if f.passable(at, d, so) {
				flood.Reach(f.rules.next[at][d], at)
			}
		}
	}
	return best
}

// room is 0 if the unit can stay in h, 1 if that is dangerous, and noRefuge if there is no
// room.
func (f *flee) room(h hexIx) int {
	switch {
	case f.rules.stepsIn(f.s, h)+f.s.Units[f.unit].Steps > stackLimit:
		return noRefuge
	case f.dangerous(h):
		return 1
	}
	return 0
}

// whyNot explains why a retreat may not enter a hex, and lists those that it
// may. worse names the priority that excludes an open hex.
func (w fleeing) whyNot(id string, opts []engine.Option, worse func(hexIx) string) *engine.Illegal {
	var may []engine.Arg
	for _, o := range opts {
		if h, ok := w.rules.d.HexIDs.Find(o.ID); ok {
			may = append(may, w.rules.hexArg("", h))
		}
	}
	h, ok := w.rules.d.HexIDs.Find(id)
	switch {
	case id == "stop":
		why := "illegal.retreat.stop"
		if w.flee.away(w.S().Units[w.flee.unit].Hex) {
			why = "illegal.retreat.stop-full"
		}
		return w.Refuse("11.1", why, w.rules.unitArg("unit", w.flee.unit), engine.List("hexes", may...))
	case !ok:
		return w.notHex("11.1", id)
	}
	args := []engine.Arg{w.rules.unitArg("unit", w.flee.unit), w.rules.hexArg("hex", h), engine.List("hexes", may...)}
	at := w.S().Units[w.flee.unit].Hex
	d, adjacent := w.rules.direction(at, h)
	if !adjacent {
		return w.Refuse("11.1", "illegal.retreat.far", args...)
	}
	if by := w.rules.closed(w.S(), w.flee.side, at, d); by != free {
		return w.hindered("11.1", "retreat", by, args...)
	}
	return w.Refuse("11.1", "illegal.retreat."+worse(h), args...)
}

// worse is the priority that excludes all paths from so, the path so far, to h.
func (f *flee) worse(so way, h hexIx) string {
	at := f.from
	if len(so) > 0 {
		at = so[len(so)-1]
	}
	list := f.open(nil, at, so)
	if len(through(list, len(so), h)) == 0 {
		return "pocket"
	}
	if list = f.safest(list); len(through(list, len(so), h)) == 0 {
		return "zoc"
	}
	if len(through(f.preferred(list, len(so)), len(so), h)) == 0 {
		return "direction"
	}
	return "room"
}

// worseOn is the same for a retreat that continues after so.
func (f *flee) worseOn(so way, h hexIx) string {
	at := so[len(so)-1]
	d, _ := f.rules.direction(at, h)
	switch {
	case slices.Contains(so, h):
		return "twice"
	case !f.passable(at, d, so):
		return "back"
	case f.refuge(h, so) == noRefuge:
		return "full"
	}
	for _, to := range f.onward(at, so) {
		if f.refuge(to, so) < f.refuge(h, so) {
			return "zoc"
		}
	}
	return "direction"
}
