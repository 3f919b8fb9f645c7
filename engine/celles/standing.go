package celles

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/standing"
	"referee/engine/kit/usage"
)

// Names of clauses.
const (
	clausePlayChit   = "combat-chit"
	clauseKeepChit   = "keep-chit"
	clauseLosses     = "losses"
	clauseDisruption = "disruption"
	clauseRetreat    = "retreat"
	clauseStacking   = "stacking"
)

// Names of arguments.
const (
	argUnits    = "units"    // only these units
	argBy       = "by"       // which unit first
	argOdds     = "odds"     // at least this column
	argFaces    = "faces"    // at least so many faces have another result
	argToward   = "toward"   // the directions, hex by hex
	argReach    = "reach"    // where to end
	argAvoid    = "avoid"    // hexes not to be entered
	argGarrison = "garrison" // hexes not to be left empty
	argSupplied = "supplied" // void once one of these is not in supply
)

// clauses are what standing orders may say.
var clauses = []engine.ClauseInfo{
	{
		Name: clausePlayChit, Kinds: []string{kindCombatChit}, Args: usage.Args("odds? faces? units=unit* supplied=unit*"),
		Example: "combat-chit faces 3 units 84-1",
	},
	{Name: clauseKeepChit, Kinds: []string{kindCombatChit}, Args: usage.Args("units=unit* supplied=unit*"), Example: "keep-chit"},
	{Name: clauseLosses, Kinds: []string{kindLoss}, Args: choosing, Example: "losses by reduced weakest listed"},
	{Name: clauseDisruption, Kinds: []string{kindDisrupt}, Args: choosing, Example: "disruption units 84-2 84-1"},
	{
		Name: clauseRetreat, Kinds: []string{kindRetreat},
		Args:    append(usage.Args("toward=direction* reach=hex* avoid=hex* garrison=hex*"), choosing...),
		Example: "retreat toward north northwest avoid 2113",
	},
	{Name: clauseStacking, Kinds: []string{kindStack}, Args: choosing, Example: "stacking by reduced weakest"},
}

// choosing are the arguments that choose a unit.
var choosing = usage.Args("units=unit* by=preference* supplied=unit*")

// clauseRules are the paragraphs that clauses are about.
var clauseRules = map[string]string{
	clausePlayChit: "13.1", clauseKeepChit: "13.1", clauseLosses: "11", clauseDisruption: "11",
	clauseRetreat: "11.1", clauseStacking: "10",
}

var directionIDs = [6]string{
	hex.N: "north", hex.NE: "northeast", hex.SE: "southeast", hex.S: "south", hex.SW: "southwest", hex.NW: "northwest",
}

// preferences narrow the units among which a standing order chooses; weak and strong are defences.
var preferences = []string{"reduced", "full", "weakest", "strongest", "disrupted", "used", "listed"}

// likes is higher the better a unit fits a preference.
func (g *rules) likes(s *State, preference string, u unitIx) int {
	x := &s.Units[u]
	switch preference {
	case "disrupted":
		return standing.Yes(x.Disrupted)
	case "used":
		return standing.Yes(x.Used)
	}
	_, defence := g.strength(s, u)
	return standing.Traits{Steps: int(x.Steps), Of: int(g.d.Units[u].Steps), Strength: defence, Index: int(u)}.Score(preference)
}

// standingOrder is a standing order that has been read.
type standingOrder struct {
	clause   string
	odds     int // the lowest column, or -1
	faces    int // the least number of faces, or 0
	units    []unitIx
	by       []string
	toward   []hex.Dir
	reach    []hexIx
	avoid    []hexIx
	garrison []hexIx
	supplied []unitIx
}

// orderReader reads the arguments of one standing order of a side.
type orderReader struct {
	standing.Reader
	rules *rules
	side  side
}

// order reads a standing order of a seat. It refuses with *engine.Illegal an order
// without meaning.
func (g *rules) order(seat engine.Seat, st engine.Standing) (standingOrder, error) {
	info, ok := g.info.Clause(st.Clause)
	if !ok {
		return standingOrder{}, engine.Refuse("3", "illegal.standing.clause", engine.Text("word", st.Clause))
	}
	sd := slices.Index(ardennes.SideIDs[:], string(seat))
	if sd < 0 {
		return standingOrder{}, engine.Refuse("3", "illegal.side", engine.Text("word", string(seat)))
	}
	r := &orderReader{Reader: standing.ReadOrder(info, st, clauseRules[st.Clause]), rules: g, side: side(sd)}
	o := standingOrder{
		clause: st.Clause, odds: r.column(), faces: r.faces(),
		units:  standing.Values(&r.Reader, argUnits, "illegal.standing.unit", r.unit),
		by:     standing.Values(&r.Reader, argBy, "illegal.standing.preference", standing.Word(preferences)),
		toward: standing.Values(&r.Reader, argToward, "illegal.standing.direction", standing.Among[hex.Dir](directionIDs[:])),
		reach:  r.hexes(argReach), avoid: r.hexes(argAvoid), garrison: r.hexes(argGarrison),
		supplied: standing.Values(&r.Reader, argSupplied, "illegal.standing.unit", r.unit),
	}
	return o, r.Err
}

