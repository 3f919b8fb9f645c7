package celles

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/hexes"
	"referee/engine/kit/near"
	"referee/engine/kit/origins"
	"referee/engine/kit/usage"
)

// asked is what can be asked without changing anything.
var asked = []usage.Asked[*rules, *State]{
	{Name: "reach", Args: "unit", Answer: (*rules).askReach},
	{Name: "odds", Args: "unit intensity with=unit* then=plan*", Answer: (*rules).askOdds},
	{Name: "supply", Args: "", Answer: (*rules).askSupply},
	{Name: "zoc", Args: "side", Answer: (*rules).askZOC},
	{Name: "unit", Args: "unit", Answer: (*rules).askUnit},
	{Name: "hex", Args: "hex", Answer: (*rules).askHex},
	{Name: "near", Args: "hex distance?", Answer: (*rules).askNear},
	{Name: "guesses", Args: "", Answer: (*rules).askGuesses},
	{Name: "score", Args: "", Answer: (*rules).askScore},
}

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	return usage.Ask(asked, "", g, s, v, q)
}

// queryUnit is the unit that a query names; it must be on the map.
func (g *rules) queryUnit(s *State, rule, id string) (unitIx, error) {
	return answer.Piece(rule, id, &g.d.UnitIDs, func(u unitIx) bool { return s.Units[u].Where == onMap })
}

// asMover is a unit with what it may still spend, or, if it is not the active one, with
// what it would have if it became active now.
func (g *rules) asMover(s *State, u unitIx) mover {
	m := g.mover(s, u)
	if s.Moving != u {
		m.spent, m.strategic = 0, g.strategicStart(s, u)
	}
	return m
}

// ReachData is the data of the query reach.
type ReachData struct {
	Unit  string      `json:"unit"`
	Left  scenario.MP `json:"left"`
	Hexes []ReachHex  `json:"hexes"`
}

// ReachHex is a hex that a unit can reach: the plain order to it makes exactly the move
// described here, the one that leaves most MP.
type ReachHex struct {
	Hex   string      `json:"hex"`
	MP    scenario.MP `json:"mp"`    // what the way costs
	Left  scenario.MP `json:"left"`  // what is left there
	Bonus bool        `json:"bonus"` // the bonus of 8.5 still holds there, and is part of what is left
	// Infiltration: there is no other path, and its last step needs a roll (9.1).
	Infiltration bool `json:"infiltration"`
	// Cheaper: infiltrating the hex would leave more, but must be ordered explicitly.
	Cheaper *ReachRisk `json:"cheaper,omitempty"`
}

// ReachRisk is an infiltration that leaves more than the path without a die.
type ReachRisk struct {
	MP   scenario.MP `json:"mp"`
	Left scenario.MP `json:"left"`
}

func (g *rules) askReach(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "8", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	m := g.asMover(s, u)
	list := slices.Collect(g.reach(s, m))
	data := ReachData{Unit: g.unitID(u), Left: scenario.MP(m.left()), Hexes: make([]ReachHex, 0, len(list))}
	a := engine.Answer{Marks: make([]engine.Mark, 0, len(list)), Heads: 1}
	for _, r := range list {
		h := ReachHex{Hex: g.hexID(r.hex), MP: scenario.MP(r.cost), Left: scenario.MP(r.left), Bonus: r.strategic, Infiltration: r.infiltrate}
		if r.risk >= 0 {
			h.Cheaper = &ReachRisk{MP: scenario.MP(r.risk), Left: scenario.MP(r.left + r.cost - r.risk)}
		}
		data.Hexes = append(data.Hexes, h)
		mark := engine.Mark{At: g.d.Hexes[r.hex].At, Class: engine.MarkReach, Text: h.Left.String()}
		if r.infiltrate {
			mark.Class = engine.MarkRisk
		}
		a.Marks = append(a.Marks, mark)
	}
	a.Data = data
	a.Lines = append(a.Lines, engine.Say("answer.reach", g.unitArg("unit", u), engine.Num("n", len(data.Hexes)), mpArg("left", m.left())))
	a.Lines = append(a.Lines, g.tellReach(u, m.strategic, list)...)
	a.Lines = append(a.Lines, origins.Reach(g.info.Board, g.at(s.Units[u].Hex), a.Marks)...)
	if s.moves(g.side(u)) && s.Units[u].Act != waiting {
		a.Lines = append(a.Lines, engine.Say("answer.reach-not-now", g.unitArg("unit", u)))
	}
	return a, nil
}

