// Package chain implements the hash chain of decisions that every record is made of.
//
// An [Entry] holds one decision as the exact line of JSON that is stored, and the [Head] of the chain up to it: the
// SHA-256 of the previous head and the line. Anyone who kept a head can prove that nothing before it was changed. A
// text that is secret when it is written enters the line as a hash, and is kept beside it.
//
// The packages whose records these are define the decisions, their encoding and their effects.
package chain

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Head is the state of a chain after a decision. The zero Head stands before the first.
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
	if !IsHash(string(text)) {
		return fmt.Errorf("chain: %q is not a head: expected %d lower-case hex digits", text, 2*len(h))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// IsHash reports whether a text is a SHA-256 in small hex digits.
func IsHash(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
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

// Decision is what an entry holds.
type Decision interface {
	// Number is its place in the record, from 1.
	Number() int
	// Seal is the hash of the secret that is kept beside its line; "": it has none.
	Seal() string
}

// Entry is a decision as it is kept. It never changes.
type Entry[D Decision] struct {
	// Decision is Line, read; with what its Secret hides.
	Decision D
	// Line is the exact text that is chained: one line of JSON.
	Line []byte
	Head Head
	// Secret is the text whose SHA-256 is the decision's seal, or nil. It is for
	// the referee alone until a later decision opens it.
	Secret []byte
}

// Hidden reports whether the entry seals what is not at hand: it comes from a
// file of somebody who may not know it.
func (e *Entry[D]) Hidden() bool { return e.Decision.Seal() != "" && e.Secret == nil }

// Raw is the entry as a store or a file holds it.
func (e *Entry[D]) Raw() Raw { return Raw{Line: e.Line, Head: e.Head, Secret: e.Secret} }

// Raw is an entry as a store or a file holds it.
type Raw struct {
	Line   []byte
	Head   Head
	Secret []byte
}

// BadEntryError names the first entry of a record that does not hold.
type BadEntryError struct {
	Seq int // of the entry, by its place in the record
	Err error
}

func (e *BadEntryError) Error() string { return fmt.Sprintf("entry %d: %v", e.Seq, e.Err) }

func (e *BadEntryError) Unwrap() error { return e.Err }

// Read checks the chain of a record and reads its entries: every line, its number, its head
// and its secret, which may be missing. decode reads a line with its secret, nil for none. It
// returns *BadEntryError for the first that does not hold.
func Read[D Decision](raw []Raw, decode func(Raw) (D, error)) ([]*Entry[D], error) {
	out := make([]*Entry[D], len(raw))
	var head Head
	for i, r := range raw {
		if head = head.Next(r.Line); head != r.Head {
			return nil, &BadEntryError{i + 1, errors.New("the head does not fit the line: one of them, or an entry before, was changed")}
		}
		d, err := decode(r)
		if err == nil && d.Number() != i+1 {
			err = fmt.Errorf("the line says it is number %d", d.Number())
		}
		if err == nil && r.Secret != nil && Seal(r.Secret) != d.Seal() {
			err = errors.New("the secret is not the one that the line seals")
		}
		if err != nil {
			return nil, &BadEntryError{i + 1, err}
		}
		out[i] = &Entry[D]{Decision: d, Line: r.Line, Head: r.Head, Secret: r.Secret}
	}
	return out, nil
}

// Seal is the hash by which a line stands for a secret: its SHA-256 in hex.
func Seal(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}
