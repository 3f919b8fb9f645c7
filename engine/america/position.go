package america

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/kit/facts"
	"referee/engine/kit/lists"
)

// Print writes the position text: one fact a line, the order free, # begins a
// comment. What is not said has its default when the text is read:
//
//	america-triumphant 1        the format
//	scenario wacht okw recon    the scenario and the optional rules in force; breakthrough, none
//	bid allied 2                objectives that a bid gave a side; none
//	request 3                   13.32: formations that may still be asked for
//	asked 1                     and that were
//	discovered                  13.32
//	drop 1909 2                 the plan of the drop, hex and turn; or: drop none
//	turn 3 phase impulse step move side german hq hq-fifth weather cloudy ground snow air 3
//	                            phase setup, initial, impulse, end, over; steps as in stepIDs. With a turn
//	                            impulse is meant, with a headquarters its movement. step begin (read only):
//	                            the impulse of hq begins, and is gone into at once
//	points 12                   German supply points
//	hq hq-fifth chit in combat paid      chit in, drawn, aside; in combat supply; paid for
//	chosen german hq-fifth      chits that a side has chosen to put in
//	impulses german 2 allied 1  so far in this turn
//	paused allied               done for the turn (8.3)
//	putback 1  rebuilt 2        so far in this turn, in this step
//	picks infantry 1 mech 1     formations still to be picked (10.11)
//	supports 2  overruns 1      of the headquarters of the impulse, so far
//	whence 3008                 where that stood when the impulse began, if not where it stands; whence none
//	pace tactical               what has moved in this movement phase; or: strategic
//	gained 3009 3010            hexes taken in this impulse before any tactical move (5.2)
//	moving 600-g bridge 3108    the units whose move goes on, and the die awaited: bridge, slip, overrun
//	stacking                    stacking is checked now
//	alarm 4                     10.16: the turn
//	lost german 3 allied 12     units lost
//	control german 2409 2410    where it is not as at the start; as at the start
//	unit 39-26vg 3207 reduced acts held …   see unitFields
//	bridge 600-g 3008 3108
//	pending 16-1 due 5          still to be set up or to arrive; due: where it is not by the calendar
//	reserve 9-9pz               in the reserve (10.11)
//	dead hq-v due 5             due: when a headquarters comes back
//	exited 2-2pz                left by the edge of the map
//	removed hq-xxx              taken off the map
//	attack 3009 strike 1 cover 2 support done
//	covered                     the defender's air points are laid
//	combat …                    see combatFields
//	over german major 8 3
//
// A unit that no line names is not in the position.
func (g *rules) Print(s *State) string { return facts.Print(g.text(s).lines()) }

// Parse reads a position text, in the form that Print describes.
func (g *rules) Parse(words string) (*State, error) {
	t := g.text(g.New())
	if err := facts.Read(words, t.lines()); err != nil {
		return nil, err
	}
	if err := t.finish(); err != nil {
		return nil, err
	}
	return t.s, nil
}

// text is a position being printed or read.
type text struct {
	rules *rules
	s     *State
	units facts.Names[unitIx]
	hexes facts.Names[hexIx]
	hqs   facts.Names[hqIx]
	// Were given in the text.
	phase, step, whence bool
	begin               bool // the impulse is still to begin
}

func (g *rules) text(s *State) *text {
	return &text{
		rules: g, s: s,
		units: facts.Names[unitIx]{What: "unit", Index: &g.d.UnitIDs},
		hexes: facts.Names[hexIx]{What: "hex of the map", Index: &g.d.HexIDs},
		hqs:   facts.Names[hqIx]{What: "headquarters", Index: &g.hqNames},
	}
}

var (
	supplyIDs = [...]string{"supplied", "unsupplied", "isolated"}
	phaseIDs  = [...]string{"none", "setup", "initial", "impulse", "end", "over"}
	stepIDs   = [...]string{
		"none", "allied", "ask", "request", "pick", "discover", "german", "drop", "weather", "ground", "roll",
		"reserve", "return", "rebuild", "supply", "status", "chits", "draw", "put-back", "land", "move", "declare",
		"cover", "support", "fight", "exploit", "pause", "on",
	}
	chitIDs   = [...]string{"out", "in", "drawn", "aside"}
	degreeIDs = [...]string{"", "minor", "major"}
	paceIDs   = [...]string{"none", "strategic", "tactical"}
	dieIDs    = [...]string{noDie: "", dieBridge: kindBridge, dieSlip: kindSlip}
)

