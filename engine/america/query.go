package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/hexes"
	"referee/engine/kit/lists"
	"referee/engine/kit/near"
	"referee/engine/kit/origins"
	"referee/engine/kit/reach"
	"referee/engine/kit/usage"
)

// asked is what can be asked without changing anything.
var asked = []usage.Asked[*rules, *State]{
	{Name: "reach", Args: "unit", Answer: func(g *rules, s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
		return g.onGuesses(s, q)(reach.Answer[*State](g, s, v, q, "5.1"))
	}},
	{Name: "strategic", Args: "unit", Answer: func(g *rules, s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
		return g.onGuesses(s, q)(reach.Answer[*State](strategically{g}, s, v, q, "5.2"))
	}},
	{Name: "range", Args: "hq", Answer: (*rules).askRange},
	{Name: "command", Args: "unit", Answer: (*rules).askCommand},
	{Name: "supply", Args: "", Answer: (*rules).askSupply},
	{Name: "zoc", Args: "side", Answer: (*rules).askZOC},
	{Name: "unit", Args: "unit", Answer: (*rules).askUnit},
	{Name: "hex", Args: "hex", Answer: (*rules).askHex},
	{Name: "near", Args: "hex distance?", Answer: (*rules).askNear},
	{Name: "guesses", Args: "", Answer: (*rules).askGuesses},
	{Name: "odds", Args: "hex with=unit*", Answer: (*rules).askOdds},
	{Name: "needs", Args: "", Answer: (*rules).askNeeds},
}

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	return usage.Ask(asked, "2", g, s, v, q)
}

var _ engine.Reacher[*State] = (*rules)(nil)

// Reach is where a unit could go by a tactical move, by the cheapest ways, with what it may still spend or would have
// if it began to move now; on its way with others, where all can.
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
	return answer.Piece(rule, id, &g.d.UnitIDs, func(u unitIx) bool { return s.Units[u].Where == onMap })
}

// RangeData is the data of the query range: what a headquarters commands if its impulse began now.
type RangeData struct {
	HQ         string `json:"hq"`
	Range      int    `json:"range"`
	SupplyData        // whom it could activate, by how they would be supplied
}

