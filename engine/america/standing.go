package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
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
	clausePutBack  = "put-back"
	clauseLetPlay  = "let-play"
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
	{Name: clausePutBack, Kinds: []string{kindPutBack}, Args: usage.Args("hqs=hq*"), Example: "put-back hqs hq-viii"},
	{Name: clauseLetPlay, Kinds: []string{kindPutBack}, Args: usage.Args("hqs=hq*"), Example: "let-play hqs hq-v"},
}

// clauseRules are the paragraphs that clauses are about.
var clauseRules = map[string]string{
	clauseLosses: "9.2", clauseStand: "9.2", clauseRetreat: "9.3", clauseAir: "11.3", clauseKeepAir: "11.3",
	clauseStacking: "6.2", clausePutBack: "13.1", clauseLetPlay: "13.1",
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
	units  []unitIx  // only these
	by     []string  // preferences: which unit first
	in     []hexIx   // only in these
	toward []hex.Dir // the directions, hex by hex
	avoid  []hexIx   // not to be entered
	hqs    []hqIx    // only these chits
}

// order reads a standing order of a seat. It refuses with *engine.Illegal an order without meaning.
func (g *rules) order(seat engine.Seat, st engine.Standing) (standingOrder, error) {
	info, ok := g.info.Clause(st.Clause)
	sd := ardennes.SideByID(string(seat))
	switch {
	case !ok:
		return standingOrder{}, engine.Refuse("9.2", "illegal.standing.clause", engine.Text("word", st.Clause))
	case sd == noSide:
		return standingOrder{}, engine.Refuse("9.2", "illegal.standing.seat", engine.Text("word", string(seat)))
	}
	r := standing.ReadOrder(info, st, clauseRules[st.Clause])
	o := standingOrder{
		clause: st.Clause,
		units:  standing.Values(&r, "units", "illegal.standing.unit", g.d.UnitIDs.Find),
		by:     standing.Values(&r, "by", "illegal.standing.preference", standing.Word(preferences)),
		in:     standing.Values(&r, "in", "illegal.no-hex", g.d.HexIDs.Find),
		toward: standing.Values(&r, "toward", "illegal.standing.direction", standing.Among[hex.Dir](directionIDs[:])),
		avoid:  standing.Values(&r, "avoid", "illegal.no-hex", g.d.HexIDs.Find),
		hqs:    standing.Values(&r, "hqs", "illegal.standing.hq", g.hqNames.Find),
	}
	for _, q := range o.hqs {
		if r.Err == nil && g.d.HQs[q].Nation.Side() != allied {
			r.Refuse("illegal.standing.chit", g.unitArg("unit", g.d.HQs[q].Unit))
		}
	}
	for _, u := range o.units {
		if r.Err == nil && g.sides[u] != sd && st.Clause != clauseStacking {
			r.Refuse("illegal.enemy-unit", g.unitArg("unit", u))
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
	case clausePutBack, clauseLetPlay:
		if seat != german.Seat() {
			return engine.Refuse(rule, "illegal.standing.german")
		}
	}
	return nil
}

// Standing orders answer the questions that the impulses of the enemy raise for a side: losses (9.2), retreats (9.3,
// 12.4), air (9.0), what it removes of stacks (6.2), and whether its chit is put back (13.1). In a side's own impulse
// its player is present, and is asked.

var _ engine.Stander[*State] = (*rules)(nil)

// Stand says what an order makes of a question to its seat.
func (g *rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	o, err := g.order(p.Seat, st)
	if err != nil {
		return engine.StandingOutcome{}, err
	}
	if s.Side.Seat() == p.Seat {
		return standing.Asks("standing.not.own-impulse"), nil
	}
	lives := func(u unitIx) bool { return s.Units[u].Where == onMap || s.Units[u].Where == pending }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, lives) {
		units := events.Nouns("units", lists.Map(o.units, g.unitID))
		return engine.StandingOutcome{Void: true, Why: engine.Say("standing.void.units", units)}, nil
	}
	switch o.clause {
	case clauseLosses:
		return g.standHarm(s, &o, g.candidates(s, s.payers())), nil
	case clauseStacking:
		h, _ := g.overstacked(s)
		return g.standHarm(s, &o, g.surplus(s, h)), nil
	case clauseAir, clauseKeepAir:
		return g.standAir(s, &o), nil
	case clauseStand:
		return g.standFast(s, p, &o), nil
	case clausePutBack, clauseLetPlay:
		return g.standDrawn(s, &o), nil
	}
	return g.standRetreat(s, p, &o), nil
}

// standHarm chooses the unit that loses a step or is removed.
func (g *rules) standHarm(s *State, o *standingOrder, units unitSet) engine.StandingOutcome {
	by := standing.Chooser[unitIx]{Clause: o.clause, Named: o.units, By: o.by, Names: &g.d.UnitIDs}
	return by.Choose(units.All(), func(preference string, u unitIx) int { return g.likes(s, preference, u) })
}

