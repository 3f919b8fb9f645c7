package dice

import (
	"fmt"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// Loaded says what it was told: numbers where the faces are numbers, names
// where they are names, each from its own queue. It must not be used by two
// goroutines at once.
type Loaded struct {
	dice  []string
	chits []string
}

var _ match.Roller = (*Loaded)(nil)

// Load adds to the ends of both queues.
func (l *Loaded) Load(dice []int, chits []string) {
	for _, d := range dice {
		l.dice = append(l.dice, strconv.Itoa(d))
	}
	l.chits = append(l.chits, chits...)
}

// Left is what the queues still hold.
func (l *Loaded) Left() (dice, chits int) { return len(l.dice), len(l.chits) }

// Roll takes the next of the queue that fits r's faces. With an empty queue it
// returns an error that wraps match.ErrNoRoll and says what was asked; where
// the next is none of the faces, an error that leaves it in the queue.
func (l *Loaded) Roll(r match.Roll) (match.Face, error) {
	queue, what := &l.chits, "chit"
	if numbers(r.Faces) {
		queue, what = &l.dice, "die"
	}
	if len(*queue) == 0 {
		return match.Face{}, fmt.Errorf("dice: no %s is loaded for %q (one of %s): %w",
			what, r.Purpose, list(r.Faces), match.ErrNoRoll)
	}
	next := (*queue)[0]
	if !(engine.Node{Options: r.Faces}).Has(next) {
		return match.Face{}, fmt.Errorf("dice: the %s loaded for %q is %q, which is none of %s",
			what, r.Purpose, next, list(r.Faces))
	}
	*queue = (*queue)[1:]
	return match.Face{ID: next}, nil
}

// numbers reports whether faces are those of a die.
func numbers(faces []engine.Option) bool {
	for _, f := range faces {
		if _, err := strconv.Atoi(f.ID); err != nil {
			return false
		}
	}
	return true
}

func list(faces []engine.Option) string {
	ids := make([]string, len(faces))
	for i, f := range faces {
		ids[i] = f.ID
	}
	return strings.Join(ids, " ")
}
