package alliedorders

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/orderdeck"
)

//go:embed data
var built embed.FS

// Files is the data set that the aid comes with. It knows nothing of a box, and explains what an owner writes into it.
func Files() fs.FS { return engine.Folder(built, "data") }

// Files of a data set.
const (
	formationsFile = "formations.csv"
	unitsFile      = "units.csv"
	hexesFile      = "hexes.csv"
	ordersFile     = "order_cards.csv"
	actionsFile    = "action_cards.csv"
	calendarFile   = "calendar.csv"
	countsFile     = "counts.csv"
)

var columns = map[string][]string{
	formationsFile: {"formation", "level", "name", "city"},
	unitsFile:      {"number", "division", "corps", "army"},
	hexesFile:      {"hex", "hold", "vp", "road"},
	ordersFile:     {"card", "from", "level", "formations", "orders", "special", "event"},
	actionsFile:    {"card", "scope"},
	calendarFile:   {"day", "number", "division"},
	countsFile:     {"what", "count"},
}

// The levels of formations, and of cards beside those.
const (
	levelGroup = "group"
	levelNone  = "none"
)

var levels = []string{string(orderdeck.LevelDivision), string(orderdeck.LevelCorps), string(orderdeck.LevelArmy), levelGroup}

// verbs are the words of orders on a card, in the order in which a card has them whose print is not known (R 5).
var orderWords = []string{"special", "deploy", "expedite", "replacements", "activate", "event", "none"}

var orderVerbs = []orderdeck.Verb{
	orderdeck.Special, orderdeck.Deploy, orderdeck.Expedite, orderdeck.Replace, orderdeck.Activate, orderdeck.Event, orderdeck.NoOrder,
}

// The days of the battle; a day after the last is 1 January.
const (
	firstDay = 16
	lastDay  = 31
)

// Formation is a division, a corps, an army or the army group.
type Formation struct{ ID, Level, Name, City string }

// Unit is an Allied unit as its counter is printed. Its id is its number and its division, or corps if it has none.
type Unit struct {
	ID                    string
	Number                int
	Division, Corps, Army string
}

// Hex is what the map has printed in a hex.
type Hex struct {
	Hold     int
	VP, Road bool
}

// Card is an order card, with the first day on which it is in the deck.
type Card struct {
	orderdeck.OrderCard
	From int
}

// Data is what an owner has entered of a box.
type Data struct {
	Hash, Facts string
	Named       engine.BoardID // what it is called
	Formations  []Formation
	Units       []Unit
	Hexes       map[string]Hex
	Orders      []Card
	Actions     []orderdeck.ActionCard
	Calendar    map[int][]string // ids of units by day
	Highest     int              // number of a unit
	HexIDs      []string         // of the whole map
}

// loader is a data set being read.
type loader struct {
	*Data
	files *csvtable.Files
	line  map[string]csvtable.Row // of each unit and hex
}

// Load reads a data set. All problems are returned together, as [csvtable.Problems]; any other error comes from reading.
func Load(fsys fs.FS) (*Data, error) {
	files, err := csvtable.Read(fsys, columns)
	if err != nil {
		return nil, fmt.Errorf("allied-orders: read data: %w", err)
	}
	l := &loader{files: files, line: map[string]csvtable.Row{}, Data: &Data{
		Hash: files.Hash(), Named: files.Board(), Hexes: map[string]Hex{}, Calendar: map[int][]string{}, Highest: 30,
	}}
	l.formations()
	l.units()
	l.hexes()
	l.orders()
	l.actions()
	l.calendar()
	l.counts()
	if wrong := files.Problems(); len(wrong) > 0 {
		return nil, fmt.Errorf("allied-orders: %w", wrong)
	}
	l.Facts = files.Facts()
	return l.Data, nil
}

// most bounds the rows of each file: no box has as many.
const most = 400

func (l *loader) rows(file string) []csvtable.Row {
	t := l.files.Sheet(file)
	if len(t.Rows) > most {
		t.Report("%d rows are more than %d: take some out", len(t.Rows), most)
		return nil
	}
	return t.Rows
}

func (l *loader) formations() {
	once := csvtable.Once[string]{}
	for _, r := range l.rows(formationsFile) {
		f := Formation{r.Text("formation"), r.Text("level"), r.Text("name"), r.Text("city")}
		switch r.Choice("level", levels...); {
		case !word(f.ID):
			r.Report("formation: %q must be small letters and digits, for example 84inf", f.ID)
		case f.Name == "" || len(f.Name) > 24:
			r.Report("name: write what the cards call %s, in 24 letters at most", f.ID)
		case len(f.City) > 40:
			r.Report("city: write the name of the city of %s, in 40 letters at most", f.ID)
		case !once.Twice(r, f.ID, "formation %s", f.ID):
			l.Formations = append(l.Formations, f)
		}
	}
}

