package celles

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/chance"
	"referee/engine/kit/events"
	"referee/engine/kit/exact"
)

// OddsData is the data of the query odds.
type OddsData struct {
	Unit    string      `json:"unit"`
	With    []string    `json:"with"`
	Against []string    `json:"against"`
	Attack  int         `json:"attack"`
	Defence int         `json:"defence"`
	Column  string      `json:"column"`
	DRM     []event.DRM `json:"drm"`
	Net     int         `json:"net"`
	Faces   []OddsFace  `json:"faces"`
	// Chances are the chances of the attack over all faces. Nil: the unit cannot pay
	// for the attack now.
	Chances *Chances `json:"chances,omitempty"`
	// Then holds the attacks that follow in a plan, and Total the plan's sums.
	Then  []OddsThen  `json:"then,omitempty"`
	Total *OddsTotals `json:"total,omitempty"`
}

// OddsFace is the result of one face of the die, without Combat chits.
type OddsFace struct {
	Die      int    `json:"die"`
	Row      int    `json:"row"`
	Attacker string `json:"attacker"`
	Defender string `json:"defender"`
}

// OddsThen is a later attack of a plan.
type OddsThen struct {
	Unit      string   `json:"unit"`
	Intensity string   `json:"intensity"`
	With      []string `json:"with"`
	Chances   *Chances `json:"chances"`
}

// attack is one attack in a query.
type attack struct {
	unit      unitIx
	intensity int
	with      unitSet
}

// Attacks that follow in a plan are typed after planThen. planMost bounds a
// plan, its first attack counted: each attack multiplies the ways it can go.
const (
	planThen = "then"
	planMost = 4
)

func (g *rules) askOdds(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	u, err := g.queryUnit(s, "11", q.First("unit"))
	if err != nil {
		return engine.Answer{}, err
	}
	intensity, err := queryIntensity(q.First("intensity"))
	if err != nil {
		return engine.Answer{}, err
	}
	def := g.defenders(s, u)
	if rule, why := g.leadsNone(s, u, def); rule != "" {
		return engine.Answer{}, engine.Refuse(rule, why, g.unitArg("unit", u))
	}
	att, err := g.queryWith(s, u, def, q.Args["with"])
	if err != nil {
		return engine.Answer{}, err
	}
	plan := []attack{{unit: u, intensity: intensity, with: att.Without(u)}}
	if plan, err = g.queryThen(s, plan, q.Args["then"]); err != nil {
		return engine.Answer{}, err
	}
	f := &foresight{rules: g, choose: q.Choose}
	rolled, before, err := f.called(s, plan[0])
	if err != nil {
		return engine.Answer{}, err
	}
	a, data := g.oddsAnswer(rolled, plan[0], def, before)
	err = f.addChances(s, plan, &a, data)
	a.Lines = append(a.Lines, g.guesses(s, att, def, int(rolled.Combat.Column), data.Net)...)
	if a.Data = *data; data.Chances != nil {
		a.Summary = data.Chances.summary(v == engine.Viewer(g.side(u).Seat()))
	}
	return a, err
}

var _ engine.OddsPreviewer[*State] = (*rules)(nil)

// CanPreviewOdds reports whether a path names an attack and its intensity.
func (g *rules) CanPreviewOdds(_ *State, p engine.Prompt, path []string) bool {
	i := slices.Index(path, "attack")
	return p.Kind == kindMove && i >= 0 && i+1 < len(path)
}

// PreviewOdds tells the odds of the attack in a path as things stand before it is declared, so
// that what it costs is still there.
func (g *rules) PreviewOdds(s *State, v engine.Viewer, p engine.Prompt, path []string, choose engine.Choose) (engine.Answer, error) {
	i := slices.Index(path, "attack")
	r := engine.Try[*State](g, s)
	if _, err := g.Judge(r, p, path[:i+1]); err != nil {
		return engine.Answer{}, err
	}
	q := engine.Query{Choose: choose, Args: map[string][]string{"unit": {g.unitID(r.State().Moving)}, "intensity": {path[i+1]}}}
	for _, id := range path[i+2:] {
		if unit, joins := strings.CutPrefix(id, "+"); joins {
			q.Args["with"] = append(q.Args["with"], unit)
		}
	}
	a, err := g.askOdds(r.State(), v, q)
	a.Data = nil
	return a, err
}

