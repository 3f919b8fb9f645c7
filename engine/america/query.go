package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/reach"
	"referee/engine/kit/usage"
)

// groundQueries are the questions about movement, supply and command.
var groundQueries = []engine.QueryInfo{
	{Name: "reach", Args: usage.Args("unit")},
	{Name: "strategic", Args: usage.Args("unit")},
	{Name: "range", Args: usage.Args("hq")},
	{Name: "command", Args: usage.Args("unit")},
	{Name: "supply"},
	{Name: "zoc", Args: usage.Args("side")},
}

// askGround answers one of them; false: q is none.
func (g *rules) askGround(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error, bool) {
	var a engine.Answer
	var err error
	switch q.Name {
	case "reach":
		a, err = reach.Answer[*State](g, s, v, q, "5.1")
	case "strategic":
		a, err = reach.Answer[*State](strategically{g}, s, v, q, "5.2")
	case "range":
		a, err = g.askRange(s, q)
	case "command":
		a, err = g.askCommand(s, q)
	case "supply":
		a = g.askSupply(s)
	case "zoc":
		a, err = g.askZOC(s, q)
	default:
		return a, nil, false
	}
	return a, err, true
}

var _ engine.Reacher[*State] = (*rules)(nil)

// Reach is where a unit could go by a tactical move, by the cheapest ways, with what it may still spend or would have
// if it began to move now.
func (g *rules) Reach(s *State, _ engine.Viewer, piece string) (engine.Reach, bool) {
	u, err := g.queryUnit(s, "5.1", piece)
	if err != nil {
		return engine.Reach{}, false
	}
	p := g.beginning(s, u)
	return g.reachOf(s, &p), true
}

// strategically is the game as far as strategic moves go.
type strategically struct{ *rules }

// Reach is where a unit could go by a strategic move if it began now (5.2): nowhere out of enemy ZOC.
func (g strategically) Reach(s *State, _ engine.Viewer, piece string) (engine.Reach, bool) {
	u, err := g.queryUnit(s, "5.2", piece)
	if err != nil {
		return engine.Reach{}, false
	}
	p := g.beginning(s, u)
	if p.strategic = true; s.inZOC(s.Units[u].Hex, p.side) {
		return engine.Reach{Of: scenario.Halves}, true
	}
	return g.reachOf(s, &p), true
}

func (g *rules) reachOf(s *State, p *party) engine.Reach {
	out := engine.Reach{Of: scenario.Halves}
	for r := range g.reach(g.find(s, p), p) {
		out.Hexes = append(out.Hexes, engine.Reached{To: g.d.Hexes[r.hex].At, Cost: r.cost, Left: r.left, Rolls: r.roll})
	}
	return out
}

// queryUnit is the unit that a query names; it must be on the map.
func (g *rules) queryUnit(s *State, rule, id string) (unitIx, error) {
	u, ok := g.d.UnitIDs.Find(id)
	if !ok {
		return noUnit, engine.Refuse(rule, "illegal.query.unit", engine.Text("word", id))
	}
	if s.Units[u].Where != onMap {
		return noUnit, engine.Refuse(rule, "illegal.query.not-here", g.unitArg("unit", u))
	}
	return u, nil
}

// RangeData is the data of the query range: what a headquarters commands if its impulse began now.
type RangeData struct {
	HQ    string `json:"hq"`
	Range int    `json:"range"`
	// Whom it could activate, by how they would be supplied.
	Supplied   []string `json:"supplied"`
	Unsupplied []string `json:"unsupplied"`
	Isolated   []string `json:"isolated"`
}

func (g *rules) askRange(s *State, q engine.Query) (engine.Answer, error) {
	id := q.First("hq")
	h, ok := g.hqNames.Find(id)
	if !ok {
		return engine.Answer{}, engine.Refuse("8.2", "illegal.query.hq", engine.Text("word", id))
	}
	at := g.hqHex(s, h)
	if at == noHex {
		return engine.Answer{}, engine.Refuse("8.2", "illegal.query.not-here", engine.Noun("unit", id))
	}
	data := RangeData{HQ: id, Range: g.d.HQs[h].Range}
	a := engine.Answer{Heads: 1}
	for i := range g.d.Hexes {
		if to := hexIx(i); to != at && g.distance(at, to) <= data.Range {
			a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[i].At, Class: engine.MarkReach})
		}
	}
	a.Lines = []engine.Msg{{}}
	n := 0
	by := g.command(s, h)
	for st, list := range []*[]string{&data.Supplied, &data.Unsupplied, &data.Isolated} {
		*list = g.ids(by[st])
		if n += len(*list); len(*list) > 0 {
			a.Lines = append(a.Lines, engine.Say("answer.range."+supplyIDs[st], events.Nouns("units", *list)))
		}
	}
	a.Lines[0] = engine.Say("answer.range", engine.Noun("hq", id), engine.Num("range", data.Range), engine.Num("n", n))
	a.Data = data
	return a, nil
}

