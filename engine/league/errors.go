package league

import (
	"errors"
	"fmt"
)

// Errors of decisions that do not fit the league as it stands.
var (
	ErrKind    = errors.New("league: unknown kind of decision: it needs a newer referee")
	ErrFields  = errors.New("league: the decision lacks something, or something in it makes no sense")
	ErrNumber  = errors.New("league: a new person has the next number")
	ErrMember  = errors.New("league: that player is not in the league")
	ErrJoined  = errors.New("league: that player is in the league already")
	ErrStarted = errors.New("league: the league has begun")
	ErrWaiting = errors.New("league: the league has not begun")
	ErrRounds  = errors.New("league: a Swiss league has fewer rounds than players")
	ErrOver    = errors.New("league: the league is over")
	ErrMatch   = errors.New("league: there is no such match")
	ErrDone    = errors.New("league: the match has a result already: correct it")
	ErrOpen    = errors.New("league: the match has no result yet")
	ErrPair    = errors.New("league: these two may not be paired")
	ErrReach   = errors.New("league: that player cannot be challenged from here")
	ErrBusy    = errors.New("league: a player has as many matches as he wants, or is away")
	ErrBidding = errors.New("league: the sides of that match are not bid for, or no longer")
	ErrUndo    = errors.New("league: that cannot be undone")
	ErrNothing = errors.New("league: there is nothing to pair now")
	// ErrRestored is of a log that was put back from a backup, ErrGoesOn of one that
	// does not wait to go on.
	ErrRestored = errors.New("league: it was restored from a backup, and waits until its organiser says that it goes on")
	ErrGoesOn   = errors.New("league: it does not wait to go on")
)

// RestsError is an ErrUndo: a later decision rests on what is to be undone.
type RestsError struct {
	Seq int   // the first that does; to be undone before
	Err error // why it does not fit without
}

func (e *RestsError) Error() string {
	return fmt.Sprintf("%v: decision %d rests on it: %v", ErrUndo, e.Seq, e.Err)
}

func (e *RestsError) Unwrap() error { return ErrUndo }
