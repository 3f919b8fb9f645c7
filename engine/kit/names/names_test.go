package names

import (
	"slices"
	"testing"

	"referee/engine/kit/set"
)

func TestIndex(t *testing.T) {
	var x Index[int8]
	if i, ok := x.Find("a"); ok || i != 0 {
		t.Errorf("an empty index has %d", i)
	}
	for want, id := range []string{"b", "a"} {
		if i := x.Add(id); int(i) != want || x.ID(i) != id || x.Of(id) != i {
			t.Errorf("%s is number %d, which is %s", id, i, x.ID(i))
		}
	}
	if i, ok := x.Find("a"); !ok || i != 1 {
		t.Errorf("a is %d (%t)", i, ok)
	}
	if _, ok := x.Find("c"); ok || x.ID(-1) != "" || !slices.Equal(x.All(), []string{"b", "a"}) {
		t.Errorf("%q, and none is %q", x.All(), x.ID(-1))
	}
}

func TestIDs(t *testing.T) {
	var x Index[int]
	for _, id := range []string{"a", "b", "c"} {
		x.Add(id)
	}
	if ids := x.IDs(set.Of(2, 0)); !slices.Equal(ids, []string{"a", "c"}) {
		t.Errorf("0 and 2 are %q", ids)
	}
	if ids := x.IDs(0); ids == nil || len(ids) > 0 {
		t.Errorf("nobody is %#v", ids)
	}
}

// TestLookup: what there is is found, the first that there is not is kept, and instead of it the first comes.
func TestLookup(t *testing.T) {
	var x Index[int]
	for _, id := range []string{"a", "b", "c"} {
		x.Add(id)
	}
	sides := []string{"", "red", "blue"}
	var l Lookup
	if i, all := Find(&l, "unit", &x, "c"), FindAll(&l, "unit", &x, []string{"c", "b"}); i != 2 || all != set.Of(1, 2) {
		t.Errorf("c is %d, and c with b %b", i, all)
	}
	if i := l.One("side", "blue", sides); i != 2 || l.Err != nil {
		t.Errorf("blue is %d, %v", i, l.Err)
	}
	if five := 5; Known(&l, "hex", &five) != five || l.Err != nil {
		t.Errorf("what is known is not: %v", l.Err)
	}
	l.During("a move", true)
	if i, none, any := FindOptional(&l, "unit", &x, "b"), FindOptional(&l, "unit", &x, ""), l.Any("side", "", sides); i != 1 || none != -1 || any != -1 || l.Err != nil {
		t.Errorf("b is %d, nobody %d, no side %d, %v", i, none, any, l.Err)
	}
	for want, find := range map[string]func(l *Lookup) int{
		"the hex is hidden": func(l *Lookup) int { return Known[int](l, "hex", nil) },
		`no unit "x"`:       func(l *Lookup) int { return FindOptional(l, "unit", &x, "x") },
		`no side "x"`:       func(l *Lookup) int { return l.Any("side", "x", sides) },
		"a move, which is not under way": func(l *Lookup) int {
			l.During("a move", false)
			return 0
		},
		`no unit "d"`: func(l *Lookup) int { return Find(l, "unit", &x, "d") },
		`no unit "e"`: func(l *Lookup) int { return int(FindAll(l, "unit", &x, []string{"e", "c"})) },
		`no side "d"`: func(l *Lookup) int { return l.One("side", "d", sides) },
		`no side ""`:  func(l *Lookup) int { return l.One("side", "", sides) },
	} {
		var l Lookup
		if i := find(&l); i != 0 || l.Err == nil || l.Err.Error() != want {
			t.Errorf("%d, %v, want %s", i, l.Err, want)
		}
		if l.Fail("another"); l.Err.Error() != want {
			t.Errorf("%v instead of %s", l.Err, want)
		}
	}
}
