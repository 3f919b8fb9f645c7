package match

import (
	"encoding/hex"
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/chain"
)

// Entry is a decision with its line and its head in the chain.
type Entry = chain.Entry[Decision]

// secret is what a seal hides. The salt keeps a short path from being guessed.
type secret struct {
	Salt   string          `json:"salt"`
	Path   []string        `json:"path"`
	Events []engine.Record `json:"events"`
	// Of a roll: what else would tell its result, and what is left to draw.
	Among []string `json:"among,omitempty"`
	Proof string   `json:"proof,omitempty"`
}

// badEntry names an entry of a record that does not hold.
func badEntry(seq int, err error) error {
	return fmt.Errorf("match: %w", &chain.BadEntryError{Seq: seq, Err: err})
}

// Read checks the chain of a record and reads its entries: every line, its
// number, its head and its secret. It returns *chain.BadEntryError for the first
// that does not hold.
func Read(raw []chain.Raw) ([]*Entry, error) {
	entries, err := readAll(raw)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Hidden() {
			return nil, badEntry(e.Decision.Seq, errHidden)
		}
	}
	return entries, nil
}

// readAll is Read, but that secrets may be missing.
func readAll(raw []chain.Raw) ([]*Entry, error) {
	var w wire // the same for every line: it takes much room
	entries, err := chain.Read(raw, func(r chain.Raw) (Decision, error) {
		w = wire{}
		if err := chain.Strict(r.Line, &w); err != nil {
			return Decision{}, fmt.Errorf("the line cannot be read: %w", err)
		}
		if err := w.unseal(r.Secret); err != nil {
			return Decision{}, err
		}
		return w.decision(), nil
	})
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return entries, nil
}

// unseal fills in the path and events of a sealed line, if its secret is at hand: nil,
// it is not.
func (w *wire) unseal(text []byte) error {
	if w.Sealed == "" {
		return nil
	}
	if r := w.Roll; w.Path != nil || w.Events != nil || r != nil && (r.Among != nil || r.Proof != "") {
		return errors.New("the line shows what it seals")
	}
	if text == nil {
		return nil
	}
	var s secret
	if err := chain.Strict(text, &s); err != nil {
		return fmt.Errorf("the secret cannot be read: %w", err)
	}
	w.Path, w.Events = s.Path, s.Events
	switch roll := w.Roll != nil && w.Kind == KindAnswer; {
	case roll && len(s.Path) == 1:
		w.Roll.Among, w.Roll.Proof = s.Among, s.Proof
	case roll:
		return errors.New("the secret of a roll has one result")
	case s.Among != nil || s.Proof != "":
		return errors.New("the secret has the proof of a roll, and the line is not one")
	}
	return nil
}

// shut takes out what a seal hides.
func (w *wire) shut() {
	w.Path, w.Events = nil, nil
	if r := w.Roll; r != nil {
		w.Roll = &Rolled{No: r.No, For: r.For, Faces: r.Faces, Pulse: r.Pulse}
	}
}

var errHidden = errors.New("the secret that the line seals is missing")

// write makes the entry of a decision that follows head prev. A salt seals it.
func write(prev chain.Head, d Decision, salt []byte) (*Entry, error) {
	e := &Entry{Decision: d}
	w := d.wire()
	if salt != nil {
		s := secret{Salt: hex.EncodeToString(salt), Path: w.Path, Events: w.Events}
		if w.Roll != nil {
			s.Among, s.Proof = w.Roll.Among, w.Roll.Proof
		}
		text, err := chain.Encode(s)
		if err != nil {
			return nil, err
		}
		w.shut()
		w.Sealed = chain.Seal(text)
		e.Secret, e.Decision.Sealed = text, w.Sealed
	}
	line, err := chain.Encode(w)
	if err != nil {
		return nil, err
	}
	e.Line, e.Head = line, prev.Next(line)
	return e, nil
}
