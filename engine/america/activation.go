package america

import (
	"referee/engine/america/scenario"
	"referee/engine/kit/set"
)

// 8.2 Who may be activated by whom, and how they are supplied in the impulse (7.12).

// commands reports whether a headquarters activates units of a nation, and supports them (8.4).
func (g *rules) commands(q hqIx, n scenario.Nation) bool { return g.d.HQs[q].Nation == n }

// nearest is how far the nearest headquarters that may activate units of a nation is from a hex, by where they are said
// to stand; more than any distance where there is none.
func (g *rules) nearest(s *State, h hexIx, n scenario.Nation, stands func(*State, hqIx) hexIx) int {
	best := beyond
	for q := range g.hqs[n.Side()].All() {
		if at := stands(s, q); at != noHex && g.commands(q, n) {
			best = min(best, g.distance(h, at))
		}
	}
	return best
}

// beyond is more than any distance on the map.
const beyond = 1 << 10

// standing is where a headquarters stood at the start of the impulse, or noHex.
func (g *rules) standing(s *State, q hqIx) hexIx {
	if q == s.HQ {
		return s.Whence
	}
	return g.hqHex(s, q)
}

// command is the units on the map that a headquarters may activate if its impulse began now, by how they are
// supplied in it (8.2, 8.21, 7.12).
func (g *rules) command(s *State, q hqIx) (by [3]unitSet) {
	hq, at := &g.d.HQs[q], g.hqHex(s, q)
	if at == noHex {
		return by // it comes on, and activates who comes on with it (8.22)
	}
	sd := hq.Nation.Side()
	cut := g.cut(s, sd)
	lines := g.within(&cut, at, hq.Range)
	combat := s.HQs[q].Combat
	for u := range g.of[sd].All() {
		x := &s.Units[u]
		if x.Where != onMap || x.By != noHQ || x.Landed || !g.commands(q, g.d.Units[u].Nation) {
			continue
		}
		switch status, far := x.Supply, g.distance(at, x.Hex); {
		case u == hq.Unit:
			if !combat {
				status = max(status, unsupplied)
			}
			by[status].Add(u)
		case g.d.Units[u].HQ != noHQ: // by its own chit only
		case far <= hq.Range:
			if status == supplied && (!combat || lines.Cost(x.Hex) < 0) {
				status = unsupplied
			}
			by[status].Add(u)
		case far <= g.nearest(s, x.Hex, hq.Nation, g.hqHex):
			by[g.lowered(s, sd, status)].Add(u)
		}
	}
	return by
}

// notCommanded says why the headquarters of the impulse does not activate a unit on the map.
func (g *rules) notCommanded(s *State, u unitIx) (rule, why string) {
	x, n := &s.Units[u], g.d.Units[u].Nation
	switch {
	case s.HQ == noHQ:
	case x.By != noHQ:
		return "8.2", "illegal.move.again"
	case !g.commands(s.HQ, n):
		return "8.4", "illegal.move.nation"
	case g.d.Units[u].HQ != noHQ:
		return "8.2", "illegal.move.own-chit"
	case s.Whence != noHex && g.distance(s.Whence, x.Hex) > g.nearest(s, x.Hex, n, g.standing):
		return "8.21", "illegal.move.nearer"
	}
	return "8.2", notActivated
}

// lowered is a state of supply one level lower (8.21), as far as 7.4 lets it.
func (g *rules) lowered(s *State, sd side, status supplyState) supplyState {
	if status == supplied || g.noneIsolated(s, sd) {
		return unsupplied
	}
	return isolated
}

// commanders is the headquarters that could activate a unit on the map (8.2), whether or not their chits are in the
// cup.
func (g *rules) commanders(s *State, u unitIx) hqSet {
	h, n := s.Units[u].Hex, g.d.Units[u].Nation
	if s.Units[u].Where != onMap {
		return 0
	}
	if q := g.d.Units[u].HQ; q != noHQ {
		return set.Of(q)
	}
	near := g.nearest(s, h, n, g.hqHex)
	return g.hqs[g.sides[u]].Filter(func(q hqIx) bool {
		at := g.hqHex(s, q)
		return at != noHex && g.commands(q, n) && g.distance(h, at) <= max(g.d.HQs[q].Range, near)
	})
}
