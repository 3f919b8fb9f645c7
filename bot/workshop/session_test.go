package workshop

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/boardfile"
	"referee/bot/locale"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

func game(t testing.TB, id string) Game {
	t.Helper()
	g, err := games.Known().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	boards, err := g.Board()
	if err != nil {
		t.Fatal(err)
	}
	info, err := boards.Open(boards.Files)
	if err != nil {
		t.Fatal(err)
	}
	return Game{Info: info, Format: g.Sheets, Boards: boards, Problems: g.Problems}
}

// open opens a board of Celles in a file.
func open(t *testing.T, path string) *Bench {
	t.Helper()
	b, err := Open(game(t, "celles"), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() }) // a test may have closed it
	return b
}

func fileIn(t *testing.T) string { return filepath.Join(t.TempDir(), "celles.board.json") }

func do(t *testing.T, b *Bench, list ...Stroke) {
	t.Helper()
	for _, k := range list {
		if _, err := b.Do(k); err != nil {
			t.Fatalf("%+v: %v", k, err)
		}
	}
}

var (
	called = Stroke{Board: &engine.BoardID{Name: "Anna's box", Version: 1, Author: "Anna"}}
	woods  = Stroke{Brush: "woods", Hexes: []string{"1508", "1509"}}
	road   = Stroke{Brush: "road", Hexes: []string{"1508", "1509", "1510"}}
)

// refused is the key of a refusal; "": it is none.
func refused(err error) string {
	var told *Refusal
	if errors.As(err, &told) {
		return strings.TrimPrefix(told.Key, "workshop.refuse.")
	}
	return ""
}

// TestUndo: what was undone is as it was, to the byte, and what is done again as it had been.
func TestUndo(t *testing.T) {
	b := open(t, fileIn(t))
	strokes := []Stroke{
		called, woods, road,
		{Brush: "road", Hexes: []string{"1509", "1510"}, Erase: true},
		{Brush: "highway", Hexes: []string{"1508", "1509"}},
		{Put: []Put{{Place{"units.csv", "2pz-recon"}, map[string]string{"move": "12"}}}},
		{Put: []Put{{Place: Place{"hexes.csv", "0101"}}, {Place: Place{"hexes.csv", "0102"}}}},
		{Sure: &Place{"hexes.csv", "2113"}},
	}
	states := []match.Data{b.files()}
	for _, k := range strokes {
		do(t, b, k)
		states = append(states, b.files())
	}
	for i := len(strokes) - 1; i >= 0; i-- {
		do(t, b, Stroke{Undo: true})
		if !maps.Equal(b.files(), states[i]) {
			t.Fatalf("after %d undone the board is another", len(strokes)-i)
		}
	}
	if _, err := b.Do(Stroke{Undo: true}); refused(err) != "nothing" {
		t.Errorf("undo of nothing: %v", err)
	}
	if b.sure(Place{"hexes.csv", "2113"}) {
		t.Error("what was undone is still sure")
	}
	for i := range strokes {
		do(t, b, Stroke{Redo: true})
		if !maps.Equal(b.files(), states[i+1]) {
			t.Fatalf("after %d done again the board is another", i+1)
		}
	}
	do(t, b, Stroke{Undo: true}, woodsElsewhere())
	if _, err := b.Do(Stroke{Redo: true}); refused(err) != "nothing" {
		t.Errorf("redo after another stroke: %v", err)
	}
}

func woodsElsewhere() Stroke { return Stroke{Brush: "woods", Hexes: []string{"1705"}} }

