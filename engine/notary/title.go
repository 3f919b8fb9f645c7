package notary

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/lists"
)

//go:embed data
var built embed.FS

// Files is the data set that the game comes with: a plain title, and one for each of three kinds of game.
func Files() fs.FS { return engine.Folder(built, "data") }

// templates are the titles of a data set, each in a file; a club replaces the first.
var templates = []string{"title", "chit-pull", "card-driven", "you-go"}

// Limits of a title.
const (
	mostCups    = 20
	mostItems   = 100 // kinds of item in a cup
	mostCount   = 999 // items of one kind
	mostTracks  = 12
	mostNamed   = 40 // dice, phases, tables, and columns of a table
	mostTurns   = 99
	mostScore   = 9999
	longestName = 40   // characters
	longestLine = 2000 // characters of the results of a column
)

// Title is what a game has besides its map and counters.
type Title struct {
	Name   string
	Sides  [2]string // their names in the game; "": it has none
	Turns  int       // 0: they are not counted to an end
	Phases []string
	Dice   []Set
	Tables []Table
	Cups   []Cup
	Tracks []Track
	Score  [2]int // at the start
	Clock  string // that its matches are opened with, as package clock writes it; "": none
}

// Named is the name of a thing of the title, as players type it.
type Named struct{ ID string }

func (n Named) name() string { return n.ID }

// thing is what has a name: what a title names, and what a player can do.
type thing interface{ name() string }

// find finds a thing by its name.
func find[T thing](list []T, id string) (T, bool) {
	for _, x := range list {
		if x.name() == id {
			return x, true
		}
	}
	return *new(T), false
}

// ids are the names of things.
func ids[T thing](list []T) []string { return lists.Map(list, T.name) }

// Set is a set of dice.
type Set struct {
	Named
	Dice Dice
}

// Table is a table of results: a roll finds the row, and the player names the column.
type Table struct {
	Set
	Columns []Column
}

// Column is a column of a table, with a result for each total from the lowest.
type Column struct {
	Named
	Results []string
}

// Cup is a cup, bag or deck.
type Cup struct {
	Named
	Of     engine.Seat // the player that alone draws from it; "": both
	Unseen bool        // what is drawn is for the player's hand, and nobody else sees it
	Items  []Item
}

// Item is a kind of chit, card or counter in a cup.
type Item struct {
	Named
	Count int
}

// Track is a row of numbers with a marker.
type Track struct {
	Named
	Low, High, At int
}

// Data is a data set.
type Data struct {
	Hash   string
	Named  engine.BoardID // what it is called
	Titles map[string]*Title
}

// Load reads a data set. It returns csvtable.Problems, all of them, and the errors of data.
func Load(data fs.FS) (*Data, error) {
	d := &Data{Titles: map[string]*Title{}}
	sum := sha256.New()
	var problems csvtable.Problems
	for i, id := range templates {
		f, sheets, err := csvtable.ReadKinds(data, id+".csv", lines)
		if errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, csvtable.Problem{File: id + ".csv", Text: "the file is missing"})
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("notary: read data: %w", err)
		}
		if i == 0 { // the others are read beside the same name
			d.Named = f.Board()
		}
		r := reader{sheets, new(Title), csvtable.Once[string]{}}
		faulty := func(p csvtable.Problem) bool { return strings.HasPrefix(p.Text, "name: ") }
		if r.read(); r.Name == "" && len(sheets["name"].Rows) == 0 && !slices.ContainsFunc(f.Problems(), faulty) {
			problems = append(problems, csvtable.Problem{File: id + ".csv", Text: "there is no line for the name: write for example name,Alps 1915"})
		}
		d.Titles[id] = r.Title
		problems = append(problems, f.Problems()...)
		fmt.Fprintln(sum, id, f.Hash())
	}
	if len(problems) > 0 {
		return nil, problems
	}
	d.Hash = hex.EncodeToString(sum.Sum(nil))
	return d, nil
}

// lines are the kinds of line of a title, and what follows in them.
var lines = map[string][]string{
	"name": {"name"}, "side": {"player", "name"}, "turns": {"number"}, "phase": {"name"}, "dice": {"name", "dice"}, "table": {"name", "dice"},
	"column": {"table", "name", "results"}, "cup": {"name", "draws", "player"}, "item": {"cup", "name", "number"},
	"track": {"name", "from", "to", "at"}, "score": {"blue", "red"}, "clock": {"clock"},
}

// reader reads the lines of one title.
type reader struct {
	sheets map[string]*csvtable.Sheet
	*Title
	names csvtable.Once[string]
}

