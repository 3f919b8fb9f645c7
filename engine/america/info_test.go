package america

import "testing"

// TestWords: what is typed in an order or a query can be completed.
func TestWords(t *testing.T) {
	info := opened(t).Info()
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if s.Arg != "" && len(info.Words[s.Arg]) == 0 {
				t.Errorf("verb %s: no word is a %q", v.Name, s.Arg)
			}
		}
	}
	for _, q := range info.Queries {
		for _, a := range q.Args {
			if len(info.Words[a.Kind]) == 0 {
				t.Errorf("query %s: no word is a %q", q.Name, a.Kind)
			}
		}
	}
	if len(info.Counters) != 262 || len(info.Readings) < 67 {
		t.Errorf("%d counters, %d readings", len(info.Counters), len(info.Readings))
	}
}
