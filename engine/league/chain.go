package league

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"referee/engine/match"
)

// Entry is a decision as it is kept. It never changes.
type Entry struct {
	Decision Decision
	Line     []byte // the exact text that is chained: one line of JSON
	Head     match.Head
}

// BadEntryError names the first entry of a log that does not hold.
type BadEntryError struct {
	Seq int
	Err error
}

func (e *BadEntryError) Error() string { return fmt.Sprintf("league: entry %d: %v", e.Seq, e.Err) }

func (e *BadEntryError) Unwrap() error { return e.Err }

// Read checks the chain of a log and folds it. It returns *BadEntryError for the
// first entry that does not hold. A league has no secrets.
func Read(raw []match.Raw) (*League, error) {
	if len(raw) == 0 {
		return nil, errors.New("league: the log is empty")
	}
	log := make([]Entry, len(raw))
	var head match.Head
	for i, r := range raw {
		e := Entry{Line: r.Line, Head: head.Next(r.Line)}
		err := decode(r.Line, &e.Decision)
		switch {
		case e.Head != r.Head:
			err = errors.New("the head does not fit the line: one of them, or an entry before, was changed")
		case err == nil && e.Decision.Seq != i+1:
			err = fmt.Errorf("the line says it is number %d", e.Decision.Seq)
		case err == nil && r.Secret != nil:
			err = errors.New("a secret stands beside it")
		}
		if err != nil {
			return nil, &BadEntryError{i + 1, err}
		}
		log[i], head = e, e.Head
	}
	return fold(log)
}

// decode reads a line, which is one decision.
func decode(line []byte, d *Decision) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := dec.Decode(d); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("more than one value")
	}
	return nil
}

// write makes the entry of a decision that follows prev.
func write(prev match.Head, d Decision) (Entry, error) {
	line, err := json.Marshal(d)
	if err != nil {
		return Entry{}, fmt.Errorf("league: encode: %w", err)
	}
	e := Entry{Line: line, Head: prev.Next(line)}
	return e, decode(line, &e.Decision) // read back, so that nothing is shared with the caller
}
