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
	switch a := d.Act.(type) {
	case ActOpen:
		l.open = a.Opening
		if l.keyed() {
			err = l.open.Dice.valid(l.names)
		}
	case ActJoin:
		l, err = l.joined(d, a, starts)
	case ActAnswer:
		l, err = l.answered(d, a)
	case ActRewind:
		// Rounds of a beacon that have come by now are known: what is rolled
		// again must wait for another.
		l.sealed = d.At
	}
	if err != nil {
		return l, err
	}
	return l.opened(log, d)
}

// answered is the luck after an answer.
func (l luck) answered(d *Decision, a ActAnswer) (luck, error) {
	if d.Seat == engine.Chance {
		return l.rolled(a)
	}
	// What alone was legal is no order; what a standing order says is one.
	if !a.Auto || a.Standing != 0 {
		l.sealed = d.At
	}
	if d.Sealed == "" {
		l.orders = l.orders.order(d.Seat, a.Path)
	}
	return l, nil
}

// opened takes in what an answer, which follows log, makes public.
func (l luck) opened(log []*Entry, d *Decision) (luck, error) {
	list := d.opens()
	for i, n := range list {
		switch {
		case n < 1 || n > len(log) || log[n-1].Decision.Sealed == "":
			return l, fmt.Errorf("match: it opens decision %d, which is no sealed one before it", n)
		case log[n-1].Hidden():
			return l, fmt.Errorf("match: it opens decision %d, whose secret is missing", n)
		case slices.Contains(list[:i], n) || isOpen(log, n):
			return l, fmt.Errorf("match: it opens decision %d, which was opened before", n)
		}
		sealed := &log[n-1].Decision
		l.orders = l.orders.order(sealed.Seat, sealed.path())
	}
	return l, nil
}

// placed checks that what dice hang on stands only where it counts: whoever could
// open a secret in passing, by a note of his own, would choose among rolls.
func (d *Decision) placed() error {
	const most = 1 << 53 // what every reader of JSON agrees on
	if f := d.foreign; f != nil {
		switch {
		case f.Opens != nil || f.Roll != nil || f.Auto || f.Standing != 0:
			return fmt.Errorf("match: %s opens a secret, rolls or gives itself, which only an answer does", d.Kind())
		case f.Open != nil:
			return fmt.Errorf("match: %s opens the match, which only the first decision does", d.Kind())
		case f.Phrase != "":
			return fmt.Errorf("match: %s has a phrase, which only who joins brings", d.Kind())
		}
	}
	if d.At <= -most || d.At >= most {
		return fmt.Errorf("match: it was recorded at %d, which is no time", d.At)
	}
	return nil
}

// joined takes a phrase over. The seed is fixed when the match starts: whoever
// takes a seat later adds nothing to it.
func (l luck) joined(d *Decision, a ActJoin, starts bool) (luck, error) {
	if !l.keyed() {
		if a.Phrase != "" {
			return l, errors.New("match: a phrase, and the dice of the match have no key")
		}
		return l, nil
	}
	if !isHash(a.Phrase) {
		return l, errors.New("match: whoever joins a match whose dice have a key brings a phrase")
	}
	l.phrases = slices.Clone(l.phrases)
	l.phrases[slices.Index(l.names, d.Seat)] = a.Phrase
	if starts {
		l.seed, l.sealed = seed(l.open, l.phrases), d.At
	}
	return l, nil
}

// rolled counts a roll, and checks what can be known of it without the rules and
// without its suite.
func (l luck) rolled(a ActAnswer) (luck, error) {
	l.rolls++
	r := a.Roll
	switch {
	case r.No != l.rolls:
		return l, fmt.Errorf("match: roll number %d where %d is next", r.No, l.rolls)
	case r.Faces < 1 || len(a.Path) != 1:
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
