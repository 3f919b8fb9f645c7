package america

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/facts"
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
	t.finish()
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
	dieIDs    = [...]string{"", "bridge", "slip"}
)

func num(n int) string { return strconv.Itoa(n) }

func readSide(r *facts.Reader) side { return side(r.OneOf("side", scenario.SideIDs[:])) }

// lines are the kinds of lines. They are read in this order, too.
func (t *text) lines() []facts.Line {
	s := t.s
	turn := t.turnFields()
	lines := []facts.Line{
		facts.Title(game, 1),
		facts.All("scenario", facts.OneOf("scenario", &s.Scenario, scenario.ScenarioIDs[:]).Bare(),
			facts.Names[optional]{What: "optional rule", Index: &t.rules.optionals}.Set("", &s.Options)).Line(),
		t.bySide("bid", func(sd side, n int) { s.Given[sd] = int8(n) }, func(sd side) int { return int(s.Given[sd]) }),
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
		t.overLine(),
		t.hqLine(),
		t.chosenLine(),
		t.bySide("impulses",
			func(sd side, n int) { s.Impulses[sd] = int8(n) }, func(sd side) int { return int(s.Impulses[sd]) }),
		t.pausedLine(),
		facts.Number("putback", &s.PutBack, 0, 99).Line(),
		facts.Number("rebuilt", &s.Rebuilt, 0, 9).Line(),
		{Word: "picks", Read: func(r *facts.Reader) {
			r.Fields([]facts.Field{facts.Number("infantry", &s.Picks[0], 0, 9), facts.Number("mech", &s.Picks[1], 0, 9)})
		}, Print: facts.Say(s.Picks != [2]int8{}, "infantry", num(int(s.Picks[0])), "mech", num(int(s.Picks[1])))},
		facts.Number("supports", &s.Attacks, 0, 99).Line(),
		facts.Number("overruns", &s.Overruns, 0, 99).Line(),
		t.whenceLine(),
		{Word: "pace", Read: func(r *facts.Reader) {
			s.Pace = pace(r.OneOf("pace", paceIDs[:]))
		}, Print: facts.Say(s.Pace != paceNone, paceIDs[s.Pace])},
		{Word: "gained", Read: func(r *facts.Reader) {
			for _, h := range facts.While(r, t.hexes.Find) {
				s.Gained.Add(h)
			}
		}, Print: facts.Say(!s.Gained.Empty(), t.rules.hexIDs(slices.Collect(s.Gained.All()))...)},
		facts.Flag("stacking", &s.Mend).Line(),
		facts.Number("alarm", &s.Alarm, 0, 99).Line(),
		t.bySide("lost", func(sd side, n int) { s.Lost[sd] = int16(n) }, func(sd side) int { return int(s.Lost[sd]) }),
		t.controlLine(),
		t.unitLine(),
		t.bridgeLine(),
		t.listed("pending", pending),
		t.listed("reserve", reserve),
		t.listed("dead", dead),
		t.listed("exited", exited),
		t.listed("removed", removed),
		t.movingLine(),
		t.attackLine(),
		facts.Flag("covered", &s.Covered).Line(),
	}
	return append(lines, t.fightLines()...)
}

// bySide is a line of one number for each side, left out where both are 0.
func (t *text) bySide(word string, set func(side, int), get func(side) int) facts.Line {
	return facts.Line{Word: word, Read: func(r *facts.Reader) {
		for r.More() {
			sd := readSide(r)
			set(sd, r.Number(word, 0, 99))
		}
	}, Print: func(line func(...string)) {
		var words []string
		for sd, id := range scenario.SideIDs {
			if n := get(side(sd)); n != 0 {
				words = append(words, id, num(n))
			}
		}
		facts.Say(words != nil, words...)(line)
	}}
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
		{Word: "phase", Read: func(r *facts.Reader) {
			s.Phase, t.phase = phase(r.OneOf("phase", phaseIDs[:])), true
		}, Print: facts.If(true, phaseIDs[s.Phase])},
		{Word: "step", Read: func(r *facts.Reader) {
			if t.begin = r.Is("begin"); !t.begin {
				s.Step, t.step = step(r.OneOf("step", stepIDs[:])), true
			}
		}, Print: facts.If(s.Step != stepNone, stepIDs[s.Step])},
		{Word: "side", Read: func(r *facts.Reader) {
			s.Side = readSide(r)
		}, Print: facts.If(s.Side != noSide, s.Side.String())},
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
	case t.step || s.Phase != phaseImpulse || t.phase && s.HQ == noHQ:
	case s.HQ != noHQ:
		s.Step = stepMove
	default:
		s.Step = stepDraw
	}
}