// TestBadStrokes: what cannot be is refused, and nothing is changed or written.
func TestBadStrokes(t *testing.T) {
	b := open(t, fileIn(t))
	was, size := b.files(), b.journal.size
	for name, c := range map[string]struct {
		stroke Stroke
		key    string
	}{
		"a river in the sea":              {Stroke{Brush: "minor_river", Hexes: []string{"3400", "3401"}}, "off"},
		"a river that leaves the map":     {Stroke{Brush: "minor_river", Hexes: []string{"0100", "0099"}}, "off"},
		"a hex off the map":               {Stroke{Brush: "woods", Hexes: []string{"9999"}}, "off"},
		"markup as a hex":                 {Stroke{Brush: "woods", Hexes: []string{"<b>"}}, "off"},
		"a road of one hex":               {Stroke{Brush: "road", Hexes: []string{"1508"}}, "short"},
		"a road from a hex to itself":     {Stroke{Brush: "road", Hexes: []string{"1508", "1508"}}, "apart"},
		"a road between far hexes":        {Stroke{Brush: "road", Hexes: []string{"1508", "1509", "2113"}}, "apart"},
		"a road without end":              {Stroke{Brush: "road", Hexes: slices.Repeat([]string{"1508", "1509"}, mostHexes)}, "long"},
		"no hex":                          {Stroke{Brush: "woods"}, "none"},
		"an unknown brush":                {Stroke{Brush: "sea", Hexes: []string{"1508"}}, "brush"},
		"nothing":                         {Stroke{}, "form"},
		"what is there already":           {Stroke{Brush: "road", Hexes: []string{"1509", "1510"}, Erase: true}, "same"},
		"another file":                    {Stroke{Put: []Put{{Place{"../x.csv", "1"}, nil}}}, "form"},
		"a unit that there is not":        {Stroke{Put: []Put{{Place{"units.csv", "tiger"}, map[string]string{"formation": "lehr"}}}}, "form"},
		"another name for a unit":         {Stroke{Put: []Put{{Place{"units.csv", "lehr-a"}, map[string]string{"id": "lehr-b"}}}}, "form"},
		"two lines in a cell":             {Stroke{Put: []Put{{Place{"units.csv", "lehr-a"}, map[string]string{"name": "a\nb"}}}}, "form"},
		"one of several that is not":      {Stroke{Put: []Put{{Place: Place{"hexes.csv", "0101"}}, {Place: Place{"hexes.csv", "9999"}}}}, "form"},
		"a name from right to left":       {Stroke{Board: &engine.BoardID{Name: "\u05d0\u05d1", Version: 1, Author: "Anna"}}, "board"},
		"a name that is the built-in one": {Stroke{Board: &engine.BoardID{Name: "built-in", Version: 1, Author: "Anna"}}, "board"},
		"a change of no row":              {Stroke{Apply: []sheets.Change{{File: "hexes.csv", Key: "9999", Column: "terrain", Is: "woods"}}}, "form"},
	} {
		changed, err := b.Do(c.stroke)
		if refused(err) != c.key || changed != nil {
			t.Errorf("%s: %v, want %q", name, err, c.key)
		}
	}
	if !maps.Equal(b.files(), was) || b.journal.size != size {
		t.Error("what was refused has changed the board")
	}
}

