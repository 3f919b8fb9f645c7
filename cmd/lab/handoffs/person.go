package handoffs

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"referee/engine"
	"referee/engine/enginetest"
)

// day says how much attention a player has for matches in each hour of local time: 0, they
// sleep or cannot be reached; 1, the whole hour is free.
type day [24]float64

// Days of somebody who works from 8 to 17 o'clock, and looks at the telephone at
// breakfast, at noon and on the way home.
var (
	workday = day{
		7: 0.4, 8: 0.05, 9: 0.05, 10: 0.05, 11: 0.05, 12: 0.5, 13: 0.05, 14: 0.05, 15: 0.05, 16: 0.05,
		17: 0.4, 18: 0.4, 19: 0.6, 20: 1, 21: 1, 22: 0.8,
	}
	freeDay = day{
		9: 0.3, 10: 0.5, 11: 0.5, 12: 0.2, 13: 0.4, 14: 0.5, 15: 0.5, 16: 0.5, 17: 0.5, 18: 0.3, 19: 0.4,
		20: 0.8, 21: 0.8, 22: 0.6, 23: 0.3,
	}
)

// delay is a log-normal distribution of time with one's attention free: most delays are
// short, and some are very long.
type delay struct {
	median time.Duration
	sigma  float64 // of the logarithm
}

// How long a player takes to notice that they are waited for and to sit down; and to
// decide on one answer. With a free evening, half of the players notice within 20
// minutes, and one in twenty not within two and a half hours.
var (
	notices = delay{median: 20 * time.Minute, sigma: 1.25}
	decides = delay{median: 75 * time.Second, sigma: 0.9}
)

func (d delay) draw(r *rand.Rand) time.Duration {
	return time.Duration(float64(d.median) * math.Exp(d.sigma*r.NormFloat64()))
}

// syntheticPlayer is a synthetic player: when they answer, and what.
type syntheticPlayer struct {
	zone   *time.Location
	rand   *rand.Rand // of the delays
	chance *enginetest.Player
	how    *people
}

// newPerson makes player number k, from 0, of the match with a seed.
func newPerson(zone *time.Location, seed uint64, k int, how *people) *syntheticPlayer {
	return &syntheticPlayer{
		zone: zone, rand: rand.New(rand.NewPCG(seed, uint64(k))),
		chance: enginetest.NewPlayer(2*seed+uint64(k), enginetest.Bias(how.weights)), how: how,
	}
}

// ideas is how many answers a player considers, one after the other, before they accept
// one that attacks nobody.
const ideas = 12

// answer is their answer to a question, which is valid until the next call: in the
// other side's phases the doctrine's answer; otherwise the first idea that is an
// attack, or the last.
func (p *syntheticPlayer) answer(pos engine.Position, q engine.Prompt) ([]string, error) {
	path, ok, err := p.how.doctrine.Answer(pos, q)
	if ok || err != nil {
		return path, err
	}
	attacks := func(e engine.Event) bool { return e.Kind() == p.how.called }
	for n := 1; ; n++ {
		path, err := p.chance.Answer(pos, q)
		if err != nil || n == ideas {
			return path, err
		}
		d, err := pos.Draft(q.ID, path)
		if err != nil || slices.ContainsFunc(d.Events, attacks) {
			return path, err
		}
	}
}

// first is when they give the first answer of a hand-off that begins at t.
func (p *syntheticPlayer) first(t time.Time) time.Time {
	return p.after(t, notices.draw(p.rand)+decides.draw(p.rand))
}

// further is when they give the next answer after one at t.
func (p *syntheticPlayer) further(t time.Time) time.Time { return p.after(t, decides.draw(p.rand)) }

// after is when they have had so much free time since t.
func (p *syntheticPlayer) after(t time.Time, need time.Duration) time.Time {
	for {
		local := t.In(p.zone)
		// The zones of homes change at full hours: an hour of local time is an hour.
		left := time.Hour - time.Duration(local.Minute())*time.Minute -
			time.Duration(local.Second())*time.Second - time.Duration(local.Nanosecond())
		free := p.free(local)
		has := time.Duration(free * float64(left))
		if free > 0 && need <= has {
			return t.Add(time.Duration(float64(need) / free))
		}
		need -= has
		t = t.Add(left)
	}
}

// free is how much of their attention is free at a time of their zone.
func (p *syntheticPlayer) free(local time.Time) float64 {
	if d := local.Weekday(); d == time.Saturday || d == time.Sunday {
		return freeDay[local.Hour()]
	}
	return workday[local.Hour()]
}

// people is how the players of a game play it.
type people struct {
	// weights are the weights of options by kind, for players who look for a fight.
	weights map[string]int
	// doctrine is how they answer in the other side's phases.
	doctrine answerer
	// called and fought are kinds of events: of every order to attack, and of every
	// attack that followed from one.
	called, fought string
}

// answerer answers the questions to a player in the other side's phases: by standing
// orders, or when they are asked.
type answerer interface {
	// Orders are those of a seat, in the order in which they are to be left.
	Orders(seat engine.Seat) []engine.Standing
	// Answer is the whole answer to a question; ok is false where there is none.
	Answer(pos engine.Position, p engine.Prompt) (path []string, ok bool, err error)
}

// peopleOf are the players of a game; nil: there are none who leave standing orders for
// it.
func peopleOf(game string) *people {
	switch game {
	case "celles":
		return cellesPeople()
	case "america-triumphant":
		return americaPeople()
	}
	return nil
}