// column is the lowest column wanted, or -1.
func (r *orderReader) column() int {
	name := r.Order.First(argOdds)
	if name == "" {
		return -1
	}
	column := int(r.rules.column(name))
	if column < 0 {
		r.Refuse("illegal.standing.odds", engine.Text("word", name))
	}
	return column
}

func (r *orderReader) faces() int {
	word := r.Order.First(argFaces)
	if word == "" {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > len(faces) {
		r.Refuse("illegal.standing.faces", engine.Text("word", word))
	}
	return n
}

// unit finds a unit of the seat.
func (r *orderReader) unit(id string) (unitIx, bool) {
	u, ok := r.rules.d.UnitIDs.Find(id)
	if ok && r.rules.side(u) != r.side {
		r.Refuse("illegal.enemy", r.rules.unitArg("unit", u))
	}
	return u, ok
}

func (r *orderReader) hexes(arg string) []hexIx {
	return standing.Values(&r.Reader, arg, "illegal.no-hex", r.rules.d.HexIDs.Find)
}

// CheckStanding refuses an order that has no meaning or can never fire.
func (g *rules) CheckStanding(s *State, seat engine.Seat, st engine.Standing) error {
	o, err := g.order(seat, st)
	if err != nil {
		return err
	}
	rule := clauseRules[o.clause]
	for _, u := range slices.Concat(o.units, o.supplied) {
		if s.Units[u].Where == withdrawn {
			return engine.Refuse("15", "illegal.standing.withdrawn", g.unitArg("unit", u))
		}
	}
	for _, h := range slices.Concat(o.reach, o.garrison) {
		switch {
		case g.d.Hexes[h].Rear != noSide && g.d.Hexes[h].Rear.Seat() != seat:
			return engine.Refuse("8.4", "illegal.standing.rear", g.hexArg("hex", h))
		case slices.Contains(o.avoid, h):
			return engine.Refuse(rule, "illegal.standing.both", g.hexArg("hex", h))
		}
	}
	chooses := len(o.units)+len(o.by) > 0
	switch o.clause {
	case clauseLosses, clauseDisruption, clauseStacking:
		if !chooses { // with only one unit nobody is asked
			return engine.Refuse(rule, "illegal.standing.choose")
		}
	case clauseRetreat:
		if !chooses && len(o.toward)+len(o.reach)+len(o.avoid)+len(o.garrison) == 0 {
			return engine.Refuse(rule, "illegal.standing.way")
		}
	}
	return nil
}

// Standing orders answer the questions that the enemy's attacks raise for a side: its
// Combat chit (13.1), losses and disruption (11), retreats (11.1), stacking (10). In a
// side's own action phase its player is present, and is asked. An advance is never
// asked of the side that was attacked: 11.2 gives it to the attackers alone.

var _ engine.Stander[*State] = (*rules)(nil)

// Stand says what an order makes of a question to its seat.
func (g *rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	o, err := g.order(p.Seat, st)
	if err != nil {
		return engine.StandingOutcome{}, err
	}
	if s.Side.Seat() == p.Seat {
		return standing.Asks("standing.not.own-phase"), nil
	}
	if why := g.void(s, &o); why.Key != "" {
		return engine.StandingOutcome{Void: true, Why: why}, nil
	}
	switch o.clause {
	case clausePlayChit, clauseKeepChit:
		return g.standChit(s, &o), nil
	case clauseLosses:
		return g.standHarm(s, &o, g.candidates(s, false)), nil
	case clauseDisruption:
		return g.standHarm(s, &o, g.candidates(s, true)), nil
	case clauseStacking:
		h, _ := g.overstacked(s)
		return g.standHarm(s, &o, g.unitsIn(s, h)), nil
	default:
		return g.standRetreat(s, &o), nil
	}
}

// void says what an order depends on that is gone, or nothing.
func (g *rules) void(s *State, o *standingOrder) engine.Msg {
	for _, u := range o.supplied {
		switch x := &s.Units[u]; {
		case x.Where != onMap:
			return engine.Say("standing.void.units", g.unitList("units", u))
		case x.Supply != inSupply:
			return engine.Say("standing.void.supply", g.unitArg("unit", u))
		}
	}
	here := func(u unitIx) bool { return s.Units[u].Where == onMap }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, here) {
		return engine.Say("standing.void.units", g.unitList("units", o.units...))
	}
	for _, hexes := range [][]hexIx{o.reach, o.garrison} {
		open := func(h hexIx) bool { return !s.held(h, s.Side) } // s.Side is the enemy's
		if len(hexes) > 0 && !slices.ContainsFunc(hexes, open) {
			return engine.Say("standing.void.hexes", g.hexes("hexes", hexes))
		}
	}
	return engine.Msg{}
}

