package render_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/render"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func at(t testing.TB, s string) hex.Coord {
	t.Helper()
	c, err := hex.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sample is a small board with everything that a map can have, and a position
// on it.
func sample(t testing.TB) render.Picture {
	t.Helper()
	b := &engine.Board{Vocabulary: scenario.Vocabulary, Title: "Sample"}
	terrain := strings.Fields("clear woods rough clear town woods clear clear woods water rough clear")
	for i, name := range terrain {
		c := hex.Coord{Col: uint8(1 + i/3), Row: uint8(i % 3)}
		b.Hexes = append(b.Hexes, engine.BoardHex{At: c, Terrain: engine.Class(name)})
	}
	b.Hexes[0].Area, b.Hexes[1].Area = ardennes.Allies, ardennes.Allies
	b.Hexes[3].Site, b.Hexes[3].Name = engine.Village, "Éprave"
	b.Hexes[4].Name, b.Hexes[4].VP = "Marche", 2
	b.Hexes[11].Entry = true
	side := func(class engine.Class, name string, hexes ...string) {
		for i := 0; i < len(hexes); i += 2 {
			b.Edges = append(b.Edges, engine.BoardEdge{
				Edge: hex.EdgeOf(at(t, hexes[i]), at(t, hexes[i+1])), Class: class, Name: name,
			})
		}
	}
	side(engine.MajorRiver, "Meuse", "0100", "0200", "0101", "0200", "0101", "0201", "0102", "0201", "0102", "0202")
	side(engine.MinorRiver, "Lesse", "0301", "0302", "0302", "0401", "0302", "0402")
	link := func(class engine.Class, a, c string, bridge bool) {
		b.Links = append(b.Links, engine.BoardLink{A: at(t, a), B: at(t, c), Class: class, Bridge: bridge})
	}
	link(engine.Highway, "0101", "0201", true)
	link(engine.Highway, "0201", "0301", false)
	link(engine.Road, "0200", "0201", false)
	link(engine.Road, "0301", "0302", true)
	piece := func(id, c string, states ...engine.Class) engine.Piece {
		return engine.Piece{
			ID: id, At: at(t, c), Owner: ardennes.Axis, Symbol: engine.Armour, Group: "lehr", Short: id,
			Band: 1, Values: []string{"11", "8", "9"}, Steps: 2, Of: 2, States: states,
		}
	}
	v := engine.View{
		Status: engine.Say("Turn 1"), Conditions: []engine.Class{scenario.Night},
		Pieces: []engine.Piece{
			piece("a", "0201", engine.Used), piece("b", "0201"), piece("c", "0302", engine.Active),
			piece("d", "0401", engine.Reduced, engine.Disrupted, engine.OutOfSupply),
		},
		Tracks: []engine.Track{{ID: "turn", Label: engine.Say("Turn"), Cells: []engine.Cell{
			{Label: "23", Conditions: []engine.Class{scenario.Night}, Markers: []engine.Marker{{Label: engine.Say("Turn"), Here: true}}},
			{Label: "24", Conditions: []engine.Class{scenario.Day}},
		}}},
		Boxes: []engine.Box{{
			ID: "chits", Label: engine.Say("Chits"), Owner: ardennes.Axis,
			Markers: []engine.Marker{{Label: engine.Say("Combat"), Owner: ardennes.Axis}},
		}},
		Waiting: []engine.Prompt{{Ask: engine.Say("Move")}},
	}
	overlay := &engine.Answer{
		Marks: []engine.Mark{{At: at(t, "0300"), Class: engine.MarkReach, Text: "2.5"}},
		Paths: []engine.Path{{Class: engine.PathMove, Hexes: []hex.Coord{at(t, "0302"), at(t, "0301"), at(t, "0300")}}},
	}
	return render.Picture{Board: b, View: v, Overlay: overlay}
}

// tower is many counters in one hex.
func tower(t testing.TB, n int) render.Picture {
	t.Helper()
	p := render.Picture{Board: &engine.Board{Vocabulary: scenario.Vocabulary, Hexes: []engine.BoardHex{{At: at(t, "0101"), Terrain: engine.Clear}}}}
	for i := range n {
		p.View.Pieces = append(p.View.Pieces, engine.Piece{
			ID: fmt.Sprint("p", i), At: at(t, "0101"), Owner: ardennes.Allies, Symbol: engine.Infantry, Values: []string{"5"},
		})
	}
	return p
}

