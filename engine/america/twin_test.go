package america

import (
	"testing"

	"referee/engine/america/scenario"
	"referee/engine/enginetest"
	"referee/engine/hex"
)

// TestTwin compares ZOC (4.1) and supply (7.11) of positions of random matches with a twin that works them out hex by
// hex, without any table.
func TestTwin(t *testing.T) {
	t.Parallel()
	rules, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	looked, states := 0, [3]int{}
	for seed := range uint64(2) {
		n := 0
		_, err := enginetest.Play(opened(t), nil, 900+seed, bias, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if n++; n%29 > 0 {
				return nil
			}
			state, err := rules.Parse(s.Before.String())
			if err != nil || state.Phase == phaseSetup {
				return err
			}
			looked++
			w := twin{rules, state}
			w.compareZOC(t)
			w.compareSupply(t, &states)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 10 || states[unsupplied] == 0 || states[isolated] == 0 {
		t.Errorf("too little was seen: %d positions, %v", looked, states)
	}
}

type twin struct {
	*rules
	s *State
}

// zone reports whether a side has a ZOC in a hex.
func (w twin) zone(h hexIx, sd side) bool {
	for d, from := range w.d.Hexes[h].Next {
		if from != noHex && w.exertsInto(from, hex.Dir(d).Opposite(), sd) {
			return true
		}
	}
	return false
}

func (w twin) exertsInto(from hexIx, d hex.Dir, sd side) bool {
	side, to := w.d.Hexes[from].Side[d], w.d.Hexes[from].Next[d]
	small := 0
	for u := range w.of[sd].All() {
		x := &w.d.Units[u]
		if w.s.Units[u].Where != onMap || w.s.Units[u].Hex != from || x.Type == scenario.TypeHQ {
			continue
		}
		dry := side.River == scenario.Dry || side.Bridge == scenario.Standing || w.bridged(w.s, from, d)
		if x.Class == scenario.Mech && !dry && (sd == german || side.River == scenario.Major) {
			continue
		}
		if x.Size >= scenario.Regiment || w.d.Hexes[from].Westwall && w.d.Hexes[to].Westwall {
			return true
		}
		small++
	}
	return small >= 3
}

func (w twin) compareZOC(t *testing.T) {
	for sd := range side(2) {
		for i := range w.d.Hexes {
			if h := hexIx(i); w.zone(h, sd) != w.s.zoc[sd].Has(h) {
				t.Errorf("ZOC of the %s in %s", sd, w.hexID(h))
			}
		}
	}
}

// open reports whether a line of a side may go through a hex.
func (w twin) open(h hexIx, sd side) bool {
	return !w.s.held(h, sd.Enemy()) && (!w.zone(h, sd.Enemy()) || w.s.held(h, sd))
}

// lines is the length of the shortest line from a hex to each that has one, step by step.
func (w twin) lines(from hexIx, sd side) map[hexIx]int {
	far := map[hexIx]int{from: 0}
	for last := []hexIx{from}; len(last) > 0; {
		var next []hexIx
		for _, h := range last {
			for _, to := range w.d.Hexes[h].Next {
				if _, seen := far[to]; to != noHex && !seen && w.open(to, sd) {
					far[to] = far[h] + 1
					next = append(next, to)
				}
			}
		}
		last = next
	}
	return far
}

func (w twin) compareSupply(t *testing.T, states *[3]int) {
	got := w.supplyStates(w.s)
	lines, linked := map[hqIx]map[hexIx]int{}, map[hqIx]bool{}
	for i := range w.d.HQs {
		q := hqIx(i)
		sd := w.d.HQs[q].Nation.Side()
		if h := w.hqHex(w.s, q); h != noHex {
			lines[q] = w.lines(h, sd)
			for at := range lines[q] {
				if w.d.Hexes[at].Edge[w.d.Supply[sd]] && w.s.controls(at, sd) {
					linked[q] = true
				}
			}
		}
	}
	for i := range w.d.Units {
		x, u := &w.d.Units[i], unitIx(i)
		if w.s.Units[u].Where != onMap {
			continue
		}
		want := isolated
		if x.Side() == allied && w.s.Turn >= 3 {
			want = unsupplied
		}
		for q, far := range lines {
			n, reached := far[w.s.Units[u].Hex]
			switch {
			case x.HQ == q && linked[q]:
				want = supplied
			case x.HQ != noHQ:
				want = min(want, unsupplied)
			case w.d.HQs[q].Nation != x.Nation || !reached:
			case linked[q] && n <= w.d.HQs[q].Range:
				want = supplied
			default:
				want = min(want, unsupplied)
			}
		}
		if states[want]++; got[u] != want {
			t.Errorf("%s is %s and should be %s\n%s", x.ID, supplyIDs[got[u]], supplyIDs[want], w.Print(w.s))
		}
	}
}
