package referee_test

import (
	"context"
	"errors"
	"testing"

	"referee/bot/locale"
	"referee/engine/play"
	"referee/engine/play/account"
)

// TestAccountIsToldAfterTheEnd: whoever asks for the account of a match under way is refused; after the end it is made
// once, and can be said in every language; a game whose positions nobody judges has none, and says so.
func TestAccountIsToldAfterTheEnd(t *testing.T) {
	b := newBench(t)
	judged := 0
	b.game.Judge = &play.Judge{
		About: play.About{Name: "judge", Version: 1, Nodes: 1},
		Value: func(any) float64 { judged++; return 1.25 }, Chance: func(any) float64 { return 0.6 },
		Answer: func(*play.Question, []string) (play.Answer, float64, error) { return play.Answer{}, 0, nil },
	}
	b.restart()
	id := b.open()
	ask := func(ctx context.Context) ([]string, error) {
		s, err := b.Snapshot(b.t.Context(), id)
		b.must(err)
		said, err := s.Account(ctx)
		var keys []string
		for _, m := range said {
			keys = append(keys, m.Key)
		}
		for _, lang := range locale.Languages {
			spoken(t, s.Info(), lang, said)
		}
		return keys, err
	}
	if said, err := ask(context.Background()); !errors.Is(err, account.ErrUnderWay) || said != nil || judged > 0 {
		t.Errorf("under way: %v, %v", said, err)
	}
	_, err := b.Resign(b.t.Context(), command(id, "blue"))
	b.must(err)
	gone, stop := context.WithCancel(context.Background())
	stop()
	if said, err := ask(gone); !errors.Is(err, context.Canceled) || said != nil {
		t.Errorf("nobody waits for it: %v, %v", said, err)
	}
	said, err := ask(context.Background())
	if err != nil || len(said) < 5 || said[0] != "account.head" || judged == 0 {
		t.Errorf("after the end: %v, %v", said, err)
	}
	before := judged
	if again, err := ask(context.Background()); err != nil || len(again) != len(said) || judged != before {
		t.Errorf("again: %v, %v, judged %d times more", again, err, judged-before)
	}
	b.game.Judge = nil
	b.restart()
	if said, err := ask(context.Background()); err != nil || len(said) != 1 || said[0] != "account.unknown" {
		t.Errorf("nobody judges: %v, %v", said, err)
	}
}
