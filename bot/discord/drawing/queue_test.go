package drawing

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// easel draws what its test lets it draw, in a bubble with a clock of its own.
type easel struct {
	*Queue
	mu    sync.Mutex
	begun []string // names of pictures, with their sizes
	may   chan struct{}
}

// atEasel runs a test with so many workers.
func atEasel(t *testing.T, workers int, test func(t *testing.T, e *easel)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t, &easel{Queue: New(workers), may: make(chan struct{})})
	})
}

// drawn draws a picture when its test lets it.
func (e *easel) drawn(name string) func(Size) {
	return func(s Size) {
		e.mu.Lock()
		e.begun = append(e.begun, fmt.Sprint(name, " ", s))
		e.mu.Unlock()
		<-e.may
	}
}

// want has a picture drawn that waits for its test.
func (e *easel) want(key, name string, behind time.Duration) *Turn {
	t := e.Want(key, behind, e.drawn(name))
	synctest.Wait()
	return t
}

// draw lets so many pictures be finished, one after the other.
func (e *easel) draw(n int) {
	for range n {
		e.may <- struct{}{}
		synctest.Wait()
	}
}

// holds checks which pictures were begun.
func (e *easel) holds(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(e.begun, want) {
		t.Errorf("drawn were %q, want %q", e.begun, want)
	}
}

func isOver(t *Turn) bool {
	select {
	case <-t.Over():
		return true
	default:
		return false
	}
}

// TestOnlyTheNewestIsDrawn: what waits under the same key is given up, and the newer has its turn.
func TestOnlyTheNewestIsDrawn(t *testing.T) {
	atEasel(t, 1, func(t *testing.T, e *easel) {
		e.want("x", "x", 0)
		old := e.want("a", "a1", 0)
		time.Sleep(time.Second)
		e.want("b", "b", 0)
		time.Sleep(time.Second)
		e.want("a", "a2", 0)
		if !isOver(old) {
			t.Error("who waits for the older is not told")
		}
		if s := e.State(); s.Waiting != 2 || s.Oldest != 2*time.Second || s.Replaced != 1 {
			t.Errorf("it stands at %+v", s)
		}
		e.draw(3)
		e.holds(t, "x 0", "a2 0", "b 0")
	})
}

// TestStaleDrawingsAreRedrawn: a picture that is wanted in place of one that is being
// drawn is drawn after it, on no other worker, and before what came since the first.
func TestStaleDrawingsAreRedrawn(t *testing.T) {
	atEasel(t, 2, func(t *testing.T, e *easel) {
		first := e.want("a", "a1", 0)
		time.Sleep(time.Second)
		again := first.Again(e.drawn("a2"))
		e.holds(t, "a1 0") // though a worker is free
		again.Again(e.drawn("a3"))
		e.want("b", "b", 0)
		e.want("c", "c", 0)
		e.holds(t, "a1 0", "b 0")
		e.draw(2)
		e.holds(t, "a1 0", "b 0", "a3 0", "c 0")
		if e.held != 3 { // all but what was freed
			t.Errorf("%d pictures are held", e.held)
		}
		e.draw(2)
	})
}

// TestRedrawingKeepsItsTurn: it was asked for before what came while it was drawn.
func TestRedrawingKeepsItsTurn(t *testing.T) {
	atEasel(t, 1, func(t *testing.T, e *easel) {
		first := e.want("a", "a1", 0)
		time.Sleep(time.Millisecond)
		e.want("b", "b", 0)
		time.Sleep(time.Millisecond)
		first.Again(e.drawn("a2"))
		e.draw(3)
		e.holds(t, "a1 0", "a2 0", "b 0")
	})
}

// TestSeveralWorkers: as many are drawn at once as there are workers, and no more.
func TestSeveralWorkers(t *testing.T) {
	atEasel(t, 3, func(t *testing.T, e *easel) {
		for n := range 5 {
			e.want(fmt.Sprint(n), fmt.Sprint(n), 0)
			time.Sleep(time.Millisecond)
		}
		e.holds(t, "0 0", "1 0", "2 0")
		e.draw(1)
		e.holds(t, "0 0", "1 0", "2 0", "3 0")
		e.draw(4)
	})
}

// TestOneMoreIsDrawnWhileManyWait: where even small pictures come late, and no longer than that.
func TestOneMoreIsDrawnWhileManyWait(t *testing.T) {
	atEasel(t, 1, func(t *testing.T, e *easel) {
		e.want("x", "x", 0)
		for n := range 3 {
			e.want(fmt.Sprint(n), fmt.Sprint(n), 0)
		}
		time.Sleep(9 * time.Second)
		for _, step := range []struct{ draw, begun int }{{1, 3}, {3, 4}} {
			e.draw(step.draw)
			if len(e.begun) != step.begun {
				t.Errorf("begun were %q", e.begun)
			}
		}
		e.want("y", "y", 0)
		e.want("z", "z", 0)
		if len(e.begun) != 5 { // one alone
			t.Errorf("begun were %q", e.begun)
		}
		e.draw(2)
	})
}

