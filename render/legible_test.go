package render

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// What can be read on a telephone, in every theme, and by people who see fewer
// colours: as tests on plans and palettes.

// eyes change a colour into what somebody sees of it. The matrices for missing
// cones are those of Viénot, Brettel and Mollon, on linear light.
var eyes = map[string]func(r, g, b float64) (float64, float64, float64){
	"usual": func(r, g, b float64) (float64, float64, float64) { return r, g, b },
	"protanopia": func(r, g, b float64) (float64, float64, float64) {
		return 0.11238*r + 0.88762*g, 0.11238*r + 0.88762*g, 0.00401*r - 0.00401*g + b
	},
	"deuteranopia": func(r, g, b float64) (float64, float64, float64) {
		return 0.29275*r + 0.70725*g, 0.29275*r + 0.70725*g, -0.02234*r + 0.02234*g + b
	},
	"greyscale": func(r, g, b float64) (float64, float64, float64) {
		y := 0.2126*r + 0.7152*g + 0.0722*b
		return y, y, y
	},
}

// luminance is the relative luminance of a colour to some eyes.
func luminance(c color.NRGBA, eye func(r, g, b float64) (float64, float64, float64)) float64 {
	lin := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	r, g, b := eye(lin(c.R), lin(c.G), lin(c.B))
	return max(0, min(1, 0.2126*r+0.7152*g+0.0722*b))
}

// contrast is the ratio of two colours' luminances, from 1 to 21.
func contrast(a, b color.NRGBA, eye func(r, g, b float64) (float64, float64, float64)) float64 {
	la, lb := luminance(a, eye), luminance(b, eye)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// over is a colour after an ink was laid on it.
func over(ground, ink color.NRGBA) color.NRGBA {
	c := mix(ground, ink, uint32(ink.A))
	return color.NRGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255}
}

// eachTheme runs a test for every theme and every kind of eyes.
func eachTheme(t *testing.T, test func(t *testing.T, th Theme, eye func(r, g, b float64) (float64, float64, float64))) {
	t.Helper()
	for _, th := range Themes() {
		for _, name := range []string{"usual", "protanopia", "deuteranopia", "greyscale"} {
			t.Run(th.Name+"/"+name, func(t *testing.T) { test(t, th, eyes[name]) })
		}
	}
}

// grounds are the colours that a letter with a halo stands on: its halo over anything
// that the map is made of.
func haloGrounds(th Theme, halo Ink) []color.NRGBA {
	var out []color.NRGBA
	for _, g := range slices.Concat(th.lands, []Ink{"paper", "water", "river", "highway", "road", "block", "roof"}) {
		out = append(out, over(th.ink(g), th.ink(halo)))
	}
	return out
}

// groundsOf are the colours that a letter without a halo may stand on: what was
// filled last round it, and what lies below if that is thin.
func groundsOf(th Theme, before []Op, box Rect) []color.NRGBA {
	for i := len(before) - 1; i >= 0; i-- {
		f, ok := before[i].(Fill)
		if !ok {
			continue
		}
		mid := box.middle()
		for _, s := range f.Shapes {
			if s.holds(mid, 0) {
				ink := th.ink(f.Ink)
				if ink.A == 255 {
					return []color.NRGBA{ink}
				}
				var out []color.NRGBA
				for _, g := range groundsOf(th, before[:i], box) {
					out = append(out, over(g, ink))
				}
				return out
			}
		}
	}
	return nil
}

// legible are pictures with every kind of letter that there is.
func legible(t *testing.T, words *engine.Vocabulary) []Picture {
	t.Helper()
	all := everythingOf(words)
	all.Legend = true
	all.Overlay = &engine.Answer{Lines: []engine.Msg{engine.Say("words")}, Bars: []engine.Bar{{Label: engine.Say("bar"), Part: 3, Of: 10}}}
	crop := all
	crop.Crop = &Crop{At: []hex.Coord{{Col: 5, Row: 1}}, Radius: 2}
	over := all
	over.View.Result = &engine.Result{Why: engine.Say("why")}
	return []Picture{all, crop, over}
}

// TestTextContrast: every letter stands out from its ground at least 4.5 to 1, whosever words
// are drawn.
func TestTextContrast(t *testing.T) {
	for name, words := range vocabularies() {
		t.Run(name, func(t *testing.T) { testTextContrast(t, words) })
	}
}

