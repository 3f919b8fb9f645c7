package referee

import (
	"errors"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// reasons are the messages of errors that need no arguments.
var reasons = []struct {
	err error
	key string
}{
	{engine.ErrStale, "referee.refuse.stale"},
	{engine.ErrSeat, "referee.refuse.seat"},
	{engine.ErrOver, "referee.refuse.over"},
	{engine.ErrIncomplete, "referee.refuse.incomplete"},
	{match.ErrPlayer, "referee.refuse.player"},
	{match.ErrTaken, "referee.refuse.taken"},
	{match.ErrNoSeat, "referee.refuse.no-seat"},
	{match.ErrWaiting, "referee.refuse.waiting"},
	{match.ErrUndo, "referee.refuse.undo"},
	{match.ErrNoOffer, "referee.refuse.no-offer"},
	{match.ErrNoOrder, "referee.refuse.no-order"},
	{engine.ErrNoStanding, "referee.refuse.no-standing"},
	{match.ErrOffered, "referee.refuse.offered"},
	{match.ErrUnknown, "referee.refuse.no-match"},
	{match.ErrExists, "referee.refuse.exists"},
	{match.ErrKey, "referee.refuse.key"},
	{ErrNoGame, "referee.refuse.no-game"},
	{ErrNoSandbox, "referee.refuse.no-sandbox"},
	{ErrSecret, "referee.refuse.secret"},
	{ErrNoMaps, "referee.refuse.no-maps"},
	{ErrAgree, "referee.refuse.agree"},
	{ErrPause, "referee.refuse.pause"},
	{ErrVacation, "referee.refuse.vacation-days"},
	{ErrZone, "referee.refuse.zone"},
	{ErrWhere, "referee.refuse.where"},
	{clock.ErrSettings, "referee.refuse.clock"},
	{clock.ErrSleep, "referee.refuse.sleep"},
	{clock.ErrVacation, "referee.refuse.vacation"},
}

// Explain says to a player why something was not done. What may be typed
// instead stands in *OrderError.
func Explain(err error) engine.Msg {
	var order *OrderError
	var illegal *engine.Illegal
	var fault *Fault
	switch {
	case errors.As(err, &fault):
		return engine.Say("referee.fault", engine.Text("id", fault.ID))
	case errors.As(err, &order):
		return order.Why
	case errors.As(err, &illegal):
		return Refused(illegal)
	}
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return engine.Say(r.key)
		}
	}
	return engine.Say("referee.failed", engine.Text("error", err.Error()))
}
