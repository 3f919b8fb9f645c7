package render

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
	"referee/engine/match"
)

// What lies over what in a picture, measured on its plan: nothing is painted.

var long = flag.Bool("long", false, "measure 500 positions in place of 60")

// kept is a box of a picture that nothing may be drawn over, once it is drawn.
type kept struct {
	what, name string
	box        Rect
}

// sheet is a picture as it is drawn, operation by operation.
type sheet struct {
	unit   float64 // of the map, pixels
	kept   []kept
	faults map[string]int
	worst  map[string]string // an example of each
	said   map[string]bool   // the numbers and names that it has
	// Of the hexes that it shows wholly and the places in them: how many are, and how
	// many have no number or name.
	hexes, unnumbered, places, unnamed int
}

func (s *sheet) fault(what, example string) {
	s.faults[what]++
	if s.worst[what] == "" {
		s.worst[what] = example
	}
}

// covered notes the boxes that shapes of what hide more of than an edge or a corner: than one of 65 points.
func (s *sheet) covered(what, name string, shapes []Polyline) {
	if len(shapes) == 0 {
		return
	}
	all := boundsOf(shapes)
	for _, k := range s.kept {
		if !k.box.Overlaps(all) || k.what == what && k.name == name {
			continue
		}
		n := 0
		for i := range 13 {
			for j := range 5 {
				p := Point{k.box.X0 + k.box.width()*(0.02+0.08*float64(i)), k.box.Y0 + k.box.height()*(0.16+0.17*float64(j))}
				if slices.ContainsFunc(shapes, func(l Polyline) bool { return l.holds(p, 0) }) {
					n++
				}
			}
		}
		if n > 1 {
			s.fault(what+" over "+k.what, fmt.Sprintf("%s over %s, %d of 65 points", name, k.name, n))
		}
	}
}

func (s *sheet) keep(what, name string, box Rect) { s.kept = append(s.kept, kept{what, name, box}) }

// kindOf says what an operation on the map belongs to.
func kindOf(what string, text bool) string {
	first, _, _ := strings.Cut(what, " ")
	switch {
	case first == "path" && !text:
		return "arrow"
	case (first == "path" || first == "mark") && text:
		return "tag"
	case first == "mark":
		return "sign"
	}
	return first
}

// through are inks that what lies below shows through.
var through = []Ink{"veil", "reach-area", "risk-area", "zoc", "shadow"}

// draw takes operations as they come.
func (s *sheet) draw(f *fonts, ops []Op, shift Point) {
	for _, o := range ops {
		switch o := o.(type) {
		case Fill:
			if !slices.Contains(through, o.Ink) {
				s.covered(kindOf(o.What, false), o.What, shiftedAll(o.Shapes, shift))
			}
		case Stroke:
			if slices.Contains(through, o.Ink) || strings.HasPrefix(o.What, "marks ") {
				continue
			}
			var shapes []Polyline
			for _, l := range o.Lines {
				shapes = append(shapes, l.outline(o.Width, o.Closed)...)
			}
			if o.Closed { // both edges of a ring: only what lies between them
				for i := 0; i+1 < len(shapes); i += 2 {
					s.ring(kindOf(o.What, false), o.What, shiftedAll(shapes[i:i+2], shift))
				}
				continue
			}
			s.covered(kindOf(o.What, false), o.What, shiftedAll(shapes, shift))
		case Text:
			o = o.move(shift)
			kind := kindOf(o.What, true)
			box := o.Box
			if kind == "number" {
				box.Y1 = o.At.Y // digits end with their line
			}
			s.covered(kind, o.What, []Polyline{box.line()})
			s.text(kind, o)
		case Lettering:
			for _, b := range o.Boxes() {
				b = Rect{b.X0 + shift.X, b.Y0 + shift.Y, b.X1 + shift.X, b.Y1 + shift.Y}
				s.keep("river", o.What+" "+o.S, b)
			}
		case Counter:
			s.counter(f, o, shift)
		}
	}
}

