package match

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Scene shows some decisions to a viewer: the position after them, and their changes.
type Scene struct {
	From, To int // decisions From+1 to To
	View     engine.View
	// Change holds the reports, the paths, the marks, and the pieces that are no longer on the map.
	Change engine.Answer
}

// Changes shows the changes by decisions from+1 to to, without those that were taken back before
// decision to. It returns an error if the match has no such decisions.
func (w Visible) Changes(from, to int) (Scene, error) {
	scenes, err := w.Scenes(from, to, 1)
	if err != nil || len(scenes) == 0 {
		return Scene{}, err
	}
	return scenes[0], nil
}

// attackWithin is how many decisions there may be between an attack and its result.
const attackWithin = 16

// Since shows the changes by the decisions after from. The result of an attack is drawn with the
// attack, also if that was declared before. It returns an error if the match has no such decision.
func (w Visible) Since(from int) (Scene, error) {
	to := w.m.Seq()
	if from < 0 || from > to {
		return Scene{}, fmt.Errorf("match: no decisions after %d of %d", from, to)
	}
	acts, err := w.acts(from, to)
	if err != nil {
		return Scene{}, err
	}
	if class, open := resultOnly(acts[1:]); open {
		earlier, err := w.acts(max(0, from-attackWithin), to)
		if err != nil {
			return Scene{}, err
		}
		for i, a := range earlier[1:] {
			declares := slices.ContainsFunc(engine.Traces(a.events), func(t engine.Trace) bool { return t.Class == class && len(t.Hexes) > 0 })
			if a.seq <= from && declares {
				acts = earlier[i:]
			}
		}
	}
	t := newTrail(acts[0].view)
	for _, a := range acts[1:] {
		t.follow(a)
	}
	last := acts[len(acts)-1]
	return Scene{From: from, To: to, View: last.view, Change: t.change(last.view)}, nil
}

// resultOnly returns the class of a path whose result is in some decisions, but not the path itself.
func resultOnly(acts []act) (engine.Class, bool) {
	drawn := map[engine.Class]bool{}
	for _, a := range acts {
		for _, t := range engine.Traces(a.events) {
			if engine.IsPath(t.Class) && len(t.Hexes) == 0 && !drawn[t.Class] {
				return t.Class, true
			}
			drawn[t.Class] = drawn[t.Class] || len(t.Hexes) > 0
		}
	}
	return "", false
}

// PreviewChanges shows the changes by events that belong to no decision: before and after are the views
// of the position by a viewer who may know all of the events.
func PreviewChanges(before engine.View, events []engine.Event, after engine.View) engine.Answer {
	t := newTrail(before)
	t.follow(act{events: events, view: after})
	return t.change(after)
}

// Scenes shows decisions from+1 to to one after the other, in at most that number of scenes, at
// least one. A decision without a visible effect joins the one before it. It returns an error if
// the match has no such decisions.
func (w Visible) Scenes(from, to, most int) ([]Scene, error) {
	if from < 0 || from > to || to > w.m.Seq() || to < 1 {
		return nil, fmt.Errorf("match: no decisions %d to %d of %d", from+1, to, w.m.Seq())
	}
	acts, err := w.acts(from, to)
	if err != nil {
		return nil, err
	}
	groups := grouped(acts[1:], max(1, most))
	scenes := make([]Scene, 0, len(groups))
	before, undecided := acts[0], false
	for _, g := range groups {
		last := g[len(g)-1]
		t := newTrail(before.view)
		t.undecided = undecided
		for _, a := range g {
			t.follow(a)
		}
		scenes = append(scenes, Scene{From: before.seq, To: last.seq, View: last.view, Change: t.change(last.view)})
		before, undecided = last, t.undecided
	}
	if len(scenes) == 0 {
		scenes = append(scenes, Scene{From: from, To: to, View: before.view})
	}
	scenes[len(scenes)-1].To = to
	return scenes, nil
}

// MergeScenes returns the lines and deeds of scenes, one after the other.
func MergeScenes(scenes []Scene) engine.Answer {
	var out engine.Answer
	for _, s := range scenes {
		out.Lines = append(out.Lines, s.Change.Lines...)
		out.Deeds = append(out.Deeds, s.Change.Deeds...)
	}
	return out
}

// act is one decision as a viewer sees it.
type act struct {
	seq    int
	events []engine.Event
	view   engine.View // after it
	traces int
}

// acts lists the decisions of the line that ends with decision to, those after
// from, and before them the position that they start from.
func (w Visible) acts(from, to int) ([]act, error) {
	line := trace(w.m.log, to)
	game := w.m.first
	pos := game.Empty()
	var err error
	first := act{}
	for len(line) > 0 && line[0].Decision.Seq <= from { // how it looked in between is of no interest
		d := &line[0].Decision
		if pos, err = step(game, w.m.log, pos, d); err != nil {
			return nil, badEntry(d.Seq, err)
		}
		first.seq, line = d.Seq, line[1:]
	}
	first.view = pos.View(w.v)
	out := []act{first}
	for _, e := range line {
		d := &e.Decision
		events, err := engine.Decode(game, d.Events())
		if err != nil {
			return nil, err
		}
		if pos, err = step(game, w.m.log, pos, d); err != nil {
			return nil, badEntry(d.Seq, err)
		}
		a := act{seq: d.Seq, view: pos.View(w.v)}
		for _, e := range events {
			if k := engine.Known(e, w.v); k != nil {
				a.events = append(a.events, k)
			}
		}
		a.traces = len(engine.Traces(a.events))
		out = append(out, a)
	}
	return out, nil
}

