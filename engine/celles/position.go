package celles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/kit/facts"
	"referee/engine/kit/set"
)

// Print writes the position text: one fact a line, the order free, # begins a
// comment. What is not said has its default when the text is read:
//
//	celles 1                    the format
//	options variable_actions    optional rules in force; none
//	bid allied 3                VP that a bid gave a side; none
//	turn 3 phase action side german step move actions german 4/2 allied 2/1
//	                            phase setup, variable, supply (read only: it is gone through at
//	                            once), initiative, action, over; step draw, chit, activate, extra,
//	                            move; actions of the turn / still left
//	initiative rolled 5         the German die; or: initiative choice allied
//	vp 3
//	chit lehr spent             the action chit of this phase; spent: rule 15 made it the action
//	unit lehr-a 2114 used disrupted oos      also isolated, reduced, acted (its turn is over),
//	                            barred (failed to infiltrate), arrived (came on in this phase)
//	pending 116-b 116-c placing  still to come; placing: to be placed now
//	dead lehr-recon
//	withdrawn fbb-a reduced
//	truck 84-3                  or: truck from 4 (the turn from which it is available)
//	active formation lehr units lehr-a lehr-b moving lehr-a mp 2.5 strategic
//	                            mp: still to be spent; strategic: the bonus of 8.5 is in it
//	cup german lehr lehr 2pz combat          without it: all of the day's chits not seen elsewhere
//	available german extra_move
//	infiltrating 3307           a die is awaited
//	air lehr-a                  a die is awaited
//	stacking move               checked now: move, rebuild 3306, combat, phase
//	combat lehr-a medium with lehr-recon against 84-1 at 2113 stage roll odds 18 7 2-1 net -1 …
//	over german decisive 21 5
//
// A unit that no line names is not in the position: it is neither dead nor due.
func (g *rules) Print(s *State) string { return facts.Print(g.text(s).lines()) }

// Parse reads a position text, in the form that Print describes.
func (g *rules) Parse(words string) (*State, error) {
	t := g.text(g.New())
	if err := facts.Read(words, t.lines()); err != nil {
		return nil, err
	}
	t.finish()
	return t.s, nil
}

// text is a position being printed or read.
type text struct {
	rules *rules
	s     *State
	units facts.Names[unitIx]
	hexes facts.Names[hexIx]
	forms facts.Names[formIx]
	// Were given in the text.
	step, actions bool
	cups          [2]bool
	supply        bool // phase 2 is still to come
	left, spent   int  // MP of the moving unit, or -1
}

func (g *rules) text(s *State) *text {
	return &text{
		rules: g, s: s,
		units: facts.Names[unitIx]{What: "unit", Index: &g.d.UnitIDs},
		hexes: facts.Names[hexIx]{What: "hex of the map", Index: &g.d.HexIDs},
		forms: facts.Names[formIx]{What: "formation", Index: &g.d.FormationIDs},
	}
}

var (
	phaseIDs = [...]string{"none", "setup", "variable", "initiative", "action", "over"}
	stepIDs  = [...]string{"draw", "chit", "activate", "extra", "move"}
	mendIDs  = [...]string{"", "move", "rebuild", "combat", "phase"}
	roles    = []string{"attacker", "defender"}
)

func (t *text) mp(r *facts.Reader) int {
	return int(facts.Find(r, "number of movement points", func(word string) (scenario.MP, bool) {
		m, err := scenario.ParseMP(word)
		return m, err == nil
	}))
}

func readSide(r *facts.Reader) side { return side(r.OneOf("side", ardennes.SideIDs[:])) }

