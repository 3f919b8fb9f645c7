package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
)

// Fuzzing is what Fuzz needs to know of a game.
type Fuzzing struct {
	Game      engine.Game // sealed by engine.SealStrict
	Setups    []engine.Setup
	Positions []string // position texts to start from, beside the set-ups
	// Crowd makes a position text at random, to start where play seldom gets;
	// nil: none is made.
	Crowd  func(r *rand.Rand) string
	Policy Policy // once the fuzzed choices are used up
	Limit  int    // of decisions in one match; 0: DefaultLimit
}

// seedCrowds is how many crowds more are played where nothing is fuzzed. It is kept
// small: the fuzzer plays every one of them before it looks for others.
const seedCrowds = 8

// Fuzz plays matches whose choices a fuzzer makes: start picks a set-up, a
// position or a crowd, choices the first answers, seed the rest. It checks every event
// (strict play), and that text and log of every position give it back.
func Fuzz(f *testing.F, z Fuzzing) {
	f.Helper()
	if len(z.Setups) == 0 {
		z.Setups = []engine.Setup{nil}
	}
	starts := len(z.Setups) + len(z.Positions)
	if z.Crowd != nil {
		starts++
	}
	choices := []byte{0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}
	for i := range starts {
		f.Add(uint64(i), uint8(i), []byte{})
		f.Add(uint64(i), uint8(i), choices)
	}
	if z.Crowd != nil { // each seed is another crowd
		for i := range seedCrowds {
			f.Add(uint64(starts+i), uint8(starts-1), choices[:i%len(choices)])
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, start uint8, choices []byte) {
		i := int(start) % starts
		if err := z.play(seed, i, choices); err != nil {
			t.Errorf("start %d of %d: %v", i, starts, err)
		}
	})
}

// play plays one match.
func (z Fuzzing) play(seed uint64, start int, choices []byte) error {
	hooks := Hooks{Limit: z.Limit, Decided: z.check}
	policy := steered(choices, z.Policy)
	if start < len(z.Setups) {
		_, err := Play(z.Game, z.Setups[start], seed, policy, hooks)
		return err
	}
	text := ""
	if start -= len(z.Setups); start < len(z.Positions) {
		text = z.Positions[start]
	} else {
		text = z.Crowd(rand.New(rand.NewPCG(seed, 1)))
	}
	pos, err := z.Game.Parse(0, text)
	if err != nil {
		return fmt.Errorf("seed %d: %w\n%s", seed, err, text)
	}
	_, err = PlayFrom(pos, seed, policy, hooks)
	return err
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

// orders puts a random standing order to the questions that orders can answer.
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