// grouped puts decisions into groups: one each, but what shows nothing goes
// with the one before it, and of too many groups those with the fewest traces
// are joined.
func grouped(acts []act, most int) [][]act {
	var groups [][]act
	for _, a := range acts {
		if n := len(groups); n > 0 && a.traces == 0 {
			groups[n-1] = append(groups[n-1], a)
			continue
		}
		groups = append(groups, []act{a})
	}
	size := func(g []act) int { return lists.Sum(lists.Map(g, func(a act) int { return a.traces })) }
	for len(groups) > most {
		best := 0
		for i := range groups[:len(groups)-1] {
			if size(groups[i])+size(groups[i+1]) < size(groups[best])+size(groups[best+1]) {
				best = i
			}
		}
		groups[best] = append(slices.Clip(groups[best]), groups[best+1]...)
		groups = slices.Delete(groups, best+1, best+2)
	}
	return groups
}

// trail gathers what decisions leave on the map.
type trail struct {
	pieces map[string]engine.Piece // as last seen, by id
	order  []string
	out    engine.Answer
	whose  []string // of each path
	// undecided: an attack or the like has no result yet. What is told until then says at what odds, also if further
	// decisions, such as to play a chit, come in between.
	undecided bool
}

func newTrail(before engine.View) *trail {
	t := &trail{pieces: map[string]engine.Piece{}}
	t.see(before)
	return t
}

// see notes where pieces stand.
func (t *trail) see(v engine.View) {
	for _, p := range v.Pieces {
		if _, ok := t.pieces[p.ID]; !ok {
			t.order = append(t.order, p.ID)
		}
		t.pieces[p.ID] = p
	}
}

func (t *trail) follow(a act) {
	for rest := a.events; len(rest) > 0; {
		said, n := engine.Tell(rest)
		drawn := engine.Traces(rest[:n])
		for _, tr := range drawn {
			switch {
			case len(tr.Hexes) == 0 && engine.IsPath(tr.Class), moves(tr.Class): // a result, or it did not come to one
				t.undecided = false
			case tr.Class == engine.PathAttack || tr.Class == engine.PathInfiltrate:
				t.undecided = true
			}
		}
		if said.Key != "" {
			t.out.Lines = append(t.out.Lines, said)
			if len(drawn) > 0 || t.undecided {
				t.out.Deeds = append(t.out.Deeds, said)
			}
		}
		rest = rest[n:]
	}
	for _, trace := range engine.Traces(a.events) {
		t.add(trace)
	}
	t.see(a.view)
}

func (t *trail) add(tr engine.Trace) {
	p, known := t.pieces[tr.Piece]
	switch {
	case !engine.IsPath(tr.Class):
		at := p.At
		if len(tr.Hexes) > 0 {
			at = tr.Hexes[0]
		}
		if at.Valid() {
			t.out.Marks = append(t.out.Marks, engine.Mark{At: at, Class: tr.Class, Text: tr.Text})
		}
	case len(tr.Hexes) == 0:
		t.tag(tr)
	case len(tr.Hexes) > 1 || known && p.At.Valid():
		t.way(tr, p)
		if last := tr.Hexes[len(tr.Hexes)-1]; known && moves(tr.Class) {
			p.At = last
			t.pieces[tr.Piece] = p
		}
	}
}

// moves reports whether whose way it is stands at its end.
func moves(c engine.Class) bool {
	return c == engine.PathMove || c == engine.PathRetreat || c == engine.PathAdvance
}

// way adds a path, or lengthens the piece's last one.
func (t *trail) way(tr engine.Trace, p engine.Piece) {
	hexes := slices.Clone(tr.Hexes)
	if len(hexes) == 1 {
		hexes = []hex.Coord{p.At, hexes[0]}
	}
	if i := len(t.whose) - 1; i >= 0 && moves(tr.Class) && tr.Piece != "" && t.whose[i] == tr.Piece {
		last := &t.out.Paths[i]
		if last.Class == tr.Class && last.Text == "" && last.Hexes[len(last.Hexes)-1] == hexes[0] {
			last.Hexes = append(last.Hexes, hexes[1:]...)
			last.Text = tr.Text
			return
		}
	}
	t.out.Paths = append(t.out.Paths, engine.Path{Class: tr.Class, Hexes: hexes, Text: tr.Text})
	t.whose = append(t.whose, tr.Piece)
}

// tag puts a text on the last path of its class.
func (t *trail) tag(tr engine.Trace) {
	for i := len(t.out.Paths) - 1; i >= 0; i-- {
		if p := &t.out.Paths[i]; p.Class == tr.Class {
			p.Text = tr.Text
			return
		}
	}
}

// change is what has been gathered, with the pieces that are gone.
func (t *trail) change(after engine.View) engine.Answer {
	on := map[string]bool{}
	for _, p := range after.Pieces {
		on[p.ID] = true
	}
	for _, id := range t.order {
		if !on[id] {
			t.out.Ghosts = append(t.out.Ghosts, t.pieces[id])
		}
	}
	return t.out
}
