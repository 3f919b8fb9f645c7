package orderdeck

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"referee/engine/enginetest/thorough"
	"referee/engine/kit/lists"
)

// fight is a strength test with everything that can be asked.
type fight struct {
	german     int
	units      []int
	odds       [2]int
	conditions []string // that hold
	river      []bool   // of each unit
}

func random(r *rand.Rand) fight {
	f := fight{german: r.IntN(14), odds: [][2]int{{1, 2}, {1, 1}, {2, 1}, {3, 1}}[r.IntN(4)]}
	for range 1 + r.IntN(4) {
		f.units, f.river = append(f.units, r.IntN(9)), append(f.river, r.IntN(2) == 0)
	}
	f.conditions = lists.Filter(Conditions, func(string) bool { return r.IntN(3) == 0 })
	return f
}

// plain is §8 as it is written.
func (f fight) plain() bool {
	german := f.german
	if slices.Contains(f.conditions, "town") || slices.Contains(f.conditions, "siegfried") {
		german *= 2
	}
	for c, n := range map[string]int{"village": 1, "forest": 1, "improved": 1, "clear": -1, "unsupplied": -1, "fuel": -1, "isolated": -2} {
		if slices.Contains(f.conditions, c) {
			german += n
		}
	}
	over, not := 0, 0
	for i, n := range f.units {
		if f.river[i] {
			over += n
		} else {
			not += n
		}
	}
	allied := max(1, over/2+not)
	return float64(allied)/float64(max(1, german)) >= float64(f.odds[0])/float64(f.odds[1])
}

// ask runs the test as the procedure does, and returns the kinds that it asked for.
func (f fight) ask(t *testing.T) (bool, []Kind) {
	units, table, so, asked := []string{}, Table{}, false, []Kind(nil)
	table[Fact{Strength, "x", ""}] = Value{Number: f.german}
	for i, n := range f.units {
		units = append(units, strconv.Itoa(i))
		table[Fact{Strength, units[i], ""}] = Value{Number: n}
	}
	for {
		step := (&Deck{}).run(table, func(p *inquiry) *Reason {
			so = p.outnumbers("8", units, "x", f.odds)
			return nil
		})
		if step.Ask == nil {
			return so, asked
		}
		asked = append(asked, step.Ask.Kind())
		picked := f.conditions
		if step.Ask.Kind() == River {
			picked = lists.Filter(units, func(u string) bool { return f.river[slices.Index(units, u)] })
		}
		known, err := step.Ask.Answer(picked, 0)
		if err != nil {
			t.Fatal(err)
		}
		table.Learn(known...)
	}
}

// decided reports whether the test has the same result in all cases that vary makes.
func (f fight) decided(vary func(fight) []fight) bool {
	return lists.Count(vary(f), fight.plain)%len(vary(f)) == 0
}

func (f fight) rivers() (all []fight) {
	for set := range 1 << len(f.units) {
		g := f
		g.river = make([]bool, len(f.units))
		for i := range g.river {
			g.river[i] = set>>i&1 == 1
		}
		all = append(all, g)
	}
	return all
}

func (f fight) everything() (all []fight) {
	for set := range 1 << len(Conditions) {
		g := f
		g.conditions = lists.Filter(Conditions, func(c string) bool { return set>>slices.Index(Conditions, c)&1 == 1 })
		all = append(all, g.rivers()...)
	}
	return all
}

// TestStrength: the strength test is that of §8, and asks for conditions and rivers exactly where they decide.
func TestStrength(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range thorough.Or(100, 3_000) {
		f := random(r)
		so, asked := f.ask(t)
		if so != f.plain() {
			t.Fatalf("%+v: %t", f, so)
		}
		if f.decided(fight.everything) == slices.Contains(asked, State) {
			t.Fatalf("%+v: conditions asked: %v", f, asked)
		}
		if slices.Contains(asked, State) && f.decided(fight.rivers) == slices.Contains(asked, River) {
			t.Fatalf("%+v: rivers asked: %v", f, asked)
		}
	}
}

// TestExtreme: the strongest of several is of equals the lowest number, the weakest the highest.
func TestExtreme(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 26))
	for range thorough.Or(2_000, 100_000) {
		table, ids := Table{}, []string(nil)
		for _, n := range r.Perm(30)[:2+r.IntN(5)] {
			ids = append(ids, strconv.Itoa(n))
			table[Fact{Strength, strconv.Itoa(n), ""}] = Value{Number: r.IntN(4)}
		}
		(&Deck{}).run(table, func(p *inquiry) *Reason {
			for _, sign := range []Sign{Strongest, Weakest} {
				got := (&play{inquiry: p}).extreme(ids, sign)[0]
				for _, other := range ids {
					d := table[Fact{Strength, got, ""}].Number - table[Fact{Strength, other, ""}].Number
					tie := Compare(got, other)
					if sign == Weakest {
						d, tie = -d, -tie
					}
					if d < 0 || d == 0 && tie > 0 {
						t.Fatalf("%s of %s is %s", sign, table, got)
					}
				}
			}
			return nil
		})
	}
}

// TestApproach: a unit moves to an empty hex, else to one that costs the most MP, else to one with the fewest Allied units,
// else to the one with the lowest number, and filters follow each other.
func TestApproach(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range thorough.Or(2_000, 100_000) {
		type way struct{ mp, units int }
		ways, hexes := map[string]way{}, []string(nil)
		for _, n := range r.Perm(9)[:r.IntN(5)] {
			hex := strconv.Itoa(1710 + n)
			ways[hex], hexes = way{r.IntN(3), r.IntN(3)}, append(hexes, hex)
		}
		best := func(list []string, of func(way) int) []string {
			least := 99
			for _, h := range list {
				least = min(least, of(ways[h]))
			}
			return lists.Filter(list, func(h string) bool { return of(ways[h]) == least })
		}
		empty := lists.Filter(hexes, func(h string) bool { return ways[h].units == 0 })
		table := Table{Fact{Approach, "3", "x"}: Value{List: hexes}}
		got := ""
		for done := false; !done; {
			step := (&Deck{}).run(table, func(p *inquiry) *Reason {
				got = (&play{inquiry: p}).approach("3", "x")
				return nil
			})
			if done = step.Ask == nil; done {
				break
			}
			picked := empty
			switch q := *step.Ask; q.Kind() {
			case Dearest:
				picked = best(q.Options(), func(w way) int { return -w.mp })
			case Fewest:
				picked = best(q.Options(), func(w way) int { return w.units })
			default:
			}
			known, err := step.Ask.Answer(lists.Filter(picked, func(h string) bool {
				return slices.Contains(step.Ask.Options(), h)
			}), 0)
			if err != nil {
				t.Fatal(err)
			}
			table.Learn(known...)
		}
		list := hexes
		if len(empty) > 0 {
			list = empty
		}
		list = best(best(list, func(w way) int { return -w.mp }), func(w way) int { return w.units })
		if want := slices.Concat(sorted(list), []string{""})[0]; got != want {
			t.Fatalf("%v: %q instead of %q", ways, got, want)
		}
	}
}