// CommandData is the data of the query command: the headquarters that could activate a unit.
type CommandData struct {
	Unit string   `json:"unit"`
	HQs  []string `json:"hqs"`
	Done bool     `json:"done"` // it has been activated in this turn
}

func (g *rules) askCommand(s *State, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "8.2", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	hqs := g.commanders(s, u)
	data := CommandData{Unit: g.unitID(u), HQs: g.hqIDs(hqs), Done: s.Units[u].By != noHQ}
	a := engine.Answer{Data: data, Lines: []engine.Msg{engine.Say("answer.command-none", g.unitArg("unit", u))}}
	for h := range hqs.All() {
		if at := g.hqHex(s, h); at != noHex {
			a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[at].At, Class: engine.MarkSource})
		}
	}
	if len(data.HQs) > 0 {
		a.Lines[0] = engine.Say("answer.command", g.unitArg("unit", u), events.Nouns("hqs", data.HQs))
	}
	if data.Done {
		a.Lines = append(a.Lines,
			engine.Say("answer.command-done", g.unitArg("unit", u), engine.Noun("hq", g.hqID(s.Units[u].By))))
	}
	return a, nil
}

// SupplyData is the data of the query supply: what 7.1 would find now.
type SupplyData struct {
	Supplied   []string `json:"supplied"`
	Unsupplied []string `json:"unsupplied"`
	Isolated   []string `json:"isolated"`
}

func (g *rules) askSupply(s *State) engine.Answer {
	now := g.supplyStates(s)
	data := SupplyData{[]string{}, []string{}, []string{}}
	lists := [...]*[]string{&data.Supplied, &data.Unsupplied, &data.Isolated}
	a := engine.Answer{}
	for i := range g.d.Units {
		u := unitIx(i)
		if s.Units[u].Where != onMap {
			continue
		}
		if *lists[now[u]] = append(*lists[now[u]], g.unitID(u)); now[u] == supplied {
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.supply."+supplyIDs[now[u]], g.unitArg("unit", u)))
		a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[s.Units[u].Hex].At, Class: engine.MarkShort})
	}
	if a.Data = data; len(a.Lines) == 0 {
		a.Lines = []engine.Msg{engine.Say("answer.supply-all")}
	}
	for q := range (g.hqs[german] | g.hqs[allied]).All() {
		if way := g.lineOf(s, q); len(way) > 1 {
			a.Paths = append(a.Paths, engine.Path{Class: engine.PathSupply, Hexes: way})
		}
	}
	return a
}

// lineOf is the line of a headquarters to its edge; none where there is none.
func (g *rules) lineOf(s *State, q hqIx) (way []hex.Coord) {
	h := g.hqHex(s, q)
	if h == noHex {
		return nil
	}
	edge := g.toEdge(s, g.d.HQs[q].Nation.Side())
	if edge.From(h) == noHex {
		return nil
	}
	for way = append(way, g.d.Hexes[h].At); edge.From(h) != h; {
		h = edge.From(h)
		way = append(way, g.d.Hexes[h].At)
	}
	return way
}

// ZOCData is the data of the query zoc.
type ZOCData struct {
	Side  string   `json:"side"`
	Hexes []string `json:"hexes"`
}

func (g *rules) askZOC(s *State, q engine.Query) (engine.Answer, error) {
	sd := scenario.SideByID(q.First("side"))
	if sd == noSide {
		return engine.Answer{}, engine.Refuse("4.1", "illegal.query.side", engine.Text("word", q.First("side")))
	}
	hexes := slices.Collect(s.zoc[sd].All())
	a := engine.Answer{Data: ZOCData{Side: sd.String(), Hexes: g.hexIDs(hexes)}, Heads: 1}
	for _, h := range hexes {
		a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[h].At, Class: engine.MarkZOC})
	}
	a.Lines = []engine.Msg{engine.Say("answer.zoc", engine.Noun("side", sd.String()), engine.Num("n", len(hexes)))}
	return a, nil
}
