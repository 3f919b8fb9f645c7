package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// Begin opens a match: units with only one possible hex are set up, the rest are for
// the Allied player to place (20).
func (g *rules) Begin(r *ruling, set engine.Setup) error {
	began, err := g.readSetup(set)
	if err != nil {
		return err
	}
	emit(r, began)
	for i := range g.d.Units {
		u := &g.d.Units[i]
		if u.Turn == 0 && len(u.Hexes) == 1 {
			emit(r, event.Placed{Unit: u.ID, Hex: g.hexID(u.Hexes[0])})
		}
	}
	g.settle(r)
	return nil
}

// Options of a match.
const (
	optionVariable = "variable_actions" // 17
	optionBid      = "bid"              // 16, reading 16/1
)

// bidMost is how many VP can be given for a side. Matches are decided by fewer;
// at 20 the German has won.
const bidMost = 6

func (g *rules) readSetup(set engine.Setup) (event.SetupBegan, error) {
	var out event.SetupBegan
	if id, unknown := set.Unknown(g.info.Options); unknown {
		rule := "17"
		if id == optionBid {
			rule = "16"
		}
		return out, engine.Refuse(rule, "illegal.setup-option", engine.Text("option", id), engine.Text("value", set[id]))
	}
	for _, o := range g.info.Options {
		switch o.ID {
		case optionVariable:
			out.Variable = set.Get(o) == "yes"
		case optionBid:
			seat, vp := engine.ParseBid(set.Get(o))
			out.Given, out.GivenVP = string(seat), vp
		}
	}
	return out, nil
}

// 20 Setting up.

// toPlace lists the units that the Allied player has still to set up.
func (g *rules) toPlace(s *State) unitSet {
	return g.units(func(u unitIx) bool { return g.d.Units[u].Turn == 0 && s.Units[u].Where == pending })
}

// room reports whether u could stack in h with the steps it has.
func (g *rules) room(s *State, u unitIx, h hexIx) bool {
	return g.stepsIn(s, h)+s.Units[u].Steps <= stackLimit
}

// setup asks for a unit and its hex, or the standard placement of all that is left.
func (w *walk) setup() {
	left := w.rules.toPlace(w.S())
	fit := left.Filter(func(u unitIx) bool { return len(w.setupHexes(u)) > 0 })
	id, ok := w.Choose(append(w.unitOptions(fit), answer.Words("standard")...), w.unknown("20", w.notSetUp))
	switch {
	case !ok:
		return
	case id == "standard":
		for u := range left.All() {
			w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: w.rules.hexID(w.standardHex(u))})
		}
		return
	}
	u := w.rules.d.UnitIDs.Of(id)
	if w.Explains() {
		w.Ask("prompt.setup.hex", w.rules.unitArg("unit", u))
	}
	id, ok = w.Choose(w.hexOptions(w.setupHexes(u)), w.whyHex(u, "20", listed(w.rules.d.Units[u].Hexes,
		reason{"10", "illegal.no-room"}, reason{"20", "illegal.setup.hex"})))
	if ok {
		w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: id})
	}
}

// notSetUp says why a unit is not set up now: see [walk.unknown].
func (w *walk) notSetUp(u unitIx) string {
	switch {
	case w.rules.side(u).Seat() != w.Prompt.Seat:
		return "enemy"
	case w.S().Units[u].Where == onMap:
		return "setup.placed"
	case !w.rules.toPlace(w.S()).Has(u):
		return "setup.later"
	}
	return "setup.room"
}

// setupHexes lists the hexes with room where u may be set up now.
func (w *walk) setupHexes(u unitIx) []hexIx {
	return lists.Filter(w.rules.d.Units[u].Hexes, func(h hexIx) bool { return w.rules.room(w.S(), u, h) })
}

// standardSetup is a reasonable placement: both towns held by two steps, the highway
// between them and the woods of Marloie watched.
var standardSetup = map[string]string{
	"84-2": "3306", "84-3": "3207", "84-4": "3107", "84-5": "2808", "84-6": "2808",
	"84-7": "2710", "84-8": "2809", "84-9": "2909", "4cav": "2305",
}

// standardHex is the standard hex of u, or the first that has room.
func (w *walk) standardHex(u unitIx) hexIx {
	free := w.setupHexes(u)
	if h, ok := w.rules.d.HexIDs.Find(standardSetup[w.rules.unitID(u)]); ok && slices.Contains(free, h) {
		return h
	}
	return append(free, w.rules.d.Units[u].Hexes[0])[0]
}
