package celles

import (
	"reflect"
	"slices"
	"testing"

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