func num(n int) string { return strconv.Itoa(n) }

// lines are the kinds of lines. They are read in this order, too.
func (t *text) lines() []facts.Line {
	s, e := t.s, &t.s.Ended
	turn := t.turnFields()
	return []facts.Line{
		facts.Title(game, 1),
		facts.All("scenario", facts.OneOf("scenario", &s.Scenario, scenario.ScenarioIDs[:]).Bare(),
			facts.Names[optional]{What: "optional rule", Index: &t.rules.optionals}.Set("", &s.Options)).Line(),
		bySide("bid", &s.Given),
		facts.Number("request", &s.Requested, 0, 9).Line(),
		facts.Number("asked", &s.Asked, 0, 99).Line(),
		facts.Flag("discovered", &s.Discovered).Line(),
		t.dropLine(),
		{Word: "turn", Read: func(r *facts.Reader) {
			s.Turn = int8(r.Number("turn", 0, len(t.rules.d.Turns)))
			t.phase, t.step = false, false
			r.Fields(turn)
			t.defaults()
		}, Print: func(line func(...string)) { line(append([]string{num(int(s.Turn))}, facts.Words(turn)...)...) }},
		facts.Number("points", &s.Points, 0, 999).Line(),
		facts.When(s.Phase == phaseOver, facts.All("over",
			facts.OneOr("side", "draw", &e.Winner, ardennes.SideIDs[:]).Bare(),
			facts.Any("", facts.Is("minor", &e.Degree, minor), facts.Is("major", &e.Degree, major)),
			facts.Count("points", &e.Points[german], 0, 999).Bare(),
			facts.Count("points", &e.Points[allied], 0, 999).Bare(),
		)).Line(),
		t.hqLines(),
		facts.Each("chosen", ardennes.SideIDs[:], func(sd int) facts.Field {
			return facts.Field{Read: func(r *facts.Reader) {
				s.Chosen[sd], s.Chose[sd] = t.hqs.ReadSet(r), true
			}, Print: facts.If(s.Chose[sd], t.rules.hqIDs(s.Chosen[sd])...)}
		}),
		bySide("impulses", &s.Impulses),
		facts.Each("paused", ardennes.SideIDs[:], func(sd int) facts.Field { return facts.Flag("", &s.Paused[sd]) }),
		facts.Number("putback", &s.PutBack, 0, 99).Line(),
		facts.Number("rebuilt", &s.Rebuilt, 0, 9).Line(),
		facts.When(s.Picks != [2]int8{}, facts.All("picks",
			facts.Count("infantry", &s.Picks[0], 0, 9), facts.Count("mech", &s.Picks[1], 0, 9))).Line(),
		facts.Number("supports", &s.Attacks, 0, 99).Line(),
		facts.Number("overruns", &s.Overruns, 0, 99).Line(),
		t.whenceLine(),
		facts.When(s.Pace != paceNone, facts.OneOf("pace", &s.Pace, paceIDs[:])).Line(),
		facts.Wide(t.hexes, "gained", &s.Gained).Line(),
		facts.Flag("stacking", &s.Mend).Line(),
		facts.Number("alarm", &s.Alarm, 0, 99).Line(),
		bySide("lost", &s.Lost),
		facts.Each("control", ardennes.SideIDs[:], t.control),
		t.placed(onMap).Lines("unit"),
		t.placed(bridge).Lines("bridge"),
		t.placed(pending).Line("pending"),
		t.placed(reserve).Line("reserve"),
		t.placed(dead).Line("dead"),
		t.placed(exited).Line("exited"),
		t.placed(removed).Line("removed"),
		t.movingLine(),
		t.attacks().Lines("attack"),
		facts.Flag("covered", &s.Covered).Line(),
		t.combatLine(),
	}
}

// bySide is a line of a number for each side that has one.
func bySide[N ~int8 | ~int16](word string, n *[2]N) facts.Line {
	return facts.Any(word,
		facts.Number(german.String(), &n[german], 0, 99), facts.Number(allied.String(), &n[allied], 0, 99)).Line()
}

func (t *text) dropLine() facts.Line {
	s := t.s
	return facts.Line{Word: "drop", Read: func(r *facts.Reader) {
		if s.Planned = true; !r.Is("none") {
			s.Drop.Hex = t.hexes.Read(r)
			s.Drop.Turn = int8(r.Number("turn", dropFrom, len(t.rules.d.Turns)))
		}
	}, Print: func(line func(...string)) {
		planned := s.Drop.Hex != noHex
		facts.Say(planned, t.rules.hexID(s.Drop.Hex), num(int(s.Drop.Turn)))(line)
		facts.Say(s.Planned && !planned, "none")(line)
	}}
}