// queryIntensity is the intensity that a query names.
func queryIntensity(word string) (int, error) {
	if i := slices.Index(intensityIDs[:], word); i >= 0 {
		return i, nil
	}
	return 0, engine.Refuse("11", "illegal.attack.word", engine.Text("word", word))
}

// queryWith is the attackers that a query names.
func (g *rules) queryWith(s *State, u unitIx, def unitSet, ids []string) (unitSet, error) {
	all, att := g.supporters(s, u, def), unitSet(0).With(u)
	for _, id := range ids {
		v, err := g.queryUnit(s, "11", id)
		if err != nil {
			return 0, err
		}
		if !all.Has(v) {
			rule, why := g.noSupport(s, u, v)
			return 0, engine.Refuse(rule, why, g.unitArg("unit", v))
		}
		att = att.With(v)
	}
	return att, nil
}

// queryThen adds to a plan the attacks that a query names after its first: for each
// "then", a unit, an intensity and the units that join. The first "then" may be left
// out. Which units can attack and join is known only when the plan gets there.
func (g *rules) queryThen(s *State, plan []attack, words []string) ([]attack, error) {
	if len(words) > 0 && words[0] == planThen {
		words = words[1:]
		if len(words) == 0 {
			return nil, engine.Refuse("11", "illegal.plan.short")
		}
	}
	for len(words) > 0 {
		n := 0
		for n < len(words) && words[n] != planThen {
			n++
		}
		next, err := g.planned(s, words[:n])
		if err != nil {
			return nil, err
		}
		if g.side(next.unit) != g.side(plan[0].unit) {
			return nil, engine.Refuse("7", "illegal.plan.side", g.unitArg("unit", next.unit))
		}
		if plan = append(plan, next); len(plan) > planMost {
			return nil, engine.Refuse("11", "illegal.plan.long", engine.Num("n", planMost))
		}
		if n == len(words)-1 { // a "then" and nothing after it
			return nil, engine.Refuse("11", "illegal.plan.short")
		}
		words = words[min(n+1, len(words)):]
	}
	return plan, nil
}

// planned reads one later attack of a plan.
func (g *rules) planned(s *State, words []string) (attack, error) {
	if len(words) < 2 {
		return attack{}, engine.Refuse("11", "illegal.plan.short")
	}
	u, err := g.queryUnit(s, "11", words[0])
	if err != nil {
		return attack{}, err
	}
	a := attack{unit: u}
	if a.intensity, err = queryIntensity(words[1]); err != nil {
		return attack{}, err
	}
	for _, id := range words[2:] {
		v, err := g.queryUnit(s, "11", strings.TrimPrefix(id, "+"))
		if err != nil {
			return attack{}, err
		}
		if g.side(v) != g.side(u) {
			return attack{}, engine.Refuse("11", "illegal.enemy", g.unitArg("unit", v))
		}
		a.with = a.with.With(v)
	}
	a.with = a.with.Without(u)
	return a, nil
}

