package engine

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Info is what a game says about itself, for one data set and one law.
type Info struct {
	Game    string        // id, as in files and commands: "toy"
	Title   string        // the name on the box
	Law     int           // number of the law, from 1
	Newest  int           // number of the newest law that the program knows
	Data    string        // hex SHA-256 of the data set
	Seats   []Seat        // in the order in which they are listed; without Chance
	Options []SetupOption // what may be chosen when a match is opened
	Verbs   []Verb        // what players say
	Queries []QueryInfo   // what may be asked about a position
	Clauses []ClauseInfo  // of standing orders; none: the game has no such orders
	Board   *Board        // what never changes
	// Vocabulary is the words that the game draws with beside the kernel's; nil: none.
	Vocabulary *Vocabulary
	// Counters are all pieces as they are printed, those too that come later or that are on no
	// map. A View shows none of another owner, symbol and band.
	Counters []Piece
	// Catalogues holds a file for each of Languages.
	Catalogues fs.FS
	// Words lists the ids that completion may offer, by kind of argument.
	Words map[WordKind][]string
	// Readings are our rulings, of all laws: a reading keeps its number for ever.
	Readings []Reading
}

// Folder is a folder of the files that are built into a package, such as its data. It panics
// where there is none.
func Folder(built fs.FS, name string) fs.FS {
	folder, err := fs.Sub(built, name)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return folder
}

// Setup holds the options chosen for a match, by SetupOption.ID. An option that is
// missing has its default value.
type Setup map[string]string

// Get returns the chosen value of an option, or its default.
func (s Setup) Get(o SetupOption) string {
	if v, ok := s[o.ID]; ok {
		return v
	}
	return o.Default
}

// Unknown finds the first option, by id, that a game has not, or not with the value that is
// chosen.
func (s Setup) Unknown(options []SetupOption) (id string, unknown bool) {
	for _, id := range slices.Sorted(maps.Keys(s)) {
		if !slices.ContainsFunc(options, func(o SetupOption) bool { return o.ID == id && slices.Contains(o.Values, s[id]) }) {
			return id, true
		}
	}
	return "", false
}

// SetupOption is a choice made when a match is opened, labelled by the message
// "setup."+ID and, for its values, "setup."+ID+"."+value.
type SetupOption struct {
	ID      string
	Values  []string
	Default string
	// Bid says that it gives one seat VP, in the words of [BidOption].
	Bid bool
	// Scenario says that its values are scenarios: what one comes to is not compared with another.
	Scenario bool
}

// Reading is one of our rulings: on a point that the rulebook leaves open, or on one that an
// older law judged otherwise.
type Reading struct {
	Rule string // the paragraph it belongs to
	Key  string // of its text
	// Law is the first law that has it; 0: all have it.
	Law int
	// Instead is the Key of the reading that it takes the place of; "": of none.
	Instead string
}

// Rulings are readings that all laws have, by their numbers, of which the last part counts those of a paragraph: "5.1"
// is the first of paragraph 5. The text is the message "reading.5.1".
func Rulings(numbers ...string) []Reading {
	list := make([]Reading, len(numbers))
	for i, n := range numbers {
		list[i] = Reading{Rule: n[:strings.LastIndex(n, ".")], Key: "reading." + n}
	}
	return list
}

// Verb finds a verb by its name.
func (i *Info) Verb(name string) (Verb, bool) {
	at := slices.IndexFunc(i.Verbs, func(v Verb) bool { return v.Name == name })
	if at < 0 {
		return Verb{}, false
	}
	return i.Verbs[at], true
}

// HasVerb reports whether a word is a verb of the game.
func (i *Info) HasVerb(name string) bool {
	_, ok := i.Verb(name)
	return ok
}

// Query finds a query by its name.
func (i *Info) Query(name string) (QueryInfo, bool) {
	at := slices.IndexFunc(i.Queries, func(q QueryInfo) bool { return q.Name == name })
	if at < 0 {
		return QueryInfo{}, false
	}
	return i.Queries[at], true
}

// HasQuery reports whether a word is a query of the game.
func (i *Info) HasQuery(name string) bool {
	_, ok := i.Query(name)
	return ok
}

// InForce lists the readings that a law has, in their order.
func (i *Info) InForce(law int) []Reading {
	instead := map[string]bool{}
	for _, r := range i.Readings {
		instead[r.Instead] = instead[r.Instead] || r.Law <= law
	}
	var out []Reading
	for _, r := range i.Readings {
		if r.Law <= law && !instead[r.Key] {
			out = append(out, r)
		}
	}
	return out
}

// Changes lists what laws after one, up to another, judge otherwise, the oldest law first.
func (i *Info) Changes(after, to int) []Reading {
	var out []Reading
	for law := after + 1; law <= to; law++ {
		for _, r := range i.Readings {
			if r.Law == law {
				out = append(out, r)
			}
		}
	}
	return out
}

// WordKind is the kind of thing a player types: "unit", "hex", "chit", …
type WordKind string

// Verb is something players say. It is a template of a path: slash commands, typed
// orders, completion and help are made from it. Its help is the message "verb."+Name;
// its name in a language that translates the names of commands may be "command."+Name.
type Verb struct {
	Name    string   // "move"
	Kinds   []string // kinds of prompt that it can answer
	Slots   []Slot
	Example string // "march red-a 0201 0301"
	// Rule is the paragraph about what the verb does, cited where the verb answers no
	// open question; "": none is cited.
	Rule string
}

// Slot is one place in a verb's template.
type Slot struct {
	// Literal goes into the path unchanged, whether it was typed or not; with Optional,
	// only where the tree of answers offers it.
	Literal  string
	Arg      WordKind // what is typed, when Literal is empty
	Optional bool     // may be left out
	Repeat   bool     // may be typed several times
	Prefix   string   // put before what is typed, if not typed: "+"
	// Goal is a prefix of what is typed that asks the game to find the way itself:
	// "to:" before a hex. Options have none: what is chosen from them is taken
	// literally.
	Goal string
}

// QueryInfo names a query and its arguments. Its help is the message "query."+Name; its
// name in a language may be "command."+Name.
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
	// Choose answers for the seats where a query looks ahead; nil: the game's own
	// preference, which the answer to the query states. The answer must not give away
	// secrets: Choose may know the standing orders of whoever asks, never the
	// opponent's.
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
	Heads  int   // how many of Lines, from the first, describe Marks and Bars; 0: all of them do
	Deeds  []Msg // those of Lines that left something on the map, and at what odds; nil: no events are told
	Marks  []Mark
	Paths  []Path
	Ghosts []Piece // pieces that are gone, where they stood
	Bars   []Bar   // a chart of chances; nil: none
	Data   any     // encodes to a JSON object
}

// Said lists the lines that go with what is drawn: all of them, or the first Heads.
func (a *Answer) Said() []Msg {
	if a.Heads == 0 {
		return a.Lines
	}
	return a.Lines[:min(a.Heads, len(a.Lines))]
}

// Bar is one bar of a chart: Part out of Of equal chances lead to what its label says.
// The bars of an Answer are outcomes of which exactly one happens: all have the same
// Of, and their Parts add up to it. Other chances are told in the lines.
type Bar struct {
	Label    Msg // a few words, as a player says it
	Part, Of int
	// Class rates it for whoever acts: Good, Bad, Mixed or Even. Empty: not rated.
	Class Class
	// Faces are the faces of the one die that lead to it, the lowest first. Nil: more
	// than one die decides, or none.
	Faces []string
}