func (t *text) turnFields() []facts.Field {
	s := t.s
	return []facts.Field{
		facts.OneOf("phase", &s.Phase, phaseIDs[:]).Given(&t.phase),
		{Word: "step", Read: func(r *facts.Reader) {
			if t.begin = r.Is("begin"); !t.begin {
				s.Step, t.step = step(r.OneOf("step", stepIDs[:])), true
			}
		}, Print: facts.If(s.Step != stepNone, stepIDs[s.Step])},
		facts.When(s.Side != noSide, facts.OneOf("side", &s.Side, ardennes.SideIDs[:])),
		{Word: "hq", Read: func(r *facts.Reader) {
			if s.HQ = t.hqs.Read(r); !r.OK() {
				return
			}
			s.Side = t.rules.d.HQs[s.HQ].Nation.Side()
			s.HQs[s.HQ].Chit = chitDrawn
		}, Print: facts.If(s.HQ != noHQ, t.rules.hqID(s.HQ))},
		facts.OneOf("weather", &s.Weather, scenario.WeatherIDs[:]),
		facts.OneOf("ground", &s.Ground, scenario.GroundIDs[:]),
		facts.Number("air", &s.Air, 0, 99),
	}
}

// defaults: a turn is in an impulse, which waits for a chit, or, with a headquarters, for its movement.
func (t *text) defaults() {
	s := t.s
	if !t.phase {
		s.Phase = phaseImpulse
	}
	switch {
	case t.step || s.Phase != phaseImpulse:
	case s.HQ != noHQ:
		s.Step = stepMove
	default:
		s.Step = stepDraw
	}
}

func (t *text) hqLines() facts.Line {
	return facts.Rows[hqIx]{
		All:  (t.rules.hqs[german] | t.rules.hqs[allied]).Filter(func(q hqIx) bool { return t.s.HQs[q] != hq{} }).All(),
		Read: t.hqs.Read, Words: func(q hqIx) []string { return []string{t.rules.hqID(q)} },
		Fields: func(q hqIx) []facts.Field {
			x := &t.s.HQs[q]
			chit := facts.When(x.Chit != chitOut, facts.OneOf("chit", &x.Chit, chitIDs[:]))
			return []facts.Field{chit, facts.Flag("combat", &x.Combat), facts.Flag("paid", &x.Paid)}
		},
	}.Lines("hq")
}

// control says which hexes a side controls that it did not at the start.
func (t *text) control(sd int) facts.Field {
	g, s := t.rules, t.s
	return facts.Field{Read: func(r *facts.Reader) {
		for _, h := range facts.TakeWhile(r, t.hexes.Find) {
			if s.Control.Remove(h); side(sd) == german {
				s.Control.Add(h)
			}
		}
	}, Print: func() (words []string) {
		for i := range g.d.Hexes {
			if h := hexIx(i); s.controls(h, side(sd)) && g.d.Hexes[i].Owner != side(sd) {
				words = append(words, g.hexID(h))
			}
		}
		return words
	}}
}

// named takes a unit that no line has named yet.
func (t *text) named(r *facts.Reader, w where) unitIx {
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
	d := &t.rules.d.Units[u]
	x := fresh(w, d.Steps)
	switch w {
	case pending:
		x.Due = d.Arrival.Turn
	case dead, bridge:
		x.Steps = 0
	default:
	}
	return x
}

