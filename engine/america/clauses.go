package america

import (
	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/standing"
	"referee/engine/kit/usage"
)

// Names of clauses.
const (
	clauseLosses   = "losses"
	clauseStand    = "stand"
	clauseRetreat  = "retreat"
	clauseAir      = "air"
	clauseKeepAir  = "keep-air"
	clauseStacking = "stacking"
)

// Names of arguments.
const (
	argUnits  = "units"  // only these units
	argBy     = "by"     // which unit first
	argIn     = "in"     // only in these hexes
	argToward = "toward" // the directions, hex by hex
	argAvoid  = "avoid"  // hexes not to be entered
)

// choosing are the arguments that choose a unit.
var choosing = usage.Args("units=unit* by=preference*")

// clauses are what standing orders may say.
var clauses = []engine.ClauseInfo{
	{Name: clauseLosses, Kinds: []string{kindLoss}, Args: choosing, Example: "losses by reduced weakest listed"},
	{
		Name: clauseStand, Kinds: []string{kindRetreat, kindEvade}, Args: usage.Args("in=hex* units=unit*"),
		Example: "stand in 2409 2818",
	},
	{
		Name: clauseRetreat, Kinds: []string{kindRetreat, kindEvade},
		Args:    usage.Args("toward=direction* avoid=hex* units=unit* in=hex*"),
		Example: "retreat toward west southwest northwest avoid 2113",
	},
	{Name: clauseAir, Kinds: []string{kindAir}, Args: usage.Args("in=hex* units=unit*"), Example: "air in 2409 3315"},
	{Name: clauseKeepAir, Kinds: []string{kindAir}, Args: usage.Args("in=hex*"), Example: "keep-air"},
	{Name: clauseStacking, Kinds: []string{kindStack}, Args: choosing, Example: "stacking by strongest listed"},
}

// clauseRules are the paragraphs that clauses are about.
var clauseRules = map[string]string{
	clauseLosses: "9.2", clauseStand: "9.2", clauseRetreat: "9.3", clauseAir: "11.3", clauseKeepAir: "11.3",
	clauseStacking: "6.2",
}

// preferences narrow the units among which a standing order chooses.
var preferences = []string{"reduced", "full", "weakest", "strongest", "foot", "mech", "listed"}

// likes is higher the better a unit fits a preference.
func (g *rules) likes(s *State, preference string, u unitIx) int {
	x := &g.d.Units[u]
	switch preference {
	case "foot":
		return standing.Yes(x.Class == scenario.Foot)
	case "mech":
		return standing.Yes(x.Class == scenario.Mech)
	}
	t := standing.Traits{Steps: int(s.Units[u].Steps), Of: int(x.Steps), Strength: g.strength(s, u), Index: int(u)}
	return t.Score(preference)
}

// standingOrder is a standing order that has been read.
type standingOrder struct {
	clause string
	units  []unitIx
	by     []string
	in     []hexIx
	toward []hex.Dir
	avoid  []hexIx
}

// order reads a standing order of a seat. It refuses with *engine.Illegal an order without meaning.
func (g *rules) order(seat engine.Seat, st engine.Standing) (standingOrder, error) {
	info, ok := g.info.Clause(st.Clause)
	sd := scenario.SideByID(string(seat))
	switch {
	case !ok:
		return standingOrder{}, engine.Refuse("9.2", "illegal.standing.clause", engine.Text("word", st.Clause))
	case sd == noSide:
		return standingOrder{}, engine.Refuse("9.2", "illegal.standing.seat", engine.Text("word", string(seat)))
	}
	r := standing.ReadOrder(info, st, clauseRules[st.Clause])
	o := standingOrder{
		clause: st.Clause,
		units:  standing.Values(&r, argUnits, "illegal.standing.unit", g.d.UnitIDs.Find),
		by:     standing.Values(&r, argBy, "illegal.standing.preference", standing.Word(preferences)),
		in:     standing.Values(&r, argIn, "illegal.hex", g.d.HexIDs.Find),
		toward: standing.Values(&r, argToward, "illegal.standing.direction", standing.Among[hex.Dir](directionIDs[:])),
		avoid:  standing.Values(&r, argAvoid, "illegal.hex", g.d.HexIDs.Find),
	}
	for _, u := range o.units {
		if r.Err == nil && g.sides[u] != sd && st.Clause != clauseStacking {
			r.Refuse("illegal.standing.enemy", g.unitArg("unit", u))
		}
	}
	return o, r.Err
}

// CheckStanding refuses an order that has no meaning or can never fire.
func (g *rules) CheckStanding(_ *State, seat engine.Seat, st engine.Standing) error {
	o, err := g.order(seat, st)
	if err != nil {
		return err
	}
	rule := clauseRules[o.clause]
	switch o.clause {
	case clauseLosses, clauseStacking:
		if len(o.units)+len(o.by) == 0 {
			return engine.Refuse(rule, "illegal.standing.choose")
		}
	case clauseRetreat:
		if len(o.toward) == 0 {
			return engine.Refuse(rule, "illegal.standing.way")
		}
	case clauseAir:
		if len(o.in)+len(o.units) == 0 {
			return engine.Refuse(rule, "illegal.standing.where")
		}
		fallthrough
	case clauseKeepAir:
		if seat != allied.Seat() {
			return engine.Refuse(rule, "illegal.standing.air")
		}
	}
	return nil
}
