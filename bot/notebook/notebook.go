// Package notebook reads and writes notes, which are what doors keep in the store beside matches, as JSON.
package notebook

import (
	"context"
	"encoding/json"
	"fmt"
)

// Reader reads notes by their names. One that is not there is nil.
type Reader interface {
	Note(ctx context.Context, name string) ([]byte, error)
}

// Store keeps notes over a restart. A nil body forgets one.
type Store interface {
	Reader
	PutNote(ctx context.Context, name string, body []byte) error
}

// Read reads a note that [Write] wrote; the zero value where there is none.
func Read[T any](ctx context.Context, from Reader, name string) (v T, err error) {
	text, err := from.Note(ctx, name)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		return v, fmt.Errorf("read the note %s: %w", name, err)
	}
	return v, nil
}

// Write writes a note.
func Write(ctx context.Context, to Store, name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write the note %s: %w", name, err)
	}
	return to.PutNote(ctx, name, text)
}