func testTextContrast(t *testing.T, words *engine.Vocabulary) {
	r := studioOf(words, Options{})
	var plans []Plan
	for _, p := range legible(t, words) {
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, plan)
	}
	eachTheme(t, func(t *testing.T, th Theme, eye func(r, g, b float64) (float64, float64, float64)) {
		th = th.with(r.book)
		worst := map[string]float64{}
		try := func(what string, ink Ink, grounds []color.NRGBA) {
			if len(grounds) == 0 {
				t.Errorf("%s: on what does it stand?", what)
			}
			for _, g := range grounds {
				c := contrast(over(g, th.ink(ink)), g, eye)
				key := fmt.Sprintf("%s in %s on %v", strings.Fields(what)[0], ink, g)
				if c < 4.5 && (worst[key] == 0 || c < worst[key]) {
					worst[key] = c
				}
			}
		}
		var walk func(ops []Op)
		walk = func(ops []Op) {
			for i, o := range ops {
				switch o := o.(type) {
				case Text:
					if o.Halo != "" {
						try(o.What, o.Ink, haloGrounds(th, o.Halo))
					} else {
						try(o.What, o.Ink, groundsOf(th, ops[:i], o.Box))
					}
				case Lettering:
					try(o.What, o.Ink, haloGrounds(th, o.Halo))
				case Counter:
					walk(counterOps(r.book, r.fonts, o))
				}
			}
		}
		for _, p := range plans {
			for _, l := range p.Layers {
				walk(l.Ops)
			}
		}
		for _, key := range sortedKeys(worst) {
			t.Errorf("%s: %.1f to 1", key, worst[key])
		}
	})
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// TestCountersStandOut: the rim or the body of every counter stands out from
// every terrain at least 3 to 1.
func TestCountersStandOut(t *testing.T) {
	eachTheme(t, func(t *testing.T, th Theme, eye func(r, g, b float64) (float64, float64, float64)) {
		grounds := slices.Concat(th.lands, []Ink{"paper", "water", "river", "block"})
		for _, g := range grounds {
			for class, o := range owners {
				for _, body := range []Ink{o.body, o.used} {
					best := max(contrast(th.ink("rim"), th.ink(g), eye), contrast(th.ink(body), th.ink(g), eye))
					if best < 3 {
						t.Errorf("a counter of %s (%s) on %s: %.1f to 1", class, body, g, best)
					}
				}
			}
		}
	})
}

// TestStatesDifferByShape: without any colour, a counter in one state looks like
// one in no other.
func TestStatesDifferByShape(t *testing.T) {
	f := sharedFonts()
	seen := map[string]engine.Class{}
	for _, small := range []bool{false, true} {
		clear(seen)
		for _, c := range append([]engine.Class{""}, scenario.Vocabulary.List("state")...) {
			p := engine.Piece{Owner: ardennes.Axis, Symbol: engine.PlainPiece, Short: "x", Values: []string{"1"}, Steps: 1, Of: 2}
			if c != "" {
				p.States = []engine.Class{c}
			}
			var shapes strings.Builder
			for _, o := range counterOps(cellesBook(), f, Counter{Piece: p, Size: 38, Small: small}) {
				switch o := o.(type) {
				case Fill:
					fmt.Fprintln(&shapes, o.Shapes)
				case Stroke:
					fmt.Fprintln(&shapes, o.Width, o.Lines)
				}
			}
			if other, ok := seen[shapes.String()]; ok {
				t.Errorf("%q has the shapes of %q", c, other)
			}
			seen[shapes.String()] = c
		}
	}
}

// crowded is a crop of a map on which every hex holds a stack of two, their
// names and values as long as they come.
func crowded(radius, stack int) Picture {
	b := &engine.Board{Vocabulary: scenario.Vocabulary, Title: "Crowded"}
	var v engine.View
	v.Status = engine.Say("status")
	for col := range uint8(21) {
		for row := range uint8(15) {
			h := engine.BoardHex{At: hex.Coord{Col: 1 + col, Row: 1 + row}, Terrain: engine.Woods, Name: "Mont-Gauthier", VP: 2}
			b.Hexes = append(b.Hexes, h)
			for i := range stack {
				p := engine.Piece{
					ID: "p", At: h.At, Owner: ardennes.Axis, Symbol: engine.Armour, Group: "2arm", Short: "recon",
					Values: []string{"15", "12", "9"}, Steps: 1, Of: 2,
				}
				if i == 1 {
					p.States = []engine.Class{engine.Used, engine.Isolated}
				}
				v.Pieces = append(v.Pieces, p)
			}
		}
	}
	return Picture{Board: b, View: v, Crop: &Crop{At: []hex.Coord{{Col: 11, Row: 8}}, Radius: radius}}
}

