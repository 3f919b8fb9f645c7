package celles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// View is what anybody may see: Celles has no secrets. The order of a cup does
// not exist until it is drawn.
func (g *rules) View(s *State, _ engine.Viewer) engine.View {
	v := engine.View{Status: g.status(s), Tracks: g.tracks(s), Boxes: g.boxes(s), Counts: g.counts(s), Waiting: g.Prompts(s)}
	if s.Turn > 0 {
		v.Conditions = []engine.Class{period(g.turn(s))}
	}
	for u := range s.all(onMap).All() {
		v.Pieces = append(v.Pieces, g.piece(s, u))
	}
	if s.Combat.Stage != noCombat {
		g.showCombat(s, &v)
	}
	if s.Into != noHex {
		v.Paths = append(v.Paths, g.path(engine.PathInfiltrate, "", s.Units[s.Moving].Hex, s.Into))
	}
	if s.Air != noUnit && s.Units[s.Air].Where == onMap {
		v.Marks = append(v.Marks, engine.Mark{At: g.d.Hexes[s.Units[s.Air].Hex].At, Class: engine.MarkTarget})
	}
	if s.Phase == phaseOver {
		v.Result = g.verdict(s)
	}
	return v
}

func period(t *scenario.Turn) engine.Class {
	if t.Night {
		return scenario.Night
	}
	return scenario.Day
}

func (g *rules) status(s *State) engine.Msg {
	if s.Turn == 0 {
		return engine.Say("status.setup")
	}
	args := []engine.Arg{
		engine.Num("turn", int(s.Turn)), engine.Num("day", g.turn(s).Day),
		engine.Noun("period", string(period(g.turn(s)))),
	}
	if s.Phase == phaseAction {
		args = append(args, engine.Noun("side", s.Side.String()))
	}
	return engine.Say("status."+phaseIDs[s.Phase], args...)
}

// Moment gives the turn and the number of the action phase in it.
func (g *rules) Moment(s *State) engine.Moment {
	m := engine.Moment{Turn: int(s.Turn), Phase: phaseIDs[s.Phase]}
	if s.Phase != phaseAction {
		return m
	}
	// Action chits leave a cup once a phase (7.1), so they number the phases.
	n := 0
	for sd := range s.Cup {
		all := g.fullCup(s, side(sd))
		n += all.actions() - s.Cup[sd].actions()
	}
	if s.Step <= stepChit {
		n++
	}
	m.Phase, m.Seat = m.Phase+"-"+strconv.Itoa(n), s.Side.Seat()
	return m
}

// at is where a hex lies.
func (g *rules) at(h hexIx) hex.Coord { return g.d.Hexes[h].At }

func (g *rules) path(class engine.Class, text string, hexes ...hexIx) engine.Path {
	return engine.Path{Class: class, Text: text, Hexes: lists.Map(hexes, g.at)}
}

func (g *rules) marks(class engine.Class, hexes []hexIx) []engine.Mark {
	return lists.Map(hexes, func(h hexIx) engine.Mark { return engine.Mark{At: g.at(h), Class: class} })
}

// attacks are arrows from hexes to adjacent hexes of others, the first with a tag.
func (g *rules) attacks(from, at []hexIx, tag string) []engine.Path {
	var out []engine.Path
	for _, f := range from {
		for _, h := range at {
			if _, next := scenario.Grid.Direction(g.d.Hexes[f].At, g.d.Hexes[h].At); next {
				out = append(out, g.path(engine.PathAttack, tag, f, h))
				tag = ""
			}
		}
	}
	return out
}

func (g *rules) showCombat(s *State, v *engine.View) {
	c := &s.Combat
	from, at := g.hexesUnder(s, c.Att), c.targets()
	v.Marks = append(v.Marks, g.marks(engine.MarkAttacker, from)...)
	v.Marks = append(v.Marks, g.marks(engine.MarkTarget, at)...)
	if c.Stage <= stageDefRet {
		v.Paths = append(v.Paths, g.attacks(from, at, "")...)
	}
}

