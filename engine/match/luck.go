package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
)

// luck is all that the next roll hangs on, and the count of rolls. A rewind
// leaves it alone: nothing that was answered or rolled becomes undone for dice.
type luck struct {
	names []engine.Seat
	open  *Opening
	// phrases are what stands for each seat, by the game's order. It is never
	// written: a change makes another.
	phrases []string
	seed    Head
	orders  Head
	sealed  int64 // when the last order was recorded
	rolls   int
}

// keyed reports whether rolls of the match are proven.
func (l luck) keyed() bool { return l.open.Dice != nil }

// roll is the next roll, but for its purpose, its faces and the time.
func (l luck) roll() Roll {
	return Roll{
		Match: l.open.Match, Seed: l.seed, No: l.rolls + 1, Orders: l.orders, Sealed: l.sealed, Dice: l.open.Dice,
	}
}

// after is the luck after one more decision, which follows log; starts says that
// every seat is held with it for the first time.
func (l luck) after(log []*Entry, d *Decision, starts bool) (luck, error) {
	if err := d.placed(); err != nil {
		return l, err
	}
	var err error
	switch {
	case d.Kind == KindOpen:
		l.open = d.Open
		if l.keyed() {
			err = l.open.Dice.valid(l.names)
		}
	case d.Kind == KindJoin:
		l, err = l.joined(d, starts)
	case d.Kind == KindAnswer && d.Seat == engine.Chance:
		l, err = l.rolled(d)
	case d.Kind == KindAnswer:
		// What alone was legal is no order; what a standing order says is one.
		if !d.Auto || d.Standing != 0 {
			l.sealed = d.At
		}
		if d.Sealed == "" {
			l.orders = l.orders.order(d.Seat, d.Path)
		}
	case d.Kind == KindRewind:
		// Rounds of a beacon that have come by now are known: what is rolled
		// again must wait for another.
		l.sealed = d.At
	}
	if err != nil {
		return l, err
	}
	return l.opened(log, d)
}

// opened takes in what an answer, which follows log, makes public.
func (l luck) opened(log []*Entry, d *Decision) (luck, error) {
	for i, n := range d.Opens {
		switch {
		case n < 1 || n > len(log) || log[n-1].Decision.Sealed == "":
			return l, fmt.Errorf("match: it opens decision %d, which is no sealed one before it", n)
		case log[n-1].Hidden():
			return l, fmt.Errorf("match: it opens decision %d, whose secret is missing", n)
		case slices.Contains(d.Opens[:i], n) || isOpen(log, n):
			return l, fmt.Errorf("match: it opens decision %d, which was opened before", n)
		}
		sealed := &log[n-1].Decision
		l.orders = l.orders.order(sealed.Seat, sealed.Path)
	}
	return l, nil
}

// placed checks that what dice hang on stands only where it counts: whoever could
// open a secret in passing, by a note of his own, would choose among rolls.
func (d *Decision) placed() error {
	const most = 1 << 53 // what every reader of JSON agrees on
	switch {
	case d.Kind != KindAnswer && (d.Opens != nil || d.Roll != nil || d.Auto || d.Standing != 0):
		return fmt.Errorf("match: %s opens a secret, rolls or gives itself, which only an answer does", d.Kind)
	case d.Kind != KindOpen && d.Open != nil:
		return fmt.Errorf("match: %s opens the match, which only the first decision does", d.Kind)
	case d.Kind != KindJoin && d.Phrase != "":
		return fmt.Errorf("match: %s has a phrase, which only who joins brings", d.Kind)
	case d.At <= -most || d.At >= most:
		return fmt.Errorf("match: it was recorded at %d, which is no time", d.At)
	}
	return nil
}

// joined takes a phrase over. The seed is fixed when the match starts: whoever
// takes a seat later adds nothing to it.
func (l luck) joined(d *Decision, starts bool) (luck, error) {
	if !l.keyed() {
		if d.Phrase != "" {
			return l, errors.New("match: a phrase, and the dice of the match have no key")
		}
		return l, nil
	}
	if !isHash(d.Phrase) {
		return l, errors.New("match: whoever joins a match whose dice have a key brings a phrase")
	}
	l.phrases = slices.Clone(l.phrases)
	l.phrases[slices.Index(l.names, d.Seat)] = d.Phrase
	if starts {
		l.seed, l.sealed = seed(l.open, l.phrases), d.At
	}
	return l, nil
}

// rolled counts a roll, and checks what can be known of it without the rules and
// without its suite.
func (l luck) rolled(d *Decision) (luck, error) {
	l.rolls++
	r := d.Roll
	switch {
	case r.No != l.rolls:
		return l, fmt.Errorf("match: roll number %d where %d is next", r.No, l.rolls)
	case r.Faces < 1 || len(d.Path) != 1:
		return l, errors.New("match: a roll has faces and one result")
	case r.Among != nil && len(r.Among) != r.Faces:
		return l, fmt.Errorf("match: a roll among %d chances names %d", r.Faces, len(r.Among))
	case l.keyed() && r.Proof == "":
		return l, fmt.Errorf("match: roll %d has no proof, and the dice of the match have a key", r.No)
	case l.keyed() && (r.Pulse != nil) != (l.open.Dice.Beacon != nil):
		return l, errors.New("match: a roll has a pulse if and only if the match names a beacon")
	case !l.keyed() && (r.Proof != "" || r.Among != nil || r.Pulse != nil):
		return l, errors.New("match: a roll is proven, and the dice of the match have no key")
	}
	return l, nil
}
