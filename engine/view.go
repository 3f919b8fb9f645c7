package engine

import (
	"slices"
	"strconv"

	"referee/engine/hex"
)

// Board is the unchanging part of the map.
type Board struct {
	Title string `json:"title"` // names on the map are not translated
	// Metres is the distance on the ground between the middles of neighbouring hexes;
	// 0: not known.
	Metres int         `json:"metres,omitempty"`
	Grid   hex.Grid    `json:"grid,omitzero"` // how its hexes are numbered
	Hexes  []BoardHex  `json:"hexes,omitempty"`
	Edges  []BoardEdge `json:"edges,omitempty"`
	Links  []BoardLink `json:"links,omitempty"`
	// Vocabulary is that of the Info: how the words of the board and of every View are drawn.
	Vocabulary *Vocabulary `json:"-"`
}

// BoardHex is one hex of the map.
type BoardHex struct {
	At      hex.Coord `json:"at"`
	Terrain Class     `json:"terrain"`
	Site    Class     `json:"site,omitempty"`  // a village; empty: none
	Works   Class     `json:"works,omitempty"` // another of the sites, beside that: a fort; empty: none
	Area    Class     `json:"area,omitempty"`  // owner of the rear area it lies in; empty: none
	Entry   bool      `json:"entry,omitempty"` // pieces arrive here
	Name    string    `json:"name,omitempty"`  // of the place in it
	VP      int       `json:"vp,omitempty"`    // victory points printed in it; 0: none
	Origin  Origin    `json:"-"`               // of its terrain; "": not told
}

// BoardEdge is a feature of a hexside.
type BoardEdge struct {
	Edge  hex.Edge `json:"edge"`
	Class Class    `json:"class"`
	Name  string   `json:"name,omitempty"`
	// Of is the hex that works on the hexside belong to, and are drawn in; zero: they are on the
	// hexside itself, like rivers.
	Of     hex.Coord `json:"of,omitzero"`
	Origin Origin    `json:"-"` // "": not told
}

// BoardLink is a road from a hex to its neighbour.
type BoardLink struct {
	A      hex.Coord `json:"a"`
	B      hex.Coord `json:"b"`
	Class  Class     `json:"class"`
	Name   string    `json:"name,omitempty"`
	Bridge bool      `json:"bridge,omitempty"` // it crosses a river's hexside
	Origin Origin    `json:"-"`                // "": not told
}

// View is the part of a position that one viewer may see, in drawing words.
type View struct {
	Status     Msg      `json:"status"`               // "Turn 3, night of 24 December: action phase"
	Conditions []Class  `json:"conditions,omitempty"` // of the turn: night, rain
	Links      []Link   `json:"links,omitempty"`      // those that differ from the Board's
	Pieces     []Piece  `json:"pieces,omitempty"`     // on the map, lower ones of a stack first
	Tracks     []Track  `json:"tracks,omitempty"`
	Boxes      []Box    `json:"boxes,omitempty"`
	Counts     []Count  `json:"counts,omitempty"` // of each seat; none before play begins
	Marks      []Mark   `json:"marks,omitempty"`  // acts in progress: targets, routes
	Paths      []Path   `json:"paths,omitempty"`
	Waiting    []Prompt `json:"waiting,omitempty"` // open questions that the viewer may know of
	Files      []File   `json:"files,omitempty"`   // that players have handed in lately, the newest first
	Result     *Result  `json:"result,omitempty"`  // set once the game is over
}

// Picture returns the newest file that is a picture: the board of a game that has no map.
func (v View) Picture() (File, bool) {
	i := slices.IndexFunc(v.Files, File.Picture)
	if i < 0 {
		return File{}, false
	}
	return v.Files[i], true
}

// Turn returns the turn of the turn marker, from 1, and the number of turns: taken from the first
// track with a Marker that is Here. Both are 0 if no track has one.
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

// Link is a link that was made during play, or one of the Board's that has been cut.
type Link struct {
	BoardLink
	Cut bool `json:"cut,omitempty"` // it cannot be used now
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
	Band   int       `json:"band"`            // number of the colour of its formation: Vocabulary.Bands
	Values []string  `json:"values,omitempty"`
	Steps  int       `json:"steps"`
	Of     int       `json:"of"` // printed steps
	States []Class   `json:"states,omitempty"`
	Origin Origin    `json:"-"` // of its values; "": not told
	// Left is the allowance that it may still spend, or could if it became active now ("12 MP");
	// the zero Msg: not counted.
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
	Label      string   `json:"label"`                // short, and no word of a language: "5", "24"
	Conditions []Class  `json:"conditions,omitempty"` // of its turn
	Markers    []Marker `json:"markers,omitempty"`
}

// Numbered returns a track of cells from 1 to n, with a marker in one.
func Numbered(id string, label Msg, n, here int, marker Marker) Track {
	t := Track{ID: id, Label: label, Cells: make([]Cell, n)}
	for i := range t.Cells {
		t.Cells[i].Label = strconv.Itoa(i + 1)
		if i+1 == here {
			t.Cells[i].Markers = []Marker{marker}
		}
	}
	return t
}

// Marker is an object on a track or in a box that is not a piece.
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

// Count is what a seat has so far, and what it has left to do: what players look for first.
type Count struct {
	Seat Seat `json:"seat"`
	// Points says in a few words what the seat would have if the game ended now: "17 VP". A game
	// without points says what decides it: "2 of 6 objectives".
	Points Msg   `json:"points"`
	From   []Msg `json:"from,omitempty"` // where the points come from
	// Left is what the seat has left to do in this turn: "2 actions left"; the zero Msg: not counted.
	Left Msg `json:"left,omitzero"`
}

// Mark is a mark on a hex, with an optional short text ("2½").
type Mark struct {
	At    hex.Coord `json:"at"`
	Class Class     `json:"class"`
	Text  string    `json:"text,omitempty"`
}

// Path is a route from hex to hex.
type Path struct {
	Class Class       `json:"class"`
	Hexes []hex.Coord `json:"hexes,omitempty"`
	Text  string      `json:"text,omitempty"` // a tag at its end: a result
}

// Result is the outcome of a game.
type Result struct {
	Winner   Seat `json:"winner"`   // empty: a draw
	Decisive bool `json:"decisive"` // won before its time
	// Degree is the degree of victory, a word of the game for which its catalogue has the message
	// "degree."+Degree; empty: the game has no degrees of victory, or nobody has won.
	Degree string  `json:"degree,omitempty"`
	Score  []Score `json:"score,omitempty"`
	Why    Msg     `json:"why"`
}

// Score is one seat's points and their sources.
type Score struct {
	Seat   Seat  `json:"seat"`
	Points int   `json:"points"`
	From   []Msg `json:"from,omitempty"`
}

// Tallier is an optional interface of a game that can compute at any moment the result that it
// would have if it ended now: a match whose player has run out of time can be decided by it.
type Tallier[S any] interface {
	// Tally returns the result by the present score. It depends only on what everybody may know.
	Tally(s S) Result
}

func (p *position[S]) Tally() (Result, bool) {
	if t, ok := p.game.rules.(Tallier[S]); ok {
		return t.Tally(p.state), true
	}
	return Result{}, false
}
