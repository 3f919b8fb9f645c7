package names

import (
	"slices"
	"testing"
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
