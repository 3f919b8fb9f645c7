package exact

import (
	"math/big"
	"testing"

	"referee/engine"
)

// FuzzParse: what is printed reads as the same, and what is read is what is written.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"14/3", "2.5", "0", "-1", "1e9999999", "1/7", "x", "7/2"} {
		f.Add(text, 6)
	}
	f.Fuzz(func(t *testing.T, text string, parts int) {
		p := Parts(1 + uint(parts)%12)
		n, err := p.Parse(text)
		if err != nil {
			return
		}
		if r, ok := new(big.Rat).SetString(text); !ok || r.Cmp(big.NewRat(int64(n), int64(p))) != 0 {
			t.Errorf("%q is read as %d/%d", text, n, p)
		}
		if again, err := p.Parse(p.Format(n)); err != nil || again != n {
			t.Errorf("%q is printed as %q, read as %d: %v", text, p.Format(n), again, err)
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		parts Parts
		n     int
		text  string
		a, b  int
	}{{6, 0, "0", 0, 1}, {6, 15, "2.5", 5, 2}, {6, 28, "14/3", 14, 3}, {6, 12, "2", 2, 1}, {2, 3, "1.5", 3, 2}} {
		if got := c.parts.Format(c.n); got != c.text {
			t.Errorf("%d/%d is printed as %s", c.n, c.parts, got)
		}
		want := engine.Ratio("mp", c.a, c.b)
		if got := c.parts.Arg("mp", c.n); got.Num != want.Num || got.Den != want.Den || got.Name != want.Name {
			t.Errorf("%s is said as %+v", c.text, got)
		}
	}
	for _, text := range []string{"-1", "1/7", "", "3000", "NaN", "1e99", "1e2", "1/0", "0x1", "1_0", "0000000000001"} {
		if n, err := Parts(6).Parse(text); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestAsPlayersReadThem(t *testing.T) {
	for n, want := range map[int]string{3: "+3", 0: "0", -2: "−2"} {
		if got := Signed(n); got != want {
			t.Errorf("%d is signed %s", n, got)
		}
	}
	if got := FormatRanges([]string{"0", "3", "4", "5", "7", "8"}); got != "0, 3–5, 7–8" {
		t.Errorf("%s", got)
	}
}
