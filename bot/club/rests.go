package club

import (
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/league"
)

// RestsError is a league.ErrUndo that says, for people, which later decision rests on
// what is to be undone.
type RestsError struct {
	Seq  int // to be undone before
	Said engine.Msg
	Err  error
}

func (e *RestsError) Error() string { return fmt.Sprintf("referee: %v", e.Err) }
func (e *RestsError) Unwrap() error { return e.Err }

// Explain is what a person is told.
func (e *RestsError) Explain() engine.Msg {
	return engine.Say("referee.refuse.league-rests", engine.Num("n", e.Seq), engine.Sub("line", e.Said))
}

// rests says which decision an undo has failed for; other errors stay as they are.
func (tx *transaction) rests(err error) error {
	var on *league.RestsError
	if !errors.As(err, &on) {
		return err
	}
	said, bad := tx.teller().say(&tx.l.Log()[on.Seq-1].Decision)
	if bad != nil {
		return errors.Join(err, bad)
	}
	return &RestsError{on.Seq, said, err}
}
