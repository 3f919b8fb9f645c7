package engine

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Class is a word of the drawing vocabulary: one of those below, which every game has, or one that
// the game adds in its Vocabulary. Using any other is an error of the game.
type Class string

// The terrain of a hex.
const (
	Clear Class = "clear"
	Rough Class = "rough"
	Woods Class = "woods"
	Town  Class = "town"
	Water Class = "water"
)

// Village is the kernel's only word for features of a hex besides its terrain.
const Village Class = "village"

// Neutral owns areas, pieces and marks that belong to no side, in white. Games add all other
// owners.
const Neutral Class = "neutral"

// Hexsides.
const (
	MajorRiver Class = "major-river"
	MinorRiver Class = "minor-river"
)

// Links, from the middle of a hex to the middle of its neighbour.
const (
	Road    Class = "road"
	Highway Class = "highway"
)

// Symbols of pieces.
const (
	Armour     Class = "armour"
	Infantry   Class = "infantry"
	Recon      Class = "recon"
	AntiTank   Class = "anti-tank"
	PlainPiece Class = "plain"
)

// States of pieces: Piece.States.
const (
	Used        Class = "used"
	Disrupted   Class = "disrupted"
	OutOfSupply Class = "out-of-supply"
	Isolated    Class = "isolated"
	Activated   Class = "activated" // may act in this phase
	Active      Class = "active"    // acts now
	Reduced     Class = "reduced"
)

// Marks on hexes and paths, as answers and overlays use them.
const (
	MarkReach      Class = "reach"      // can be reached
	MarkRisk       Class = "risk"       // can be reached by a roll
	MarkZOC        Class = "zoc"        // in a zone of control
	MarkBlocked    Class = "blocked"    // here supply is cut
	MarkSource     Class = "source"     // a supply source
	MarkTarget     Class = "target"     // is attacked
	MarkAttacker   Class = "attacker"   // attacks
	MarkFrom       Class = "from"       // left
	MarkTo         Class = "to"         // arrived
	MarkHit        Class = "hit"        // a step was lost there
	MarkShort      Class = "short"      // is without supply
	MarkPlace      Class = "place"      // counts for victory
	PathMove       Class = "move"       // a move
	PathSupply     Class = "supply"     // a line of supply
	PathAttack     Class = "attack"     // an attack
	PathRetreat    Class = "retreat"    // a retreat
	PathAdvance    Class = "advance"    // an advance
	PathInfiltrate Class = "infiltrate" // an infiltration
)

// How an outcome is rated for whoever acts: Bar.Class.
const (
	Good  Class = "good"
	Bad   Class = "bad"
	Mixed Class = "mixed" // some of both
	Even  Class = "even"  // neither: nothing changes
)

// stock are the words that every game has, list by list, in the order of legends.
var stock = map[string][]Class{
	"terrain": {Clear, Rough, Woods, Town, Water},
	"site":    {Village},
	"owner":   {Neutral},
	"edge":    {MajorRiver, MinorRiver},
	"link":    {Road, Highway},
	"symbol":  {Armour, Infantry, Recon, AntiTank, PlainPiece},
	"state":   {Used, Disrupted, OutOfSupply, Isolated, Activated, Active, Reduced},
	"mark": {
		MarkReach, MarkRisk, MarkZOC, MarkBlocked, MarkSource, MarkTarget, MarkAttacker,
		MarkFrom, MarkTo, MarkHit, MarkShort, MarkPlace,
	},
	"path":      {PathMove, PathSupply, PathAttack, PathRetreat, PathAdvance, PathInfiltrate},
	"outcome":   {Good, Bad, Mixed, Even},
	"condition": {},
}

// Lists names the lists of the vocabulary, in the order of legends.
var Lists = []string{"terrain", "site", "owner", "edge", "link", "symbol", "state", "mark", "path", "outcome", "condition"}

// Vocabulary holds the words that a game adds to those of the kernel, and how each is drawn, as
// data. The catalogues of the game name each of them, as "drawn."+list+"."+word:
// "drawn.symbol.glider". A nil Vocabulary adds nothing.
//
// It never changes, and a game has only one: pictures are cached by it. The letters of terrains and
// sites differ, those of edges and links, of states, and of marks; each fills one place of a
// terminal.
type Vocabulary struct {
	Terrains   []Terrain
	Sites      []Site
	Owners     []Owner
	Edges      []Works
	Links      []Way
	Symbols    []Symbol
	States     []State
	Marks      []Sign
	Conditions []Condition
	// Bands are the colours of formations, by Piece.Band; a number beyond them starts over. None:
	// ten colours of the kernel's.
	Bands []Colour
}