func (s *sheet) ring(kind, name string, edges []Polyline) {
	var between []kept
	for _, k := range s.kept {
		if k.box.Overlaps(boundsOf(edges)) && !edges[1].holds(Point{k.box.X0, k.box.middle().Y}, 0) {
			between = append(between, k)
		}
	}
	all := s.kept
	s.kept = between
	s.covered(kind, name, edges[:1])
	s.kept = all
}

func (s *sheet) text(kind string, t Text) {
	_, rest, _ := strings.Cut(t.What, " ")
	s.said[t.What] = true
	switch kind {
	case "tag":
		s.keep(kind, t.What+" "+t.S, t.Box)
	case "number":
		if _, err := hex.Parse(rest); err == nil {
			t.Box.Y1 = t.At.Y // digits end with their line
			s.keep(kind, t.What, t.Box)
		}
	case "name":
		s.keep(kind, t.What+" "+t.S, t.Box)
	}
}

// counter takes a counter: what it covers, and then its values, which nothing may
// cover.
func (s *sheet) counter(f *fonts, o Counter, shift Point) {
	at := o.At.add(shift)
	name := fmt.Sprintf("%s at %v", o.Piece.ID, o.Piece.At)
	kind := "counter"
	if o.Ghost {
		kind = "ghost"
	}
	near := at.square(o.Size * 0.85)
	touched := slices.ContainsFunc(s.kept, func(k kept) bool { return k.box.Overlaps(near) })
	for _, op := range counterOps(cellesBook(), f, o) {
		switch op := op.(type) {
		case Fill:
			if touched && op.Ink != "shadow" {
				s.covered(kind, name, shiftedAll(op.Shapes, at))
			}
		case Text:
			if op.S == strings.Join(o.Piece.Values, "-") && !o.Ghost {
				op = op.move(at)
				op.Box.Y1 = op.At.Y // digits end with their line
				defer s.keep("values", name, op.Box)
			}
		}
	}
}

func shiftedAll(lines []Polyline, d Point) []Polyline {
	out := make([]Polyline, len(lines))
	for i, l := range lines {
		out[i] = shifted(l, d)
	}
	return out
}

// measured is a picture's sheet once all is drawn.
func measured(t *testing.T, r *studio, p Picture) *sheet {
	t.Helper()
	s := &sheet{faults: map[string]int{}, worst: map[string]string{}, said: map[string]bool{}}
	d, err := r.draft(p)
	if err != nil {
		t.Fatal(err)
	}
	s.unit = d.lay.u
	for _, l := range d.plan.Layers {
		s.draw(r.fonts, l.Ops, l.Shift)
	}
	s.astray(d)
	s.leftOut(d, cellesBook().actionHexes(p))
	return s
}

// leftOut notes what is not said at all. The number of a hex in which something
// happens must be.
func (s *sheet) leftOut(d partialPlan, action map[hex.Coord]bool) {
	bm := &baseMap{lay: d.lay, board: d.board}
	shown, _ := bm.completeHexes(d.plan.Window)
	for _, h := range d.board.Hexes {
		if !shown[h.At] {
			continue
		}
		s.hexes++
		if !s.said["number "+h.At.String()] {
			s.unnumbered++
			if action[h.At] {
				s.fault("no number", h.At.String())
			}
		}
		if h.Name != "" {
			s.places++
			if !s.said["name "+h.At.String()] {
				s.unnamed++
			}
		}
	}
}

// astray notes names that stand away from their place.
func (s *sheet) astray(d partialPlan) {
	shift := d.plan.Layers[0].Shift
	at := map[hex.Coord]Rect{}
	for _, k := range s.kept {
		if id, _, _ := strings.Cut(strings.TrimPrefix(k.name, "name "), " "); k.what == "name" {
			c, _ := hex.Parse(id)
			b, ok := at[c]
			if !ok {
				b = k.box
			}
			at[c] = Rect{min(b.X0, k.box.X0), min(b.Y0, k.box.Y0), max(b.X1, k.box.X1), max(b.Y1, k.box.Y1)}
		}
	}
	for c, b := range at {
		mid := d.lay.centre(c).add(shift)
		dx, dy := max(b.X0-mid.X, mid.X-b.X1, 0), max(b.Y0-mid.Y, mid.Y-b.Y1, 0)
		if (Point{dx, dy}).length() > 31*d.lay.u {
			s.fault("name astray", fmt.Sprintf("the name of %v", c))
		}
	}
}

