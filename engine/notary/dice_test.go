package notary

import (
	"math"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/kit/answer"
	"referee/engine/match"
)

func TestParseDice(t *testing.T) {
	for text, want := range map[string]string{
		"d10": "d10", "2d10": "2d10", "3D6+1": "3d6+1", "4d6h3": "4d6h3", "2d10l1-2": "2d10l1-2", "2d6/1d10": "2d6/1d10", "20d100": "20d100",
		"": "", "d": "", "0d6": "", "2d1": "", "1d101": "", "9999d9999": "", "21d6": "", "11d6/10d6": "", "2d6h2": "", "2d6h0": "", "2d6+100": "",
		"2d6,1d10": "", "2x6": "", "１d6": "", "1d6/1d6/1d6/1d6/1d6/1d6/1d6": "", "2d6+": "",
	} {
		d, err := ParseDice(text)
		if got := d.String(); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

func TestTotals(t *testing.T) {
	for text, want := range map[string][]int{"3d6+1": {11}, "3d6h2": {8}, "3d6l1": {2}, "1d6/2d6-1": {5, 4}} {
		d, _ := ParseDice(text)
		if got := d.Totals([]int{5, 2, 3}); !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// FuzzParseDice: what is read is written in one form, and its totals are in its range.
func FuzzParseDice(f *testing.F) {
	f.Add("4d6h3+1/2d10")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDice(text)
		if err != nil {
			return
		}
		again, err := ParseDice(d.String())
		if err != nil || !slices.Equal(again, d) || len(d.Sides()) > mostDice {
			t.Fatalf("%q is %v, and again %v (%v)", text, d, again, err)
		}
		for _, face := range []func(sides int) int{func(int) int { return 1 }, func(sides int) int { return sides }} {
			var shown []int
			for _, sides := range d.Sides() {
				shown = append(shown, face(sides))
			}
			for i, total := range d.Totals(shown) {
				if low, high := d[i].Range(); total != low && total != high {
					t.Errorf("%s shows %d: %d to %d", d[i].Text, total, low, high)
				}
			}
		}
	})
}

// TestRollsAreFair compares the totals of rolls that the rules call for with those of all their faces, and the first draws from a
// cup with what is in it: a million of each kind in the thorough suite. The seeds are fixed: it fails always or never.
func TestRollsAreFair(t *testing.T) {
	n := thorough.Or(20_000, 1_000_000)
	for _, text := range []string{"1d6", "2d10", "3d6+1", "4d6h3", "3d10l1"} {
		d, _ := ParseDice(text)
		from := dice.NewSeeded("notary " + text)
		roll := func(i int) int {
			face, err := from.Roll(match.Roll{Faces: faces(d.Sides()[i])})
			if err != nil {
				t.Fatal(err)
			}
			return slices.IndexFunc(faces(d.Sides()[i]), func(o engine.Option) bool { return o.ID == face.ID }) + 1
		}
		got := map[int]int{}
		for range n {
			shown := make([]int, len(d.Sides()))
			for i := range shown {
				shown[i] = roll(i)
			}
			got[d.Totals(shown)[0]]++
		}
		compare(t, text, n, got, expected(d))
	}
}

// compare fails if counts are farther from their chances than five standard deviations.
func compare[K comparable](t *testing.T, what string, n int, got map[K]int, want map[K]float64) {
	t.Helper()
	for k, p := range want {
		due := p * float64(n)
		if off := math.Abs(float64(got[k]) - due); off > 5*math.Sqrt(due*(1-p)) {
			t.Errorf("%s: %v came %d times, and %.0f are due", what, k, got[k], due)
		}
	}
	if len(got) > len(want) {
		t.Errorf("%s: %d outcomes, and %d are possible", what, len(got), len(want))
	}
}

// expected counts all faces of one roll.
func expected(d Dice) map[int]float64 {
	out, all := map[int]float64{}, math.Pow(float64(d[0].Sides), float64(d[0].N))
	shown := make([]int, len(d.Sides()))
	var each func(i int)
	each = func(i int) {
		if i == len(shown) {
			out[d.Totals(shown)[0]] += 1 / all
			return
		}
		for shown[i] = 1; shown[i] <= d[0].Sides; shown[i]++ {
			each(i + 1)
		}
	}
	each(0)
	return out
}

// faces are those of a die.
func faces(sides int) []engine.Option { return answer.Die(1, sides) }
