package match

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"referee/engine"
)

// Report is what a verification found to hold.
type Report struct {
	Opening Opening
	Entries int
	Head    Head
	Rolls   int // rewound ones included
	Proven  int // of these, checked against the key of the match
	// Judged is the number of entries, from the first, that were judged anew:
	// fewer than Entries where a secret that is not open yet is missing.
	Judged int
}

// Verify checks a file that [Decode] has read, and takes nobody's word: that
// every line is spelled as a referee spells it, that the game is the one that
// the match is pinned to, that every roll is there, in order, and belongs to its
// orders, that check finds it proven where the match has a key, and that judging
// every decision anew gives the events recorded. It returns *BadEntryError for
// the first entry that does not hold.
//
// What it cannot see is that a record was exchanged as a whole, or cut off at
// its end: a head seen in a post shows it ([Seen]).
func Verify(f *File, g engine.Game, check func(Made) error) (Report, error) {
	o, err := Pinned(f.Entries)
	if err != nil {
		return Report{}, err
	}
	if err := fits(g, o); err != nil {
		return Report{}, &BadEntryError{Seq: 1, Err: err}
	}
	last := f.Entries[len(f.Entries)-1]
	out := Report{Opening: o, Entries: len(f.Entries), Head: last.Head}
	rolls, err := proven(g, f.Entries, check)
	out.Rolls = len(rolls)
	if o.Dice != nil {
		out.Proven = len(rolls)
	}
	judged := f.Entries[:judgeable(f.Entries)]
	out.Judged = len(judged)
	return out, first(spelled(f.Entries), err, judgedAnew(g, judged), viewed(g, f.As))
}

// first is the error of the entry that comes first; nil if there is none.
func first(errs ...error) error {
	var out error
	least := 0
	for _, err := range errs {
		var bad *BadEntryError
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
		if !same(e.Line, new(Decision)) || e.Secret != nil && !same(e.Secret, new(secret)) {
			return &BadEntryError{Seq: i + 1, Err: errors.New("it is not spelled as a referee spells it")}
		}
	}
	return nil
}

// same reports whether a text is what is written for the value that it spells.
func same[T any](text []byte, v *T) bool {
	if err := strict(text, v); err != nil {
		return false
	}
	again, err := encode(v)
	return err == nil && bytes.Equal(again, text)
}

// proven lists the rolls of a record, each checked where the match has a key.
func proven(g engine.Game, entries []*Entry, check func(Made) error) ([]Made, error) {
	rolls, err := made(g, entries)
	for i, r := range rolls {
		if r.Roll.Dice == nil {
			break
		}
		if wrong := check(r); wrong != nil {
			return rolls[:i], &BadEntryError{Seq: r.Seq, Err: fmt.Errorf("roll %d: %w", r.Rolled.No, wrong)}
		}
	}
	return rolls, err
}

// judgeable is the number of entries before the first that moves the position by
// what is secret.
func judgeable(entries []*Entry) int {
	for i, e := range entries {
		if e.Hidden() && e.Decision.moves() {
			return i
		}
	}
	return len(entries)
}

// judgedAnew is the first entry that the rules judge otherwise.
func judgedAnew(g engine.Game, entries []*Entry) error {
	found, err := Rejudge(g, entries)
	if len(found) > 0 {
		err = first(err, &BadEntryError{Seq: found[0].Seq, Err: errors.New("judged anew: " + found[0].What)})
	}
	return err
}

// viewed checks that a file was made for somebody.
func viewed(g engine.Game, v engine.Viewer) error {
	if v == "" || v == engine.Spectator || slices.Contains(g.Info().Seats, engine.Seat(v)) {
		return nil
	}
	return fmt.Errorf("match: the file says that it is for %q, who is no seat of %s", v, g.Info().Game)
}
