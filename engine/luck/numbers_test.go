package luck

import (
	"math"
	"math/rand/v2"
	"testing"

	"referee/engine"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within || math.IsNaN(got) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

// TestChiTail compares with printed quantiles and with closed forms.
func TestChiTail(t *testing.T) {
	for _, c := range []struct {
		x       float64
		freedom int
		want    float64
	}{
		{3.841458821, 1, 0.05},
		{11.07049769, 5, 0.05},
		{16.91897760, 9, 0.05},
		{27.87716487, 9, 0.001},
		{2.087900736, 9, 0.99},
		{124.3421134, 100, 0.05},
	} {
		near(t, "printed", chiTail(c.x, c.freedom), c.want, 1e-9)
	}
	for x := 0.0; x < 120; x += 0.37 {
		near(t, "one degree", chiTail(x, 1), math.Erfc(math.Sqrt(x/2)), 1e-12)
		for n := 1; n <= 30; n++ { // an even number of degrees: a sum of Poisson's chances
			want, term := 0.0, math.Exp(-x/2)
			for k := range n {
				want += term
				term *= x / 2 / float64(k+1)
			}
			near(t, "even", chiTail(x, 2*n), want, 1e-12)
		}
	}
}

// coins is the distribution of the number of heads of n coins that show heads with
// chance p.
func coins(n int, p float64) spread {
	s := nothing()
	for range n {
		s = s.plus(spread{chance: []float64{1 - p, p}})
	}
	return s
}

func TestSpreadOfCoins(t *testing.T) {
	s := coins(20, 0.3)
	mean, variance := s.moments()
	near(t, "mean", mean, 6, 1e-12)
	near(t, "variance", variance, 4.2, 1e-12)
	// From tables of the binomial distribution: P(X<=2)=0.0355, P(X<=1)=0.0076,
	// P(X>=10)=0.0480, P(X>=11)=0.0171.
	for n, want := range map[int]float64{1: 0.0076, 2: 0.0355} {
		atMost, _ := s.tails(n)
		near(t, "at most", atMost, want, 5e-5)
	}
	for n, want := range map[int]float64{10: 0.0480, 11: 0.0171} {
		_, atLeast := s.tails(n)
		near(t, "at least", atLeast, want, 5e-5)
	}
	if low, high := s.band(0.05); low != 2 || high != 10 {
		t.Errorf("band %d to %d, want 2 to 10", low, high)
	}
}

// TestSpreadStaysShort: what is left out at the ends is nothing that shows.
func TestSpreadStaysShort(t *testing.T) {
	s := coins(5000, 0.5)
	if len(s.chance) > 1000 {
		t.Errorf("%d numbers for 5000 coins", len(s.chance))
	}
	sum := 0.0
	for _, p := range s.chance {
		sum += p
	}
	near(t, "all chances", sum, 1, 1e-9)
	mean, variance := s.moments()
	near(t, "mean", mean, 2500, 1e-6)
	near(t, "variance", variance, 1250, 1e-4)
}

// strikes is a ten-sided die of which as many faces as own cost the seat us a
// step, and as many as other cost them one, from the highest down.
func strikes(came, own, other int) Roll {
	r := Roll{Came: came}
	for face := range 10 {
		x := FaceResult{Weight: 1}
		for seat, on := range []bool{face < own, face >= 10-other} {
			n := 0
			if on {
				n = 1
			}
			x.Costs = append(x.Costs, engine.Cost{Seat: engine.Seat([]string{"us", "them"}[seat]), Kind: "steps", N: n})
		}
		r.Results = append(r.Results, x)
	}
	return r
}

func TestSum(t *testing.T) {
	s := NewSum([]engine.CostKind{"steps"})
	harmless := Roll{Results: []FaceResult{{Weight: 1}, {Weight: 1}}}
	s.Add([]Roll{strikes(0, 3, 2), harmless, strikes(9, 3, 2)}, "us")
	s.Add([]Roll{strikes(1, 3, 2), strikes(5, 3, 2)}, "us")
	r := s.Report()
	if r.Matches != 2 || r.Rolls != 4 {
		t.Errorf("%d matches, %d rolls", r.Matches, r.Rolls)
	}
	k := r.Kinds[0]
	for _, c := range []struct {
		name               string
		f                  Figure
		actual             int
		expected, variance float64
	}{
		{"suffered", k.Suffered, 2, 1.2, 4 * 0.21},
		{"dealt", k.Dealt, 1, 0.8, 4 * 0.16},
		{"edge", k.Edge, -1, -0.4, 4 * (0.5 - 0.01)},
	} {
		if c.f.Actual != c.actual {
			t.Errorf("%s: %d", c.name, c.f.Actual)
		}
		near(t, c.name+" expected", c.f.Expected, c.expected, 1e-12)
		near(t, c.name+" deviation", c.f.Deviation, math.Sqrt(c.variance), 1e-12)
	}
	near(t, "two or more of four", k.Suffered.AtLeast, 1-math.Pow(0.7, 4)-4*0.3*math.Pow(0.7, 3), 1e-12)
	other := NewSum([]engine.CostKind{"steps"})
	other.Add([]Roll{strikes(0, 3, 2), strikes(9, 3, 2), strikes(1, 3, 2), strikes(5, 3, 2)}, "them")
	if mirror := other.Report().Kinds[0]; mirror.Suffered != k.Dealt || mirror.Dealt != k.Suffered || mirror.Edge.Actual != -k.Edge.Actual {
		t.Errorf("the other seat sees %+v, this one %+v", mirror, k)
	}
}

func TestVerdictInWords(t *testing.T) {
	report := func(came ...int) Report {
		s := NewSum([]engine.CostKind{"steps"})
		var rolls []Roll
		for _, face := range came {
			rolls = append(rolls, strikes(face, 3, 3))
		}
		s.Add(rolls, "us")
		return s.Report()
	}
	for _, c := range []struct {
		name string
		r    Report
		key  string
		k    int
	}{
		{"nothing", report(), "luck.none", 0},
		{"plain", report(5, 5, 0, 9), "luck.plain", 0},
		{"good", report(9, 9, 9), "luck.good", 37}, // 1 in 0.3³
		{"bad", report(0, 1, 2), "luck.bad", 37},
	} {
		m := c.r.Tell(engine.Noun("", "us"))[0]
		if m.Key != c.key {
			t.Errorf("%s: %s, want %s", c.name, m.Key, c.key)
		}
		for _, a := range m.Args {
			if a.Name == "k" && c.k > 0 && a.Num != c.k {
				t.Errorf("%s: one in %d, want %d", c.name, a.Num, c.k)
			}
		}
	}
}

// TestBandHolds: of many matches with fair dice at least 95 in 100 lie in their
// band, whatever the number of rolls.
func TestBandHolds(t *testing.T) {
	const seed, matches = 5, 1500
	r := rand.New(rand.NewPCG(seed, 0))
	inside, tails := 0, 0
	for range matches {
		s := NewSum([]engine.CostKind{"steps"})
		var rolls []Roll
		for range 1 + r.IntN(30) {
			rolls = append(rolls, strikes(r.IntN(10), r.IntN(5), r.IntN(5)))
		}
		s.Add(rolls, "us")
		f := s.Report().Kinds[0].Edge
		if f.Low <= f.Actual && f.Actual <= f.High {
			inside++
		}
		if f.AtLeast < 0.05 {
			tails++
		}
	}
	if share := float64(inside) / matches; share < 0.94 || share > 0.99 {
		t.Errorf("seed %d: %.3f of the matches lie in their band of %d %%", seed, share, Band)
	}
	if share := float64(tails) / matches; share > 0.06 {
		t.Errorf("seed %d: %.3f of the matches go as only 0.05 do", seed, share)
	}
}

// throws are n rolls of a die that face makes.
func throws(n, faces int, face func() int) []Roll {
	out := make([]Roll, n)
	for i := range out {
		out[i] = Roll{Die: true, Came: face(), Results: make([]FaceResult, faces)}
		for k := range out[i].Results {
			out[i].Results[k].Weight = 1
		}
	}
	return out
}

func TestFairDicePassAtTheStatedRate(t *testing.T) {
	const seed, reports = 11, 1000
	r := rand.New(rand.NewPCG(seed, 0))
	low := map[string]int{}
	for range reports {
		u := NewUniform()
		for range 5 { // matches
			u.Add(throws(60, 10, func() int { return r.IntN(10) }))
		}
		d := u.Dice()[0]
		for name, p := range map[string]float64{"chi-square": d.ChiP, "runs": d.RunsP} {
			if p < 0.05 {
				low[name]++
			}
		}
		if d.Verdict == Suspect {
			low["suspect"]++
		}
	}
	for _, name := range []string{"chi-square", "runs"} { // 50 are expected, deviation 7
		if n := low[name]; n < 22 || n > 78 {
			t.Errorf("seed %d: %s: %d of %d reports below 0.05", seed, name, n, reports)
		}
	}
	if low["suspect"] > 8 { // 2 are expected
		t.Errorf("seed %d: %d of %d fair reports are suspect", seed, low["suspect"], reports)
	}
}

func TestLoadedDiceAreCaught(t *testing.T) {
	const seed = 2
	r := rand.New(rand.NewPCG(seed, 0))
	last := 0
	for name, c := range map[string]struct {
		faces int
		face  func() int
		want  func(Die) bool
	}{
		"nine too often": {10, func() int {
			if r.IntN(20) == 0 {
				return 9
			}
			return r.IntN(10)
		}, func(d Die) bool { return d.ChiP < Suspicion }},
		"six too seldom": {6, func() int {
			if n := r.IntN(6); n < 5 || r.IntN(4) > 0 {
				return n
			}
			return r.IntN(5)
		}, func(d Die) bool { return d.ChiP < Suspicion }},
		"repeats itself": {10, func() int {
			if r.IntN(8) > 0 {
				last = r.IntN(10)
			}
			return last
		}, func(d Die) bool { return d.RunsP < Suspicion && float64(d.Runs) < d.RunsExpected }},
		"makes up for it": {10, func() int {
			if last = 9 - last; r.IntN(8) > 0 {
				last = r.IntN(10)
			}
			return last
		}, func(d Die) bool { return d.RunsP < Suspicion && float64(d.Runs) > d.RunsExpected }},
	} {
		u := NewUniform()
		for range 50 {
			u.Add(throws(100, c.faces, c.face))
		}
		if d := u.Dice()[0]; d.Verdict != Suspect || !c.want(d) {
			t.Errorf("seed %d: %s: %+v", seed, name, d)
		}
	}
}

// TestRunsOfKnownSequences: what the formulas give for sequences that can be
// counted by hand.
func TestRunsOfKnownSequences(t *testing.T) {
	for _, c := range []struct {
		faces          []int
		runs           int
		mean, variance float64
	}{
		{[]int{0, 9, 0, 9}, 4, 3, 2.0 / 3},
		{[]int{0, 1, 8, 9}, 2, 3, 2.0 / 3},
		{[]int{0, 1, 2}, 1, 1, 0},
		{[]int{5}, 1, 1, 0},
	} {
		i := -1
		u := NewUniform()
		u.Add(throws(len(c.faces), 10, func() int { i++; return c.faces[i] }))
		d := u.Dice()[0]
		if d.Runs != c.runs || d.Verdict != Few {
			t.Errorf("%v: %+v", c.faces, d)
		}
		near(t, "mean", d.RunsExpected, c.mean, 1e-12)
		near(t, "deviation", d.RunsDeviation, math.Sqrt(c.variance), 1e-12)
	}
	u := NewUniform()
	i := -1
	u.Add(throws(3, 3, func() int { i++; return []int{0, 1, 0}[i] }))
	if d := u.Dice()[0]; d.Runs != 1 { // the middle face is neither low nor high
		t.Errorf("%+v", d)
	}
	u.Add([]Roll{{Results: []FaceResult{{Weight: 2}, {Weight: 1}}}, {Results: []FaceResult{{Weight: 1}, {Weight: 1}}}})
	if u.Draws() != 2 || len(u.Dice()) != 1 {
		t.Errorf("a draw counts as a die: %+v", u.Dice())
	}
}
