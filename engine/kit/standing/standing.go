// Package standing implements the simplest standing orders: an order lists answers, and gives the first of them that a
// question offers. A game with such orders embeds [Orders], which makes it an [engine.Stander]:
//
//	type Rules struct {
//		standing.Orders[*State]
//		…
//	}
//
// Its sentences are in the game's catalogue: "refuse.order" (nothing is named), "refuse.choice" (of a word),
// "refuse.gone" (of the answers); "standing.fired" (of the answer), "standing.not" and "standing.void" (of the
// answers); "rehearsal" (of a number n of faces).
//
// Games with orders of their own read them with a [Reader].
package standing

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
)

// Orders implements the standing orders of a game. Each clause has one argument: the answers.
type Orders[S engine.Cloner[S]] struct {
	Game engine.Rules[S]
	Rule string // the paragraph that refuses orders
	// May reports whether a seat may name an answer at all; one of the words of the argument.
	May func(seat engine.Seat, answer string) bool
	// Gone reports whether an answer can never be given again.
	Gone func(s S, answer string) bool
	// Whole maps answers of more than one element to their paths.
	Whole map[string][]string
	// Known reduces a copy of a state to the knowledge of a seat; nil: it knows everything.
	Known func(s S, seat engine.Seat)
}

// answers are those that an order names, if it is well formed.
func (o Orders[S]) answers(seat engine.Seat, st engine.Standing) ([]string, error) {
	info := o.Game.Info()
	c, known := info.Clause(st.Clause)
	if !known || !slices.Contains(info.Seats, seat) {
		return nil, engine.Refuse(o.Rule, "refuse.choice", engine.Text("word", st.Clause))
	}
	answers := st.Args[c.Args[0].Name]
	if len(st.Args) != 1 || len(answers) == 0 {
		return nil, engine.Refuse(o.Rule, "refuse.order")
	}
	for _, a := range answers {
		if !slices.Contains(info.Words[c.Args[0].Kind], a) || !o.May(seat, a) {
			return nil, engine.Refuse(o.Rule, "refuse.choice", engine.Text("word", a))
		}
	}
	return answers, nil
}

// gone reports whether no answer can be given any more.
func (o Orders[S]) gone(s S, answers []string) bool {
	return !slices.ContainsFunc(answers, func(a string) bool { return !o.Gone(s, a) })
}

// CheckStanding refuses an order that is malformed or can never fire.
func (o Orders[S]) CheckStanding(s S, seat engine.Seat, st engine.Standing) error {
	answers, err := o.answers(seat, st)
	if err == nil && o.gone(s, answers) {
		return engine.Refuse(o.Rule, "refuse.gone", events.Nouns("answers", answers))
	}
	return err
}

// Stand gives the first answer that the question offers.
func (o Orders[S]) Stand(s S, p engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	answers, err := o.answers(p.Seat, st)
	if err != nil {
		return engine.StandingOutcome{}, err
	}
	node, err := o.Game.Judge(engine.Try(o.Game, s), p, nil)
	if err != nil {
		return engine.StandingOutcome{}, err
	}
	for _, a := range answers {
		if node.Has(a) {
			path, more := o.Whole[a]
			if !more {
				path = []string{a}
			}
			return engine.StandingOutcome{Fires: true, Path: path, Why: engine.Say("standing.fired", engine.Noun("answer", a))}, nil
		}
	}
	if o.gone(s, answers) {
		return engine.StandingOutcome{Void: true, Why: engine.Say("standing.void", events.Nouns("answers", answers))}, nil
	}
	return engine.StandingOutcome{Why: engine.Say("standing.not", events.Nouns("answers", answers))}, nil
}

// DryRun is the data of a dry run.
type DryRun struct {
	Fires []string `json:"fires"` // the faces of the awaited roll after which the order fires
}

// DryRun tries each face of the awaited roll, if there is one.
func (o Orders[S]) DryRun(s S, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	s = s.Clone()
	if o.Known != nil {
		o.Known(s, seat)
	}
	fires := []string{}
	for _, roll := range o.Game.Prompts(s) {
		if roll.Seat != engine.Chance {
			continue
		}
		node, err := o.Game.Judge(engine.Try(o.Game, s), roll, nil)
		if err != nil {
			return engine.Answer{}, err
		}
		for _, face := range node.Options {
			r := engine.Try(o.Game, s)
			if _, err := o.Game.Judge(r, roll, []string{face.ID}); err != nil {
				return engine.Answer{}, err
			}
			if fired, err := o.fires(r.State(), seat, st); err != nil {
				return engine.Answer{}, err
			} else if fired {
				fires = append(fires, face.ID)
			}
		}
	}
	return engine.Answer{Data: DryRun{fires}, Lines: []engine.Msg{engine.Say("rehearsal", engine.Num("n", len(fires)))}}, nil
}

// fires reports whether an order answers a question that is open to its seat.
func (o Orders[S]) fires(s S, seat engine.Seat, st engine.Standing) (bool, error) {
	c, _ := o.Game.Info().Clause(st.Clause)
	for _, p := range o.Game.Prompts(s) {
		if p.Seat != seat || !slices.Contains(c.Kinds, p.Kind) {
			continue
		}
		stood, err := o.Stand(s, p, st)
		if err != nil || stood.Fires {
			return stood.Fires, err
		}
	}
	return false, nil
}
