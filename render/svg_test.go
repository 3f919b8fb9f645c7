package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/render"
)

// allSheets are all sheets of a map.
const allSheets = render.SheetGround | render.SheetHexes | render.SheetsPosition

// svgOf draws sheets of a picture.
func svgOf(t testing.TB, p render.Picture, which render.Sheets) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := render.New(render.Options{}).SVG(&out, p, which); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// elements calls f for each element of a document.
func elements(t testing.TB, document []byte, f func(e xml.StartElement)) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(document)); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok {
			f(e)
		}
	}
}

// TestSVG: each hex and each counter that the picture shows can be pointed at, and all is
// drawn with what a strict content security policy lets through.
func TestSVG(t *testing.T) {
	whole, _ := battle(t)
	for name, p := range map[string]render.Picture{
		"celles": whole, "sample": sample(t), "toy": toyPicture(t, toy.Strict()), "ridge": toyPicture(t, ridge(t)), "ten": tower(t, 10),
	} {
		t.Run(name, func(t *testing.T) {
			rules, err := render.Rules(p.Board.Vocabulary)
			if err != nil {
				t.Fatal(err)
			}
			ids, of := map[string]bool{}, map[string][]string{}
			elements(t, svgOf(t, p, allSheets), func(e xml.StartElement) {
				if !slices.Contains([]string{"svg", "g", "defs", "path", "use", "marker"}, e.Name.Local) {
					t.Errorf("an element <%s>", e.Name.Local)
				}
				for _, a := range e.Attr {
					switch n := a.Name.Local; {
					case n == "style" || strings.HasPrefix(n, "on"):
						t.Errorf("an attribute %s of <%s>", n, e.Name.Local)
					case n == "id":
						ids[a.Value] = true
					case n == "class" && !strings.Contains(rules, "."+a.Value+"{"):
						t.Errorf("no rule for %s", a.Value)
					case n == "href" && !ids[strings.TrimPrefix(a.Value, "#")]:
						t.Errorf("nothing is called %s", a.Value)
					case strings.HasPrefix(n, "data-"):
						of[n] = append(of[n], a.Value)
					}
				}
			})
			var hexes, pieces []string
			for _, h := range p.Board.Hexes {
				hexes = append(hexes, h.At.String())
			}
			plan, err := render.New(render.Options{}).Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range plan.Layers {
				for _, o := range l.Ops {
					if c, ok := o.(render.Counter); ok && l.Name == "over" && c.Part == render.Above {
						pieces = append(pieces, c.Piece.ID)
					}
				}
			}
			if got := of["data-hex"]; !slices.Equal(got, hexes) {
				t.Errorf("hexes %v, want %v", got, hexes)
			}
			if got := of["data-piece"]; !slices.Equal(got, pieces) || len(pieces) == 0 {
				t.Errorf("pieces %v, want %v", got, pieces)
			}
			if got := of["data-sheet"]; len(got) != 8 {
				t.Errorf("sheets %v", got)
			}
		})
	}
}

// TestSVGIdentifiers: what has one identifier in many documents is the same in all of them.
func TestSVGIdentifiers(t *testing.T) {
	whole, _ := battle(t)
	defined := regexp.MustCompile(`<(?:path|g|marker) id="(\w[\w-]*)"(.*?)(?:/>|</g>|</marker>)`)
	known := map[string]string{}
	for _, p := range []render.Picture{whole, sample(t), toyPicture(t, ridge(t)), toyPicture(t, toy.Strict())} {
		found := defined.FindAllSubmatch(svgOf(t, p, allSheets), -1)
		for _, m := range found {
			id, what := string(m[1]), string(m[2])
			if other, ok := known[id]; ok && other != what {
				t.Errorf("%s is %q and %q", id, other, what)
			}
			known[id] = what
		}
		if len(found) < 10 {
			t.Errorf("%d definitions", len(found))
		}
	}
}

// TestSVGGoldens compares documents with testdata/svg/*.svg.
func TestSVGGoldens(t *testing.T) {
	crossed := tower(t, 2)
	crossed.View.Pieces[1].States = []engine.Class{engine.Used, engine.OutOfSupply, engine.Active}
	crossed.Overlay = &engine.Answer{
		Marks:  []engine.Mark{{At: at(t, "0101"), Class: engine.MarkReach, Text: "2"}},
		Ghosts: []engine.Piece{crossed.View.Pieces[0]},
	}
	for name, draw := range map[string]func(w io.Writer) error{
		"two": func(w io.Writer) error {
			return render.New(render.Options{}).SVG(w, crossed, allSheets)
		},
		"painted": func(w io.Writer) error {
			return render.New(render.Options{Theme: render.Dark()}).PaintedSVG(w, tower(t, 1), allSheets)
		},
		"ridge": func(w io.Writer) error {
			return render.New(render.Options{}).SVG(w, toyPicture(t, ridge(t)), render.SheetGround|render.SheetHexes|render.SheetPieces)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := draw(&out); err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(out.String(), "><", ">\n<") + "\n"
			file := filepath.Join("testdata/svg", name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestSVGOfUnknownUnits: what cannot be drawn is an error, and nothing is written.
func TestSVGOfUnknownUnits(t *testing.T) {
	p := sample(t)
	p.View.Pieces[0].Symbol = "dragon"
	var out bytes.Buffer
	if err := render.New(render.Options{}).SVG(&out, p, allSheets); err == nil || out.Len() > 0 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
	if err := render.New(render.Options{}).SVG(&out, render.Picture{}, allSheets); err == nil {
		t.Error("no board, and no error")
	}
	if _, err := render.Rules(&engine.Vocabulary{Symbols: []engine.Symbol{{Word: "no good word"}}}); err == nil {
		t.Error("rules for a vocabulary that is at fault")
	}
}

// TestSVGOfAnOddName: what a piece is called is data, whatever is in it.
func TestSVGOfAnOddName(t *testing.T) {
	p := tower(t, 1)
	p.View.Pieces[0].ID, p.View.Pieces[0].Short = `a"><script>alert(1)</script><g x="`, "<b>&"
	var names []string
	elements(t, svgOf(t, p, allSheets), func(e xml.StartElement) {
		if e.Name.Local == "script" || e.Name.Local == "b" {
			t.Errorf("an element <%s>", e.Name.Local)
		}
		for _, a := range e.Attr {
			if a.Name.Local == "data-piece" {
				names = append(names, a.Value)
			}
		}
	})
	if !slices.Equal(names, []string{p.View.Pieces[0].ID}) {
		t.Errorf("pieces %q", names)
	}
}

// TestGeometry: a hex is where the map has it: its corners are those of its neighbours.
func TestGeometry(t *testing.T) {
	for _, p := range []render.Picture{sample(t), toyPicture(t, ridge(t))} {
		g := render.GeometryOf(p.Board, 0)
		for i, h := range g.Hexes {
			if want := p.Board.Hexes[i].At; h.At != want {
				t.Fatalf("hex %d is %v, want %v", i, h.At, want)
			}
			for k, c := range h.Corners {
				if c.X < 0 || c.Y < 0 || c.X > g.Width || c.Y > g.Height {
					t.Errorf("corner %d of %v is off the map: %v", k, h.At, c)
				}
				opposite := h.Corners[(k+3)%6]
				if d := (c.X+opposite.X)/2 - h.Middle.X; d > 1e-6 || d < -1e-6 {
					t.Errorf("the middle of %v is not between its corners", h.At)
				}
			}
		}
		if len(g.Hexes) != len(p.Board.Hexes) {
			t.Errorf("%d hexes, want %d", len(g.Hexes), len(p.Board.Hexes))
		}
	}
}
