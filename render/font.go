package render

import (
	"fmt"
	"image"
	"math"
	"sync"

	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-fonts/dejavu/dejavusanscondensedoblique"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Face is one of the typefaces of a picture.
type Face uint8

// The typefaces.
const (
	Plain Face = iota
	Bold
	Oblique
	Serif // bold, for titles
	faces
)

func (f Face) String() string { return [faces]string{"plain", "bold", "oblique", "serif"}[f] }

// fonts measures and draws letters. Safe for concurrent use.
type fonts struct {
	face [faces]*sfnt.Font

	mu     sync.Mutex
	glyphs map[glyphKey]glyph
	masks  map[maskKey]letterMask
	paths  map[glyphKey]string // see path
}

type glyphKey struct {
	face Face
	r    rune
}

// glyph is a letter at an em of 1.
type glyph struct {
	advance  float64
	outlines []Polyline
}

type maskKey struct {
	glyphKey
	size    float32
	quarter uint8 // of a pixel, to the right
}

// letterMask is a letter as pixels, and the halo around it.
type letterMask struct {
	at        image.Point // of the masks' corner from the start of the baseline
	ink, halo *image.Alpha
}

// maxMasks bounds the cache of letters; one takes some 500 bytes.
const maxMasks = 16384

// sharedFonts is shared by all Renderers of the program, so that each letter is read
// only once.
var sharedFonts = sync.OnceValue(loadFonts)

func loadFonts() *fonts {
	f := &fonts{glyphs: map[glyphKey]glyph{}, masks: map[maskKey]letterMask{}, paths: map[glyphKey]string{}}
	for i, ttf := range [faces][]byte{
		dejavusanscondensed.TTF, dejavusanscondensedbold.TTF,
		dejavusanscondensedoblique.TTF, dejavuserifcondensedbold.TTF,
	} {
		p, err := sfnt.Parse(ttf)
		if err != nil {
			panic(fmt.Sprintf("render: font %v: %v", Face(i), err))
		}
		f.face[i] = p
	}
	return f
}

// has reports whether a typeface can draw a letter.
func (f *fonts) has(face Face, r rune) bool {
	var buf sfnt.Buffer
	ix, err := f.face[face].GlyphIndex(&buf, r)
	return err == nil && ix != 0
}

// emUnits is the em at which outlines are read.
const emUnits = 1024

// glyph returns a letter; the caller holds f.mu. A letter that the typeface
// lacks is a box.
func (f *fonts) glyph(k glyphKey) glyph {
	if g, ok := f.glyphs[k]; ok {
		return g
	}
	var g glyph
	var buf sfnt.Buffer
	fnt := f.face[k.face]
	ix, err := fnt.GlyphIndex(&buf, k.r)
	if err == nil {
		ppem := fixed.I(emUnits)
		if adv, err := fnt.GlyphAdvance(&buf, ix, ppem, font.HintingNone); err == nil {
			g.advance = float64(adv) / 64 / emUnits
		}
		if segs, err := fnt.LoadGlyph(&buf, ix, ppem, nil); err == nil {
			g.outlines = outlines(segs)
		}
	}
	f.glyphs[k] = g
	return g
}

// outlines turns a font's curves into lines at an em of 1.
func outlines(segs sfnt.Segments) []Polyline {
	pt := func(p fixed.Point26_6) Point {
		return Point{float64(p.X) / 64 / emUnits, float64(p.Y) / 64 / emUnits}
	}
	var out []Polyline
	for _, s := range segs {
		last := len(out) - 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			out = append(out, Polyline{pt(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			out[last] = append(out[last], pt(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			out[last] = out[last].bend(pt(s.Args[0]), pt(s.Args[1]))
		case sfnt.SegmentOpCubeTo: // TrueType has none
			out[last] = append(out[last], pt(s.Args[2]))
		}
	}
	return out
}

// width is the width of a line of letters, in pixels.
func (f *fonts) width(face Face, size float64, s string) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	var w float64
	for _, r := range s {
		w += f.glyph(glyphKey{face, r}).advance
	}
	return w * size
}

// outline returns a letter's outlines, its baseline starting at a point and
// turned clockwise.
func (f *fonts) outline(face Face, size float64, l Letter) []Polyline {
	f.mu.Lock()
	g := f.glyph(glyphKey{face, l.R})
	f.mu.Unlock()
	sin, cos := math.Sincos(l.Turn)
	return eachPoint(g.outlines, func(p Point) Point {
		return Point{l.At.X + size*(p.X*cos-p.Y*sin), l.At.Y + size*(p.X*sin+p.Y*cos)}
	})
}

// mask returns a letter as pixels, and the distance to the next one.
func (f *fonts) mask(face Face, size float64, r rune, quarter uint8) (letterMask, float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := maskKey{glyphKey{face, r}, float32(size), quarter}
	g := f.glyph(k.glyphKey)
	m, ok := f.masks[k]
	if !ok {
		if len(f.masks) >= maxMasks {
			clear(f.masks)
		}
		m = drawLetter(g.outlines, size, float64(quarter)/4)
		f.masks[k] = m
	}
	return m, g.advance * size
}

// haloWidth is how far a halo reaches beyond letters of a size, in pixels.
func haloWidth(size float64) float64 { return max(1.2, 0.15*size) }

func drawLetter(shapes []Polyline, size, shift float64) letterMask {
	if len(shapes) == 0 {
		return letterMask{}
	}
	scaled := eachPoint(shapes, func(p Point) Point { return Point{p.X*size + shift, p.Y * size} })
	pad := int(math.Ceil(haloWidth(size))) + 1
	b := boundsOf(scaled)
	at := image.Pt(int(math.Floor(b.X0))-pad, int(math.Floor(b.Y0))-pad)
	w := int(math.Ceil(b.X1)) + pad - at.X
	h := int(math.Ceil(b.Y1)) + pad - at.Y
	var ras rasteriser
	ink := image.NewAlpha(image.Rect(0, 0, w, h))
	ras.draw(ink, scaled, Point{float64(-at.X), float64(-at.Y)})
	return letterMask{at: at, ink: ink, halo: spread(ink, haloWidth(size))}
}

// spread returns a mask grown by a distance in pixels, with a soft edge.
func spread(src *image.Alpha, dist float64) *image.Alpha {
	out := image.NewAlpha(src.Rect)
	n := int(math.Ceil(dist))
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for dy := -n; dy <= n; dy++ {
		for dx := -n; dx <= n; dx++ {
			part := max(0, min(1, dist+0.5-math.Hypot(float64(dx), float64(dy))))
			if part > 0 {
				spreadBy(out, src, dx, dy, w, h, uint32(part*256))
			}
		}
	}
	return out
}

func spreadBy(out, src *image.Alpha, dx, dy, w, h int, part uint32) {
	for y := max(0, -dy); y < min(h, h-dy); y++ {
		from, to := src.Pix[y*src.Stride:], out.Pix[(y+dy)*out.Stride:]
		for x := max(0, -dx); x < min(w, w-dx); x++ {
			if v := uint8(uint32(from[x]) * part >> 8); v > to[x+dx] {
				to[x+dx] = v
			}
		}
	}
}
