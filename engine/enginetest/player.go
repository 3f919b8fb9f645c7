package enginetest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"referee/engine"
)

// Policy weighs what may follow a path, so that random play shows what players
// do: weights[i] belongs to options[i] and is 1 when it is called (the option's
// own Weight where p is a question to engine.Chance). A weight below 1 rules
// the option out, unless all are ruled out. A Policy keeps none of its
// arguments.
type Policy func(p *engine.Prompt, path []string, options []engine.Option, weights []int)

// Bias is a Policy that weighs options by their Kind; a kind not listed weighs 1.
// Dice and draws are left as they are.
func Bias(kinds map[string]int) Policy {
	return func(p *engine.Prompt, _ []string, options []engine.Option, weights []int) {
		if p.Seat == engine.Chance {
			return
		}
		for i, o := range options {
			if w, ok := kinds[o.Kind]; ok {
				weights[i] = w
			}
		}
	}
}

// DeadEndError is a fault of the rules: a path of offered options that is not a whole
// answer, yet nothing may follow it, or that is refused (Err).
type DeadEndError struct {
	Prompt engine.PromptID
	Path   []string
	Err    error // why the path is refused; nil: nothing follows
}

func (e *DeadEndError) Error() string {
	path := strings.Join(e.Path, " ")
	if e.Err != nil {
		return fmt.Sprintf("%s: offered, then refused: %q: %v", e.Prompt, path, e.Err)
	}
	return fmt.Sprintf("%s: nothing follows %q, which is no whole answer", e.Prompt, path)
}

func (e *DeadEndError) Unwrap() error { return e.Err }

// Player answers questions at random, those to engine.Chance too. It may be used by one
// goroutine at a time.
type Player struct {
	rand    *rand.Rand
	policy  Policy
	path    []string
	weights []int
}

// NewPlayer makes a player. A nil policy picks all options alike.
func NewPlayer(seed uint64, policy Policy) *Player {
	return &Player{rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), policy: policy}
}

// Pick picks one of the open questions of a position that has some.
func (p *Player) Pick(prompts []engine.Prompt) engine.Prompt {
	if len(prompts) == 1 {
		return prompts[0]
	}
	return prompts[p.rand.IntN(len(prompts))]
}

// Answer walks the tree of answers to a question and returns a whole answer,
// which is good until the next call. It fails with *DeadEndError.
func (p *Player) Answer(pos engine.Position, q engine.Prompt) ([]string, error) {
	p.path = p.path[:0]
	for {
		node, err := pos.Options(q.ID, p.path)
		if err != nil {
			return nil, &DeadEndError{Prompt: q.ID, Path: append([]string(nil), p.path...), Err: err}
		}
		if node.Done {
			return p.path, nil
		}
		if len(node.Options) == 0 {
			return nil, &DeadEndError{Prompt: q.ID, Path: append([]string(nil), p.path...)}
		}
		p.path = append(p.path, node.Options[p.choose(&q, node.Options)].Element())
	}
}

// choose picks the index of an option.
func (p *Player) choose(q *engine.Prompt, options []engine.Option) int {
	if len(options) == 1 {
		return 0
	}
	p.weights = p.weights[:0]
	for _, o := range options {
		w := 1
		if q.Seat == engine.Chance {
			w = max(o.Weight, 1)
		}
		p.weights = append(p.weights, w)
	}
	if p.policy != nil {
		p.policy(q, p.path, options, p.weights)
	}
	total := 0
	for _, w := range p.weights {
		total += max(w, 0)
	}
	if total == 0 {
		return p.rand.IntN(len(options))
	}
	n := p.rand.IntN(total)
	for i, w := range p.weights {
		if n -= max(w, 0); n < 0 {
			return i
		}
	}
	return len(options) - 1
}
