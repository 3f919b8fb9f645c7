package browse

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referee/bot/boardfile"
	"referee/bot/test/browsertest"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
	"referee/engine/kit/sheets"
)

// Of the differences that a printed map has, so many are to be found at least; and a person makes two strokes a second.
const (
	printedDifferences = 200
	retracedAtLeast    = 198
	mostStrokes        = 90 * 60 * 2
)

// TestAPrintedMapIsRetraced: the photograph of a printed map is laid under the grid by three points. By the colours that are seen on it,
// and by what the page says of each hex, all that differs is painted with mouse and keys; nothing then contradicts a source, and the board is played on.
func TestAPrintedMapIsRetraced(t *testing.T) {
	thorough.Only(t)
	p := printMap(t, printedDifferences)
	w := &retracer{owner: work(t, "celles", "en", browsertest.Sized(2560, 1440, false))}
	w.names = browsertest.Await[map[string]string](w.Tab, `fetch("state").then(r => r.json()).then(s => Object.fromEntries(s.brushes.map(b => [b.id, b.name])))`)
	photo := filepath.Join(w.dir, "map.jpg")
	if err := os.WriteFile(photo, p.photograph(t), 0o600); err != nil {
		t.Fatal(err)
	}
	w.lay(p, photo)
	seen := w.look()
	w.retrace(seen)
	if n := w.Text("#tab-checks"); strings.ContainsAny(n, "0123456789") {
		t.Errorf("what is painted is contradicted: %s: %s", n, w.Text("#checks"))
	}
	board := w.saved(t)
	facts, err := sheets.Read(scenario.Sheets(), board.Files)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range p.stated {
		b, _ := scenario.Sheets().Brush(d.brush)
		if is := (&printedMap{facts: facts}).has(b, strings.Fields(d.hexes)); is != d.gone {
			found++
		} else {
			t.Logf("missed: %+v", d)
		}
	}
	left := sheets.Diff(p.facts, facts, false)
	t.Logf("%d of %d differences, %d strokes, %d cells differ from the printed map", found, len(p.stated), w.pushes, len(left))
	if found < retracedAtLeast || w.pushes > mostStrokes {
		t.Errorf("%d of %d differences were found, with %d strokes", found, len(p.stated), w.pushes)
	}
	for _, c := range left[:min(len(left), 5)] {
		t.Logf("differs: %+v", c)
	}
	playOn(t, board)
}

// retracer is an owner who counts the presses of keys and buttons.
type retracer struct {
	*owner
	names  map[string]string // of brushes, by what they paint
	pushes int
}

// lay opens a photograph, and clicks the three hexes on it that the page asks for, where their numbers are read.
func (w *retracer) lay(p *printedMap, photo string) {
	w.t.Helper()
	w.Choose("#open-picture", photo)
	w.pushes++
	for n := range 3 {
		w.Wait(fmt.Sprintf(`/\d{4}/.test(document.querySelector("#picture-note").textContent) && document.querySelector("#picture-note").textContent.includes("%d")`, n+1))
		note := w.Text("#picture-note")
		at := coord(w.t, note[strings.IndexFunc(note, func(r rune) bool { return r >= '0' && r <= '9' }):][:4])
		u, v := tilted(p.middle(at))
		on := browsertest.Eval[struct{ X, Y float64 }](w.Tab, fmt.Sprintf(`(() => { const i = document.querySelector("#picture"), r = i.getBoundingClientRect(); return {X: r.left + %f * r.width / %d, Y: r.top + %f * r.height / %d}; })()`,
			u, p.width, v, p.height))
		w.ClickAt(math.Round(on.X), math.Round(on.Y))
		w.pushes++
	}
	w.Wait(`!document.querySelector("#nudges").hidden`)
}

// spot is a place on the screen.
type spot struct{ X, Y float64 }

// seenMap is the photograph under the grid, as it is seen on the screen.
type seenMap struct {
	picture image.Image
	at      map[string]spot // the middles of hexes
	side    float64         // of a hex, in pixels
}

