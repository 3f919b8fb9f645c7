package toy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

func TestOpenRefuses(t *testing.T) {
	good, err := fs.ReadFile(toy.Files(), "toy.csv")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, old, new string
		law            int
		want           string // in the error
	}{
		{name: "no such law", law: 3, want: "no law 3"},
		{name: "unknown kind", law: 1, old: "river,", new: "lake,", want: `toy.csv:7: there is no table "lake"`},
		{name: "field missing", law: 1, old: ",East Road", new: "", want: "toy.csv:9: road: 2 cells, but there are 3 columns"},
		{name: "hex off the board", law: 1, old: "river,0101", new: "river,0901", want: "toy.csv:7: hex: there is no hex 0901"},
		{name: "no hex", law: 1, old: "hex,0201", new: "hex,ford", want: `"ford"`},
		{name: "no seat", law: 1, old: "red-a,red", new: "red-a,green", want: `toy.csv:11: seat: "green" is none of red, blue`},
		{name: "no number", law: 1, old: "effort,2", new: "effort,two", want: "two"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := string(good)
			if test.old != "" {
				text = strings.Replace(text, test.old, test.new, 1)
			}
			_, err := toy.Open(fstest.MapFS{"toy.csv": {Data: []byte(text)}}, test.law)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
	if _, err := toy.Open(fstest.MapFS{}, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without data: %v", err)
	}
}

func TestDataHashFollowsTheData(t *testing.T) {
	good, err := fs.ReadFile(toy.Files(), "toy.csv")
	if err != nil {
		t.Fatal(err)
	}
	g, err := toy.Open(fstest.MapFS{"toy.csv": {Data: append(good, "# corrected\n"...)}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := g.Info().Data, toy.Strict().Info().Data; a == b {
		t.Errorf("two data sets have the hash %s", a)
	}
}

// TestRulesVersionsDiffer: a case of each ruling that laws judge otherwise, under both.
func TestRulesVersionsDiffer(t *testing.T) {
	const eastby = "round 1 of 2 weather on\nplan red march\nplan blue hold\nrevealed\nphase fight red\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a"
	const ford = "round 1 of 2 weather on\nplan red hold\nplan blue march\nrevealed\nphase fight blue\nunit red-a 0201\nunit blue-a 0301\nfight 0301 0201 blue-a"
	for _, test := range []struct {
		name, text string
		law        int
		want       string
	}{
		{"6/hold: who holds anywhere", eastby, 1, "red-a failed"},
		{"6/hold: who holds beside the Ford", eastby, 2, "red-a won"},
		{"6/hold: who holds the Ford", ford, 1, "blue-a failed"},
		{"6/hold: who holds the Ford", ford, 2, "blue-a failed"},
	} {
		t.Run(fmt.Sprint(test.name, " under law ", test.law), func(t *testing.T) {
			g, err := toy.Strict().Under(test.law)
			if err != nil {
				t.Fatal(err)
			}
			pos, err := g.Parse(1, fmt.Sprintf("toy %d\n%s", test.law, test.text))
			if err != nil {
				t.Fatal(err)
			}
			q := pos.Prompts()[0]
			out, err := pos.Submit(2, q.Seat, q.ID, []string{"4"})
			if err != nil || !strings.Contains(out.Position.String(), test.want+"\n") {
				t.Errorf("%v; no %q in\n%s", err, test.want, out.Position)
			}
		})
	}
}

const head = `toy 1
round 1 of 2 weather on
plan red march
plan blue march
revealed
effort red 2
effort blue 2
`

func TestRules(t *testing.T) {
	tests := []struct {
		name, text, path string
		want             string // a line of the position afterwards, or the rule that refuses
		refused          bool
	}{
		{
			name: "3 a flood stops a march over the river",
			text: "phase march red\nflood\nunit red-a 0201\nunit blue-a 0301",
			path: "+red-a go 0101 stop", want: "3", refused: true,
		},
		{
			name: "3 a flood keeps who stands at the river alone",
			text: "phase march red\nflood\nunit red-a 0101\nunit blue-a 0301",
			path: "+red-a", want: "3", refused: true,
		},
		{
			name: "5 a group stands in one hex",
			text: "phase march red\nunit red-a 0101\nunit red-b 0201\nunit blue-a 0301",
			path: "+red-a +red-b", want: "5", refused: true,
		},
		{
			name: "5 two hexes and no more",
			text: "phase march red\nunit red-a 0101\nunit red-b 0201\nunit blue-a 0301",
			path: "+red-a go 0201 0101 0201", want: "5", refused: true,
		},
		{
			name: "5 an attack asks for the die",
			text: "phase march red\nunit red-a 0201\nunit blue-a 0301",
			path: "+red-a go 0301 stop", want: "phase fight red",
		},
		{
			name: "6 one against one needs a 4",
			text: "phase fight red\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a",
			path: "4", want: "fight 0201 0301 red-a won",
		},
		{
			name: "6 and fails with a 3",
			text: "phase fight red\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a",
			path: "3", want: "fight 0201 0301 red-a failed",
		},
		{
			name: "9 a trap makes a 4 fail",
			text: "phase fight red\ntrap blue 0301\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a",
			path: "4", want: "fight 0201 0301 red-a failed",
		},
		{
			name: "9 who attacks is not caught in their own",
			text: "phase fight red\ntrap red 0301\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a",
			path: "4", want: "trap red 0301",
		},
		{
			name: "7 the hex is taken when nobody is left in it",
			text: "phase loss red\nunit red-a 0201\nunit blue-a 0301\nunit blue-b 0101\nfight 0201 0301 red-a won",
			path: "blue-a", want: "unit red-a 0301",
		},
		{
			name: "7 and not while somebody is",
			text: "phase loss red\nunit red-a 0201\nunit blue-a 0301\nunit blue-b 0301\nfight 0201 0301 red-a won",
			path: "blue-a", want: "unit red-a 0201",
		},
		{
			name: "7 only who is in the fight can be lost",
			text: "phase loss red\nunit red-a 0201\nunit red-b 0101\nunit blue-a 0301\nfight 0201 0301 red-a failed",
			path: "red-b", want: "7", refused: true,
		},
		{
			name: "8 a seat without units has lost",
			text: "phase loss red\nunit red-a 0201\nunit blue-a 0301\nfight 0201 0301 red-a won",
			path: "blue-a", want: "phase over",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pos, err := toy.Strict().Parse(1, head+test.text)
			if err != nil {
				t.Fatal(err)
			}
			q := pos.Prompts()[0]
			out, err := pos.Submit(2, q.Seat, q.ID, strings.Fields(test.path))
			var no *engine.Illegal
			switch {
			case test.refused && (!errors.As(err, &no) || no.Rule != test.want):
				t.Errorf("%q gets %v, want a refusal by rule %s", test.path, err, test.want)
			case !test.refused && err != nil:
				t.Errorf("%q: %v", test.path, err)
			case !test.refused && !strings.Contains(out.Position.String(), test.want+"\n"):
				t.Errorf("after %q no %q in\n%s", test.path, test.want, out.Position)
			}
		})
	}
}

func TestResult(t *testing.T) {
	tests := []struct {
		name, text string
		winner     engine.Seat
		decisive   bool
	}{
		{"the Ford decides", "unit red-a 0201\nunit blue-a 0301", "red", false},
		{"a draw", "unit red-a 0101\nunit blue-a 0301", "", false},
		{"nobody left", "unit blue-a 0301", "blue", true},
		{"a bid decides", "given blue 2\nunit red-a 0201\nunit blue-a 0301", "blue", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pos, err := toy.Strict().Parse(1, head+"phase over\n"+test.text)
			if err != nil {
				t.Fatal(err)
			}
			r := pos.View(engine.Spectator).Result
			if r == nil || r.Winner != test.winner || r.Decisive != test.decisive {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestABidIsGivenFromTheStart(t *testing.T) {
	out, err := toy.Strict().Begin(1, engine.Setup{"bid": "blue-2"})
	if err != nil {
		t.Fatal(err)
	}
	if text := out.Position.String(); !strings.Contains(text, "given blue 2\n") {
		t.Errorf("the position is\n%s", text)
	}
}

func TestReach(t *testing.T) {
	pos, err := toy.Strict().Parse(1, head+"phase march red\nunit red-a 0101\nunit blue-a 0301")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := pos.Ask("red", engine.Query{Name: "reach", Args: map[string][]string{"unit": {"red-a"}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(answer.Data)
	want := `{"hexes":[{"to":"0201"},{"to":"0301","rolls":true}]}`
	if err != nil || string(data) != want {
		t.Errorf("%s, %v; want %s", data, err, want)
	}
	if len(answer.Marks) != 2 || answer.Marks[1].Class != engine.MarkRisk {
		t.Errorf("marks %v", answer.Marks)
	}
}

func TestParseNamesTheLine(t *testing.T) {
	for _, test := range []struct {
		text string
		line int
	}{
		{"", 1},
		{"toy 2\n", 1},
		{"# a comment\ntoy 1\nround one of 2 weather on\n", 3},
		{"toy 1\nround 1 of 2\n", 2},
		{"toy 1\nphase dance\n", 2},
		{"toy 1\nplan green hold\n", 2},
		{"toy 1\nplan red rush many\n", 2},
		{"toy 1\neffort red\n", 2},
		{"toy 1\nunit green-a 0101\n", 2},
		{"toy 1\nfight 0101\n", 2},
		{"toy 1\nfight 0101 0201 green-a\n", 2},
		{"toy 1\ntrap red 9999\n", 2},
		{"toy 1\nsnow\n", 2},
	} {
		_, err := toy.Strict().Parse(0, test.text)
		var syntax *engine.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != test.line {
			t.Errorf("%q: got %v, want line %d", test.text, err, test.line)
		}
	}
}
