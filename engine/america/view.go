package america

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// View is what a viewer may see: all but the plan of the drop, chits until both sides have chosen, and the
// defender's air points until all are shown (11.2, 8.1, 9.0).
func (g *rules) View(s *State, by engine.Viewer) engine.View {
	v := engine.View{
		Status: g.statusLine(s), Conditions: conditions(s), Links: g.bridges(s), Tracks: g.tracks(s), Boxes: g.boxes(s, by),
		Counts: g.counts(s), Waiting: g.Prompts(s),
	}
	for h := range g.d.Hexes {
		for _, u := range g.stacked(s, hexIx(h)) {
			v.Pieces = append(v.Pieces, g.piece(s, u))
		}
	}
	for i := range g.d.Objectives {
		if o := &g.d.Objectives[i]; s.Turn > 0 && s.controls(o.Hex, german) {
			v.Marks = append(v.Marks, g.mark(o.Hex, scenario.MarkTaken))
		}
	}
	if s.Step == stepGerman {
		v.Marks = append(v.Marks, g.zoneMarks()...)
	}
	g.showAttacks(s, &v)
	if s.Phase == phaseOver {
		v.Result = g.finished(s)
	}
	return v
}

// at is where a hex lies.
func (g *rules) at(h hexIx) hex.Coord { return g.d.Hexes[h].At }

// mark is a mark on a hex.
func (g *rules) mark(h hexIx, class engine.Class) engine.Mark {
	return engine.Mark{At: g.at(h), Class: class}
}

// stacked lists the units in a hex, the headquarters below the others.
func (g *rules) stacked(s *State, h hexIx) []unitIx {
	list := slices.Collect(s.stack(h).All())
	slices.SortStableFunc(list, func(a, b unitIx) int { return int(g.d.Units[b].HQ) - int(g.d.Units[a].HQ) })
	return list
}

// statusWords are the ends of the keys of what the status says in each step of an impulse.
var statusWords = map[step]string{
	stepDraw: "draw", stepPutBack: "drawn", stepLand: "land", stepMove: "move", stepDeclare: "declare", stepCover: "air",
	stepSupport: "support", stepFight: "fight", stepExploit: "exploit", stepPause: "pause",
}

func (g *rules) statusLine(s *State) engine.Msg {
	switch {
	case s.Step == stepAllied || s.Step == stepGerman:
		return engine.Say("status.setup", engine.Noun("side", s.Side.String()))
	case s.Turn == 0:
		return engine.Say("status.plans")
	}
	args := append(g.date(int(s.Turn)), engine.Num("turn", int(s.Turn)))
	if word, ok := statusWords[s.Step]; ok && s.Phase == phaseImpulse && s.HQ != noHQ {
		return engine.Say("status.impulse."+word, append(args, engine.Noun("hq", g.hqID(s.HQ)))...)
	}
	return engine.Say("status."+phaseIDs[s.Phase], args...)
}

// months are the nouns of the months that the turn track has.
var months = map[int]string{12: "december", 1: "january"}

// date is the day of a turn as arguments of a message.
func (g *rules) date(turn int) []engine.Arg {
	t := &g.d.Turns[turn-1]
	return []engine.Arg{engine.Num("day", t.Day), engine.Noun("month", months[t.Month])}
}

// conditions are weather and ground of the turn, as far as they are known.
func conditions(s *State) []engine.Class {
	if s.Turn == 0 || s.Phase == phaseInitial && s.Step <= stepWeather {
		return nil
	}
	weather := engine.Class(scenario.WeatherIDs[s.Weather])
	if s.Phase == phaseInitial && s.Step == stepGround {
		return []engine.Class{weather}
	}
	return []engine.Class{weather, engine.Class(scenario.GroundIDs[s.Ground])}
}

// bridges are the roads cut by a destroyed bridge, and bridges that engineers have built where no road
// is (5.41, 11.71).
func (g *rules) bridges(s *State) (out []engine.Link) {
	for i := range g.d.Rivers {
		r := &g.d.Rivers[i]
		side, built := g.d.Hexes[r.A].Side[r.Dir], g.bridged(s, r.A, r.Dir)
		switch {
		case side.Bridge == scenario.Destroyed && !built:
			out = append(out, engine.Link{BoardLink: g.d.Link(r.A, r.Dir), Cut: true})
		case !side.Road && built:
			out = append(out, engine.Link{
				BoardLink: engine.BoardLink{A: g.at(r.A), B: g.at(r.B), Class: scenario.Pontoon, Bridge: true},
			})
		}
	}
	return out
}

// ordinals shortens the numbers of armies: a counter has no room for them in words.
var ordinals = strings.NewReplacer("fifth", "5th", "sixth", "6th", "seventh", "7th")

