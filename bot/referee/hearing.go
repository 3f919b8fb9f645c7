package referee

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// Heard is that a match is not any more as it was.
type Heard struct {
	Match match.ID
	Seq   int // of its last decision
	// Seat is whose half-built answer is another now, of which nobody else is to hear; "": a decision
	// was made, or somebody has come or gone, and everybody may hear of it.
	Seat engine.Seat
}

// hearing is who hears of changes. The zero value is nobody.
type hearing struct {
	mu   sync.Mutex
	next int
	by   map[int]func(Heard)
}

// Hear has a function hear of every change, once it is stored, until stop is called. It is called
// under the lock of the match: it must return at once, and ask nothing of the referee.
func (r *Referee) Hear(of func(Heard)) (stop func()) {
	h := &r.hearing
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[int]func(Heard){}
	}
	n := h.next
	h.next++
	h.by[n] = of
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.by, n)
	}
}

// tell has everybody hear of a change who wants to.
func (h *hearing) tell(c Heard) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range h.by {
		of(c)
	}
}

// Mark names what a seat decides by, for a door whose visitors cannot hold a [Snapshot]: the
// match as it stands, and what the seat has half built. It tells nothing of either. 16 hex digits.
func (s *Snapshot) Mark(seat engine.Seat) string {
	head := s.m.Head()
	sum := sha256.Sum256(append(append([]byte(nil), head[:]...), s.beside.Drafts[seat]...))
	return hex.EncodeToString(sum[:8])
}
