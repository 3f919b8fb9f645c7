package wire

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPathsAsCustomIDs(t *testing.T) {
	for _, test := range []struct {
		path Path
		id   string
	}{
		{Path{"match", "join", "k3x9abcd", "red"}, "1/match/join/k3x9abcd/red"},
		{Path{"pick", "k3x9abcd", "plan@3/red", "0", "rush"}, "1/pick/k3x9abcd/plan@3~1red/0/rush"},
		{Path{"a~1b", ""}, "1/a~01b/"},
	} {
		if got := test.path.CustomID(); got != test.id {
			t.Errorf("%q: id %q, want %q", test.path, got, test.id)
		}
		if got, err := ParsePath(test.id); err != nil || !slices.Equal(got, test.path) {
			t.Errorf("%q: read as %q, %v", test.id, got, err)
		}
	}
	for _, id := range []string{"", "1", "0/match", "2/match/join", "join"} {
		if p, err := ParsePath(id); !errors.Is(err, ErrPath) {
			t.Errorf("%q: read as %q, %v", id, p, err)
		}
	}
}

func TestPathsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Path(rapid.SliceOfN(rapid.String(), 1, 6).Draw(t, "path"))
		if got, err := ParsePath(p.CustomID()); err != nil || !slices.Equal(got, p) {
			t.Fatalf("%q read as %q, %v", p, got, err)
		}
	})
}
