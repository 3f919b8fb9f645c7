package think

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
	"referee/engine/play"
	"referee/engine/play/weigh"
)

// onward is a sergeant that plays the best that it could do on, by sergeants on both sides and with the same
// dice of its own for all, and changes the first only where another is better beyond what is chance. Captain
// and colonel differ in what they play on and how much.
type onward struct {
	sergeant
	activations, moves, others trials
}

// trials says what is played on, and how far.
type trials struct {
	most  int     // answers, the best by a sergeant's judgement; 0: nothing is played on
	runs  int     // of each, at most
	nodes int     // for all together; no run is begun for which there may be too few
	ahead int     // activations to play, the present one counted; 0: all of the turn
	cuts  []int   // after so many runs, answers that are not ahead of the first are played on no more
	sure  float64 // by how many standard errors an answer must be better than the first to be preferred
}

// enough is the least number of runs by which an answer is preferred.
const enough = 4

// What an answer costs while playing on, beside the nodes that a sergeant takes for it.
const (
	newNodes   = 50
	knownNodes = 20
)

// answer answers any question of Celles.
func (o onward) answer(q *play.Question) (play.Answer, error) {
	w := q.Window().(*celles.Window)
	o.memory = newMemory()
	switch q.Prompt().Kind {
	case "activate":
		return o.activate(q, w, o.prefer)
	case "move":
		return o.move(q, w)
	}
	return o.other(q, w)
}

// other answers what is no activation and no move: retreats, losses, chits and the like.
func (o onward) other(q *play.Question, w *celles.Window) (play.Answer, error) {
	a, err := o.sergeant.answer(q)
	if err != nil || o.others.most == 0 {
		return a, err
	}
	list, err := others(q, w, a.Path, o.others.most)
	if err != nil {
		return a, err
	}
	best, by, err := o.try(q, w, list, o.others)
	if best > 0 {
		a = play.Answer{Path: list[best]}
		if points, ok := weigh.Points(by); ok {
			a.Why.Lines = []engine.Msg{engine.Say("why.tried", points)}
		}
	}
	return a, err
}

// seen is how many whole answers to a question are looked at for those that differ.
const seen = 48

// others are answers that come to different things, one that is given first.
func others(q *play.Question, w *celles.Window, given []string, most int) ([][]string, error) {
	list, looked := [][]string{given}, 0
	first, err := after(w, given)
	if err != nil {
		return nil, err
	}
	come := []celles.Window{first}
	var look func(path []string) error
	look = func(path []string) error {
		if looked >= seen || len(list) >= most {
			return nil
		}
		node, err := q.Options(path...)
		if err != nil {
			return err
		}
		for _, o := range node.Options {
			if err := look(append(slices.Clone(path), o.ID)); err != nil {
				return err
			}
		}
		if !node.Done || len(list) >= most {
			return nil
		}
		looked++
		q.Spend(knownNodes)
		to, err := after(w, path)
		if err == nil && !slices.Contains(come, to) {
			list, come = append(list, path), append(come, to)
		}
		return err
	}
	return list, look(nil)
}

// after is the position that an answer leads to.
func after(w *celles.Window, path []string) (celles.Window, error) {
	pos := w.Position()
	p := pos.Prompts()[0]
	out, err := pos.Submit(1, p.Seat, p.ID, path)
	if err != nil {
		return celles.Window{}, err
	}
	return *windowOn(out.Position), nil
}

// prefer puts the activation first that turns out best, and reports whether that is another.
func (o onward) prefer(q *play.Question, w *celles.Window, list []activation) (changed bool, err error) {
	list = list[:min(o.activations.most, len(list))]
	paths := lists.Map(list, func(a activation) []string { return a.path })
	best, by, err := o.try(q, w, paths, o.activations)
	if best > 0 {
		list[best].gain = list[0].gain + by
		first(list, best)
	}
	return best > 0, err
}

// move answers what moves next. A deed that was preferred is told to be better than the one before it by what
// turned out, without the terms, which say otherwise.
func (o onward) move(q *play.Question, w *celles.Window) (play.Answer, error) {
	g := o.ground(w, w.Acting())
	units := g.choices(func() bool { return q.Spend(1) })
	if g.idle(units) {
		return ends(), nil
	}
	var list []deed
	for _, c := range units {
		list = append(list, c.best)
		if g.kind(c.other) != g.kind(c.best) {
			list = append(list, c.other)
		}
	}
	slices.SortStableFunc(list, func(a, b deed) int { return cmp.Compare(b.gain.sum(), a.gain.sum()) })
	list = list[:min(o.moves.most, len(list))]
	paths := lists.Map(list, func(t deed) []string { return t.path(w) })
	best, by, err := o.try(q, w, paths, o.moves)
	why := g.why(units[0].best, units[0].best.gain, units[0].other, units[0].other.gain)
	if best > 0 {
		if why = weigh.Played(by, g.tell(list[0], list[best])); list[best].unit != list[0].unit {
			why = weigh.Sooner(by, g.tell(list[0], list[best]))
		}
		why.Lines = append(why.Lines, g.faces(list[best])...)
		why.Paths = g.drawn(list[best])
	}
	return play.Answer{Path: paths[best], Why: why}, err
}

