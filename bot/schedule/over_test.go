package schedule_test

import (
	"testing"

	"referee/bot/schedule"
	"referee/engine/match"
)

// TestTheEndComesByLetter: players who are told by letter are told so that their match is over, but for who ended
// it; others read it where it was played.
func TestTheEndComesByLetter(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Where: schedule.ByLetter}))
	resigned, drawn := w.start("none"), w.start("none")
	w.heard = nil
	_, err := w.play.Resign(t.Context(), command(resigned, "red"))
	w.must(err)
	w.deliver()
	w.want("0 letter:test:blue over test:blue")
	_, err = w.play.OfferDraw(t.Context(), command(drawn, "red"))
	w.must(err)
	_, err = w.play.Accept(t.Context(), command(drawn, "blue"), match.Draw)
	w.must(err)
	w.deliver()
	w.want()
}
