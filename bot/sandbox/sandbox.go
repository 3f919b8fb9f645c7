package sandbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/sync/semaphore"

	"referee/bot/orders"
	"referee/bot/recent"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrNone says that the account has no sandbox, or that it was put away.
var ErrNone = refusal.New("referee.refuse.no-sandbox", "sandbox: there is none")

// Trial is what a sandbox shows: a copy of a position on which one person
// plays every seat. It is not a match: nothing in it is recorded.
type Trial struct {
	Match match.ID     // it is a copy of
	Seq   int          // the decision after which
	Info  *engine.Info // of the game
	View  engine.View
	Asks  []referee.Ask
	Node  engine.Node    // what may follow the order that is begun, or answer the first question
	Held  orders.Held    // an order that is begun
	Rolls bool           // the order that is begun is whole, and a die is rolled once it is given
	Odds  engine.Answer  // of the attack that Held names; nothing where it names none
	Lines []referee.Line // what the last order led to, after the odds that it had
	// Loaded are the results that the next rolls and draws will have.
	Loaded []string
}

// maxSandboxes bounds the sandboxes in memory; the one that was used longest ago
// is put away. maxSteps bounds how far each can be taken back.
const (
	maxSandboxes = 200
	maxSteps     = 200
	maxLoaded    = 100
)

// Sandboxes holds one sandbox for an account. The zero value has none. It may be used
// from many goroutines.
type Sandboxes struct{ byAccount recent.Map[string, *sandbox] }

type sandbox struct {
	held      *semaphore.Weighted // of one
	trial     Trial
	copied    referee.Copy
	positions []engine.Position // the last is now, those before are for taking back
	n         int               // of the last decision
}

// Open copies the position of a match, with a seat's eyes, for the account of a command
// to try orders of every seat. It refuses like [referee.Snapshot.Copy].
func (b *Sandboxes) Open(of *referee.Snapshot, c referee.Command) (Trial, error) {
	copied, err := of.Copy(c)
	if err != nil {
		return Trial{}, err
	}
	s := &sandbox{
		held: semaphore.NewWeighted(1), copied: copied, n: copied.Seq + 1,
		positions: []engine.Position{copied.Position.Reopen(copied.Seq + 1)},
		trial:     Trial{Match: copied.Match, Seq: copied.Seq, Info: copied.Info},
	}
	b.byAccount.Put(c.Account, s, maxSandboxes)
	return s.show(nil), nil
}

// Try gives a typed order in an account's sandbox, for whichever seat is asked.
// It refuses with ErrNone, *orders.Error, *engine.Illegal and engine.ErrOver.
func (b *Sandboxes) Try(ctx context.Context, account, text string) (Trial, error) {
	return b.in(ctx, account, func(s *sandbox) error {
		var first error
		for _, p := range s.now().Prompts() {
			if p.Seat == engine.Chance {
				continue
			}
			held := s.trial.Held.Path
			o, err := s.copied.Orders.Read(s.now(), p.Seat, s.trial.Held, text)
			if err == nil {
				err = s.take(o.Prompt, o.Path)
				if err == nil && o.Loses(held) {
					dropped := referee.Line{Seq: s.n, Seat: p.Seat, Said: engine.Say("referee.trial.dropped", engine.Text("path", strings.Join(held, " ")))}
					s.trial.Lines = slices.Insert(s.trial.Lines, 0, dropped)
				}
				return err
			}
			if first == nil {
				first = err
			}
		}
		if first == nil {
			first = engine.ErrOver
		}
		return first
	})
}

// Ask answers a typed query of the game about an account's sandbox, with all that is half built in it. It refuses with
// ErrNone, *orders.Error and *engine.Illegal.
func (b *Sandboxes) Ask(ctx context.Context, account, text string) (shown Trial, a engine.Answer, err error) {
	shown, err = b.in(ctx, account, func(s *sandbox) error {
		pos, held := s.now(), s.trial.Held
		if len(held.Path) > 0 {
			d, err := pos.Draft(held.Prompt, held.Path)
			if err != nil {
				return err
			}
			pos = d.Position
		}
		q, err := s.copied.Orders.Query(text, held.Path)
		if err != nil {
			return err
		}
		a, err = pos.Ask(engine.Judge, q)
		return err
	})
	return shown, a, err
}

