package match

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"referee/engine"
)

// Head is the state of the chain after a decision. The zero Head stands before
// the first.
type Head [sha256.Size]byte

// ParseHead reads the 64 hex digits of a head.
func ParseHead(s string) (Head, error) {
	var h Head
	err := h.UnmarshalText([]byte(s))
	return h, err
}

// String is the head as 64 hex digits.
func (h Head) String() string { return hex.EncodeToString(h[:]) }

// Short is the first 8 hex digits, as posts show them.
func (h Head) Short() string { return h.String()[:8] }

// MarshalText is String.
func (h Head) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText is ParseHead.
func (h *Head) UnmarshalText(text []byte) error {
	if !isHash(string(text)) {
		return fmt.Errorf("match: %q is no head: want %d small hex digits", text, 2*len(h))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// Next is the head after one more line.
func (h Head) Next(line []byte) Head {
	sum := sha256.New()
	sum.Write(h[:])
	sum.Write(line)
	var out Head
	sum.Sum(out[:0])
	return out
}

// Entry is a decision as it is kept. It never changes.
type Entry struct {
	// Decision is Line, read; with the path and events of its Secret.
	Decision Decision
	// Line is the exact text that is chained: one line of JSON.
	Line []byte
	Head Head
	// Secret is the text whose SHA-256 is Decision.Sealed, or nil. It is for
	// the referee alone until a later decision opens it.
	Secret []byte
}

// Hidden reports whether the entry seals what is not at hand: it comes from a
// file of somebody who may not know it.
func (e *Entry) Hidden() bool { return e.Decision.Sealed != "" && e.Secret == nil }

// Raw is an entry as a store or a file holds it.
type Raw struct {
	Line   []byte
	Head   Head
	Secret []byte
}

// secret is what a seal hides. The salt keeps a short path from being guessed.
type secret struct {
	Salt   string          `json:"salt"`
	Path   []string        `json:"path"`
	Events []engine.Record `json:"events"`
}

// BadEntryError names the first entry of a record that does not hold.
type BadEntryError struct {
	Seq int // of the entry, by its place in the record
	Err error
}

func (e *BadEntryError) Error() string {
	return fmt.Sprintf("match: entry %d: %v", e.Seq, e.Err)
}

func (e *BadEntryError) Unwrap() error { return e.Err }

// Read checks the chain of a record and reads its entries: every line, its
// number, its head and its secret. It returns *BadEntryError for the first
// that does not hold.
func Read(raw []Raw) ([]*Entry, error) {
	entries, err := readAll(raw)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Hidden() {
			return nil, &BadEntryError{Seq: e.Decision.Seq, Err: errHidden}
		}
	}
	return entries, nil
}

// readAll is Read, but that secrets may be missing.
func readAll(raw []Raw) ([]*Entry, error) {
	out := make([]*Entry, len(raw))
	var head Head
	var w wire // the same for every line: it takes much room
	for i, r := range raw {
		w = wire{}
		e, err := read(head, i+1, r, &w)
		if err != nil {
			return nil, &BadEntryError{Seq: i + 1, Err: err}
		}
		out[i], head = e, e.Head
	}
	return out, nil
}

// read reads the entry that follows head prev, by way of an empty line.
func read(prev Head, seq int, r Raw, w *wire) (*Entry, error) {
	if prev.Next(r.Line) != r.Head {
		return nil, errors.New("the head does not fit the line: one of them, or an entry before, was changed")
	}
	if err := strict(r.Line, w); err != nil {
		return nil, fmt.Errorf("the line cannot be read: %w", err)
	}
	if w.Seq != seq {
		return nil, fmt.Errorf("the line says it is number %d", w.Seq)
	}
	if err := w.unseal(r.Secret); err != nil {
		return nil, err
	}
	return &Entry{Decision: w.decision(), Line: r.Line, Head: r.Head, Secret: r.Secret}, nil
}

// unseal fills in the path and events of a sealed line, if its secret is at hand: nil,
// it is not.
func (w *wire) unseal(text []byte) error {
	if w.Sealed == "" {
		if text != nil {
			return errors.New("a secret stands beside a line that seals none")
		}
		return nil
	}
	if w.Path != nil || w.Events != nil {
		return errors.New("the line shows what it seals")
	}
	if text == nil {
		return nil
	}
	if hash := sha256.Sum256(text); hex.EncodeToString(hash[:]) != w.Sealed {
		return errors.New("the secret is not the one that the line seals")
	}
	var s secret
	if err := strict(text, &s); err != nil {
		return fmt.Errorf("the secret cannot be read: %w", err)
	}
	w.Path, w.Events = s.Path, s.Events
	return nil
}

var errHidden = errors.New("the secret that the line seals is missing")

// write makes the entry of a decision that follows head prev. A salt seals it.
func write(prev Head, d Decision, salt []byte) (*Entry, error) {
	e := &Entry{Decision: d}
	w := d.wire()
	if salt != nil {
		text, err := encode(secret{Salt: hex.EncodeToString(salt), Path: w.Path, Events: w.Events})
		if err != nil {
			return nil, err
		}
		hash := sha256.Sum256(text)
		w.Path, w.Events, w.Sealed = nil, nil, hex.EncodeToString(hash[:])
		e.Secret, e.Decision.Sealed = text, w.Sealed
	}
	line, err := encode(w)
	if err != nil {
		return nil, err
	}
	e.Line, e.Head = line, prev.Next(line)
	return e, nil
}

// encode is JSON on one line, with < > & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("match: encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// strict reads one JSON value and refuses fields it does not know: they come
// from a newer version, and to skip them would change what the record says.
func strict(text []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("more than one value")
	}
	return nil
}
