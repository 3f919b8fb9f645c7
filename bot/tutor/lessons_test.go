package tutor

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

// TestLessons: an account has one lesson, of the course that it named last; those that were used longest ago
// are put away, and one that could not be begun is begun again.
func TestLessons(t *testing.T) {
	var all Lessons
	var mu sync.Mutex
	begun := map[string]int{}
	with := func(account, game string) *Lesson {
		var out *Lesson
		begin := func() (*Lesson, error) {
			mu.Lock()
			defer mu.Unlock()
			begun[account]++
			return &Lesson{game: game}, nil
		}
		if err := all.With(account, game, begin, func(l *Lesson) error { out = l; return nil }); err != nil {
			t.Error(err)
		}
		return out
	}
	first := with("anna", "toy")
	if with("anna", "toy") != first || with("anna", "") != first || begun["anna"] != 1 {
		t.Error("a lesson is begun anew")
	}
	if other := with("anna", "chess"); other == first || other.game != "chess" {
		t.Error("the lesson of one game stands for another")
	}
	if with("ben", "toy") == with("cleo", "toy") {
		t.Error("two pupils have one lesson")
	}
	all.PutAway("ben")
	if with("ben", "toy"); begun["ben"] != 2 {
		t.Error("a lesson that was put away goes on")
	}
	var group sync.WaitGroup
	for i := range 2 * most {
		group.Add(1)
		go func() {
			defer group.Done()
			with(fmt.Sprint(i), "toy")
		}()
	}
	group.Wait()
	kept := 0
	for i := range 2 * most {
		if _, ok := all.byAccount.Get(fmt.Sprint(i)); ok {
			kept++
		}
	}
	if kept != most {
		t.Errorf("%d lessons are held, want %d", kept, most)
	}
	if with("anna", "chess"); begun["anna"] != 3 {
		t.Error("the lesson that was used longest ago is kept")
	}
	broken := errors.New("broken")
	if err := all.With("dora", "toy", func() (*Lesson, error) { return nil, broken }, nil); !errors.Is(err, broken) {
		t.Errorf("a lesson that cannot be begun: %v", err)
	}
	if with("dora", "toy") == nil {
		t.Error("it is not begun again")
	}
}