func (t *text) overLine() facts.Line {
	e := &t.s.Ended
	return facts.Line{Word: "over", Read: func(r *facts.Reader) {
		if !r.Is("draw") {
			e.Winner = readSide(r)
		}
		for d, id := range degreeIDs {
			if id != "" && r.Is(id) {
				e.Degree = degree(d)
			}
		}
		e.Points[german] = int16(r.Number("points", 0, 999))
		e.Points[allied] = int16(r.Number("points", 0, 999))
	}, Print: func(line func(...string)) {
		words := []string{"draw"}
		if e.Winner != noSide {
			words[0] = e.Winner.String()
		}
		if e.Degree != noDegree {
			words = append(words, degreeIDs[e.Degree])
		}
		facts.Say(t.s.Phase == phaseOver, append(words, num(int(e.Points[german])), num(int(e.Points[allied])))...)(line)
	}}
}

func (t *text) hqLine() facts.Line {
	fields := func(x *hq) []facts.Field {
		chit := facts.OneOf("chit", &x.Chit, chitIDs[:])
		chit.Print = facts.If(x.Chit != chitOut, chitIDs[x.Chit])
		return []facts.Field{chit, facts.Flag("combat", &x.Combat), facts.Flag("paid", &x.Paid)}
	}
	return facts.Line{Word: "hq", Read: func(r *facts.Reader) {
		if q := t.hqs.Read(r); r.OK() {
			r.Fields(fields(&t.s.HQs[q]))
		}
	}, Print: func(line func(...string)) {
		for q := range t.rules.d.HQs {
			if x := &t.s.HQs[q]; *x != (hq{}) {
				line(append([]string{t.rules.hqID(hqIx(q))}, facts.Words(fields(x))...)...)
			}
		}
	}}
}

func (t *text) chosenLine() facts.Line {
	s := t.s
	return facts.Line{Word: "chosen", Read: func(r *facts.Reader) {
		if sd := readSide(r); r.OK() {
			s.Chosen[sd], s.Chose[sd] = t.hqs.ReadSet(r), true
		}
	}, Print: func(line func(...string)) {
		for sd, id := range scenario.SideIDs {
			facts.Say(s.Chose[sd], append([]string{id}, t.rules.hqIDs(s.Chosen[sd])...)...)(line)
		}
	}}
}

func (t *text) pausedLine() facts.Line {
	return facts.Line{Word: "paused", Read: func(r *facts.Reader) {
		for r.More() {
			t.s.Paused[readSide(r)] = true
		}
	}, Print: func(line func(...string)) {
		for sd, id := range scenario.SideIDs {
			facts.Say(t.s.Paused[sd], id)(line)
		}
	}}
}

// controlLine says which hexes are not as at the start.
func (t *text) controlLine() facts.Line {
	g, s := t.rules, t.s
	return facts.Line{Word: "control", Read: func(r *facts.Reader) {
		sd := readSide(r)
		for _, h := range facts.While(r, t.hexes.Find) {
			if s.Control.Remove(h); sd == german {
				s.Control.Add(h)
			}
		}
	}, Print: func(line func(...string)) {
		for sd, id := range scenario.SideIDs {
			words := []string{id}
			for i := range g.d.Hexes {
				if h := hexIx(i); s.controls(h, side(sd)) && g.d.Hexes[i].Owner != side(sd) {
					words = append(words, g.hexID(h))
				}
			}
			facts.Say(len(words) > 1, words...)(line)
		}
	}}
}

