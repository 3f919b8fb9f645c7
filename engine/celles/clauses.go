package celles

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/hex"
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