// oddsAnswer describes an attack that is about to be rolled for: odds, modifiers and
// the result of each face. before are the events that came first: a moving unit has
// stopped, and stacking was corrected.
func (g *rules) oddsAnswer(s *State, asked attack, def unitSet, before []engine.Event) (engine.Answer, *OddsData) {
	c := &s.Combat
	column := int(c.Column)
	data := &OddsData{
		Unit: g.unitID(asked.unit), With: g.ids(asked.with), Against: g.ids(def), Attack: int(c.Attack),
		Defence: int(c.Defence), Column: g.d.CRT.Columns[column].Name, DRM: g.modifiers(s, c.Att, c.Def, asked.intensity),
	}
	data.Net = net(data.DRM)
	set := event.OddsSet{Attack: data.Attack, Defence: data.Defence, Column: data.Column, DRM: data.DRM, Net: data.Net}
	a := engine.Answer{Heads: 2, Lines: []engine.Msg{engine.Say("answer.odds", g.unitArg("unit", asked.unit),
		engine.Noun("intensity", intensityIDs[asked.intensity]), events.Nouns("against", data.Against)), set.Tell()}}
	a.Lines = append(a.Lines, g.tellBefore(before)...)
	a.Bars = g.outcomes(column, data.Net)
	for _, f := range faces {
		row := clampRow(f.N + data.Net)
		res := g.result(column, row)
		face := OddsFace{Die: f.N, Row: row, Attacker: res.Attacker.String(), Defender: res.Defender.String()}
		data.Faces = append(data.Faces, face)
	}
	a.Chart = len(a.Lines)
	for _, b := range a.Bars {
		face := data.Faces[b.Faces[0][0]-'0']
		a.Lines = append(a.Lines, engine.Say("answer.odds-face", engine.Text("faces", exact.FormatRanges(b.Faces)), engine.Sub("outcome", b.Label),
			event.Half("attacker", face.Attacker), event.Half("defender", face.Defender)))
	}
	from, at := g.hexesUnder(s, c.Att), g.hexesUnder(s, c.Def)
	a.Marks = append(g.marks(engine.MarkAttacker, from), g.marks(engine.MarkTarget, at)...)
	a.Paths = g.attacks(from, at, data.Column)
	return a, data
}

var _ engine.RollTabler[*State] = (*rules)(nil)

// RollTable returns the outcomes of the roll of an attack, with all its modifiers, Combat chits included.
func (g *rules) RollTable(s *State, p engine.Prompt) engine.Answer {
	if p.Kind != kindAttack {
		return engine.Answer{}
	}
	c := &s.Combat
	drm := g.modifiers(s, c.Att, c.Def, int(c.Intensity))
	for i, value := range []int{g.d.Combat.ChitFor, g.d.Combat.ChitAgainst} {
		if c.Chit[i] {
			drm = append(drm, event.DRM{Name: "chit", Value: value, Rule: "13.1"})
		}
	}
	column := int(c.Column)
	set := event.OddsSet{Attack: int(c.Attack), Defence: int(c.Defence), Column: g.d.CRT.Columns[column].Name, DRM: drm, Net: g.rollDRM(c)}
	return engine.Answer{Lines: []engine.Msg{set.Tell()}, Bars: g.outcomes(column, set.Net)}
}

// tellBefore says what happens before the odds of an attack are set: which moving unit
// stops, and who loses a step to stacking.
func (g *rules) tellBefore(before []engine.Event) []engine.Msg {
	var lines []engine.Msg
	for _, e := range before {
		switch e := events.Fact(e).(type) {
		case event.UnitEnded:
			lines = append(lines, engine.Say("answer.odds-stops", engine.Noun("unit", e.Unit)))
		case event.StepLost:
			lines = append(lines, engine.Say("answer.odds-stacking", engine.Noun("unit", e.Unit), events.HexNamed("hex", e.Hex)))
		}
	}
	return lines
}

// outcomes are the possible results of the die and the faces for each, the best for the
// attacker first.
func (g *rules) outcomes(column, net int) []engine.Bar {
	return chance.Faces(faces, func(n int) scenario.CombatResult { return g.result(column, clampRow(n+net)) },
		func(r scenario.CombatResult) engine.Bar {
			return engine.Bar{Label: event.Outcome(r.Attacker, r.Defender), Class: classOf(r)}
		})
}

// classOf says what a result is for the attacker.
func classOf(r scenario.CombatResult) engine.Class {
	switch hurt, own := r.Defender != (scenario.Effect{}), r.Attacker != (scenario.Effect{}); {
	case hurt && own:
		return engine.Mixed
	case hurt:
		return engine.Good
	case own:
		return engine.Bad
	}
	return engine.Even
}

