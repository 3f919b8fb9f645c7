package orderdeck_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/engine/orderdeck"
)

// someOf are the kinds of which an answer is some of several.
var someOf = []orderdeck.Kind{orderdeck.Western, orderdeck.LowestHex, orderdeck.Dearest, orderdeck.Fewest}

// TestFactsAreText: every kind of fact is printed as a line and read again.
func TestFactsAreText(t *testing.T) {
	table := orderdeck.Table{}
	for _, k := range orderdeck.Kinds() {
		for _, with := range []string{"", "8,7/84/VII"} {
			for _, v := range []orderdeck.Value{{}, {Yes: true}, {Number: 7}, {List: []string{"7/84/VII", "8"}}} {
				if slices.Contains(someOf, k) && (with == "" || len(v.List) == 0) {
					continue // at least one of several
				}
				known := orderdeck.Known{Fact: orderdeck.Fact{Kind: k, Of: "3", With: with}, Value: v}
				got, err := orderdeck.ParseKnown(known.String())
				if err != nil {
					t.Fatal(err)
				}
				if got.String() != known.String() || got.Fact != known.Fact {
					t.Errorf("%s is read as %s", known, got)
				}
				table.Learn(got)
			}
		}
	}
	again := orderdeck.Table{}
	for line := range strings.Lines(table.String()) {
		k, err := orderdeck.ParseKnown(line)
		if err != nil {
			t.Fatal(err)
		}
		again.Learn(k)
	}
	if again.String() != table.String() || len(again) != len(table) {
		t.Error("a table is not read as it was printed")
	}
	for _, line := range []string{
		"", "near 3 - maybe", "near 3 yes", "moon 3 - yes", "hold 3 - -1", "hold 3 - 1000", "hold 3 - many", "near 3 - yes 4",
		"stack 3 - 1," + strings.Repeat("2,", orderdeck.MostListed), "stack 3 - " + strings.Repeat("x", 99),
	} {
		if k, err := orderdeck.ParseKnown(line); err == nil {
			t.Errorf("%q is read as %s", line, k)
		}
	}
}

// FuzzParseKnown: what is read is printed as it was written, but for spaces.
func FuzzParseKnown(f *testing.F) {
	for _, line := range []string{"near 3 - yes", "hold 1715 - 4", "stack 3 - 1,2", "western 1719 x,y y", "box - - -"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		k, err := orderdeck.ParseKnown(line)
		if err != nil {
			return
		}
		again, err := orderdeck.ParseKnown(k.String())
		if err != nil || !reflect.DeepEqual(again, k) {
			t.Errorf("%q is read as %q, and that as %q: %v", line, k, again, err)
		}
	})
}

// TestAnswersAreBounded: an answer has only options, none of them twice, and ids and numbers that can be stored.
func TestAnswersAreBounded(t *testing.T) {
	pick := orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.Near, Of: "3"}, {Kind: orderdeck.Near, Of: "7"}}}
	western := orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.Western, Of: "1719", With: "31,32"}}}
	members := orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.Members, Of: "VII"}}}
	hold := orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.Hold, Of: "1715"}}}
	for _, c := range []struct {
		q    orderdeck.Question
		list string
		n    int
		want string // "": it is refused
	}{
		{pick, "", 0, "near 3 - no; near 7 - no"},
		{pick, "7", 0, "near 3 - no; near 7 - yes"},
		{pick, "8", 0, ""},
		{pick, "7 7", 0, ""},
		{western, "32 31", 0, "western 1719 31,32 32,31"},
		{western, "33", 0, ""},
		{western, "", 0, ""},
		{members, "", 0, "members VII - -"},
		{members, "12 7/84/VII", 0, "members VII - 12,7/84/VII"},
		{members, "1,2", 0, ""},
		{members, "-", 0, ""},
		{members, "1\u00a02", 0, ""},
		{members, strings.Repeat("x", 41), 0, ""},
		{hold, "", 6, "hold 1715 - 6"},
		{hold, "", -1, ""},
		{hold, "", orderdeck.MostNumber, "hold 1715 - 999"},
		{hold, "", orderdeck.MostNumber + 1, ""},
	} {
		known, err := c.q.Answer(strings.Fields(c.list), c.n)
		if c.list == "1\u00a02" {
			known, err = c.q.Answer([]string{c.list}, c.n)
		}
		var got []string
		for _, k := range known {
			got = append(got, k.String())
		}
		if strings.Join(got, "; ") != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s %q %d: %q, %v", c.q.Kind(), c.list, c.n, got, err)
		}
	}
	many := make([]string, orderdeck.MostListed+1)
	for i := range many {
		many[i] = strings.Repeat("x", 1+i/26) + string(rune('a'+i%26))
	}
	if _, err := members.Answer(many, 0); err == nil {
		t.Error("too many ids are taken")
	}
	if _, err := members.Answer(many[1:], 0); err != nil {
		t.Error(err)
	}
}

