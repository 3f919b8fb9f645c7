package celles

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/usage"
)

// Kinds of words of standing orders.
const (
	wordFaces      engine.WordKind = "faces" // how many of the ten faces of the die
	wordOdds       engine.WordKind = "odds"
	wordDirection  engine.WordKind = "direction"
	wordPreference engine.WordKind = "preference"
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

// orderReader reads the arguments of one standing order and keeps the first
// refusal.
type orderReader struct {
	rules *rules
	st    engine.Standing
	side  side
	rule  string
	err   error
}

// order reads a standing order of a seat. It refuses with *engine.Illegal an order
// without meaning.
func (g *rules) order(seat engine.Seat, st engine.Standing) (standingOrder, error) {
	info, ok := g.info.Clause(st.Clause)
	if !ok {
		return standingOrder{}, engine.Refuse("3", "illegal.standing.clause", engine.Text("word", st.Clause))
	}
	sd := slices.Index(scenario.SideIDs[:], string(seat))
	if sd < 0 {
		return standingOrder{}, engine.Refuse("3", "illegal.query.side", engine.Text("word", string(seat)))
	}
	r := &orderReader{rules: g, st: st, side: side(sd), rule: clauseRules[st.Clause]}
	r.names(info)
	o := standingOrder{
		clause: st.Clause, odds: r.column(), faces: r.faces(),
		units:  read(r, argUnits, "illegal.standing.unit", r.unit),
		by:     read(r, argBy, "illegal.standing.preference", among[preference](preferenceIDs[:])),
		toward: read(r, argToward, "illegal.standing.direction", among[hex.Dir](directionIDs[:])),
		reach:  r.hexes(argReach), avoid: r.hexes(argAvoid), garrison: r.hexes(argGarrison),
		supplied: read(r, argSupplied, "illegal.standing.unit", r.unit),
	}
	return o, r.err
}

func (r *orderReader) refuse(key string, args ...engine.Arg) {
	if r.err == nil {
		r.err = engine.Refuse(r.rule, key, args...)
	}
}

// names refuses arguments that the clause does not have, and too many or too few
// values. It checks them in a fixed order.
func (r *orderReader) names(info engine.ClauseInfo) {
	switch name, known := usage.Odd(info.Args, r.st.Args); {
	case name == "":
	case known:
		r.refuse("illegal.standing.values", engine.Text("word", name))
	default:
		r.refuse("illegal.standing.arg", engine.Text("word", name))
	}
}

// column is the lowest column wanted, or -1.
func (r *orderReader) column() int {
	name := r.st.First(argOdds)
	if name == "" {
		return -1
	}
	column := int(r.rules.column(name))
	if column < 0 {
		r.refuse("illegal.standing.odds", engine.Text("word", name))
	}
	return column
}

func (r *orderReader) faces() int {
	word := r.st.First(argFaces)
	if word == "" {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > len(faces) {
		r.refuse("illegal.standing.faces", engine.Text("word", word))
	}
	return n
}

// read reads the values of an argument; one that find does not know is refused by a key.
func read[T any](r *orderReader, arg, key string, find func(id string) (T, bool)) []T {
	var list []T
	for _, id := range r.st.Args[arg] {
		x, ok := find(id)
		if !ok {
			r.refuse(key, engine.Text("word", id))
		}
		list = append(list, x)
	}
	return list
}

// among finds one of some words by its index.
func among[T ~int8 | ~uint8](ids []string) func(id string) (T, bool) {
	return func(id string) (T, bool) {
		i := slices.Index(ids, id)
		return T(i), i >= 0
	}
}

// unit finds a unit of the seat.
func (r *orderReader) unit(id string) (unitIx, bool) {
	u, ok := r.rules.d.UnitIDs.Find(id)
	if ok && r.rules.side(u) != r.side {
		r.refuse("illegal.standing.enemy", r.rules.unitArg("unit", u))
	}
	return u, ok
}

func (r *orderReader) hexes(arg string) []hexIx {
	return read(r, arg, "illegal.hex", r.rules.d.HexIDs.Find)
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