// piece is a unit's counter, on the map or in a box.
func (g *rules) piece(s *State, u unitIx) engine.Piece {
	d, x := &g.d.Units[u], &s.Units[u]
	p := engine.Piece{
		ID: d.ID, Owner: scenario.Owners[d.Nation], Symbol: scenario.Symbols[d.Type], Seat: g.sides[u].Seat(), Name: d.Name,
		Short: strings.ToUpper(strings.SplitN(d.ID, "-", 2)[0]), Of: int(d.Steps), Steps: int(d.Steps), Origin: d.Origin,
	}
	strength := num(d.At(d.Steps))
	switch {
	case d.HQ != noHQ:
		p.Short = strings.ToUpper(ordinals.Replace(strings.TrimPrefix(d.ID, "hq-")))
		strength = "(" + num(g.d.HQs[d.HQ].Range) + ")"
	case d.Form != noForm:
		f := &g.d.Formations[d.Form]
		p.Group, p.Band = f.ID, 1+int(d.Form)%(len(scenario.Vocabulary.Bands)-1)
	}
	if x.Where == onMap {
		p.At, p.Steps, p.States = g.at(x.Hex), int(x.Steps), g.states(s, u)
		if d.HQ == noHQ {
			strength = num(d.At(x.Steps))
		}
		p.Left = engine.Say("piece.left", scenario.MP(g.left(s, u)).Arg("mp"))
	}
	p.Values = []string{strength, num(d.Move)}
	return p
}

// counters are all units as they are printed.
func (g *rules) counters() []engine.Piece {
	s := g.New()
	return lists.Map(g.d.UnitIDs.All(), func(id string) engine.Piece { return g.piece(s, g.d.UnitIDs.Of(id)) })
}

func (g *rules) states(s *State, u unitIx) []engine.Class {
	x, d := &s.Units[u], &g.d.Units[u]
	return slices.Concat(
		lists.If(g.reduced(s, u), engine.Reduced),
		lists.If(x.By != noHQ && x.By != s.HQ, engine.Used),
		lists.If(s.status(u) == unsupplied, engine.OutOfSupply),
		lists.If(s.status(u) == isolated, engine.Isolated),
		lists.If(d.HQ != noHQ && s.HQs[max(d.HQ, 0)].Combat, scenario.CombatSupply),
		lists.If(x.Strategic, scenario.StrategicMove),
		lists.If(x.Held, scenario.HeldStill),
		lists.If(g.mayAct(s, u) && !s.Moving.Has(u), engine.Activated),
		lists.If(s.Moving.Has(u), engine.Active),
	)
}

// mayAct reports whether a unit may still do something in the present phase of the impulse.
func (g *rules) mayAct(s *State, u unitIx) bool {
	x := &s.Units[u]
	switch s.Step {
	case stepMove, stepExploit:
		return s.Phase == phaseImpulse && s.HQ != noHQ && x.Where == onMap && g.mayMove(s, u)
	case stepDeclare:
		return x.May && x.Where == onMap && slices.ContainsFunc(g.next[x.Hex][:], func(h hexIx) bool {
			return h != noHex && s.held(h, s.Side.Enemy()) && lawful(g.noAttack(s, u, h))
		})
	default:
		return false
	}
}

// zoneMarks show where the German corps may set up, zones side by side in two tints.
func (g *rules) zoneMarks() (out []engine.Mark) {
	for i := range g.d.Zones {
		z := &g.d.Zones[i]
		class := [2]engine.Class{scenario.MarkZone, scenario.MarkZoneNext}[i%2]
		for k, h := range z.Hexes {
			m := g.mark(h, class)
			if k == 0 {
				m.Text = z.ID
			}
			out = append(out, m)
		}
	}
	return out
}

// showAttacks shows the combat under way, else the attacks that are declared and not yet over (9.0).
func (g *rules) showAttacks(s *State, v *engine.View) {
	if c := &s.Combat; c.Stage != noCombat {
		g.showAttack(s, v, s.here(c.Att), c.Hex)
		return
	}
	for i := range s.List[:s.Listed] {
		if a := &s.List[i]; !a.Done {
			units := g.of[s.Side].Filter(func(u unitIx) bool { return s.Units[u].Where == onMap && s.Units[u].Target == a.Hex })
			g.showAttack(s, v, units, a.Hex)
		}
	}
}

func (g *rules) showAttack(s *State, v *engine.View, units unitSet, target hexIx) {
	v.Marks = append(v.Marks, g.mark(target, engine.MarkTarget))
	var from hexSet
	for u := range units.All() {
		from.Add(s.Units[u].Hex)
	}
	for h := range from.All() {
		v.Marks = append(v.Marks, g.mark(h, engine.MarkAttacker))
		if _, next := g.direction(h, target); next && s.Combat.Stage <= stageRoll {
			v.Paths = append(v.Paths, engine.Path{Class: engine.PathAttack, Hexes: []hex.Coord{g.at(h), g.at(target)}})
		}
	}
}