func toyPicture(t testing.TB, g engine.Game) render.Picture {
	t.Helper()
	return render.Picture{Board: g.Info().Board, View: played(t, g, 3, 9).View(engine.Spectator)}
}

// ridge is the toy game on its map of pointed hexes.
func ridge(t testing.TB) engine.Game {
	t.Helper()
	g, err := toy.Open(toy.Ridge(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPlan compares plans with testdata/plan/*.txt.
func TestPlan(t *testing.T) {
	pictures := map[string]render.Picture{
		"sample": sample(t), "toy": toyPicture(t, toy.Strict()), "ridge": toyPicture(t, ridge(t)), "two": tower(t, 2), "three": tower(t, 3), "ten": tower(t, 10),
	}
	crop := sample(t)
	crop.Crop, crop.Scale = &render.Crop{At: []hex.Coord{at(t, "0101")}, Radius: 1}, 1
	pictures["crop"] = crop
	files, err := filepath.Glob("testdata/plan/*.txt")
	if err != nil || len(files) != len(pictures) && !*update {
		t.Fatalf("%d goldens for %d pictures: %v", len(files), len(pictures), err)
	}
	r := render.New(render.Options{})
	for name, p := range pictures {
		t.Run(name, func(t *testing.T) {
			plan, err := r.Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata/plan", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(plan.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(plan.String(), "\n")); d != "" {
				t.Errorf("the plan is not %s (-want +got; -update rewrites it):\n%s", file, d)
			}
		})
	}
}

// draw returns a picture as its file and decoded.
func draw(t testing.TB, r *render.Renderer, p render.Picture) ([]byte, image.Image) {
	t.Helper()
	var out bytes.Buffer
	if err := r.PNG(&out, p); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), img
}

// TestPicture compares one picture with testdata/sample.png.
func TestPicture(t *testing.T) {
	p := sample(t)
	p.Scale = 0.75
	data, got := draw(t, render.New(render.Options{}), p)
	golden(t, "testdata/sample.png", data, got)
}

// golden compares a picture with one in a file, allowing for rounding. On failure got, want
// and diff stay in a directory that it names.
func golden(t *testing.T, file string, data []byte, got image.Image) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wanted, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(wanted))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	diff, share := compare(got, want)
	if share <= 0.002 {
		return
	}
	dir, err := os.MkdirTemp("", "render")
	if err != nil {
		t.Fatal(err)
	}
	var d bytes.Buffer
	if err := png.Encode(&d, diff); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"got": data, "want": wanted, "diff": d.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("%.2f %% of the picture differs; see %s", 100*share, dir)
}

// compare marks in red where two pictures differ visibly, and says in what
// share of their pixels.
func compare(a, b image.Image) (image.Image, float64) {
	box := a.Bounds()
	out := image.NewRGBA(box)
	n := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			far := func(p, q uint32) bool { return max(p, q)-min(p, q) > 40<<8 }
			if far(ar, br) || far(ag, bg) || far(ab, bb) {
				out.Set(x, y, color.RGBA{255, 0, 0, 255})
				n++
			}
		}
	}
	return out, float64(n) / float64(box.Dx()*box.Dy())
}

// TestRollsAreExplained: where hexes can be reached by a roll alone, the picture says
// so, legend or not; where there are none, it does not.
func TestRollsAreExplained(t *testing.T) {
	for class, want := range map[engine.Class]int{engine.MarkRisk: 1, engine.MarkReach: 0} {
		p := sample(t)
		p.Overlay.Marks = append(p.Overlay.Marks, engine.Mark{At: at(t, "0401"), Class: class, Text: "1"})
		plan, err := render.New(render.Options{}).Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, l := range plan.Layers {
			for _, o := range l.Ops {
				if o, ok := o.(render.Text); ok && o.S == "drawn.mark.risk" {
					said++
				}
			}
		}
		if said != want {
			t.Errorf("with a mark of %s it is explained %d times", class, said)
		}
	}
}

// TestNamesMakeRoom: names so long that they would lie over each other stand
// elsewhere, and again where counters drive them from there. None is left out that has
// room beside a counter; a name as wide as two hexes and a half has not always.
func TestNamesMakeRoom(t *testing.T) {
	for _, c := range []struct {
		name   string
		held   bool
		placed int
	}{
		{"Grandchampsaintmartin", false, 15}, {"Grandchampagne", true, 15}, {"Grandchampsaintmartin", true, 9},
	} {
		namesMakeRoom(t, c.name, c.held, c.placed)
	}
}

func namesMakeRoom(t *testing.T, name string, held bool, placed int) {
	t.Helper()
	b := &engine.Board{Vocabulary: scenario.Vocabulary}
	var v engine.View
	for col := range uint8(9) {
		for row := range uint8(5) {
			h := engine.BoardHex{At: hex.Coord{Col: 1 + col, Row: 1 + row}, Terrain: engine.Clear}
			if col%2 == 0 && row%2 == 0 {
				h.Name = name
				if held {
					v.Pieces = append(v.Pieces, engine.Piece{
						ID: h.At.String(), At: h.At, Owner: ardennes.Axis, Symbol: engine.Armour, States: []engine.Class{engine.Active},
					})
				}
			}
			b.Hexes = append(b.Hexes, h)
		}
	}
	plan, err := render.New(render.Options{}).Plan(render.Picture{Board: b, View: v})
	if err != nil {
		t.Fatal(err)
	}
	var boxes []render.Rect
	for _, o := range plan.Layers[1].Ops {
		if o, ok := o.(render.Text); ok && strings.HasPrefix(o.What, "name ") {
			for _, other := range boxes {
				if o.Box.Overlaps(other) {
					t.Errorf("%s, held %v: %s lies over another, %v over %v", name, held, o.What, o.Box, other)
				}
			}
			boxes = append(boxes, o.Box)
		}
	}
	if len(boxes) < placed {
		t.Errorf("%s, held %v: %d names, want %d of 15", name, held, len(boxes), placed)
	}
}

// TestNamesApart: no name of a place or a river lies over another or over the
// number of a road, and no name of a place leaves the picture, at any scale, in whole
// maps and in crops, whatever stands on the map.
func TestNamesApart(t *testing.T) {
	g := cellesGame(t)
	board := g.Info().Board
	r := render.New(render.Options{})
	for name, p := range map[string]render.Picture{
		"small": {Scale: 0.5}, "usual": {Scale: 1}, "wide": {Scale: 2},
		"in play": {View: played(t, g, 7, 90).View(engine.Spectator)},
		"late":    {View: played(t, g, 8, 300).View(engine.Spectator)},
		"crop":    {View: played(t, g, 7, 90).View(engine.Spectator), Crop: &render.Crop{At: []hex.Coord{at(t, "2113")}, Radius: 3}},
		"corner":  {View: played(t, g, 8, 90).View(engine.Spectator), Crop: &render.Crop{At: []hex.Coord{at(t, "0213")}, Radius: 2}},
	} {
		p.Board = board
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		names, rivers := 0, 0
		var boxes []render.Rect
		var of []string
		add := func(s string, box render.Rect) { boxes, of = append(boxes, box), append(of, s) }
		for _, o := range plan.Layers[1].Ops {
			if o, ok := o.(render.Text); ok && strings.HasPrefix(o.What, "name ") {
				add(o.What+" "+o.S, o.Box)
				names++
			}
		}
		for _, o := range plan.Layers[1].Ops {
			switch o := o.(type) {
			case render.Text:
				if strings.HasPrefix(o.What, "road ") {
					add(o.S, o.Box)
				}
			case render.Lettering:
				rivers++
				for _, b := range o.Boxes() {
					if !strings.HasPrefix(o.What, "river ") || !b.Overlaps(rectOf(plan.Window)) {
						continue
					}
					for j, other := range boxes { // all of them come before
						if b.Overlaps(other) {
							t.Errorf("%s: %s lies over %s", name, o.What, of[j])
						}
					}
				}
			}
		}
		if rivers < 1 || p.Crop == nil && rivers < 10 {
			t.Errorf("%s: only %d names of rivers", name, rivers)
		}
		if p.Crop == nil && names < 80 || names < 3 {
			t.Fatalf("%s: only %d names", name, names)
		}
		w := plan.Window
		for i, a := range boxes {
			if i < names && (a.X0 < float64(w.Min.X) || a.Y0 < float64(w.Min.Y) || a.X1 > float64(w.Max.X) || a.Y1 > float64(w.Max.Y)) {
				t.Errorf("%s: %s leaves the map: %v", name, of[i], a)
			}
			for j, b := range boxes[:i] {
				if j < names && a.Overlaps(b) {
					t.Errorf("%s: %s %v lies over %s %v", name, of[i], a, of[j], b)
				}
			}
		}
	}
}

// TestCropsNameTheirPlaces: no name of a place in a crop is left out, whatever
// stands and is marked there.
func TestCropsNameTheirPlaces(t *testing.T) {
	thorough.Slow(t)
	g := cellesGame(t)
	r := render.New(render.Options{})
	asked := 0
	for _, n := range []int{0, 120, 300}[thorough.Or(1, 0):] {
		pos := played(t, g, uint64(n), n)
		supply, err := pos.Ask(engine.Judge, engine.Query{Name: "supply"})
		if err != nil {
			t.Fatal(err)
		}
		p := render.Picture{Board: g.Info().Board, View: pos.View(engine.Spectator), Overlay: &supply}
		for i, piece := range p.View.Pieces {
			p.Crop = &render.Crop{At: []hex.Coord{piece.At}, Radius: 1 + i%3}
			plan, err := r.Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			named := map[string]bool{}
			for _, o := range plan.Layers[1].Ops {
				if o, ok := o.(render.Text); ok {
					named[o.What] = true
				}
			}
			for _, h := range p.Board.Hexes {
				if h.Name != "" && p.Board.Grid.Distance(h.At, piece.At) <= p.Crop.Radius {
					asked++
					if !named["name "+h.At.String()] {
						t.Errorf("after %d decisions, round %v: %s is not named", n, piece.At, h.Name)
					}
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d names", asked)
	}
}

// TestPositions: whatever a game comes to can be drawn, with what is marked over
// it, within the size that can be sent, in both themes.
func TestPositions(t *testing.T) {
	g := cellesGame(t)
	var in []*render.Renderer // by theme
	for _, theme := range render.Themes() {
		in = append(in, render.New(render.Options{Theme: theme}))
	}
	for i, n := range []int{0, 1, 40, 120, 320, 600} {
		if i != 4 && !thorough.On() {
			continue
		}
		theme, r := render.Themes()[i%2], in[i%2]
		pos := played(t, g, uint64(n), n)
		p := render.Picture{Board: g.Info().Board, View: pos.View(engine.Spectator), Legend: i == 4}
		overlays := []*engine.Answer{nil, {}}
		all := overlays[1]
		for _, q := range []engine.Query{
			{Name: "supply"},
			{Name: "zoc", Args: map[string][]string{"side": {"allied"}}},
			{Name: "zoc", Args: map[string][]string{"side": {"german"}}},
		} {
			a, err := pos.Ask(engine.Judge, q)
			if err != nil {
				t.Fatal(err)
			}
			overlays = append(overlays, &a)
			all.Marks, all.Paths = append(all.Marks, a.Marks...), append(all.Paths, a.Paths...)
		}
		for k, a := range overlays {
			p.Overlay = a
			data, img := draw(t, r, p)
			if w := img.Bounds().Dx(); w != 1600 || len(data) > 400_000 {
				t.Errorf("%s, after %d decisions, overlay %d: %d wide, %d bytes", theme.Name, n, k, w, len(data))
			}
		}
	}
}

// TestCrops: every crop of a board can be drawn, at its edges too.
func TestCrops(t *testing.T) {
	r := render.New(render.Options{})
	p := sample(t)
	p.Scale = 0.5
	for _, h := range p.Board.Hexes {
		for _, radius := range []int{1, 2, 50} {
			p.Crop = &render.Crop{At: []hex.Coord{h.At}, Radius: radius}
			draw(t, r, p)
		}
	}
}

// rectOf is a window as a box.
func rectOf(r image.Rectangle) render.Rect {
	return render.Rect{X0: float64(r.Min.X), Y0: float64(r.Min.Y), X1: float64(r.Max.X), Y1: float64(r.Max.Y)}
}

func TestEmptyView(t *testing.T) {
	_, img := draw(t, render.New(render.Options{}), render.Picture{Board: sample(t).Board})
	if img.Bounds().Empty() {
		t.Error("no picture")
	}
}

// TestTower: any number of counters in one hex is drawn or counted.
func TestTower(t *testing.T) {
	r := render.New(render.Options{})
	for n := 1; n <= 12; n++ {
		plan, err := r.Plan(tower(t, n))
		if err != nil {
			t.Fatal(err)
		}
		shown, more := 0, 0
		for _, o := range plan.Layers[1].Ops {
			switch o := o.(type) {
			case render.Counter:
				if o.Part == render.Above {
					shown++
				}
			case render.Text:
				if strings.HasPrefix(o.What, "number ") {
					continue
				}
				if _, err := fmt.Sscanf(o.S, "+%d", &more); err != nil {
					t.Errorf("%d counters: %q", n, o.S)
				}
			}
		}
		if shown+more != n {
			t.Errorf("of %d counters %d are drawn and %d counted", n, shown, more)
		}
	}
}

// TestAtOnce: eight pictures at once, the cache forgetting maps and the buffers
// used again, are the pictures that are drawn alone.
func TestAtOnce(t *testing.T) {
	var pictures []render.Picture
	var want [][]byte
	for i := range 4 {
		p := sample(t)
		p.Scale = 0.31 + 0.17*float64(i)
		if i == 3 {
			p.Crop = &render.Crop{At: []hex.Coord{at(t, "0201")}, Radius: 1}
		}
		alone, _ := draw(t, render.New(render.Options{}), p)
		pictures, want = append(pictures, p), append(want, alone)
	}
	r := render.New(render.Options{CacheBytes: 1, AtOnce: 8})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range pictures {
				k = (k + i) % len(pictures)
				var out bytes.Buffer
				if err := r.PNG(&out, pictures[k]); err != nil {
					t.Error(err)
				} else if !bytes.Equal(out.Bytes(), want[k]) {
					t.Errorf("goroutine %d: picture %d differs", i, k)
				}
			}
		})
	}
	wg.Wait()
}

// TestSame: the same picture is the same file, cached or not.
func TestSame(t *testing.T) {
	p := sample(t)
	r := render.New(render.Options{})
	first, _ := draw(t, r, p)
	for range 3 {
		if again, _ := draw(t, r, p); !bytes.Equal(first, again) {
			t.Fatal("the same picture differs")
		}
	}
	if other, _ := draw(t, render.New(render.Options{}), p); !bytes.Equal(first, other) {
		t.Error("another renderer draws another picture")
	}
}

func TestCheck(t *testing.T) {
	b := cellesGame(t).Info().Board
	if errs := render.Check(b, "Führer – Éprave, œuvre ½ 14/3 ñ ¿"); len(errs) > 0 {
		t.Errorf("a good board: %v", errs)
	}
	bad := &engine.Board{Vocabulary: scenario.Vocabulary, Title: "漢", Hexes: []engine.BoardHex{{At: at(t, "0101"), Terrain: "swamp"}}}
	if errs := render.Check(bad); len(errs) < 2 || !strings.Contains(fmt.Sprint(errs), `"swamp"`) || !strings.Contains(fmt.Sprint(errs), "漢") {
		t.Errorf("a bad board: %v", errs)
	}
	if errs := render.Check(nil, "Bridge", "漢"); len(errs) == 0 || strings.Contains(fmt.Sprint(errs), "hexes") {
		t.Errorf("no board, and a letter that there is not: %v", errs)
	}
	if errs := render.Check(nil, "Bridge"); len(errs) > 0 {
		t.Errorf("no board: %v", errs)
	}
}

func TestBare(t *testing.T) {
	m := engine.Say("key", engine.Num("n", 3), engine.Ratio("mp", 5, 2), engine.Noun("unit", "a"),
		engine.Sub("s", engine.Say("in")), engine.List("l", engine.Text("", "x"), engine.Text("", "y")))
	if got, want := render.Untranslated(m), "key 3 5/2 a (in) x, y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