// TestSizesOnATelephone: of every crop for telephones, whatever its radius, no
// letter is smaller than 7 points, no number of a hex and no name of a counter than 5.
// The values of counters are nowhere left out; those of the hexes in which something
// happens have 7 points somewhere, and half as much the others, those in stacks of six too.
func TestSizesOnATelephone(t *testing.T) {
	thorough.Slow(t)
	t.Run("flat", func(t *testing.T) { sizesOnATelephone(t, crowded(1, 6)) })
	t.Run("pointed", func(t *testing.T) {
		p := crowded(1, 6)
		p.Board = quartered(p.Board)
		sizesOnATelephone(t, p)
	})
}

func sizesOnATelephone(t *testing.T, p Picture) {
	var pieces []engine.Piece
	for i := range p.View.Pieces { // stacks of one, two, four and six
		if h := i / 6; i%6 < []int{1, 2, 4, 6}[h%4] {
			pieces = append(pieces, p.View.Pieces[i])
		}
	}
	p.View.Pieces = pieces
	p.Overlay = legible(t, scenario.Vocabulary)[0].Overlay
	p.Portrait = true
	r := cellesStudio(Options{}) // a plan has no colours: it is the same in every theme
	for radius := 1; radius <= 9; radius++ {
		p.Crop = &Crop{At: p.Crop.At, Radius: radius}
		for _, o := range tooSmall(t, r, p) {
			t.Errorf("radius %d: %s", radius, o)
		}
	}
}

// TestSizesOfWholeMaps: what has no room on a counter of a whole map is shortened or left
// out, but nothing is written so small that nobody reads it, however wide the map is, and no
// value is left out.
func TestSizesOfWholeMaps(t *testing.T) {
	thorough.Slow(t)
	for _, wide := range []int{0, 1200, 800, 500} {
		t.Run(fmt.Sprint(wide), func(t *testing.T) { sizesOfWholeMaps(t, wide) })
	}
}

func sizesOfWholeMaps(t *testing.T, wide int) {
	r := cellesStudio(Options{})
	for _, stack := range []int{1, 2, 4} {
		p := crowded(1, stack)
		p.Crop, p.Fit = nil, wide
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		if wide > 0 && plan.Size.X != wide {
			t.Errorf("a map that should be %d pixels wide has %d", wide, plan.Size.X)
		}
		values := 0
		for _, l := range plan.Layers {
			for _, o := range l.Ops {
				c, ok := o.(Counter)
				if !ok || l.Name != "over" {
					continue
				}
				for _, op := range counterOps(r.book, r.fonts, c) {
					switch op, ok := op.(Text); {
					case !ok:
					case op.S == strings.Join(c.Piece.Values, "-"):
						values++
					case op.Size < leastPixels-0.01:
						t.Errorf("stacks of %d: %q has %.1f pixels", stack, op.S, op.Size)
					}
				}
			}
		}
		if values != len(p.View.Pieces) {
			t.Errorf("stacks of %d: %d values of %d", stack, values, len(p.View.Pieces))
		}
	}
}

// TestNumbersOfSmallMaps: a map that is too small for the numbers of all hexes has those of
// each fifth column and row, by which the others are counted, and they can be read.
func TestNumbersOfSmallMaps(t *testing.T) {
	p := crowded(1, 0)
	p.Crop = nil
	for i := range p.Board.Hexes {
		p.Board.Hexes[i].Name = ""
	}
	for wide, want := range map[int]int{1600: 21 * 15, 800: 21 * 15, 500: 4 * 3} {
		p.Fit = wide
		plan, err := New(Options{}).Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, o := range plan.Layers[1].Ops {
			if o, ok := o.(Text); ok && strings.HasPrefix(o.What, "number ") {
				n++
				if o.Size < leastNumber {
					t.Errorf("%d wide: %s has %.1f pixels", wide, o.S, o.Size)
				}
			}
		}
		if n != want {
			t.Errorf("%d wide: %d numbers, want %d", wide, n, want)
		}
	}
}

