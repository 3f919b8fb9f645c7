package engine

import "referee/engine/hex"

// Class is a word of the fixed drawing vocabulary below. Pictures can draw each of
// them; a game that uses any other is at fault.
type Class string

// The terrain of a hex.
const (
	Clear Class = "clear"
	Rough Class = "rough"
	Woods Class = "woods"
	Town  Class = "town"
	Water Class = "water"
)

// What is in a hex besides its terrain.
const Village Class = "village"

// Owners of areas, pieces and marks.
const (
	Axis    Class = "axis"    // grey
	Allies  Class = "allies"  // olive
	Commons Class = "commons" // brown
	Neutral Class = "neutral" // white
)

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
	Motorised   Class = "motorised" // carried by trucks
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

// Periods of a turn.
const (
	Day   Class = "day"
	Night Class = "night"
)

// Vocabulary lists every word of the drawing vocabulary, by what it describes. A game
// whose Board, View or Answer uses another word is at fault, and so is a renderer that
// lacks one.
var Vocabulary = map[string][]Class{
	"terrain": {Clear, Rough, Woods, Town, Water},
	"site":    {Village},
	"owner":   {Axis, Allies, Commons, Neutral},
	"edge":    {MajorRiver, MinorRiver},
	"link":    {Road, Highway},
	"symbol":  {Armour, Infantry, Recon, AntiTank, PlainPiece},
	"state":   {Used, Disrupted, OutOfSupply, Isolated, Motorised, Activated, Active, Reduced},
	"mark": {
		MarkReach, MarkRisk, MarkZOC, MarkBlocked, MarkSource, MarkTarget, MarkAttacker,
		MarkFrom, MarkTo, MarkHit, MarkShort,
	},
	"path":    {PathMove, PathSupply, PathAttack, PathRetreat, PathAdvance, PathInfiltrate},
	"outcome": {Good, Bad, Mixed, Even},
	"period":  {Day, Night},
}

// Board is what never changes about the map.
type Board struct {
	Title string `json:"title"` // names on the map are not translated
	// Metres is the distance on the ground between the middles of neighbouring hexes;
	// 0: not known.
	Metres int         `json:"metres,omitempty"`
	Grid   hex.Grid    `json:"grid,omitzero"` // how its hexes are numbered
	Hexes  []BoardHex  `json:"hexes,omitempty"`
	Edges  []BoardEdge `json:"edges,omitempty"`
	Links  []BoardLink `json:"links,omitempty"`
}

// BoardHex is one hex of the map.
type BoardHex struct {
	At      hex.Coord `json:"at"`
	Terrain Class     `json:"terrain"`
	Site    Class     `json:"site,omitempty"`  // a village; empty: none
	Area    Class     `json:"area,omitempty"`  // owner of the rear area it lies in; empty: none
	Entry   bool      `json:"entry,omitempty"` // pieces arrive here
	Name    string    `json:"name,omitempty"`  // of the place in it
	VP      int       `json:"vp,omitempty"`    // victory points printed in it; 0: none
}

// BoardEdge is a feature of a hexside.
type BoardEdge struct {
	Edge  hex.Edge `json:"edge"`
	Class Class    `json:"class"`
	Name  string   `json:"name,omitempty"`
}

// BoardLink is a road from a hex to its neighbour.
type BoardLink struct {
	A      hex.Coord `json:"a"`
	B      hex.Coord `json:"b"`
	Class  Class     `json:"class"`
	Name   string    `json:"name,omitempty"`
	Bridge bool      `json:"bridge,omitempty"` // it crosses a river's hexside
}

// View is what one viewer may see of a position, in drawing words.
type View struct {
	Status  Msg      `json:"status"`           // "Turn 3, night of 24 December: action phase"
	Period  Class    `json:"period,omitempty"` // Day, Night or empty
	Pieces  []Piece  `json:"pieces,omitempty"` // on the map, lower ones of a stack first
	Tracks  []Track  `json:"tracks,omitempty"`
	Boxes   []Box    `json:"boxes,omitempty"`
	Marks   []Mark   `json:"marks,omitempty"` // what is under way: targets, ways
	Paths   []Path   `json:"paths,omitempty"`
	Waiting []Prompt `json:"waiting,omitempty"` // open questions that the viewer may know of
	Result  *Result  `json:"result,omitempty"`  // set once the game is over
}

// Turn is where the marker of the turn stands, from 1, and how many turns there are:
// taken from the first track with a Marker that is Here. Both are 0 where no track has
// one.
func (v View) Turn() (turn, of int) {
	for _, t := range v.Tracks {
		for i, c := range t.Cells {
			for _, m := range c.Markers {
				if m.Here {
					return i + 1, len(t.Cells)
				}
			}
		}
	}
	return 0, 0
}

// Piece is a counter.
type Piece struct {
	ID     string    `json:"id"`
	At     hex.Coord `json:"at"` // zero in a Box
	Owner  Class     `json:"owner"`
	Symbol Class     `json:"symbol"`
	Seat   Seat      `json:"seat"`
	Name   string    `json:"name,omitempty"`  // full name, not translated
	Short  string    `json:"short"`           // at most 8 letters, for the counter's edge
	Group  string    `json:"group,omitempty"` // its formation, short, for the colour band
	Band   int       `json:"band"`            // number of its formation, from 0, for the colour band
	Values []string  `json:"values,omitempty"`
	Steps  int       `json:"steps"`
	Of     int       `json:"of"` // printed steps
	States []Class   `json:"states,omitempty"`
	// Left is what it may still spend, or could if it became active now ("12 MP"); the
	// zero Msg: not counted.
	Left Msg `json:"left,omitzero"`
}

// Track is a row of numbered cells with markers on it.
type Track struct {
	ID    string `json:"id"`
	Label Msg    `json:"label"`
	Cells []Cell `json:"cells,omitempty"`
}

// Cell is one cell of a track.
type Cell struct {
	Label   string   `json:"label"` // short, and no word of a language: "5", "24"
	Period  Class    `json:"period,omitempty"`
	Markers []Marker `json:"markers,omitempty"`
}

// Marker is a thing on a track or in a box that is not a piece.
type Marker struct {
	Label Msg   `json:"label"`
	Owner Class `json:"owner"`
	Here  bool  `json:"here,omitempty"`  // the marker of the track itself: the present turn
	Spent bool  `json:"spent,omitempty"` // turned over, used up
}

// Box is a labelled box beside the map.
type Box struct {
	ID      string   `json:"id"`
	Label   Msg      `json:"label"`
	Owner   Class    `json:"owner"`
	Pieces  []Piece  `json:"pieces,omitempty"`
	Markers []Marker `json:"markers,omitempty"`
}

// Mark is a mark on a hex, with an optional short text ("2½").
type Mark struct {
	At    hex.Coord `json:"at"`
	Class Class     `json:"class"`
	Text  string    `json:"text,omitempty"`
}

// Path is a way from hex to hex.
type Path struct {
	Class Class       `json:"class"`
	Hexes []hex.Coord `json:"hexes,omitempty"`
	Text  string      `json:"text,omitempty"` // a tag at its end: a result
}

// Result is how a game ended.
type Result struct {
	Winner   Seat    `json:"winner"`   // empty: a draw
	Decisive bool    `json:"decisive"` // won before its time
	Score    []Score `json:"score,omitempty"`
	Why      Msg     `json:"why"`
}

// Score is one seat's points and where they come from.
type Score struct {
	Seat   Seat  `json:"seat"`
	Points int   `json:"points"`
	From   []Msg `json:"from,omitempty"`
}
