package enginetest

import (
	"errors"
	"fmt"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// DefaultLimit is the number of decisions after which a match counts as endless.
const DefaultLimit = 20_000

// ErrEndless says that a match was not over after its limit of decisions.
var ErrEndless = errors.New("enginetest: endless match")

// Stats counts what happened in one or more matches.
type Stats struct {
	Games     int            `json:"games"`
	Decisions int            `json:"decisions"`
	Prompts   map[string]int `json:"prompts"` // answered, by kind
	Events    map[string]int `json:"events"`  // by kind
}

// Add adds the counts of other.
func (s *Stats) Add(other Stats) {
	s.Games += other.Games
	s.Decisions += other.Decisions
	s.Prompts = add(s.Prompts, other.Prompts)
	s.Events = add(s.Events, other.Events)
}

func add(to, from map[string]int) map[string]int {
	if to == nil {
		to = make(map[string]int, len(from))
	}
	for k, n := range from {
		to[k] += n
	}
	return to
}

// Step is one decision of a match.
type Step struct {
	N       int // number of the decision; 0 is Begin
	Before  engine.Position
	Prompt  engine.Prompt
	Path    []string // as recorded
	Outcome engine.Outcome
}

// Hooks watch a match. All are optional.
type Hooks struct {
	Limit int // of decisions; 0: DefaultLimit
	// Begun is called with the outcome of Begin.
	Begun func(engine.Outcome) error
	// Decided is called after each decision.
	Decided func(Step) error
}

// PlayError is a failure of random play, with all that is needed to repeat it.
type PlayError struct {
	Seed     uint64
	Commands []string // "prompt: path", from the first on
	Position string   // the text of the position before the failure
	Err      error
}

// Error prints the last commands only; Commands has all.
func (e *PlayError) Error() string {
	last, skipped := e.Commands, ""
	if n := len(last) - 12; n > 0 {
		last, skipped = last[n:], fmt.Sprintf("  (%d before)\n", n)
	}
	return fmt.Sprintf("%v\nseed %d, decision %d, after\n%s  %s\nposition:\n%s",
		e.Err, e.Seed, len(e.Commands), skipped, strings.Join(last, "\n  "), e.Position)
}

func (e *PlayError) Unwrap() error { return e.Err }

// Play plays a whole match at random. The same seed plays the same match. It
// fails with *PlayError where the game is at fault (dead end, error that is no
// end, endless match, no question before the end) or a hook fails, and returns
// what it counted until then.
func Play(g engine.Game, set engine.Setup, seed uint64, policy Policy, hooks Hooks) (Stats, error) {
	out, err := g.Begin(0, set)
	if err == nil && hooks.Begun != nil {
		err = hooks.Begun(out)
	}
	if err != nil {
		return Stats{}, &PlayError{Seed: seed, Err: fmt.Errorf("begin: %w", err)}
	}
	stats, err := PlayFrom(out.Position, seed, policy, hooks)
	for _, e := range out.Events {
		stats.Events[e.Kind()]++
	}
	return stats, err
}

// PlayFrom is Play from a position, whose next decision is number 1.
func PlayFrom(pos engine.Position, seed uint64, policy Policy, hooks Hooks) (Stats, error) {
	m := &match{pos: pos, player: NewPlayer(seed, policy), hooks: hooks, stats: Stats{
		Prompts: make(map[string]int), Events: make(map[string]int),
	}}
	limit := hooks.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	for n := 1; ; n++ {
		prompts := m.pos.Prompts()
		if len(prompts) == 0 {
			break
		}
		err := fmt.Errorf("%w: not over after %d decisions", ErrEndless, limit)
		if n <= limit {
			err = m.decide(n, m.player.Pick(prompts))
		}
		if err != nil {
			return m.stats, &PlayError{Seed: seed, Commands: m.commands(), Position: m.pos.String(), Err: err}
		}
	}
	m.stats.Games = 1
	return m.stats, nil
}

// match is a match under way.
type match struct {
	pos    engine.Position
	player *Player
	hooks  Hooks
	stats  Stats
	log    []command
}

type command struct {
	id   engine.PromptID
	path []string
}

func (m *match) commands() []string {
	return lists.Map(m.log, func(c command) string { return fmt.Sprintf("%s: %s", c.id, strings.Join(c.path, " ")) })
}

func (m *match) decide(n int, q engine.Prompt) error {
	path, err := m.player.Answer(m.pos, q)
	if err != nil {
		return err
	}
	out, err := m.pos.Submit(n, q.Seat, q.ID, path)
	if err != nil {
		return fmt.Errorf("%s %s: %q: %w", q.Seat, q.ID, strings.Join(path, " "), err)
	}
	step := Step{N: n, Before: m.pos, Prompt: q, Path: out.Path, Outcome: out}
	m.pos = out.Position
	m.log = append(m.log, command{q.ID, out.Path})
	m.stats.Decisions++
	m.stats.Prompts[q.Kind]++
	for _, e := range out.Events {
		m.stats.Events[e.Kind()]++
	}
	if m.hooks.Decided == nil {
		return nil
	}
	return m.hooks.Decided(step)
}