func (l *loader) units() {
	army := map[string]csvtable.Row{} // of a corps, the row that says so
	for _, r := range l.rows(unitsFile) {
		u := Unit{
			Number:   r.Number("number", 1, orderdeck.MostNumber),
			Division: l.formation(r, "division", levels[0]), Corps: l.formation(r, "corps", levels[1]), Army: l.formation(r, "army", levels[2:]...),
		}
		if u.Corps == "" || u.Army == "" {
			r.Report("unit %d has no corps or no army: write both", u.Number)
		}
		u.ID = unitID(u.Number, u.Division, u.Corps)
		if first, ok := l.line[u.ID]; ok {
			if corps := first.Text("corps"); corps != u.Corps {
				r.Report("unit %s is in two corps, %s here and %s in line %d: keep one of the rows", u.ID, u.Corps, corps, first.Line)
			} else {
				r.Report("unit %s is a duplicate of line %d: take one of them out", u.ID, first.Line)
			}
			continue
		}
		if first, ok := army[u.Corps]; !ok {
			army[u.Corps] = r
		} else if first.Text("army") != u.Army {
			r.Report("corps %s is in two armies, %s here and %s in line %d: write the same", u.Corps, u.Army, first.Text("army"), first.Line)
		}
		l.line[u.ID] = r
		l.Units = append(l.Units, u)
	}
	slices.SortFunc(l.Units, func(a, b Unit) int { return orderdeck.Compare(a.ID, b.ID) })
}

// unitID is a number with a division, or with the corps of a unit without one.
func unitID(number int, division, corps string) string {
	if division == "" {
		division = corps
	}
	return strconv.Itoa(number) + "/" + division
}

// formation reads a formation of one of some levels, or "".
func (l *loader) formation(r csvtable.Row, column string, level ...string) string {
	id := r.Text(column)
	if id == "" {
		return ""
	}
	l.known(r, column, id, level...)
	return id
}

// known reports a formation that is not listed, or of another level.
func (l *loader) known(r csvtable.Row, column, id string, level ...string) {
	if f, ok := l.Formation(id); !ok {
		r.Report("%s: %q is not in %s: write one of its formations, or add it there", column, id, formationsFile)
	} else if !slices.Contains(level, f.Level) {
		r.Report("%s: %s is of level %s in %s: write one of level %s", column, id, f.Level, formationsFile, strings.Join(level, " or "))
	}
}

func (l *loader) hexes() {
	once := csvtable.Once[string]{}
	for _, r := range l.rows(hexesFile) {
		at := r.Text("hex")
		if !isHex(at) {
			r.Report("hex: %q is not a number of four digits, for example 0116", at)
			continue
		}
		if once.Twice(r, at, "hex %s", at) {
			continue
		}
		hold, _ := r.Optional("hold", 1, 10)
		l.line[at] = r
		l.Hexes[at] = Hex{Hold: hold, VP: r.Choice("vp", "no", "yes") == 1, Road: r.Choice("road", "no", "yes") == 1}
	}
}

func (l *loader) orders() {
	once := csvtable.Once[string]{}
	for _, r := range l.rows(ordersFile) {
		c := Card{From: r.Number("from", firstDay, lastDay), OrderCard: orderdeck.OrderCard{ID: strconv.Itoa(r.Number("card", 1, orderdeck.MostNumber))}}
		if once.Twice(r, c.ID, "order card %s", c.ID) {
			continue
		}
		level := r.Text("level")
		r.Choice("level", append([]string{levelNone}, levels...)...)
		names := strings.Fields(r.Text("formations"))
		for _, id := range names {
			l.known(r, "formations", id, level)
		}
		days := map[orderdeck.Verb][]int{orderdeck.Special: l.days(r, "special"), orderdeck.Event: l.days(r, "event")}
		words := strings.Fields(r.Text("orders"))
		for i, w := range words {
			switch at := slices.Index(orderWords, w); {
			case at < 0:
				r.Report("orders: %q is none of %s", w, strings.Join(orderWords, ", "))
			case slices.Contains(words[:i], w):
				r.Report("orders: %s is there twice: a card has each of them once", w)
			default:
				c.Orders = append(c.Orders, orderdeck.Order{Verb: orderVerbs[at], Days: days[orderVerbs[at]]})
			}
		}
		switch {
		case len(words) == 0:
			r.Report("order card %s has no orders: write them as they are printed, for example deploy activate", c.ID)
		case len(names) == 0 && (level != levelNone || slices.ContainsFunc(words, scoped)):
			r.Report("order card %s has no scope: name its formations, or write level %s and only special, event or none", c.ID, levelNone)
		case level != levels[0] && len(names) > 1:
			r.Report("order card %s names %d formations: only a card of divisions names several", c.ID, len(names))
		}
		c.OrderCard = issued(c.ID, level, names, c.Orders)
		l.Orders = append(l.Orders, c)
	}
}

