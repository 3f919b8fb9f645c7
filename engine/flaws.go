package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// leastDash is the shortest dash or gap of a line: shorter ones would be very many.
const leastDash = 0.5

// Check lists all problems of a vocabulary; nil if it can be drawn.
func (v *Vocabulary) Check() error {
	f := &flaws{taken: map[string]bool{}}
	f.words(v)
	if v != nil {
		f.printed(v)
		f.pieces(v)
		f.signs(v)
	}
	slices.SortFunc(f.errs, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(f.errs...)
}

// flaws collects what is wrong with a vocabulary.
type flaws struct {
	errs  []error
	taken map[string]bool // letters, each after the key of its letters in Letters
	list  string          // that is looked at
	word  Class           // of it
}

func (f *flaws) fail(format string, args ...any) {
	f.errs = append(f.errs, fmt.Errorf(format, args...))
}

// words looks at the words alone.
func (f *flaws) words(v *Vocabulary) {
	for _, list := range Lists {
		for i, c := range v.AddedWords(list) {
			switch {
			case !word.MatchString(string(c)):
				f.fail("the %s %q is not a word in lower case", list, c)
			case slices.Contains(stock[list], c):
				f.fail("the %s %q is there already: every game has it", list, c)
			case slices.Contains(v.AddedWords(list)[:i], c):
				f.fail("the %s %q is brought twice", list, c)
			}
		}
	}
}

// printed looks at what is printed on the map.
func (f *flaws) printed(v *Vocabulary) {
	for _, d := range v.Terrains {
		f.list, f.word = "terrain", d.Word
		f.need("drawing", d.As != "" || d.Ground.Light != 0 || len(d.Scatter) > 0)
		f.letter(d.Letter, "ground")
		f.like(d.As, stock["terrain"]...)
		f.glyph(d.Scatter)
	}
	for _, d := range v.Sites {
		f.list, f.word = "site", d.Word
		f.needLetter(d.Letter, "ground")
		f.need("drawing", d.As != "" || len(d.Glyph) > 0)
		f.like(d.As, Village, Town)
		f.glyph(d.Glyph)
	}
	for _, d := range v.Edges {
		f.list, f.word = "edge", d.Word
		f.needLetter(d.Letter, "line")
		f.need("colour", d.Line.Light != 0)
		f.line(d.Width, nil)
		f.glyph(d.Bead)
	}
	for _, d := range v.Links {
		f.list, f.word = "link", d.Word
		f.needLetter(d.Letter, "line")
		f.need("colour", d.Fill.Light != 0 && d.Edge.Light != 0)
		f.line(d.Width, d.Dash)
	}
}

// pieces looks at counters and their owners.
func (f *flaws) pieces(v *Vocabulary) {
	for _, d := range v.Owners {
		f.list, f.word = "owner", d.Word
		for name, c := range map[string]Colour{"body": d.Body, "used": d.Used, "edge": d.Edge} {
			f.need("opaque colour for "+name, c.opaque())
		}
		for name, c := range map[string]Colour{"area": d.Area, "border": d.Border} {
			f.need("colour for "+name, c.Light != 0)
		}
		if t := d.Terminal; t[0] < 0 || t[0] > 255 || t[1] < 0 || t[1] > 15 {
			f.fail("the owner %q has the colours %d of a terminal: there are 0 to 255, and 0 to 15", d.Word, t)
		}
	}
	for _, d := range v.Symbols {
		f.list, f.word = "symbol", d.Word
		f.need("drawing", len(d.Glyph) > 0)
		f.glyph(d.Glyph)
	}
	for _, d := range v.States {
		f.list, f.word = "state", d.Word
		f.needLetter(d.Letter, "state")
		f.need("drawing", len(d.Badge) > 0 || len(d.Around) > 0)
		f.need("ground for its badge", len(d.Badge) == 0 || d.Ground.Light != 0)
		f.glyph(d.Badge)
		f.glyph(d.Around)
		if b := d.Box; b != [4]float64{} && !(-1 <= b[0] && b[0] < b[2] && b[2] <= 1 && -1 <= b[1] && b[1] < b[3] && b[3] <= 1) {
			f.fail("the state %q: its box %v is not left, top, right, bottom, from -1 to 1", d.Word, b)
		}
	}
	for i, c := range v.Bands {
		if !c.opaque() {
			f.fail("band %d has no opaque colour", i)
		}
	}
}

// signs looks at marks and conditions.
func (f *flaws) signs(v *Vocabulary) {
	for _, d := range v.Marks {
		f.list, f.word = "mark", d.Word
		if IsPath(d.Word) {
			f.fail("the mark %q is the word of a path: what an event draws would be that", d.Word)
		}
		f.needLetter(d.Letter, "mark")
		f.need("colour", d.Ink.Light != 0)
		f.line(0, d.Dash)
		f.glyph(d.Glyph)
	}
	for _, d := range v.Conditions {
		f.list, f.word = "condition", d.Word
		f.need("opaque ground", d.Ground.opaque())
		f.need("colour for letters", d.Letters.Light != 0)
		f.need("icon", len(d.Icon) > 0)
		f.glyph(d.Icon)
	}
}

func (f *flaws) need(what string, has bool) {
	if !has {
		f.fail("the %s %q has no %s", f.list, f.word, what)
	}
}

func (f *flaws) glyph(g Glyph) {
	if why := g.fault(); why != "" {
		f.fail("the %s %q: %s", f.list, f.word, why)
	}
}

// like looks at the word that another is drawn as.
func (f *flaws) like(as Class, known ...Class) {
	if as != "" && !slices.Contains(known, as) {
		f.fail("the %s %q is drawn as %q: there is %q", f.list, f.word, as, known)
	}
}

func (f *flaws) needLetter(r rune, among string) {
	f.need("letter", r != 0)
	f.letter(r, among)
}

func (f *flaws) letter(r rune, among string) {
	if r == 0 {
		return
	}
	if !unicode.IsPrint(r) || unicode.IsSpace(r) || unicode.IsMark(r) || r >= firstWide {
		f.fail("the %s %q: the letter %q does not fill one place of a terminal", f.list, f.word, r)
	}
	if strings.ContainsRune(Letters[among], r) {
		f.fail("the %s %q: the letter %q stands for what every game has", f.list, f.word, r)
	}
	if f.taken[among+string(r)] {
		f.fail("the %s %q: the letter %q stands for another already", f.list, f.word, r)
	}
	f.taken[among+string(r)] = true
}

func (f *flaws) line(width float64, dash []float64) {
	if !(width >= 0 && width <= 32) {
		f.fail("the %s %q is %v wide: a hex is 64", f.list, f.word, width)
	}
	for _, n := range dash {
		if !(n >= leastDash && n <= 64) {
			f.fail("the %s %q has a dash of %v: from %v to 64 can be seen", f.list, f.word, n, leastDash)
		}
	}
}
