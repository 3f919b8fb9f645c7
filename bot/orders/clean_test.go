package orders_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/celles"
)

// corpus are the orders of the rules cases of a game, and its words and examples.
func corpus(t *testing.T, info *engine.Info, cases string) []string {
	t.Helper()
	var texts []string
	for _, list := range info.Words {
		for _, w := range list {
			texts = append(texts, w, "+"+w)
		}
	}
	for _, v := range info.Verbs {
		texts = append(texts, v.Name)
		for _, s := range v.Slots {
			texts = append(texts, s.Literal, s.Prefix, s.Goal)
		}
	}
	for _, c := range info.Clauses {
		texts = append(texts, c.Name, c.Example)
	}
	files, err := filepath.Glob(cases)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", cases, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			seat, order, _ := strings.Cut(strings.TrimSpace(line), " ")
			if slices.Contains(info.Seats, engine.Seat(seat)) {
				order, _, _ = strings.Cut(order, "#")
				texts = append(texts, order)
			}
		}
	}
	return texts
}

// TestCleanLeavesOrders: what was an order before orders were cleaned is read the same way, and so is the name of every place.
func TestCleanLeavesOrders(t *testing.T) {
	celles, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	america, err := america.Open(america.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for cases, g := range map[string]engine.Game{"celles": celles, "america": america} {
		info := g.Info()
		texts := corpus(t, info, filepath.Join("..", "..", "engine", cases, "testdata", "rules", "*.txt"))
		if len(texts) < 1000 {
			t.Fatalf("%s: only %d texts", cases, len(texts))
		}
		for _, text := range texts {
			if got, want := typed.Words(typed.Clean(text)), typed.Words(text); !slices.Equal(got, want) {
				t.Errorf("%s: %q is %q once cleaned", cases, text, got)
			}
		}
		reader := orders.New(info)
		for _, h := range info.Board.Hexes {
			plain, err1 := reader.Placed(typed.Words(h.Name))
			clean, err2 := reader.Placed(typed.Words(typed.Clean("“" + h.Name + "”.")))
			if !slices.Equal(plain, clean) || (err1 == nil) != (err2 == nil) {
				t.Errorf("%s: %q is %v, and %v once cleaned", cases, h.Name, plain, clean)
			}
		}
	}
}

// TestOrdersAreCleaned: what phones and word processors make of an order or question is read as it was meant.
func TestOrdersAreCleaned(t *testing.T) {
	g, pos := position(t, marching)
	reader := orders.New(g.Info())
	want, err := reader.Read(pos, "red", orders.Held{}, "march red-a 0201")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"march red–a 0201", "“march” red\u2011a, 0201.", "march: red-a 0201 # as agreed", "march red-a\u200b 0201;", "march — red-a 0201…",
	} {
		if got, err := reader.Read(pos, "red", orders.Held{}, text); err != nil || !slices.Equal(got.Path, want.Path) {
			t.Errorf("%q is read as %v: %v", text, got.Path, err)
		}
	}
	if q, err := reader.Query("“reach” red–a?", nil); err != nil || q.First("unit") != "red-a" {
		t.Errorf("the question is %v: %v", q, err)
	}
}

// TestWithIsAFiller: "with" before the units of an order or question changes nothing, in any language, nor why it is refused.
func TestWithIsAFiller(t *testing.T) {
	for name, c := range map[string]struct {
		open    func(fs.FS, int) (engine.Game, error)
		data    fs.FS
		pos     string
		seat    engine.Seat
		orders  map[string]string // what becomes of each
		queries []string
	}{
		"celles": {celles.Open, celles.Files(), `celles 1
turn 1 phase action side german step move
active formation lehr units lehr-a
unit lehr-a 2114
unit lehr-recon 2213 used
unit 2pz-recon 2112
unit 84-1 2113
`, "german", map[string]string{
			"attack lehr-a medium with lehr-recon": "lehr-a attack medium +lehr-recon go!",
			"lehr-a attack medium with lehr-recon": "lehr-a attack medium +lehr-recon go!",
			"attack lehr-a medium with 84-1":       "11 illegal.enemy",
			"with lehr-a":                          "referee.order.unknown",
		}, []string{"odds lehr-a medium with lehr-recon"}},
		"america": {america.Open, america.Files(), `america-triumphant 1
turn 4 step declare hq hq-fifth weather precipitation ground frost
unit hq-fifth 3204
unit 39-26vg 1626 acts
unit 77-26vg 1626 acts
unit 78-26vg 1725 acts
unit 422-106 1526
`, "german", map[string]string{
			"attack 1526 with 39-26vg 77-26vg": "1526 +39-26vg +77-26vg go!",
			"1526 with 39-26vg":                "1526 +39-26vg",
			"attack 1526 with 78-26vg":         "9.0 illegal.attack.far",
		}, []string{"odds 1526 with 39-26vg"}},
	} {
		g, words := opened(t, c.open, c.data)
		pos, err := g.Parse(1, c.pos)
		if err != nil {
			t.Fatal(err)
		}
		reader := orders.New(g.Info())
		for lang, with := range map[string]string{"en": "with", "fr": "Avec", "es": "con"} {
			for order, want := range c.orders {
				text := words.Typed(lang, strings.Replace(order, "with", with, 1))
				read, err := reader.Read(pos, c.seat, orders.Held{}, text)
				if got := became(read, err); got != want {
					t.Errorf("%s: %q: %s, want %s", name, text, got, want)
				}
				read, err = reader.Read(pos, c.seat, orders.Held{}, strings.Replace(order, " with", "", 1))
				if got := became(read, err); got != want && !strings.HasPrefix(order, "with") {
					t.Errorf("%s: %q without it: %s, want %s", name, text, got, want)
				}
			}
			for _, query := range c.queries {
				q, err := reader.Query(words.Typed(lang, strings.Replace(query, "with", with, 1)), nil)
				plain, _ := reader.Query(strings.Replace(query, " with", "", 1), nil)
				if err != nil || !reflect.DeepEqual(q, plain) {
					t.Errorf("%s: %q is %v, want %v: %v", name, query, q, plain, err)
				}
			}
			for _, h := range g.Info().Board.Hexes {
				if got := words.Typed(lang, h.Name); strings.Contains(got, "with") {
					t.Errorf("%s: the place %s is read as %q", name, h.Name, got)
				}
			}
		}
	}
}

// became is what an order was read as, "!" behind a whole one, or why it is refused.
func became(o orders.Order, err error) string {
	var e *orders.Error
	var no *engine.Illegal
	switch {
	case errors.As(err, &no):
		return no.Rule + " " + no.Why.Key
	case errors.As(err, &e):
		return e.Why.Key
	case o.Whole:
		return strings.Join(o.Path, " ") + "!"
	}
	return strings.Join(o.Path, " ")
}