// scoped reports whether an order is about a formation.
func scoped(word string) bool { return !slices.Contains([]string{"special", "event", "none"}, word) }

// days reads the days of an event; none: every day.
func (l *loader) days(r csvtable.Row, column string) (out []int) {
	for _, w := range strings.Fields(r.Text(column)) {
		n, err := strconv.Atoi(w)
		if err != nil || n < firstDay || n > lastDay {
			r.Report("%s: %q is not a day from %d to %d", column, w, firstDay, lastDay)
			continue
		}
		out = append(out, n)
	}
	return out
}

func (l *loader) actions() {
	once := csvtable.Once[int]{}
	for _, r := range l.rows(actionsFile) {
		n := r.Number("card", 1, orderdeck.MostNumber)
		i := r.Choice("scope", "a", "b", "c")
		if !once.Twice(r, n, "action card %d", n) && i >= 0 {
			l.Actions = append(l.Actions, orderdeck.ActionCard{Number: n, Scope: scopes[i]})
		}
	}
	if n := len(l.Actions); n > 0 && n < orderdeck.DrawnActions {
		l.files.Sheet(actionsFile).Report("%d action cards are fewer than the %d that are drawn at once: add the others", n, orderdeck.DrawnActions)
	}
}

var scopes = []orderdeck.Scope{orderdeck.ScopeUnit, orderdeck.ScopeStack, orderdeck.ScopeOthers}

func (l *loader) calendar() {
	once := csvtable.Once[string]{}
	for _, r := range l.rows(calendarFile) {
		day, id := r.Number("day", firstDay, lastDay), unitID(r.Number("number", 1, orderdeck.MostNumber), r.Text("division"), "")
		if _, ok := l.line[id]; !ok {
			r.Report("unit %s is not in %s: write a unit that is there, or add it", id, unitsFile)
		} else if !once.Twice(r, id, "unit %s on the calendar", id) {
			l.Calendar[day] = append(l.Calendar[day], id)
		}
	}
}

// counts compares what is listed with what the box has.
func (l *loader) counts() {
	t := l.files.Sheet(countsFile)
	rows, ok := t.Keyed([]string{"order_cards", "action_cards", "highest_unit", "rows", "hexes"}, "what")
	if !ok {
		return
	}
	for what, n := range map[string]int{"order_cards": len(l.Orders), "action_cards": len(l.Actions)} {
		if want := rows[what].Number("count", 0, most); want > 0 && want != n {
			rows[what].Report("%s: %d in the box, but %d in %s.csv: correct one of them", what, want, n, what)
		}
	}
	l.Highest = rows["highest_unit"].Number("count", 1, 99)
	columns := rows["hexes"].Number("count", 1, 99)
	for row := range rows["rows"].Number("count", 1, 99) {
		for n := range columns {
			l.HexIDs = append(l.HexIDs, fmt.Sprintf("%02d%02d", row+1, n+1))
		}
	}
	for at := range l.Hexes {
		if !slices.Contains(l.HexIDs, at) {
			l.line[at].Report("hex %s is not on a map of %s rows with %s hexes: correct it, or %s", at, rows["rows"].Text("count"), rows["hexes"].Text("count"), countsFile)
		}
	}
	for _, u := range l.Units {
		if u.Number > l.Highest {
			l.line[u.ID].Report("unit %s: its number is higher than highest_unit in %s, %d: correct one of them", u.ID, countsFile, l.Highest)
		}
	}
}

// Formation finds a formation by its id.
func (d *Data) Formation(id string) (Formation, bool) {
	i := slices.IndexFunc(d.Formations, func(f Formation) bool { return f.ID == id })
	if i < 0 {
		return Formation{}, false
	}
	return d.Formations[i], true
}

// Unit finds a unit by its id.
func (d *Data) Unit(id string) (Unit, bool) {
	i := slices.IndexFunc(d.Units, func(u Unit) bool { return u.ID == id })
	if i < 0 {
		return Unit{}, false
	}
	return d.Units[i], true
}

func word(s string) bool {
	return s != "" && len(s) <= 12 && !strings.ContainsFunc(s, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
}

func isHex(s string) bool {
	_, err := strconv.Atoi(s)
	return len(s) == 4 && err == nil && s[0] != '-' && s[0] != '+'
}
