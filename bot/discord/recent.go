package discord

import "sync"

// manyRecent is how many interactions are remembered at least.
const manyRecent = 4096

// recent remembers the latest interactions: Discord may bring one twice.
type recent struct {
	mu       sync.Mutex
	new, old map[ID]bool
}

// first reports whether an id comes for the first time.
func (r *recent) first(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.new[id] || r.old[id] {
		return false
	}
	if r.new == nil || len(r.new) == manyRecent {
		r.new, r.old = map[ID]bool{}, r.new
	}
	r.new[id] = true
	return true
}