// 13.1 The Combat chit of the side that is attacked.
func (g *rules) standChit(s *State, o *standingOrder) engine.StandingOutcome {
	c := &s.Combat
	attacked := func(u unitIx) bool { return c.Def.Has(u) && s.Units[u].Where == onMap }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, attacked) {
		return standing.Asks("standing.not.attacked", g.unitList("units", o.units...))
	}
	if o.clause == clauseKeepChit {
		return standing.Fires([]string{"no"}, "standing.fired.keep-chit")
	}
	column, changed := engine.Text("odds", g.d.CRT.Columns[c.Column].Name), g.changedFaces(c)
	switch {
	case int(c.Column) < o.odds:
		return standing.Asks("standing.not.odds", column, engine.Text("least", g.d.CRT.Columns[o.odds].Name))
	case changed < o.faces:
		return standing.Asks("standing.not.faces", engine.Num("n", changed), engine.Num("least", o.faces))
	}
	return standing.Fires([]string{scenario.TacticalIDs[scenario.ChitCombat]}, "standing.fired.combat-chit", column, engine.Num("n", changed))
}

// changedFaces is the number of faces of the die on which the defender's Combat chit
// changes the result.
func (g *rules) changedFaces(c *combat) int {
	n, drm := 0, g.rollDRM(c)
	for i := range faces {
		roll := faces[i].N + drm
		if g.result(int(c.Column), roll) != g.result(int(c.Column), roll+g.d.Combat.ChitAgainst) {
			n++
		}
	}
	return n
}

// unitList is a list of units as an argument.
func (g *rules) unitList(name string, list ...unitIx) engine.Arg {
	return events.Nouns(name, lists.Map(list, g.unitID))
}

// hexes is a list of hexes as an argument.
func (g *rules) hexes(name string, list []hexIx) engine.Arg {
	return engine.List(name, lists.Map(list, func(h hexIx) engine.Arg { return g.hexArg("", h) })...)
}

// standHarm chooses one unit of a set, by the names and preferences of an order.
func (g *rules) standHarm(s *State, o *standingOrder, units unitSet) engine.StandingOutcome {
	by := standing.Chooser[unitIx]{Clause: o.clause, Named: o.units, By: o.by, Names: &g.d.UnitIDs}
	return by.Choose(units.All(), func(preference string, u unitIx) int { return g.likes(s, preference, u) })
}

// 11.1 A retreat by a standing order: which unit goes first, then its way.

// flight is a whole answer for one retreating unit: the hexes it enters and, where
// it could go on, "stop".
type flight struct {
	path []string
	end  hexIx // noHex: it does not survive
}

// standRetreat chooses the unit, then excludes the paths that the order does not want,
// until one is left.
func (g *rules) standRetreat(s *State, o *standingOrder) engine.StandingOutcome {
	chosen := g.standHarm(s, o, s.Combat.Retreat)
	if !chosen.Fires {
		return chosen
	}
	u := g.d.UnitIDs.Of(chosen.Path[0])
	list, why := g.wanted(s, o, u, g.flights(s, u))
	if why.Key != "" {
		return engine.StandingOutcome{Why: why}
	}
	if len(o.toward) > 0 {
		list = g.towards(o, s.Units[u].Hex, list)
	}
	unit := g.unitArg("unit", u)
	if len(list) > 1 {
		return standing.Asks("standing.not.ways", unit, engine.Num("n", len(list)))
	}
	path := append([]string{g.unitID(u)}, list[0].path...)
	if list[0].end == noHex {
		return standing.Fires(path, "standing.fired.retreat-lost", unit)
	}
	return standing.Fires(path, "standing.fired.retreat", unit, g.hexArg("hex", list[0].end))
}

