package board_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// laborious is a Drawer that has the first who draws over a map wait.
type laborious struct {
	drawn         atomic.Int32
	begun, resume chan struct{}
}

func (d *laborious) Map(*engine.Board) (board.Map, error)        { return board.Map{}, nil }
func (d *laborious) Base(io.Writer, *engine.Board, string) error { return nil }
func (d *laborious) Style(io.Writer, *engine.Board) error        { return nil }
func (d *laborious) Layers(*engine.Board, engine.View, *engine.Answer, func(engine.Msg) string) (board.Layers, error) {
	return board.Layers{}, nil
}

func (d *laborious) Part(io.Writer, *engine.Board, engine.View, []hex.Coord, int, string, func(engine.Msg) string) error {
	return nil
}

func (d *laborious) Over(*engine.Board, engine.View, *engine.Answer, func(engine.Msg) string) (string, error) {
	if d.drawn.Add(1) == 1 {
		close(d.begun)
		<-d.resume
	}
	return "<svg></svg>", nil
}

func (d *laborious) replay(io.Writer, board.Drawer, referee.Look, string) error {
	d.drawn.Add(1)
	return nil
}

// TestSlowRequestsRunOneAtATime: while a replay is drawn for one, nothing is for another; who goes away
// meanwhile waits no longer, and is no fault of the program.
func TestSlowRequestsRunOneAtATime(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	g.by["the reader"] = guest(s.id, "")
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := s.Order(s.Context(), s.command(seat), "plan rush 1")
		must(t, err)
	}
	_, err := s.Order(s.Context(), s.command("red"), "march red-a 0201")
	must(t, err)
	d := &laborious{begun: make(chan struct{}), resume: make(chan struct{})}
	var said bytes.Buffer
	b, err := board.New(t.Context(), board.Config{Referee: s.Referee, Visitors: g, Drawer: d, Replay: d.replay, Log: slog.New(slog.NewTextHandler(&said, nil))})
	must(t, err)
	asks := func(ctx context.Context, what string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/m/"+string(s.id)+what, nil)
		r.Host = "localhost"
		r.AddCookie(&http.Cookie{Name: "referee", Value: "the reader"})
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		return w
	}
	first := make(chan int)
	go func() { first <- asks(t.Context(), "/scenes").Code }()
	<-d.begun
	gone, leave := context.WithCancel(t.Context())
	leave()
	asks(gone, "/scenes")
	asks(gone, "/replay")
	if n := d.drawn.Load(); n != 1 {
		t.Errorf("%d drawings while one was made", n)
	}
	if said.Len() > 0 {
		t.Errorf("a browser has gone, and the log says: %s", &said)
	}
	close(d.resume)
	if code := <-first; code != http.StatusOK {
		t.Error(code)
	}
	for _, what := range []string{"/replay", "/scenes"} {
		if w := asks(t.Context(), what); w.Code != http.StatusOK {
			t.Errorf("%s after it: %d", what, w.Code)
		}
	}
}
