package celles

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

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
func (g *rules) order(seat engine.Seat, st engine.Standing) (*standingOrder, error) {
	info, ok := g.info.Clause(st.Clause)
	if !ok {
		return nil, engine.Refuse("3", "illegal.standing.clause", engine.Text("word", st.Clause))
	}
	sd := slices.Index(scenario.SideIDs[:], string(seat))
	if sd < 0 {
		return nil, engine.Refuse("3", "illegal.query.side", engine.Text("word", string(seat)))
	}
	r := &orderReader{rules: g, st: st, side: side(sd), rule: clauseRules[st.Clause]}
	r.names(info)
	o := &standingOrder{
		clause: st.Clause, odds: r.column(), faces: r.faces(),
		units: r.units(argUnits), by: r.preferences(), toward: r.directions(),
		reach: r.hexList(argReach), avoid: r.hexList(argAvoid), garrison: r.hexList(argGarrison),
		supplied: r.units(argSupplied),
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
	known := 0
	for _, a := range info.Args {
		values, given := r.st.Args[a.Name]
		if given {
			known++
		}
		if given && (len(values) == 0 || len(values) > 1 && !a.Repeat) {
			r.refuse("illegal.standing.values", engine.Text("word", a.Name))
		}
	}
	if known == len(r.st.Args) {
		return
	}
	var odd []string
	for name := range r.st.Args {
		if !slices.ContainsFunc(info.Args, func(a engine.QueryArg) bool { return a.Name == name }) {
			odd = append(odd, name)
		}
	}
	r.refuse("illegal.standing.arg", engine.Text("word", slices.Min(odd)))
}

// column is the lowest column wanted, or -1.
func (r *orderReader) column() int {
	name := r.st.First(argOdds)
	column := int(r.rules.column(name))
	if name != "" && column < 0 {
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

// units reads units of the seat.
func (r *orderReader) units(arg string) []unitIx {
	var list []unitIx
	for _, id := range r.st.Args[arg] {
		u, ok := r.rules.d.UnitByID[id]
		switch {
		case !ok:
			r.refuse("illegal.standing.unit", engine.Text("word", id))
		case r.rules.side(u) != r.side:
			r.refuse("illegal.standing.enemy", r.rules.unitArg("unit", u))
		default:
			list = append(list, u)
		}
	}
	return list
}

func (r *orderReader) preferences() []preference {
	var list []preference
	for _, id := range r.st.Args[argBy] {
		p := slices.Index(preferenceIDs[:], id)
		if p < 0 {
			r.refuse("illegal.standing.preference", engine.Text("word", id))
		}
		list = append(list, preference(p))
	}
	return list
}

func (r *orderReader) directions() []hex.Dir {
	var list []hex.Dir
	for _, id := range r.st.Args[argToward] {
		d := slices.Index(directionIDs[:], id)
		if d < 0 {
			r.refuse("illegal.standing.direction", engine.Text("word", id))
		}
		list = append(list, hex.Dir(d))
	}
	return list
}

func (r *orderReader) hexList(arg string) []hexIx {
	var list []hexIx
	for _, id := range r.st.Args[arg] {
		h, ok := r.rules.d.HexByID[id]
		if !ok {
			r.refuse("illegal.hex", engine.Text("word", id))
		}
		list = append(list, h)
	}
	return list
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
		case contains(o.avoid, h):
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