// addChances adds to an answer the exact chances of a plan.
func (f *foresight) addChances(s *State, plan []attack, a *engine.Answer, data *OddsData) error {
	first := plan[0]
	m := f.rules.asMover(s, first.unit)
	if cost := f.rules.attackCost(s, first.unit, first.intensity); cost > m.left() {
		a.Lines = append(a.Lines, engine.Say("illegal.attack.intensity", f.rules.unitArg("unit", first.unit),
			engine.Noun("intensity", intensityIDs[first.intensity]), mpArg("cost", cost), mpArg("left", m.left())))
		return nil
	}
	stages, total, err := f.plan(s, plan)
	if err != nil {
		return err
	}
	data.Chances = stages[0]
	for i := 1; i < len(plan); i++ {
		data.Then = append(data.Then, OddsThen{
			Unit: f.rules.unitID(plan[i].unit), Intensity: intensityIDs[plan[i].intensity], With: f.rules.ids(plan[i].with), Chances: stages[i],
		})
	}
	if len(plan) > 1 {
		data.Total = total
	}
	f.rules.tellChances(plan, stages, total, f.choose != nil, a)
	return nil
}

// Chances are the exact chances of one attack. Every number but Of is a part of
// Of equal chances.
type Chances struct {
	Of int `json:"of"`
	// Made: the attack is rolled for. It is not if its unit is dead, its turn is over,
	// it cannot pay, or its target is gone; all that follows applies only if it is
	// made.
	Made     int            `json:"made"`
	Results  []ResultChance `json:"results"` // the best for the attacker first
	Attacker SideChances    `json:"attacker"`
	Defender SideChances    `json:"defender"`
	// Taken: a hex of the defenders is empty of them and an attacker may advance into
	// it (11.2). Hexes gives the chance for each.
	Taken int         `json:"taken"`
	Hexes []HexChance `json:"hexes"`
}

func newChances(of int) *Chances {
	none := SideChances{Steps: chance.Counts{}}
	return &Chances{Of: of, Results: []ResultChance{}, Attacker: none, Defender: none, Hexes: []HexChance{}}
}

// ResultChance is the chance of a result of the table.
type ResultChance struct {
	Attacker string `json:"attacker"`
	Defender string `json:"defender"`
	Part     int    `json:"part"`
}

// SideChances is what an attack does to one side.
type SideChances struct {
	// Steps[n] is the chance of losing exactly n steps: to the result, in retreat, and
	// to stacking (10).
	Steps     chance.Counts `json:"steps"`
	Retreat   int           `json:"retreat"`   // the result makes the side retreat
	Destroyed int           `json:"destroyed"` // a unit or more is destroyed
	Blocked   int           `json:"blocked"`   // one or more of them because its retreat is blocked (11.1)
}

// HexChance is the chance that a hex is taken.
type HexChance struct {
	Hex  string `json:"hex"`
	Part int    `json:"part"`
}

// OddsTotals are the steps that a whole plan costs each side, as in SideChances.
type OddsTotals struct {
	Of       int           `json:"of"`
	Attacker chance.Counts `json:"attacker"`
	Defender chance.Counts `json:"defender"`
}

// tally is what has happened in an attack so far. Sides: 0 the attacker, 1 the
// defender.
type tally struct {
	rolled  bool
	result  scenario.CombatResult
	steps   [2]int8
	killed  [2]bool
	blocked [2]bool
	taken   hexSet
}

// count adds an attack with this outcome and part chances. Equal results keep the order
// in which they were met.
func (c *Chances) count(t *tally, part int) {
	if !t.rolled {
		return
	}
	c.Made += part
	a, d := t.result.Attacker.String(), t.result.Defender.String()
	i := slices.IndexFunc(c.Results, func(r ResultChance) bool { return r.Attacker == a && r.Defender == d })
	if i < 0 {
		i = len(c.Results)
		c.Results = append(c.Results, ResultChance{Attacker: a, Defender: d})
	}
	c.Results[i].Part += part
	c.Attacker.count(t, 0, t.result.Attacker.Retreat, part)
	c.Defender.count(t, 1, t.result.Defender.Retreat, part)
	if t.taken != (hexSet{}) {
		c.Taken += part
	}
}

