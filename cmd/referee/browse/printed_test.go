package browse

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"

	"referee/engine"
	builtin "referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

// printedSide is the length of a hex's side on the sheet, in pixels; tilt is how the photograph lies, in degrees.
const (
	printedSide = 46.0
	tilt        = 3.0
)

// inks are the colours of the printed map: of terrain, and of what is painted over it.
var inks = map[string]color.RGBA{
	"clear": {236, 226, 196, 255}, "rough": {198, 160, 104, 255}, "woods": {112, 160, 98, 255}, "town": {160, 150, 168, 255},
	"meuse": {30, 70, 160, 255}, "minor_river": {86, 156, 222, 255}, "road": {96, 62, 34, 255}, "highway": {204, 32, 28, 255},
	"village": {20, 16, 18, 255}, "bridge": {20, 16, 18, 255},
}

// printedMap is a map that somebody else has printed.
type printedMap struct {
	board *engine.Board
	facts *sheets.Set
	// stated are its differences from the board built in: a brush, the hexes, and whether it is not there.
	stated []difference

	width, height int // of the photograph, in pixels
}

type difference struct {
	brush, hexes string
	gone         bool
}

// printMap makes up a map with so many differences from the board built in, none of which is against a fact that is known.
func printMap(t *testing.T, differences int) *printedMap {
	t.Helper()
	data, err := match.LoadData(builtin.Files())
	if err != nil {
		t.Fatal(err)
	}
	format := scenario.Sheets()
	ours, err := sheets.Read(format, data)
	if err != nil {
		t.Fatal(err)
	}
	game, err := builtin.Open(builtin.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p := &printedMap{board: game.Info().Board, facts: ours.Clone()}
	r := rand.New(rand.NewPCG(39, 200))
	touched := map[string]bool{}
	for len(p.stated) < differences {
		b := format.Brushes[r.IntN(len(format.Brushes))]
		if b.ID == "meuse" || b.ID == "bridge" || b.ID == "town" {
			continue
		}
		at := p.board.Hexes[r.IntN(len(p.board.Hexes))].At
		hexes := []string{at.String()}
		if b.On != sheets.OnHex {
			next, ok := p.board.Grid.Neighbour(at, hex.Dirs[r.IntN(6)])
			if !ok || !slices.ContainsFunc(p.board.Hexes, func(h engine.BoardHex) bool { return h.At == next }) {
				continue
			}
			hexes = append(hexes, next.String())
			slices.Sort(hexes)
		}
		place := string(b.On) + strings.Join(hexes, " ")
		was := p.has(b, hexes)
		if touched[place] || p.known(ours, hexes) || b.On == sheets.OnHex && b.Clear == nil && was || b.On != sheets.OnHex && p.other(hexes, b) {
			continue
		}
		try := p.facts.Clone()
		if err := try.Paint(b, hexes, was); err != nil {
			t.Fatal(err)
		}
		if _, err := scenario.Load(match.Data(try.Files())); err != nil {
			continue // its own rules forbid it
		}
		touched[place] = true
		p.facts = try
		p.stated = append(p.stated, difference{b.ID, strings.Join(hexes, " "), was})
	}
	return p
}

// has reports whether a brush was used on hexes.
func (p *printedMap) has(b sheets.Brush, hexes []string) bool {
	if b.On != sheets.OnHex {
		return p.facts.Row(b.File, strings.Join(hexes, " ")+" "+b.ID) != nil
	}
	row := p.facts.Row(b.File, hexes[0])
	for column, is := range b.Set {
		if row[column] != is {
			return false
		}
	}
	return true
}

// other reports whether there is something else of the kind between two hexes, which would go.
func (p *printedMap) other(hexes []string, b sheets.Brush) bool {
	return slices.ContainsFunc(b.Instead, func(id string) bool { return p.facts.Row(b.File, strings.Join(hexes, " ")+" "+id) != nil })
}

// known reports whether a source tells of hexes: nothing is made up there.
func (p *printedMap) known(ours *sheets.Set, hexes []string) bool {
	for _, h := range hexes {
		if o := ours.Rests("hexes.csv", h, "").Origin; o == engine.OriginKnown || o == engine.OriginDerived {
			return true
		}
	}
	return slices.ContainsFunc(ours.Keys("hexsides.csv"), func(key string) bool {
		o := ours.Rests("hexsides.csv", key, "").Origin
		return strings.HasPrefix(key, strings.Join(hexes, " ")+" ") && (o == engine.OriginKnown || o == engine.OriginDerived)
	})
}

// middle is where a hex lies on the sheet, before it is tilted.
func (p *printedMap) middle(at hex.Coord) (x, y float64) {
	col, row, shifted := p.board.Grid.Cell(at)
	down := float64(row)
	if shifted {
		down += 0.5
	}
	return printedSide * (1.5 + 1.5*float64(col)), printedSide * (1.5 + math.Sqrt(3)*down)
}

// tilted is where a point of the sheet is on the photograph.
func tilted(x, y float64) (u, v float64) {
	a := tilt * math.Pi / 180
	return 180 + x*math.Cos(a) - y*math.Sin(a), 40 + x*math.Sin(a) + y*math.Cos(a)
}

// photograph draws the map, and photographs it: tilted, unevenly lit, with the noise of a camera, as JPEG.
func (p *printedMap) photograph(t *testing.T) []byte {
	t.Helper()
	w, h := 0.0, 0.0
	for _, one := range p.board.Hexes {
		x, y := p.middle(one.At)
		w, h = max(w, x), max(h, y)
	}
	sheet := image.NewRGBA(image.Rect(0, 0, int(w+1.5*printedSide), int(h+1.5*printedSide)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.RGBA{248, 246, 240, 255}), image.Point{}, draw.Src)
	for _, one := range p.board.Hexes {
		p.drawHex(sheet, one.At)
	}
	for _, feature := range []string{"minor_river", "meuse", "road", "highway", "bridge"} {
		for _, key := range p.facts.Keys("hexsides.csv") {
			if words := strings.Fields(key); words[2] == feature {
				p.drawSide(t, sheet, words[0], words[1], feature)
			}
		}
	}
	pen := font.Drawer{Dst: sheet, Src: image.NewUniform(color.RGBA{60, 50, 40, 255}), Face: basicfont.Face7x13}
	for _, one := range p.board.Hexes {
		x, y := p.middle(one.At)
		pen.Dot = fixed.P(int(x)-14, int(y-0.58*printedSide))
		pen.DrawString(one.At.String())
	}
	photo := image.NewRGBA(image.Rect(0, 0, sheet.Rect.Dx()+240, sheet.Rect.Dy()+260))
	draw.Draw(photo, photo.Bounds(), image.NewUniform(color.RGBA{74, 60, 52, 255}), image.Point{}, draw.Src) // the table it lies on
	ox, oy := tilted(0, 0)
	cos, sin := math.Cos(tilt*math.Pi/180), math.Sin(tilt*math.Pi/180)
	draw.BiLinear.Transform(photo, f64.Aff3{cos, -sin, ox, sin, cos, oy}, sheet, sheet.Bounds(), draw.Over, nil)
	p.width, p.height = photo.Rect.Dx(), photo.Rect.Dy()
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(photo.Pix); i += 4 {
		x, y := float64(i/4%photo.Rect.Dx())/float64(photo.Rect.Dx()), float64(i/4/photo.Rect.Dx())/float64(photo.Rect.Dy())
		light := 1.04 - 0.16*x - 0.06*y
		for c := range 3 {
			photo.Pix[i+c] = uint8(min(255, max(0, float64(photo.Pix[i+c])*light+r.NormFloat64()*5)))
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, photo, &jpeg.Options{Quality: 82}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// drawHex draws the terrain of a hex, its outline, and its village.
func (p *printedMap) drawHex(sheet *image.RGBA, at hex.Coord) {
	x, y := p.middle(at)
	row := p.facts.Row("hexes.csv", at.String())
	ground := inks[row["terrain"]]
	for v := int(y - printedSide); v <= int(y+printedSide); v++ {
		for u := int(x - printedSide); u <= int(x+printedSide); u++ {
			dx, dy := math.Abs(float64(u)-x), math.Abs(float64(v)-y)
			edge := max(dy, dx*math.Sqrt(3)/2+dy/2) / (printedSide * math.Sqrt(3) / 2) // 1 on the outline
			switch {
			case edge > 1:
			case edge > 0.965:
				sheet.SetRGBA(u, v, color.RGBA{90, 84, 76, 255})
			default:
				sheet.SetRGBA(u, v, ground)
			}
		}
	}
	if row["village"] == "1" {
		vx, vy := x+villageX*printedSide, y+villageY*printedSide
		fill(sheet, vx-6, vy-6, vx+6, vy+6, inks["village"])
	}
}

// Where a village is printed in its hex, in lengths of its side.
const (
	villageX = -0.52
	villageY = 0.0
)

func fill(sheet *image.RGBA, x0, y0, x1, y1 float64, ink color.RGBA) {
	draw.Draw(sheet, image.Rect(int(x0), int(y0), int(x1), int(y1)), image.NewUniform(ink), image.Point{}, draw.Src)
}

// drawSide draws what lies or leads between two hexes.
func (p *printedMap) drawSide(t *testing.T, sheet *image.RGBA, a, b, feature string) {
	t.Helper()
	x0, y0 := p.middle(coord(t, a))
	x1, y1 := p.middle(coord(t, b))
	mx, my, dx, dy := (x0+x1)/2, (y0+y1)/2, (x1-x0)/2, (y1-y0)/2
	width := map[string]float64{"minor_river": 6, "meuse": 9, "road": 5, "highway": 8, "bridge": 10}[feature]
	if feature == "minor_river" || feature == "meuse" { // along the side
		dx, dy = -dy/math.Sqrt(3), dx/math.Sqrt(3)
	}
	if feature == "bridge" {
		dx, dy = dx*0.2, dy*0.2
	}
	steps := 200
	for i := range steps + 1 {
		f := 2*float64(i)/float64(steps) - 1
		x, y := mx+f*dx, my+f*dy
		fill(sheet, math.Round(x-width/2), math.Round(y-width/2), math.Round(x+width/2), math.Round(y+width/2), inks[feature])
	}
}

func coord(t *testing.T, id string) hex.Coord {
	t.Helper()
	c, err := hex.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
