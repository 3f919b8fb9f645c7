package celles

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
)

// crowd makes a position in which both sides stand close together around one
// hex, with markers of every kind, in the middle of an action phase: random
// matches from the set-up come to such places too seldom.
func crowd(g *rules, r *rand.Rand) string {
	turn := 1 + r.IntN(len(g.d.Turns))
	sd := side(r.IntN(2))
	var b strings.Builder
	fmt.Fprintf(&b, "celles 1\nturn %d phase action side %s\nvp %d\n", turn, sd, r.IntN(15))
	middle := g.d.Hexes[r.IntN(len(g.d.Hexes))].At
	var near []hexIx
	for h := range g.d.Hexes {
		if scenario.Grid.Distance(middle, g.d.Hexes[h].At) <= 3 {
			near = append(near, hexIx(h))
		}
	}
	steps := map[hexIx]int8{}
	holder := map[hexIx]side{}
	var active []string
	for _, i := range r.Perm(len(g.d.Units)) {
		u := &g.d.Units[i]
		own := u.Nation.Side()
		left := u.Steps
		words := ""
		if left == 2 && r.IntN(3) == 0 {
			left, words = 1, " reduced"
		}
		h := near[r.IntN(len(near))]
		if by, ok := holder[h]; ok && by != own || steps[h]+left > stackLimit || g.d.Hexes[h].Rear == own.Enemy() {
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "dead %s\n", u.ID)
			} else if u.Turn > 0 {
				fmt.Fprintf(&b, "pending %s\n", u.ID)
			}
			continue
		}
		steps[h] += left
		holder[h] = own
		for _, f := range []struct {
			word string
			in   int
		}{{" used", 3}, {" disrupted", 4}, {[]string{" oos", " oos", " isolated"}[r.IntN(3)], 3}} {
			if r.IntN(f.in) == 0 {
				words += f.word
			}
		}
		fmt.Fprintf(&b, "unit %s %s%s\n", u.ID, g.hexID(h), words)
		if own == sd && u.Move > 0 && !strings.Contains(words, "isolated") && r.IntN(2) == 0 {
			active = append(active, u.ID)
		}
	}
	if len(active) > 0 {
		fmt.Fprintf(&b, "active units %s\n", strings.Join(active, " "))
	}
	fmt.Fprintf(&b, "available german combat extra_move replacement\navailable allied combat extra_move replacement allied_air\n")
	return b.String()
}

// crowds are the first n crowded positions.
func crowds(t testing.TB, n int) []string {
	t.Helper()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, n)
	for i := range out {
		out[i] = crowd(g, rand.New(rand.NewPCG(uint64(i), 5)))
	}
	return out
}

func TestCrowdedPositions(t *testing.T) {
	t.Parallel()
	game := strict(t)
	var total enginetest.Stats
	games := 40
	if *long {
		games = 400
	}
	for i, text := range crowds(t, games) {
		pos, err := game.Parse(0, text)
		if err != nil {
			t.Fatalf("crowd %d: %v\n%s", i, err, text)
		}
		stats, err := enginetest.PlayFrom(pos, uint64(i), bias, enginetest.Hooks{})
		if err != nil {
			t.Fatalf("crowd %d: %v", i, err)
		}
		total.Add(stats)
	}
	for _, kind := range event.Kinds()[6:] { // those before open a match
		if total.Events[kind] == 0 {
			t.Logf("no event %s in %d matches", kind, total.Games)
		}
	}
}

func TestConformanceInACrowd(t *testing.T) {
	enginetest.Run(t, enginetest.Suite{
		Game: openGame(t), Strict: strict(t), Policy: bias, Seed: 11, Games: 1, Positions: crowds(t, thorough.Or(4, 12)), Samples: *looks, Typing: typing,
		Setups: []engine.Setup{{optionVariable: "yes"}},
	})
}

// fuzzing is what there is to fuzz of Celles.
func fuzzing(t testing.TB) enginetest.Fuzzing {
	t.Helper()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.Fuzzing{
		Game: strict(t), Policy: bias, Setups: []engine.Setup{nil, {optionVariable: "yes"}},
		Crowd: func(r *rand.Rand) string { return crowd(g, r) },
	}
}

// FuzzPlay gives answers whose choices a fuzzer makes, from the set-up and from
// crowded positions.
func FuzzPlay(f *testing.F) { enginetest.Fuzz(f, fuzzing(f)) }

// TestMatches plays whole matches at random from the same positions.
func TestMatches(t *testing.T) {
	thorough.Slow(t)
	enginetest.Matches(t, fuzzing(t))
}
