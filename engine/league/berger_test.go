package league

import (
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing"
)

// readBerger reads the published tables by their number of players.
func readBerger(t *testing.T) map[int][]Round {
	t.Helper()
	text, err := os.ReadFile("testdata/berger.txt")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[int][]Round{}
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if !strings.Contains(line, "-") {
			if _, err := fmt.Sscan(line, &n); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var r Round
		for _, f := range strings.Fields(line) {
			var p Pair
			if _, err := fmt.Sscanf(f, "%d-%d", &p[0], &p[1]); err != nil {
				t.Fatalf("%q: %v", f, err)
			}
			r.Pairs = append(r.Pairs, p)
		}
		tables[n] = append(tables[n], r)
	}
	return tables
}

// TestBergerIsFIDE compares with the published tables; for an odd number they
// are those of one more, whose opponents have byes.
func TestBergerIsFIDE(t *testing.T) {
	tables := readBerger(t)
	for n := 3; n <= 16; n++ {
		var want []Round
		for _, r := range tables[n+n%2] {
			var w Round
			for _, p := range r.Pairs {
				w.add(p, n)
			}
			want = append(want, w)
		}
		if got := Berger(n); len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%d players:\n got %v\nwant %v", n, got, want)
		}
	}
}

// checkSides fails where the sides of a player differ by more than one.
func checkSides(t *testing.T, what string, pairs []Pair) {
	t.Helper()
	for p, d := range surplus(pairs, First) {
		if d < -1 || d > 1 {
			t.Errorf("%s: player %d has the first side %+d times", what, p, d)
		}
	}
}

func flat(plan []Round) []Pair {
	var out []Pair
	for _, r := range plan {
		out = append(out, r.Pairs...)
	}
	return out
}

// TestRoundRobin checks for 3 to 64 players, without blocks and with many, that
// everybody who may meets everybody as often as they should, nobody twice in a
// round, and the sides are balanced.
func TestRoundRobin(t *testing.T) {
	const seed = 11
	rnd := rand.New(rand.NewSource(seed))
	for n := 3; n <= 64; n++ {
		for _, double := range []bool{false, true} {
			for _, density := range []float64{0, 0.02, 0.3} {
				blocked := map[Pair]bool{}
				players := make([]Player, n)
				for i := range players {
					players[i] = Player(2*i + 5)
					for j := range i {
						blocked[Pair{players[j], players[i]}] = rnd.Float64() < density
					}
				}
				may := func(a, b Player) bool { return !blocked[Pair{a, b}.key()] }
				checkPlan(t, players, RoundRobin(players, double, may), double, may)
			}
		}
		if t.Failed() {
			t.Fatalf("%d players, seed %d", n, seed)
		}
	}
}

func checkPlan(t *testing.T, players []Player, plan []Round, double bool, may func(a, b Player) bool) {
	t.Helper()
	met := map[Pair]int{}
	for i, r := range plan {
		here := map[Player]bool{}
		for _, p := range append(flat([]Round{r}), byePairs(r)...) {
			for _, who := range p {
				if who != Nobody && here[who] {
					t.Errorf("round %d has player %d twice", i+1, who)
				}
				here[who] = true
			}
		}
		for _, p := range r.Pairs {
			met[p]++
		}
	}
	for i, a := range players {
		for _, b := range players[:i] {
			one, back := met[Pair{a, b}], met[Pair{b, a}]
			ok := one+back == 1
			switch {
			case !may(a, b):
				ok = one+back == 0
			case double:
				ok = one == 1 && back == 1
			}
			if !ok {
				t.Errorf("%d and %d meet %d and %d times", a, b, one, back)
			}
		}
	}
	all := flat(plan)
	checkSides(t, "all", all)
	if double {
		checkSides(t, "first half", all[:len(all)/2])
	}
}

func byePairs(r Round) []Pair {
	var out []Pair
	for _, b := range r.Byes {
		out = append(out, Pair{b, Nobody})
	}
	return out
}

// TestDoubleHasNoThreeInARow checks why the last two rounds of the first half
// change places.
func TestDoubleHasNoThreeInARow(t *testing.T) {
	for n := 4; n <= 20; n++ {
		players := make([]Player, n)
		for i := range players {
			players[i] = Player(i + 1)
		}
		for _, who := range players {
			var had []Side
			for _, p := range flat(RoundRobin(players, true, nil)) {
				if s := p.Side(who); s != 0 {
					had = append(had, s)
				}
			}
			for i := 2; i < len(had); i++ {
				if had[i] == had[i-1] && had[i] == had[i-2] {
					t.Errorf("%d players: %d has side %d three times running: %v", n, who, had[i], had)
				}
			}
		}
	}
}

// TestBalance balances random lists of pairs, and leaves balanced ones alone.
func TestBalance(t *testing.T) {
	const seed = 12
	rnd := rand.New(rand.NewSource(seed))
	for range 300 {
		n := 2 + rnd.Intn(12)
		var pairs []Pair
		for range rnd.Intn(4 * n) {
			a, b := Player(1+rnd.Intn(n)), Player(1+rnd.Intn(n))
			if a != b {
				pairs = append(pairs, Pair{a, b})
			}
		}
		Balance(pairs)
		checkSides(t, fmt.Sprintf("seed %d", seed), pairs)
		again := append([]Pair(nil), pairs...)
		if Balance(again); !reflect.DeepEqual(pairs, again) {
			t.Fatalf("seed %d: balanced pairs were changed", seed)
		}
	}
}