// Terrain is the ground of hexes.
type Terrain struct {
	Word   Class
	Letter rune   // its letter in text; 0: none, as for clear ground
	Ground Colour // runs from hex to hex; none: the open ground shows
	// As is the terrain of the kernel whose trees, hills or houses it has; "": none.
	As Class
	// Scatter is drawn a few times in each hex, in dark ink if it has none of its own.
	Scatter Glyph
}

// Site is a feature of a hex besides its terrain.
type Site struct {
	Word   Class
	Letter rune
	As     Class // Village or Town: it is drawn with its houses and the size of its names; "": none
	Glyph  Glyph // in the middle of the hex
}

// Owner is the colours of the owner of pieces, areas and markers.
type Owner struct {
	Word             Class
	Body, Used, Edge Colour // of counters, of used counters, and of the lines on them; opaque
	Area, Border     Colour // of areas: a tint, and the line around them
	// Terminal is the background of its pieces in a terminal, under white letters: the number of a
	// colour among 256, and among 16.
	Terminal [2]int
}

// Works is a line on hexsides, or along them in the hexes that they belong to: BoardEdge.Of.
type Works struct {
	Word       Class
	Letter     rune
	Line, Bank Colour  // of the line, and of the edges on both sides of it; Bank none: no edges
	Width      float64 // of the line, where a hex is 64 wide; 0: 3
	Bead       Glyph   // repeated along it, three to a hexside, upwards away from the hex that it belongs to
}

// Way is a link from the middle of a hex to that of its neighbour.
type Way struct {
	Word       Class
	Letter     rune
	Fill, Edge Colour
	Width      float64   // with its edges, where a hex is 64 wide; 0: 4
	Dash       []float64 // of the fill, in the same units; none: a whole line
}

// Symbol is the drawing in the box of a counter, which shows the kind of piece.
type Symbol struct {
	Word  Class
	Glyph Glyph
}

// State is a condition or an attribute of a piece.
type State struct {
	Word   Class
	Letter rune
	// Badge stands at the upper left corner of the counter, on a disc of a colour.
	Badge  Glyph
	Ground Colour
	// Around is drawn behind the box of the symbol, over the whole counter; Box is the place of
	// that box then: left, top, right, bottom, from -1 to 1. Zero: the usual place.
	Around Glyph
	Box    [4]float64
}

// Sign is a mark on hexes. With a Glyph it is a sign in each hex; else, with an Area, a tint
// of all its hexes together and a line around them; else a ring in each.
type Sign struct {
	Word   Class
	Letter rune
	Glyph  Glyph
	Ink    Colour // of the disc behind the glyph, of the line, and of the ground of texts
	Area   Colour
	Dash   []float64 // of the line, where a hex is 64 wide; none: a whole line
	// Event says that something happens in the hex, so that pictures show its number.
	Event bool
}

// Condition is a condition of a turn, such as night or rain.
type Condition struct {
	Word            Class
	Ground, Letters Colour // of cells of tracks, and behind its icon
	Icon            Glyph
}

// AddedWords returns the words of a list that the game adds.
func (v *Vocabulary) AddedWords(list string) []Class {
	if v == nil {
		return nil
	}
	switch list {
	case "terrain":
		return words(v.Terrains, func(d Terrain) Class { return d.Word })
	case "site":
		return words(v.Sites, func(d Site) Class { return d.Word })
	case "owner":
		return words(v.Owners, func(d Owner) Class { return d.Word })
	case "edge":
		return words(v.Edges, func(d Works) Class { return d.Word })
	case "link":
		return words(v.Links, func(d Way) Class { return d.Word })
	case "symbol":
		return words(v.Symbols, func(d Symbol) Class { return d.Word })
	case "state":
		return words(v.States, func(d State) Class { return d.Word })
	case "mark":
		return words(v.Marks, func(d Sign) Class { return d.Word })
	case "condition":
		return words(v.Conditions, func(d Condition) Class { return d.Word })
	}
	return nil
}

