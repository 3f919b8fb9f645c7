package tutor

import (
	"container/list"
	"sync"
)

// most bounds the lessons in memory; the one that was used longest ago is put away, and its pupil
// begins their step anew.
const most = 200

// Lessons holds one lesson for an account. The zero value has none. It may be used from many
// goroutines.
type Lessons struct {
	mu    sync.Mutex
	byWho map[string]*list.Element
	order list.List // of *held, longest unused first
}

type held struct {
	mu      sync.Mutex
	account string
	lesson  *Lesson // nil: it is not begun
}

// With does something with the lesson of an account in the course of a game, or of whichever it is where
// none is named; where there is none, one is begun. It returns what begin and do return.
func (b *Lessons) With(account, game string, begin func() (*Lesson, error), do func(l *Lesson) error) error {
	h := b.take(account)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lesson == nil || game != "" && h.lesson.game != game {
		l, err := begin()
		if err != nil {
			return err
		}
		h.lesson = l
	}
	return do(h.lesson)
}

// PutAway ends the lesson of an account, if it has one.
func (b *Lessons) PutAway(account string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.byWho[account]; e != nil {
		b.order.Remove(e)
		delete(b.byWho, account)
	}
}

// take is what is held for an account, used last.
func (b *Lessons) take(account string) *held {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.byWho[account]; e != nil {
		b.order.MoveToBack(e)
		return e.Value.(*held)
	}
	if b.byWho == nil {
		b.byWho = map[string]*list.Element{}
	}
	h := &held{account: account}
	b.byWho[account] = b.order.PushBack(h)
	for b.order.Len() > most {
		delete(b.byWho, b.order.Remove(b.order.Front()).(*held).account)
	}
	return h
}