// first puts an element before all others.
func first[E any](list []E, i int) {
	x := list[i]
	copy(list[1:i+1], list[:i])
	list[0] = x
}

// try is which of some answers, the best by a sergeant's judgement first, turns out best, and by how many VP
// on an average; 0 where none is better than the first.
func (o onward) try(q *play.Question, w *celles.Window, list [][]string, t trials) (best int, by float64, err error) {
	var left []int // those still played on
	for i := 1; i < len(list); i++ {
		left = append(left, i)
	}
	p := &played{onward: o, q: q, w: w, ahead: t.ahead, known: map[celles.Window][]string{}, leaf: o.verdict}
	seed, floor := q.Rand().Uint64(), max(0, q.Left()-t.nodes)
	ahead := make([][]float64, len(list)) // by answer and run: how much better than the first it was
	run, dearest := 0, 0
	for ; run < t.runs && len(left) > 0 && q.Left()-floor > dearest; run++ {
		before := q.Left()
		first, err := p.on(list[0], seed+uint64(run))
		if err != nil {
			return 0, 0, err
		}
		for _, i := range left {
			end, err := p.on(list[i], seed+uint64(run))
			if err != nil {
				return 0, 0, err
			}
			ahead[i] = append(ahead[i], end-first)
		}
		dearest = max(dearest, before-q.Left())
		if slices.Contains(t.cuts, run+1) {
			left = slices.DeleteFunc(left, func(i int) bool { mean, _ := spread(ahead[i]); return mean <= 0 })
			dearest = dearest * (len(left) + 1) / len(list)
		}
	}
	if run < enough {
		return 0, 0, nil
	}
	for _, i := range left {
		if mean, off := spread(ahead[i]); mean > t.sure*off && mean > by {
			best, by = i, mean
		}
	}
	return best, by, nil
}

// spread is the mean of some numbers, two at least, and its standard error.
func spread(list []float64) (mean, off float64) {
	n := float64(len(list))
	for _, x := range list {
		mean += x / n
	}
	for _, x := range list {
		off += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(off / n / (n - 1))
}

// played is a position that is played on.
type played struct {
	onward
	q     *play.Question
	w     *celles.Window
	ahead int
	known map[celles.Window][]string                  // what sergeants have answered in a position
	leaf  func(*celles.Window, scenario.Side) float64 // what a position is worth to a side
}

// on is what the position is worth to the seat that is asked, once it has answered and that was played on.
func (p *played) on(path []string, seed uint64) (float64, error) {
	pos, turn := p.w.Position(), p.w.Turn()
	streams := map[string]*rand.Rand{}
	begun := 0
	for n := 1; ; n++ {
		prompt := pos.Prompts()[0]
		if n > 1 {
			var err error
			if path, err = p.next(pos, prompt, seed, streams); err != nil {
				return 0, err
			}
		}
		out, err := pos.Submit(n, prompt.Seat, prompt.ID, path)
		if err != nil {
			return 0, err
		}
		pos = out.Position
		if len(pos.Prompts()) == 0 || pos.Moment().Turn != turn {
			break
		}
		if pos.Prompts()[0].Kind == "activate" {
			if begun++; begun == p.ahead {
				break
			}
		}
	}
	end := pos.Window(engine.Viewer(p.q.Seat())).(*celles.Window)
	return p.leaf(end, seatSide(p.q)), nil
}

// next is what comes next: a roll, or what a sergeant answers, which is looked up where it was asked before.
func (p *played) next(pos engine.Position, prompt engine.Prompt, seed uint64, streams map[string]*rand.Rand) ([]string, error) {
	if prompt.Seat == engine.Chance {
		return roll(pos, prompt, seed, streams)
	}
	w := pos.Window(engine.Viewer(prompt.Seat)).(*celles.Window)
	if path, ok := p.known[*w]; ok {
		p.spend(knownNodes)
		return path, nil
	}
	a, err := p.react(pos, prompt)
	p.spend(newNodes + a.Nodes)
	p.known[*w] = a.Path
	return a.Path, err
}

// spend takes nodes, or what is left of them: what has begun is played to its end.
func (p *played) spend(n int) { p.q.Spend(min(n, p.q.Left())) }

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

// won is what winning the match is worth beside the points, in VP.
const won = 25

// verdict is what a position is worth to a side: the points as they stand, and what Germans can still score,
// or that the match is won.
func (o onward) verdict(w *celles.Window, sd scenario.Side) float64 {
	v := float64(w.Points(scenario.German) - w.Points(scenario.Allied))
	if len(w.Position().Prompts()) == 0 {
		switch {
		case v > 0:
			v += won
		case v < 0:
			v -= won
		}
	} else {
		g, paths := o.ground(w, sd), w.Paths(scenario.NationGerman)
		for u := range w.Alive(scenario.German).All() {
			h := w.Unit(u).Hex
			worth := g.meuse[h] * g.of[termMeuse]
			if paths.From(h) == scenario.NoHex {
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