// lines are the kinds of lines. They are read in this order, too.
func (t *text) lines() []facts.Line {
	g, s, e := t.rules, t.s, &t.s.Ended
	turn := t.turnFields()
	return []facts.Line{
		facts.Title("celles", 1),
		facts.When(s.Variable, facts.Any("options", facts.Flag(optionVariable, &s.Variable))).Line(),
		facts.Each("bid", ardennes.SideIDs[:], func(sd int) facts.Field { return facts.Number("", &s.Given[sd], 1, bidMost) }),
		{Word: "turn", Read: func(r *facts.Reader) {
			s.Turn, s.Phase = int8(r.Number("turn", 0, len(g.d.Turns))), phaseAction
			r.Fields(turn)
			if s.Turn == 0 && s.Phase != phaseSetup {
				r.Fail("turn 0 has no phase but setup")
			}
			if s.Turn > 0 && !t.actions {
				s.Actions = g.turn(s).Actions
				s.Left = s.Actions
			}
		}, Print: func(line func(...string)) { line(append([]string{fmt.Sprint(s.Turn)}, facts.Words(turn)...)...) }},
		facts.Any("initiative", facts.When(s.Choosing != noSide, facts.OneOf("choice", &s.Choosing, ardennes.SideIDs[:])),
			facts.When(s.Choosing == noSide && s.Rolled >= 0, facts.Count("rolled", &s.Rolled, 0, 9))).Line(),
		facts.Count("vp", &s.VP, 0, 999).Line(),
		facts.When(s.Phase == phaseOver, facts.All("over",
			facts.OneOr("side", "draw", &e.Winner, ardennes.SideIDs[:]).Bare(),
			facts.Any("", facts.Flag("decisive", &e.Decisive)),
			facts.Count("points", &e.Points[german], 0, 999).Bare(),
			facts.Count("points", &e.Points[allied], 0, 999).Bare(),
		)).Line(),
		t.placed(onMap).Lines("unit"),
		t.placed(pending).Line("pending"),
		t.placed(dead).Line("dead"),
		t.placed(withdrawn).Line("withdrawn"),
		{Word: "truck", Read: func(r *facts.Reader) {
			if r.Is("from") {
				s.TruckAt = int8(r.Number("turn", 0, 99))
			} else {
				s.Truck = t.units.Read(r)
			}
		}, Print: func(line func(...string)) {
			facts.Say(s.Truck != noUnit, g.unitID(s.Truck))(line)
			facts.Say(s.Truck == noUnit && s.TruckAt != g.d.Truck.Turn, "from", fmt.Sprint(s.TruckAt))(line)
		}},
		facts.All("chit", t.forms.Field("", &s.Chit),
			facts.When(s.Step == stepActivate, facts.Any("", facts.Flag("spent", &s.Acted)))).Line(),
		t.activeLine(),
		t.chits("cup"),
		t.chits("available"),
		t.hexes.Field("infiltrating", &s.Into).Line(),
		t.units.Field("air", &s.Air).Line(),
		{Word: "stacking", Read: func(r *facts.Reader) {
			if s.Mend = mend(r.OneOf("stacking", mendIDs[:])); s.Mend == mendRebuild {
				s.MendHex = t.hexes.Read(r)
			}
		}, Print: func(line func(...string)) {
			facts.Say(s.Mend == mendRebuild, mendIDs[s.Mend], g.hexID(s.MendHex))(line)
			facts.Say(s.Mend != mendNone && s.Mend != mendRebuild, mendIDs[s.Mend])(line)
		}},
		t.combatLine(),
	}
}

func (t *text) combatLine() facts.Line {
	c, fight := &t.s.Combat, t.combatFields()
	return facts.Line{Word: "combat", Read: func(r *facts.Reader) {
		*c = newCombat(t.units.Read(r))
		c.Intensity = int8(r.OneOf("intensity", intensityIDs[:]))
		c.Att = set.Of(c.Active)
		r.Fields(fight)
		if c.Stage == noCombat || c.Def == 0 {
			r.Fail("a combat needs a stage and defenders")
		}
	}, Print: func(line func(...string)) {
		if c.Stage != noCombat {
			line(append([]string{t.rules.unitID(c.Active), intensityIDs[c.Intensity]}, facts.Words(fight)...)...)
		}
	}}
}

