package enginetest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"referee/engine"
)

// secretAnswers is how many different secret answers are compared.
const secretAnswers = 8

// checkSecrets: two matches that differ in nothing but a seat's secret answer
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
			secret := engine.Secret{Seat: q.Seat, Kind: q.Kind}
			if reveals(out.Events, secret) {
				return nil
			}
			if first == nil {
				first = &out
				continue
			}
			l := &lockstep{tour: t, secret: secret, seed: t.Seed + uint64(s.at)}
			if err := l.compare(s.next(), *first, out); err != nil {
				return fmt.Errorf("the secret answers %q and %q: %w",
					strings.Join(first.Path, " "), strings.Join(out.Path, " "), err)
			}
		}
		return nil
	})
}

// reveals reports whether events make a secret public.
func reveals(events []engine.Event, secret engine.Secret) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		r, ok := e.(engine.Revealer)
		return ok && slices.Contains(r.Reveals(), secret)
	})
}

// lockstep continues two matches in step, which should look alike to all but one seat.
type lockstep struct {
	*tour
	secret engine.Secret // what makes the difference
	seed   uint64
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
		q, ok := l.other(a.Position.Prompts())
		if !ok {
			return nil
		}
		own := q.Seat == l.secret.Seat
		path, err := player.Answer(a.Position, q)
		if err != nil {
			return nil // "offered answers are accepted" reports it
		}
		n++
		path = slices.Clone(path)
		if a, err = a.Position.Submit(n, q.Seat, q.ID, path); err != nil {
			return err
		}
		if b, err = b.Position.Submit(n, q.Seat, q.ID, path); err != nil && own {
			return nil // what the seat may do may hang on its secret
		} else if err != nil {
			return fmt.Errorf("%s %s: %q is accepted after one and refused after the other: %w", q.Seat, q.ID, path, err)
		}
		if reveals(a.Events, l.secret) || reveals(b.Events, l.secret) {
			return nil
		}
	}
	return nil
}

// other is the question that is answered next, the same in both: one to another seat than the
// one with the secret, if there is one.
func (l *lockstep) other(prompts []engine.Prompt) (engine.Prompt, bool) {
	if len(prompts) == 0 {
		return engine.Prompt{}, false
	}
	i := slices.IndexFunc(prompts, func(q engine.Prompt) bool { return q.Seat != l.secret.Seat })
	return prompts[max(0, i)], true
}

// look compares what everybody but the seat sees.
func (l *lockstep) look(a, b engine.Outcome) error {
	for _, v := range viewers(l.Game.Info()) {
		if v.Sees(l.secret.Seat) {
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
	others := func(o engine.Outcome) []engine.Prompt {
		return slices.DeleteFunc(o.Position.Prompts(), func(q engine.Prompt) bool { return q.Seat == l.secret.Seat })
	}
	if err := cmp.Or(l.orders(a.Position, b.Position), difference("questions to the others", others(a), others(b))); err != nil {
		return err
	}
	for _, q := range others(a) {
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
