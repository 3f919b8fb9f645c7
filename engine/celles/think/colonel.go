package think

import (
	"hash/fnv"
	"math"
	"math/rand/v2"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
)

// colonel plays the best activations on to the end of the turn, by sergeants on both sides and with the
// same dice for all, and changes the first only where another is better beyond what is chance.
type colonel struct{ captain }

// What a colonel plays on.
const (
	mostPlayed  = 4  // activations
	mostRuns    = 12 // of each
	playedNodes = 40 // what a decision costs in it
)

// sure is by how many standard errors an activation must be better than the first to be preferred.
const sure = 1.5

// answer answers any question of Celles.
func (c colonel) answer(q *play.Question) (play.Answer, error) {
	if q.Prompt().Kind != "activate" {
		return c.captain.answer(q)
	}
	w := q.Window().(*celles.Window)
	var fault error
	a, err := c.activate(q, w, func(w *celles.Window, list []activation) { fault = c.prefer(q, w, list) })
	if err == nil {
		err = fault
	}
	return a, err
}

// prefer puts the activation first that turns out best.
func (c colonel) prefer(q *play.Question, w *celles.Window, list []activation) error {
	list = list[:min(mostPlayed, len(list))]
	if len(list) < 2 {
		return nil
	}
	seed := q.Rand().Uint64()
	var ends [mostPlayed][mostRuns]float64
	for run := range mostRuns {
		for i, a := range list {
			end, err := c.playOn(q, w, a.path, seed+uint64(run))
			if err != nil {
				return err
			}
			ends[i][run] = end
		}
	}
	best, most := 0, 0.0
	for i := 1; i < len(list); i++ {
		sum, squares := 0.0, 0.0
		for run := range mostRuns {
			d := ends[i][run] - ends[0][run]
			sum, squares = sum+d, squares+d*d
		}
		mean := sum / mostRuns
		spread := math.Sqrt(max(0, squares/mostRuns-mean*mean) / (mostRuns - 1))
		if mean > sure*spread && mean > most {
			best, most = i, mean
		}
	}
	list[0], list[best] = list[best], list[0]
	return nil
}

// playOn is what a position is worth to the seat that is asked at the end of the turn, once it has answered.
func (c colonel) playOn(q *play.Question, w *celles.Window, path []string, seed uint64) (float64, error) {
	pos, turn := w.Position(), w.Turn()
	out, err := pos.Submit(1, q.Seat(), pos.Prompts()[0].ID, path)
	if err != nil {
		return 0, err
	}
	pos = out.Position
	thinker := play.Player{About: play.About{Name: "sergeant", Nodes: math.MaxInt32}, Think: c.sergeant.answer}
	streams := map[string]*rand.Rand{}
	for n := 2; len(pos.Prompts()) > 0 && pos.Moment().Turn == turn && q.Spend(playedNodes); n++ {
		p := pos.Prompts()[0]
		var path []string
		if p.Seat == engine.Chance {
			path, err = roll(pos, p, seed, streams)
		} else {
			var asked play.Question
			if asked, err = play.At("", p.Seat).Ask(pos, p.ID); err == nil {
				var a play.Answer
				a, err = thinker.Answer(asked)
				path = a.Path
			}
		}
		if err != nil {
			return 0, err
		}
		if out, err = pos.Submit(n, p.Seat, p.ID, path); err != nil {
			return 0, err
		}
		pos = out.Position
	}
	end := engine.WindowOf(pos, engine.Viewer(q.Seat())).(*celles.Window)
	return c.verdict(end, seatSide(q)), nil
}

// roll rolls a die of a player's own, in streams by kind and side, so that what differs in one place does
// not shift all later rolls.
func roll(pos engine.Position, p engine.Prompt, seed uint64, streams map[string]*rand.Rand) ([]string, error) {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return nil, err
	}
	name := p.Kind + " " + string(pos.Moment().Seat)
	r := streams[name]
	if r == nil {
		h := fnv.New64a()
		h.Write([]byte(name))
		r = rand.New(rand.NewPCG(seed, h.Sum64()))
		streams[name] = r
	}
	all := 0
	for _, o := range node.Options {
		all += max(1, o.Weight)
	}
	n := r.IntN(all)
	for _, o := range node.Options {
		if n -= max(1, o.Weight); n < 0 {
			return []string{o.ID}, nil
		}
	}
	return nil, nil
}

// verdict is what a position is worth to a side: the points as they stand, and what Germans can still score.
func (c colonel) verdict(w *celles.Window, sd scenario.Side) float64 {
	v := float64(w.Points(scenario.German) - w.Points(scenario.Allied))
	g := c.ground(w, sd)
	if g.turns > 0 && len(w.Position().Prompts()) > 0 {
		cut := w.Cut(scenario.NationGerman)
		for u := range w.Alive(scenario.German).All() {
			worth := g.meuse[w.Unit(u).Hex] * g.of[termMeuse]
			if cut.Has(u) {
				worth *= 0.5
			}
			v += worth
		}
	}
	if sd == scenario.Allied {
		return -v
	}
	return v
}
