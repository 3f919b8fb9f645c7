package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"referee/engine"
)

// checkIndependent: answering one of several open questions leaves the others as they
// were: id, words, tree of answers.
func checkIndependent(t *tour) error {
	return t.eachAnswer("independent", func(s spot, q engine.Prompt, path []string) error {
		out, err := s.pos().Submit(s.next(), q.Seat, q.ID, path)
		if err != nil {
			return err
		}
		for _, o := range s.pos().Prompts() {
			if o.ID == q.ID {
				continue
			}
			still, err := out.Position.Prompt(o.ID)
			if err != nil {
				return fmt.Errorf("%q closes %s %s", strings.Join(path, " "), o.Seat, o.ID)
			}
			if err := cmp.Or(difference("question "+string(o.ID), still, o),
				sameTree(t.Seed, dives, s.pos(), o.ID, out.Position, o.ID)); err != nil {
				return fmt.Errorf("after %q: %s %s: %w", strings.Join(path, " "), o.Seat, o.ID, err)
			}
		}
		return nil
	})
}

// checkPrompts: prompts are complete, and their defaults are legal and whole.
func checkPrompts(t *tour) error {
	seats := t.Game.Info().Seats
	return t.eachPrompt("prompts", func(s spot, q engine.Prompt) error {
		for _, o := range s.pos().Prompts() {
			if o.ID == q.ID && (o.Seat != q.Seat || o.Kind != q.Kind) {
				return fmt.Errorf("has the id of %s %s", o.Seat, o.Kind)
			}
		}
		switch {
		case q.Kind == "" || strings.ContainsAny(q.Kind, " @/#"):
			return fmt.Errorf("is of kind %q", q.Kind)
		case q.Ask.Key == "":
			return errors.New("asks nothing")
		case q.Seat == engine.Chance:
			if q.Purpose == "" || q.Dealt || len(q.Default) > 0 {
				return fmt.Errorf("is put to chance: purpose %q, dealt %t, default %q", q.Purpose, q.Dealt, q.Default)
			}
			return nil
		case !slices.Contains(seats, q.Seat):
			return errors.New("is put to a seat that the game does not have")
		case q.Purpose != "":
			return fmt.Errorf("has the purpose %q and is not put to chance", q.Purpose)
		}
		if _, err := s.pos().Submit(s.next(), q.Seat, q.ID, q.Default); err != nil {
			return fmt.Errorf("the default %q: %w", q.Default, err)
		}
		return checkDealt(s, q)
	})
}

// checkDealt: what is dealt is what chance has just answered in secret, and nothing else can be answered.
func checkDealt(s spot, q engine.Prompt) error {
	if !q.Dealt {
		return nil
	}
	node, err := s.pos().Options(q.ID, nil)
	if err != nil {
		return err
	}
	if q.Keep || node.Done || len(node.Options) != 1 || !slices.Equal(q.Default, []string{node.Options[0].ID}) {
		return fmt.Errorf("is dealt: kept %t, default %q, options %v", q.Keep, q.Default, node.Options)
	}
	if s.at == 0 {
		return nil // before it is not known
	}
	if last := s.steps[s.at-1]; last.Prompt.Seat != engine.Chance || !last.Prompt.Secret || !slices.Equal(last.Path, q.Default) {
		return fmt.Errorf("is dealt %q after %s: %q", q.Default, last.Prompt.ID, last.Path)
	}
	return nil
}

// checkStale: a closed question is ErrStale, another seat ErrSeat, the end
// ErrOver; reopened questions have new ids and the same answers.
func checkStale(t *tour) error {
	return each(t.sample("stale"), func(s spot) error {
		if s.at > 0 {
			last := s.steps[s.at-1]
			want := engine.ErrStale
			if len(s.pos().Prompts()) == 0 {
				want = engine.ErrOver
			}
			_, submitErr := s.pos().Submit(s.next(), last.Prompt.Seat, last.Prompt.ID, last.Path)
			_, optionsErr := s.pos().Options(last.Prompt.ID, nil)
			if err := cmp.Or(unlike(submitErr, want), unlike(optionsErr, want)); err != nil {
				return fmt.Errorf("the answer to %s again, or asking for its options, %w", last.Prompt.ID, err)
			}
		}
		reopened := s.pos().Reopen(s.next() + 1000)
		if err := difference("position and the same reopened", reopened.String(), s.texts[s.at]); err != nil {
			return err
		}
		for i, q := range reopened.Prompts() {
			old := s.pos().Prompts()[i]
			if q.ID == old.ID {
				return fmt.Errorf("%s keeps its id when reopened", q.ID)
			}
			if err := sameTree(t.Seed, 1, s.pos(), old.ID, reopened, q.ID); err != nil {
				return fmt.Errorf("the answers to %s, reopened: %w", old.ID, err)
			}
			for _, seat := range append([]engine.Seat{engine.Chance, ""}, t.Game.Info().Seats...) {
				_, err := s.pos().Submit(s.next(), seat, old.ID, old.Default)
				if err := unlike(err, engine.ErrSeat); err != nil && seat != old.Seat {
					return fmt.Errorf("%s, answered by %q, %w", old.ID, seat, err)
				}
			}
		}
		return nil
	})
}

// queries makes, for each query of a game, one with words that the query can take, and
// one without.
func queries(info *engine.Info, r *rand.Rand) []engine.Query {
	var all []engine.Query
	for _, known := range info.Queries {
		q := engine.Query{Name: known.Name, Args: map[string][]string{}}
		for _, arg := range known.Args {
			if words := info.Words[arg.Kind]; len(words) > 0 {
				q.Args[arg.Name] = []string{words[r.IntN(len(words))]}
			}
		}
		all = append(all, q)
		if len(known.Args) > 0 {
			bad := map[string][]string{known.Args[0].Name: {"nonsense"}}
			all = append(all, engine.Query{Name: known.Name, Args: bad})
		}
	}
	return append(all, engine.Query{Name: "nonsense"})
}
