package board_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/engine"
)

// TestAMatchIsSavedAsOnePage: once it is over a button and the list offer it to everybody who was let in; the file is for
// their disk, in their language, fetches nothing, and plays the match to its end.
func TestAMatchIsSavedAsOnePage(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	for _, seat := range []engine.Seat{"red", ""} {
		v := guest(s.id, seat)
		v.Lang = "fr"
		g.by["the "+string(seat)] = v
	}
	at := "/m/" + string(s.id)
	offered := func(cookie string) (by []string) {
		c := s.client(cookie)
		for _, a := range get[board.State](s, c, at+"/state", http.StatusOK).Acts {
			if a.Do == "save" {
				by = append(by, a.Get)
			}
		}
		if _, list := sent(t, c, request(t, s.url+"/")); strings.Contains(list, `href="`+at+`/replay"`) {
			by = append(by, "the list")
		}
		return by
	}
	if by := offered("the red"); len(by) > 0 {
		t.Errorf("a match under way is offered by %q", by)
	}
	_, err := s.Resign(s.Context(), s.command("blue"))
	must(t, err)
	for _, cookie := range []string{"the red", "the "} {
		if by := offered(cookie); !slices.Equal(by, []string{at + "/replay", "the list"}) {
			t.Errorf("%s is offered a match that is over by %q", cookie, by)
		}
		answer, page := sent(t, s.client(cookie), request(t, s.url+at+"/replay"))
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Disposition") != "attachment; filename="+string(s.id)+".html" {
			t.Fatalf("%s: %s %v", cookie, answer.Status, answer.Header)
		}
		if kind := answer.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
			t.Errorf("%s: the file is %q", cookie, kind)
		}
		for _, part := range []string{`<html lang="fr"`, "data-piece=", "Bleu"} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: there is no %q in %.300s", cookie, part, page)
			}
		}
		for _, part := range []string{`src="http`, `src="/`, `href="http`, `href="/`, "fetch("} {
			if strings.Contains(page, part) {
				t.Errorf("%s: the file has %q", cookie, part)
			}
		}
	}
}

// TestReplaysAreBounded: who asks for more of them than anybody needs is told when to go on.
func TestReplaysAreBounded(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	now := time.Now() // stands still: however slow replays are, no allowance grows back
	s := newSiteWith(t, g, limit.New(limit.Config{PerSecond: 5, Now: func() time.Time { return now }}))
	g.by["the reader"] = guest(s.id, "")
	for range 90 {
		answer, _ := sent(t, s.client("the reader"), request(t, s.url+"/m/"+string(s.id)+"/replay"))
		if answer.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("ninety replays are made at once for one visitor")
}

// unsealed is a turn file with no orders.
type unsealed struct{}

func (unsealed) Ends(*referee.Snapshot, engine.PromptID, []string) bool { return false }

func (unsealed) Sealed(context.Context, *referee.Snapshot) (string, []byte, error) {
	return "", nil, referee.ErrChanged
}

// TestTurnFileOmissions: what a turn file holds, and what nobody can write.
func TestTurnFileOmissions(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	g.by["the red"] = guest(s.id, "red")
	_, err := s.Resign(s.Context(), s.command("blue"))
	must(t, err)
	for name, of := range map[string]board.Config{"a turn file": {Replay: written, Turn: unsealed{}}, "no replay": {}} {
		of.Referee, of.Visitors, of.Log = s.Referee, g, slog.New(slog.DiscardHandler)
		b, err := board.New(t.Context(), of)
		must(t, err)
		for what, want := range map[string]int{"/replay": http.StatusNotFound, "/state": http.StatusOK} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/m/"+string(s.id)+what, nil)
			r.Host = "localhost"
			r.AddCookie(&http.Cookie{Name: "referee", Value: "the red"})
			w := httptest.NewRecorder()
			b.ServeHTTP(w, r)
			text, err := io.ReadAll(w.Body)
			must(t, err)
			if w.Code != want || strings.Contains(string(text), `"do":"save"`) {
				t.Errorf("%s%s: %d %.300s", name, what, w.Code, text)
			}
		}
	}
}