func (c *SideChances) count(t *tally, i int, retreat bool, part int) {
	c.Steps.Add(int(t.steps[i]), part)
	for _, x := range []struct {
		on bool
		to *int
	}{{retreat, &c.Retreat}, {t.killed[i], &c.Destroyed}, {t.blocked[i], &c.Blocked}} {
		if x.on {
			*x.to += part
		}
	}
}

// countHexes adds the hexes that were taken with part chances.
func (g *rules) countHexes(c *Chances, taken *hexSet, part int) {
	for h := range taken.All() {
		id := g.hexID(h)
		k := slices.IndexFunc(c.Hexes, func(h HexChance) bool { return h.Hex == id })
		if k < 0 {
			k = len(c.Hexes)
			c.Hexes = append(c.Hexes, HexChance{Hex: id})
		}
		c.Hexes[k].Part += part
	}
}

// tellChances says the chances of a plan. standing: somebody may have answered by
// standing orders rather than by preference.
func (g *rules) tellChances(plan []attack, stages []*Chances, total *OddsTotals, standing bool, a *engine.Answer) {
	a.Lines = append(a.Lines, stages[0].tell()...)
	for i := 1; i < len(plan); i++ {
		c := stages[i]
		unit, intensity := g.unitArg("unit", plan[i].unit), engine.Noun("intensity", intensityIDs[plan[i].intensity])
		if c.Made == 0 {
			a.Lines = append(a.Lines, engine.Say("answer.odds-never", unit, intensity))
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.odds-then", unit, intensity, engine.Num("n", c.Made), engine.Num("of", c.Of)))
		a.Lines = append(a.Lines, c.tell()...)
	}
	if len(plan) > 1 {
		a.Lines = slices.Insert(a.Lines, a.Heads, engine.Say("answer.odds-total",
			engine.Ratio("attacker", total.Attacker.Sum(), total.Of), engine.Ratio("defender", total.Defender.Sum(), total.Of)))
		a.Heads++ // the picture shows only the first attack
	}
	if standing {
		a.Lines = append(a.Lines, engine.Say("answer.odds-standing"))
		return
	}
	a.Lines = append(a.Lines, engine.Say("answer.odds-choices"))
}

// summary says what an attack comes to, in one line: to the attacker themselves, or not.
func (c *Chances) summary(own bool) *engine.Msg {
	key := "answer.odds-summary"
	if own {
		key += ".own"
	}
	n, of := chance.In(c.Taken, c.Of, len(faces))
	m := engine.Say(key, engine.Num("n", n), engine.Num("of", of),
		engine.Ratio("attacker", c.Attacker.Steps.Sum(), c.Of), engine.Ratio("defender", c.Defender.Steps.Sum(), c.Of))
	return &m
}

// tell says the steps that an attack costs on average, who loses any, whose
// retreat is blocked, and whether a hex is taken.
func (c *Chances) tell() []engine.Msg {
	lines := []engine.Msg{
		engine.Say("answer.odds-steps", engine.Ratio("attacker", c.Attacker.Steps.Sum(), c.Of), engine.Ratio("defender", c.Defender.Steps.Sum(), c.Of)),
		engine.Say("answer.odds-harm", engine.Num("attacker", c.Attacker.Steps.From(1)), engine.Num("defender", c.Defender.Steps.From(1)), engine.Num("of", c.Of)),
	}
	for _, x := range []struct {
		who     string
		blocked int
	}{{"defender", c.Defender.Blocked}, {"attacker", c.Attacker.Blocked}} {
		if x.blocked > 0 {
			lines = append(lines, engine.Say("answer.odds-blocked."+x.who, engine.Num("n", x.blocked), engine.Num("of", c.Of)))
		}
	}
	return append(lines, engine.Say("answer.odds-taken", engine.Num("n", c.Taken), engine.Num("of", c.Of)))
}
