package standing_test

import (
	"slices"
	"strconv"
	"testing"

	"referee/engine/kit/events"
	"referee/engine/kit/names"
	"referee/engine/kit/standing"
)

// TestChoose: an order fires where one unit is left, and says who is where there are several or none.
func TestChoose(t *testing.T) {
	var digits names.Index[int]
	for i := range 10 {
		digits.Add(strconv.Itoa(i))
	}
	traits := []standing.Traits{{Steps: 2, Of: 2, Strength: 5}, {Steps: 1, Of: 2, Strength: 3, Index: 1}, {Steps: 1, Of: 1, Strength: 3, Index: 2}}
	for _, c := range []struct {
		named []int
		by    []string
		want  string // who is chosen, or why nobody is
	}{
		{nil, []string{"reduced"}, "1"},
		{nil, []string{"full"}, "0"},
		{nil, []string{"strongest"}, "0"},
		{nil, []string{"weakest", "listed"}, "1"},
		{nil, []string{"weakest"}, "standing.not.alike 1 2"},
		{nil, []string{"old"}, "standing.not.alike 0 1 2"},
		{[]int{2, 0}, nil, "2"},
		{[]int{7}, []string{"listed"}, "standing.not.concerned 7"},
	} {
		by := standing.Chooser[int]{Clause: "losses", Named: c.named, By: c.by, Names: &digits}
		stood := by.Choose(slices.Values([]int{0, 1, 2}), func(p string, u int) int { return traits[u].Score(p) })
		got := stood.Why.Key
		switch {
		case stood.Fires:
			if got = stood.Path[0]; stood.Why.Key != "standing.fired.losses" || len(stood.Path) != 1 {
				t.Errorf("%q: %v", c.by, stood)
			}
		default:
			for _, id := range stood.Why.Args[0].List {
				got += " " + id.Text
			}
		}
		if got != c.want {
			t.Errorf("of all, named %v, by %q: %s, want %s", c.named, c.by, got, c.want)
		}
	}
	if stood := standing.Asks("standing.not.way", events.Nouns("units", nil)); stood.Fires || stood.Why.Key != "standing.not.way" {
		t.Errorf("asks: %v", stood)
	}
	if _, ok := standing.Word([]string{"full"})("ful"); ok || standing.Yes(true) <= standing.Yes(false) {
		t.Error("words are not looked up as they are, or what fits is not liked better")
	}
}
