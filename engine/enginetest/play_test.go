package enginetest

import (
	"errors"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

var toyBias = Bias(map[string]int{"attack": 4, "stay": 0})

func TestPlayToy(t *testing.T) {
	var all Stats
	winners := map[engine.Seat]int{}
	for seed := range uint64(300) {
		var last engine.Position
		stats, err := Play(toy.Strict(), nil, seed, toyBias, Hooks{Decided: func(s Step) error {
			last = s.Outcome.Position
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		winners[last.View(engine.Judge).Result.Winner]++
		all.Add(stats)
	}
	if all.Games != 300 {
		t.Errorf("played %d games of 300", all.Games)
	}
	for _, kind := range []string{"plan", "weather", "die", "march", "loss"} {
		if all.Prompts[kind] < 20 {
			t.Errorf("prompt %s answered %d times", kind, all.Prompts[kind])
		}
	}
	for _, kind := range []string{
		"begun", "planned", "revealed", "drawn", "led", "stepped",
		"attacked", "fought", "lost", "marched", "rounded", "ended",
	} {
		if all.Events[kind] < 20 {
			t.Errorf("event %s happened %d times", kind, all.Events[kind])
		}
	}
	for _, winner := range []engine.Seat{"red", "blue", ""} {
		if winners[winner] < 20 {
			t.Errorf("winner %q in %d games", winner, winners[winner])
		}
	}
}

func TestPlayIsRepeatable(t *testing.T) {
	paths := func() (all []string) {
		_, err := Play(toy.Strict(), nil, 7, nil, Hooks{Decided: func(s Step) error {
			all = append(all, s.Path...)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if a, b := paths(), paths(); !equalJSON(a, b) {
		t.Errorf("the same seed plays\n%v and\n%v", a, b)
	}
}

func TestPlayStopsAtItsLimit(t *testing.T) {
	_, err := Play(toy.Strict(), nil, 1, nil, Hooks{Limit: 3})
	var failure *PlayError
	if !errors.Is(err, ErrEndless) || !errors.As(err, &failure) || len(failure.Commands) != 3 {
		t.Errorf("got %v", err)
	}
}

func BenchmarkPlayToy(b *testing.B) {
	g := toy.Strict()
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := Play(g, nil, seed, toyBias, Hooks{}); err != nil {
			b.Fatal(err)
		}
	}
}