// TestSizesOfAutomaticCrops: neither is a letter too small in a crop round what
// happened, however wide; and up to nine columns there is a crop, of pointed hexes up to seven.
func TestSizesOfAutomaticCrops(t *testing.T) {
	thorough.Slow(t)
	p := crowded(1, 2)
	t.Run("flat", func(t *testing.T) {
		sizesOfAutomaticCrops(t, p, 17, 9, func(n uint8) hex.Coord { return hex.Coord{Col: 3 + n, Row: 8} })
	})
	t.Run("pointed", func(t *testing.T) {
		p.Board = quartered(p.Board)
		sizesOfAutomaticCrops(t, p, 12, 7, func(n uint8) hex.Coord { return hex.Coord{Col: 11, Row: 2 + n} })
	})
}

// sizesOfAutomaticCrops tries ways through up to so many columns, of which some must have a crop.
func sizesOfAutomaticCrops(t *testing.T, p Picture, most, cropped uint8, column func(n uint8) hex.Coord) {
	r := cellesStudio(Options{})
	p.Portrait = true
	for n := uint8(1); n <= most; n++ {
		way := engine.Path{Class: engine.PathMove, Text: "12"}
		for i := range n {
			way.Hexes = append(way.Hexes, column(i))
		}
		p.Overlay = &engine.Answer{Lines: []engine.Msg{engine.Say("words")}, Paths: []engine.Path{way}}
		p.Overlay.Marks = append(p.Overlay.Marks, engine.Mark{At: way.Hexes[0], Class: engine.MarkReach, Text: "11.5"})
		p.Crop = Around(p.Board, p.View, *p.Overlay)
		if n <= cropped && p.Narrowed().Crop == nil {
			t.Errorf("a move through %d columns has no crop", n)
		}
		if p.Narrowed().Crop == nil { // a whole map
			continue
		}
		for _, o := range tooSmall(t, r, p) {
			t.Errorf("a move through %d columns: %s", n, o)
		}
	}
}

// tooSmall lists the letters of a crop that are too small in a telephone, and the
// hexes whose counters show their values less often than there are counters.
func tooSmall(t *testing.T, r *studio, p Picture) []string {
	t.Helper()
	plan, err := r.Plan(p)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Size.X > Phone {
		t.Errorf("%d pixels wide", plan.Size.X)
	}
	point := float64(plan.Size.X) / 400
	small := map[string]bool{}
	try := func(what, s string, size float64) {
		least := 7.0
		if strings.HasPrefix(what, "number ") || what == "counter" {
			least = 5
		}
		if size/point < least-0.01 {
			small[fmt.Sprintf("%s %q has %.2f points", strings.Fields(what)[0], s, size/point)] = true
		}
	}
	stood, said, happens := map[hex.Coord]int{}, map[hex.Coord]int{}, map[hex.Coord]bool{}
	for _, at := range action(p) {
		happens[at] = true
	}
	for _, l := range plan.Layers {
		inLayer := map[hex.Coord]int{}
		for _, o := range l.Ops {
			switch o := o.(type) {
			case Text:
				try(o.What, o.S, o.Size)
			case Lettering:
				try(o.What, o.S, o.Size)
			case Counter:
				if o.Piece.ID == "" { // of the legend
					continue
				}
				if l.Name == "over" && o.Part == Above {
					stood[o.Piece.At]++
				}
				for _, op := range counterOps(r.book, r.fonts, o) {
					op, ok := op.(Text)
					switch {
					case !ok:
					case op.S != strings.Join(o.Piece.Values, "-"):
						try(op.What, op.S, op.Size)
					case op.Size/point > 6.99, !happens[o.Piece.At] && op.Size/point > 3.3:
						inLayer[o.Piece.At]++
					}
				}
			}
		}
		for at, n := range inLayer {
			said[at] = max(said[at], n)
		}
	}
	out := sortedKeys(small)
	for at, n := range stood {
		if said[at] < n {
			out = append(out, fmt.Sprintf("%v: values of %d counters out of %d", at, said[at], n))
		}
	}
	if len(stood) == 0 {
		out = append(out, "no counters")
	}
	slices.Sort(out)
	return out
}

// TestStacksShowStrengths: no counter of up to six in a hex covers a digit of
// another, and of up to two, which is what may stay, neither one in the hexes
// round it, whatever has happened to it.
func TestStacksShowStrengths(t *testing.T) {
	all := scenario.Vocabulary.List("state")
	for n := 1; n <= 6; n++ {
		tried := [][]engine.Class{nil, all}
		for _, c := range all {
			tried = append(tried, []engine.Class{c}, []engine.Class{engine.Active, c})
		}
		for _, states := range tried {
			p := crowded(1, n)
			near := 1
			if n > 2 {
				near = 0
			}
			var pieces []engine.Piece
			for _, pc := range p.View.Pieces {
				if pc.States = states; p.Board.Grid.Distance(pc.At, p.Crop.At[0]) <= near {
					pieces = append(pieces, pc)
				}
			}
			if c := covered(t, p.Board, pieces); c != "" {
				t.Errorf("%d counters, %v: %s", n, states, c)
			}
		}
	}
}