func (t *text) turnFields() []facts.Field {
	s := t.s
	action := s.Phase == phaseAction
	return []facts.Field{
		{Word: "phase", Read: func(r *facts.Reader) {
			if t.supply = r.Is("supply"); t.supply {
				s.Phase = phaseInitiative
			} else {
				s.Phase = phase(r.OneOf("phase", phaseIDs[:]))
			}
		}, Print: facts.If(true, phaseIDs[s.Phase])},
		facts.When(action, facts.OneOf("side", &s.Side, ardennes.SideIDs[:])),
		facts.When(action, facts.OneOf("step", &s.Step, stepIDs[:]).Given(&t.step)),
		{Word: "actions", Read: t.readActions, Print: facts.If(s.Turn > 0,
			"german", fmt.Sprintf("%d/%d", s.Actions[german], s.Left[german]), "allied", fmt.Sprintf("%d/%d", s.Actions[allied], s.Left[allied]))},
	}
}

// readActions reads "german 4/2 allied 2/1".
func (t *text) readActions(r *facts.Reader) {
	t.actions = true
	for sd, id := range ardennes.SideIDs {
		var most, left int
		there := r.Is(id)
		if there {
			_, err := fmt.Sscanf(r.Next("actions"), "%d/%d", &most, &left)
			there = err == nil
		}
		if !there || most < 0 || most > 99 {
			r.Fail("actions want the form: german 4/2 allied 2/1")
			return
		}
		t.s.Actions[sd], t.s.Left[sd] = int8(most), int8(left)
	}
}

// fresh takes a unit that no line has named yet.
func (t *text) fresh(r *facts.Reader, w where) unitIx {
	u := t.units.Read(r)
	if r.OK() && t.s.Units[u].Where != away {
		r.Fail("%s stands in two lines", t.rules.unitID(u))
	}
	if r.OK() {
		t.s.Units[u] = t.plain(u, w)
	}
	return u
}

// plain is a unit in a place, of which a line says no more.
func (t *text) plain(u unitIx, w where) unit {
	x := unit{Where: w, Hex: noHex, Steps: t.rules.d.Units[u].Steps}
	if w == dead {
		x.Steps = 0
	}
	return x
}

// placed are the units in a place, each with its hex, if it has one: before or after the other words.
func (t *text) placed(w where) facts.Rows[unitIx] {
	g, s := t.rules, t.s
	return facts.Rows[unitIx]{
		All: s.all(w).All(),
		Read: func(r *facts.Reader) unitIx {
			u := t.fresh(r, w)
			if w != onMap {
				return u
			}
			h, ok := facts.Pick(r, t.hexes.Find)
			if !ok {
				r.Fail("the unit's hex is missing")
			}
			if r.OK() {
				s.Units[u].Hex = h
			}
			return u
		},
		Words: func(u unitIx) []string {
			if s.Units[u].Where == onMap {
				return []string{g.unitID(u), g.hexID(s.Units[u].Hex)}
			}
			return []string{g.unitID(u)}
		},
		Fields: t.unitFields,
		Plain: func(u unitIx) bool {
			x := t.plain(u, w)
			x.Hex = s.Units[u].Hex
			return x == s.Units[u]
		},
		Done: func(u unitIx) { g.derive(s, g.side(u)) },
	}
}

// unitFields are the words after a unit.
func (t *text) unitFields(u unitIx) []facts.Field {
	x := &t.s.Units[u]
	return []facts.Field{
		{Word: "reduced", Read: func(r *facts.Reader) {
			if t.rules.d.Units[u].Steps != 2 {
				r.Fail("%s has one step and cannot be reduced", t.rules.unitID(u))
			}
			x.Steps = 1
		}, Print: facts.If(t.rules.reduced(t.s, u) && x.Where != dead)},
		facts.Flag("used", &x.Used), facts.Flag("disrupted", &x.Disrupted),
		facts.Is("oos", &x.Supply, outOfSupply), facts.Is("isolated", &x.Supply, isolated),
		facts.Is("acted", &x.Act, done),
		facts.Flag("barred", &x.Barred), facts.Flag("arrived", &x.Arrived), facts.Flag("placing", &x.Placing),
	}
}

// waiting lists the units whose turn is still to come, on the map or not.
func (t *text) waiting() unitSet {
	return t.rules.units(func(u unitIx) bool { return t.s.Units[u].Act == waiting })
}

func (t *text) activeLine() facts.Line {
	s, active := t.s, t.activeFields()
	return facts.Line{Word: "active", Read: func(r *facts.Reader) {
		if !t.step {
			s.Step, t.step = stepMove, true
		}
		s.Acted = true
		r.Fields(active)
		t.readSpent(r)
	}, Print: func(line func(...string)) {
		if s.Moving != noUnit || t.waiting() != 0 {
			line(facts.Words(active)...)
		}
	}}
}

