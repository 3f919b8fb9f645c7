package refereetest

import (
	"sync"
	"time"
)

// Stall has a store stand still, whose [store.Options.Written] is its Written: the write after Begin does not end before
// End, and all that are to be stored after it wait.
type Stall struct {
	mu  sync.Mutex
	end chan struct{} // nil: it goes on
}

// Written waits while the store stands still.
func (s *Stall) Written(time.Duration, error) {
	s.mu.Lock()
	end := s.end
	s.mu.Unlock()
	if end != nil {
		<-end
	}
}

// Begin has the store stand still.
func (s *Stall) Begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end = make(chan struct{})
}

// End has it go on.
func (s *Stall) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		close(s.end)
	}
	s.end = nil
}