// unitFields are the words after a unit.
func (t *text) unitFields(u unitIx) []facts.Field {
	x := &t.s.Units[u]
	due := int8(0) // by default
	if x.Where == pending {
		due = t.rules.d.Units[u].Arrival.Turn
	}
	fields := []facts.Field{
		{Word: "reduced", Read: func(r *facts.Reader) {
			if t.rules.d.Units[u].Steps != 2 {
				r.Fail("%s has one step and cannot be reduced", t.rules.unitID(u))
			}
			x.Steps = 1
		}, Print: facts.If(x.Where != dead && x.Where != bridge && t.rules.reduced(t.s, u))},
		facts.When(x.Due != due, facts.Count("due", &x.Due, 0, 99)),
		facts.Is("unsupplied", &x.Supply, unsupplied), facts.Is("isolated", &x.Supply, isolated),
		t.hqs.Field("by", &x.By),
		{Word: "spent", Read: func(r *facts.Reader) {
			x.Spent = int16(facts.Find(r, "number of movement points", func(word string) (scenario.MP, bool) {
				m, err := scenario.ParseMP(word)
				return m, err == nil
			}))
		}, Print: facts.If(x.Spent != 0, scenario.MP(x.Spent).String())},
		t.hexes.Field("target", &x.Target),
	}
	for st, word := range [...]string{"acts", "acts-unsupplied", "acts-isolated"} {
		fields = append(fields, facts.Field{
			Word: word, Read: func(*facts.Reader) { x.May, x.Status = true, supplyState(st) },
			Print: facts.If(x.May && x.Status == supplyState(st)),
		})
	}
	return append(fields,
		facts.Flag("held", &x.Held), facts.Flag("marched", &x.Marched), facts.Flag("fought", &x.Fought),
		facts.Flag("landed", &x.Landed), facts.Flag("built", &x.Built), facts.Flag("strategic", &x.Strategic),
		facts.Flag("moved", &x.Moved), facts.Flag("struck", &x.Struck), facts.Flag("retreated", &x.Retreated),
		facts.Flag("advanced", &x.Advanced), facts.Flag("came", &x.Came), facts.Flag("extra", &x.Extra))
}

// placed are the units in a place, each with its hex, if it has one, and the hex to which it is a bridge.
func (t *text) placed(w where) facts.Rows[unitIx] {
	g, s := t.rules, t.s
	all := g.of[german]
	all.AddAll(&g.of[allied])
	return facts.Rows[unitIx]{
		All: all.Filter(func(u unitIx) bool { return s.Units[u].Where == w }).All(),
		Read: func(r *facts.Reader) unitIx {
			u := t.named(r, w)
			if x := &s.Units[u]; r.OK() && (w == onMap || w == bridge) {
				x.Hex = t.hexes.Read(r)
				if w == bridge {
					x.Over = t.over(r, x.Hex)
				}
			}
			return u
		},
		Words: func(u unitIx) []string {
			words, x := []string{g.unitID(u)}, &s.Units[u]
			if x.Hex != noHex {
				words = append(words, g.hexID(x.Hex))
			}
			if w == bridge {
				words = append(words, g.hexID(g.next[x.Hex][x.Over]))
			}
			return words
		},
		Fields: t.unitFields,
		Plain: func(u unitIx) bool {
			x := t.plain(u, w)
			x.Hex, x.Over = s.Units[u].Hex, s.Units[u].Over
			return x == s.Units[u]
		},
	}
}

// over takes the hex beyond the side of a hex, and is the direction of that.
func (t *text) over(r *facts.Reader, h hexIx) int8 {
	to := t.hexes.Read(r)
	d, near := t.rules.direction(h, to)
	if r.OK() && !near {
		r.Fail("%s is not next to %s", t.rules.hexID(to), t.rules.hexID(h))
	}
	return int8(d)
}

// whenceLine is left out where the headquarters of the impulse stands where it did.
func (t *text) whenceLine() facts.Line {
	g, s := t.rules, t.s
	return facts.Line{Word: "whence", Read: func(r *facts.Reader) {
		if t.whence = true; !r.Is("none") {
			s.Whence = t.hexes.Read(r)
		}
	}, Print: func(line func(...string)) {
		moved := s.HQ != noHQ && s.Whence != g.hqHex(s, s.HQ)
		facts.Say(moved && s.Whence != noHex, g.hexID(s.Whence))(line)
		facts.Say(moved && s.Whence == noHex, "none")(line)
	}}
}

// movingLine is who goes on moving, and which die is awaited before that.
func (t *text) movingLine() facts.Line {
	s := t.s
	return facts.All("moving", facts.Wide(t.units, "", &s.Moving), facts.Maybe(facts.When(s.Die != noDie, facts.All("",
		facts.OneOf("die", &s.Die, dieIDs[:]).Bare(), t.hexes.Field("", &s.Into))))).Line()
}

