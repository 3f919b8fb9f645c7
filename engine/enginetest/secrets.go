package enginetest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// secretAnswers is how many different secret answers are compared.
const secretAnswers = 8

// checkSecrets: two matches that differ in nothing but a seat's secret answer, or in what a seat was dealt in secret,
// are one and the same to everybody else, until the answer is revealed: views,
// events, queries, windows, questions and the trees of their answers.
func checkSecrets(t *tour) error {
	return t.eachPrompt("secrets", func(s spot, q engine.Prompt) error {
		if !q.Secret {
			return nil
		}
		var first *engine.Outcome
		for i := range secretAnswers {
			path, err := NewPlayer(t.Seed+uint64(i), nil).Answer(s.pos(), q)
			if err != nil {
				return nil // "offered answers are accepted" reports it
			}
			out, err := s.pos().Submit(s.next(), q.Seat, q.ID, path)
			if err != nil {
				return err
			}
			if reveals(out.Events, q, out.Path) {
				return nil
			}
			if first == nil {
				first = &out
				continue
			}
			l := &lockstep{tour: t, seat: q.Seat, differ: []differing{{q, first.Path, out.Path}}, seed: t.Seed + uint64(s.at)}
			if err := l.compare(s.next(), *first, out); err != nil {
				return fmt.Errorf("the secret answers %q and %q: %w",
					strings.Join(first.Path, " "), strings.Join(out.Path, " "), err)
			}
		}
		return nil
	})
}

// reveals reports whether events make a secret answer public.
func reveals(events []engine.Event, q engine.Prompt, path []string) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		r, ok := e.(engine.Revealer)
		return ok && slices.ContainsFunc(r.Reveals(), func(s engine.Secret) bool { return s.Covers(q.Seat, q.Kind, path) })
	})
}

// lockstep continues two matches in step, which should look alike to all but one seat.
type lockstep struct {
	*tour
	seat   engine.Seat // that may know the difference; Chance: nobody may
	differ []differing // the secret answers that make it
	seed   uint64
}

// differing is a question that was answered differently in secret in two matches.
type differing struct {
	asked engine.Prompt
	a, b  []string
}

// ahead is the number of decisions for which matches are kept in step: a few rounds of a small
// game, in which other secrets of the seat are shown.
const ahead = 30

// compare compares the outcomes of decision n in both matches, and what may follow.
func (l *lockstep) compare(n int, a, b engine.Outcome) error {
	player := NewPlayer(l.seed, l.Policy)
	for range ahead {
		if err := l.look(a, b); err != nil {
			return err
		}
		q, ok := l.next(a.Position.Prompts())
		if !ok {
			return nil
		}
		own := l.own(q)
		path, err := player.Answer(a.Position, q)
		if err != nil {
			return nil // "offered answers are accepted" reports it
		}
		path = slices.Clone(path)
		other := path
		switch {
		case q.Dealt && l.seat == engine.Chance: // what was drawn differs, and is dealt to the seat that may know it
			if l.seat = q.Seat; !q.Secret {
				return nil // or to everybody
			}
			now, err := b.Position.Prompt(q.ID)
			if err != nil {
				return err
			}
			other = now.Default
			l.differ = append(l.differ, differing{q, path, other})
		case q.Seat == engine.Chance && q.Secret: // what is left to draw may differ
			if path, ok = common(a.Position, b.Position, q, l.seed+uint64(n)); !ok {
				return nil
			}
			other = path
		}
		n++
		if a, err = a.Position.Submit(n, q.Seat, q.ID, path); err != nil {
			return err
		}
		if b, err = b.Position.Submit(n, q.Seat, q.ID, other); err != nil && own {
			return nil // what the seat may do may hang on its secret
		} else if err != nil {
			return fmt.Errorf("%s %s: %q is accepted after one and refused after the other: %w", q.Seat, q.ID, path, err)
		}
		for _, d := range l.differ {
			if reveals(a.Events, d.asked, d.a) || reveals(b.Events, d.asked, d.b) {
				return nil
			}
		}
	}
	return nil
}

// own reports whether a question is that of the seat that may know the difference.
func (l *lockstep) own(q engine.Prompt) bool { return q.Seat == l.seat && q.Seat != engine.Chance }