func (r *reader) read() {
	for _, row := range r.some("name", 1) {
		r.Name = shown(row, "name", longestName)
	}
	for _, row := range r.some("side", 2) {
		if i := row.Choice("player", players...); i >= 0 && !r.names.Twice(row, "side "+players[i], "the side of the %s player", players[i]) {
			r.Sides[i] = shown(row, "name", longestName)
			r.names.Twice(row, "called "+r.Sides[i], "the name %s", r.Sides[i])
		}
	}
	for _, row := range r.some("turns", 1) {
		r.Turns = row.Number("number", 1, mostTurns)
	}
	for _, row := range r.some("score", 1) {
		r.Score = [2]int{row.Number("blue", -mostScore, mostScore), row.Number("red", -mostScore, mostScore)}
	}
	for _, row := range r.some("clock", 1) {
		switch set, err := clock.Parse(row.Text("clock")); {
		case err != nil || set.Program != "" || row.Text("clock") == "":
			row.Report("clock: %.60q is not a clock: write for example 3d, or reserve 10d +12h then loss", row.Text("clock"))
		case set.Runs():
			r.Clock = set.String()
		}
	}
	for _, row := range r.some("phase", mostNamed) {
		r.Phases = append(r.Phases, shown(row, "name", longestName))
	}
	for _, row := range r.some("dice", mostNamed) {
		r.Dice = append(r.Dice, r.set(row))
	}
	for _, row := range r.some("track", mostTracks) {
		t := Track{r.id(row), row.Number("from", -mostScore, mostScore), row.Number("to", -mostScore, mostScore), 0}
		if t.High <= t.Low || t.High-t.Low >= mostItems {
			row.Report("%.60q to %.60q are not between 2 and %d numbers", row.Text("from"), row.Text("to"), mostItems)
		} else {
			t.At = row.Number("at", t.Low, t.High)
		}
		r.Tracks = append(r.Tracks, t)
	}
	r.tables()
	r.cups()
}

// tables reads tables and their columns.
func (r *reader) tables() {
	for _, row := range r.some("table", mostNamed) {
		t := Table{Set: r.set(row)}
		if len(t.Dice) != 1 {
			row.Report("dice: a table is read with one roll: %.60q is several", row.Text("dice"))
		}
		r.Tables = append(r.Tables, t)
	}
	each(r, "column", "table", r.Tables, mostNamed, func(t *Table, row csvtable.Row) int {
		c := Column{word(row), strings.Fields(shown(row, "results", longestLine))}
		low, high := t.Dice[0].Range()
		if n := high - low + 1; len(c.Results) != n {
			row.Report("results: %d, but %s shows %d to %d: write %d, with - for no effect", len(c.Results), t.Dice, low, high, n)
		}
		t.Columns = append(t.Columns, c)
		return len(t.Columns)
	})
}

// cups reads cups and what is in them.
func (r *reader) cups() {
	for _, row := range r.some("cup", mostCups) {
		c := Cup{Named: r.id(row), Unseen: row.Choice("draws", "open", "unseen") == 1}
		if i := row.Choice("player", append([]string{"both"}, players...)...); i > 0 {
			c.Of = seats[i-1]
		}
		r.Cups = append(r.Cups, c)
	}
	each(r, "item", "cup", r.Cups, mostItems, func(c *Cup, row csvtable.Row) int {
		c.Items = append(c.Items, Item{word(row), row.Number("number", 1, mostCount)})
		return len(c.Items)
	})
}

// each reads the lines of one kind that belong to things of another, which add returns the number of.
func each[T thing](r *reader, kind, of string, list []T, most int, add func(*T, csvtable.Row) int) {
	full := map[string]bool{}
	for _, row := range r.sheets[kind].Rows {
		id := row.Text(of)
		i := slices.Index(ids(list), id)
		switch {
		case i < 0:
			row.Report("there is no %s %.60q: write a line for it first", of, id)
		case r.names.Twice(row, kind+" "+id+" "+row.Text("name"), "the %s %.60s of %s", kind, row.Text("name"), id):
		case add(&list[i], row) > most:
			row.Report("a %s has at most %d of %q", of, most, kind)
			return
		}
		full[id] = true
	}
	for _, row := range r.sheets[of].Rows {
		if !full[row.Text("name")] {
			row.Report("the %s %.60s has no %s: write one", of, row.Text("name"), kind)
		}
	}
}

// some are the lines of a kind, of which there may be at most some.
func (r *reader) some(kind string, most int) []csvtable.Row {
	rows := r.sheets[kind].Rows
	if len(rows) > most {
		rows[most].Report("a title has at most %d of %q", most, kind)
		rows = rows[:most]
	}
	return rows
}

// set reads a name and its dice.
func (r *reader) set(row csvtable.Row) Set {
	d, err := ParseDice(row.Text("dice"))
	if err != nil {
		row.Report("dice: %.60q: write them like 2d10, 3d6+1, 4d6h3 or 2d6/1d10: at most %d dice of 2 to %d sides", row.Text("dice"), mostDice, mostSides)
		d = Dice{{N: 1, Sides: 6}}
	}
	return Set{r.id(row), d}
}

// id reads a name of its own.
func (r *reader) id(row csvtable.Row) Named {
	id := word(row)
	r.names.Twice(row, id.ID, "%s", id.ID)
	return id
}

// word reads a name that players type; one that nobody can type is cut and quoted.
func word(row csvtable.Row) Named {
	id := row.Text("name")
	bad := strings.ContainsFunc(id, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' })
	switch {
	case id == "" || bad || len(id) > longestName:
		row.Report("name: %.60q is not made of 1 to %d small letters, digits and hyphens", id, longestName)
	case slices.Contains(reserved, id):
		row.Report("name: %q is a word of orders: choose another", id)
	default:
		return Named{id}
	}
	return Named{fmt.Sprintf("%.20q", id)}
}

// shown reads a text of at most so many characters that is shown.
func shown(row csvtable.Row, column string, most int) string {
	text := row.Text(column)
	line := engine.WriteOption("", most, "")
	if !line.Is(engine.TextMark + text) {
		row.Report("%s: %.60q is not one line of 1 to %d visible characters", column, text, most)
		return ""
	}
	return text
}
