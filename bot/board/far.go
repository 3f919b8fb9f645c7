package board

import (
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

// far are the hexes that a piece of a half-built path can go on to over others, as far as the rules accept them; to
// those beside it, which may follow already, it adds to the label what is left there.
func (q *request) far(v voice, l referee.Look, c referee.Command, prompt engine.PromptID, next *Node) ([]Option, error) {
	to := goal(l.Info.Verbs, prompt)
	if to == "" || !slices.ContainsFunc(next.Options, func(o Option) bool { return o.Hex != "" }) {
		return nil, nil // it moves no more
	}
	places := placesOf(l.Info, l.View)
	reach, err := places.reach(l, c.Seat, next.Path)
	if err != nil {
		return nil, err
	}
	var out []Option
	for _, w := range reach.Hexes {
		at := w.To.String()
		if i := slices.IndexFunc(next.Options, func(o Option) bool { return o.Hex == at }); i >= 0 {
			o := &next.Options[i]
			o.Rolls = w.Rolls
			if reach.Of > 0 {
				o.Label = v.text("web.far.left", engine.Text("step", o.Label), engine.Ratio("left", w.Left, reach.Of))
			}
			continue
		}
		if _, err := l.Snapshot.Options(c, prompt, append(slices.Clone(next.Path), to+at)); err != nil {
			if !referee.IsRefusal(err) {
				return nil, err
			}
			continue
		}
		o := Option{ID: to + at, Hex: at, Rolls: w.Rolls, Far: true}
		where := []engine.Arg{engine.Hex("at", w.To)}
		key := "web.far"
		if reach.Of > 0 {
			o.Cost = engine.Exact(w.Cost, reach.Of)
			key, where = "web.far.cost", append(where, engine.Ratio("cost", w.Cost, reach.Of), engine.Ratio("left", w.Left, reach.Of))
		}
		o.Label = v.text(key, where...)
		if w.Rolls {
			o.Warn = v.text("web.far.rolls")
			o.Label += " – " + o.Warn
		}
		out = append(out, o)
	}
	return out, nil
}

// reach is where what a path of answers moves can go: its last piece, or else what stands in its last hex.
func (p places) reach(l referee.Look, seat engine.Seat, path []string) (engine.Reach, error) {
	for _, id := range slices.Backward(path) {
		if _, piece := p.of(id); piece != "" {
			return l.Snapshot.Reach(engine.Viewer(seat), piece)
		}
	}
	for _, id := range slices.Backward(path) {
		if at, _ := p.of(id); at != "" {
			return l.Snapshot.ReachFrom(seat, at)
		}
	}
	return engine.Reach{}, nil
}