// TestForget: what mentions a thing that has moved is forgotten, unless it is printed; without things all that is not.
func TestForget(t *testing.T) {
	lines := strings.Fields("near,3 near,7 beside,7,x stack,7,-,3 hold,x army,3,7")
	fresh := func() orderdeck.Table {
		table := orderdeck.Table{}
		table.Learn(
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Near, Of: "3"}},
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Near, Of: "7"}},
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Beside, Of: "7", With: "x"}},
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Stack, Of: "7"}, Value: orderdeck.Value{List: []string{"3"}}},
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Hold, Of: "x"}},
			orderdeck.Known{Fact: orderdeck.Fact{Kind: orderdeck.Army, Of: "3", With: "7"}},
		)
		return table
	}
	if len(fresh()) != len(lines) {
		t.Fatal("the table is not as it should be")
	}
	for things, want := range map[string]string{
		"":    "army 3 7 no; hold x - 0",
		"3":   "army 3 7 no; beside 7 x no; hold x - 0; near 7 - no",
		"x":   "army 3 7 no; hold x - 0; near 3 - no; near 7 - no; stack 7 - 3",
		"7 x": "army 3 7 no; hold x - 0; near 3 - no",
		"9":   "army 3 7 no; beside 7 x no; hold x - 0; near 3 - no; near 7 - no; stack 7 - 3",
	} {
		table := fresh()
		if things == "" {
			table.Forget()
		}
		table.Forget(strings.Fields(things)...)
		if got := strings.ReplaceAll(strings.TrimSpace(table.String()), "\n", "; "); got != want {
			t.Errorf("after %q: %s", things, got)
		}
	}
	table := fresh()
	if table.Forget(orderdeck.Act{Verb: orderdeck.Activate, Units: []string{"3"}}.Touched()...); len(table) != len(lines) {
		t.Errorf("after an act that touches nothing: %s", table)
	}
}

// TestTouched: after an act facts about its units, its hex and its target are looked at again; a move changes nothing about
// its target.
func TestTouched(t *testing.T) {
	a := orderdeck.Act{Verb: orderdeck.Attack, Units: []string{"3", "8"}, Group: []string{"3", "4"}, Target: "x", Lost: []string{"9"}}
	if got := strings.Join(a.Touched(), " "); got != "3 8 9 x" {
		t.Error(got)
	}
	a.Verb = orderdeck.Activate
	if got := strings.Join(a.Touched(), " "); got != "9" {
		t.Error(got)
	}
	a.Verb, a.Hex = orderdeck.Move, "1715"
	if got := strings.Join(a.Touched(), " "); got != "3 8 9 1715" {
		t.Error(got)
	}
}

// TestCompare: ids are in the order of their numbers, then of what follows; those without a number come last.
func TestCompare(t *testing.T) {
	want := strings.Fields("1/101/XVIII 2 7/84/V 7/84/VII 12 101 0999999999 a b")
	for range 20 {
		list := slices.Clone(want)
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if slices.SortFunc(list, orderdeck.Compare); !slices.Equal(list, want) {
			t.Fatal(list)
		}
	}
}