// named takes a unit that no line has named yet.
func (t *text) named(r *facts.Reader, w where) unitIx {
	u := t.units.Read(r)
	if r.OK() && t.s.Units[u].Where != away {
		r.Fail("%s stands in two lines", t.rules.unitID(u))
	}
	if r.OK() {
		x := &t.rules.d.Units[u]
		t.s.Units[u] = fresh(w, x.Steps)
		switch w {
		case pending:
			t.s.Units[u].Due = x.Arrival.Turn
		case dead, bridge:
			t.s.Units[u].Steps = 0
		default:
		}
	}
	return u
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
		{Word: "due", Read: func(r *facts.Reader) {
			x.Due = int8(r.Number("turn", 0, 99))
		}, Print: facts.If(x.Due != due, num(int(x.Due)))},
		{Word: "unsupplied", Read: func(*facts.Reader) { x.Supply = unsupplied }, Print: facts.If(x.Supply == unsupplied)},
		{Word: "isolated", Read: func(*facts.Reader) { x.Supply = isolated }, Print: facts.If(x.Supply == isolated)},
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

func (t *text) unitLine() facts.Line {
	return facts.Line{Word: "unit", Read: func(r *facts.Reader) {
		u := t.named(r, onMap)
		h := t.hexes.Read(r)
		if !r.OK() {
			return
		}
		t.s.Units[u].Hex = h
		r.Fields(t.unitFields(u))
	}, Print: func(line func(...string)) {
		for i := range t.rules.d.Units {
			if x := &t.s.Units[i]; x.Where == onMap {
				u := unitIx(i)
				line(append([]string{t.rules.unitID(u), t.rules.hexID(x.Hex)}, facts.Words(t.unitFields(u))...)...)
			}
		}
	}}
}

func (t *text) bridgeLine() facts.Line {
	g := t.rules
	return facts.Line{Word: "bridge", Read: func(r *facts.Reader) {
		u := t.named(r, bridge)
		a, b := t.hexes.Read(r), t.hexes.Read(r)
		if !r.OK() {
			return
		}
		d := slices.Index(g.next[a][:], b)
		if d < 0 {
			r.Fail("%s is no neighbour of %s", g.hexID(b), g.hexID(a))
			return
		}
		t.s.Units[u].Hex, t.s.Units[u].Over = a, int8(d)
	}, Print: func(line func(...string)) {
		for i := range g.d.Units {
			if x := &t.s.Units[i]; x.Where == bridge {
				line(g.unitID(unitIx(i)), g.hexID(x.Hex), g.hexID(g.next[x.Hex][x.Over]))
			}
		}
	}}
}

// listed is a line of units that are not on the map, each with the turn in which it is due, and whether it is reduced.
func (t *text) listed(word string, w where) facts.Line {
	return facts.Line{Word: word, Read: func(r *facts.Reader) {
		for r.More() {
			u := t.named(r, w)
			for r.OK() {
				i := slices.IndexFunc(t.unitFields(u), func(f facts.Field) bool { return r.Is(f.Word) })
				if i < 0 {
					break
				}
				t.unitFields(u)[i].Read(r)
			}
		}
	}, Print: func(line func(...string)) {
		var words []string
		for i := range t.rules.d.Units {
			if t.s.Units[i].Where == w {
				words = append(append(words, t.rules.unitID(unitIx(i))), facts.Words(t.unitFields(unitIx(i)))...)
			}
		}
		facts.Say(words != nil, words...)(line)
	}}
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
	g, s := t.rules, t.s
	return facts.Line{Word: "moving", Read: func(r *facts.Reader) {
		for _, u := range facts.While(r, t.units.Find) {
			s.Moving.Add(u)
		}
		if r.More() {
			s.Die = dieFor(r.OneOf("die", dieIDs[:]))
			s.Into = t.hexes.Read(r)
		}
	}, Print: func(line func(...string)) {
		words := g.ids(s.Moving)
		if s.Die != noDie {
			words = append(words, dieIDs[s.Die], g.hexID(s.Into))
		}
		facts.Say(len(words) > 0, words...)(line)
	}}
}

func (t *text) attackLine() facts.Line {
	s := t.s
	fields := func(x *attack) []facts.Field {
		return []facts.Field{
			facts.Number("strike", &x.Strike, 0, 99), facts.Number("cover", &x.Cover, 0, 99),
			facts.Flag("support", &x.Support), facts.Flag("done", &x.Done),
		}
	}
	return facts.Line{Word: "attack", Read: func(r *facts.Reader) {
		h := t.hexes.Read(r)
		if !r.OK() {
			return
		}
		x := s.declare(h)
		if x == nil {
			r.Fail("there are too many attacks, or two on %s", t.rules.hexID(h))
			return
		}
		r.Fields(fields(x))
	}, Print: func(line func(...string)) {
		for i := range s.List[:s.Listed] {
			line(append([]string{t.rules.hexID(s.List[i].Hex)}, facts.Words(fields(&s.List[i]))...)...)
		}
	}}
}

// finish sets defaults for what the text leaves out, and goes on to the next question.
func (t *text) finish() {
	g, s := t.rules, t.s
	g.derive(s)
	if s.Phase == phaseNone || s.Phase == phaseOver {
		return
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
	r := engine.Try[*State](g, s)
	switch {
	case t.begin && s.HQ != noHQ:
		g.beginImpulse(r)
		g.settle(r)
	case len(g.Prompts(s)) == 0:
		g.settle(r)
	}
	t.s = r.State()
}