// action are the hexes in which something happens in a picture.
func action(p Picture) []hex.Coord {
	var out []hex.Coord
	add := func(marks []engine.Mark, paths []engine.Path) {
		for _, m := range marks {
			switch m.Class {
			case engine.MarkReach, engine.MarkRisk, engine.MarkZOC, engine.MarkSource:
			default:
				out = append(out, m.At)
			}
		}
		for _, p := range paths {
			out = append(out, p.Hexes...)
		}
	}
	add(p.View.Marks, p.View.Paths)
	add(p.Overlay.Marks, p.Overlay.Paths)
	for _, g := range p.Overlay.Ghosts {
		out = append(out, g.At)
	}
	for _, pc := range p.View.Pieces {
		if slices.Contains(pc.States, engine.Active) {
			out = append(out, pc.At)
		}
	}
	return out
}

// shown is an answer over a position.
type shown struct {
	kind string
	view engine.View
	over engine.Answer
}

// examples are positions of a game played at random, each with all that can be
// shown over it.
type examples struct {
	game engine.Game
	rnd  *rand.Rand
	past []moment // the last ones
	loss *shown
}

type moment struct {
	before engine.Position
	events []engine.Event
}

// step answers one question at random. It reports whether the game goes on.
func (x *examples) step(t *testing.T, pos engine.Position, n int) (engine.Position, bool) {
	t.Helper()
	prompts := pos.Prompts()
	if len(prompts) == 0 {
		return pos, false
	}
	q := prompts[x.rnd.IntN(len(prompts))]
	var path []string
	for {
		node, err := pos.Options(q.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		if node.Done && (len(node.Options) == 0 || x.rnd.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[x.rnd.IntN(len(node.Options))].ID)
	}
	out, err := pos.Submit(n, q.Seat, q.ID, path)
	if err != nil {
		t.Fatal(err)
	}
	x.past = append(x.past, moment{pos, out.Events})
	if len(x.past) > 12 {
		x.past = x.past[1:]
	}
	if slices.ContainsFunc(engine.Traces(out.Events), func(tr engine.Trace) bool { return tr.Class == engine.MarkHit }) {
		l := x.changes(out.Position, 4)
		l.kind = "losses"
		x.loss = &l
	}
	return out.Position, true
}

// changes is what the last decisions changed.
func (x *examples) changes(pos engine.Position, n int) shown {
	last := x.past[max(0, len(x.past)-n):]
	var events []engine.Event
	for _, m := range last {
		events = append(events, m.events...)
	}
	v := pos.View(engine.Judge)
	return shown{"changes", v, match.PreviewChanges(last[0].before.View(engine.Judge), events, v)}
}

// all is what can be shown over a position.
func (x *examples) all(t *testing.T, pos engine.Position) []shown {
	t.Helper()
	out := []shown{x.changes(pos, 1+x.rnd.IntN(10))}
	if x.loss != nil {
		out, x.loss = append(out, *x.loss), nil
	}
	v := out[0].view
	ask := func(q engine.Query) bool {
		a, err := pos.Ask(engine.Judge, q)
		if err == nil {
			out = append(out, shown{q.Name, v, a})
		}
		return err == nil
	}
	ask(engine.Query{Name: "supply"})
	order := x.rnd.Perm(len(v.Pieces))
	for i, k := range order {
		id := []string{v.Pieces[k].ID}
		if i == 0 {
			ask(engine.Query{Name: "reach", Args: map[string][]string{"unit": id}})
		}
		if ask(engine.Query{Name: "odds", Args: map[string][]string{"unit": id, "intensity": {"medium"}}}) {
			break
		}
	}
	return out
}

// eachExample calls see for what is shown over so many positions played at random.
func eachExample(t *testing.T, positions int, see func(b *engine.Board, s shown)) {
	t.Helper()
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for seed := uint64(1); positions > 0; seed++ {
		out, err := g.Begin(0, engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		x := &examples{game: g, rnd: rand.New(rand.NewPCG(seed, 13))}
		pos, on := out.Position, true
		for n := 1; on && positions > 0; n++ {
			pos, on = x.step(t, pos, n)
			if n%17 == 0 && len(pos.View(engine.Judge).Pieces) > 0 {
				positions--
				for _, s := range x.all(t, pos) {
					see(g.Info().Board, s)
				}
			}
		}
	}
}

// labelled reports whether an operation writes on the ground what is to be read with
// what stands there.
func labelled(o Op) bool {
	switch o := o.(type) {
	case Lettering:
		return true
	case Text:
		return o.What != "scale"
	}
	return false
}

// TestNothingIsHidden: on no picture of a position, whatever is shown over it, lies
// anything over the values of a counter, the number of a hex in which something
// happens or another label; and no name stands away from its place. Of the other
// numbers and the names one in a hundred may be left out.
func TestNothingIsHidden(t *testing.T) {
	thorough.Slow(t)
	positions := thorough.Or(14, 60)
	if *long {
		positions = 500
	}
	t.Run("flat", func(t *testing.T) { nothingIsHidden(t, positions, false) })
	t.Run("pointed", func(t *testing.T) { nothingIsHidden(t, positions/2, true) })
}

func nothingIsHidden(t *testing.T, positions int, pointed bool) {
	r := cellesStudio(Options{})
	if d, err := r.draft(crowded(1, 1)); err != nil || slices.ContainsFunc(d.base().Ops, labelled) {
		t.Fatalf("what is measured is not all: the ground has labels, too (%v)", err)
	}
	pictures := map[string]int{}
	faults := map[string]int{}
	worst := map[string]string{}
	var sum sheet
	var standing *engine.Board
	eachExample(t, positions, func(b *engine.Board, s shown) {
		if pointed {
			if standing == nil {
				standing = quartered(b)
			}
			b = standing
		}
		p := Picture{Board: b, View: s.view, Overlay: &s.over, Crop: Around(b, s.view, s.over)}
		p.Portrait = pictures[s.kind]%5 == 4
		if s.kind == "supply" && pictures[s.kind]%2 == 0 {
			p.Crop = nil
		}
		note := func(kind string, p Picture) {
			pictures[kind]++
			m := measured(t, r, p)
			sum.hexes, sum.unnumbered = sum.hexes+m.hexes, sum.unnumbered+m.unnumbered
			sum.places, sum.unnamed = sum.places+m.places, sum.unnamed+m.unnamed
			for k, n := range m.faults {
				k = kind + ": " + k
				faults[k] += n
				if worst[k] == "" {
					worst[k] = fmt.Sprintf("%v: %s", s.view.Status, m.worst[strings.TrimPrefix(k, kind+": ")])
				}
			}
		}
		if note(s.kind, p); s.kind == "supply" { // once of each position
			note("board in a browser", Picture{Board: b, View: s.view})
		}
	})
	for _, k := range sortedKeys(faults) {
		t.Errorf("%s: %d, as in %s", k, faults[k], worst[k])
	}
	t.Logf("pictures %v; of %d hexes %d without a number, of %d places %d without a name", pictures, sum.hexes, sum.unnumbered, sum.places, sum.unnamed)
	if sum.unnumbered*100 > sum.hexes || sum.unnamed*100 > sum.places {
		t.Error("too much is left out: nothing else lies there, but nobody reads it either")
	}
	if len(pictures) < 5 {
		t.Errorf("pictures of %v only", pictures)
	}
}