// look shows the photograph alone, the whole of it, and looks at it.
func (w *retracer) look() *seenMap {
	w.t.Helper()
	w.Click("#whole")
	w.Click("#alone")
	w.pushes += 2
	at := browsertest.Eval[map[string]spot](w.Tab, `(() => {
		const m = document.querySelector("#paper").getScreenCTM(), out = {};
		for (const t of document.querySelectorAll("#paper .numbers text")) {
			const p = new DOMPoint(Number(t.getAttribute("x")), Number(t.getAttribute("y")) + 24 * 0.52).matrixTransform(m);
			out[t.textContent] = {X: p.x, Y: p.y};
		}
		return out;
	})()`)
	picture, err := png.Decode(bytes.NewReader(w.Screenshot()))
	if err != nil {
		w.t.Fatal(err)
	}
	w.Click("#alone")
	w.pushes++
	s := &seenMap{picture: picture, at: at}
	a, b := at["0101"], at["0102"]
	s.side = math.Hypot(a.X-b.X, a.Y-b.Y) / math.Sqrt(3)
	return s
}

// ink is the ink at a point, of those that are named: the nearest one, by the mean of a few pixels.
func (s *seenMap) ink(x, y float64, of ...string) string {
	var r, g, b, n float64
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c, _ := color.RGBAModel.Convert(s.picture.At(int(math.Round(x))+dx, int(math.Round(y))+dy)).(color.RGBA)
			r, g, b, n = r+float64(c.R), g+float64(c.G), b+float64(c.B), n+1
		}
	}
	// The light of the photograph is uneven: shares of the colours count for more than how bright they are.
	least, best := math.Inf(1), ""
	for _, name := range of {
		i := inks[name]
		k := (r + g + b) / n / (float64(i.R) + float64(i.G) + float64(i.B))
		d := math.Abs(r/n-k*float64(i.R)) + math.Abs(g/n-k*float64(i.G)) + math.Abs(b/n-k*float64(i.B)) + 60*math.Abs(math.Log(k))
		if d < least {
			least, best = d, name
		}
	}
	return best
}

// most is the ink that is seen at most of some points.
func (s *seenMap) most(points []spot, of ...string) string {
	count := map[string]int{}
	for _, p := range points {
		count[s.ink(p.X, p.Y, of...)]++
	}
	best := of[0]
	for _, name := range of {
		if count[name] > count[best] {
			best = name
		}
	}
	return best
}

var grounds = []string{"clear", "rough", "woods", "town"}

// hex says what is printed in a hex: terrain, and whether there is a village.
func (s *seenMap) hex(id string) (terrain string, village bool) {
	at := s.at[id]
	var ring []spot
	for i := range 24 {
		a := float64(i) * math.Pi / 12
		ring = append(ring, spot{at.X + 0.62*s.side*math.Cos(a), at.Y + 0.62*s.side*math.Sin(a)})
	}
	terrain = s.most(ring, append(slices.Clone(grounds), "road", "highway", "minor_river", "meuse", "village")...)
	return terrain, s.ink(at.X+villageX*s.side, at.Y+villageY*s.side, append(slices.Clone(grounds), "village", "road", "highway")...) == "village"
}

// between says what is printed between two hexes: a river along their side, a road from one to the other.
func (s *seenMap) between(a, b string) (river, road string) {
	p, q := s.at[a], s.at[b]
	mid, half := spot{(p.X + q.X) / 2, (p.Y + q.Y) / 2}, spot{(q.X - p.X) / 2, (q.Y - p.Y) / 2}
	side := spot{-half.Y / math.Sqrt(3), half.X / math.Sqrt(3)}
	river = s.line(mid, side, []float64{-0.7, -0.55, -0.4, 0.4, 0.55, 0.7}, "meuse", "minor_river")
	return river, s.line(mid, half, []float64{-0.65, -0.5, -0.35, -0.22, 0.22, 0.35, 0.5, 0.65}, "highway", "road")
}

// line is the ink of a line through a point, of those named: seen at most places along it, on it or close beside it; "": none is.
func (s *seenMap) line(mid, along spot, at []float64, of ...string) string {
	all := slices.Concat(grounds, []string{"road", "highway", "minor_river", "meuse", "village"})
	long := math.Hypot(along.X, along.Y)
	count := map[string]int{}
	for _, f := range at {
		seen := map[string]bool{}
		for _, beside := range []float64{-0.06, -0.03, 0, 0.03, 0.06} {
			k := beside * s.side / long
			seen[s.ink(mid.X+f*along.X-k*along.Y, mid.Y+f*along.Y+k*along.X, all...)] = true
		}
		for _, ink := range of {
			if seen[ink] {
				count[ink]++
			}
		}
	}
	best := ""
	for _, ink := range of {
		if count[ink] > max(len(at)/2, count[best]) {
			best = ink
		}
	}
	return best
}

