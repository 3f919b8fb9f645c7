package answer

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

type state struct{}

func (s *state) Clone() *state { return s }

func walk(path ...string) *Walk[*state] {
	w := new(Walk[*state])
	w.Begin(new(engine.Ruling[*state]), engine.Prompt{}, path)
	return w
}

// end is where a walk stands: options, what is refused, or "done". In this game "stop" answers
// another question.
func end(w *Walk[*state]) string {
	if id, ok := w.Rejected(); ok && id == "stop" {
		w.Fail(w.Refuse("1", "astray"))
	}
	node, err := w.End(w.Wrong("1", "more"), func(*engine.Ruling[*state]) {})
	if err != nil {
		var ill *engine.Illegal
		if !errors.As(err, &ill) {
			return err.Error()
		}
		return strings.Repeat(".", ill.At) + ill.Why.Key
	}
	var ids []string
	for _, o := range node.Options {
		ids = append(ids, o.ID)
	}
	if node.Done {
		ids = append(ids, "done")
	}
	return strings.Join(ids, " ")
}

func TestChoose(t *testing.T) {
	options := Options("way", "left", "right")
	for path, want := range map[string]string{
		"": "left right", "left": "done", "up": "wrong", "right 7": "done", "right": "6 7 8",
		"right 9": ".wrong", "left on": ".more", "right 6 on": "..more", "right stop": ".astray",
	} {
		w := walk(strings.Fields(path)...)
		if id, ok := w.Choose(options, w.Wrong("1", "wrong")); ok && id == "right" {
			if n, ok := w.Roll(Die(6, 8), w.Wrong("1", "wrong")); ok != (n > 0) || ok == w.Over() {
				t.Errorf("%s: rolled %d", path, n)
			}
		}
		if got := end(w); got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
	}
}

func TestIDs(t *testing.T) {
	if words := Words("in", "out"); !slices.Equal(IDs(words), []string{"in", "out"}) || words[1].Kind != "out" {
		t.Errorf("words %v", words)
	}
	if ids := IDs(Die(6, 8)); !slices.Equal(ids, []string{"6", "7", "8"}) {
		t.Errorf("a die of %q", ids)
	}
}

// digits are units from 0 to 9.
var digits names.Index[int]

func TestMain(m *testing.M) {
	for i := range 10 {
		digits.Add(strconv.Itoa(i))
	}
	m.Run()
}

// group is the naming of up to three of the units 1 to 5 together with 2, if any.
func group(w *Walk[*state]) Group[int] {
	return Group[int]{
		All: set.Of(1, 2, 3, 4, 5), Names: &digits,
		May:  func(chosen set.Small[int], _ int) bool { return chosen.Len() < 3 },
		Fits: func(chosen, rest set.Small[int]) bool { return chosen == 0 || (chosen | rest).Has(2) },
		Why:  func(id string, _ set.Small[int]) *engine.Illegal { return w.Refuse("1", "why-"+id) },
	}
}

// TestName goes through the whole tree of a group's naming: each set once, in order, and
// the same in any order of typing.
func TestName(t *testing.T) {
	found := map[set.Small[int]]bool{}
	var all func(path []string)
	all = func(path []string) {
		w := walk(path...)
		chosen, ok := ChooseGroup(w, "add", group(w))
		if ok {
			if found[chosen] {
				t.Errorf("%v twice", path)
			}
			found[chosen] = true
			turned := slices.Clone(path)
			slices.Reverse(turned[:len(turned)-1])
			w = walk(turned...)
			if again, ok := ChooseGroup(w, "add", group(w)); !ok || again != chosen {
				t.Errorf("%v: %v %t", turned, again, ok)
			}
			return
		}
		next := end(w)
		if strings.Contains(next, "why") || next == "" {
			t.Fatalf("%v: %s", path, next)
		}
		for _, id := range strings.Fields(next) {
			all(append(slices.Clip(path), id))
		}
	}
	all(nil)
	for s := range set.Small[int](64) {
		want := s&1 == 0 && s.Len() <= 3 && (s == 0 || s.Has(2))
		if found[s] != want {
			t.Errorf("%v: found %t", slices.Collect(s.All()), found[s])
		}
	}
}

func TestNameRefuses(t *testing.T) {
	for path, want := range map[string]string{
		"+6": "why-6", "+2 +2": ".why-2", "+1 +2 +3 +4": "...why-4", "+3 go": ".why-go", "+3 +4 +5": "...why-go",
		"+1 off": ".why-off", "+1 stop": ".astray", "+": "why-", "2": "why-2",
	} {
		w := walk(strings.Fields(path)...)
		if chosen, ok := ChooseGroup(w, "add", group(w)); ok {
			t.Errorf("%s: %v", path, chosen)
		}
		if got := end(w); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestKnown: a word that is known is refused by what it is, any other by a key.
func TestKnown(t *testing.T) {
	for path, want := range map[string]string{"3": "why-3", "x": "word"} {
		w := walk(path)
		w.Choose(nil, Known(w, digits.Find, "1", "word", func(i int) *engine.Illegal {
			return w.Refuse("1", "why-"+digits.ID(i))
		}))
		if got := end(w); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
