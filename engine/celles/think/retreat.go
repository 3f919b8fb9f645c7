package think

import (
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
	"referee/engine/play/weigh"
)

// ending is where a unit could end, what is worth most of the ways there, and what it is worth there.
type ending struct {
	at    scenario.HexIx
	path  []string
	steps int // that the way costs, and steps too many in the hex (10, 11.1)
	vp    float64
	of    values
}

// better reports whether an ending is better than another: a step is worth more than any ground.
func (e *ending) better(o *ending) bool {
	return o.path == nil || e.steps < o.steps || e.steps == o.steps && e.vp > o.vp
}

// retreat chooses the way that costs fewest steps, and of those the one that ends where the unit is worth most.
func (s sergeant) retreat(q *play.Question, w *celles.Window) (play.Answer, error) {
	g := s.ground(w, seatSide(q))
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	unit := node.Options[0].ID
	u := w.Data().UnitIDs.Of(unit)
	var best, other ending // other ends elsewhere
	var try func(path []string) error
	try = func(path []string) error {
		node, err := q.Options(path...)
		if err != nil {
			return err
		}
		if node.Done {
			switch e := g.after(u, path); {
			case e.better(&best):
				if e.at != best.at {
					other = best
				}
				best = e
			case e.at != best.at && e.better(&other):
				other = e
			}
			return nil
		}
		for _, o := range node.Options {
			if !q.Spend(1) && best.path != nil {
				break
			}
			if err := try(append(slices.Clone(path), o.ID)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := try([]string{unit}); err != nil {
		return play.Answer{}, err
	}
	return play.Answer{Path: best.path, Why: g.whyRetreat(u, &best, &other)}, nil
}

// whyRetreat tells why a retreat ends where it does: the other costs steps, or is worth less.
func (g *ground) whyRetreat(u scenario.UnitIx, best, other *ending) engine.Answer {
	switch more := other.steps - best.steps; {
	case other.path == nil:
		return engine.Answer{}
	case more > 0:
		return engine.Answer{Lines: []engine.Msg{engine.Say("why.steps", g.noun(u), g.hex(other.at), engine.Num("n", more))}}
	}
	why := weigh.Better(best.vp-other.vp, engine.Say("why.deed.retreat", g.noun(u), g.hex(other.at)))
	why.Lines = append(why.Lines, g.largest(best.at, best.of, other.of, weigh.Difference{})...)
	return why
}

// after is where a unit ends that retreats along a path, what that costs, and what it is worth then.
func (g *ground) after(u scenario.UnitIx, path []string) ending {
	e := ending{at: g.w.Unit(u).Hex, path: path}
	dangers := 0
	for _, id := range path[1:] {
		h, ok := g.d.HexIDs.Find(id)
		if !ok {
			continue // "stop"
		}
		e.at = h
		if own := g.w.Side(u); g.w.InZOC(h, own) && !g.w.Held(h, own) {
			dangers++
			e.vp -= 0.7
		}
	}
	if !g.w.Unit(u).Disrupted && dangers > 0 {
		dangers-- // it is disrupted first
	}
	w := g.w.Copy()
	w.Put(u, e.at)
	e.steps = dangers + g.over(w, e.at)
	e.of = g.worth(u, e.at)
	e.vp += e.of.sum()
	return e
}

// advance goes into a hex that the enemy has left if it is worth more there.
func (s sergeant) advance(q *play.Question, w *celles.Window) (play.Answer, error) {
	g := s.ground(w, seatSide(q))
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	best, most := plainly("why.idle", "done"), 0.05
	for _, o := range node.Options {
		u, ok := w.Data().UnitIDs.Find(o.ID)
		if !ok {
			continue
		}
		to, err := q.Options(o.ID)
		if err != nil {
			return play.Answer{}, err
		}
		from := w.Unit(u).Hex
		here := g.worth(u, from)
		for _, h := range to.Options {
			there := g.worth(u, w.Data().HexIDs.Of(h.ID))
			if gain := there.sum() - here.sum(); gain > most {
				best, most = play.Answer{Path: []string{o.ID, h.ID}}, gain
				best.Why = weigh.Better(gain, engine.Say("why.deed.stay", g.noun(u), g.hex(from)))
				best.Why.Lines = append(best.Why.Lines, g.largest(w.Data().HexIDs.Of(h.ID), there, here, weigh.Difference{})...)
			}
		}
	}
	return best, nil
}
