package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
)

// Fuzzing is what [Fuzz] and [Matches] need to know of a game.
type Fuzzing struct {
	Game      engine.Game // sealed by engine.SealStrict
	Setups    []engine.Setup
	Positions []string // position texts to start from, in addition to the set-ups
	// Crowd makes a position text at random, to start where ordinary play seldom gets;
	// nil: none is made.
	Crowd  func(r *rand.Rand) string
	Policy Policy // once the fuzzed choices are used up
	Limit  int    // of decisions in one match; 0: DefaultLimit
}

const (
	// seedCrowds is how many crowds are played as whole matches.
	seedCrowds = 8
	// manyCrowds is from how many crowds a fuzzer can start.
	manyCrowds = 200
	// seedStarts is from how many positions a fuzzer starts before it looks for others.
	seedStarts = 32
)

// Fuzz gives one answer whose choices a fuzzer makes: start picks a position, of the
// set-ups, texts and crowds and of one random match from each set-up, and choices say
// which question is answered and which options are taken, by the policy where they are
// used up. It checks every event (strict play), and that the position after it can be read
// back from its text and from its log. Whole matches are played by [Matches].
func Fuzz(f *testing.F, z Fuzzing) {
	f.Helper()
	starts, err := z.starts(manyCrowds)
	if err != nil {
		f.Fatal(err)
	}
	for i, set := range z.Setups {
		_, err := Play(z.Game, set, uint64(i), z.Policy, Hooks{Limit: z.Limit, Decided: func(s Step) error {
			if len(s.Outcome.Position.Prompts()) > 0 {
				starts = append(starts, s.Outcome.Position)
			}
			return nil
		}})
		if err != nil {
			f.Fatal(err)
		}
	}
	for i := range seedStarts {
		f.Add(uint16(i*len(starts)/seedStarts), []byte{0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144}[:i%12])
	}
	f.Fuzz(func(t *testing.T, start uint16, choices []byte) {
		i := int(start) % len(starts)
		if err := z.answer(starts[i], choices); err != nil {
			t.Errorf("%v\nfrom position %d of %d:\n%s", err, i, len(starts), starts[i])
		}
	})
}

// answer gives one answer, and checks the outcome.
func (z Fuzzing) answer(pos engine.Position, choices []byte) error {
	prompts := pos.Prompts()
	q := prompts[0]
	if len(choices) > 0 {
		q, choices = prompts[int(choices[0])%len(prompts)], choices[1:]
	}
	path, err := NewPlayer(1, steered(choices, z.Policy)).Answer(pos, q)
	if err != nil {
		return err
	}
	out, err := pos.Submit(1, q.Seat, q.ID, path)
	if err != nil {
		return fmt.Errorf("%s %s: %q: %w", q.Seat, q.ID, path, err)
	}
	if err := z.check(Step{N: 1, Before: pos, Prompt: q, Path: out.Path, Outcome: out}); err != nil {
		return fmt.Errorf("after %s %s %q: %w", q.Seat, q.ID, path, err)
	}
	return nil
}

// Matches plays a whole match at random from every start, with some crowds, and checks it
// as [Fuzz] does.
func Matches(t *testing.T, z Fuzzing) {
	t.Helper()
	starts, err := z.starts(seedCrowds)
	if err != nil {
		t.Fatal(err)
	}
	for i, pos := range starts {
		if _, err := PlayFrom(pos, uint64(i), z.Policy, Hooks{Limit: z.Limit, Decided: z.check}); err != nil {
			t.Errorf("start %d of %d: %v", i, len(starts), err)
		}
	}
}

// starts are the positions to play from: of the set-ups, of the texts, and some crowds.
func (z Fuzzing) starts(crowds int) ([]engine.Position, error) {
	var out []engine.Position
	for _, set := range z.Setups {
		begun, err := z.Game.Begin(0, set)
		if err != nil {
			return nil, err
		}
		out = append(out, begun.Position)
	}
	texts := slices.Clone(z.Positions)
	for i := range crowds {
		if z.Crowd != nil {
			texts = append(texts, z.Crowd(rand.New(rand.NewPCG(uint64(i), 1))))
		}
	}
	for _, text := range texts {
		pos, err := z.Game.Parse(0, text)
		if err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, text)
		}
		out = append(out, pos)
	}
	return out, nil
}

// steered is a policy that takes the option that each byte of choices names,
// then follows another.
func steered(choices []byte, then Policy) Policy {
	return func(p *engine.Prompt, path []string, options []engine.Option, weights []int) {
		if len(choices) == 0 {
			if then != nil {
				then(p, path, options, weights)
			}
			return
		}
		clear(weights)
		weights[int(choices[0])%len(options)] = 1
		choices = choices[1:]
	}
}

// check checks one decision.
func (z Fuzzing) check(s Step) error {
	live := s.Outcome.Position
	text := live.String()
	again, err := z.Game.Parse(s.N, text)
	if err != nil {
		return err
	}
	events, err := engine.Decode(z.Game, encoded(s.Outcome.Events))
	if err != nil {
		return err
	}
	folded, err := s.Before.Fold(s.N, s.Prompt.ID, events)
	if err != nil {
		return err
	}
	reopened := live.Reopen(s.N)
	for _, q := range reopened.Prompts() {
		if err := sameTree(uint64(s.N), 1, reopened, q.ID, again, q.ID); err != nil {
			return fmt.Errorf("live position and its text: the answers to %s: %w", q.ID, err)
		}
	}
	if err := z.orders(s); err != nil {
		return err
	}
	return errors.Join(
		live.Check(),
		difference("events before and after storing", encoded(events), encoded(s.Outcome.Events)),
		difference("text and text read back", again.String(), text),
		difference("folded and live position", folded.String(), text),
		difference("folded and live prompts", folded.Prompts(), live.Prompts()),
		difference("prompts and prompts of the text", again.Prompts(), reopened.Prompts()),
	)
}

// orders tries a random standing order on the questions that orders can answer.
func (z Fuzzing) orders(s Step) error {
	info := z.Game.Info()
	r := rand.New(rand.NewPCG(uint64(s.N), 2))
	for _, q := range s.Outcome.Position.Prompts() {
		if !slices.Contains(clauseKinds(info), q.Kind) {
			continue
		}
		if err := standing(info, s.Outcome.Position, s.N+1, q, randomOrder(info, s.Outcome.Position, q.Seat, r)); err != nil {
			return fmt.Errorf("%s %s: %w", q.Seat, q.ID, err)
		}
	}
	return nil
}
