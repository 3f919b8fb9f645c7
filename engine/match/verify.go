package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/kit/lists"
)

// Report is the result of a successful verification.
type Report struct {
	Opening Opening
	Entries int
	Head    chain.Head
	Rolls   int // rewound ones included
	Sealed  int // of these, secret: they can be checked once they are open
	Proven  int // of these, checked against the key of the match
	// Course is how the match went.
	Course Course
	// Judged is the number of entries, from the first, that were judged again: fewer than Entries
	// if a secret that is not open yet is missing.
	Judged int
}

// Verifier holds the functions that verify a match file and that only games and dice can provide.
type Verifier struct {
	// Open opens the game that a match is pinned to, over the data set of its file. It may panic.
	Open func(o Opening, data Data) (engine.Game, error)
	// Roll returns the problem of a roll's proof; nil: none.
	Roll func(RecordedRoll) error
}

// Read reads a file that anybody may have written, within its bounds, and verifies it: see
// [DecodeExact] and [Verify]. It returns the game that the match is pinned to.
func (v Verifier) Read(r io.Reader) (*File, engine.Game, Report, error) {
	f, err := DecodeExact(r)
	if err != nil {
		return nil, nil, Report{}, err
	}
	o, err := Pinned(f.Entries)
	if err != nil {
		return nil, nil, Report{}, err
	}
	if len(f.Data) == 0 {
		return nil, nil, Report{}, errors.New("match: the file has no data set: it cannot be judged")
	}
	g, err := v.open(o, f.Data)
	if err != nil {
		return nil, nil, Report{}, badEntry(1, err)
	}
	report, err := Verify(f, g, v.Roll)
	return f, g, report, err
}

// open is Open, whose panics over a data set are errors.
func (v Verifier) open(o Opening, data Data) (g engine.Game, err error) {
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("match: the game cannot be opened with this data set: %v", p)
		}
	}()
	return v.Open(o, data)
}

// Verify checks a file that Decode has read without trusting anything in it: that every line is
// spelled as a referee spells it, that the game is the one that the match is pinned to, that every
// roll is there, in order, and belongs to its orders, that check finds it proven if the match has a
// key, and that judging every decision again gives the events recorded. It returns
// *chain.BadEntryError for the first entry that fails.
//
// It cannot detect that a record was exchanged as a whole, or cut off at its end: a head seen in a
// post does ([SeenHead]).
func Verify(f *File, g engine.Game, check func(RecordedRoll) error) (Report, error) {
	o, err := Pinned(f.Entries)
	if err != nil {
		return Report{}, err
	}
	if g, err = pinned(g, o); err != nil {
		return Report{}, badEntry(1, err)
	}
	last := f.Entries[len(f.Entries)-1]
	out := Report{Opening: o, Entries: len(f.Entries), Head: last.Head}
	rolls, err := proven(g, f.Entries, check)
	out.Rolls = len(rolls)
	out.Sealed = lists.Count(rolls, func(r RecordedRoll) bool { return r.Sealed })
	if o.Dice != nil {
		out.Proven = out.Rolls - out.Sealed
	}
	judged := f.Entries[:judgeable(f.Entries)]
	out.Judged = len(judged)
	m, wrong := judgedAnew(g, judged)
	if err := first(spelled(f.Entries), err, wrong, viewed(g, f.As)); err != nil {
		return out, err
	}
	out.Course = courseOf(f.Entries, m)
	return out, nil
}

// first is the error of the entry that comes first; nil if there is none.
func first(errs ...error) error {
	var out error
	least := 0
	for _, err := range errs {
		var bad *chain.BadEntryError
		switch {
		case err == nil:
		case !errors.As(err, &bad):
			return err
		case out == nil || bad.Seq < least:
			out, least = err, bad.Seq
		}
	}
	return out
}

// spelled checks that every line and every secret is spelled as it is written:
// another spelling could be read otherwise by another program.
func spelled(entries []*Entry) error {
	for i, e := range entries {
		if !same(e.Line, new(wire)) || e.Secret != nil && !same(e.Secret, new(secret)) {
			return badEntry(i+1, errors.New("it is not spelled as a referee spells it"))
		}
	}
	return nil
}

// same reports whether a text is what is written for the value that it spells.
func same[T any](text []byte, v *T) bool {
	if err := chain.Strict(text, v); err != nil {
		return false
	}
	again, err := chain.Encode(v)
	return err == nil && bytes.Equal(again, text)
}

// proven lists the rolls of a record, each checked where the match has a key.
func proven(g engine.Game, entries []*Entry, check func(RecordedRoll) error) ([]RecordedRoll, error) {
	rolls, err := made(g, entries)
	for i, r := range rolls {
		if r.Roll.Dice == nil {
			break
		}
		if r.Sealed {
			continue
		}
		if wrong := check(r); wrong != nil {
			return rolls[:i], badEntry(r.Seq, fmt.Errorf("roll %d: %w", r.Rolled.No, wrong))
		}
	}
	return rolls, err
}

// judgeable is the number of entries before the first that moves the position by
// what is secret.
func judgeable(entries []*Entry) int {
	if i := slices.IndexFunc(entries, func(e *Entry) bool { return e.Hidden() && e.Decision.moves() }); i >= 0 {
		return i
	}
	return len(entries)
}

// judgedAnew is the match as the rules judge it, and the first entry that they judge
// otherwise.
func judgedAnew(g engine.Game, entries []*Entry) (*Match, error) {
	m, found, err := rejudge(g, entries)
	if len(found) > 0 {
		err = first(err, badEntry(found[0].Seq, errors.New("judged again: "+found[0].What)))
	}
	return m, err
}

// viewed checks that a file was made for somebody.
func viewed(g engine.Game, v engine.Viewer) error {
	if v == "" || v == engine.Spectator || slices.Contains(g.Info().Seats, engine.Seat(v)) {
		return nil
	}
	return fmt.Errorf("match: the file says that it is for %q, which is not a seat of %s", v, g.Info().Game)
}
