package board

import (
	"context"
	"slices"

	"referee/bot/referee"
	"referee/engine"
)

// goal is the prefix by which a path asks the game to find the way to a hex itself; "": the game has none for
// answers to such a question.
func goal(verbs []engine.Verb, prompt engine.PromptID) string {
	for _, v := range verbs {
		for _, slot := range v.Slots {
			if slot.Goal != "" {
				if slices.Contains(v.Kinds, prompt.Kind()) {
					return slot.Goal
				}
				return ""
			}
		}
	}
	return ""
}

// far are the hexes that a piece of a half-built path can go on to over others, as far as the rules accept them. To those
// beside it, which may follow already, it adds to the label what is left there; where a way round leaves more, that is
// what is offered instead.
func (q *request) far(l referee.Look, c referee.Command, on places, prompt engine.PromptID, next *Node) ([]Option, error) {
	to := goal(l.Info.Verbs, prompt)
	if to == "" || !slices.ContainsFunc(next.Options, func(o Option) bool { return o.Hex != "" }) {
		return nil, nil // it moves no more
	}
	reach, err := on.reach(q.Context(), l, c.Seat, next.Path)
	if err != nil {
		return nil, err
	}
	var out []Option
	for _, w := range reach.Hexes {
		at := w.To.String()
		cost := engine.SayExact(q.say, engine.FormatExact(w.Cost, max(reach.Of, 1)))
		i := slices.IndexFunc(next.Options, func(o Option) bool { return o.Hex == at })
		if i >= 0 && (reach.Of == 0 || next.Options[i].Cost == cost) {
			next.Options[i].beside(q.voice, w, reach.Of)
			continue
		}
		if _, err := l.Snapshot.Options(q.Context(), c, prompt, append(slices.Clone(next.Path), to+at)); err != nil {
			if !referee.IsRefusal(err) {
				return nil, err
			}
			continue
		}
		way := q.over(to, w, cost, reach.Of)
		if i >= 0 {
			next.Options = slices.Delete(next.Options, i, i+1)
			if way.Label, err = q.by(l, prompt, next.Path, way, w, reach.Of); err != nil {
				return nil, err
			}
		}
		out = append(out, way)
	}
	return out, nil
}

// beside tells of a step to the next hex, which is the best way there, what it leaves. of is in how many parts a point is
// counted; 0: points are not.
func (o *Option) beside(v voice, w engine.Reached, of int) {
	o.Rolls = w.Rolls
	if of > 0 {
		o.Label = v.text("web.far.left", engine.Text("step", o.Label), engine.Ratio("left", w.Left, of))
	}
}

// over is the way to a hex that the game finds, at a cost that is said.
func (v voice) over(to string, w engine.Reached, cost string, of int) Option {
	o := Option{ID: to + w.To.String(), Hex: w.To.String(), Rolls: w.Rolls, Far: true}
	where := []engine.Arg{engine.Hex("at", w.To)}
	key := "web.far"
	if of > 0 {
		o.Cost = cost
		key, where = "web.far.cost", append(where, engine.Ratio("cost", w.Cost, of), engine.Ratio("left", w.Left, of))
	}
	o.Label = v.text(key, where...)
	if w.Rolls {
		o.Warn = v.text("web.far.rolls")
		o.Label += " – " + o.Warn
	}
	return o
}

// by labels the way round to the next hex, which leaves more than the step there: it names the hexes on it.
func (q *request) by(l referee.Look, prompt engine.PromptID, path []string, o Option, w engine.Reached, of int) (string, error) {
	d, err := l.Snapshot.Match().Position().Draft(prompt, append(slices.Clone(path), o.ID))
	if err != nil || of == 0 {
		return o.Label, err
	}
	var by []engine.Arg
	for _, id := range d.Path[len(path) : len(d.Path)-1] {
		by = append(by, engine.Text("", id))
	}
	label := q.text("web.far.by", engine.Hex("at", w.To), engine.List("by", by...), engine.Ratio("cost", w.Cost, of), engine.Ratio("left", w.Left, of))
	if o.Warn != "" {
		label += " – " + o.Warn
	}
	return label, nil
}

// reach is where what a path of answers moves can go: its last piece, or else what stands in its last hex.
func (p places) reach(ctx context.Context, l referee.Look, seat engine.Seat, path []string) (engine.Reach, error) {
	for _, id := range slices.Backward(path) {
		if _, piece := p.of(id); piece != "" {
			return l.Snapshot.Reach(ctx, engine.Viewer(seat), piece)
		}
	}
	for _, id := range slices.Backward(path) {
		if at, _ := p.of(id); at != "" {
			return l.Snapshot.ReachFrom(ctx, seat, at)
		}
	}
	return engine.Reach{}, nil
}
