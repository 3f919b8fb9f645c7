package league

import (
	"errors"
	"fmt"

	"referee/engine/refusal"
)

// Errors of decisions that do not fit the league as it stands.
var (
	ErrKind    = errors.New("league: unknown kind of decision: it needs a newer referee")
	ErrFields  = refusal.New("referee.refuse.league-fields", "league: the decision is incomplete, or something in it makes no sense")
	ErrNumber  = errors.New("league: a new person has the next number")
	ErrMember  = refusal.New("referee.refuse.league-member", "league: that player is not in the league")
	ErrJoined  = refusal.New("referee.refuse.league-joined", "league: that player is in the league already")
	ErrStarted = refusal.New("referee.refuse.league-started", "league: the league has begun")
	ErrWaiting = refusal.New("referee.refuse.league-waiting", "league: the league has not begun")
	ErrRounds  = refusal.New("referee.refuse.league-rounds", "league: in so many rounds of a Swiss league somebody would be left without an opponent")
	ErrOver    = refusal.New("referee.refuse.league-over", "league: the league is over")
	ErrMatch   = refusal.New("referee.refuse.league-match", "league: there is no such match")
	ErrDone    = refusal.New("referee.refuse.league-done", "league: the match has a result already: correct it")
	ErrOpen    = refusal.New("referee.refuse.league-open", "league: the match has no result yet")
	ErrPair    = refusal.New("referee.refuse.league-pair", "league: these two may not be paired")
	ErrReach   = refusal.New("referee.refuse.league-reach", "league: that player cannot be challenged from here")
	ErrBusy    = refusal.New("referee.refuse.league-busy", "league: a player has as many matches as they want, or is away")
	ErrBidding = refusal.New("referee.refuse.league-bidding", "league: the sides of that match are not bid for, or no longer")
	ErrUndo    = refusal.New("referee.refuse.league-undo", "league: that cannot be undone")
	ErrNothing = refusal.New("referee.refuse.league-nothing", "league: there is nothing to pair now")
	// ErrRestored is of a log that was put back from a backup, ErrNotOnHold of one that
	// does not wait to go on.
	ErrRestored  = refusal.New("referee.refuse.league-restored", "league: it was restored from a backup, and is on hold until its organiser resumes it")
	ErrNotOnHold = refusal.New("referee.refuse.league-goes-on", "league: it is not on hold")
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