// TestAnAnswerGoesFirst: but a board that has waited long goes before it.
func TestAnAnswerGoesFirst(t *testing.T) {
	atEasel(t, 1, func(t *testing.T, e *easel) {
		e.want("x", "x", 0)
		e.want("old", "old board", Unasked)
		time.Sleep(2 * time.Second)
		e.want("young", "young board", Unasked)
		time.Sleep(Unasked - time.Second)
		e.want("answer", "answer", 0)
		e.draw(4)
		e.holds(t, "x 0", "old board 2", "answer 2", "young board 2")
	})
}

// TestPicturesGetSmallerAndLargerAgain goes through every step of the rule.
func TestPicturesGetSmallerAndLargerAgain(t *testing.T) {
	for _, step := range []struct {
		from   Size
		oldest time.Duration
		to     Size
	}{
		{Full, 0, Full},
		{Full, 2 * time.Second, Full},
		{Full, 2001 * time.Millisecond, Smaller},
		{Full, 5 * time.Second, Small},
		{Full, 9 * time.Second, Sparse},
		{Smaller, 2 * time.Second, Smaller},
		{Smaller, time.Second, Smaller},
		{Smaller, 999 * time.Millisecond, Full},
		{Smaller, 4 * time.Second, Smaller},
		{Smaller, 4001 * time.Millisecond, Small},
		{Small, 2 * time.Second, Small},
		{Small, 1999 * time.Millisecond, Smaller},
		{Small, 8 * time.Second, Small},
		{Small, 8001 * time.Millisecond, Sparse},
		{Sparse, 4 * time.Second, Sparse},
		{Sparse, 3999 * time.Millisecond, Small},
		{Sparse, time.Second / 2, Full},
	} {
		if got := step.from.next(step.oldest); got != step.to {
			t.Errorf("size %d becomes %d when the oldest waits %v, want %d", step.from, got, step.oldest, step.to)
		}
	}
	for size, want := range map[Size]int{Full: 1600, Smaller: 1200, Small: 800, Sparse: 800} {
		if got := size.Of(1600); got != want {
			t.Errorf("size %d of 1600 pixels is %d", size, got)
		}
	}
	atEasel(t, 1, func(t *testing.T, e *easel) {
		names := []string{"a", "b", "c", "d"}
		for _, name := range names {
			e.want(name, name, 0)
		}
		for range names {
			time.Sleep(4 * time.Second)
			e.draw(1)
		}
		e.want("f", "f", 0)
		e.draw(1)
		e.holds(t, "a 0", "b 1", "c 2", "d 3", "f 0")
		if s := e.State(); s.Drawn != [Sizes]uint64{2, 1, 1, 1} || s.Took != [Sizes]time.Duration{4 * time.Second, 4 * time.Second, 4 * time.Second, 4 * time.Second} || s.Size != Full {
			t.Errorf("it stands at %+v", s)
		}
	})
}

// TestFinishedDrawingsAreBounded: while nobody takes away what is drawn, no more is.
func TestFinishedDrawingsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(2)
		var turns []*Turn
		for n := range mostDrawn + 3 {
			turns = append(turns, q.Want(fmt.Sprint(n), 0, func(Size) {}))
		}
		synctest.Wait()
		if s := q.State(); s.Waiting != 3 || s.Drawn[Full] != mostDrawn {
			t.Errorf("it stands at %+v", s)
		}
		turns[0].Free()
		turns[0].Free()
		synctest.Wait()
		if s := q.State(); s.Waiting != 2 {
			t.Errorf("with one freed, it stands at %+v", s)
		}
		for _, turn := range turns {
			turn.Free()
		}
		if synctest.Wait(); q.held != 0 {
			t.Errorf("at last %d pictures are held", q.held)
		}
	})
}

// TestAGivenUpTurn takes no turn, and one that is given up while it is drawn holds nothing.
func TestAGivenUpTurn(t *testing.T) {
	atEasel(t, 1, func(t *testing.T, e *easel) {
		drawn := e.want("a", "a", 0)
		waiting := e.want("b", "b", 0)
		drawn.Free()
		waiting.Free()
		if !isOver(waiting) || isOver(drawn) {
			t.Error("who waits for it is not told when it is over")
		}
		e.draw(1)
		e.holds(t, "a 0")
		if s := e.State(); s.Waiting != 0 || e.held != 0 {
			t.Errorf("it stands at %+v and holds %d", s, e.held)
		}
	})
}

// BenchmarkWant has a board of each of 2,000 matches wait, and another wanted for each that is
// drawn.
func BenchmarkWant(b *testing.B) {
	const matches = 2000
	q := New(1)
	keys := make([]string, matches)
	next := make(chan struct{})
	turns := map[string]*Turn{}
	want := func(key string) {
		turns[key] = q.Want(key, Unasked, func(Size) { <-next })
	}
	for n := range keys {
		keys[n] = fmt.Sprint("board ", n)
		want(keys[n])
	}
	for n := 0; b.Loop(); n++ { // in the order in which they are drawn
		done := turns[keys[n%matches]]
		next <- struct{}{}
		<-done.Over()
		done.Free()
		want(keys[n%matches])
	}
	for _, t := range turns {
		t.Free()
	}
	next <- struct{}{} // for the one that is being drawn
}
