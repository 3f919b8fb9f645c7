package chance

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"referee/engine"
)

// hand is some dice under way.
type hand struct{ left, sum int }

// rolls rolls a die of three faces for each that is left.
func rolls(h hand) ([]hand, error) {
	if h.left == 0 {
		return nil, nil
	}
	return []hand{{h.left - 1, h.sum + 1}, {h.left - 1, h.sum + 2}, {h.left - 1, h.sum + 2}}, nil
}

func TestEndsAreExact(t *testing.T) {
	ends, err := Tree[hand]{Next: rolls, Most: 100}.Ends(hand{left: 2}, 9)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := maps.Collect(ends.All()), (map[hand]int{{0, 2}: 1, {0, 3}: 4, {0, 4}: 4}); !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	var order []int
	for h := range ends.All() {
		order = append(order, h.sum)
	}
	if !slices.Equal(order, []int{2, 3, 4}) {
		t.Errorf("met in the order %v", order)
	}
}

// TestEqualBranchesGoOnTogether: of two dice with two different faces seven states are gone through, not
// thirteen.
func TestEqualBranchesGoOnTogether(t *testing.T) {
	if _, err := (Tree[hand]{Next: rolls, Most: 7}).Ends(hand{left: 2}, 9); err != nil {
		t.Error(err)
	}
	if _, err := (Tree[hand]{Next: rolls, Most: 6}).Ends(hand{left: 2}, 9); !errors.Is(err, ErrLarge) {
		t.Errorf("a tree beyond its bound: %v", err)
	}
}

func TestEndsRefuse(t *testing.T) {
	if _, err := (Tree[hand]{Next: rolls, Most: 100}).Ends(hand{left: 2}, 3); err == nil {
		t.Error("three parts are divided by nine")
	}
	broken := errors.New("broken")
	_, err := Tree[hand]{Next: func(h hand) ([]hand, error) {
		if h.sum > 1 {
			return nil, broken
		}
		return rolls(h)
	}, Most: 100}.Ends(hand{left: 2}, 9)
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestOneBranchIsNoChance: a question with one answer needs no parts of its own.
func TestOneBranchIsNoChance(t *testing.T) {
	ends, err := Tree[int]{Next: func(n int) ([]int, error) {
		if n == 5 {
			return nil, nil
		}
		return []int{n + 1}, nil
	}, Most: 6}.Ends(0, 1)
	if err != nil || !maps.Equal(maps.Collect(ends.All()), map[int]int{5: 1}) {
		t.Errorf("%v, %v", ends, err)
	}
}

func TestSpread(t *testing.T) {
	s := Certain("b", 3)
	s.Add("a", 1)
	s.Add("b", 2)
	if got := maps.Collect(s.All()); !maps.Equal(got, map[string]int{"a": 1, "b": 5}) {
		t.Errorf("%v", got)
	}
	var order []string
	for v := range s.All() {
		order = append(order, v)
	}
	if !slices.Equal(order, []string{"b", "a"}) {
		t.Errorf("added in the order %q", order)
	}
}

func TestCounts(t *testing.T) {
	c := Counts{}
	c.Add(2, 3)
	c.Add(0, 1)
	c.Add(2, 1)
	if !slices.Equal(c, Counts{1, 0, 4}) || c.Sum() != 8 || c.From(1) != 4 || c.From(0) != 5 || c.From(7) != 0 {
		t.Errorf("%v: %d, %d", c, c.Sum(), c.From(1))
	}
}

// TestFaces: each outcome has one bar, that of the highest face first, with its faces from the lowest.
func TestFaces(t *testing.T) {
	var die []engine.Option
	for n := range 5 {
		die = append(die, engine.Option{ID: string(rune('a' + n)), N: n})
	}
	bar := func(odd bool) engine.Bar { return engine.Bar{Class: map[bool]engine.Class{true: engine.Good}[odd]} }
	got := Faces(die, func(n int) bool { return n%2 == 1 }, bar)
	want := []engine.Bar{
		{Part: 3, Of: 5, Faces: []string{"a", "c", "e"}}, {Part: 2, Of: 5, Faces: []string{"b", "d"}, Class: engine.Good},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestIn: a chance is told in the faces of the die where it can be.
func TestIn(t *testing.T) {
	for _, c := range [][5]int{{4, 10, 10, 4, 10}, {40, 100, 10, 4, 10}, {37, 100, 10, 37, 100}, {6, 8, 10, 3, 4}, {0, 60, 6, 0, 6}} {
		if n, in := In(c[0], c[1], c[2]); n != c[3] || in != c[4] {
			t.Errorf("%d of %d by %d is %d in %d", c[0], c[1], c[2], n, in)
		}
	}
}
