package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
)

// 11.71 Engineers build bridges.

const (
	bridgeNeeds = 5 // the lowest modified die that builds
	bridgeRuins = 2 // modifier on a destroyed bridge
)

// noBridge says why a party is no engineer that may try to build a bridge now, or returns "".
func (g *rules) noBridge(s *State, units unitSet) (rule, why string) {
	u := units.First()
	x := &s.Units[u]
	switch {
	case !units.Any(g.engineers.Has):
		return "11.71", "illegal.bridge.engineer"
	case units.Len() != 1:
		return "11.71", "illegal.bridge.alone"
	case s.Step != stepMove || s.Pace != paceNone || x.Moved:
		return "3.3", "illegal.bridge.late"
	case x.Where != onMap:
		return "11.71", "illegal.move.not-here"
	case !slices.ContainsFunc(hex.Dirs[:], func(d hex.Dir) bool { return g.unbridged(s, x.Hex, d) }):
		return "11.71", "illegal.bridge.river"
	case !slices.ContainsFunc(hex.Dirs[:], func(d hex.Dir) bool { return g.site(s, x.Hex, d) }):
		return "11.71", "illegal.bridge.enemies"
	}
	return "", ""
}

// site reports whether engineers may build over the side d of a hex: a river without a bridge, and no enemy beyond it.
func (g *rules) site(s *State, h hexIx, d hex.Dir) bool {
	return g.unbridged(s, h, d) && !s.held(g.next[h][d], s.Side.Enemy())
}

// unbridged reports whether a river without a bridge is on the side d of a hex.
func (g *rules) unbridged(s *State, h hexIx, d hex.Dir) bool {
	e := &g.d.Hexes[h].Side[d]
	return g.next[h][d] != noHex && e.River != scenario.Dry && e.Bridge != scenario.Standing && !g.bridged(s, h, d)
}

// bridge asks for the hex beyond the river.
func (w *walk) bridge(u unitIx) {
	g, s := w.rules, w.S()
	w.Take()
	from := s.Units[u].Hex
	opts := make([]engine.Option, 0, len(hex.Dirs))
	for _, d := range hex.Dirs {
		if g.site(s, from, d) {
			opts = append(opts, engine.Option{ID: g.hexID(g.next[from][d]), Kind: "site", N: g.bridgeDie(from, d)})
		}
	}
	why := w.whyHex("11.71", "illegal.hex", func(h hexIx) *engine.Illegal { return w.noSite(u, h) })
	if w.Explains() {
		w.Ask("prompt.move.bridge")
	}
	if id, ok := w.Choose(opts, why); ok {
		w.Emit(event.BridgeTried{Unit: g.unitID(u), Hex: g.hexID(from), To: id})
	}
}

// bridgeDie is the lowest die that builds over a side.
func (g *rules) bridgeDie(h hexIx, d hex.Dir) int { return bridgeNeeds - g.bridgeDRM(h, d) }

func (g *rules) bridgeDRM(h hexIx, d hex.Dir) int {
	if g.d.Hexes[h].Side[d].Bridge == scenario.Destroyed {
		return bridgeRuins
	}
	return 0
}

func (w *walk) noSite(u unitIx, h hexIx) *engine.Illegal {
	g, s := w.rules, w.S()
	why := "illegal.bridge.side"
	if d, near := g.direction(s.Units[u].Hex, h); near && g.unbridged(s, s.Units[u].Hex, d) { // so an enemy is there
		why = "illegal.bridge.enemy"
	}
	return w.Refuse("11.71", why, g.unitArg("unit", u), g.hexArg("hex", h))
}

// bridge is the die of an engineer.
func (w rolled) bridge() {
	g, s := w.rules, w.S()
	u, to := s.Moving.First(), s.Into
	from := s.Units[u].Hex
	d, _ := g.direction(from, to)
	drm := g.bridgeDRM(from, d)
	w.Emit(event.BridgeRolled{
		Unit: g.unitID(u), Hex: g.hexID(from), To: g.hexID(to), Die: w.die, DRM: drm, Built: w.die+drm >= bridgeNeeds,
	})
}
