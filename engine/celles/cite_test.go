package celles

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/events"
)

// TestEventsCiteTheRules: whatever an event may say, a paragraph of the rulebook
// that exists stands behind it.
func TestEventsCiteTheRules(t *testing.T) {
	known := numbered.Rules()
	causes := []string{event.CauseCombat, event.CauseStacking, event.CauseRetreat, event.CauseAir, event.CauseInfiltration}
	for _, kind := range event.Kinds() {
		made, err := event.Decode(kind, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		for _, cause := range causes {
			v := reflect.New(reflect.TypeOf(events.Fact(made))).Elem()
			if f := v.FieldByName("Cause"); f.IsValid() {
				f.SetString(cause)
			}
			e := event.Of(v.Interface())
			if rule := engine.RuleOf(e); !slices.Contains(known, rule) {
				t.Errorf("%s cites %q, which is no paragraph", e.Kind(), rule)
			}
		}
	}
}

// TestTypedRefusals: a typed order is refused by the rule and the reason of the step that is refused.
func TestTypedRefusals(t *testing.T) {
	g := strict(t)
	reader := orders.New(g.Info())
	pos, err := g.Parse(1, `celles 1
turn 2 phase action side german step move
unit lehr-a 2214
unit 84-1 2213
unit 84-2 2015
unit 84-3 2114
active formation lehr units lehr-a
`)
	if err != nil {
		t.Fatal(err)
	}
	for order, want := range map[string]string{
		"lehr-a 2213":                "8 illegal.move.enemy",
		"move lehr-a 2015":           "8 illegal.move.enemy",
		"lehr-a 1715":                "8 illegal.move.way",
		"lehr-a 0109":                "8.1 illegal.move.meuse-german",
		"lehr-a 0106":                "8.4 illegal.move.rear",
		"lehr-a 2110":                "9.1 illegal.move.roll-first",
		"lehr-a infiltrate 2216":     "9.1 illegal.move.no-zone",
		"lehr-a 3499":                "8 illegal.no-hex",
		"go":                         " illegal.untimely.go",
		"84-1 2214":                  "7.5 illegal.enemy",
		"lehr-a attack light 84-1":   "11 illegal.enemy",
		"lehr-a attack light stop":   "7.5 illegal.untimely.stop",
		"infiltrate lehr-a 2213":     "9.1 illegal.move.enemy",
		"lehr-a attack light lehr-a": "11 illegal.join.twice",
	} {
		_, err := reader.Read(pos, "german", orders.Held{}, order)
		var no *engine.Illegal
		if !errors.As(err, &no) || no.Rule+" "+no.Why.Key != want {
			t.Errorf("%s: %v, want %s", order, err, want)
		}
	}
}

// TestRecordedModifiersCiteTableF: the odds that a record holds cite paragraph 11 for every modifier, as they always
// have, although the query odds cites the paragraph of each.
func TestRecordedModifiersCiteTableF(t *testing.T) {
	pos := parse(t, `celles 1
turn 2 phase action side german step move
active formation lehr units lehr-a moving lehr-a
unit lehr-a 1505 disrupted
unit 84-1 1504
`)
	out, err := pos.Submit(1, "german", pos.Prompts()[0].ID, []string{"attack", "light", "go"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range out.Events {
		if set, ok := events.Fact(e).(event.OddsSet); ok {
			want := []event.DRM{{Name: "attacker-disrupted", Value: -2, Rule: "11"}, {Name: "light", Value: -2, Rule: "11"}}
			if len(set.DRM) < 2 || !slices.Equal(set.DRM[:2], want) {
				t.Errorf("the record has %+v", set.DRM)
			}
			return
		}
	}
	t.Error("no odds are set")
}
