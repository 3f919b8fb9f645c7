package engine

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Info describes a game, for one data set and one rules version (law).
type Info struct {
	Game    string        // id, as in files and commands: "toy"
	Title   string        // the name on the box
	Law     int           // number of the law, from 1
	Newest  int           // number of the newest law that the program knows
	Data    string        // hex SHA-256 of the data set
	Facts   string        // hex SHA-256 of what it says, without notes and name: with the same the game is the same; "": not known
	Named   BoardID       // what the data set is called; the zero BoardID: it has no name
	Seats   []Seat        // in the order in which they are listed; without Chance
	Options []SetupOption // options that are chosen when a match is opened
	// ClubFile is the file of the data set that a club writes for a title of its own; "": the game has no such file.
	ClubFile string
	Verbs    []Verb       // words that players type to give orders
	Queries  []QueryInfo  // queries about a position
	Clauses  []ClauseInfo // of standing orders; none: the game has no such orders
	Board    *Board       // the unchanging part of the map
	// Vocabulary holds the drawing words that the game adds to the kernel's; nil: none.
	Vocabulary *Vocabulary
	// Counters lists all pieces as they are printed, including those that arrive later or are on no
	// map. A View shows no piece with another owner, symbol and band.
	Counters []Piece
	// Values are the names of the values of pieces, in the order of Piece.Values, by their symbol; ""
	// holds those of all other symbols. The message "value."+name is what a value is called. Nil: the
	// values have no names.
	Values map[Class][]string
	// Entering is what entering a hex costs, by its terrain or, where there is one, its site; what roads
	// and rivers change is not in it. Nil: it is not said.
	Entering map[Class]Msg
	// Catalogues holds a file for each of Languages.
	Catalogues fs.FS
	// Words lists the ids that completion may offer, by kind of argument.
	Words map[WordKind][]string
	// Readings are our interpretations, of all laws: a reading keeps its number for ever.
	Readings []Reading
	// Paragraphs are the numbers of the paragraphs that the game can say something about, in their
	// order: each has a title, the message "rule."+number+".title", and a sentence on its subject, the
	// message "rule."+number+".text". All that events, refusals and answers cite belong to them.
	Paragraphs []string
	// Origins counts what the data set rests on, by file; nil: the game does not say.
	Origins []OriginCount
	// Story is how a short account tells an event, by the key of its sentence; others it tells by that.
	Story map[string]Brief
	// Aids are the charts that players want beside the map, from the game's own data.
	Aids []Aid
}

// ValueNames returns the names of the values of pieces with a symbol; nil if they have none.
func (i *Info) ValueNames(symbol Class) []string {
	if names, ok := i.Values[symbol]; ok {
		return names
	}
	return i.Values[""]
}

// Brief is an event in a short account: the message Key, which has the arguments of the sentence of
// the event. It is listed under the message Head, in its argument "list"; without Head it is a part of
// a sentence, which it may begin. Without both it is left out.
type Brief struct {
	Head, Key string
	Begins    bool
}

// Aid is a chart for players. Its title is the message "aid."+ID.
type Aid struct {
	ID     string // as players ask for it: "terrain"
	Lines  []Msg  // sentences over its tables
	Tables []AidTable
}

// AidTable is one table of an Aid. The first cell of a row says what the row is about.
type AidTable struct {
	Title Msg     // the zero Msg: the aid has only one
	Head  []Msg   // of the columns; the zero Msg: the column needs none
	Rows  [][]Arg // cells, as many as columns; the zero Arg is an empty one
}

// AidHeads are the heads of columns by their names: the message "aid.head."+name; "" is a column without one.
func AidHeads(names ...string) []Msg {
	out := make([]Msg, len(names))
	for i, name := range names {
		if name != "" {
			out[i] = Say("aid.head." + name)
		}
	}
	return out
}

// ValueNames lists what values of pieces are called, see [Info.Values], as the argument "values".
func ValueNames(names []string) Arg {
	out := make([]Arg, len(names))
	for i, name := range names {
		out[i] = Sub("", Say("value."+name))
	}
	return List("values", out...)
}

// Aid finds an aid by its ID.
func (i *Info) Aid(id string) (Aid, bool) {
	return find(i.Aids, func(a Aid) bool { return a.ID == id })
}

