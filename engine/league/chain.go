package league

import (
	"encoding/json"
	"fmt"

	"referee/engine/chain"
)

// Entry is a decision as it is kept.
type Entry = chain.Entry[Decision]

// Read checks the chain of a log and reads its entries. It returns *chain.BadEntryError
// for the first that does not hold. A league has no secrets.
func Read(raw []chain.Raw) ([]*Entry, error) {
	log, err := chain.Read(raw, func(r chain.Raw) (Decision, error) {
		var w wire
		err := chain.Strict(r.Line, &w)
		return w.decision(), err
	})
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	return log, nil
}

// badEntry names an entry of a log that does not hold.
func badEntry(seq int, err error) error {
	return fmt.Errorf("league: %w", &chain.BadEntryError{Seq: seq, Err: err})
}

// write makes the entry of a decision that follows prev.
func write(prev chain.Head, d Decision) (*Entry, error) {
	line, err := json.Marshal(d) // in which what HTML has a meaning for is escaped
	if err != nil {
		return nil, fmt.Errorf("league: encode: %w", err)
	}
	e := &Entry{Line: line, Head: prev.Next(line)}
	return e, chain.Strict(line, &e.Decision) // read back, so that nothing is shared with the caller
}
