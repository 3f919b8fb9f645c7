package enginetest

import (
	"errors"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

type (
	ruling = engine.Ruling[*toy.State]
	rules  = engine.Rules[*toy.State]
)

// faulty is the toy's rules with one method at fault; those that are nil are
// sound.
type faulty struct {
	*toy.Rules
	info    func(engine.Info) engine.Info
	begin   func(f *faulty, r *ruling, set engine.Setup) error
	apply   func(f *faulty, s *toy.State, e engine.Event) error
	prompts func(f *faulty, s *toy.State, ps []engine.Prompt) []engine.Prompt
	judge   func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error)
	view    func(f *faulty, s *toy.State, v engine.Viewer) engine.View
	ask     func(f *faulty, s *toy.State, q engine.Query) (engine.Answer, error)
	stand   func(f *faulty, p engine.Prompt, out engine.StandingOutcome) (engine.StandingOutcome, error)
	// rehearse changes what a dry run answers.
	rehearse    func(f *faulty, s *toy.State, out engine.Answer) engine.Answer
	costs       func(costs []engine.Cost) []engine.Cost
	reach       func(f *faulty, s *toy.State, out engine.Reach) engine.Reach
	previewOdds func(f *faulty, s *toy.State, path []string) engine.Answer
	rollTable   func(p engine.Prompt) engine.Answer
	window      func(f *faulty, s *toy.State) any
	under       func(f *faulty, law int) (rules, error)
	text        func(text string) string
	decode      func(e engine.Event) engine.Event
	seen        *toy.State // the last state that prompts were asked of
	stands      int        // how often standing orders were looked at
}

func (f *faulty) Info() *engine.Info {
	if f.info == nil {
		return f.Rules.Info()
	}
	info := f.info(*f.Rules.Info())
	return &info
}

func (f *faulty) Under(law int) (rules, error) {
	if f.under == nil {
		return f.Rules.Under(law)
	}
	return f.under(f, law)
}

func (f *faulty) Begin(r *ruling, set engine.Setup) error {
	if f.begin == nil {
		return f.Rules.Begin(r, set)
	}
	return f.begin(f, r, set)
}

func (f *faulty) Apply(s *toy.State, e engine.Event) error {
	if f.apply == nil {
		return f.Rules.Apply(s, e)
	}
	return f.apply(f, s, e)
}

func (f *faulty) Prompts(s *toy.State) []engine.Prompt {
	if f.prompts == nil {
		return f.Rules.Prompts(s)
	}
	return f.prompts(f, s, f.Rules.Prompts(s))
}

func (f *faulty) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	if f.judge == nil {
		return f.Rules.Judge(r, p, path)
	}
	return f.judge(f, r, p, path)
}

func (f *faulty) View(s *toy.State, v engine.Viewer) engine.View {
	if f.view == nil {
		return f.Rules.View(s, v)
	}
	return f.view(f, s, v)
}

func (f *faulty) Ask(s *toy.State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if f.ask == nil {
		return f.Rules.Ask(s, v, q)
	}
	return f.ask(f, s, q)
}

func (f *faulty) Stand(s *toy.State, p engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	out, err := f.Rules.Stand(s, p, st)
	if f.stand == nil || err != nil {
		return out, err
	}
	return f.stand(f, p, out)
}

func (f *faulty) DryRun(s *toy.State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	out, err := f.Rules.DryRun(s, seat, st)
	if f.rehearse == nil || err != nil {
		return out, err
	}
	return f.rehearse(f, s, out), nil
}

func (f *faulty) Costs(s *toy.State, e engine.Event) []engine.Cost {
	if f.costs == nil {
		return f.Rules.Costs(s, e)
	}
	return f.costs(f.Rules.Costs(s, e))
}

func (f *faulty) Reach(s *toy.State, v engine.Viewer, piece string) (engine.Reach, bool) {
	out, known := f.Rules.Reach(s, v, piece)
	if f.reach == nil || !known {
		return out, known
	}
	return f.reach(f, s, out), true
}

