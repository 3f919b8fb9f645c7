package orders_test

import (
	"os"
	"path/filepath"
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
		for _, h := range info.Board.Hexes {
			plain, err1 := orders.NamedHexes(info, typed.Words(h.Name))
			clean, err2 := orders.NamedHexes(info, typed.Words(typed.Clean("“"+h.Name+"”.")))
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
