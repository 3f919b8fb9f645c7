package referee

import (
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// Update is that a match is not any more as it was.
type Update struct {
	Match match.ID
	Seq   int // of its last decision
	// Seat is whose half-built answer is another now, of which nobody else is to hear; "": a decision
	// was made, or somebody has come or gone, and everybody may hear of it.
	Seat engine.Seat
}

// Updates are told to those who have subscribed to them. The zero value tells nobody.
type Updates struct {
	mu   sync.Mutex
	next int
	by   map[int]func(Update)
}

// Subscribe has a function called for every update, once it is stored, until stop is called. It is called
// under the lock of the match: it must return at once, and ask nothing of the referee.
func (us *Updates) Subscribe(f func(Update)) (stop func()) {
	us.mu.Lock()
	defer us.mu.Unlock()
	if us.by == nil {
		us.by = map[int]func(Update){}
	}
	n := us.next
	us.next++
	us.by[n] = f
	return func() {
		us.mu.Lock()
		defer us.mu.Unlock()
		delete(us.by, n)
	}
}

// tell calls the functions of all subscribers.
func (us *Updates) tell(u Update) {
	us.mu.Lock()
	defer us.mu.Unlock()
	for _, f := range us.by {
		f(u)
	}
}
