package club

import (
	"context"
	"sync"

	"referee/engine/chain"
	"referee/engine/match"
)

// mostKept is of how many matches a cache keeps something: those of a league of 32
// in which everybody meets everybody, and a few.
const mostKept = 512

// cache keeps what was worked out of matches, for as long as they stay as they are: a
// league has hundreds, and to judge one anew takes milliseconds. Where it is full, the
// match that nobody has asked for the longest gives way. The zero cache is empty.
type cache[T any] struct {
	mu    sync.Mutex
	kept  map[match.ID]keptOf[T]
	asked uint64 // how often it was asked
}

// keptOf is what was worked out of a match with a head.
type keptOf[T any] struct {
	head  chain.Head
	what  T
	asked uint64 // the cache's count when it was asked for last
}

// of is what work makes of a match as it stands. It must not be written.
func (m *cache[T]) of(ctx context.Context, ls *Leagues, id match.ID, work func(*match.Match) (T, error)) (T, error) {
	card, err := ls.records.Summary(ctx, id)
	if err != nil {
		return *new(T), err
	}
	if k, ok := m.get(id); ok && k.head == card.Head {
		return k.what, nil
	}
	played, err := ls.office.Match(ctx, id)
	if err != nil {
		return *new(T), err
	}
	k := keptOf[T]{head: played.Head()}
	if k.what, err = work(played); err != nil {
		return *new(T), err
	}
	m.put(id, k)
	return k.what, nil
}

// get is what is kept of a match; false where nothing is.
func (m *cache[T]) get(id match.ID) (keptOf[T], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.kept[id]
	if ok {
		m.asked++
		k.asked = m.asked
		m.kept[id] = k
	}
	return k, ok
}

// put keeps something of a match, in place of what there was.
func (m *cache[T]) put(id match.ID, k keptOf[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[match.ID]keptOf[T]{}
	}
	m.asked++
	k.asked = m.asked
	m.kept[id] = k
	if len(m.kept) <= mostKept {
		return
	}
	oldest := id
	for other, o := range m.kept {
		if o.asked < m.kept[oldest].asked {
			oldest = other
		}
	}
	delete(m.kept, oldest)
}