// Pick is Try with a path: one that is not whole is kept as begun.
func (b *Sandboxes) Pick(ctx context.Context, account string, prompt engine.PromptID, path []string) (Trial, error) {
	return b.in(ctx, account, func(s *sandbox) error { return s.take(prompt, path) })
}

// Back takes the last order in a sandbox back: match.ErrUndo where there is
// none.
func (b *Sandboxes) Back(ctx context.Context, account string) (Trial, error) {
	return b.in(ctx, account, func(s *sandbox) error {
		switch {
		case len(s.trial.Held.Path) > 0:
		case len(s.positions) == 1:
			return match.ErrUndo
		default:
			s.positions = s.positions[:len(s.positions)-1]
			s.n++
			s.positions[len(s.positions)-1] = s.now().Reopen(s.n)
		}
		s.trial.Held = orders.Held{}
		return nil
	})
}

// Load says which results the next rolls and draws in a sandbox have, in
// their order; chance gives the rest. No results: chance gives all.
func (b *Sandboxes) Load(ctx context.Context, account string, results []string) (Trial, error) {
	return b.in(ctx, account, func(s *sandbox) error {
		s.trial.Loaded = slices.Clone(results[:min(len(results), maxLoaded)])
		return nil
	})
}

// Complete lists what may stand at the end of a text that is typed in an
// account's sandbox, like [orders.Reader.Complete], for whichever seats are asked. It
// returns ErrNone.
func (b *Sandboxes) Complete(ctx context.Context, account, text string) (next []orders.Next, err error) {
	_, err = b.in(ctx, account, func(s *sandbox) error {
		for _, p := range s.now().Prompts() {
			if p.Seat == engine.Chance {
				continue
			}
			for _, n := range s.copied.Orders.Complete(s.now(), p.Seat, s.trial.Held, text) {
				if !slices.ContainsFunc(next, func(o orders.Next) bool { return o.Word == n.Word }) {
					next = append(next, n)
				}
			}
		}
		return nil
	})
	return next, err
}

// Trial shows an account's sandbox as it stands.
func (b *Sandboxes) Trial(ctx context.Context, account string) (Trial, error) {
	return b.in(ctx, account, func(*sandbox) error { return nil })
}

func (b *Sandboxes) in(ctx context.Context, account string, do func(*sandbox) error) (Trial, error) {
	s, open := b.byAccount.Get(account)
	if !open {
		return Trial{}, ErrNone
	}
	if err := s.held.Acquire(ctx, 1); err != nil {
		return Trial{}, fmt.Errorf("sandbox: wait for it: %w", err)
	}
	defer s.held.Release(1)
	s.trial.Lines = nil
	if err := s.copied.Do(ctx, func() error { return do(s) }); err != nil {
		return Trial{}, err
	}
	return s.show(s.trial.Lines), nil
}

func (s *sandbox) now() engine.Position { return s.positions[len(s.positions)-1] }