var owners = [3]engine.Class{scenario.NationGerman: ardennes.Axis, scenario.NationUS: ardennes.Allies, scenario.NationBritish: ardennes.Commons}

var symbols = [4]engine.Class{scenario.Armour: engine.Armour, scenario.Infantry: engine.Infantry, scenario.Recon: engine.Recon, scenario.AntiTank: engine.AntiTank}

// piece is a unit's counter, on the map or in a box.
func (g *rules) piece(s *State, u unitIx) engine.Piece {
	d, x := &g.d.Units[u], &s.Units[u]
	f := &g.d.Formations[d.Form]
	p := engine.Piece{
		ID: d.ID, Owner: owners[d.Nation], Symbol: symbols[d.Type], Seat: g.side(u).Seat(),
		Name: d.Name, Short: strings.TrimPrefix(d.ID, f.ID+"-"), Group: f.ID, Band: int(d.Form), Of: int(d.Steps), Origin: d.Origin,
	}
	steps := x.Steps
	if x.Where != onMap && x.Where != withdrawn {
		steps = d.Steps // a counter beside the map is shown as printed
	}
	p.Steps = int(steps)
	if x.Where == onMap {
		p.At = g.at(x.Hex)
		p.States = g.states(s, u)
		m := g.asMover(s, u)
		p.Left = engine.Say("piece.left", mpArg("mp", m.left()))
	}
	attack, defence := d.Strength(steps, x.Used)
	move := d.Move
	if s.Truck == u {
		move = g.d.Truck.Move
	}
	p.Values = []string{strconv.Itoa(attack), strconv.Itoa(defence), strconv.Itoa(move)}
	return p
}

// counters are all units as they are printed.
func (g *rules) counters() []engine.Piece {
	s := g.New()
	return lists.Map(g.d.UnitIDs.All(), func(id string) engine.Piece { return g.piece(s, g.d.UnitIDs.Of(id)) })
}

func (g *rules) states(s *State, u unitIx) []engine.Class {
	x := &s.Units[u]
	return slices.Concat(
		lists.If(g.reduced(s, u), engine.Reduced),
		lists.If(x.Used, engine.Used),
		lists.If(x.Disrupted, engine.Disrupted),
		lists.If(x.Supply == outOfSupply, engine.OutOfSupply),
		lists.If(x.Supply == isolated, engine.Isolated),
		lists.If(s.Truck == u, scenario.InTrucks),
		lists.If(x.Act == waiting && s.Moving != u, engine.Activated),
		lists.If(s.Moving == u, engine.Active),
	)
}

func (g *rules) tracks(s *State) []engine.Track {
	turns := engine.Track{ID: "turn", Label: engine.Say("track.turn")}
	for i := range g.d.Turns {
		t := &g.d.Turns[i]
		c := engine.Cell{Label: fmt.Sprint(t.Day), Conditions: []engine.Class{period(t)}}
		if int(s.Turn) == i+1 {
			c.Markers = append(c.Markers, engine.Marker{Label: engine.Say("track.turn"), Here: true})
		}
		turns.Cells = append(turns.Cells, c)
	}
	return []engine.Track{turns, g.actionTrack(s), g.pointTrack(s)}
}

// numbers is a track of the numbers up to most, with the markers that are on each.
func numbers(id string, most int, markers func(n int) []engine.Marker) engine.Track {
	t := engine.Track{ID: id, Label: engine.Say("track." + id)}
	for n := range most + 1 {
		t.Cells = append(t.Cells, engine.Cell{Label: strconv.Itoa(n), Markers: markers(n)})
	}
	return t
}

// actionTrack shows the actions that each side has left.
func (g *rules) actionTrack(s *State) engine.Track {
	return numbers("actions", actionsMost, func(n int) (on []engine.Marker) {
		for sd, left := range s.Left {
			if s.Turn > 0 && int(left) == n {
				label := engine.Say("track.left", engine.Noun("side", ardennes.SideIDs[sd]))
				on = append(on, engine.Marker{Label: label, Owner: ardennes.Owners[sd], Here: true})
			}
		}
		return on
	})
}

