package tutor

import (
	"sync"

	"referee/bot/recent"
)

// most bounds the lessons in memory; the one that was used longest ago is put away, and its pupil
// begins their step again.
const most = 200

// Lessons holds one lesson for an account. The zero value has none. It may be used from many
// goroutines.
type Lessons struct{ byAccount recent.Map[string, *held] }

type held struct {
	mu     sync.Mutex
	lesson *Lesson // nil: it is not begun
}

// With does something with the lesson of an account in the course of a game, or of whichever it is where
// none is named; where there is none, one is begun. It returns what begin and do return.
func (b *Lessons) With(account, game string, begin func() (*Lesson, error), do func(l *Lesson) error) error {
	h := b.byAccount.GetOrPut(account, most, func() *held { return &held{} })
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
func (b *Lessons) PutAway(account string) { b.byAccount.Delete(account) }
