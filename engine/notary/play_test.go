package notary

import (
	"errors"
	"flag"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var update = flag.Bool("update", false, "write the title file into its page")

// rules are the rules over a title of a test; "": that of the program.
func rules(t testing.TB, title string) *Rules {
	t.Helper()
	g, err := New(Files(), 1)
	if err == nil && title != "" {
		var over engine.Rules[*State]
		over, err = g.Over(map[string]string{"title.csv": title})
		if err == nil {
			g = over.(*Rules)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestCupsKeepTheirItems: over random sequences of draws, plays, discards, returns and take-backs, a cup never gives what is not
// in it: 100,000 of them in the thorough suite. Strict rules check after every event that each item is in one place.
func TestCupsKeepTheirItems(t *testing.T) {
	g := engine.SealStrict[*State](rules(t, ""))
	random := rand.New(rand.NewPCG(1, 2))
	for n := range thorough.Or(500, 100_000) {
		player := enginetest.NewPlayer(uint64(n), enginetest.Bias(map[string]int{
			"draw": 40, "play": 20, "discard": 15, "return": 15, "shuffle": 10, "result": 0, "roll": 0, "note": 0, "score": 0, "orders": 0,
		}))
		begun, err := g.Begin(1, engine.Setup{"title": templates[1+n%2]})
		if err != nil {
			t.Fatal(err)
		}
		line := []engine.Position{begun.Position}
		for range 30 {
			pos := line[len(line)-1]
			if len(line) > 2 && random.IntN(8) == 0 { // back by one or two decisions
				line = line[:len(line)-1-random.IntN(2)]
				continue
			}
			q := player.Pick(pos.Prompts())
			path, err := player.Answer(pos, q)
			if err != nil {
				t.Fatal(err)
			}
			out, err := pos.Submit(len(line)+1, q.Seat, q.ID, path)
			if err != nil {
				t.Fatalf("%s: %v\n%s", strings.Join(path, " "), err, pos)
			}
			line = append(line, out.Position)
		}
	}
}

// TestDrawsAreFair: first draws come as often as there are items: a million in the thorough suite.
func TestDrawsAreFair(t *testing.T) {
	g := engine.Seal[*State](rules(t, "name,Test\ncup,bag,open,both\nitem,bag,a,1\nitem,bag,b,2\nitem,bag,c,7\n"))
	begun, err := g.Begin(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := begun.Position.Submit(2, blue, begun.Position.Prompts()[0].ID, []string{"draw", "bag", "1"})
	if err != nil {
		t.Fatal(err)
	}
	node, err := out.Position.Options(out.Position.Prompts()[0].ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, got, from := thorough.Or(20_000, 1_000_000), map[string]int{}, dice.NewSeeded("draws")
	for range n {
		face, err := from.Roll(match.Roll{Faces: node.Options})
		if err != nil {
			t.Fatal(err)
		}
		got[face.ID]++
	}
	compare(t, "bag", n, got, map[string]float64{"bag/a": .1, "bag/b": .2, "bag/c": .7})
}

// TestOrders are orders that are accepted and refused, by the numbers of the rules: a line that ends in = is accepted, and any
// other names the message that refuses it.
func TestOrders(t *testing.T) {
	const title = `name,Test
turns,2
phase,Move
phase,Fight
dice,attack,2d10
table,crt,1d6
column,crt,1-1,a b c d e f
cup,bag,open,red
item,bag,chit,2
cup,deck,unseen,blue
item,deck,ace,1
track,weather,0,3,1
`
	for _, c := range []string{
		`2 roll "2d10 "attack =`, `2 roll attack "on 2710 =`, `2 roll "attack "on 2710 =`, `2 roll "9999d9999 "attack refuse.dice`, `2 roll "2d10 " refuse.text`,
		"2 roll \"2d10 \"a\u202eb refuse.text", `2 table crt 1-1 "attack =`, `2 table crt 9-1 "attack refuse.column`, `2 table drm 1-1 "attack refuse.table`,
		`3 draw deck 1 =`, `3 draw deck 2 refuse.number`, `3 draw bag 1 refuse.draw`, `3 draw cup 1 refuse.draw`, `3 play deck ace refuse.none.play`,
		`3 discard deck ace refuse.none.discard`, `3 return deck ace refuse.none.return`, `3 shuffle deck refuse.none.shuffle`,
		`4 orders now =`, `4 orders never refuse.choice`, `4 open refuse.none.open`,
		`5 note "a =`, `5 score blue "12 =`, `5 score blue "-9999 =`, `5 score blue "99999 refuse.points`, `5 score blue "−1 =`, `5 score blue "1000000 refuse.points`, `5 score blue "1.5 refuse.points`, `5 score third "1 refuse.choice`,
		`5 track weather 3 =`, `5 track weather 4 refuse.marker`, `5 track wind 1 refuse.track`, `5 phase =`, `5 pass "a =`, `5 pass " refuse.text`,
		`6 result nobody =`, `6 result third refuse.choice`, `6 agree refuse.choice`,
	} {
		words := strings.Split(c, " ")
		path, want := words[1:len(words)-1], strings.TrimSuffix(words[len(words)-1], "=")
		for i, w := range path { // a text may have several words
			if strings.HasPrefix(w, engine.TextMark) && i+1 < len(path) && !strings.HasPrefix(path[i+1], engine.TextMark) {
				path = append(path[:i:i], strings.Join(path[i:], " "))
				break
			}
		}
		g := engine.SealStrict[*State](rules(t, title))
		begun, err := g.Begin(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = begun.Position.Submit(2, blue, begun.Position.Prompts()[0].ID, path)
		got, rule := "", words[0]
		var ill *engine.Illegal
		if errors.As(err, &ill) {
			if got = ill.Why.Key; ill.Rule != "" {
				rule = ill.Rule
			}
		}
		if got != want || rule != words[0] || err != nil && got == "" {
			t.Errorf("%s: %q (rule %s), %v", c, got, rule, err)
		}
	}
}

// TestTitlesAreChecked: all faults of a title are told at once, each with its line.
func TestTitlesAreChecked(t *testing.T) {
	const faulty = `name,Test
name,Twice
side,third,x
turns,0
dice,attack,9999d9999
dice,roll,1d6
table,crt,1d6
column,crt,1-1,a b c
column,drm,1-1,a
cup,bag,open,both
cup,bag,open,both
cup,hat,shut,both
item,bag,chit,1000000
item,bag,chit,1
item,sack,chit,1
track,weather,3,3,1
phase,` + "a\u202eb" + `
clock,
nonsense,1
`
	g := rules(t, "")
	_, err := g.Over(map[string]string{"title.csv": faulty})
	if err == nil {
		t.Fatal("a faulty title is read")
	}
	for _, at := range []string{":2:", ":3:", ":4:", ":5:", ":6:", ":8:", ":9:", ":11:", ":12:", ":13:", ":14:", ":15:", ":16:", ":17:", ":18:", ":19:"} {
		if !strings.Contains(err.Error(), "title.csv"+at) {
			t.Errorf("nothing is told of line %s\n%v", at, err)
		}
	}
	if lines := lists.Map(strings.Split(err.Error(), "\n"), func(s string) string { return s[:12] }); len(lines) < 17 {
		t.Errorf("%d faults", len(lines))
	}
}

// TestHostileTitles: what a title cannot be is refused with its line and what would fit, and whatever spreadsheets write is read.
func TestHostileTitles(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct{ lines, want string }{ // want is how a problem begins; "": it is a title
		{"\ufeffname,Alps,,\r\n\"# cups, decks\",,,\r\ncup,bag,open,both\r\nitem,bag,chit,1\r\n,,,\r\n", ""},
		{"name,\"Alps, 1915\"\nside,blue,Ελλάδα\nside,red,日本\nphase,\"\"\"Move\"\"\"\n", ""},
		{"name,A\nclock,3d\n", ""},
		{"name,A\nclock,none\n", ""},
		{"", "title.csv: there is no line for the name"},
		{"name,Alps, 1915\n", "title.csv:1: name: 2 cells, but there are 1 columns: put quotation marks"},
		{"name,\n", "title.csv:1: name: "},
		{"name," + long + "\n", "title.csv:1: name: \"xxx"},
		{"name,A\u200fB\n", "title.csv:1: name: "},
		{"name,A\u2066B\u2069\n", "title.csv:1: name: "},
		{"name,A\x00B\n", "title.csv:1: name: "},
		{"name,A\tB\n", "title.csv:1: name: "},
		{"name,\"A\nside,blue,B\n", "title.csv:1: not CSV: "},
		{"name,\xc9toile\n", "title.csv:1: not UTF-8"},
		{"\xff\xfen\x00a\x00m\x00e\x00", "title.csv:1: not UTF-8"},
		{"name;Alps\n", "title.csv:1: \"name;Alps\": separate the cells by commas"},
		{"name,A\nside,blue,Both\nside,red,Both\n", "title.csv:3: the name Both is a duplicate of line 2"},
		{"name,A\nside,blue,B\nside,blue,C\n", "title.csv:3: the side of the blue player is a duplicate"},
		{"name,A\nscore,10000,0\n", "title.csv:2: blue: 10000 is not between -9999 and 9999"},
		{"name,A\nclock,soon\n", "title.csv:2: clock: \"soon\" is not a clock: write for example"},
		{"name,A\nclock,3d then caretaker sergeant\n", "title.csv:2: clock: "},
		{"name,A\nclock,\n", "title.csv:2: clock: "},
		{"name,A\nclock,3d\nclock,4d\n", "title.csv:3: a title has at most 1 of \"clock\""},
		{"name,A\ndice,attack,9999d9999\n", "title.csv:2: dice: \"9999d9999\": write them like 2d10"},
		{"name,A\ndice,attack," + long + "\n", "title.csv:2: dice: "},
		{"name,A\ndice,draw,1d6\n", "title.csv:2: name: \"draw\" is a word of orders"},
		{"name,A\ncup,nobody,open,both\nitem,nobody,a,1\n", "title.csv:2: name: \"nobody\" is a word of orders"},
		{"name,A\ndice,At-tack,1d6\n", "title.csv:2: name: \"At-tack\" is not made of"},
		{"name,A\ndice,bag,1d6\ncup,bag,open,both\nitem,bag,a,1\n", "title.csv:3: bag is a duplicate of line 2"},
		{"name,A\ncup,bag,open,both\nitem,bag,a,1000000\n", "title.csv:3: number: 1000000 is not between 1 and 999"},
		{"name,A\ncup,bag,open,both\nitem,bag,a,-1\n", "title.csv:3: number: -1 is not between"},
		{"name,A\ncup,bag,open,both\nitem,bag,a,99999999999999999999\n", "title.csv:3: number: "},
		{"name,A\ncup,deck,open,both\nitem,deck,a,1\ncup,deck,unseen,blue\n", "title.csv:4: deck is a duplicate of line 2"},
		{"name,A\ncup,deck,open,both\n", "title.csv:2: the cup deck has no item: write one"},
		{"name,A\nitem,deck,a,1\n", "title.csv:2: there is no cup \"deck\""},
		{"name,A\ntable,crt,2d6/1d10\ncolumn,crt,a,x\n", "title.csv:2: dice: a table is read with one roll"},
		{"name,A\ntable,crt,1d6\ncolumn,crt,a,x\n", "title.csv:3: results: 1, but 1d6 shows 1 to 6"},
		{"name,A\ntable,crt,1d6\ncolumn,crt,a,1 2 3 4 5 \u202e6\n", "title.csv:3: results: "},
		{"name,A\ncup," + long + ",open,both\ncup," + long + ",open,both\n", "title.csv:2: name: "},
		{"name,A\ntrack,odds,5,1,3\n", "title.csv:2: \"5\" to \"1\" are not between"},
		{"name,A\ntrack,odds,1,5,6\n", "title.csv:2: at: 6 is not between 1 and 5"},
		{"name,A\n" + strings.Repeat("phase,Move\n", 41), "title.csv:42: a title has at most 40 of \"phase\""},
		{"name,A\n" + strings.Repeat("dice,a,1d6\n", 100_000), "title.csv:5001: there are more than 5000 lines"},
	} {
		_, err := rules(t, "").Over(map[string]string{"title.csv": c.lines})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%.80q: %v", c.lines, err)
		case c.want != "" && (err == nil || !strings.Contains("\n"+err.Error(), "\n"+c.want)):
			t.Errorf("%.80q: %.500v, want %s", c.lines, err, c.want)
		}
		if err != nil && slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(line string) bool { return len(line) > 600 }) {
			t.Errorf("%.80q: a line about it is very long", c.lines)
		}
	}
}

// FuzzLoad: whatever is in the file of a title, it is read within its bounds and a match of it begins, or the problems have lines
// that there are.
func FuzzLoad(f *testing.F) {
	for _, id := range templates {
		text, err := fs.ReadFile(Files(), id+".csv")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("name,\"A\r\nclock,3d\nside;blue\n\xff")
	data, err := match.LoadData(Files())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		own := maps.Clone(data)
		own["title.csv"] = text
		g, err := New(own, 1)
		var problems csvtable.Problems
		switch {
		case errors.As(err, &problems):
			for _, p := range problems {
				if p.Line < 0 || p.Line > strings.Count(text, "\n")+1 || p.Text == "" || len(p.Text) > 1000 {
					t.Errorf("%q is told as %+v", text, p)
				}
			}
		case err != nil:
			t.Errorf("%q: %v", text, err)
		default:
			if _, err := engine.SealStrict[*State](g).Begin(1, nil); err != nil {
				t.Errorf("%q: %v", text, err)
			}
			if is := g.titles["title"]; utf8.RuneCountInString(is.Name) > longestName || len(is.Cups) > mostCups || len(is.Dice) > mostNamed || len(is.Phases) > mostNamed {
				t.Errorf("%q is beyond the bounds", text)
			}
		}
	})
}

// TestTheTitleFile: docs/notary.md shows the file that a club replaces, and with all its examples taken it is a title.
func TestTheTitleFile(t *testing.T) {
	data, err := match.LoadData(Files())
	if err != nil {
		t.Fatal(err)
	}
	const path = "../../docs/notary.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`(?s)(<!-- written by: [^\n]+ -->\n).*(<!-- end -->\n)`)
	want := block.ReplaceAllString(string(page), "${1}```csv\n"+data["title.csv"]+"```\n$2")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(page) != want {
		t.Errorf("%s shows another file: run its command", path)
	}
	data["title.csv"] = regexp.MustCompile(`(?m)^#([a-z]+,)`).ReplaceAllString(data["title.csv"], "$1")
	id := engine.BoardID{Name: "Alps", Version: 2, Author: "Anna"}
	data[csvtable.BoardFile] = csvtable.WriteBoard(id)
	d, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	is := d.Titles["title"]
	shown := map[string]int{
		"name": len(is.Name), "side": len(is.Sides[1]), "turns": is.Turns, "score": is.Score[1], "phase": len(is.Phases), "dice": len(is.Dice),
		"table": len(is.Tables), "column": len(is.Tables[0].Columns), "cup": len(is.Cups), "item": len(is.Cups[0].Items), "track": len(is.Tracks), "clock": len(is.Clock),
	}
	for kind := range lines {
		if shown[kind] == 0 {
			t.Errorf("the file has no example of %q", kind)
		}
	}
	if d.Named != id {
		t.Errorf("it is called %+v", d.Named)
	}
}

// TestADataSetIsChecked: a missing file and the name of the data set are told with the faults of titles.
func TestADataSetIsChecked(t *testing.T) {
	data, err := match.LoadData(Files())
	if err != nil {
		t.Fatal(err)
	}
	delete(data, "you-go.csv")
	data["title.csv"], data[csvtable.BoardFile] = "name,a\u200fb\n", "name,version,author\na\u202eb,1,c\n"
	if _, err := Load(data); err == nil || !slices.Equal(lists.Map(strings.Split(err.Error(), "\n"), func(s string) string { return strings.Join(strings.Split(s, ":")[:2], ":") }),
		[]string{"board.csv:2", "title.csv:1", "you-go.csv: the file is missing"}) {
		t.Errorf("the data set is told of as %v", err)
	}
	if _, err := Load(unreadable{}); !errors.Is(err, fs.ErrPermission) || errors.As(err, new(csvtable.Problems)) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// unreadable are files that cannot be read.
type unreadable struct{}

func (unreadable) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

// TestFromTheTableFirst: an item that lies on the table and in the hand is discarded and returned from the table, where all see it;
// a result opens the orders that are sealed.
func TestFromTheTableFirst(t *testing.T) {
	g := engine.SealStrict[*State](rules(t, "name,Test\ncup,deck,unseen,blue\nitem,deck,ace,3\n"))
	const at = "notary 1\ntemplate \"title\"\nturn 1\nmove \"blue\"\nscore {\"blue\":0,\"red\":0}\nitems {\"blue/deck/ace\":1,\"cup/deck/ace\":1,\"table/deck/ace\":1}\n"
	for _, c := range []struct {
		more, answer, want string
		seat               engine.Seat
	}{
		{"", "discard deck ace", `items {"blue/deck/ace":1,"cup/deck/ace":1,"discards/deck/ace":1}`, blue},
		{"", "return deck ace", `items {"blue/deck/ace":1,"cup/deck/ace":2}`, blue},
		{"orders \"later\"\nseals {\"blue\":\"left\",\"red\":\"\"}\noffer \"\"\n", "agree", `"Text":"left"`, red},
	} {
		pos, err := g.Parse(1, at+c.more)
		if err != nil {
			t.Fatal(err)
		}
		out, err := pos.Submit(1, c.seat, pos.Prompts()[0].ID, strings.Fields(c.answer))
		if err != nil || !strings.Contains(out.Position.String(), c.want) {
			t.Errorf("%s: %v\n%s", c.answer, err, out.Position)
		}
	}
}
