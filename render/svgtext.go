package render

import (
	"fmt"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// svgEm is the em of letters in SVG, in their own units.
const svgEm = 256

// text writes a line of letters: the halos of all, then the letters.
func (d *svg) text(o Text) {
	place := fmt.Sprintf("translate(%s %s)scale(%s)", short(o.At.X), short(o.At.Y), short(o.Size/svgEm))
	var letters []Letter
	x := 0.0
	for _, r := range o.S {
		letters = append(letters, Letter{R: r, At: Point{x, 0}})
		x += d.fonts.width(o.Face, svgEm, string(r))
	}
	d.letters(place, o.Face, o.Size, o.Ink, o.Halo, letters)
}

// lettering writes letters along a curve.
func (d *svg) lettering(o Lettering) {
	letters := make([]Letter, len(o.Letters))
	for i, l := range o.Letters {
		letters[i] = Letter{R: l.R, At: l.At.times(svgEm / o.Size), Turn: l.Turn}
	}
	d.letters(fmt.Sprintf("scale(%s)", short(o.Size/svgEm)), o.Face, o.Size, o.Ink, o.Halo, letters)
}

func (d *svg) letters(place string, face Face, size float64, ink, halo Ink, letters []Letter) {
	d.write(`<g transform="%s">`, place)
	for _, attributes := range []string{d.halo(halo, size), d.filled(ink)} {
		if attributes == "" {
			continue
		}
		d.write("<g%s>", attributes)
		for _, l := range letters {
			id := d.glyph(glyphKey{face, l.R})
			x, y := short(math.Round(l.At.X)), short(math.Round(l.At.Y))
			switch {
			case id == "":
			case l.Turn != 0:
				d.write(`<use href="#%s" transform="translate(%s %s)rotate(%s)"/>`, id, x, y, short(l.Turn*180/math.Pi))
			case y != "0":
				d.write(`<use href="#%s" x="%s" y="%s"/>`, id, x, y)
			case x != "0":
				d.write(`<use href="#%s" x="%s"/>`, id, x)
			default:
				d.write(`<use href="#%s"/>`, id)
			}
		}
		d.write("</g>")
	}
	d.write("</g>")
}

func (d *svg) halo(ink Ink, size float64) string {
	if ink == "" {
		return ""
	}
	return d.stroked(ink, 2*haloWidth(size)*svgEm/size) + ` stroke-linejoin="round"`
}

// glyph returns the identifier of a letter's outlines, "" if it has none.
func (d *svg) glyph(k glyphKey) string {
	id, ok := d.glyphs[k]
	if ok {
		return id
	}
	if data := d.fonts.path(k); data != "" {
		id = d.id()
		fmt.Fprintf(&d.defs, `<path id="%s" d="%s"/>`, id, data)
	}
	d.glyphs[k] = id
	return id
}

// path returns the outlines of a letter at an em of svgEm.
func (f *fonts) path(k glyphKey) string {
	var buf sfnt.Buffer
	fnt := f.face[k.face]
	ix, err := fnt.GlyphIndex(&buf, k.r)
	if err != nil {
		return ""
	}
	segments, err := fnt.LoadGlyph(&buf, ix, fixed.I(svgEm), nil)
	if err != nil {
		return ""
	}
	var n svgNumbers
	var at spot
	open := false
	to := func(p fixed.Point26_6) spot { return spot{(int(p.X) + 32) >> 6 * 10, (int(p.Y) + 32) >> 6 * 10} }
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				n.command('z')
			}
			open = true
			by := to(s.Args[0]).sub(at)
			n.command('m')
			n.tenths(by.x, true)
			n.tenths(by.y, false)
			n.last = 'm'
			at = to(s.Args[0])
		case sfnt.SegmentOpLineTo:
			n.step(to(s.Args[0]).sub(at))
			at = to(s.Args[0])
		default: // TrueType has no cubic curves
			again := n.last == 'q'
			n.command('q')
			for i, p := range s.Args[:2] {
				by := to(p).sub(at)
				n.tenths(by.x, !again && i == 0)
				n.tenths(by.y, false)
			}
			at = to(s.Args[1])
		}
	}
	if open {
		n.command('z')
	}
	return n.String()
}
