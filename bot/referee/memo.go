package referee

import (
	"sync"

	"referee/engine/match"
)

// memo keeps what was worked out of matches, for as long as they stay as they are: a
// league has hundreds, and to judge one anew takes milliseconds. The zero memo is
// empty.
type memo[T any] struct {
	mu   sync.Mutex
	kept map[match.ID]keptOf[T]
}

// keptOf is what was worked out of a match with a head.
type keptOf[T any] struct {
	head match.Head
	what T
}

// of is what work makes of a match as it stands. It must not be written.
func (m *memo[T]) of(r *Referee, id match.ID, work func(*match.Match) (T, error)) (T, error) {
	card, err := r.store.Summary(id)
	if err != nil {
		return *new(T), err
	}
	m.mu.Lock()
	k, ok := m.kept[id]
	m.mu.Unlock()
	if ok && k.head == card.Head {
		return k.what, nil
	}
	played, err := r.asItIs(id)
	if err != nil {
		return *new(T), err
	}
	k = keptOf[T]{head: played.Head()}
	if k.what, err = work(played); err != nil {
		return *new(T), err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[match.ID]keptOf[T]{}
	}
	m.kept[id] = k
	return k.what, nil
}