// TestChecksAtOnce: what the data's own rules and their sources say against a stroke is told, with its place.
func TestChecksAtOnce(t *testing.T) {
	words, err := locale.For("en", nil, Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	say := func(m engine.Msg) string { return words.Say("en", m) }
	for name, c := range map[string]struct {
		stroke   Stroke
		problems []Place // one of each
		against  []Place
	}{
		"a set-up hex off the map":           {Stroke{Put: []Put{{Place{"setup.csv", "lehr-a"}, map[string]string{"hexes": "9999"}}}}, []Place{{"setup.csv", "lehr-a"}}, []Place{{"setup.csv", "lehr-a"}}},
		"a unit of two formations":           {Stroke{Put: []Put{{Place{"units.csv", "lehr-a"}, map[string]string{"formation": "lehr 2pz"}}}}, []Place{{"units.csv", "lehr-a"}}, []Place{{"units.csv", "lehr-a"}}},
		"a bridge over no river":             {Stroke{Brush: "bridge", Hexes: []string{"1508", "1509"}}, []Place{{"hexsides.csv", "1508 1509 bridge"}}, nil},
		"a town of the rules":                {Stroke{Brush: "clear", Hexes: []string{"2113"}}, []Place{{"places.csv", "town Rochefort"}}, []Place{{"hexes.csv", "2113"}}},
		"a river that the log does not know": {Stroke{Brush: "minor_river", Hexes: []string{"2712", "2713"}}, nil, []Place{{"hexsides.csv", "2712 2713 minor_river"}}},
		"a guess":                            {Stroke{Brush: "rough", Hexes: []string{"0101"}}, nil, nil},
	} {
		b := open(t, fileIn(t))
		do(t, b, c.stroke)
		problems, err := b.problems()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.problems {
			if !slices.ContainsFunc(problems, func(f Finding) bool { return f.Place == want && f.Text != "" }) {
				t.Errorf("%s: problems %+v, want one at %v", name, problems, want)
			}
		}
		if (len(problems) > 0) != (len(c.problems) > 0) {
			t.Errorf("%s: problems %+v", name, problems)
		}
		against := b.contradictions(say)
		if len(against) != len(c.against) {
			t.Errorf("%s: contradictions %+v", name, against)
		}
		for i, f := range against {
			if f.Place != c.against[i] || strings.Contains(f.Text, "workshop.") {
				t.Errorf("%s: contradiction %+v", name, f)
			}
			p := f.Place
			do(t, b, Stroke{Sure: &p})
		}
		if left := b.contradictions(say); len(left) > 0 {
			t.Errorf("%s: the owner is sure, and it is told: %+v", name, left)
		}
	}
}

// TestResume: a workshop that is started again goes on where it was, with what can be undone; a torn last stroke alone is lost.
func TestResume(t *testing.T) {
	path := fileIn(t)
	b := open(t, path)
	do(t, b, called, woods, road, Stroke{Undo: true})
	want := b.files()
	must(t, b.Close())
	b = open(t, path)
	if !maps.Equal(b.files(), want) || b.Torn || b.at != 2 || len(b.steps) != 3 {
		t.Fatalf("another board: %d strokes, %d undone", b.at, len(b.steps)-b.at)
	}
	if _, err := b.Save(); err != nil {
		t.Fatal(err)
	}
	do(t, b, Stroke{Redo: true})
	must(t, b.Close())
	whole := read1(t, JournalOf(path))
	for cut := 1; cut < len(`{"redo":true}`); cut += 4 {
		must(t, os.WriteFile(JournalOf(path), whole[:len(whole)-cut], 0o600))
		b = open(t, path)
		if !b.Torn || !maps.Equal(b.files(), want) {
			t.Errorf("%d bytes are torn off: torn %v, %d strokes", cut, b.Torn, b.at)
		}
		do(t, b, Stroke{Redo: true})
		must(t, b.Close())
		if is := read1(t, JournalOf(path)); !bytes.Equal(is, whole) {
			t.Errorf("%d bytes were torn off, and the journal is not whole again", cut)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read1(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return text
}

// TestSave: the board file holds the board, and is read by another owner; without a name, or with problems, none is written.
func TestSave(t *testing.T) {
	path := fileIn(t)
	b := open(t, path)
	do(t, b, woods)
	if _, err := b.Save(); refused(err) != "unnamed" {
		t.Errorf("without a name: %v", err)
	}
	do(t, b, called, Stroke{Brush: "clear", Hexes: []string{"2113"}})
	if _, err := b.Save(); refused(err) != "problems" {
		t.Errorf("with problems: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was written")
	}
	do(t, b, Stroke{Undo: true})
	text, err := b.Save()
	must(t, err)
	if again, err := b.Save(); err != nil || !bytes.Equal(again, text) || !bytes.Equal(read1(t, path), text) {
		t.Errorf("saved twice it is another file: %v", err)
	}
	f, err := boardfile.Read(text, b.game.find)
	must(t, err)
	if f.Name != "Anna's box" || !maps.Equal(f.Files, b.files()) {
		t.Errorf("the file has %+v", f.BoardID)
	}
	must(t, b.Close())
	must(t, os.Remove(JournalOf(path)))
	b = open(t, path) // as another owner who was given it
	if !maps.Equal(b.files(), f.Files) || b.at != 0 || b.id() != f.BoardID {
		t.Error("a file alone is not gone on with")
	}
}

// TestCompare: of another owner's board each cell that differs is told, and taken with what it rests on.
func TestCompare(t *testing.T) {
	b, path := open(t, fileIn(t)), fileIn(t)
	theirs := open(t, path)
	do(t, theirs, called, woods, road, Stroke{Put: []Put{{Place{"combat_results.csv", "1-3 -4"}, map[string]string{"attacker": "3RD"}}}})
	text, err := theirs.Save()
	must(t, err)
	do(t, b, Stroke{Brush: "rough", Hexes: []string{"1508"}})
	other, err := b.other(text)
	must(t, err)
	changes := b.compare(other.now)
	if len(changes) != 5 { // a hex, one that is found, two steps, a cell
		t.Fatalf("%+v", changes)
	}
	var theirCells []sheets.Change
	for _, d := range changes {
		theirCells = append(append(theirCells, d.Change), d.Notes...)
	}
	do(t, b, Stroke{Apply: theirCells})
	if left := b.compare(other.now); len(left) > 0 {
		t.Errorf("all was taken, and this differs: %+v", left)
	}
	if o := b.now.Rests("hexes.csv", "1509", "").Origin; o != engine.OriginKnown {
		t.Errorf("what was taken is %s", o)
	}
	do(t, b, Stroke{Undo: true})
	if left := b.compare(other.now); len(left) != 5 {
		t.Errorf("undone in one go this differs: %+v", left)
	}
	unit := strings.Replace(theirs.files()["units.csv"], "\nlehr-b,", "\nlehr-a,", 1)
	for name, text := range map[string][]byte{
		"nothing":                  nil,
		"another text":             []byte("<svg/>"),
		"a newer format":           bytes.Replace(text, []byte("referee-board/1"), []byte("referee-board/2"), 1),
		"another game":             boardOf(t, "america-triumphant"),
		"a unit in two formations": bytes.Replace(text, quoted1(t, theirs.files()["units.csv"]), quoted1(t, unit), 1),
		"changed by hand":          bytes.Replace(text, []byte("1508,woods"), []byte("1508,rough"), 1),
	} {
		if _, err := b.other(text); refused(err) != "other" {
			t.Errorf("%s is taken: %v", name, err)
		}
	}
}

// boardOf is a board file of a game.
func boardOf(t *testing.T, id string) []byte {
	t.Helper()
	g := game(t, id)
	f, err := boardfile.New(g.Boards, g.Boards.Files, *called.Board)
	must(t, err)
	var text bytes.Buffer
	must(t, f.Write(&text))
	return text.Bytes()
}

// quoted1 is a text as JSON has it.
func quoted1(t *testing.T, text string) []byte {
	t.Helper()
	return []byte(strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(text))
}

// TestOpenRefuses: what cannot be gone on with is refused with the reason, and stays as it is.
func TestOpenRefuses(t *testing.T) {
	g := game(t, "celles")
	for name, c := range map[string]struct {
		board, journal string
		want           string
	}{
		"a board of another game":       {string(boardOf(t, "america-triumphant")), "", "referee workshop america-triumphant"},
		"a newer board file":            {strings.Replace(string(boardOf(t, "celles")), "board/1", "board/2", 1), "", "newer version"},
		"no board file":                 {"hexes", "", "not a board file"},
		"a newer journal":               {"", `{"format":"referee-strokes/2"}` + "\n", "newer program"},
		"no journal":                    {"", "hello\n", "not that of a journal"},
		"a journal of another game":     {"", `{"format":"referee-strokes/1","game":"america-triumphant"}` + "\n", "it is of america-triumphant"},
		"a journal of another board":    {string(boardOf(t, "celles")), journalOf(t), "move one of the two files away"},
		"a journal with a wrong stroke": {"", journalOf(t) + `{"changes":[{"file":"hexes.csv","key":"9999","column":"terrain","was":"","is":"woods"}]}` + "\n", "line 2"},
		"a journal that undoes nothing": {"", journalOf(t) + `{"undo":true}` + "\n", "line 2"},
		"a journal that is torn within": {"", journalOf(t) + "{\"chan\n" + `{"undo":true}` + "\n", "line 2"},
	} {
		path := fileIn(t)
		for to, text := range map[string]string{path: c.board, JournalOf(path): c.journal} {
			if text != "" {
				must(t, os.WriteFile(to, []byte(text), 0o600))
			}
		}
		if _, err := Open(g, path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if c.journal != "" && string(read1(t, JournalOf(path))) != c.journal {
			t.Errorf("%s: the journal was changed", name)
		}
	}
	path := fileIn(t)
	open(t, path)
	if _, err := Open(g, path); err == nil || !strings.Contains(err.Error(), "another workshop") {
		t.Errorf("two workshops: %v", err)
	}
	if _, err := Open(g, filepath.Join(t.TempDir(), "none", "x.json")); err == nil || !strings.Contains(err.Error(), "choose a directory") {
		t.Errorf("a directory that there is not: %v", err)
	}
}

// journalOf is the journal of a board that was just begun.
func journalOf(t *testing.T) string {
	t.Helper()
	path := fileIn(t)
	must(t, open(t, path).Close())
	return string(read1(t, JournalOf(path)))
}

// TestGuesses: those that most stored matches rest on come first; without any, those that set-up and places name.
func TestGuesses(t *testing.T) {
	b := open(t, fileIn(t))
	list, left, percent := b.guesses()
	if percent != 77 || left["hexes.csv"] != 495 || len(list) != mostGuesses || list[0].Uses != 0 || list[0].named == 0 {
		t.Errorf("%d%%, left %v, first %+v", percent, left, list[0])
	}
	u := NewUses(b.game.Info)
	line := `{"path":["lehr-a","0203","0204","0303"],"note":"0905"}`
	u.Add([]*match.Entry{{Line: []byte(line)}, {Line: []byte(line)}})
	u.Add([]*match.Entry{{Line: []byte(`{"path":["lehr-a","0203"]}`)}})
	b.Rests(u)
	if n := b.matches(Place{"hexes.csv", "0203"}); n != 2 {
		t.Errorf("two matches name 0203, not %d", n)
	}
	if n := b.matches(Place{"hexsides.csv", "0203 0204 road"}); n != 1 {
		t.Errorf("one match goes from 0203 to 0204, not %d", n)
	}
	if n := b.matches(Place{"hexsides.csv", "0303 0905 road"}); n != 0 {
		t.Errorf("nobody goes from 0303 to 0905, and %d matches do", n)
	}
	if n := b.matches(Place{"combat_results.csv", "1-3 -4"}); n != 2 {
		t.Errorf("every match rests on the combat table, not %d", n)
	}
	list, _, _ = b.guesses()
	if list[0].Uses != 2 || !slices.IsSortedFunc(list, func(a, b Guess) int { return b.Uses - a.Uses }) {
		t.Errorf("first %+v", list[0])
	}
	do(t, b, Stroke{Put: []Put{{Place: Place{"hexes.csv", "0203"}}}})
	list, left, _ = b.guesses()
	if left["hexes.csv"] != 494 || slices.ContainsFunc(list, func(g Guess) bool { return g.Key == "0203" }) {
		t.Error("what was confirmed is a guess")
	}
}
