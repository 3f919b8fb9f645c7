package luck

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"referee/engine"
)

// Uniform counts the faces of dice over many matches, to see whether they come
// equally often and in no order. Draws from a cup are not dice: what is in the
// cup differs from draw to draw.
type Uniform struct {
	dice  []*tested
	draws int
}

// tested is the rolls of dice of one kind.
type tested struct {
	low    int
	counts []int
	runs   runs
}

// NewUniform has counted nothing yet.
func NewUniform() *Uniform { return &Uniform{} }

// Add counts the rolls of one match, in their order.
func (u *Uniform) Add(rolls []Roll) {
	at := map[*tested]*side{}
	for i := range rolls {
		r := &rolls[i]
		if !r.Die {
			u.draws++
			continue
		}
		d := u.die(len(r.Results), r.Low)
		d.counts[r.Came]++
		if at[d] == nil {
			at[d] = &side{}
		}
		at[d].add(half(r.Came, len(r.Results)))
	}
	for _, d := range u.dice { // in their order: floats do not add up the same in another
		if s := at[d]; s != nil {
			d.runs.add(s)
		}
	}
}

// die finds the die of a size whose lowest face is a number.
func (u *Uniform) die(faces, low int) *tested {
	i, found := slices.BinarySearchFunc(u.dice, faces, func(d *tested, n int) int { return cmp.Or(len(d.counts)-n, d.low-low) })
	if !found {
		u.dice = slices.Insert(u.dice, i, &tested{low: low, counts: make([]int, faces)})
	}
	return u.dice[i]
}

// Draws is the number of draws, which are not tested.
func (u *Uniform) Draws() int { return u.draws }

// Suspicion is the chance below which a test raises suspicion: of fair dice one
// test in a thousand does.
const Suspicion = 0.001

// Fairness is what the tests say of a die.
type Fairness string

// What the tests say.
const (
	Fair    Fairness = "fair"    // both tests show what fair dice show
	Suspect Fairness = "suspect" // one of them shows what fair dice show once in a thousand
	Few     Fairness = "few"     // too few rolls to say: below 5 for each face
)

// Die is what was found of the dice of one kind.
type Die struct {
	Faces  int   `json:"faces"`
	Rolls  int   `json:"rolls"`
	Counts []int `json:"counts"` // by face, the lowest first
	Low    int   `json:"low"`    // the number on the lowest
	// ChiSquare is Pearson's statistic with Faces-1 degrees of freedom, ChiP the
	// chance of as much or more with fair dice.
	ChiSquare float64 `json:"chi_square"`
	ChiP      float64 `json:"chi_p"`
	// Runs is the number of runs of low and of high faces, summed over matches,
	// with what was to be expected given how many were low and high (Wald and
	// Wolfowitz), and RunsP the chance of as far off, either way.
	Runs          int      `json:"runs"`
	RunsExpected  float64  `json:"runs_expected"`
	RunsDeviation float64  `json:"runs_deviation"`
	RunsP         float64  `json:"runs_p"`
	Verdict       Fairness `json:"verdict"`
}

// Face is the number on a face, by its place in Counts.
func (d Die) Face(i int) int { return d.Low + i }

// Dice is what was found, by size and lowest number.
func (u *Uniform) Dice() []Die {
	out := []Die{}
	for _, t := range u.dice {
		d := Die{Faces: len(t.counts), Counts: slices.Clone(t.counts), Low: t.low}
		for _, n := range t.counts {
			d.Rolls += n
		}
		want := float64(d.Rolls) / float64(d.Faces)
		for _, n := range t.counts {
			d.ChiSquare += (float64(n) - want) * (float64(n) - want) / want
		}
		d.ChiP = chiTail(d.ChiSquare, d.Faces-1)
		d.Runs, d.RunsExpected, d.RunsDeviation = t.runs.n, t.runs.mean, deviation(t.runs.variance)
		d.RunsP = t.runs.tail()
		d.Verdict = d.judge(want)
		out = append(out, d)
	}
	return out
}

// Tell says in a line for each kind of die how often it was rolled, what it showed on average, and whether that is like fair dice.
func (u *Uniform) Tell() []engine.Msg {
	var out []engine.Msg
	for _, d := range u.Dice() {
		sum := 0
		for i, n := range d.Counts {
			sum += n * d.Face(i)
		}
		out = append(out, engine.Say("luck.die."+string(d.Verdict), engine.Text("die", "d"+strconv.Itoa(d.Faces)), engine.Num("n", d.Rolls),
			tenths("mean", float64(sum)/float64(d.Rolls)), tenths("expected", float64(d.Face(0)+d.Face(d.Faces-1))/2)))
	}
	return out
}

func (d *Die) judge(want float64) Fairness {
	switch {
	case want < 5: // below it the statistic is not distributed as chi-square
		return Few
	case d.ChiP < Suspicion || d.RunsP < Suspicion:
		return Suspect
	}
	return Fair
}

// half tells low faces (-1) from high ones (1); the middle one of an odd number
// (0) counts as neither.
func half(face, faces int) int {
	switch twice := 2*face + 1; {
	case twice < faces:
		return -1
	case twice > faces:
		return 1
	}
	return 0
}

// side counts low and high faces of one sequence, and its runs.
type side struct {
	low, high, runs, last int
}

func (s *side) add(half int) {
	switch half {
	case 0:
		return
	case 1:
		s.high++
	default:
		s.low++
	}
	if half != s.last {
		s.runs++
	}
	s.last = half
}

// runs adds up sequences.
type runs struct {
	n              int
	mean, variance float64
}

// add adds a sequence. Its number of runs, given how many of it are low and
// high, has the mean 1+2ab/n and the variance (mean-1)(mean-2)/(n-1).
func (r *runs) add(s *side) {
	a, b := float64(s.low), float64(s.high)
	if a+b == 0 {
		return
	}
	r.n += s.runs
	mean := 1 + 2*a*b/(a+b)
	r.mean += mean
	if a+b > 1 {
		r.variance += (mean - 1) * (mean - 2) / (a + b - 1)
	}
}

// tail is the chance of a number of runs as far from the mean, by the normal
// distribution.
func (r *runs) tail() float64 {
	if r.variance <= 0 {
		return 1
	}
	return math.Erfc(math.Abs(float64(r.n)-r.mean) / math.Sqrt(2*r.variance))
}
