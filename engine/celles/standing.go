package celles

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// Standing orders answer the questions that the enemy's attacks raise for a side: its
// Combat chit (13.1), losses and disruption (11), retreats (11.1), stacking (10). In a
// side's own action phase its player is present, and is asked. An advance is never
// asked of the side that was attacked: 11.2 gives it to the attackers alone.

// Kinds of words of standing orders.
const (
	wordFaces      engine.WordKind = "faces" // how many of the ten faces of the die
	wordOdds       engine.WordKind = "odds"
	wordDirection  engine.WordKind = "direction"
	wordPreference engine.WordKind = "preference"
)

// standingWords adds the words of standing orders to those that completion may offer.
func standingWords(d *scenario.Data, words map[engine.WordKind][]string) map[engine.WordKind][]string {
	words[wordDirection], words[wordPreference] = directionIDs[:], preferenceIDs[:]
	for i := range d.CRT.Columns {
		words[wordOdds] = append(words[wordOdds], d.CRT.Columns[i].Name)
	}
	for n := range faces {
		words[wordFaces] = append(words[wordFaces], strconv.Itoa(n+1))
	}
	return words
}

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

var (
	unitsArg    = engine.QueryArg{Name: argUnits, Kind: wordUnit, Optional: true, Repeat: true}
	byArg       = engine.QueryArg{Name: argBy, Kind: wordPreference, Optional: true, Repeat: true}
	suppliedArg = engine.QueryArg{Name: argSupplied, Kind: wordUnit, Optional: true, Repeat: true}
)

// hexList is an argument of several hexes.
func hexList(name string) engine.QueryArg {
	return engine.QueryArg{Name: name, Kind: wordHex, Optional: true, Repeat: true}
}

// clauses are what standing orders may say.
var clauses = []engine.ClauseInfo{
	{
		Name: clausePlayChit, Kinds: []string{kindCombatChit},
		Args: []engine.QueryArg{
			{Name: argOdds, Kind: wordOdds, Optional: true},
			{Name: argFaces, Kind: wordFaces, Optional: true},
			unitsArg, suppliedArg,
		},
		Example: "combat-chit faces 3 units 84-1",
	},
	{
		Name: clauseKeepChit, Kinds: []string{kindCombatChit},
		Args: []engine.QueryArg{unitsArg, suppliedArg}, Example: "keep-chit",
	},
	{
		Name: clauseLosses, Kinds: []string{kindLoss},
		Args: []engine.QueryArg{unitsArg, byArg, suppliedArg}, Example: "losses by reduced weakest listed",
	},
	{
		Name: clauseDisruption, Kinds: []string{kindDisrupt},
		Args: []engine.QueryArg{unitsArg, byArg, suppliedArg}, Example: "disruption units 84-2 84-1",
	},
	{
		Name: clauseRetreat, Kinds: []string{kindRetreat},
		Args: []engine.QueryArg{
			{Name: argToward, Kind: wordDirection, Optional: true, Repeat: true},
			hexList(argReach), hexList(argAvoid), hexList(argGarrison), unitsArg, byArg, suppliedArg,
		},
		Example: "retreat toward north northwest avoid 2113",
	},
	{
		Name: clauseStacking, Kinds: []string{kindStack},
		Args: []engine.QueryArg{unitsArg, byArg, suppliedArg}, Example: "stacking by reduced weakest",
	},
}

// clauseRules are the paragraphs that clauses are about.
var clauseRules = map[string]string{
	clausePlayChit: "13.1", clauseKeepChit: "13.1", clauseLosses: "11", clauseDisruption: "11",
	clauseRetreat: "11.1", clauseStacking: "10",
}

var directionIDs = [6]string{
	hex.N: "north", hex.NE: "northeast", hex.SE: "southeast", hex.S: "south", hex.SW: "southwest", hex.NW: "northwest",
}

// standingOrder is a standing order that has been read.
type standingOrder struct {
	clause   string
	odds     int // the lowest column, or -1
	faces    int // the least number of faces, or 0
	units    []unitIx
	by       []preference
	toward   []hex.Dir
	reach    []hexIx
	avoid    []hexIx
	garrison []hexIx
	supplied []unitIx
}

var _ engine.Stander[*State] = (*rules)(nil)

