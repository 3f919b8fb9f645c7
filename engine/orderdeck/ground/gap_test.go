package ground

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine/ardennes"
	"referee/engine/hex"
)

// field is a map of some columns and rows; German ground is its first column, the friendly edge its last.
func field(columns, rows int) *Map {
	m := &Map{Spend: func() bool { return true }}
	at := func(c, r int) int {
		if c < 0 || r < 0 || c >= columns || r >= rows {
			return None
		}
		return c*rows + r
	}
	for c := range columns {
		for r := range rows {
			h := Hex{At: hex.Coord{Col: uint8(c + 1), Row: uint8(r + 1)}, Home: c == 0, Edge: c == columns-1}
			for d, dir := range hex.Dirs {
				h.Next[d] = None
				if to, ok := m.Grid.Neighbour(h.At, dir); ok {
					h.Next[d] = at(int(to.Col)-1, int(to.Row)-1)
				}
			}
			m.Hexes = append(m.Hexes, h)
		}
	}
	return m
}

func (m *Map) empty() *Screen {
	s := &Screen{}
	for sd := range s.Held {
		s.Held[sd], s.Zone[sd] = make([]bool, len(m.Hexes)), make([]bool, len(m.Hexes))
	}
	return s
}

// TestWidthOfGaps: the width is how many hexes would have to be filled: as many as there are rows in the open, fewer by each that is held
// in a column, none behind a wall; zones of control close hexes, too.
func TestWidthOfGaps(t *testing.T) {
	m := field(5, 4)
	s := m.empty()
	for held, want := range []int{4, 3, 2, 1, 0} {
		if held > 0 {
			s.Held[ardennes.Allied][2*4+held-1] = true
		}
		if got := m.between(s); got != want {
			t.Errorf("%d held: %d, want %d", held, got, want)
		}
	}
	s = m.empty()
	copy(s.Zone[ardennes.Allied][2*4:], []bool{true, true, false, true})
	if got := m.between(s); got != 1 {
		t.Errorf("between zones: %d", got)
	}
	s.Held[ardennes.German][3*4] = true // a German unit behind the line has paths of its own
	if got := m.between(s); got < 2 {
		t.Errorf("with a German unit behind the line: %d", got)
	}
}

// TestWidthIsTheLeast compares the width with that of all ways to fill hexes, on small maps held at random, some of whose sides are shut.
func TestWidthIsTheLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		m := field(4, 3)
		s := m.empty()
		for h := range m.Hexes {
			s.Held[ardennes.German][h] = random.IntN(8) == 0
			s.Held[ardennes.Allied][h] = !s.Held[ardennes.German][h] && random.IntN(6) == 0
			s.Zone[ardennes.Allied][h] = random.IntN(8) == 0
			for d := range m.Hexes[h].Next {
				m.Hexes[h].Shut[ardennes.German][d] = random.IntN(5) == 0
			}
		}
		least := len(m.Hexes)
		for filled := range 1 << len(m.Hexes) {
			if n := bits.OnesCount(uint(filled)); n < least && !m.leads(s, filled) {
				least = n
			}
		}
		if got := m.between(s); got != least {
			t.Errorf("%v %v: %d, want %d", s.Held, s.Zone, got, least)
		}
	}
}

// leads reports whether a German path leads to the edge that uses no filled hex.
func (m *Map) leads(s *Screen, filled int) bool {
	source := func(h int) bool { return s.Held[ardennes.German][h] || m.Hexes[h].Home && !s.Held[ardennes.Allied][h] }
	seen, queue := map[int]bool{}, m.hexes(source)
	for ; len(queue) > 0; queue = queue[1:] {
		for d, to := range m.Hexes[queue[0]].Next {
			if to == None || seen[to] || source(to) || filled>>to&1 == 1 || m.Hexes[queue[0]].Shut[ardennes.German][d] ||
				s.Held[ardennes.Allied][to] || s.Zone[ardennes.Allied][to] {
				continue
			}
			if m.Hexes[to].Edge {
				return true
			}
			seen[to], queue = true, append(queue, to)
		}
	}
	return false
}

// TestMatched compares the matching with a search through all of them.
func TestMatched(t *testing.T) {
	for bits := range 1 << 9 {
		var enter [6][]int
		for d := range 3 {
			for g := range 3 {
				if bits>>(3*d+g)&1 == 1 {
					enter[d] = append(enter[d], g)
				}
			}
		}
		want := false
		for _, a := range enter[0] {
			for _, b := range enter[1] {
				for _, c := range enter[2] {
					want = want || a != b && b != c && a != c
				}
			}
		}
		if got := matched([]int{0, 1, 2}, enter); got != want {
			t.Errorf("%v: %t, want %t", enter, got, want)
		}
	}
	if !matched(nil, [6][]int{}) {
		t.Error("nothing cannot be matched")
	}
}

// TestGradients: steps to the friendly edge, and to the VP hex that a German unit is nearest to.
func TestGradients(t *testing.T) {
	m := field(5, 1)
	m.Hexes[0].VP, m.Hexes[3].VP = true, true
	m.Units = []Unit{{Side: ardennes.German, Hex: 4}}
	m.If = func(int, ...int) *Screen { return m.empty() }
	var back, front []int
	for h := range m.Hexes {
		back, front = append(back, m.back(h)), append(front, m.Arrow(h))
	}
	if !slices.Equal(back, []int{4, 3, 2, 1, 0}) || !slices.Equal(front, []int{3, 2, 1, 0, 1}) {
		t.Errorf("back %v, front %v", back, front)
	}
}
