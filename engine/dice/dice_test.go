package dice_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/match"
)

func die(n int) []engine.Option {
	out := make([]engine.Option, n)
	for i := range out {
		out[i].ID = fmt.Sprint(i)
	}
	return out
}

func cup(weights ...int) []engine.Option {
	out := make([]engine.Option, len(weights))
	for i, w := range weights {
		out[i] = engine.Option{ID: string(rune('a' + i)), Weight: w}
	}
	return out
}

func server(b byte) *dice.Server { return dice.NewServer([32]byte{b}) }

// TestUniform rolls often and compares the counts with the weights by a
// chi-squared test. Rollers and seeds are fixed, so it fails always or never.
func TestUniform(t *testing.T) {
	for _, roller := range []struct {
		name  string
		by    match.Roller
		rolls int
	}{{"server", server(1), 100}, {"seeded", dice.NewSeeded("uniform"), 20_000}} {
		for _, faces := range [][]engine.Option{die(6), die(10), cup(1, 1, 1), cup(2, 1), cup(0, 3, 5, 1), cup(7)} {
			t.Run(fmt.Sprintf("%s/%d", roller.name, len(faces)), func(t *testing.T) { uniform(t, roller.by, faces, roller.rolls) })
		}
	}
}

func uniform(t *testing.T, roller match.Roller, faces []engine.Option, rolls int) {
	t.Helper()
	count := map[string]int{}
	for i := range rolls {
		id, err := roller.Roll(match.Roll{Match: "m", No: i + 1, Purpose: "test", Faces: faces})
		if err != nil {
			t.Fatal(err)
		}
		count[id.ID]++
	}
	total := 0
	for _, f := range faces {
		total += max(1, f.Weight)
	}
	chi := 0.0
	for _, f := range faces {
		want := float64(rolls*max(1, f.Weight)) / float64(total)
		chi += math.Pow(float64(count[f.ID])-want, 2) / want
	}
	free := float64(len(faces) - 1)
	if limit := free + 4*math.Sqrt(2*free) + 0.001; chi > limit {
		t.Errorf("chi-squared %.1f, want at most %.1f: %v", chi, limit, count)
	}
}

func TestServerHangsOnTheRollAlone(t *testing.T) {
	base := match.Roll{Match: "m", No: 7, Purpose: "attack", Orders: chain.Head{1}, Faces: die(1000)}
	roll := func(s *dice.Server, r match.Roll) string {
		t.Helper()
		id, err := s.Roll(r)
		if err != nil {
			t.Fatal(err)
		}
		return id.ID
	}
	s := server(1)
	want := roll(s, base)
	for i := range 5 {
		other := base
		other.No = 100 + i
		roll(s, other)
		if got := roll(s, base); got != want {
			t.Fatalf("after other rolls the same roll is %s, was %s", got, want)
		}
	}
	change := map[string]func(r *match.Roll){
		"match":   func(r *match.Roll) { r.Match = "n" },
		"number":  func(r *match.Roll) { r.No = 8 },
		"purpose": func(r *match.Roll) { r.Purpose = "retreat" },
		"orders":  func(r *match.Roll) { r.Orders = chain.Head{2} },
		"seed":    func(r *match.Roll) { r.Seed = chain.Head{2} },
		"shifted": func(r *match.Roll) { r.Match, r.Purpose = "ma", "ttack" },
	}
	for name, edit := range change {
		r := base
		edit(&r)
		if roll(s, r) == want {
			t.Errorf("another %s gives the same of 1000 faces", name)
		}
	}
	if roll(server(2), base) == want {
		t.Error("another key gives the same of 1000 faces")
	}
}

// TestServerIsPinned keeps the rolls of a stored key from changing.
func TestServerIsPinned(t *testing.T) {
	var got []string
	for n := range 12 {
		id, err := server(9).Roll(match.Roll{Match: "pinned", No: n + 1, Purpose: "attack", Faces: die(10)})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, id.ID)
	}
	if want := "7 4 2 4 7 2 7 6 6 7 1 8"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

func TestSeededRepeats(t *testing.T) {
	a, b, c := dice.NewSeeded("x"), dice.NewSeeded("x"), dice.NewSeeded("y")
	differ := false
	for range 50 {
		r := match.Roll{Faces: die(10)}
		x, _ := a.Roll(r)
		y, _ := b.Roll(r)
		z, _ := c.Roll(r)
		if x != y {
			t.Fatal("the same seed rolls otherwise")
		}
		differ = differ || x != z
		if n := a.Intn(3); n < 0 || n > 2 || n != b.Intn(3) {
			t.Fatalf("Intn(3) = %d", n)
		}
		c.Intn(3)
	}
	if !differ {
		t.Fatal("another seed rolls the same")
	}
}

