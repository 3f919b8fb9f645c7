package wire

import "sync"

// manyRecent is how many ids are remembered at least.
const manyRecent = 4096

// recent remembers something of the latest ids. What is long ago is forgotten.
type recent[V any] struct {
	mu       sync.Mutex
	new, old map[ID]V
}

// get is what is remembered of an id.
func (r *recent[V]) get(id ID) (v V, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.find(id)
}

// put remembers something of an id, and reports whether it does; replace: also where something is remembered of it. "" is
// not an id.
func (r *recent[V]) put(id ID, v V, replace bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.find(id); known && !replace || id == "" {
		return false
	}
	if r.new == nil || len(r.new) >= manyRecent {
		r.new, r.old = map[ID]V{}, r.new
	}
	r.new[id] = v
	return true
}

// find is get. The lock is held.
func (r *recent[V]) find(id ID) (v V, known bool) {
	if v, known = r.new[id]; !known {
		v, known = r.old[id]
	}
	return v, known
}
