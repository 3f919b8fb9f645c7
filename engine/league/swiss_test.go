package league

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// tournament keeps a Swiss tournament for tests: 2 points for a win or a bye.
type tournament []Entrant

func newTournament(n int) tournament {
	field := make(tournament, n)
	for i := range field {
		field[i].Player = Player(i + 1)
	}
	return field
}

func (f tournament) of(p Player) *Entrant { return &f[p-1] }

// played takes a round in; points are those of the first sides, 0 to 2.
func (f tournament) played(r Round, points []int) {
	before := make([]int, len(f))
	for i := range f {
		before[i] = f[i].Points
		f[i].Sides, f[i].Floats = append(f[i].Sides, 0), append(f[i].Floats, 0)
	}
	for i, p := range r.Pairs {
		for _, who := range p {
			e, mine, his := f.of(who), before[who-1], before[p.Opponent(who)-1]
			e.Met = append(e.Met, p.Opponent(who))
			e.Sides[len(e.Sides)-1] = p.Side(who)
			if mine > his {
				e.Floats[len(e.Floats)-1] = Down
			} else if mine < his {
				e.Floats[len(e.Floats)-1] = Up
			}
		}
		f.of(p[0]).Points += points[i]
		f.of(p[1]).Points += 2 - points[i]
	}
	for _, who := range r.Byes {
		e := f.of(who)
		e.Points, e.Bye, e.Floats[len(e.Floats)-1] = e.Points+2, true, Down
	}
}

// TestSwissIsDutch pairs whole tournaments whose pairings come from another
// program: who meets whom, on which side, at which board, and the byes.
func TestSwissIsDutch(t *testing.T) {
	files, err := filepath.Glob("testdata/swiss/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no tournaments", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var field tournament
		for line := range strings.Lines(string(text)) {
			word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "players":
				var n int
				if _, err := fmt.Sscan(rest, &n); err != nil {
					t.Fatal(err)
				}
				field = newTournament(n)
			case "round":
				want, points := readRound(t, rest)
				if got := Swiss(field, Draw{}); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %s\n got %v", name, line, got)
				}
				field.played(want, points)
			}
		}
		if field == nil || len(field[0].Sides) == 0 {
			t.Errorf("%s has no rounds", name)
		}
	}
}

// readRound reads "6>1 7=2 5<8 3 bye".
func readRound(t *testing.T, line string) (Round, []int) {
	t.Helper()
	var r Round
	var points []int
	for _, f := range strings.Fields(line) {
		var p Pair
		var sign rune
		if n, _ := fmt.Sscanf(f, "%d%c%d", &p[0], &sign, &p[1]); n == 3 {
			r.Pairs, points = append(r.Pairs, p), append(points, strings.IndexRune("<=>", sign))
		} else if n == 1 {
			r.Byes = append(r.Byes, p[0])
		} else if f != "bye" {
			t.Fatalf("%q in %q", f, line)
		}
	}
	return r, points
}

// TestOrderIsHandbook goes through the pairings of eight equals and checks the
// order in which they are tried against the handbook's examples.
func TestOrderIsHandbook(t *testing.T) {
	places := []int{1, 2, 3, 4, 5, 6, 7, 8}
	h := halves{places: places, top: 4}
	type candidate struct {
		w     weight
		tops  []int
		lower []int
	}
	var all []candidate
	var walk func(left []int, pairs [][2]int)
	walk = func(left []int, pairs [][2]int) {
		if len(left) == 0 {
			c := candidate{w: make(weight, 18)}
			for _, p := range pairs {
				c.w.plus(h.appendOrder(nil, p[0], p[1], true), 1)
				c.tops, c.lower = append(c.tops, p[0]), append(c.lower, p[1])
			}
			all = append(all, c)
			return
		}
		for i := 1; i < len(left); i++ {
			rest := slices.Delete(slices.Clone(left[1:]), i-1, i)
			walk(rest, append(slices.Clone(pairs), [2]int{left[0], left[i]}))
		}
	}
	walk(places, nil)
	slices.SortFunc(all, func(a, b candidate) int { return slices.Compare(b.w, a.w) })
	var orders, tops []string
	for _, c := range all {
		top := fmt.Sprint(c.tops)
		if len(tops) == 0 || tops[len(tops)-1] != top {
			tops = append(tops, top)
		}
		if top == "[1 2 3 4]" && len(orders) < 7 {
			orders = append(orders, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(c.lower), "[]")), ""))
		}
	}
	// D.1: the transpositions of 5 6 7 8.
	if want := "5678 5687 5768 5786 5867 5876 6578"; strings.Join(orders, " ") != want {
		t.Errorf("transpositions %v, want %s", orders, want)
	}
	// D.2: 4 with 5, 4 with 6, 3 with 5, …, then two of each; those for which
	// there is a pairing that does not come up earlier.
	want := []string{
		"[1 2 3 4]",
		"[1 2 3 5]", "[1 2 3 6]", "[1 2 4 5]", "[1 2 3 7]", "[1 2 4 6]", "[1 3 4 5]", "[1 2 4 7]", "[1 3 4 6]", "[1 3 4 7]",
		"[1 2 5 6]", "[1 2 5 7]", "[1 3 5 6]", "[1 3 5 7]",
	}
	if len(tops) != len(want) || !reflect.DeepEqual(tops, want) {
		t.Errorf("exchanges\n got %v\nwant %v", tops, want)
	}
}