// pointTrack shows the German points scored by the Meuse and given by a bid, and
// what a bid gave to whom.
func (g *rules) pointTrack(s *State) engine.Track {
	return numbers("vp", decisiveAt, func(n int) (on []engine.Marker) {
		if min(int(s.VP+s.Given[german]), decisiveAt) == n {
			on = append(on, engine.Marker{Label: engine.Say("track.vp"), Owner: ardennes.Axis, Here: true})
		}
		for sd, vp := range s.Given {
			if vp > 0 && int(vp) == n {
				label := engine.Say("track.bid", engine.Noun("side", ardennes.SideIDs[sd]))
				on = append(on, engine.Marker{Label: label, Owner: ardennes.Owners[sd]})
			}
		}
		return on
	})
}

// counts are the points that each side would have if the match ended now, and the actions that it has left.
func (g *rules) counts(s *State) []engine.Count {
	if s.Turn == 0 {
		return nil
	}
	points := g.points(s)
	if s.Phase == phaseOver {
		points = [2]int{int(s.Ended.Points[german]), int(s.Ended.Points[allied])}
	}
	out := make([]engine.Count, len(points))
	for sd, n := range points {
		out[sd] = engine.Count{
			Seat: side(sd).Seat(), Points: engine.Say("count.points", engine.Num("n", n)), From: g.pointsFrom(s, side(sd)),
		}
		switch left := int(s.Left[sd]); {
		case s.Phase != phaseInitiative && s.Phase != phaseAction:
		case s.Phase == phaseAction && left == 0 && s.Side == side(sd):
			out[sd].Left = engine.Say("count.last")
		default:
			out[sd].Left = engine.Say("count.actions", engine.Num("n", left))
		}
	}
	return out
}

func (g *rules) boxes(s *State) []engine.Box {
	var out []engine.Box
	for sd := range ardennes.SideIDs {
		if s.Turn > 0 {
			out = append(out, g.availableBox(s, side(sd)), g.cupBox(s, side(sd)))
		}
		for _, b := range []struct {
			id string
			in unitSet
		}{
			{"dead", s.all(dead)},
			{"withdrawn", s.all(withdrawn)},
			{"due", s.all(pending).Filter(func(u unitIx) bool { return s.Turn >= g.d.Units[u].Turn })},
		} {
			box := ardennes.Box(b.id, side(sd))
			for u := range (g.of[sd] & b.in).All() {
				box.Pieces = append(box.Pieces, g.piece(s, u))
			}
			if len(box.Pieces) > 0 {
				out = append(out, box)
			}
		}
	}
	return out
}

func (g *rules) chitMarkers(id string, owner engine.Class, n int8, spent bool) []engine.Marker {
	var out []engine.Marker
	for range n {
		out = append(out, engine.Marker{Label: engine.Say("chit", engine.Noun("chit", id)), Owner: owner, Spent: spent})
	}
	return out
}

// availableBox holds the tactical chits that can be played.
func (g *rules) availableBox(s *State, sd side) engine.Box {
	b := ardennes.Box("available", sd)
	for t, n := range s.Avail[sd] {
		b.Markers = append(b.Markers, g.chitMarkers(scenario.TacticalIDs[t], ardennes.Owners[sd], n, false)...)
	}
	return b
}

// cupBox counts the cup and shows the action chits that have been drawn.
func (g *rules) cupBox(s *State, sd side) engine.Box {
	c := &s.Cup[sd]
	b := ardennes.Box("cup", sd, engine.Num("n", c.actions()+lists.Sum(c.Tactical[:])))
	full := g.fullCup(s, sd)
	for f := range g.d.Formations {
		b.Markers = append(b.Markers, g.chitMarkers(g.d.Formations[f].ID, ardennes.Owners[sd], full.Action[f]-c.Action[f], true)...)
	}
	return b
}