// next is the question that is answered next, the same in both: one to another seat than the
// one with the secret, if there is one.
func (l *lockstep) next(prompts []engine.Prompt) (engine.Prompt, bool) {
	if len(prompts) == 0 {
		return engine.Prompt{}, false
	}
	i := slices.IndexFunc(prompts, func(q engine.Prompt) bool { return !l.own(q) })
	return prompts[max(0, i)], true
}

// common is an answer to a question that both positions offer; false: there is none.
func common(a, b engine.Position, q engine.Prompt, seed uint64) ([]string, bool) {
	node, errA := a.Options(q.ID, nil)
	other, errB := b.Options(q.ID, nil)
	both := lists.Filter(node.Options, func(o engine.Option) bool { return other.Has(o.ID) })
	if errA != nil || errB != nil || len(both) == 0 {
		return nil, false
	}
	return []string{both[seed%uint64(len(both))].ID}, true
}

// equalChances is the number of equal chances of a roll.
func equalChances(pos engine.Position, id engine.PromptID) (int, error) {
	node, err := pos.Options(id, nil)
	return lists.Sum(lists.Map(node.Options, func(o engine.Option) int { return max(1, o.Weight) })), err
}

// look compares what everybody but the seat sees.
func (l *lockstep) look(a, b engine.Outcome) error {
	for _, v := range viewers(l.Game.Info()) {
		if v.Sees(l.seat) {
			continue
		}
		if err := cmp.Or(difference(fmt.Sprintf("views of %s", v), a.Position.View(v), b.Position.View(v)),
			difference(fmt.Sprintf("events known to %s", v), known(a.Events, v), known(b.Events, v))); err != nil {
			return err
		}
		for _, q := range queries(l.Game.Info(), l.rand("secret queries")) {
			answerA, errA := a.Position.Ask(v, q)
			answerB, errB := b.Position.Ask(v, q)
			if err := cmp.Or(difference(fmt.Sprintf("answers to %s of %s", v, q.Name), answerA, answerB),
				difference(fmt.Sprintf("refusals to %s of %s", v, q.Name), errA, errB)); err != nil {
				return err
			}
		}
		// What a program is shown it may go by: with the tree of answers and the view this is all.
		if !reflect.DeepEqual(a.Position.Window(v), b.Position.Window(v)) {
			return fmt.Errorf("windows of %s differ", v)
		}
		for _, p := range a.Position.View(v).Pieces {
			reachA, _ := a.Position.Reach(v, p.ID)
			reachB, _ := b.Position.Reach(v, p.ID)
			if err := difference(fmt.Sprintf("reach of %s for %s", p.ID, v), reachA, reachB); err != nil {
				return err
			}
		}
	}
	// What is dealt is what was drawn: the seat learns it by its answer, and others never see the default.
	others := func(o engine.Outcome) []engine.Prompt {
		open := slices.DeleteFunc(o.Position.Prompts(), l.own)
		for i := range open {
			if open[i].Dealt {
				open[i].Default = nil
			}
		}
		return open
	}
	if err := cmp.Or(l.orders(a.Position, b.Position), difference("questions to the others", others(a), others(b))); err != nil {
		return err
	}
	for _, q := range others(a) {
		if q.Seat == engine.Chance && q.Secret {
			of, errA := equalChances(a.Position, q.ID)
			other, errB := equalChances(b.Position, q.ID)
			if err := cmp.Or(errA, errB, difference("chances of "+string(q.ID), of, other)); err != nil {
				return err
			}
		}
		if q.Dealt || q.Seat == engine.Chance && q.Secret {
			continue
		}
		if err := sameTree(l.seed, dives, a.Position, q.ID, b.Position, q.ID); err != nil {
			return fmt.Errorf("the answers of %s to %s: %w", q.Seat, q.ID, err)
		}
		err := foretold(a.Position, q, NewPlayer(l.seed, l.Policy), func(path []string, _ bool, odds engine.Answer, err error) error {
			other, otherErr := b.Position.PreviewOdds(engine.Viewer(q.Seat), q.ID, path, nil)
			return difference(fmt.Sprintf("odds of %q", path), []any{odds, fmt.Sprint(err)}, []any{other, fmt.Sprint(otherErr)})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