func (t *text) activeFields() []facts.Field {
	g, s := t.rules, t.s
	var m mover
	moves := s.Moving != noUnit
	if moves {
		m = g.mover(s, s.Moving)
	}
	odd := moves && g.allowance(s, s.Moving, s.Strategic)-m.left() != int(s.Spent)
	t.left, t.spent = -1, -1
	return []facts.Field{
		t.forms.Field("formation", &s.Chit),
		{Word: "units", Read: func(r *facts.Reader) {
			for u := range t.units.ReadSet(r).All() {
				s.Units[u].Act = waiting
			}
		}, Print: facts.If(true, g.ids(t.waiting())...)},
		{Word: "moving", Read: t.readMoving, Print: facts.If(moves, g.unitID(s.Moving))},
		{Word: "mp", Read: func(r *facts.Reader) { t.left = t.mp(r) }, Print: facts.If(moves, scenario.MP(m.left()).String())},
		{Word: "strategic", Read: func(*facts.Reader) { s.Strategic = true }, Print: facts.If(moves && s.Strategic)},
		{Word: "spent", Read: func(r *facts.Reader) { t.spent = t.mp(r) }, Print: facts.If(odd, scenario.MP(s.Spent).String())},
	}
}

func (t *text) readMoving(r *facts.Reader) {
	s, u := t.s, t.units.Read(r)
	switch {
	case !r.OK():
		return
	case s.Units[u].Where == onMap:
		s.Units[u].Act = waiting
	case s.Units[u].Where != dead:
		r.Fail("%s is not on the map and cannot move", t.rules.unitID(u))
	}
	s.Moving = u
}

// readSpent works out how far the active unit has come. Without a word it has just become
// active.
func (t *text) readSpent(r *facts.Reader) {
	g, s, u := t.rules, t.s, t.s.Moving
	switch {
	case !r.OK():
		return
	case u == noUnit && (t.left >= 0 || t.spent >= 0 || s.Strategic):
		r.Fail("no unit is moving that could have spent MP")
		return
	case u == noUnit:
		return
	case t.spent >= 0:
		s.Spent = int16(t.spent)
	case t.left >= 0:
		most := g.allowance(s, u, s.Strategic)
		if t.left > most {
			r.Fail("%s has %s MP at the most", g.unitID(u), scenario.MP(most))
		}
		s.Spent = int16(most - t.left)
	}
	if t.left < 0 && s.Units[u].Where == onMap {
		s.Strategic = g.strategicStart(s, u)
	}
}

// chits is the line of the cups or of the available tactical chits.
func (t *text) chits(word string) facts.Line {
	g, s, cup := t.rules, t.s, word == "cup"
	return facts.Line{Word: word, Read: func(r *facts.Reader) {
		sd := readSide(r)
		if cup {
			t.cups[sd] = true
		}
		for r.More() {
			w := r.Next("chit")
			tactical, ok := scenario.TacticalByID(w)
			f, action := g.d.FormationIDs.Find(w)
			switch {
			case ok && cup:
				s.Cup[sd].Tactical[tactical]++
			case ok:
				s.Avail[sd][tactical]++
			case action && cup:
				s.Cup[sd].Action[f]++
			default:
				r.Fail("%q is not a chit that can be here", w)
			}
		}
	}, Print: func(line func(...string)) {
		for sd, id := range ardennes.SideIDs {
			words, counts := []string{id}, &s.Avail[sd]
			if cup {
				counts = &s.Cup[sd].Tactical
				for f := range g.d.Formations {
					words = append(words, slices.Repeat([]string{g.d.Formations[f].ID}, max(0, int(s.Cup[sd].Action[f])))...)
				}
			}
			for i, n := range counts {
				words = append(words, slices.Repeat([]string{scenario.TacticalIDs[i]}, max(0, int(n)))...)
			}
			facts.Say(s.Turn > 0 && (cup || len(words) > 1), words...)(line)
		}
	}}
}

