package strength

import (
	"math"
	"math/rand/v2"
	"testing"
)

// of makes a pair that wins so many half points, by a mean margin.
func of(half, margin int) Pair {
	won := [5][2]int{{-1, -1}, {-1, 0}, {0, 0}, {1, 0}, {1, 1}}[half]
	return Pair{{Won: won[0], Margin: margin}, {Won: won[1], Margin: margin}}
}

func sum(pairs ...Pair) Sum {
	var s Sum
	for _, p := range pairs {
		s.Add(p)
	}
	return s
}

// scored is a sum with so many pairs of each score.
func scored(n [5]int) Sum {
	var s Sum
	for half := range n {
		for range n[half] {
			s.Add(of(half, 0))
		}
	}
	return s
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestSumOfAFewPairs: the mean margins are 2, 4, 4, 4, 5, 5, 7 and 9, whose squares around
// their mean of 5 add up to 32.
func TestSumOfAFewPairs(t *testing.T) {
	s := sum(of(0, 2), of(1, 4), of(2, 4), of(2, 4), of(3, 5), of(4, 5), of(4, 7),
		Pair{{Won: 1, Margin: 20}, {Won: -1, Margin: -2}})
	mean, se := s.Margin()
	near(t, "the margin", mean, 5, 1e-12)
	near(t, "its error", se, math.Sqrt(32.0/7/8), 1e-12)
	if wins, losses, draws := s.Results(); wins != 6 || draws != 6 || losses != 4 {
		t.Errorf("%d wins, %d losses, %d draws", wins, losses, draws)
	}
	if first := s.Sides[0]; first.Wins != 4 || first.Losses != 2 || first.Draws != 2 {
		t.Errorf("of the first side %+v", first)
	}
	mean, _ = s.Sides[1].Margin()
	near(t, "the margin of the second side", mean, 29.0/8, 1e-12)
	if s.Pairs != 8 || s.Scores != [5]int{1, 1, 3, 1, 2} {
		t.Errorf("%+v", s)
	}
	score, se := s.Score()
	near(t, "the score", score, 18.0/32, 1e-12)
	near(t, "its error", se, math.Sqrt((0.31640625+0.09765625+3*0.00390625+0.03515625+2*0.19140625)/7/8), 1e-12)
}

// TestFewPairsSayNothing: there is no spread to go by.
func TestFewPairsSayNothing(t *testing.T) {
	for _, s := range []Sum{{}, sum(of(4, 9))} {
		if _, se := s.Margin(); !math.IsInf(se, 1) {
			t.Errorf("of %d pairs the error is %v", s.Pairs, se)
		}
	}
	for _, test := range tests {
		if llr := test.LLR(Sum{}); llr != 0 {
			t.Errorf("%s: without pairs the ratio is %v", test.Measure, llr)
		}
	}
	for _, c := range []struct {
		test    Test
		half    int
		margin  int
		pairs   int // after which the test ends
		verdict Verdict
	}{
		{tests[0], 0, 0, 28, Reject}, // 28·ln(0.45/0.5) = -2.95
		{tests[0], 4, 0, 31, Accept}, // 31·ln(0.55/0.5) = 2.95
		{tests[1], 0, -1, fewest, Reject},
	} {
		var s Sum
		for c.test.Verdict(s) == Open {
			s.Add(of(c.half, c.margin))
		}
		if got := c.test.Verdict(s); s.Pairs != c.pairs || got != c.verdict {
			t.Errorf("%s: after %d pairs, all alike, the verdict is %s", c.test.Measure, s.Pairs, got)
		}
	}
}

var tests = []Test{
	{Measure: Wins, H0: 0.5, H1: 0.55, Error: 0.05},
	{Measure: Margins, H0: 0, H1: 1, Error: 0.05},
}

// TestBoundsAreWalds: ln 19 for errors of 5 %.
func TestBoundsAreWalds(t *testing.T) {
	lower, upper := tests[0].Bounds()
	near(t, "the lower bound", lower, -2.944438979, 1e-9)
	near(t, "the upper bound", upper, 2.944438979, 1e-9)
}

// TestRatioOfTwoScoresIsBinomial: where every pair is won or lost as a whole, nothing but the
// mean is unknown, and the ratio is that of Wald's test of a coin.
func TestRatioOfTwoScoresIsBinomial(t *testing.T) {
	for _, c := range [][2]int{{60, 40}, {300, 330}, {1000, 1000}} {
		want := float64(c[0])*math.Log(0.55/0.5) + float64(c[1])*math.Log(0.45/0.5)
		near(t, "the ratio", tests[0].LLR(scored([5]int{c[1], 0, 0, 0, c[0]})), want, 0.01)
	}
}

// TestRatioOfFiveScores: the values were found another way, as the difference of the greatest
// values of two concave functions, each by a search of its own.
func TestRatioOfFiveScores(t *testing.T) {
	for scores, want := range map[[5]int]float64{
		{10, 20, 40, 30, 20}: 2.5747480682500656,
		{3, 17, 66, 17, 7}:   -0.8363404521639795,
		{1, 40, 186, 60, 13}: 5.835758387599199,
	} {
		near(t, "the ratio", tests[0].LLR(scored(scores)), want, 0.001)
	}
	near(t, "that of 30 pairs won", tests[0].LLR(scored([5]int{4: 30})), 30*math.Log(0.55/0.5), 0.01)
}

// TestRatioOfMargins: margins of 1 and 3 have their mean at 2, with a mean square around it
// of 1, around 0 of 5 and around 1 of 2.
func TestRatioOfMargins(t *testing.T) {
	near(t, "the ratio", tests[1].LLR(sum(of(3, 1), of(3, 3))), math.Log(2.5), 1e-6)
	near(t, "the other way", tests[1].LLR(sum(of(3, 0), of(3, -1))), math.Log(0.5/2.5), 1e-6)
}

// TestErrorsOfTheTest plays many tests of players who are as strong as supposed, with pairs
// like those of Celles, and counts the verdicts that are wrong.
func TestErrorsOfTheTest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const rounds = 400
	for i, chances := range [][5]float64{
		{0.02, 0.14, 0.68, 0.14, 0.02}, // even
		{0.01, 0.11, 0.61, 0.21, 0.06}, // 55 %
	} {
		wrong, pairs := [2]int{}, [2]int{}
		for range rounds {
			for j, test := range tests {
				var s Sum
				for test.Verdict(s) == Open {
					half, x := 0, r.Float64()
					for x -= chances[0]; x > 0 && half < 4; x -= chances[half] {
						half++
					}
					s.Add(of(half, int(math.Round(float64(i)+4.8*r.NormFloat64()))))
				}
				pairs[j] += s.Pairs
				if (test.Verdict(s) == Accept) != (i == 1) {
					wrong[j]++
				}
			}
		}
		for j, test := range tests {
			t.Logf("%s, supposition %d: %d of %d wrong, %d pairs a test", test.Measure, i, wrong[j], rounds, pairs[j]/rounds)
			if wrong[j] > rounds*9/100 {
				t.Errorf("%s: of %d verdicts %d are wrong", test.Measure, rounds, wrong[j])
			}
		}
	}
}
