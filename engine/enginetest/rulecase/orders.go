package rulecase

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// left is a standing order of a case.
type left struct {
	seat  engine.Seat
	order engine.Standing
}

// stood is what an order made of a question.
type stood struct {
	clause string
	engine.StandingOutcome
}

// verdict is how a case says it: "fires", "not faces" or "void supply".
func (s stood) verdict() string {
	if s.Fires {
		return "fires"
	}
	return strings.Replace(strings.TrimPrefix(s.Why.Key, "standing."), ".", " ", 1)
}

// Standing reads a standing order out of the words of a line.
func (r *Run) Standing(words []string) engine.Standing {
	r.t.Helper()
	st, err := r.suite.Game.Info().ParseStanding(strings.Join(words, " "))
	if err != nil {
		r.Fail("%v", err)
	}
	return st
}

// orders does what a line about standing orders says.
func (r *Run) orders(verb string, words []string) {
	r.t.Helper()
	switch verb {
	case "standing":
		o := left{engine.Seat(words[0]), r.Standing(words[1:])}
		if err := r.pos.CheckStanding(o.seat, o.order); err != nil {
			r.Fail("%s", explain(err))
		}
		r.left = append(r.left, o)
		r.stood = nil
		r.follow()
	case "refuse-standing":
		r.illegal(r.pos.CheckStanding(engine.Seat(words[1]), r.Standing(words[2:])), words[0])
	case "stood":
		r.hasStood(words[0], words[1:])
	default:
		r.Fail("unknown line %q", verb)
	}
}

// follows gives the answer of the newest standing order that fires.
func (r *Run) follows(p engine.Prompt) ([]string, bool) {
	r.t.Helper()
	for _, o := range slices.Backward(r.left) {
		if o.seat != p.Seat {
			continue
		}
		s, err := r.pos.Stand(p.ID, o.order)
		if err != nil {
			r.Fail("%s: %s", r.suite.Game.Info().PrintStanding(o.order), explain(err))
		}
		if s.Why.Key != "" {
			r.stood = append(r.stood, stood{o.order.Clause, s})
		}
		if s.Fires {
			return s.Path, true
		}
	}
	return nil, false
}

// hasStood reads CLAUSE fires|not WHY|void WHY [NAME=VALUE…].
func (r *Run) hasStood(clause string, words []string) {
	r.t.Helper()
	split := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "=") })
	if split < 0 {
		split = len(words)
	}
	want := strings.Join(words[:split], " ")
	for _, s := range r.stood {
		if s.clause == clause && s.verdict() == want && said(s.Why, words[split:]) {
			return
		}
	}
	text := ""
	for _, s := range r.stood {
		text += fmt.Sprintf("\n%s %s %v", s.clause, s.verdict(), s.Why.Args)
	}
	r.Fail("%s %s %s; the orders:%s", clause, want, words[split:], text)
}

// said reports whether a message has the arguments given, lists joined by commas.
func said(m engine.Msg, fields []string) bool {
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if !slices.ContainsFunc(m.Args, func(a engine.Arg) bool { return a.Name == name && argText(a) == value }) {
			return false
		}
	}
	return true
}
