package text

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// letter is one letter of a line, with the inks that it is drawn in.
type letter struct {
	r rune
	ink
}

// paint draws a part, line by line. Hexes that are shifted stand a line lower, or, where
// hexes are pointed, half a hex to the right.
func (d *drawing) paint(p part) [][]letter {
	low, off, around := 0, 0, flatSides
	if d.Board.Grid.Pointed {
		around = pointedSides
	}
	if slices.ContainsFunc(d.Board.Hexes, func(h engine.BoardHex) bool { c, shifted := d.cell(h.At); return shifted && p.has(c) }) {
		if d.Board.Grid.Pointed {
			off = (p.letters + sides) / 2
		} else {
			low = 1
		}
	}
	lines := make([][]letter, 2*p.rows()+low)
	for i := range lines {
		lines[i] = make([]letter, p.columns()*(p.letters+sides)-1+off) // there is nothing after the last column
		for j := range lines[i] {
			lines[i][j].r = ' '
		}
	}
	for _, h := range d.Board.Hexes {
		c, shifted := d.cell(h.At)
		if !p.has(c) {
			continue
		}
		x, y := (c.x-p.from.x)*(p.letters+sides), 2*(c.y-p.from.y)
		if shifted {
			x, y = x+off, y+low
		}
		copy(lines[y][x:], d.hexLine(h.At, d.upper(h.At), around[0], around[1]))
		copy(lines[y+1][x:], d.hexLine(h.At, d.lower(h.At), around[2], around[3]))
	}
	return lines
}

// The hexsides beside the two lines of a hex, before and after each. Those that are left out
// are drawn with the hexes behind them.
var (
	flatSides    = [4]hex.Dir{hex.N, hex.NE, hex.S, hex.SE}
	pointedSides = [4]hex.Dir{hex.PNW, hex.PNE, hex.PW, hex.PE}
)

// roadSigns are the letters of a road that crosses a hexside, by direction.
var roadSigns = map[bool][6]rune{
	false: {'│', '/', '\\', '│', '/', '\\'},
	true:  {'/', '─', '\\', '/', '─', '\\'},
}

// hexLine is a line of a hex, between the letters of two hexsides.
func (d *drawing) hexLine(at hex.Coord, text []letter, before, after hex.Dir) []letter {
	land := d.land(at)
	out := []letter{d.side(at, before, land)}
	for i := range d.letters {
		l := letter{r: ' ', ink: land}
		if i < len(text) {
			l = text[i]
		}
		out = append(out, l)
	}
	return append(out, d.side(at, after, ink{}))
}

// side is the letter of a hexside, in the ink of the ground behind it.
func (d *drawing) side(at hex.Coord, dir hex.Dir, land ink) letter {
	next, ok := d.Board.Grid.Neighbour(at, dir)
	if _, on := d.ground[next]; !ok || !on {
		return letter{r: ' ', ink: land}
	}
	edge := hex.EdgeOf(at, next)
	river, link := d.edges[edge], d.links[edge]
	switch {
	case link != "" && d.cut[edge]:
		return d.signed(signCut, land)
	case river != "" && (link == engine.Road || link == engine.Highway):
		return d.signed(signBridge, land)
	case river != "" && link == "":
		return d.signed(d.edge[river], land)
	case link != "":
		s := d.link[link]
		l := d.signed(s, land)
		if link == engine.Road {
			l.r = roadSigns[d.Board.Grid.Pointed][dir]
		}
		return l
	}
	return letter{r: ' ', ink: land}
}

// signed draws a sign on a ground, and adds it to the legend.
func (d *drawing) signed(s sign, land ink) letter {
	if !slices.Contains(d.signs, s) {
		d.signs = append(d.signs, s)
	}
	l := letter{r: s.r, ink: land}
	if s.ink.letters != "" {
		l.letters = s.ink.letters
	}
	l.bold = s.ink.bold
	return l
}