var _ engine.Reacher[*State] = (*rules)(nil)

// Reach is where a unit could go, by the paths that leave most MP.
func (g *rules) Reach(s *State, _ engine.Viewer, piece string) (engine.Reach, bool) {
	u, err := g.queryUnit(s, "8", piece)
	if err != nil {
		return engine.Reach{}, false
	}
	out := engine.Reach{Of: scenario.Sixths}
	for r := range g.reach(s, g.asMover(s, u)) {
		out.Hexes = append(out.Hexes, engine.Reached{To: g.d.Hexes[r.hex].At, Cost: r.cost, Left: r.left, Rolls: r.infiltrate})
	}
	return out, true
}

// tellReach describes the result of reach without a map: the hexes by the MP left in
// them, most first, and how to order those that need a die.
func (g *rules) tellReach(u unitIx, strategic bool, list []reached) []engine.Msg {
	var lines []engine.Msg
	var only, cheaper []engine.Arg
	var first, firstCheaper string
	byLeft := [2]map[int][]string{{}, {}}
	for _, r := range list {
		id := g.hexID(r.hex)
		risk := func(left int) engine.Arg {
			return engine.Sub("", engine.Say("answer.reach-at", engine.Text("hex", id), mpArg("left", left)))
		}
		if r.infiltrate {
			only, first = append(only, risk(r.left)), cmp.Or(first, id)
			continue
		}
		if r.risk >= 0 {
			cheaper, firstCheaper = append(cheaper, risk(r.left+r.cost-r.risk)), cmp.Or(firstCheaper, id)
		}
		k := plainIx(!r.strategic)
		byLeft[k][r.left] = append(byLeft[k][r.left], id)
	}
	for k, key := range []string{"answer.reach-bonus", "answer.reach-plain"} {
		if strategic && len(byLeft[k]) > 0 {
			lines = append(lines, engine.Say(key))
		}
		for _, left := range slices.Backward(slices.Sorted(maps.Keys(byLeft[k]))) {
			lines = append(lines, engine.Say("answer.reach-left", mpArg("left", left), engine.Text("hexes", strings.Join(byLeft[k][left], " "))))
		}
	}
	order := engine.Text("id", g.unitID(u))
	if len(only) > 0 {
		lines = append(lines, engine.Say("answer.reach-only", engine.List("hexes", only...), order, engine.Text("first", first)))
	}
	if len(cheaper) > 0 {
		lines = append(lines, engine.Say("answer.reach-cheaper", engine.List("hexes", cheaper...), order, engine.Text("first", firstCheaper)))
	}
	if len(only)+len(cheaper) > 0 {
		lines = append(lines, engine.Say("answer.reach-beyond"))
	}
	return lines
}

// SupplyData is the data of the query supply: what a supply phase would find now.
type SupplyData struct {
	Units map[string]string `json:"units"` // supplied, out, isolated
}