// wanted keeps the flights that meet the order's avoid, garrison and reach conditions.
// It says why if none does.
func (g *rules) wanted(s *State, o *standingOrder, u unitIx, list []flight) ([]flight, engine.Msg) {
	unit := g.unitArg("unit", u)
	list = lists.Filter(list, func(f flight) bool {
		return !slices.ContainsFunc(o.avoid, func(h hexIx) bool { return slices.Contains(f.path, g.hexID(h)) })
	})
	if len(list) == 0 {
		return nil, engine.Say("standing.not.avoid", unit, g.hexes("hexes", o.avoid))
	}
	for _, h := range o.garrison {
		// Units that must still retreat will not stay there.
		if s.held(h, s.Side) || g.unitsIn(s, h)&^s.Combat.Retreat != 0 {
			continue
		}
		if list = endingIn(list, h); len(list) == 0 {
			return nil, engine.Say("standing.not.garrison", unit, g.hexArg("hex", h))
		}
		break // it ends in one hex only
	}
	for _, h := range o.reach {
		if there := endingIn(list, h); len(there) > 0 {
			return there, engine.Msg{}
		}
	}
	if len(o.reach) > 0 {
		return nil, engine.Say("standing.not.reach", unit, g.hexes("hexes", o.reach))
	}
	return list, engine.Msg{}
}

// endingIn keeps the flights that end in h.
func endingIn(list []flight, h hexIx) []flight {
	return lists.Filter(list, func(f flight) bool { return f.end == h })
}

// towards keeps, at each fork of the paths from a hex, the step in the first of the
// order's directions that exists. At a fork without one it stops choosing.
func (g *rules) towards(o *standingOrder, from hexIx, list []flight) []flight {
	for i := 0; len(list) > 1; i++ {
		next := list[0].path[i]
		through := func(f flight) bool { return f.path[i] == next }
		if len(lists.Filter(list, through)) < len(list) {
			if next = g.stepTowards(o, from, list, i); next == "" {
				return list
			}
			list = lists.Filter(list, through)
		}
		from = g.d.HexIDs.Of(next)
	}
	return list
}

// stepTowards is the hex of step i that the order's directions choose, or "".
func (g *rules) stepTowards(o *standingOrder, from hexIx, list []flight, i int) string {
	for _, d := range o.toward {
		to := g.next[from][d]
		if to != noHex && slices.ContainsFunc(list, func(f flight) bool { return f.path[i] == g.hexID(to) }) {
			return g.hexID(to)
		}
	}
	return ""
}

// flights lists the whole answers for u, in the order of the tree. A unit without a
// path has one answer, without a hex.
func (g *rules) flights(s *State, u unitIx) []flight {
	ways := g.flee(s, u).ways()
	if len(ways) == 0 {
		return []flight{{end: noHex}}
	}
	var list []flight
	for _, so := range ways {
		r := engine.Try[*State](g, s)
		fl := g.flee(r.State(), u)
		path := g.enter(r, fl, so)
		if n := len(list); n > 0 && slices.Equal(list[n-1].path, path) {
			continue // paths that differ only where the unit is dead already
		}
		list = g.onFlights(list, r, fl, so, path, true)
	}
	return list
}

// enter goes along a way as far as the unit lives, and lists the hexes entered.
func (g *rules) enter(r *ruling, f *flee, so way) (path []string) {
	w := walk{rules: g}
	w.Begin(r, engine.Prompt{}, nil)
	v := fleeing{&w, f}
	for _, h := range so {
		path = append(path, g.hexID(h))
		if v.enter(h); r.State().Units[f.unit].Where != onMap {
			break
		}
	}
	return path
}

// onFlights adds what may follow a path: its end and, if the unit would end
// overstacked, the ways to continue.
func (g *rules) onFlights(list []flight, r *ruling, fl *flee, so way, path []string, stay bool) []flight {
	x := &r.State().Units[fl.unit]
	if x.Where != onMap {
		return append(list, flight{path, noHex})
	}
	var on []hexIx
	if g.stepsIn(r.State(), x.Hex) > stackLimit {
		on = fl.onward(x.Hex, so)
	}
	for _, h := range on {
		next := engine.Try[*State](g, r.State())
		then := *fl
		then.s = next.State()
		on := append(slices.Clip(path), g.enter(next, &then, way{h})...)
		list = g.onFlights(list, next, &then, append(slices.Clip(so), h), on, false)
	}
	switch {
	case len(on) == 0:
		list = append(list, flight{path, x.Hex})
	case stay:
		list = append(list, flight{append(slices.Clip(path), "stop"), x.Hex})
	}
	return list
}