// take gives an answer, or keeps one that is begun, and lets follow what does
// so by itself.
func (s *sandbox) take(prompt engine.PromptID, path []string) error {
	p, err := s.now().Prompt(prompt)
	if err != nil {
		return err
	}
	if p.Seat == engine.Chance {
		return engine.ErrSeat
	}
	node, err := s.now().Options(prompt, path)
	if err != nil {
		return err
	}
	if !node.Done {
		d, err := s.now().Draft(prompt, path)
		s.trial.Held = orders.Held{Prompt: prompt, Path: d.Path}
		return err
	}
	pos, loaded := s.now(), s.trial.Loaded
	var lines []referee.Line
	for _, said := range s.odds(orders.Held{Prompt: prompt, Path: path}).Lines {
		lines = append(lines, referee.Line{Seq: s.n, Seat: p.Seat, Said: said})
	}
	for p.ID != "" {
		out, err := pos.Submit(s.n+1, p.Seat, p.ID, path)
		if err != nil {
			return err
		}
		s.n++
		pos = out.Position
		referee.TellEvents(out.Events, engine.Judge, func(said engine.Msg, rule string) {
			if said.Key != "" {
				lines = append(lines, referee.Line{Seq: s.n, Seat: p.Seat, Rule: rule, Said: said})
			}
		})
		if p, path, loaded, err = following(pos, loaded); err != nil {
			return err
		}
	}
	if len(s.positions) == maxSteps {
		s.positions = slices.Delete(s.positions, 1, 2)
	}
	s.positions = append(s.positions, pos)
	s.trial.Held, s.trial.Lines, s.trial.Loaded = orders.Held{}, lines, loaded
	return nil
}

// odds are those of the attack that an order names; nothing where it names none, or cannot be made so.
func (s *sandbox) odds(h orders.Held) engine.Answer {
	a, err := s.now().PreviewOdds(engine.Judge, h.Prompt, h.Path, nil)
	if err != nil {
		return engine.Answer{}
	}
	return a
}

// following is the next answer that gives itself: a roll, or one without a
// choice. No prompt: a person is asked. It is match.Follow without a record: no
// standing order answers, and no roll is proven or awaited.
func following(pos engine.Position, loaded []string) (engine.Prompt, []string, []string, error) {
	for _, p := range pos.Prompts() {
		if p.Seat == engine.Chance {
			face, rest, err := throw(pos, p, loaded)
			return p, []string{face}, rest, err
		}
		path, single, err := match.Single(pos, p)
		if err != nil || single {
			return p, path, loaded, err
		}
	}
	return engine.Prompt{}, nil, loaded, nil
}

// throw is the first loaded result that the roll can have, or what chance gives:
// not the dice of the match, whose next rolls nobody is to see.
func throw(pos engine.Position, p engine.Prompt, loaded []string) (string, []string, error) {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return "", loaded, err
	}
	for i, face := range loaded {
		if node.Has(face) {
			return face, slices.Delete(slices.Clone(loaded), i, i+1), nil
		}
	}
	var all []string
	for _, f := range node.Options {
		for range max(1, f.Weight) {
			all = append(all, f.ID)
		}
	}
	return all[rand.IntN(len(all))], loaded, nil
}

// show is the sandbox as it stands.
func (s *sandbox) show(lines []referee.Line) Trial {
	t := s.trial
	pos := s.now()
	t.Lines = lines
	t.Asks, t.Node, t.Rolls, t.Odds = nil, engine.Node{}, false, s.odds(t.Held)
	for _, p := range pos.Prompts() {
		t.Asks = append(t.Asks, referee.Ask{Prompt: p.ID, Seat: p.Seat, Kind: p.Kind, Ask: p.Ask})
	}
	if len(t.Held.Path) > 0 {
		if d, err := pos.Draft(t.Held.Prompt, t.Held.Path); err == nil {
			pos, t.Node = d.Position, d.Node
			for i := range t.Asks {
				if t.Asks[i].Prompt == t.Held.Prompt {
					t.Asks[i].Ask = d.Ask
					t.Rolls, err = match.LeadsToRoll(s.now(), s.n+1, t.Asks[i].Seat, t.Held.Prompt, t.Held.Path)
					t.Rolls = t.Rolls && err == nil // it may not be whole
				}
			}
		}
	}
	if len(t.Held.Path) == 0 && len(t.Asks) > 0 {
		t.Node, _ = pos.Explain(t.Asks[0].Prompt, nil) // an open question has options
	}
	t.View = pos.View(engine.Judge)
	return t
}

// PutAway ends an account's sandbox, if it has one.
func (b *Sandboxes) PutAway(account string) { b.byAccount.Delete(account) }