// tracks are the turn track and, once play has begun, the impulse track of each side.
func (g *rules) tracks(s *State) []engine.Track {
	turns := engine.Track{ID: "turn", Label: engine.Say("track.turn")}
	for i := range g.d.Scenarios[s.Scenario].Last {
		c := engine.Cell{Label: num(g.d.Turns[i].Day)}
		if int(s.Turn) == i+1 {
			c.Conditions = conditions(s)
			c.Markers = []engine.Marker{{Label: engine.Say("track.turn"), Here: true}}
		}
		turns.Cells = append(turns.Cells, c)
	}
	all := []engine.Track{turns}
	for sd, id := range ardennes.SideIDs {
		if s.Turn > 0 {
			all = append(all, g.impulseTrack(s, side(sd), "impulses-"+id))
		}
	}
	return all
}

// impulseTrack shows the number below which the turn of a side ends after each of its impulses, and which of them
// it is in (8.3).
func (g *rules) impulseTrack(s *State, sd side, id string) engine.Track {
	t := engine.Track{ID: id, Label: engine.Say("track.impulses", engine.Noun("side", sd.String()))}
	for i, number := range g.d.Track[sd] {
		c := engine.Cell{Label: "–"}
		if number > 0 {
			c.Label = "≤" + strconv.Itoa(int(number))
		}
		if int(s.Impulses[sd]) == i+1 {
			label := engine.Say("track.impulse", engine.Noun("side", sd.String()), engine.Num("n", i+1))
			c.Markers = []engine.Marker{{Label: label, Owner: ardennes.Owners[sd], Here: true}}
		}
		t.Cells = append(t.Cells, c)
	}
	return t
}

// counts are what decides the scenario, as each side has it now, and the chits that it has in the cup.
func (g *rules) counts(s *State) []engine.Count {
	if s.Turn == 0 {
		return nil
	}
	n := g.counted(s)
	out := []engine.Count{{Seat: german.Seat()}, {Seat: allied.Seat()}}
	out[german].Points, out[allied].Points = n.said(s.Scenario)
	out[german].From, out[allied].From = n.from(s.Scenario)
	for sd := range out {
		if s.Phase == phaseImpulse {
			chits := (g.hqs[sd] & g.cup(s)).Len()
			out[sd].Left = engine.Say("count.chits", engine.Num("n", chits))
		}
	}
	return out
}

// boxes are what lies beside the map.
func (g *rules) boxes(s *State, by engine.Viewer) []engine.Box {
	var out []engine.Box
	if s.Turn > 0 {
		out = append(out, g.cupBox(s), g.pointBox(s))
		if s.Air > 0 || g.d.Weather.Air[s.Weather] > 0 {
			out = append(out, g.airBox(s, by))
		}
	}
	for sd := range ardennes.SideIDs {
		out = append(out, lists.Filter(g.sideBoxes(s, side(sd), by), func(b engine.Box) bool {
			return len(b.Markers)+len(b.Pieces) > 0
		})...)
	}
	return out
}

// cupBox holds the chits in the cup; those that were drawn are turned over.
func (g *rules) cupBox(s *State) engine.Box {
	b := engine.Box{ID: "cup", Owner: engine.Neutral, Label: engine.Say("box.cup", engine.Num("n", g.cup(s).Len()))}
	b.Markers = g.chitMarkers(func(q hqIx) (bool, bool) { return s.HQs[q].Chit != chitOut, s.HQs[q].Chit != chitIn })
	return b
}

// chitMarkers are the chits of headquarters that lie in a box, some of them turned over.
func (g *rules) chitMarkers(in func(hqIx) (lies, spent bool)) (out []engine.Marker) {
	for q := range (g.hqs[german] | g.hqs[allied]).All() {
		if lies, spent := in(q); lies {
			label := engine.Say("chit", engine.Noun("hq", g.hqID(q)))
			out = append(out, engine.Marker{Label: label, Owner: scenario.Owners[g.d.HQs[q].Nation], Spent: spent})
		}
	}
	return out
}

// pointBox holds the German's supply points, and the headquarters in combat supply (7.3).
func (g *rules) pointBox(s *State) engine.Box {
	b := engine.Box{ID: "points", Owner: engine.Neutral, Label: engine.Say("box.points", engine.Num("n", int(s.Points)))}
	b.Markers = g.chitMarkers(func(q hqIx) (bool, bool) { return s.HQs[q].Combat, false })
	return b
}

