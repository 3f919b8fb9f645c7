package board_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"referee/bot/board"
)

// TestADiskThatStandsStill: whoever gives an order meanwhile is told so after a time, and what was on its way to the disk counts.
func TestADiskThatStandsStill(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(s.another(s.screen, board.Config{Within: 700 * time.Millisecond}))
	t.Cleanup(server.Close)
	s.url = server.URL
	c := s.browser()
	seen := func(seat string) board.State {
		return get[board.State](s, c, "/m/"+string(s.id)+"/state?seat="+seat, http.StatusOK)
	}
	st := seen("red")
	order := board.Action{Key: "key-0001", Seen: st.Seen, Seat: "red", Do: "order", Text: "plan march"}
	s.stall.Begin()
	t.Cleanup(s.stall.End)
	refused := func(a board.Action, want string) {
		t.Helper()
		done := s.does(c, a, http.StatusServiceUnavailable)
		if done.Refusal == nil || done.Refusal.Text != s.says(want) {
			t.Errorf("refused with %+v, want %q", done.Refusal, s.says(want))
		}
	}
	refused(order, "referee.slow-unsure")
	refused(board.Action{Key: "key-0002", Seen: seen("blue").Seen, Seat: "blue", Do: "order", Text: "plan hold"}, "referee.slow")
	s.stall.End()
	if done := s.does(c, order, http.StatusOK); done.Refusal != nil { // once more, and it is found
		t.Errorf("then %+v", done.Refusal)
	}
	snap, err := s.Snapshot(t.Context(), s.id)
	must(t, err)
	if n := snap.Match().Seq(); n != st.Seq+1 {
		t.Errorf("%d decisions after %d", n, st.Seq)
	}
}
