package america

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// Options of a match.
const (
	optionScenario = "scenario"
	optionReserves = "reserves" // 10.11
	optionBid      = "bid"
)

// optionals are the optional rules: the set-up option that puts each in force, and its value then.
var optionals = [...]struct{ id, option, value string }{
	optOKW:         {"okw", optionReserves, "okw"},
	optCooperation: {"cooperation", "cooperation", "on"},
	optAdvance:     {"advance", "advance", "on"},
	optZOCRetreat:  {"zoc_retreat", "zoc_retreat", "on"},
	optRecon:       {"recon", "recon", "on"},
	optOverrun6:    {"mech_overrun_6mp", "mech_overrun", "6mp"},
	optOverrun3:    {"mech_overrun_3mp", "mech_overrun", "3mp"},
	optLosses:      {"losses", "losses", "on"},
}

// setupOptions are what may be chosen when a match is opened.
func setupOptions() []engine.SetupOption {
	onOff := func(id string) engine.SetupOption {
		return engine.SetupOption{ID: id, Values: []string{"off", "on"}, Default: "off"}
	}
	return []engine.SetupOption{
		{
			ID: optionScenario, Values: scenario.ScenarioIDs[:],
			Default: scenario.ScenarioIDs[scenario.Breakthrough], Scenario: true,
		},
		{ID: optionReserves, Values: []string{"historical", "okw"}, Default: "historical"},
		onOff("cooperation"), onOff("advance"), onOff("zoc_retreat"), onOff("recon"),
		{ID: "mech_overrun", Values: []string{"off", "6mp", "3mp"}, Default: "off"},
		onOff("losses"),
		engine.BidOption(optionBid, bidMost, german.Seat(), allied.Seat()),
	}
}

// bidMost is how many objectives can be given for a side.
const bidMost = 4

// Begin opens a match: units with only one possible hex are set up, the rest are for the players to place.
func (g *rules) Begin(r *ruling, set engine.Setup) error {
	began, err := g.readSetup(set)
	if err != nil {
		return err
	}
	emit(r, began)
	for i := range g.d.Units {
		if u := &g.d.Units[i]; u.Setup.Place == scenario.InHex {
			emit(r, event.Placed{Unit: u.ID, Hex: g.hexID(u.Setup.Hexes[0])})
		}
	}
	g.settle(r)
	return nil
}

func (g *rules) readSetup(set engine.Setup) (event.SetupBegan, error) {
	var out event.SetupBegan
	if id, unknown := set.Unknown(g.info.Options); unknown {
		return out, engine.Refuse("13", "illegal.setup-option", engine.Text("option", id), engine.Text("value", set[id]))
	}
	chosen := map[string]string{}
	for _, o := range g.info.Options {
		chosen[o.ID] = set.Get(o)
	}
	out.Scenario = chosen[optionScenario]
	for _, o := range optionals {
		barred := o.option == optionReserves && out.Scenario == scenario.ScenarioIDs[scenario.Plan]
		if chosen[o.option] == o.value && !barred { // 13.3: the plan has no reserve to roll for
			out.Options = append(out.Options, o.id)
		}
	}
	seat, n := engine.ParseBid(chosen[optionBid])
	out.Given, out.GivenN = string(seat), n
	return out, nil
}

// forwardSetup goes through the set-up.
func (g *rules) forwardSetup(r *ruling, s *State) bool {
	switch s.Step {
	case stepAllied, stepGerman:
		if !g.toPlace(s).Empty() {
			return false
		}
		emit(r, event.SideSet{Side: s.Side.String()})
	case stepPick:
		if s.Requested > 0 && g.inReserve(s, scenario.NoReserve) {
			return false
		}
		emit(r, event.RequestEnded{N: int(s.Asked)})
	case stepDrop:
		if !s.Planned {
			return false
		}
		emit(r, event.SetupEnded{})
	default:
		return false
	}
	return true
}

// toPlace is the units that s.Side has still to set up.
func (g *rules) toPlace(s *State) unitSet {
	return g.of[s.Side].Filter(func(u unitIx) bool { return g.starts(s, u) })
}

// setupHexes lists the hexes with room where u may be set up now (13).
func (g *rules) setupHexes(s *State, u unitIx) []hexIx {
	return lists.Filter(g.setupZone(s, u), func(h hexIx) bool { return g.maySetUp(s, u, h) })
}

// maySetUp reports whether there is room for u in a hex of its zone.
func (g *rules) maySetUp(s *State, u unitIx, h hexIx) bool {
	return g.fits(s, h, unitSet{}.With(u)) && !s.held(h, g.sides[u].Enemy())
}