// covered says which counter something covers a digit of. Nothing: none.
func covered(t *testing.T, b *engine.Board, pieces []engine.Piece) string {
	t.Helper()
	pn := newPlanner(cellesBook(), b, newLayout(b, 1), sharedFonts(), Untranslated)
	pn.crop = true
	type digits struct {
		of  string
		box Rect
	}
	var seen []digits
	_, counters := pn.counters(pieces)
	for _, o := range counters {
		c, ok := o.(Counter)
		if !ok {
			continue
		}
		name := fmt.Sprintf("one in %v at %.0f", c.Piece.At, c.At)
		all := c.At.square(c.Size) // in which it draws
		for _, op := range counterOps(pn.book, pn.fonts, c) {
			for _, d := range seen {
				if d.box.Overlaps(all) && covers(op, c.At, d.box) {
					return name + " covers " + d.of
				}
			}
			if op, ok := op.(Text); ok && op.S == "15-12-9" {
				op = op.move(c.At)
				op.Box.Y1 = op.At.Y // digits end with their line
				seen = append(seen, digits{name, op.Box})
			}
		}
	}
	if len(seen) == 0 {
		t.Fatal("no digits")
	}
	return ""
}

// covers reports whether an operation draws in a box, at points half a pixel
// apart.
func covers(op Op, at Point, box Rect) bool {
	var shapes []Polyline
	switch op := op.(type) {
	case Fill:
		shapes = op.Shapes
	case Stroke:
		for _, l := range op.Lines {
			shapes = append(shapes, l.outline(op.Width, op.Closed)...)
		}
	}
	for _, s := range shapes {
		if !boundsOf([]Polyline{s}).Overlaps(Rect{box.X0 - at.X, box.Y0 - at.Y, box.X1 - at.X, box.Y1 - at.Y}) {
			continue
		}
		for x := box.X0 + 0.25; x < box.X1; x += 0.5 {
			for y := box.Y0 + 0.25; y < box.Y1; y += 0.5 {
				if s.holds(Point{x, y}.sub(at), 0) {
					return true
				}
			}
		}
	}
	return false
}

// TestInsetsShowStrengths: neither does a counter of an inset cover another, its
// frame included, nor leave its card.
func TestInsetsShowStrengths(t *testing.T) {
	r := cellesStudio(Options{})
	all := crowded(1, 1)
	var where []engine.Mark
	for _, h := range all.Board.Hexes {
		where = append(where, engine.Mark{At: h.At, Class: engine.MarkFrom})
	}
	for _, states := range [][]engine.Class{nil, {engine.Activated}, {engine.Active}, scenario.Vocabulary.List("state")} {
		p := crowded(1, 3)
		p.Portrait, p.Overlay = true, &engine.Answer{Marks: where}
		for i := range p.View.Pieces {
			p.View.Pieces[i].States = states
		}
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		var card Rect
		var before []Rect
		n := 0
		for _, o := range plan.Layers[len(plan.Layers)-1].Ops {
			switch o := o.(type) {
			case Fill:
				if strings.HasPrefix(o.What, "inset ") && o.Ink == "label" {
					card, before = boundsOf(o.Shapes), nil
				}
			case Counter:
				if o.Piece.ID == "" { // of the legend
					continue
				}
				n++
				for _, op := range counterOps(r.book, r.fonts, o) {
					for _, b := range before {
						if covers(op, o.At, b) {
							t.Fatalf("%v: one covers another", states)
						}
					}
					if op, ok := op.(Fill); ok {
						b := boundsOf(op.Shapes)
						b = Rect{b.X0 + o.At.X, b.Y0 + o.At.Y, b.X1 + o.At.X, b.Y1 + o.At.Y}
						if !card.holds(b) {
							t.Fatalf("%v: %v leaves its card %v", states, b, card)
						}
					}
				}
				before = append(before, o.At.square(o.Size/2-1))
			}
		}
		if n < 21 {
			t.Errorf("%d counters in insets", n)
		}
	}
}