// airBox holds the Allied air points, and for those who may know where the secret ones lie (11.3).
func (g *rules) airBox(s *State, by engine.Viewer) engine.Box {
	b := engine.Box{ID: "air", Owner: ardennes.Allies, Label: engine.Say("box.air", engine.Num("n", int(s.Air)))}
	for i := range s.List[:s.Listed] {
		if a := &s.List[i]; a.Cover > 0 && (s.Step == stepFight || by.Sees(allied.Seat())) {
			label := engine.Say("air.cover", engine.Num("n", int(a.Cover)), g.hexArg("hex", a.Hex))
			b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: ardennes.Allies})
		}
	}
	return b
}

// sideBoxes are the boxes of a side, empty ones too: what it may have planned, what it holds, its units beside the map.
func (g *rules) sideBoxes(s *State, sd side, by engine.Viewer) []engine.Box {
	out := []engine.Box{g.secretBox(s, sd, by), g.objectiveBox(s, sd)}
	for _, b := range []struct {
		id string
		in func(u unitIx) bool
	}{
		{"place", func(u unitIx) bool { return s.Phase == phaseSetup && g.starts(s, u) }},
		{"due", func(u unitIx) bool { return s.Turn > 0 && g.due(s, u) }},
		{"next", func(u unitIx) bool { return s.Turn > 0 && s.Units[u].Where == pending && s.Units[u].Due == s.Turn+1 }},
		{"bridges", func(u unitIx) bool { return s.Units[u].Where == bridge }},
		{"dead", func(u unitIx) bool { return s.Units[u].Where == dead }},
		{"exited", func(u unitIx) bool { return s.Units[u].Where == exited || s.Units[u].Where == removed }},
	} {
		units := g.of[sd].Filter(b.in)
		box := ardennes.Box(b.id, sd, engine.Num("n", units.Len()))
		for u := range units.All() {
			box.Pieces = append(box.Pieces, g.piece(s, u))
		}
		out = append(out, box)
	}
	if sd == german {
		out = append(out, g.reserveBox(s))
	}
	return out
}

// starts reports whether a unit is still to be set up (13).
func (g *rules) starts(s *State, u unitIx) bool {
	x := &s.Units[u]
	return x.Where == pending && (x.Extra || g.d.Units[u].Setup.Place != scenario.NotAtStart)
}

// secretBox holds what a side has decided in secret: its chits until both have chosen, the plan of the drop (8.1,
// 11.2). Others see that the chits are chosen.
func (g *rules) secretBox(s *State, sd side, by engine.Viewer) engine.Box {
	b := ardennes.Box("secret", sd)
	mark := func(label engine.Msg) {
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: ardennes.Owners[sd]})
	}
	sees := by.Sees(sd.Seat())
	switch {
	case s.Step != stepChits || !s.Chose[sd]:
	case !sees:
		mark(engine.Say("secret.chits"))
	default:
		b.Markers = g.chitMarkers(func(q hqIx) (bool, bool) { return s.Chosen[sd].Has(q), false })
	}
	if sd == german && sees && s.Drop.Hex != noHex && s.Units[g.d.Drop].Where == pending {
		mark(engine.Say("secret.drop", append(g.date(int(s.Drop.Turn)),
			g.unitArg("unit", g.d.Drop), g.hexArg("hex", s.Drop.Hex))...))
	}
	return b
}

// objectiveBox lists the victory hexes that a side controls (13.24).
func (g *rules) objectiveBox(s *State, sd side) engine.Box {
	held := lists.Filter(g.d.Objectives, func(o scenario.Objective) bool {
		return s.Turn > 0 && s.controls(o.Hex, sd) && !(o.Liege && s.Scenario == scenario.Plan)
	})
	b := ardennes.Box("objectives", sd, engine.Num("n", len(held)))
	for _, o := range held {
		label := engine.Say("objective", g.hexArg("hex", o.Hex))
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: ardennes.Owners[sd]})
	}
	return b
}

// reserveBox lists the formations that are left in the reserve (10.11).
func (g *rules) reserveBox(s *State) engine.Box {
	b := ardennes.Box("reserve", german)
	for i := range g.d.Formations {
		if f := &g.d.Formations[i]; g.isReserve(s, f, scenario.NoReserve) {
			label := engine.Say("formation", engine.Noun("formation", f.ID))
			b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: ardennes.Axis})
		}
	}
	return b
}

// Moment is the impulse, or the segment before it.
func (g *rules) Moment(s *State) engine.Moment {
	m := engine.Moment{Turn: int(s.Turn), Phase: phaseIDs[s.Phase]}
	switch {
	case s.Phase == phaseSetup:
		m.Phase += " " + s.Side.String()
		m.Seat = s.Side.Seat()
	case s.Phase == phaseImpulse && s.HQ != noHQ:
		m.Phase += " " + g.hqID(s.HQ)
		m.Seat = s.Side.Seat()
	}
	return m
}
