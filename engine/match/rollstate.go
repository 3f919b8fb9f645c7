package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/chain"
)

// rollState is all that the next roll depends on, and the count of rolls. A rewind
// leaves it alone: nothing that was answered or rolled becomes undone for dice.
type rollState struct {
	names []engine.Seat
	open  *Opening
	// phrases are what stands for each seat, by the game's order. It is never
	// written: a change makes another.
	phrases []string
	seed    chain.Head
	orders  chain.Head
	sealed  int64 // when the last order was recorded
	rolls   int
}

// keyed reports whether rolls of the match are proven.
func (s rollState) keyed() bool { return s.open.Dice != nil }

// roll is the next roll, but for its purpose, its faces and the time.
func (s rollState) roll() Roll {
	return Roll{
		Match: s.open.Match, Seed: s.seed, No: s.rolls + 1, Orders: s.orders, Sealed: s.sealed, Dice: s.open.Dice,
	}
}

// asked is the roll that a prompt of Chance asks for at a position.
func (s rollState) asked(pos engine.Position, p engine.Prompt, at int64) (Roll, error) {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return Roll{}, err
	}
	r := s.roll()
	r.Purpose, r.Faces, r.At = p.Purpose, node.Options, at
	return r, nil
}

// described describes the roll of a face that a prompt of Chance asks for at a position.
func (s rollState) described(pos engine.Position, p engine.Prompt, face Face) (*Rolled, error) {
	r, err := s.asked(pos, p, 0)
	if err != nil {
		return nil, err
	}
	out := &Rolled{No: r.No, For: r.Purpose, Faces: chances(r.Faces)}
	if r.Dice != nil {
		out.Among, out.Proof, out.Pulse = among(r.Faces), face.Proof, face.Pulse
	}
	return out, nil
}

// after is the state after one more decision, which follows log; starts says that
// every seat is held with it for the first time.
func (s rollState) after(log []*Entry, d *Decision, starts bool) (rollState, error) {
	if err := d.placed(); err != nil {
		return s, err
	}
	var err error
	switch a := d.Act.(type) {
	case ActOpen:
		s.open = a.Opening
		if s.keyed() {
			err = s.open.Dice.valid(s.names)
		}
	case ActJoin:
		s, err = s.joined(d, a, starts)
	case ActAnswer:
		if err = dealt(log, d, a); err == nil {
			s, err = s.answered(d, a)
		}
	case ActRewind:
		// Rounds of a beacon that have come by now are known: what is rolled
		// again must wait for another.
		s.sealed = d.At
	case ActAccept:
		if a.Offer.adopts() { // what is rolled may mean something else from now on
			s.sealed = d.At
		}
	}
	if err != nil {
		return s, err
	}
	return s.opened(log, d)
}

// answered is the state after an answer.
func (s rollState) answered(d *Decision, a ActAnswer) (rollState, error) {
	if d.Seat == engine.Chance {
		return s.rolled(d, a)
	}
	// What alone was legal is no order; what a standing order says is one.
	if !a.Auto || a.Standing != 0 {
		s.sealed = d.At
	}
	if d.Sealed == "" {
		s.orders = ordered(s.orders, d.Seat, a.Path)
	}
	return s, nil
}

// opened takes in what an answer, which follows log, makes public.
func (s rollState) opened(log []*Entry, d *Decision) (rollState, error) {
	list := d.opens()
	for i, n := range list {
		switch {
		case n < 1 || n > len(log) || log[n-1].Decision.Sealed == "":
			return s, fmt.Errorf("match: it opens decision %d, which is not an earlier sealed one", n)
		case log[n-1].Hidden():
			return s, fmt.Errorf("match: it opens decision %d, whose secret is missing", n)
		case slices.Contains(list[:i], n) || isOpen(log, n):
			return s, fmt.Errorf("match: it opens decision %d, which was opened before", n)
		}
		if sealed := &log[n-1].Decision; sealed.Seat != engine.Chance { // a roll follows from orders, and is none
			s.orders = ordered(s.orders, sealed.Seat, sealed.path())
		}
	}
	return s, nil
}

// placed checks that what dice depend on stands only where it counts: whoever could
// open a secret in passing, by a note of their own, would choose among rolls.
func (d *Decision) placed() error {
	const most = 1 << 53 // what every reader of JSON agrees on
	if f := d.foreign; f != nil {
		switch {
		case f.Opens != nil || f.Roll != nil || f.Auto || f.Standing != 0 || f.Deals != 0:
			return fmt.Errorf("match: %s opens a secret, rolls or gives itself, which only an answer does", d.Kind())
		case f.Opening != nil:
			return fmt.Errorf("match: %s opens the match, which only the first decision does", d.Kind())
		case f.Phrase != "":
			return fmt.Errorf("match: %s has a phrase, which only who joins brings", d.Kind())
		}
	}
	if d.At <= -most || d.At >= most {
		return fmt.Errorf("match: it was recorded at %d, which is not a valid time", d.At)
	}
	return nil
}

// joined takes a phrase over. The seed is fixed when the match starts: whoever
// takes a seat later adds nothing to it.
func (s rollState) joined(d *Decision, a ActJoin, starts bool) (rollState, error) {
	if !s.keyed() {
		if a.Phrase != "" {
			return s, errors.New("match: a phrase, and the dice of the match have no key")
		}
		return s, nil
	}
	if !chain.IsHash(a.Phrase) {
		return s, errors.New("match: whoever joins a match whose dice have a key brings a phrase")
	}
	s.phrases = slices.Clone(s.phrases)
	s.phrases[slices.Index(s.names, d.Seat)] = a.Phrase
	if starts {
		s.seed, s.sealed = seed(s.open, s.phrases), d.At
	}
	return s, nil
}

// rolled counts a roll, and checks what can be known of it without the rules and
// without its suite: little where its secret is missing, which has its one result.
func (s rollState) rolled(d *Decision, a ActAnswer) (rollState, error) {
	s.rolls++
	r, missing := a.Roll, d.Sealed != "" && a.Path == nil
	switch {
	case r.No != s.rolls:
		return s, fmt.Errorf("match: roll number %d where %d is next", r.No, s.rolls)
	case r.Faces < 1 || len(a.Path) != 1 && !missing:
		return s, errors.New("match: a roll has faces and one result")
	case r.Among != nil && len(r.Among) != r.Faces:
		return s, fmt.Errorf("match: a roll among %d chances names %d", r.Faces, len(r.Among))
	case s.keyed() && r.Proof == "" && !missing:
		return s, fmt.Errorf("match: roll %d has no proof, and the dice of the match have a key", r.No)
	case s.keyed() && (r.Pulse != nil) != (s.open.Dice.Beacon != nil):
		return s, errors.New("match: a roll has a pulse if and only if the match names a beacon")
	case !s.keyed() && (r.Proof != "" || r.Among != nil || r.Pulse != nil):
		return s, errors.New("match: a roll is proven, and the dice of the match have no key")
	}
	return s, nil
}
