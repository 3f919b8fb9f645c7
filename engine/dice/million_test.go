package dice_test

import (
	"crypto/sha512"
	"encoding/binary"
	"flag"
	"math"
	"strconv"
	"testing"

	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
)

var (
	rolls  = flag.Int("rolls", 1_000, "dice of ten to roll through the whole path; a million takes minutes")
	mapped = flag.Int("mapped", 1_000_000, "outputs of the function to map to dice of ten")
)

// TestMillionRolls rolls dice of ten as a match does, proofs and all, and
// compares faces, pairs and runs with what is due. The keys are fixed: it fails
// always or never.
func TestMillionRolls(t *testing.T) {
	thorough.Slow(t)
	s := server(3)
	var c counter
	for i := range *rolls {
		face, err := s.Roll(attack(s, i+1))
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(face.ID)
		if err != nil {
			t.Fatal(err)
		}
		c.add(n)
	}
	c.check(t)
}

// TestMillionMapped maps outputs of the function, with SHA-512 in its place, to
// dice of ten: a flaw of one in ten thousand would show in ten million.
func TestMillionMapped(t *testing.T) {
	thorough.Slow(t)
	var c counter
	for i := range *mapped {
		beta := sha512.Sum512(binary.BigEndian.AppendUint64(nil, uint64(i)))
		c.add(int(dice.Below(10, beta)))
	}
	c.check(t)
}

// counter counts faces of a die of ten, pairs of one and the next, and runs: how
// often the next is higher or lower than the one before, and how often that
// turns.
type counter struct {
	n, last    int
	face       [10]int
	pair       [10][10]int
	up, down   int
	turns      int
	rose, fell bool
}

func (c *counter) add(face int) {
	c.face[face]++
	if c.n > 0 {
		// Pairs that do not overlap, so that they are independent.
		if c.n%2 == 1 {
			c.pair[c.last][face]++
		}
		rose, fell := face > c.last, face < c.last
		if rose && c.fell || fell && c.rose {
			c.turns++
		}
		if rose {
			c.up++
		}
		if fell {
			c.down++
		}
		c.rose, c.fell = rose, fell
	}
	c.last = face
	c.n++
}

// check compares the counts with what is due, each within four standard
// deviations.
func (c *counter) check(t *testing.T) {
	t.Helper()
	faces := chi(c.face[:], float64(c.n)/10)
	var pairs []int
	for i := range c.pair {
		pairs = append(pairs, c.pair[i][:]...)
	}
	serial := chi(pairs, float64(c.n/2)/100)
	t.Logf("%d dice: chi-squared of faces %.1f (9 are due), of pairs %.1f (99 are due); up %d, down %d, turns %d",
		c.n, faces, serial, c.up, c.down, c.turns)
	within := func(what string, got, due, deviation float64) {
		t.Helper()
		if math.Abs(got-due) > 4*deviation {
			t.Errorf("%s: %.1f, due %.1f, give or take %.1f", what, got, due, 4*deviation)
		}
	}
	within("chi-squared of faces", faces, 9, math.Sqrt(2*9))
	within("chi-squared of pairs", serial, 99, math.Sqrt(2*99))
	// Of two dice of ten the second is higher in 45 cases of 100.
	n := float64(c.n - 1)
	within("higher than the one before", float64(c.up), 0.45*n, math.Sqrt(n*riseVariance))
	within("lower than the one before", float64(c.down), 0.45*n, math.Sqrt(n*riseVariance))
	// Of three, the middle one is the highest or the lowest in 570 cases of 1000.
	within("turns", float64(c.turns), 0.57*n, math.Sqrt(n*turnVariance))
}

// The variances of the two counts, for each die of a long row: that of one, and
// twice its covariances with those after it that share a die. Of three dice each
// is higher than the one before in 0.12 of all cases; of four, both in the middle
// are turns in 0.339; of five, the second and the fourth are in 0.33018.
const (
	riseVariance = 0.45*0.55 + 2*(0.12-0.45*0.45)
	turnVariance = 0.57*0.43 + 2*(0.339-0.57*0.57) + 2*(0.33018-0.57*0.57)
)

// chi is Pearson's chi-squared of counts that should all be alike.
func chi(counts []int, due float64) float64 {
	sum := 0.0
	for _, n := range counts {
		sum += math.Pow(float64(n)-due, 2) / due
	}
	return sum
}