func words[D any](list []D, word func(D) Class) []Class {
	out := make([]Class, len(list))
	for i, d := range list {
		out[i] = word(d)
	}
	return out
}

// List returns the words of a list: those that every game has, and those that the game adds, in the
// order of legends.
func (v *Vocabulary) List(list string) []Class {
	brought, all := v.AddedWords(list), stock[list]
	switch list {
	case "owner": // nobody comes last
		return append(brought, all...)
	case "state": // what a piece may do comes after what has happened to it
		return slices.Concat(all[:slices.Index(all, Activated)], brought, all[slices.Index(all, Activated):])
	}
	return append(slices.Clone(all), brought...)
}

// IsPath reports whether a word is the class of a path. Games add no classes of paths.
func IsPath(c Class) bool { return slices.Contains(stock["path"], c) }

// Has reports whether a list has a word.
func (v *Vocabulary) Has(list string, c Class) bool {
	return slices.Contains(stock[list], c) || slices.Contains(v.AddedWords(list), c)
}

// Accent returns the colour of an owner's counters: red, green and blue in a byte each; false for
// Neutral and unknown owners.
func (v *Vocabulary) Accent(owner Class) (rgb int, ok bool) {
	if v == nil {
		return 0, false
	}
	i := slices.IndexFunc(v.Owners, func(o Owner) bool { return o.Word == owner })
	if i < 0 {
		return 0, false
	}
	return int(v.Owners[i].Body.Light >> 8), true
}

// word is what a word may look like: it is part of keys of catalogues and of names of files.
var word = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// firstWide is where the letters begin that fill two places of a terminal, but for a few.
const firstWide = 0x2e80

// Letters maps each list of words to the letters of the kernel's words in it, as they are printed
// in text. No word that a game adds may have one of them.
var Letters = map[string]string{
	"ground": "^♣■o≈★",
	"line":   "~≈/=#×",
	"mark":   "+?zxs!><@%-v",
	"state":  "»*diur.",
}

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

func (f *flaws) fail(format string, args ...any) { f.errs = append(f.errs, fmt.Errorf(format, args...)) }

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
	f.list = "terrain"
	for _, d := range v.Terrains {
		f.word = d.Word
		f.need("drawing", d.As != "" || d.Ground.Light != 0 || len(d.Scatter) > 0)
		f.letter(d.Letter, "ground")
		f.like(d.As, stock["terrain"]...)
		f.glyph(d.Scatter)
	}
	f.list = "site"
	for _, d := range v.Sites {
		f.word = d.Word
		f.needLetter(d.Letter, "ground")
		f.need("drawing", d.As != "" || len(d.Glyph) > 0)
		f.like(d.As, Village, Town)
		f.glyph(d.Glyph)
	}
	f.list = "edge"
	for _, d := range v.Edges {
		f.word = d.Word
		f.needLetter(d.Letter, "line")
		f.need("colour", d.Line.Light != 0)
		f.line(d.Width, nil)
		f.glyph(d.Bead)
	}
	f.list = "link"
	for _, d := range v.Links {
		f.word = d.Word
		f.needLetter(d.Letter, "line")
		f.need("colour", d.Fill.Light != 0 && d.Edge.Light != 0)
		f.line(d.Width, d.Dash)
	}
}

// pieces looks at counters and their owners.
func (f *flaws) pieces(v *Vocabulary) {
	f.list = "owner"
	for _, d := range v.Owners {
		f.word = d.Word
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
	f.list = "symbol"
	for _, d := range v.Symbols {
		f.word = d.Word
		f.need("drawing", len(d.Glyph) > 0)
		f.glyph(d.Glyph)
	}
	f.list = "state"
	for _, d := range v.States {
		f.word = d.Word
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
	f.list = "mark"
	for _, d := range v.Marks {
		f.word = d.Word
		if IsPath(d.Word) {
			f.fail("the mark %q is the word of a path: what an event draws would be that", d.Word)
		}
		f.needLetter(d.Letter, "mark")
		f.need("colour", d.Ink.Light != 0)
		f.line(0, d.Dash)
		f.glyph(d.Glyph)
	}
	f.list = "condition"
	for _, d := range v.Conditions {
		f.word = d.Word
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