// Folder returns a folder of the files that are embedded in a package, such as its data. It panics
// if the folder is missing.
func Folder(built fs.FS, name string) fs.FS {
	folder, err := fs.Sub(built, name)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return folder
}

// Overlay returns a data set with some files replaced or added, by name.
func Overlay(data fs.FS, files map[string]string) fs.FS { return overlay{data, files} }

type overlay struct {
	fs.FS
	files map[string]string
}

// ReadFile is how games read their data.
func (o overlay) ReadFile(name string) ([]byte, error) {
	if text, ok := o.files[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(o.FS, name)
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

// Unknown finds the first option, by id, that a game does not have, or not with the chosen value.
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
	// Names are what values are called that have names instead of messages; nil: none has.
	Names map[string]string
	// Clocks are the clocks of matches with a value, as package clock writes them; nil: none has one.
	Clocks map[string]string
	// Bid says that it gives one seat VP, in the words of [BidOption].
	Bid bool
	// Scenario says that its values are scenarios: the results of one are not compared with those
	// of another.
	Scenario bool
}

// Clock is the clock of matches with a set-up, unless their players choose another; "": they have none.
func (i *Info) Clock(s Setup) string {
	for _, o := range i.Options {
		if set := o.Clocks[s.Get(o)]; set != "" {
			return set
		}
	}
	return ""
}

// Label is what the option is called.
func (o SetupOption) Label() Msg { return Say("setup." + o.ID) }

// Value is what a value is called, with its clock. One that is not offered where there are names was a name once.
func (o SetupOption) Value(value string) Msg {
	if set := o.Clocks[value]; set != "" {
		o.Clocks = nil
		return Say("setup.clocked", Sub("value", o.Value(value)), Text("clock", set))
	}
	if name, named := o.Names[value]; named || o.Names != nil && !slices.Contains(o.Values, value) {
		if !named {
			name = value
		}
		return Say("setup.named", Text("name", name))
	}
	return Say("setup." + o.ID + "." + value)
}

// Reading is one of our interpretations: of a point that the rulebook leaves open, or of one that
// an older law judged otherwise.
type Reading struct {
	Rule string // the paragraph it belongs to
	Key  string // of its text
	// Law is the first law that has it; 0: all have it.
	Law int
	// Instead is the Key of the reading that it replaces; "": none.
	Instead string
}

// Rulings returns readings that all laws have, by their numbers. The last part of a number counts
// the readings of a paragraph: "5.1" is the first of paragraph 5. The text is the message
// "reading.5.1".
func Rulings(numbers ...string) []Reading {
	list := make([]Reading, len(numbers))
	for i, n := range numbers {
		list[i] = Reading{Rule: n[:strings.LastIndex(n, ".")], Key: "reading." + n}
	}
	return list
}

// Verb finds a verb by its name.
func (i *Info) Verb(name string) (Verb, bool) {
	return find(i.Verbs, func(v Verb) bool { return v.Name == name })
}

// HasVerb reports whether a word is a verb of the game.
func (i *Info) HasVerb(name string) bool {
	_, ok := i.Verb(name)
	return ok
}

// Query finds a query by its name.
func (i *Info) Query(name string) (QueryInfo, bool) {
	return find(i.Queries, func(q QueryInfo) bool { return q.Name == name })
}

// find returns the first element for which is holds.
func find[T any](list []T, is func(T) bool) (x T, found bool) {
	i := slices.IndexFunc(list, is)
	if i < 0 {
		return x, false
	}
	return list[i], true
}

// HasQuery reports whether a word is a query of the game.
func (i *Info) HasQuery(name string) bool {
	_, ok := i.Query(name)
	return ok
}

// InForce lists the readings of a law, in their order.
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

// Changes lists the readings in which the laws after one, up to another, differ, the oldest law
// first.
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

// Verb is a word that players type to give an order. It is a template of a path: slash commands,
// typed orders, completion and help are made from it. Its help is the message "verb."+Name; its
// name in a language that translates the names of commands may be "command."+Name.
type Verb struct {
	Name    string   // "move"
	Kinds   []string // kinds of prompt that it can answer
	Slots   []Slot
	Example string // "march red-a 0201 0301"
	File    bool   // a file may go with the text at its end
	// Rule is the paragraph about the verb, cited when the verb does not answer an open question;
	// "": none is cited.
	Rule string
}

// Before are the slots for which words are typed before the text that ends an order by the verb; false if no text does.
func (v *Verb) Before() ([]Slot, bool) {
	last := len(v.Slots) - 1
	if last < 0 || v.Slots[last].Prefix != TextMark {
		return nil, false
	}
	return slices.DeleteFunc(slices.Clone(v.Slots[:last]), func(s Slot) bool { return s.Literal != "" }), true
}

// TakesFiles reports whether files may go with orders.
func (i *Info) TakesFiles() bool {
	return slices.ContainsFunc(i.Verbs, func(v Verb) bool { return v.File })
}

// Split separates the words of an order by the verb from the text that ends it, which is everything after the words of the other
// slots. It returns false if no text ends the order, or none is there yet. A colon before the text is left out, and a
// pair of quotation marks around it.
func (v *Verb) Split(line string) (words []string, text string, ok bool) {
	slots, writes := v.Before()
	if !writes {
		return nil, "", false
	}
	n := len(slots) + 1 // the verb
	words = strings.Fields(line)
	if i := min(n, len(words)) - 1; i >= 0 { // "2d6:attack"
		if word, rest, cut := strings.Cut(words[i], ":"); cut && word != "" && rest != "" {
			words = slices.Concat(words[:i], []string{word + ":", rest}, words[i+1:])
		}
	}
	if len(words) <= n {
		return nil, "", false
	}
	text = strings.TrimPrefix(strings.Join(words[n:], " "), ": ")
	for _, marks := range [][2]string{{TextMark, TextMark}, {"“", "”"}, {"«", "»"}} {
		if inner, opened := strings.CutPrefix(text, marks[0]); opened && strings.HasSuffix(inner, marks[1]) {
			text = strings.TrimSuffix(inner, marks[1])
			break
		}
	}
	words = words[:n]
	words[n-1] = strings.TrimSuffix(words[n-1], ":")
	return words, strings.TrimSpace(text), text != ""
}

// Slot is one place in the template of a verb.
type Slot struct {
	// Literal goes into the path unchanged, whether it was typed or not; with Optional, only if the
	// tree of answers offers it.
	Literal  string
	Arg      WordKind // the kind of word that is typed, when Literal is empty
	Optional bool     // may be left out
	Repeat   bool     // may be typed several times
	Prefix   string   // put before the typed word if it is missing there: "+"
	// Goal is a prefix of a typed word that asks the game to find the path itself: "to:" before a
	// hex. Options have none: an option that is picked is taken literally.
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
	// Choose answers for the seats when a query looks ahead; nil: the game's own preference, which
	// the answer to the query states. The answer must not give away secrets: Choose may know the
	// standing orders of the seat that asks, never the opponent's.
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
	Lines []Msg
	// Summary says in one line what the lines come to, to be shown first; nil: nothing does.
	Summary *Msg
	Heads   int   // how many of Lines, from the first, describe Marks and Bars; 0: all of them do
	Deeds   []Msg // those of Lines about acts that left a trace on the map, and at what odds; nil: no events are told
	Marks   []Mark
	Paths   []Path
	Ghosts  []Piece // pieces that are gone, where they stood
	Bars    []Bar   // a chart of chances; nil: none
	Chart   int     // where the Lines begin that say the same as Bars, one for each; 0: none do
	Data    any     // encodes to a JSON object
}

// DrawnLines returns the lines that describe the drawing: all of them, or the first Heads.
func (a *Answer) DrawnLines() []Msg {
	if a.Heads == 0 {
		return a.Lines
	}
	return a.Lines[:min(a.Heads, len(a.Lines))]
}

// Bar is one bar of a chart: Part out of Of equal chances lead to the outcome in its label. The
// bars of an Answer are outcomes of which exactly one happens: all have the same Of, and their
// Parts add up to it. Other chances are told in the lines.
type Bar struct {
	Label    Msg // a few words, as a player says it
	Part, Of int
	// Class rates the outcome for the acting side: Good, Bad, Mixed or Even. Empty: not rated.
	Class Class
	// Faces are the faces of the one die that lead to the outcome, the lowest first. Nil: more than
	// one die decides, or none.
	Faces []string
}