func (g *rules) askRange(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
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
	a := engine.Answer{Heads: 1, Lines: []engine.Msg{{}}}
	for i := range g.d.Hexes {
		if to := hexIx(i); to != at && g.distance(at, to) <= data.Range {
			a.Marks = append(a.Marks, g.mark(to, engine.MarkReach))
		}
	}
	n := 0
	by := g.command(s, h)
	for st, list := range data.by() {
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

func (g *rules) askCommand(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "8.2", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	hqs := g.commanders(s, u)
	data := CommandData{Unit: g.unitID(u), HQs: g.hqIDs(hqs), Done: s.Units[u].By != noHQ}
	a := engine.Answer{Data: data, Lines: []engine.Msg{engine.Say("answer.command-none", g.unitArg("unit", u))}}
	for h := range hqs.All() {
		if at := g.hqHex(s, h); at != noHex {
			a.Marks = append(a.Marks, g.mark(at, engine.MarkSource))
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

// by is the lists of units by how they are supplied.
func (d *SupplyData) by() [3]*[]string {
	return [...]*[]string{&d.Supplied, &d.Unsupplied, &d.Isolated}
}

func (g *rules) askSupply(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	now := g.supplyStates(s)
	data := SupplyData{[]string{}, []string{}, []string{}}
	by := data.by()
	a := engine.Answer{}
	for i := range g.d.Units {
		u := unitIx(i)
		if s.Units[u].Where != onMap {
			continue
		}
		if *by[now[u]] = append(*by[now[u]], g.unitID(u)); now[u] == supplied {
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.supply."+supplyIDs[now[u]], g.unitArg("unit", u)))
		a.Marks = append(a.Marks, g.mark(s.Units[u].Hex, engine.MarkShort))
	}
	if a.Data = data; len(a.Lines) == 0 {
		a.Lines = []engine.Msg{engine.Say("answer.supply-all")}
	}
	for q := range (g.hqs[german] | g.hqs[allied]).All() {
		if way := g.lineOf(s, q); len(way) > 1 {
			a.Paths = append(a.Paths, engine.Path{Class: engine.PathSupply, Hexes: way})
		}
	}
	return a, nil
}

// lineOf is the line of a headquarters to its edge; none where there is none.
func (g *rules) lineOf(s *State, q hqIx) []hex.Coord {
	h := g.hqHex(s, q)
	if h == noHex {
		return nil
	}
	edge := g.toEdge(s, g.d.HQs[q].Nation.Side())
	if edge.From(h) == noHex {
		return nil
	}
	return lists.Map(edge.Way(h), g.at)
}

// ZOCData is the data of the query zoc.
type ZOCData struct {
	Side  string   `json:"side"`
	Hexes []string `json:"hexes"`
}

func (g *rules) askZOC(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	sd := ardennes.SideByID(q.First("side"))
	if sd == noSide {
		return engine.Answer{}, engine.Refuse("4.1", "illegal.query.side", engine.Text("word", q.First("side")))
	}
	hexes := slices.Collect(s.zoc[sd].All())
	return engine.Answer{
		Data: ZOCData{Side: sd.String(), Hexes: g.hexIDs(hexes)}, Heads: 1,
		Lines: []engine.Msg{engine.Say("answer.zoc", engine.Noun("side", sd.String()), engine.Num("n", len(hexes)))},
		Marks: lists.Map(hexes, func(h hexIx) engine.Mark { return g.mark(h, engine.MarkZOC) }),
	}, nil
}

// UnitData is the data of the query unit: what it counts for alone, as it is supplied now.
type UnitData struct {
	Unit   string        `json:"unit"`
	Hex    string        `json:"hex"`
	Attack int           `json:"attack"` // over dry hexsides
	Defend int           `json:"defence"`
	MP     scenario.MP   `json:"mp"` // what it may spend, or would if it began to move now
	Steps  int           `json:"steps"`
	HQs    []string      `json:"hqs"` // the headquarters that could activate it
	States []string      `json:"states"`
	Origin engine.Origin `json:"origin"` // of the values on its counter
}

func (g *rules) askUnit(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "2", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	x, alone := &s.Units[u], unitSet{}.With(u)
	data := UnitData{
		Unit: g.unitID(u), Hex: g.hexID(x.Hex), MP: scenario.MP(g.left(s, u)), Steps: int(x.Steps), States: []string{}, Origin: g.d.Units[u].Origin,
		Attack: g.attackStrength(s, x.Hex, &alone, false), Defend: g.defenceStrength(s, x.Hex, &alone, false),
	}
	a := engine.Answer{
		Lines: []engine.Msg{engine.Say("answer.unit", g.unitArg("unit", u), g.hexArg("hex", x.Hex),
			engine.Num("attack", data.Attack), engine.Num("defence", data.Defend), data.MP.Arg("mp"),
			engine.Num("steps", data.Steps))},
		Marks: []engine.Mark{g.mark(x.Hex, engine.MarkTo)},
	}
	for _, st := range g.states(s, u) {
		data.States = append(data.States, string(st))
		a.Lines = append(a.Lines, engine.Say("state."+string(st)))
	}
	by, err := g.askCommand(s, v, q)
	data.HQs = by.Data.(CommandData).HQs
	a.Data, a.Lines, a.Marks = data, slices.Concat(a.Lines, by.Lines, origins.Unit(g.d.Units[u].Origin)), append(a.Marks, by.Marks...)
	return a, err
}

// HexData is the data of the query hex.
type HexData struct {
	Hex      string   `json:"hex"`
	Name     string   `json:"name"`
	Terrain  string   `json:"terrain"`
	Site     string   `json:"site"` // a village or town
	Westwall bool     `json:"westwall"`
	Control  string   `json:"control"` // the side whose hex it is (2)
	Counts   bool     `json:"counts"`  // it is among the places that count for victory
	Zone     string   `json:"zone"`    // the German corps that sets up there
	Units    []string `json:"units"`
	ZOC      []string `json:"zoc"` // sides whose ZOC reaches it
	// The neighbours over a hexside with such a thing.
	Beside map[string][]string `json:"beside"`
	Origin engine.Origin       `json:"origin"` // of its terrain
}

// besides is what can lie between a hex and its neighbour.
var besides = []struct {
	id string
	is func(*scenario.Hexside) bool
}{
	{"major", func(d *scenario.Hexside) bool { return d.River == scenario.Major }},
	{"minor", func(d *scenario.Hexside) bool { return d.River == scenario.Minor }},
	{"bridge", func(d *scenario.Hexside) bool { return d.Bridge == scenario.Standing }},
	{"destroyed", func(d *scenario.Hexside) bool { return d.Bridge == scenario.Destroyed }},
	{"road", func(d *scenario.Hexside) bool { return d.Road && d.River == scenario.Dry }},
}

func (g *rules) askHex(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	h, ok := g.d.HexIDs.Find(q.First("hex"))
	if !ok {
		why, word := notHex(q.First("hex"))
		return engine.Answer{}, engine.Refuse("2", why, word)
	}
	d, drawn, owner := &g.d.Hexes[h], &g.info.Board.Hexes[h], allied
	if s.controls(h, german) {
		owner = german
	}
	data := HexData{
		Hex: d.ID, Name: d.Name, Terrain: string(drawn.Terrain), Site: string(drawn.Site), Westwall: d.Westwall,
		Control: owner.String(), Counts: d.Target, Units: g.ids(s.stack(h)), ZOC: []string{}, Beside: map[string][]string{}, Origin: d.Origin,
	}
	for sd, id := range ardennes.SideIDs {
		if s.zoc[sd].Has(h) {
			data.ZOC = append(data.ZOC, id)
		}
	}
	say := func(key string, args ...engine.Arg) engine.Msg {
		return engine.Say("answer.hex"+key, append(args, engine.Noun("side", owner.String()))...)
	}
	lines := []engine.Msg{say("", g.hexArg("hex", h), ground(drawn))}
	if data.Counts {
		lines = append(lines, say(".counts"))
	}
	if i := slices.IndexFunc(g.d.Zones, func(z scenario.Zone) bool { return slices.Contains(z.Hexes, h) }); i >= 0 {
		data.Zone = g.d.Zones[i].ID
		lines = append(lines, say(".zone", engine.Text("zone", data.Zone)))
	}
	if len(data.Units) > 0 {
		lines = append(lines, say(".units", events.Nouns("units", data.Units)))
	}
	if len(data.ZOC) > 0 {
		lines = append(lines, say(".zoc", events.Nouns("sides", data.ZOC)))
	}
	beside := func(what string, is func(hex.Dir) bool) {
		if list := hexes.NeighboursWhere(g.next[h], is); list != nil {
			data.Beside[what] = g.hexIDs(list)
			lines = append(lines, say("."+what, g.hexesArg("hexes", list)))
		}
	}
	for _, what := range besides {
		beside(what.id, func(dir hex.Dir) bool { return what.is(&d.Side[dir]) })
	}
	beside("built", func(dir hex.Dir) bool { return g.bridged(s, h, dir) })
	lines = append(lines, origins.Hex(g.info.Board, d.At)...)
	return engine.Answer{Data: data, Marks: []engine.Mark{g.mark(h, engine.MarkTo)}, Lines: lines}, nil
}

// askNear tells what is near a hex.
func (g *rules) askNear(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	h, ok := g.d.HexIDs.Find(q.First("hex"))
	if !ok {
		why, word := notHex(q.First("hex"))
		return engine.Answer{}, engine.Refuse("2", why, word)
	}
	return near.Answer(g.View(s, v), g.info.Board, g.at(h), q, "2")
}

// ground is terrain, village or town, and Westwall of a hex as an argument of a message.
func ground(h *engine.BoardHex) engine.Arg {
	var words []engine.Arg
	for _, class := range []engine.Class{h.Terrain, h.Site, h.Works} {
		if class != "" {
			words = append(words, engine.Sub("", engine.Say("ground."+string(class))))
		}
	}
	return engine.List("ground", words...)
}