// retrace compares what is seen with what the page says of each hex, and paints what differs, brush by brush.
func (w *retracer) retrace(s *seenMap) {
	w.t.Helper()
	ours := w.read(s)
	type stroke struct {
		brush string
		erase bool
		hexes []string
	}
	var todo []stroke
	differ := func(brush string, is, was bool, hexes ...string) {
		if is != was {
			todo = append(todo, stroke{brush, !is, hexes})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.at)) {
		terrain, village := s.hex(id)
		if !ours[id+" "+terrain] && slices.Contains(grounds, terrain) {
			todo = append(todo, stroke{terrain, false, []string{id}})
		}
		differ("village", village, ours[id+" village"], id)
		for _, other := range slices.Sorted(maps.Keys(s.at)) {
			p, q := s.at[id], s.at[other]
			if id >= other || math.Hypot(p.X-q.X, p.Y-q.Y) > 1.9*s.side {
				continue
			}
			river, road := s.between(id, other)
			pair := id + "–" + other
			for _, b := range []string{"minor_river", "meuse"} {
				differ(b, river == b, ours[pair+" "+b], id, other)
			}
			for _, b := range []string{"road", "highway"} {
				differ(b, road == b, ours[pair+" "+b], id, other)
			}
		}
	}
	slices.SortStableFunc(todo, func(a, b stroke) int {
		return strings.Compare(fmt.Sprint(!a.erase, a.brush), fmt.Sprint(!b.erase, b.brush)) // what goes first, so that nothing is taken away again
	})
	brush, erasing, done := "", false, w.Text("#status")
	for _, k := range todo {
		if k.erase != erasing {
			w.Click("#erase")
			w.pushes++
			erasing = k.erase
		}
		if k.brush != brush {
			w.Click("#brushes button says " + w.names[k.brush])
			w.pushes++
			brush = k.brush
		}
		p := s.at[k.hexes[0]]
		switch {
		case len(k.hexes) == 1:
			w.ClickAt(p.X, p.Y)
		case k.brush == "road" || k.brush == "highway":
			q := s.at[k.hexes[1]]
			w.DragAt(p.X, p.Y, q.X-p.X, q.Y-p.Y, 6)
		default:
			q := s.at[k.hexes[1]]
			w.ClickAt((p.X+q.X)/2, (p.Y+q.Y)/2)
		}
		w.pushes++
		done = browsertest.Await[string](w.Tab, fmt.Sprintf(`(s => s !== %q && s)(document.querySelector("#status").textContent)`, done))
	}
}

// read presses on every hex, and notes what the page says of it and of its sides.
func (w *retracer) read(s *seenMap) map[string]bool {
	w.t.Helper()
	ours := map[string]bool{}
	w.Press("\u001b") // no brush
	w.pushes++
	for id, at := range s.at {
		w.ClickAt(at.X, at.Y)
		w.pushes++
		for _, line := range browsertest.Await[[]string](w.Tab, fmt.Sprintf(`document.querySelector("#hex h3")?.textContent.includes(%q) ? [...document.querySelectorAll("#hex li")].map(l => l.firstChild.textContent) : null`, id)) {
			place, what, pair := strings.Cut(line, ": ")
			if !pair {
				place, what = id, line
			}
			for brush, name := range w.names {
				if slices.Contains(strings.Split(what, ", "), name) {
					ours[place+" "+brush] = true
				}
			}
		}
	}
	return ours
}

// saved saves the board, and reads its file.
func (w *retracer) saved(t *testing.T) *boardfile.File {
	t.Helper()
	w.Click("#tab-board")
	for field, text := range map[string]string{"#name": "Printed", "#version": "1", "#author": "Test"} {
		w.Click(field)
		w.Press("a", chromedp.ModifierCtrl)
		w.Type(field, text)
		w.pushes += 2 + len(text)
	}
	w.Click("#named button")
	w.pushes++
	file := filepath.Join(w.dir, "celles.board.json")
	for range 100 {
		if _, err := os.Stat(file); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return readBoard(t, text)
}
