package render

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// svgEm is the em of letters in SVG, in their own units.
const svgEm = 128

// path returns the outlines of a letter at an em of svgEm; "": it has none.
func (f *fonts) path(k glyphKey) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.paths[k]
	if !ok {
		p = f.curves(k)
		f.paths[k] = p
	}
	return p
}

// curves reads the outlines of a letter for path.
func (f *fonts) curves(k glyphKey) string {
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
			n.move(by, false)
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