// standAir lays two points on each attacked hex that is named, or where a unit is that is named, in the order in which
// they are named, as far as the points last; or keeps them.
func (g *rules) standAir(s *State, o *standingOrder) engine.StandingOutcome {
	attacked, points := s.hexesOf(), int(s.Air)/airMost
	if o.clause == clauseKeepAir {
		if len(o.in) > 0 && slices.ContainsFunc(attacked, func(h hexIx) bool { return !slices.Contains(o.in, h) }) {
			return standing.Asks("standing.not.elsewhere", g.hexesArg("hexes", o.in))
		}
		return standing.Fires([]string{"go"}, "standing.fired.keep-air")
	}
	wanted := slices.Clone(o.in)
	for _, u := range o.units {
		wanted = append(wanted, s.Units[u].Hex)
	}
	var chosen []hexIx
	for _, h := range wanted {
		if slices.Contains(attacked, h) && !slices.Contains(chosen, h) && len(chosen) < points {
			chosen = append(chosen, h)
		}
	}
	if len(chosen) == 0 {
		return standing.Asks("standing.not.attacked")
	}
	slices.Sort(chosen)
	return standing.Fires(append(g.plus(chosen), "go"), "standing.fired.air", g.hexesArg("hexes", chosen))
}

// standDrawn puts back the chit that was drawn, or lets it play.
func (g *rules) standDrawn(s *State, o *standingOrder) engine.StandingOutcome {
	hq := g.unitArg("hq", g.d.HQs[s.HQ].Unit)
	switch {
	case len(o.hqs) > 0 && !slices.Contains(o.hqs, s.HQ):
		return standing.Asks("standing.not.drawn", hq)
	case o.clause == clausePutBack:
		return standing.Fires([]string{"back"}, "standing.fired.put-back", hq)
	}
	return standing.Fires([]string{"play"}, "standing.fired.let-play", hq)
}

// concerns reports whether an order about retreats is for those who have to go: from a hex that it names, or with a
// unit that it names; without names for all.
func (g *rules) concerns(s *State, o *standingOrder, who unitSet) bool {
	at := func(u unitIx) bool { return slices.Contains(o.in, s.Units[u].Hex) }
	return (len(o.in) == 0 || who.Any(at)) &&
		(len(o.units) == 0 || who.Any(func(u unitIx) bool { return slices.Contains(o.units, u) }))
}

// fugitives is who is asked: those who can retreat, or before the die the defenders.
func (g *rules) fugitives(s *State, p engine.Prompt) unitSet {
	if p.Kind == kindEvade {
		return s.here(s.Combat.Def)
	}
	return g.escapees(s)
}

// standFast stays, and loses steps.
func (g *rules) standFast(s *State, p engine.Prompt, o *standingOrder) engine.StandingOutcome {
	switch {
	case !g.concerns(s, o, g.fugitives(s, p)):
		return standing.Asks("standing.not.here")
	case p.Kind == kindEvade:
		return standing.Fires([]string{"stand"}, "standing.fired.stand")
	case !g.mayStay(s):
		return standing.Asks("standing.not.stay")
	}
	return standing.Fires([]string{"stay"}, "standing.fired.stand")
}

// standRetreat goes with all units of the first hex that can go together, by the directions that the order prefers.
func (g *rules) standRetreat(s *State, p engine.Prompt, o *standingOrder) engine.StandingOutcome {
	all := g.fugitives(s, p)
	if all.Empty() || !g.concerns(s, o, all) {
		return standing.Asks("standing.not.here")
	}
	c := &s.Combat
	from := s.Units[all.First()].Hex
	units := all.Filter(func(u unitIx) bool { return s.Units[u].Hex == from })
	v := g.flight(s, units, from, evadeHexes, &c.Att)
	var path []string
	if p.Kind == kindRetreat {
		if v = g.fleeing(s, units); !v.open(from, 1) { // not together: the first alone
			units = unitSet{}.With(units.First())
			v = g.fleeing(s, units)
		}
		path = lists.Map(g.ids(units), func(id string) string { return "+" + id })
	}
	if v.costly(from, 1) {
		return standing.Asks("standing.not.free")
	}
	at := from
	for k := 1; k <= v.most; k++ {
		to := g.toward(&v, at, k, o)
		if to == noHex {
			return standing.Asks("standing.not.way")
		}
		path = append(path, g.hexID(to))
		at = to
	}
	return standing.Fires(path, "standing.fired.retreat", events.Nouns("units", g.ids(units)), g.hexArg("to", at))
}

// toward is the hex number k of a retreat in the direction that an order prefers, or noHex: the order does not decide.
func (g *rules) toward(v *flight, at hexIx, k int, o *standingOrder) hexIx {
	next := lists.Filter(v.nexts(at, k), func(h hexIx) bool { return !slices.Contains(o.avoid, h) })
	if len(next) == 1 {
		return next[0]
	}
	for _, d := range o.toward {
		for _, h := range next {
			if g.next[at][hex.Dir(d)] == h {
				return h
			}
		}
	}
	return noHex
}

// directionIDs name the directions to the neighbours of a hex, whose corner points north.
var directionIDs = [6]string{
	hex.PNE: "northeast", hex.PE: "east", hex.PSE: "southeast",
	hex.PSW: "southwest", hex.PW: "west", hex.PNW: "northwest",
}
