package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
)

// dives is how many random paths are tried in a tree that is too big to visit
// completely.
const dives = 3

// checkOffered: every option is accepted and leads to a whole answer, and what
// is recorded is the path that the options spell.
func checkOffered(t *tour) error {
	for _, tr := range t.trails {
		var deadEnd *DeadEndError
		if errors.As(tr.err, &deadEnd) {
			return tr.err
		}
	}
	player := NewPlayer(t.Seed, t.Policy)
	return t.eachPrompt("offered", func(s spot, q engine.Prompt) error {
		w := &walk{pos: s.pos(), prompt: q, n: s.next(), nodes: t.Nodes}
		if err := w.all(nil); err != nil || w.nodes > 0 {
			return err
		}
		for range dives {
			path, err := player.Answer(w.pos, q)
			if err != nil {
				return err
			}
			for i := range path {
				if err := w.children(path[:i]); err != nil {
					return err
				}
			}
			if err := w.leaf(path); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostOptions is how many options may follow at once: more cannot be read on a screen, so that the question has to be put
// in stages.
const mostOptions = 120

// checkFew: along random answers, no more options follow at once than a player can look through.
func checkFew(t *tour) error {
	return t.eachAnswer("few", func(s spot, q engine.Prompt, path []string) error {
		for i := range len(path) + 1 {
			node, err := s.pos().Options(q.ID, path[:i])
			if n := len(node.Options); err == nil && n > mostOptions && q.Seat != engine.Chance {
				return fmt.Errorf("after %q: %d options, more than %d: ask in stages", path[:i], n, mostOptions)
			}
		}
		return nil
	})
}

// walk goes through the tree of answers to one question.
type walk struct {
	pos    engine.Position
	prompt engine.Prompt
	n      int
	nodes  int // how many more may be visited
}

// all visits the tree below a path, depth first, while nodes are left.
func (w *walk) all(path []string) error {
	node, err := w.node(path)
	if err != nil {
		return err
	}
	if node.Done {
		return w.leaf(path)
	}
	for _, o := range node.Options {
		if w.nodes--; w.nodes <= 0 {
			return nil
		}
		if err := w.all(append(slices.Clip(path), o.Element())); err != nil {
			return err
		}
	}
	return nil
}

// children visits what may follow a path, and goes no deeper.
func (w *walk) children(path []string) error {
	node, err := w.node(path)
	if err != nil {
		return err
	}
	for _, o := range node.Options {
		if _, err := w.node(append(slices.Clip(path), o.Element())); err != nil {
			return err
		}
	}
	return nil
}

// node checks one place in the tree.
func (w *walk) node(path []string) (engine.Node, error) {
	node, err := w.pos.Options(w.prompt.ID, path)
	if err != nil {
		return node, &DeadEndError{Prompt: w.prompt.ID, Path: path, Err: err}
	}
	if node.Done == (len(node.Options) > 0) {
		if !node.Done {
			return node, &DeadEndError{Prompt: w.prompt.ID, Path: path}
		}
		return node, fmt.Errorf("%q is whole, and more may follow", strings.Join(path, " "))
	}
	seen := make(map[string]bool, len(node.Options))
	for _, o := range node.Options {
		switch {
		case seen[o.ID]:
			return node, fmt.Errorf("%q is offered twice after %q", o.ID, strings.Join(path, " "))
		case o.ID == "" || strings.ContainsAny(o.ID, " \t\n#"):
			return node, fmt.Errorf("an option's id is %q", o.ID)
		case o.Kind == "":
			return node, fmt.Errorf("option %s has no kind", o.ID)
		case o.Weight != 0 && w.prompt.Seat != engine.Chance || o.Weight < 0:
			return node, fmt.Errorf("option %s weighs %d", o.ID, o.Weight)
		}
		seen[o.ID] = true
	}
	return node, nil
}

// leaf checks a whole answer that the options spell.
func (w *walk) leaf(path []string) error {
	out, err := w.pos.Submit(w.n, w.prompt.Seat, w.prompt.ID, path)
	if err != nil {
		return fmt.Errorf("offered, then refused: %q: %w", strings.Join(path, " "), err)
	}
	if !slices.Equal(out.Path, path) {
		return fmt.Errorf("%q is recorded as %q", strings.Join(path, " "), strings.Join(out.Path, " "))
	}
	draft, err := w.pos.Draft(w.prompt.ID, path)
	if err != nil {
		return fmt.Errorf("accepted, but not as a draft: %q: %w", strings.Join(path, " "), err)
	}
	if !slices.Equal(draft.Path, path) || draft.Position.String() != out.Position.String() {
		return fmt.Errorf("%q means something else as a draft", strings.Join(path, " "))
	}
	return difference("events of the draft and of the answer", encoded(draft.Events), encoded(out.Events))
}

// checkRefused: what the options do not spell is refused with a rule, unless it
// is a shortcut or another order of what they do spell.
func checkRefused(t *tour) error {
	r := t.rand("refused")
	pool := []string{"", "nonsense", "-1", "0000", "go", "+", "chance", "🎲"}
	return t.eachAnswer("refused", func(s spot, q engine.Prompt, path []string) error {
		for i := range len(path) + 1 {
			if i < len(path) {
				_, err := s.pos().Submit(s.next(), q.Seat, q.ID, path[:i])
				if err := unlike(err, engine.ErrIncomplete); err != nil {
					return fmt.Errorf("%q, which is not whole, %w", strings.Join(path[:i], " "), err)
				}
			}
			node, err := s.pos().Options(q.ID, path[:i])
			if err != nil {
				return err
			}
			for _, id := range bogus(r, pool, path) {
				if node.Has(id) {
					continue
				}
				if err := unspelled(s, q, append(slices.Clip(path[:i]), id), t.Typing); err != nil {
					return err
				}
			}
			pool = append(pool, answer.IDs(node.Options)...)
		}
		pool = pool[max(0, len(pool)-200):]
		return nil
	})
}

// checkExplained: what a person is told at a point is what programs are told, and more: what is closed is refused, for the
// reason that is shown.
func checkExplained(t *tour) error {
	return t.eachAnswer("explained", func(s spot, q engine.Prompt, path []string) error {
		for i := range len(path) + 1 {
			node, err := s.pos().Options(q.ID, path[:i])
			if err != nil {
				return err
			}
			told, err := s.pos().Explain(q.ID, path[:i])
			if err != nil {
				return err
			}
			given := strings.Join(path[:i], " ")
			labelled := func(o engine.Option) bool { return o.Label != nil || o.Pieces != nil }
			if node.Ask != nil || node.Closed != nil || node.Does != nil || node.Marks != nil || slices.ContainsFunc(node.Options, labelled) {
				return fmt.Errorf("after %q programs are told what is for people", given)
			}
			if node.Done != told.Done || !slices.Equal(answer.IDs(node.Options), answer.IDs(told.Options)) {
				return fmt.Errorf("after %q other options are explained than offered", given)
			}
			seen := map[string]bool{}
			for _, c := range told.Closed {
				_, err := s.pos().Options(q.ID, append(slices.Clip(path[:i]), c.ID))
				var no *engine.Illegal
				if seen[c.ID] || node.Has(c.ID) || !errors.As(err, &no) {
					return fmt.Errorf("after %q, %q is shown as closed, and is not: %w", given, c.ID, err)
				}
				seen[c.ID] = true
				if err := difference(fmt.Sprintf("what is shown of %q after %q, and the refusal", c.ID, given), c.Why, no); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// bogus picks ids that may not fit: some of other nodes, one of the path itself,
// one made up.
func bogus(r *rand.Rand, pool, path []string) []string {
	made := make([]byte, r.IntN(6))
	for i := range made {
		made[i] = byte(' ' + r.IntN(95))
	}
	ids := []string{string(made), path[r.IntN(len(path))]}
	for range 10 {
		ids = append(ids, pool[r.IntN(len(pool))])
	}
	return ids
}

// unspelled checks a path whose last element is not offered. typing is as in [Suite].
func unspelled(s spot, q engine.Prompt, path, typing []string) error {
	given := strings.Join(path, " ")
	node, err := s.pos().Options(q.ID, path)
	_, submitErr := s.pos().Submit(s.next(), q.Seat, q.ID, path)
	if err != nil {
		if err := illegal(err, typing...); err != nil {
			return fmt.Errorf("%q %w", given, err)
		}
		if err := illegal(submitErr, typing...); err != nil {
			return fmt.Errorf("submitted, %q %w", given, err)
		}
		return nil
	}
	draft, err := s.pos().Draft(q.ID, path)
	if err != nil {
		return fmt.Errorf("%q is accepted, but not as a draft: %w", given, err)
	}
	spelled := strings.Join(draft.Path, " ")
	if len(draft.Path) < len(path) {
		return fmt.Errorf("%q is accepted, and %q is all that is recorded", given, spelled)
	}
	if slices.Equal(draft.Path, path) {
		return fmt.Errorf("%q is not offered, and accepted as it stands", given)
	}
	for i, id := range draft.Path {
		n, err := s.pos().Options(q.ID, draft.Path[:i])
		if err != nil || !n.Has(id) {
			return fmt.Errorf("%q is recorded as %q, which the options do not spell", given, spelled)
		}
	}
	same, err := s.pos().Draft(q.ID, draft.Path)
	if err != nil {
		return fmt.Errorf("%q is recorded as %q, which is refused: %w", given, spelled, err)
	}
	what := fmt.Sprintf("%q and %q, as which it is recorded,", given, spelled)
	draft.Node.Closed, same.Node.Closed = nil, nil // refusals say how many words were given
	if err := difference(what, draft.Node, same.Node); err != nil {
		return err
	}
	if err := difference(what, encoded(draft.Events), encoded(same.Events)); err != nil {
		return err
	}
	if !node.Done {
		return nil
	}
	out, err := s.pos().Submit(s.next(), q.Seat, q.ID, path)
	if err != nil {
		return fmt.Errorf("%q is done, and refused when submitted: %w", given, err)
	}
	return difference(what, out.Path, same.Path)
}