// TestSwissProperties pairs rounds of 3 to 64 players with blocks: nobody meets
// twice, no block is broken, as few as possible are left over, nobody has a
// second bye while another could have it. In the large fields the first two
// rounds are taken from a table, to save time.
func TestSwissProperties(t *testing.T) {
	const seed = 13
	rnd := rand.New(rand.NewSource(seed))
	for n := 3; n <= 64; n++ {
		blocks := map[Pair]bool{}
		for range n / 5 {
			blocks[Pair{Player(1 + rnd.Intn(n)), Player(1 + rnd.Intn(n))}.key()] = true
		}
		d := Draw{Initial: Side(1 + rnd.Intn(2)), May: func(a, b Player) bool { return !blocks[Pair{a, b}.key()] }}
		field := newTournament(n)
		rounds := 6
		if n > 16 {
			rounds = 1
			for _, r := range RoundRobin(field.players(), false, d.May)[:2] {
				r.Byes = nil
				field.played(r, randomPoints(rnd, r))
			}
		}
		for range rounds {
			r := Swiss(field, d)
			field.check(t, r, blocks)
			field.played(r, randomPoints(rnd, r))
		}
		for _, e := range field {
			if p := prefer(e.Sides); n >= 12 && p.gap > 2 {
				t.Errorf("player %d has sides %v", e.Player, e.Sides)
			}
		}
		if t.Failed() {
			t.Fatalf("%d players, seed %d", n, seed)
		}
	}
}

func (f tournament) players() []Player {
	var out []Player
	for _, e := range f {
		out = append(out, e.Player)
	}
	return out
}

func randomPoints(rnd *rand.Rand, r Round) []int {
	points := make([]int, len(r.Pairs))
	for i := range points {
		points[i] = rnd.Intn(3)
	}
	return points
}

// check looks at a round before it is played. In small fields with blocks a
// second bye, or more than one, cannot always be helped.
func (f tournament) check(t *testing.T, r Round, blocks map[Pair]bool) {
	t.Helper()
	seen := map[Player]bool{}
	for _, p := range append(byePairs(r), r.Pairs...) {
		for _, who := range p {
			if who != Nobody && seen[who] {
				t.Errorf("player %d twice in a round", who)
			}
			seen[who] = true
		}
	}
	for _, p := range r.Pairs {
		if slices.Contains(f.of(p[0]).Met, p[1]) || blocks[p.key()] {
			t.Errorf("%v meet again or are blocked", p)
		}
	}
	large := len(f) >= 12
	if len(seen) < len(f) || large && len(r.Byes) != len(f)%2 {
		t.Errorf("%d pairs and %d byes", len(r.Pairs), len(r.Byes))
	}
	for _, b := range r.Byes {
		if large && f.of(b).Bye {
			t.Errorf("player %d has a second bye", b)
		}
	}
}

// TestSwissPrefersWakingHours: of pairings that are as good by the rules, the
// one with more hours in common.
func TestSwissPrefersWakingHours(t *testing.T) {
	field := newTournament(4)
	d := Draw{Overlap: func(a, b Player) int {
		if (a+b)%2 == 1 {
			return 600
		}
		return 0
	}}
	want := Round{Pairs: []Pair{{1, 4}, {3, 2}}}
	got := Swiss(field, d)
	for i, p := range got.Pairs {
		if p.key() != want.Pairs[i].key() {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// TestSwissIsQuick pairs early and late rounds of 64 players; the machine may be
// busy, so one of them has to be in time.
func TestSwissIsQuick(t *testing.T) {
	const seed = 14
	rnd := rand.New(rand.NewSource(seed))
	field := newTournament(64)
	quickest := time.Hour
	for range 4 {
		begin := time.Now()
		r := Swiss(field, Draw{})
		quickest = min(quickest, time.Since(begin))
		field.played(r, randomPoints(rnd, r))
	}
	if quickest > time.Second {
		t.Errorf("seed %d: the quickest round took %v", seed, quickest)
	}
}

// TestSwissRounds: a league does not begin with more rounds than can be full, as five of six players.
func TestSwissRounds(t *testing.T) {
	for rounds, most := range map[int]int{3: 3, 5: 6} {
		for players, want := range map[int]error{2: ErrRounds, most: ErrRounds, most + 1: nil} {
			s := found(t, Rules{Format: FormatSwiss, Rounds: rounds}, players)
			if _, err := s.Begin(nil, s.at); !errors.Is(err, want) {
				t.Errorf("%d rounds of %d players: %v, want %v", rounds, players, err, want)
			}
		}
	}
}