func (f *faulty) CanPreviewOdds(_ *toy.State, _ engine.Prompt, path []string) bool {
	return f.previewOdds != nil && len(path) > 1
}

func (f *faulty) PreviewOdds(s *toy.State, _ engine.Viewer, _ engine.Prompt, path []string, _ engine.Choose) (engine.Answer, error) {
	return f.previewOdds(f, s, path), nil
}

func (f *faulty) RollTable(_ *toy.State, p engine.Prompt) engine.Answer {
	if f.rollTable == nil {
		return engine.Answer{}
	}
	return f.rollTable(p)
}

func (f *faulty) Window(s *toy.State, _ engine.Viewer) any {
	if f.window == nil {
		return nil
	}
	return f.window(f, s)
}

func (f *faulty) Print(s *toy.State) string {
	if f.text == nil {
		return f.Rules.Print(s)
	}
	return f.text(f.Rules.Print(s))
}

func (f *faulty) Decode(kind string, data []byte) (engine.Event, error) {
	e, err := f.Rules.Decode(kind, data)
	if f.decode == nil || err != nil {
		return e, err
	}
	return f.decode(e), nil
}

func TestFaultsAreNoticed(t *testing.T) {
	noticed := make(map[string]bool)
	for _, f := range faults {
		noticed[f.property] = true
		t.Run(f.name, func(t *testing.T) {
			expect(t, f.property, func(t *testing.T) Suite {
				return Suite{Game: engine.Seal[*toy.State](broken(t, f.faulty)), Strict: engine.SealStrict[*toy.State](broken(t, f.faulty)), Setups: []engine.Setup{nil, {"traps": "on"}}}
			})
		})
	}
	t.Run("takes stale answers", func(t *testing.T) {
		noticed["closed questions are stale"] = true
		expect(t, "closed questions are stale", func(t *testing.T) Suite {
			return Suite{Game: forgivingGame{toy.Strict()}, Strict: forgivingGame{toy.Strict()}}
		})
	})
	t.Run("changes its law", func(t *testing.T) {
		noticed["judging again gives the same events"] = true
		expect(t, "judging again gives the same events", func(t *testing.T) Suite {
			kinder := faulty{judge: func(f *faulty, r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
				if p.Kind == "die" && len(path) == 1 && path[0] == "3" {
					node, err := f.Rules.Judge(r, p, []string{"4"})
					return node, err
				}
				return f.Rules.Judge(r, p, path)
			}}
			return Suite{Game: engine.Seal[*toy.State](broken(t, kinder)), Strict: toy.Strict()}
		})
	})
	for _, p := range properties {
		if !noticed[p.name] {
			t.Errorf("no fault shows that %q works", p.name)
		}
	}
}

// broken gives a fault its sound rest.
func broken(t *testing.T, f faulty) rules {
	t.Helper()
	sound, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	f.Rules = sound
	return &f
}

// expect checks that a property fails for a faulty game, with a message.
func expect(t *testing.T, name string, make func(*testing.T) Suite) {
	t.Helper()
	s := make(t)
	s.Policy, s.Seed, s.Games, s.Limit = toyBias, 1, 6, 300
	tour := s.tour()
	for _, p := range properties {
		if p.name != name {
			continue
		}
		if err := p.check(tour); err == nil {
			t.Errorf("%q did not notice", name)
		} else {
			t.Log(err)
		}
	}
}

// forgivingGame takes an answer to a closed question for one to the next.
type forgivingGame struct{ engine.Game }

func (g forgivingGame) Begin(n int, set engine.Setup) (engine.Outcome, error) {
	out, err := g.Game.Begin(n, set)
	out.Position = forgiving{out.Position}
	return out, err
}

type forgiving struct{ engine.Position }

func (p forgiving) Submit(n int, seat engine.Seat, id engine.PromptID, path []string) (engine.Outcome, error) {
	if _, err := p.Prompt(id); errors.Is(err, engine.ErrStale) {
		id = p.Prompts()[0].ID
	}
	out, err := p.Position.Submit(n, seat, id, path)
	if err == nil {
		out.Position = forgiving{out.Position}
	}
	return out, err
}
