package referee

import (
	"errors"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/dice"
	"referee/engine/league"
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
	{ErrNoProof, "referee.refuse.no-proof"},
	{ErrRoll, "referee.refuse.no-roll"},
	{ErrNoGame, "referee.refuse.no-game"},
	{ErrNoSandbox, "referee.refuse.no-sandbox"},
	{ErrSecret, "referee.refuse.secret"},
	{ErrNoMaps, "referee.refuse.no-maps"},
	{match.ErrAppealed, "referee.refuse.appealed"},
	{match.ErrBench, "referee.refuse.bench"},
	{match.ErrRules, "referee.refuse.rules"},
	{match.ErrNoTally, "referee.refuse.no-tally"},
	{authority.ErrModerator, "referee.refuse.moderator"},
	{authority.ErrJudge, "referee.refuse.judge"},
	{authority.ErrElsewhere, "referee.refuse.elsewhere"},
	{authority.ErrOwnCase, "referee.refuse.own-case"},
	{authority.ErrRead, "referee.refuse.read"},
	{authority.ErrCasual, "referee.refuse.casual"},
	{ErrLeagueMoves, "referee.refuse.league-moves"},
	{ErrMoving, "referee.refuse.moving"},
	{ErrNoMove, "referee.refuse.no-move"},
	{ErrOrganiser, "referee.refuse.organiser"},
	{ErrSettings, "referee.refuse.settings"},
	{ErrFixed, "referee.refuse.fixed"},
	{ErrNoAbandon, "referee.refuse.no-abandon"},
	{ErrOwn, "referee.refuse.own"},
	{ErrPlayed, "referee.refuse.played"},
	{ErrEnded, "referee.refuse.ended"},
	{ErrNotYours, "referee.refuse.not-yours"},
	{ErrBidding, "referee.refuse.bidding"},
	{ErrAwarded, "referee.refuse.awarded"},
	{ErrSeats, "referee.refuse.seats"},
	{league.ErrBidding, "referee.refuse.league-bidding"},
	{league.ErrBid, "referee.refuse.league-bid"},
	{league.ErrUndo, "referee.refuse.league-undo"},
	{league.ErrFields, "referee.refuse.league-fields"},
	{league.ErrMember, "referee.refuse.league-member"},
	{league.ErrJoined, "referee.refuse.league-joined"},
	{league.ErrStarted, "referee.refuse.league-started"},
	{league.ErrWaiting, "referee.refuse.league-waiting"},
	{league.ErrRounds, "referee.refuse.league-rounds"},
	{league.ErrOver, "referee.refuse.league-over"},
	{league.ErrMatch, "referee.refuse.league-match"},
	{league.ErrDone, "referee.refuse.league-done"},
	{league.ErrOpen, "referee.refuse.league-open"},
	{league.ErrPair, "referee.refuse.league-pair"},
	{league.ErrReach, "referee.refuse.league-reach"},
	{league.ErrBusy, "referee.refuse.league-busy"},
	{league.ErrNothing, "referee.refuse.league-nothing"},
	{match.ErrRestored, "referee.refuse.restored"},
	{match.ErrGoesOn, "referee.refuse.goes-on"},
	{match.ErrAgreed, "referee.refuse.agreed"},
	{league.ErrRestored, "referee.refuse.league-restored"},
	{league.ErrGoesOn, "referee.refuse.league-goes-on"},
	{ErrLeagueStands, "referee.refuse.league-stands"},
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
	var rests *RestsError
	var unsure *UnsureError
	var listed *dice.ListedError
	switch {
	case errors.As(err, &fault):
		return engine.Say("referee.fault", engine.Text("id", fault.ID))
	case errors.As(err, &order):
		if order.Err == nil {
			return Typing(order.Why)
		}
		return order.Why
	case errors.As(err, &unsure):
		return unsure.explain()
	case errors.As(err, &listed) && listed.Face == "":
		return engine.Say("referee.refuse.listed-end", engine.Num("no", listed.No), engine.Text("faces", listed.Faces))
	case errors.As(err, &listed):
		return engine.Say("referee.refuse.listed", engine.Num("no", listed.No), engine.Text("face", listed.Face), engine.Text("faces", listed.Faces))
	case errors.As(err, &illegal):
		return Refused(illegal)
	case errors.As(err, &rests):
		return rests.explain()
	}
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return engine.Say(r.key)
		}
	}
	return engine.Say("referee.failed", engine.Text("error", err.Error()))
}
