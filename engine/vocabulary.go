package engine

import (
	"regexp"
	"slices"
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
	MarkGuess      Class = "guess"      // no source says its terrain
	PathMove       Class = "move"       // a move
	PathSupply     Class = "supply"     // a line of supply
	PathAttack     Class = "attack"     // an attack
	PathRetreat    Class = "retreat"    // a retreat
	PathAdvance    Class = "advance"    // an advance
	PathInfiltrate Class = "infiltrate" // an infiltration
	PathGuess      Class = "guess"      // a road that no source says
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
		MarkFrom, MarkTo, MarkHit, MarkShort, MarkPlace, MarkGuess,
	},
	"path":      {PathMove, PathSupply, PathAttack, PathRetreat, PathAdvance, PathInfiltrate, PathGuess},
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
	o, ok := find(v.Owners, func(o Owner) bool { return o.Word == owner })
	return int(o.Body.Light >> 8), ok
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
	"mark":   "+?zxs!><@%-v~",
	"state":  "»*diur.",
}
