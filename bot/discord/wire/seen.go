package wire

import "sync"

// manySeen is how many interactions are remembered at least.
const manySeen = 4096

// seen remembers the latest interactions: Discord may bring one twice.
type seen struct {
	mu       sync.Mutex
	new, old map[ID]bool
}

// first reports whether an id comes for the first time.
func (r *seen) first(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.new[id] || r.old[id] {
		return false
	}
	if r.new == nil || len(r.new) == manySeen {
		r.new, r.old = map[ID]bool{}, r.new
	}
	r.new[id] = true
	return true
}