// attacks are those that are declared.
func (t *text) attacks() facts.Rows[hexIx] {
	s := t.s
	return facts.Rows[hexIx]{
		All: slices.Values(s.hexesOf()),
		Read: func(r *facts.Reader) hexIx {
			h := t.hexes.Read(r)
			if r.OK() && s.declare(h) == nil {
				r.Fail("there are too many attacks, or two on %s", t.rules.hexID(h))
			}
			return h
		},
		Words: func(h hexIx) []string { return []string{t.rules.hexID(h)} },
		Fields: func(h hexIx) []facts.Field {
			x := &s.List[s.declared(h)]
			return []facts.Field{
				facts.Number("strike", &x.Strike, 0, 99), facts.Number("cover", &x.Cover, 0, 99),
				facts.Flag("support", &x.Support), facts.Flag("done", &x.Done),
			}
		},
	}
}

// finish sets defaults for what the text leaves out, and goes on to the next question. Nothing goes on from what is no
// position.
func (t *text) finish() error {
	g, s := t.rules, t.s
	g.derive(s)
	if s.Phase == phaseNone || s.Phase == phaseOver {
		return nil
	}
	if s.HQ != noHQ && !t.whence {
		s.Whence = g.hqHex(s, s.HQ)
	}
	if gained := s.Gained; s.Phase != phaseSetup {
		for h := range g.d.Hexes {
			s.claim(hexIx(h))
		}
		s.Gained = gained
	}
	if err := g.Check(s); err != nil {
		return err
	}
	r := engine.Try[*State](g, s)
	switch {
	case t.begin && s.HQ != noHQ:
		g.beginImpulse(r)
		g.settle(r)
	case len(g.Prompts(s)) == 0:
		g.settle(r)
	}
	t.s = r.State()
	return nil
}

// combatLine is the combat under way:
//
//	combat 3009 stage roll column 4:1 strengths 12 3 att 39-26vg 77-26vg def 112-28
//	            overrun helpless result 1 2 owed 1 way 1 paid 1 0 retreat 112-28 ways west gone 1
func (t *text) combatLine() facts.Line {
	c := &t.s.Combat
	fields := t.combatFields(c)
	return facts.Line{Word: "combat", Read: func(r *facts.Reader) {
		c.Hex = t.hexes.Read(r)
		r.Fields(fields)
		if r.OK() && c.Stage == noCombat {
			r.Fail("a combat needs a stage")
		}
	}, Print: func(line func(...string)) {
		if c.Stage != noCombat {
			line(append([]string{t.rules.hexID(c.Hex)}, facts.Words(fields)...)...)
		}
	}}
}

func (t *text) combatFields(c *combat) []facts.Field {
	columns := t.rules.d.CRT.Columns
	return []facts.Field{
		facts.OneOf("stage", &c.Stage, stageIDs[:]),
		facts.Flag("overrun", &c.Overrun),
		facts.Flag("helpless", &c.Helpless),
		{Word: "column", Read: func(r *facts.Reader) {
			ids := lists.Map(columns, func(x scenario.Column) string { return x.Name })
			c.Column = int8(columns[r.OneOf("column", ids)].Level)
		}, Print: facts.If(c.Stage != noCombat, t.rules.d.CRT.At(int(c.Column)).Name)},
		pair("strengths", 999, &c.Attack, &c.Defence),
		facts.Wide(t.units, "att", &c.Att),
		facts.Wide(t.units, "def", &c.Def),
		pair("result", 99, &c.Result.Attacker, &c.Result.Defender),
		facts.Number("owed", &c.Owed, -9, 99),
		facts.Number("way", &c.Way, 0, 9),
		pair("paid", 99, &c.Paid[0], &c.Paid[1]),
		facts.Wide(t.units, "retreat", &c.Retreat),
		{Word: "ways", Read: func(r *facts.Reader) {
			for _, d := range facts.TakeWhile(r, func(id string) (int, bool) {
				i := slices.Index(directionIDs[:], id)
				return i, i >= 0
			}) {
				c.Ways |= 1 << d
			}
		}, Print: func() (words []string) {
			for d, id := range directionIDs {
				if c.Ways&(1<<d) != 0 {
					words = append(words, id)
				}
			}
			return words
		}},
		facts.Number("gone", &c.Gone, 0, 9),
	}
}

// pair is two numbers up to most, left out where both are 0.
func pair[N ~int8 | ~int16](word string, most int, a, b *N) facts.Field {
	return facts.Field{Word: word, Read: func(r *facts.Reader) {
		*a, *b = N(r.Number(word, 0, most)), N(r.Number(word, 0, most))
	}, Print: facts.If(*a != 0 || *b != 0, num(int(*a)), num(int(*b)))}
}
