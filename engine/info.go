package engine

import "io/fs"

// Info is what a game says of itself, for one data set and one law.
type Info struct {
	Game    string        // id, as in files and commands: "celles"
	Title   string        // the name on the box
	Law     int           // number of the law, from 1
	Data    string        // hex SHA-256 of the data set
	Seats   []Seat        // in the order in which they are listed; without Chance
	Options []SetupOption // what may be chosen when a match is opened
	Verbs   []Verb        // what players say
	Queries []QueryInfo   // what may be asked of a position
	Clauses []ClauseInfo  // of standing orders; none: the game has no such orders
	Board   *Board        // what never changes
	// Catalogues holds en.toml, fr.toml and es.toml.
	Catalogues fs.FS
	// Words lists the ids that completion may offer, by kind of argument.
	Words map[WordKind][]string
	// Readings are the rulings of ours on points that the rulebook leaves open.
	Readings []Reading
}

// Setup holds the options chosen for a match, by SetupOption.ID. What is
// missing has its default.
type Setup map[string]string

// Get returns the chosen value of an option, or its default.
func (s Setup) Get(o SetupOption) string {
	if v, ok := s[o.ID]; ok {
		return v
	}
	return o.Default
}

// SetupOption is a choice made when a match is opened, labelled by the message
// "setup."+ID and, for its values, "setup."+ID+"."+value.
type SetupOption struct {
	ID      string
	Values  []string
	Default string
	// Bid says that it gives one seat VP, in the words of [BidOption].
	Bid bool
}

// Reading is a ruling of ours: the paragraph it belongs to and the key of its text.
type Reading struct{ Rule, Key string }

// WordKind is the kind of thing a player types: "unit", "hex", "chit", …
type WordKind string

// Verb is something players say. It is a template of a path: slash commands,
// typed orders, completion and help are made from it. Its help is the message
// "verb."+Name; what a language calls it where it shows commands by name may be
// "command."+Name.
type Verb struct {
	Name    string   // "move"
	Kinds   []string // kinds of prompt that it can answer
	Slots   []Slot
	Example string // "move lehr-a 2214 2114"
	// Rule is the paragraph of what the verb does, cited where it answers nothing
	// that is asked; "": none is.
	Rule string
}

// Slot is one place in a verb's template.
type Slot struct {
	// Literal goes into the path as it stands, typed or not; with Optional only
	// where the tree of answers offers it there.
	Literal  string
	Arg      WordKind // what is typed, when Literal is empty
	Optional bool     // may be left out
	Repeat   bool     // may be typed several times
	Prefix   string   // put before what is typed, if not typed: "+"
	// Goal is put before what is typed and says that the game is to find the way
	// itself: "to:" before a hex. Options have none: what is chosen there is done as
	// it stands.
	Goal string
}

// QueryInfo names a query and its arguments. Its help is the message
// "query."+Name; what a language calls it may be "command."+Name.
type QueryInfo struct {
	Name string
	Args []QueryArg
}

// QueryArg is an argument of a query or of a clause.
type QueryArg struct {
	Name     string
	Kind     WordKind
	Optional bool
	Repeat   bool
}

// Query is a question about a position that changes nothing.
type Query struct {
	Name string
	Args map[string][]string
	// Choose answers for the seats where a query looks ahead; nil: the game's
	// own preference, which its answer states. Whoever asks must not learn from
	// the answer what is secret from them: Choose may know their own standing
	// orders, never the opponent's.
	Choose Choose
}

// First returns the first value of an argument, or "".
func (q Query) First(name string) string {
	if v := q.Args[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Answer is the answer to a Query: sentences, things to draw, and data for programs.
type Answer struct {
	Lines  []Msg
	Heads  int   // how many of Lines, from the first, say what Marks and Bars show; 0: all are to be said with them
	Deeds  []Msg // those of Lines that left something on the map, and at what odds; nil: no events are told
	Marks  []Mark
	Paths  []Path
	Ghosts []Piece // pieces that are gone, where they stood
	Bars   []Bar   // a chart of chances; nil: none
	Data   any     // encodes to a JSON object
}

// Said are the lines that are said beside what is drawn: all of them, or the first
// Heads.
func (a *Answer) Said() []Msg {
	if a.Heads == 0 {
		return a.Lines
	}
	return a.Lines[:min(a.Heads, len(a.Lines))]
}

// Bar is one bar of a chart: Part of Of equal chances bring what its label says.
// The bars of an Answer are outcomes of which one, and only one, comes: all have
// the same Of, and their Parts add up to it. What else is likely or not is told
// in the lines.
type Bar struct {
	Label    Msg // a few words, as a player says it
	Part, Of int
	// Class says what it is for whoever acts: Good, Bad, Mixed or Even. Empty:
	// nobody says.
	Class Class
	// Faces are the faces of the one die that bring it, as they stand on the die,
	// the lowest first. Nil: more than one die decides, or none.
	Faces []string
}