// upper is the upper line of a hex: its number, its terrain and, if there is room, an
// answer's marks on it, how many units it has, and their states.
func (d *drawing) upper(at hex.Coord) []letter {
	land := d.land(at)
	out := written(at.String(), land)
	h := d.ground[at]
	ground, on := d.alphabet.land[h.Terrain]
	if h.Site != "" {
		ground, on = d.site[h.Site]
	}
	if len(out) < d.letters && on {
		out = append(out, d.signed(ground, land))
	}
	if s, on := d.site[h.Works]; on && len(out) < d.letters {
		out = append(out, d.signed(s, land))
	}
	var more []sign
	for _, m := range d.marks[at] {
		if s, on := d.alphabet.mark[m.Class]; on && (m.Text == "" || len(d.pieces[at]) > 0) {
			more = append(more, s)
		}
	}
	if n := len(d.pieces[at]); n > 1 {
		d.stack(at)
		more = append(more, sign{r: rune('0' + min(n, 9))})
	}
	for _, s := range d.states {
		if slices.ContainsFunc(d.pieces[at], func(p engine.Piece) bool { return slices.Contains(p.States, engine.Class(s.key)) }) {
			more = append(more, s)
		}
	}
	if len(more) > 0 && len(out) == leastLetters && d.letters > leastLetters {
		out = append(out, letter{r: ' ', ink: land})
	}
	for _, s := range more[:max(0, min(len(more), d.letters-len(out)))] {
		out = append(out, d.signed(s, land))
	}
	return out
}

func (d *drawing) stack(at hex.Coord) {
	if !slices.Contains(d.stacks, at) {
		d.stacks = append(d.stacks, at)
	}
}

// lower is the lower line of a hex: the unit on top, or an answer's mark on the hex, or
// the name of the place.
func (d *drawing) lower(at hex.Coord) []letter {
	if list := d.pieces[at]; len(list) > 0 {
		top := list[len(list)-1]
		return padded(d.called(top, d.letters), d.letters, counter(top))
	}
	land := d.land(at)
	for _, m := range d.marks[at] {
		if m.Text != "" {
			d.signed(d.alphabet.mark[m.Class], land) // for the legend
			text := engine.SayExact(d.Say, m.Text)
			if m.Class == engine.MarkRisk {
				text += string(d.alphabet.mark[engine.MarkRisk].r)
			}
			return written(first(bare(text), d.letters), land)
		}
	}
	h := d.ground[at]
	name, worth := bare(h.Name), ""
	if h.VP > 0 {
		worth = fmt.Sprintf("%c%d", signPoints.r, h.VP)
		d.signed(signPoints, land)
	}
	return written(strings.TrimRight(first(name, d.letters-long(worth)), " ")+worth, land)
}

// written is a text in an ink.
func written(text string, in ink) []letter {
	return lists.Map([]rune(text), func(r rune) letter { return letter{r, in} })
}

// padded is a text followed by spaces of the same ink.
func padded(text string, letters int, in ink) []letter {
	return written(text+strings.Repeat(" ", max(0, letters-long(text))), in)
}

// legend explains the signs that were drawn, and lists the stacks.
func (d *drawing) legend() []string {
	var out []string
	line := ""
	add := func(text string) {
		if line != "" && long(line)+2+long(text) > d.Width {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += "  "
		}
		line += text
	}
	if slices.ContainsFunc(d.View.Pieces, func(p engine.Piece) bool { return p.Seat == d.Capitals }) {
		add(bare(d.Say(engine.Say("drawn.text.capitals", engine.Noun("seat", string(d.Capitals))))))
	}
	for _, s := range slices.Concat(d.grounds, d.lines, []sign{signCut}, d.alphabet.marks, d.states) {
		if slices.Contains(d.signs, s) {
			add(string(s.r) + " " + bare(d.Say(engine.Say("drawn."+s.list+"."+s.key))))
		}
	}
	if line != "" {
		out = append(out, line)
		line = ""
	}
	slices.SortFunc(d.stacks, func(a, b hex.Coord) int { return strings.Compare(a.String(), b.String()) })
	for _, at := range d.stacks {
		text := at.String() + ":"
		for i := len(d.pieces[at]) - 1; i >= 0; i-- {
			text += " " + bare(d.pieces[at][i].ID)
		}
		add(text)
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}
