package celles

import (
	"reflect"
	"slices"
	"testing"

	"referee/engine"
)

// TestEventsCiteTheRules: whatever an event may say, a paragraph of the rulebook
// that exists stands behind it.
func TestEventsCiteTheRules(t *testing.T) {
	var known []string
	for _, n := range numbered {
		known = append(known, n.rule)
	}
	causes := []string{causeCombat, causeStacking, causeRetreat, causeAir, causeInfiltration}
	for _, kind := range kindNames() {
		made, err := decode(kind, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		for _, cause := range causes {
			v := reflect.New(reflect.TypeOf(made)).Elem()
			if f := v.FieldByName("Cause"); f.IsValid() {
				f.SetString(cause)
			}
			e := v.Interface().(engine.Event)
			if rule := engine.RuleOf(e); !slices.Contains(known, rule) {
				t.Errorf("%s cites %q, which is no paragraph", e.Kind(), rule)
			}
		}
	}
}