// setupZone lists the hexes where u may be set up, room or not.
func (g *rules) setupZone(s *State, u unitIx) []hexIx {
	at := &g.d.Units[u].Setup
	var list []hexIx
	switch {
	case s.Units[u].Extra: // 13.32: any zone
		for i := range g.d.Zones {
			list = append(list, g.d.Zones[i].Hexes...)
		}
	case at.Place == scenario.WithCorps:
		for _, other := range at.Corps {
			if x := &s.Units[other]; x.Where == onMap {
				list = append(list, x.Hex)
			}
		}
	default:
		return at.Hexes
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// setup asks for a unit and its hex, or the standard placement of all that is left.
func (w *walk) setup() {
	g, s := w.rules, w.S()
	fit := g.toPlace(s).Filter(func(u unitIx) bool {
		return slices.ContainsFunc(g.setupZone(s, u), func(h hexIx) bool { return g.maySetUp(s, u, h) })
	})
	id, ok := w.Choose(append(w.unitOptions(fit), answer.Words("standard")...), w.whyUnit("13", "illegal.setup.word", w.notSetUp))
	switch {
	case !ok:
		return
	case id == "standard":
		g.standard(w.Ruling)
		return
	}
	u := g.d.UnitIDs.Of(id)
	why := w.whyHex("13", "illegal.hex", func(h hexIx) *engine.Illegal {
		why := "room"
		switch {
		case !slices.Contains(g.setupZone(s, u), h):
			why = "hex"
		case s.held(h, g.sides[u].Enemy()):
			why = "enemy-there"
		}
		return w.Refuse("13", "illegal.setup."+why, g.unitArg("unit", u), g.hexArg("hex", h))
	})
	if w.Explains() {
		w.Ask("prompt.setup.hex", g.unitArg("unit", u))
	}
	if id, ok = w.Choose(w.hexOptions(g.setupHexes(s, u)), why); ok {
		w.Emit(event.Placed{Unit: g.unitID(u), Hex: id})
	}
}

// notSetUp refuses a unit that is not set up now.
func (w *walk) notSetUp(u unitIx) *engine.Illegal {
	g, s := w.rules, w.S()
	why, left := "illegal.setup.room-nowhere", g.toPlace(s)
	switch {
	case g.sides[u] != s.Side:
		why = "illegal.enemy-unit"
	case s.Units[u].Where == onMap:
		why = "illegal.setup.placed"
	case !left.Has(u):
		why = "illegal.setup.later"
	}
	return w.Refuse("13", why, g.unitArg("unit", u))
}

// standard is a reasonable placement of all that is left: units of a formation together, as near to the enemy as they
// may stand, headquarters behind them.
func (g *rules) standard(r *ruling) {
	for {
		s := r.State()
		u := g.toPlace(s).First()
		if u == noUnit || r.Failed() {
			return
		}
		best, low := noHex, 0
		for _, h := range g.setupHexes(s, u) {
			if cost := g.placeCost(s, u, h); best == noHex || cost < low {
				best, low = h, cost
			}
		}
		if best == noHex {
			return // only a data set without room leads here
		}
		emit(r, event.Placed{Unit: g.unitID(u), Hex: g.hexID(best)})
	}
}

// placeCost is lower the better a hex is for a unit that is set up.
func (g *rules) placeCost(s *State, u unitIx, h hexIx) int {
	x, cost := &g.d.Units[u], 0
	near := 99
	for e := range s.occupied[g.sides[u].Enemy()].All() {
		near = min(near, g.distance(h, e))
	}
	if x.HQ != noHQ {
		near = max(near-hqBehind, hqBehind-near)
	}
	cost = 10 * near
	for v := s.first[h]; v != noUnit; v = s.after[v] {
		if x.Form != noForm && g.d.Units[v].Form == x.Form {
			cost -= 15
		} else {
			cost += 4
		}
	}
	return cost
}

// hqBehind is how far from the enemy a headquarters stands in the standard placement.
const hqBehind = 4

// 13.32 The German asks for formations.

func (w *walk) want() {
	id, ok := w.Choose(answer.Words("yes", "no"), w.Wrong("13.3", "illegal.want"))
	if ok {
		w.Emit(event.FormationsWanted{Wanted: id == "yes"})
	}
}

func (w rolled) request() { w.Emit(event.RequestRolled{Die: w.die}) }

// pick asks for one formation after the other.
func (w *walk) pick() {
	g, s := w.rules, w.S()
	left := lists.Filter(g.d.FormationIDs.All(), func(id string) bool {
		return g.isReserve(s, &g.d.Formations[g.d.FormationIDs.Of(id)], scenario.NoReserve)
	})
	opts := append(answer.Options("formation", left...), answer.Words("done")...)
	id, ok := w.Choose(opts, w.Wrong("13.3", "illegal.formation"))
	switch {
	case !ok:
	case id == "done":
		w.Emit(event.RequestEnded{N: int(s.Asked)})
	default:
		w.Emit(event.FormationAsked{Formation: id, Units: g.unitsOf(id)})
	}
}

// discoveredFrom is the least total of die and formations that discovers the plan.
const discoveredFrom = 6

func (w rolled) discover() {
	n := int(w.S().Asked)
	w.Emit(event.DiscoveryRolled{Die: w.die, N: n, Total: w.die + n, Discovered: w.die+n >= discoveredFrom})
}

// 11.2 The plan of the drop.

// dropFrom is the first turn of the drop: 17 December.
const dropFrom = 2

// planDrop asks in stages: the turn, then a town or a column of the map, then a hex of the column. Hex and turn may be
// typed in either order; older records have the hex first.
func (w *walk) planDrop() {
	turns := answer.Numbers("turn", dropFrom, w.rules.d.Scenarios[w.S().Scenario].Last)
	if id, typed := w.Peek(); typed && w.isHex(id) {
		w.Take()
		if turn, ok := w.Choose(turns, w.Wrong("11.2", "illegal.drop.turn")); ok {
			w.drop(id, turn)
		}
		return
	}
	switch turn, ok := w.Choose(append(answer.Words("none"), turns...), w.Wrong("11.2", "illegal.drop.word")); {
	case !ok:
	case turn == "none":
		w.Emit(event.DropPlanned{Seat: german.Seat(), Plan: &event.DropPlan{}})
	default:
		if at, ok := w.dropPlace(); ok {
			w.drop(at, turn)
		}
	}
}

// drop plans the drop.
func (w *walk) drop(at, turn string) {
	n, _ := strconv.Atoi(turn) // one of the numbers
	w.Emit(event.DropPlanned{Seat: german.Seat(), Plan: &event.DropPlan{Hex: at, Turn: n}})
}

func (w *walk) isHex(id string) bool {
	_, is := w.rules.d.HexIDs.Find(id)
	return is
}

// dropPlace asks for a hex: a town, or first a column of the map. A hex that is typed at once stands for both.
func (w *walk) dropPlace() (at string, ok bool) {
	towns, columns := w.rules.dropTowns(), w.rules.dropColumns()
	why := w.Wrong("11.2", "illegal.drop.hex")
	if id, typed := w.Peek(); typed && w.isHex(id) && !slices.ContainsFunc(towns, func(o engine.Option) bool { return o.ID == id }) {
		w.Accept(columnID(id), id)
		return id, true
	}
	w.Ask("prompt.drop.place")
	id, ok := w.Choose(append(towns, columns...), why)
	if !ok || w.isHex(id) {
		return id, ok
	}
	w.Ask("prompt.drop.hex")
	return w.Choose(answer.Options("hex", w.rules.inColumn(id)...), why)
}

// dropTowns are the towns, by their names.
func (g *rules) dropTowns() []engine.Option {
	towns := lists.Filter(g.d.HexIDs.All(), func(id string) bool {
		h := g.d.HexIDs.Of(id)
		return g.d.Hexes[h].Name != "" && g.info.Board.Hexes[h].Site == scenario.ClassTown
	})
	slices.SortStableFunc(towns, func(a, b string) int {
		return strings.Compare(g.d.Hexes[g.d.HexIDs.Of(a)].Name, g.d.Hexes[g.d.HexIDs.Of(b)].Name)
	})
	return answer.Options("hex", towns...)
}

// columnID is the id of the column of a hex.
func columnID(id string) string { return "column-" + id[:2] }

// inColumn lists the hexes of a column.
func (g *rules) inColumn(column string) []string {
	return lists.Filter(g.d.HexIDs.All(), func(id string) bool { return columnID(id) == column })
}

// dropColumns are the columns of the map, each with its number.
func (g *rules) dropColumns() (out []engine.Option) {
	for _, id := range g.d.HexIDs.All() {
		if n := len(out); n == 0 || out[n-1].ID != columnID(id) {
			out = append(out, engine.Option{ID: columnID(id), Kind: "column", N: int(g.at(g.d.HexIDs.Of(id)).Col)})
		}
	}
	return out
}
