// Package recent keeps values by their keys, and forgets those that were used longest ago.
package recent

import (
	"container/list"
	"sync"
)

// Map holds a number of values. The zero value is empty. It may be used from many goroutines.
type Map[K comparable, V any] struct {
	mu    sync.Mutex
	at    map[K]*list.Element
	order list.List // of entry[K, V], longest unused first
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// Get returns the value of a key, which is used by that.
func (m *Map[K, V]) Get(key K) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key)
}

func (m *Map[K, V]) get(key K) (value V, ok bool) {
	e := m.at[key]
	if e == nil {
		return value, false
	}
	m.order.MoveToBack(e)
	return e.Value.(entry[K, V]).value, true
}

// GetOrPut is Get, and puts what is made where there is no value, of at most so many. Nothing else is got or put while it is
// made: a value that takes long to make is one of sync.OnceValue.
func (m *Map[K, V]) GetOrPut(key K, most int, made func() V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.get(key)
	if !ok {
		value = made()
		m.put(key, value, most)
	}
	return value
}

// Put sets the value of a key, of at most so many.
func (m *Map[K, V]) Put(key K, value V, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.delete(key)
	m.put(key, value, most)
}

func (m *Map[K, V]) put(key K, value V, most int) {
	if m.at == nil {
		m.at = map[K]*list.Element{}
	}
	m.at[key] = m.order.PushBack(entry[K, V]{key, value})
	if m.order.Len() > most {
		m.delete(m.order.Front().Value.(entry[K, V]).key)
	}
}

// Delete forgets the value of a key, if there is one.
func (m *Map[K, V]) Delete(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.delete(key)
}

func (m *Map[K, V]) delete(key K) {
	if e := m.at[key]; e != nil {
		m.order.Remove(e)
		delete(m.at, key)
	}
}