func (g *rules) askSupply(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	now := g.supplyAll(s)
	data := SupplyData{Units: map[string]string{}}
	a := engine.Answer{Data: data}
	var cut hexSet
	for u := range s.all(onMap).All() {
		data.Units[g.unitID(u)] = supplyIDs[now[u]]
		if now[u] == inSupply {
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.supply."+supplyIDs[now[u]], g.unitArg("unit", u)))
		a.Marks = append(a.Marks, engine.Mark{At: g.at(s.Units[u].Hex), Class: engine.MarkShort})
		g.cuts(s, u, &cut)
	}
	if len(a.Lines) == 0 {
		a.Lines = []engine.Msg{engine.Say("answer.supply-all")}
	}
	for i := range g.d.Hexes {
		h := &g.d.Hexes[i]
		if cut.Has(hexIx(i)) {
			a.Marks = append(a.Marks, engine.Mark{At: h.At, Class: engine.MarkBlocked})
		}
		if h.Source != [3]bool{} {
			a.Marks = append(a.Marks, engine.Mark{At: h.At, Class: engine.MarkSource})
		}
	}
	for n := range owners {
		for _, way := range g.lines(s, scenario.Nation(n)) {
			a.Paths = append(a.Paths, g.path(engine.PathSupply, "", way...))
		}
	}
	return a, nil
}

// ZOCData is the data of the query zoc.
type ZOCData struct {
	Side  string   `json:"side"`
	Hexes []string `json:"hexes"`
}

func (g *rules) askZOC(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	sd := ardennes.SideByID(q.First("side"))
	if sd == noSide {
		return engine.Answer{}, engine.Refuse("9", "illegal.side", engine.Text("word", q.First("side")))
	}
	hexes := slices.Collect(s.zoc[sd].All())
	data := ZOCData{Side: sd.String(), Hexes: g.hexIDs(hexes)}
	a := engine.Answer{Data: data, Heads: 1, Marks: g.marks(engine.MarkZOC, hexes)}
	a.Lines = []engine.Msg{engine.Say("answer.zoc", engine.Noun("side", sd.String()), engine.Num("n", len(data.Hexes)))}
	if len(data.Hexes) > 0 {
		a.Lines = append(a.Lines, engine.Say("answer.zoc-hexes", engine.Text("hexes", strings.Join(data.Hexes, " "))))
	}
	return a, nil
}

// UnitData is the data of the query unit.
type UnitData struct {
	Unit   string        `json:"unit"`
	Hex    string        `json:"hex"`
	Attack int           `json:"attack"`
	Defend int           `json:"defence"`
	MP     scenario.MP   `json:"mp"` // what it may spend, or would if it became active now
	Steps  int           `json:"steps"`
	States []string      `json:"states"`
	Origin engine.Origin `json:"origin"` // of the values on its counter
}

func (g *rules) askUnit(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "2", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	x := &s.Units[u]
	m := g.asMover(s, u)
	attack, defence := g.strength(s, u)
	data := UnitData{
		Unit: g.unitID(u), Hex: g.hexID(x.Hex), Attack: attack, Defend: defence, MP: scenario.MP(m.left()),
		Steps: int(x.Steps), States: []string{}, Origin: g.d.Units[u].Origin,
	}
	a := engine.Answer{Lines: []engine.Msg{engine.Say("answer.unit", g.unitArg("unit", u), g.hexArg("hex", x.Hex),
		engine.Num("attack", attack), engine.Num("defence", defence), mpArg("mp", m.left()), engine.Num("steps", int(x.Steps)))}}
	for _, st := range g.states(s, u) {
		data.States = append(data.States, string(st))
		a.Lines = append(a.Lines, engine.Say("state."+string(st)))
	}
	a.Lines = append(a.Lines, origins.Unit(g.d.Units[u].Origin)...)
	a.Data = data
	a.Marks = []engine.Mark{{At: g.d.Hexes[x.Hex].At, Class: engine.MarkTo}}
	return a, nil
}

// HexData is the data of the query hex.
type HexData struct {
	Hex     string        `json:"hex"`
	Terrain string        `json:"terrain"`
	Village bool          `json:"village"`
	Name    string        `json:"name"`
	Rear    string        `json:"rear"` // the side whose rear area it is
	Units   []string      `json:"units"`
	ZOC     []string      `json:"zoc"` // sides whose ZOC reaches it
	Rivers  []string      `json:"rivers"`
	Roads   []string      `json:"roads"`
	Origin  engine.Origin `json:"origin"` // of its terrain
}

// besides is what can lie between a hex and its neighbour.
var besides = []struct {
	id string
	is func(*scenario.Hexside) bool
}{
	{"meuse", func(d *scenario.Hexside) bool { return d.Meuse }},
	{"bridge", func(d *scenario.Hexside) bool { return d.Meuse && d.Road != scenario.NoRoad }},
	{"minor-river", func(d *scenario.Hexside) bool { return d.Minor }},
	{"highway", func(d *scenario.Hexside) bool { return !d.Meuse && d.Road == scenario.Highway }},
	{"road", func(d *scenario.Hexside) bool { return !d.Meuse && d.Road == scenario.Road }},
}

func (g *rules) askHex(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	h, ok := g.d.HexIDs.Find(q.First("hex"))
	if !ok {
		why, word := answer.NotHex(q.First("hex"))
		return engine.Answer{}, engine.Refuse("2", why, word)
	}
	d := &g.d.Hexes[h]
	data := HexData{
		Hex: d.ID, Terrain: string(d.Terrain.Class()), Village: d.Village, Name: d.Name,
		Rear: d.Rear.String(), Units: g.ids(g.unitsIn(s, h)), ZOC: []string{}, Rivers: []string{}, Roads: []string{}, Origin: d.Origin,
	}
	for sd, id := range ardennes.SideIDs {
		if s.zoc[sd].Has(h) {
			data.ZOC = append(data.ZOC, id)
		}
	}
	for _, dir := range hex.Dirs {
		if to, side := d.Next[dir], d.Side[dir]; to != noHex {
			if side.Meuse || side.Minor {
				data.Rivers = append(data.Rivers, g.hexID(to))
			}
			if side.Road != scenario.NoRoad {
				data.Roads = append(data.Roads, g.hexID(to))
			}
		}
	}
	key := "answer.hex"
	if len(data.Units) == 0 {
		key = "answer.hex-empty"
	}
	lines := []engine.Msg{engine.Say(key, g.hexArg("hex", h), engine.Noun("terrain", data.Terrain), events.Nouns("units", data.Units),
		engine.List("zoc", events.Nouns("", data.ZOC).List...))}
	for _, what := range besides {
		if list := hexes.NeighboursWhere(d.Next, func(dir hex.Dir) bool { return what.is(&d.Side[dir]) }); list != nil {
			lines = append(lines, engine.Say("answer.hex."+what.id, g.hexes("hexes", list)))
		}
	}
	lines = append(lines, origins.Hex(g.info.Board, d.At)...)
	return engine.Answer{Data: data, Marks: []engine.Mark{{At: d.At, Class: engine.MarkTo}}, Lines: lines}, nil
}

// askNear tells what is near a hex.
func (g *rules) askNear(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	h, ok := g.d.HexIDs.Find(q.First("hex"))
	if !ok {
		why, word := answer.NotHex(q.First("hex"))
		return engine.Answer{}, engine.Refuse("2", why, word)
	}
	return near.Answer(g.View(s, v), g.info.Board, g.d.Hexes[h].At, q, "2")
}

// ScoreData is the data of the query score: the points if the match ended now.
type ScoreData struct {
	German int `json:"german"`
	Allied int `json:"allied"`
}

func (g *rules) askScore(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	p := g.points(s)
	a := engine.Answer{
		Data:  ScoreData{German: p[german], Allied: p[allied]},
		Lines: []engine.Msg{engine.Say("answer.score", engine.Num("german", p[german]), engine.Num("allied", p[allied]))},
	}
	if turn, last := max(1, int(s.Turn)), len(g.d.Turns); s.Phase != phaseOver {
		a.Lines = append(a.Lines, engine.Say("answer.turn-of", engine.Num("n", last-turn), engine.Num("turn", turn), engine.Num("last", last)))
	}
	for i := range g.d.Places {
		place, holder := &g.d.Places[i], g.placeHolder(s, &g.d.Places[i])
		key := "answer.score-place"
		if holder != noSide {
			key = "answer.score-place." + holder.String()
		}
		a.Lines = append(a.Lines, engine.Say(key, g.hexArg("hex", place.Hexes[0]), engine.Num("german", place.VP[german]), engine.Num("allied", place.VP[allied])))
		for _, h := range place.Hexes {
			a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[h].At, Class: engine.MarkPlace})
		}
	}
	return a, nil
}

// placeHolder is the side that has units in a place; noSide: neither has, or, in one of several hexes, both.
func (g *rules) placeHolder(s *State, p *scenario.Place) side {
	holder := noSide
	for _, sd := range []side{german, allied} {
		if slices.ContainsFunc(p.Hexes, func(h hexIx) bool { return s.held(h, sd) }) {
			if holder != noSide {
				return noSide
			}
			holder = sd
		}
	}
	return holder
}
