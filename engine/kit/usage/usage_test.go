package usage

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"referee/engine"
)

func TestSlots(t *testing.T) {
	got := Slots("unit? attack formation-or-unit +unit* +unit+ to:hex* go?", "attack", "go")
	want := []engine.Slot{
		{Arg: "unit", Optional: true},
		{Literal: "attack"},
		{Arg: "formation-or-unit"},
		{Arg: "unit", Optional: true, Repeat: true, Prefix: "+"},
		{Arg: "unit", Repeat: true, Prefix: "+"},
		{Arg: "hex", Optional: true, Repeat: true, Goal: "to:"},
		{Literal: "go", Optional: true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestArgs(t *testing.T) {
	got := Args("unit odds? with=unit* to=hex+")
	want := []engine.QueryArg{
		{Name: "unit", Kind: "unit"},
		{Name: "odds", Kind: "odds", Optional: true},
		{Name: "with", Kind: "unit", Optional: true, Repeat: true},
		{Name: "to", Kind: "hex", Repeat: true},
	}
	if !slices.Equal(got, want) || Args("") != nil {
		t.Errorf("%+v", got)
	}
}

func TestOdd(t *testing.T) {
	args := Args("unit odds? with=unit*")
	for _, c := range []struct {
		given map[string][]string
		odd   string
		known bool
	}{
		{map[string][]string{"unit": {"a"}, "with": {"b", "c"}}, "", false},
		{map[string][]string{"unit": {}, "also": {"x"}}, "unit", true},
		{map[string][]string{"odds": {"1", "2"}}, "odds", true},
		{map[string][]string{"unit": {"a"}, "zeal": {"x"}, "also": {"x"}}, "also", false},
		{nil, "", false},
	} {
		if odd, known := FirstWrong(args, c.given); odd != c.odd || known != c.known {
			t.Errorf("%v: %q (%t)", c.given, odd, known)
		}
	}
}

func TestVerb(t *testing.T) {
	got := Literals{"stay", "go"}.Verb("wait", "5", "unit stay", "wait a", "move", "march")
	want := engine.Verb{
		Name: "wait", Rule: "5", Kinds: []string{"move", "march"}, Slots: []engine.Slot{{Arg: "unit"}, {Literal: "stay"}}, Example: "wait a",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestAsk: a query is answered by its name, and one that there is not is refused by the rule.
func TestAsk(t *testing.T) {
	asked := []Asked[string, int]{{Name: "reach", Args: "unit", Answer: func(g string, s int, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
		return engine.Answer{Heads: s, Data: g + q.First("unit")}, nil
	}}}
	if infos := Queries(asked); len(infos) != 1 || infos[0].Name != "reach" || !reflect.DeepEqual(infos[0].Args, Args("unit")) {
		t.Errorf("%+v", infos)
	}
	q := engine.Query{Name: "reach", Args: map[string][]string{"unit": {"a"}}}
	if a, err := Ask(asked, "2", "of ", 3, engine.Judge, q); err != nil || a.Heads != 3 || a.Data != "of a" {
		t.Errorf("%+v, %v", a, err)
	}
	var no *engine.Illegal
	if _, err := Ask(asked, "2", "", 0, engine.Judge, engine.Query{Name: "odds"}); !errors.As(err, &no) || no.Rule != "2" {
		t.Errorf("%v", err)
	}
}