func (t *text) combatFields() []facts.Field {
	g, c := t.rules, &t.s.Combat
	rolled := c.Stage > stageMend
	against := t.units.Set("against", &c.Def)
	against.Print = facts.If(true, g.ids(c.Def)...)
	return []facts.Field{
		{Word: "with", Read: func(r *facts.Reader) { c.Att |= t.units.ReadSet(r) }, Print: facts.If(true, g.ids(c.Att.Without(c.Active))...)},
		against,
		{Word: "at", Read: func(r *facts.Reader) { copy(c.Hexes[:], facts.TakeWhile(r, t.hexes.Find)) }, Print: facts.If(true, g.hexIDs(c.targets())...)},
		facts.OneOf("stage", &c.Stage, stageIDs[:]),
		{Word: "odds", Read: func(r *facts.Reader) {
			c.Attack, c.Defence = int16(r.Number("attack", 0, 9999)), int16(r.Number("defence", 0, 9999))
			if c.Column = g.column(r.Next("column")); c.Column < 0 {
				r.Fail("no such column")
			}
		}, Print: facts.If(rolled, fmt.Sprint(c.Attack), fmt.Sprint(c.Defence), g.d.CRT.Columns[c.Column].Name)},
		{Word: "net", Read: func(r *facts.Reader) { c.Net = int8(r.Number("net", -99, 99)) }, Print: facts.If(rolled, strconv.Itoa(int(c.Net)))},
		{Word: "chit", Read: func(r *facts.Reader) { c.Chit[r.OneOf("role", roles)] = true }, Each: func(say func(...string)) {
			for i, role := range roles {
				facts.Say(c.Chit[i], role)(say)
			}
		}},
		{Word: "result", Read: func(r *facts.Reader) {
			a, d, _ := strings.Cut(r.Next("result"), "/")
			c.Result = scenario.CombatResult{Attacker: scenario.ParseEffect(a), Defender: scenario.ParseEffect(d)}
		}, Print: facts.If(c.Stage > stageRoll, c.Result.Attacker.String()+"/"+c.Result.Defender.String())},
		facts.Number("losses", &c.Loss, 0, 9),
		facts.Number("disrupt", &c.Dis, 0, 9),
		facts.Flag("first", &c.First),
		t.units.Set("retreating", &c.Retreat),
		t.units.Set("advanced", &c.Advanced),
		{Word: "from", Read: func(r *facts.Reader) {
			u := t.units.Read(r)
			if h := t.hexes.Read(r); r.OK() {
				c.From[u] = h
			}
		}, Each: func(say func(...string)) {
			for i, h := range c.From {
				if c.Stage != noCombat && h != noHex {
					say(g.unitID(unitIx(i)), g.hexID(h))
				}
			}
		}},
		{Word: "spared", Read: func(r *facts.Reader) { c.spare(t.hexes.Read(r), t.hexes.Read(r)) }, Each: func(say func(...string)) {
			for _, x := range c.Spared {
				if x.At != noHex {
					say(g.hexID(x.From), g.hexID(x.At))
				}
			}
		}},
	}
}

// finish sets defaults for what the text leaves out.
func (t *text) finish() {
	g, s := t.rules, t.s
	if s.Turn == 0 {
		return
	}
	played := s.Chit != noForm
	if s.Phase == phaseAction && !t.step && played {
		s.Step = stepActivate
	}
	if played && !t.actions {
		s.Left[s.Side] = max(0, s.Left[s.Side]-1)
	}
	for sd := range s.Cup {
		if t.cups[sd] {
			continue
		}
		s.Cup[sd] = g.fullCup(s, side(sd))
		for i, n := range s.Avail[sd] {
			s.Cup[sd].Tactical[i] = max(0, s.Cup[sd].Tactical[i]-n)
		}
		if played && s.Side == side(sd) && s.Cup[sd].Action[s.Chit] > 0 {
			s.Cup[sd].Action[s.Chit]--
		}
	}
	r := engine.Try[*State](g, s)
	switch {
	case t.supply:
		g.afterChits(r)
	case s.Phase != phaseOver && len(g.Prompts(s)) == 0:
		g.settle(r)
	}
	t.s = r.State()
}