// Moment gives the turn and the number of the action phase in it.
func (g *rules) Moment(s *State) engine.Moment {
	m := engine.Moment{Turn: int(s.Turn), Phase: phaseIDs[s.Phase]}
	if s.Phase != phaseAction {
		return m
	}
	// Action chits leave a cup once a phase (7.1), so they number the phases.
	n := 0
	for sd := range s.Cup {
		all := g.fullCup(s, side(sd))
		n += all.actions() - s.Cup[sd].actions()
	}
	if s.Step <= stepChit {
		n++
	}
	m.Phase, m.Seat = m.Phase+"-"+strconv.Itoa(n), s.Side.Seat()
	return m
}

// Stand says what an order makes of a question to its seat.
func (g *rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.Stood, error) {
	o, err := g.order(p.Seat, st)
	if err != nil {
		return engine.Stood{}, err
	}
	if s.Side.Seat() == p.Seat {
		return asks("standing.not.own-phase"), nil
	}
	if why := g.void(s, o); why.Key != "" {
		return engine.Stood{Void: true, Why: why}, nil
	}
	switch o.clause {
	case clausePlayChit, clauseKeepChit:
		return g.standChit(s, o), nil
	case clauseLosses:
		return g.standHarm(s, o, g.candidates(s, false)), nil
	case clauseDisruption:
		return g.standHarm(s, o, g.candidates(s, true)), nil
	case clauseStacking:
		h, _ := g.overstacked(s)
		return g.standHarm(s, o, g.unitsIn(s, h)), nil
	default:
		return g.standRetreat(s, o), nil
	}
}

// asks is the Stood of an order that does not fire.
func asks(key string, args ...engine.Arg) engine.Stood {
	return engine.Stood{Why: engine.Say(key, args...)}
}

// fires is the Stood of an order that fires.
func fires(path []string, key string, args ...engine.Arg) engine.Stood {
	return engine.Stood{Fires: true, Path: path, Why: engine.Say(key, args...)}
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
func (g *rules) standChit(s *State, o *standingOrder) engine.Stood {
	c := &s.Combat
	attacked := func(u unitIx) bool { return c.Def.has(u) && s.Units[u].Where == onMap }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, attacked) {
		return asks("standing.not.attacked", g.unitList("units", o.units...))
	}
	column, changed := engine.Text("odds", g.d.CRT.Columns[c.Column].Name), g.changedFaces(c)
	switch {
	case o.clause == clauseKeepChit:
		return fires([]string{"no"}, "standing.fired.keep-chit")
	case int(c.Column) < o.odds:
		return asks("standing.not.odds", column, engine.Text("least", g.d.CRT.Columns[o.odds].Name))
	case changed < o.faces:
		return asks("standing.not.faces", engine.Num("n", changed), engine.Num("least", o.faces))
	}
	return fires([]string{scenario.TacticalIDs[scenario.ChitCombat]}, "standing.fired.combat-chit", column, engine.Num("n", changed))
}

// changedFaces is the number of faces of the die on which the defender's Combat chit
// changes the result.
func (g *rules) changedFaces(c *combat) int {
	n, drm := 0, g.rollDRM(c)
	for _, f := range faces {
		if g.result(int(c.Column), f.N+drm) != g.result(int(c.Column), f.N+drm+g.d.Combat.ChitAgainst) {
			n++
		}
	}
	return n
}

// standHarm chooses the unit that loses a step or is disrupted (10, 11).
func (g *rules) standHarm(s *State, o *standingOrder, set unitSet) engine.Stood {
	u, why := g.pick(s, o, set)
	if u == noUnit {
		return engine.Stood{Why: why}
	}
	return fires([]string{g.unitID(u)}, "standing.fired."+o.clause, g.unitArg("unit", u))
}

// unitList is a list of units as an argument.
func (g *rules) unitList(name string, list ...unitIx) engine.Arg {
	ids := make([]string, len(list))
	for i, u := range list {
		ids[i] = g.unitID(u)
	}
	return event.Nouns(name, ids)
}

// hexes is a list of hexes as an argument.
func (g *rules) hexes(name string, list []hexIx) engine.Arg {
	items := make([]engine.Arg, len(list))
	for i, h := range list {
		items[i] = g.hexArg("", h)
	}
	return engine.List(name, items...)
}