func TestLoaded(t *testing.T) {
	var l dice.Loaded
	l.Load([]int{5, 9}, []string{"a"})
	roll := func(want string, faces []engine.Option) {
		t.Helper()
		if got, err := l.Roll(match.Roll{Purpose: "attack", Faces: faces}); err != nil || got.ID != want {
			t.Fatalf("got %q %v, want %q", got.ID, err, want)
		}
	}
	roll("5", die(10))
	roll("a", cup(1, 1))
	_, err := l.Roll(match.Roll{Purpose: "attack", Faces: die(6)})
	if err == nil || errors.Is(err, match.ErrNoRoll) || !strings.Contains(err.Error(), `"9"`) {
		t.Fatalf("a 9 on a die of six: %v", err)
	}
	roll("9", die(10))
	_, err = l.Roll(match.Roll{Purpose: "draw german", Faces: cup(1, 1)})
	if !errors.Is(err, match.ErrNoRoll) || !strings.Contains(err.Error(), "draw german") {
		t.Fatalf("nothing is loaded: %v", err)
	}
	if d, c := l.Left(); d+c != 0 {
		t.Fatalf("%d dice and %d chits left", d, c)
	}
}

func TestListed(t *testing.T) {
	l := dice.Listed{"5", "b", "9"}
	for _, c := range []struct {
		no    int
		faces []engine.Option
		want  string
	}{{2, cup(1, 1), "b"}, {1, die(10), "5"}, {2, cup(1, 1), "b"}, {3, die(6), ""}, {4, die(6), ""}} {
		got, err := l.Roll(match.Roll{No: c.no, Purpose: "attack", Faces: c.faces})
		if got.ID != c.want || (err == nil) != (c.want != "") || errors.Is(err, match.ErrNoRoll) {
			t.Errorf("roll %d: %q, %v", c.no, got.ID, err)
		}
	}
}

func TestNoFaces(t *testing.T) {
	for _, r := range []match.Roller{server(1), dice.NewSeeded("")} {
		if id, err := r.Roll(match.Roll{}); err == nil {
			t.Errorf("%T answers a roll without faces with %q", r, id.ID)
		}
	}
}

// TestARingRollsForOlderMatches: new matches are opened with the first key, and each
// is rolled for by its own, to the same result as before.
func TestARingRollsForOlderMatches(t *testing.T) {
	one, two, three := [32]byte{1}, [32]byte{2}, [32]byte{3}
	ring := dice.NewServer(three, two, one)
	if got, want := ring.Dice("m").Key, dice.NewServer(three).Dice("m").Key; got != want {
		t.Errorf("a new match has key %s, want %s", got, want)
	}
	for i, key := range [][32]byte{three, two, one} {
		alone := dice.NewServer(key)
		r := attack(alone, 1)
		was, err := alone.Roll(r)
		must(t, err)
		is, err := ring.Roll(r)
		if err != nil || is != was {
			t.Errorf("key %d rolls %+v, %v; want %+v", i, is, err, was)
		}
		if which, ok := ring.Which(r.Match, *r.Dice); !ok || which != i {
			t.Errorf("key %d is number %d, %v", i, which, ok)
		}
		if _, err := dice.NewServer([32]byte{4}, [32]byte{5}).Roll(r); !errors.Is(err, match.ErrKey) {
			t.Errorf("key %d is not there: %v", i, err)
		}
	}
	r := attack(dice.NewServer(one), 1)
	r.Dice.Suite = "another"
	if _, ok := ring.Which(r.Match, *r.Dice); ok {
		t.Error("a match of another suite has a key")
	}
	r.Dice = nil
	if is, err := ring.Roll(r); err != nil || is.ID == "" {
		t.Errorf("a match without a key: %+v, %v", is, err)
	}
}

// BenchmarkServer makes and proves one roll.
func BenchmarkServer(b *testing.B) {
	s, r := server(1), attack(server(1), 1)
	for b.Loop() {
		if _, err := s.Roll(r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rolls/s")
}

// BenchmarkWhich finds the key of a match that is the last of five.
func BenchmarkWhich(b *testing.B) {
	s := dice.NewServer([32]byte{5}, [32]byte{4}, [32]byte{3}, [32]byte{2}, [32]byte{1})
	d := server(1).Dice("m")
	for b.Loop() {
		if _, ok := s.Which("m", d); !ok {
			b.Fatal("no key")
		}
	}
}

// BenchmarkCheck checks the proof of one roll.
func BenchmarkCheck(b *testing.B) {
	s := server(1)
	r := attack(s, 1)
	face, err := s.Roll(r)
	if err != nil {
		b.Fatal(err)
	}
	m := match.RecordedRoll{Roll: r, Rolled: match.Rolled{No: 1, For: r.Purpose, Faces: 10, Proof: face.Proof}, Face: face.ID}
	for b.Loop() {
		if err := dice.Check(m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rolls/s")
}

// attack is a roll of one die of ten in a match of a server's.
func attack(s *dice.Server, no int) match.Roll {
	d := s.Dice("m")
	return match.Roll{Match: "m", No: no, Purpose: "attack 2114>2113 lehr-a medium +lehr-recon", Faces: die(10), Dice: &d}
}

func BenchmarkSeeded(b *testing.B) {
	s, r := dice.NewSeeded("bench"), match.Roll{Faces: die(10)}
	for b.Loop() {
		if _, err := s.Roll(r); err != nil {
			b.Fatal(err)
		}
	}
}
