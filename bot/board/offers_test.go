package board_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// offering is a match at a board, all that can be done to which is tried.
type offering struct {
	testing.TB
	of    *offered.Case
	ref   *referee.Referee
	board *board.Board
	who   *guests
	id    match.ID
	keys  int
	stop  func()
	tried map[string]int // acts and options, and how often each was done
}

// begin prepares the match anew.
func (o *offering) begin() {
	o.Helper()
	o.end()
	p := o.of.In(o, "test")
	o.ref, o.id = p.Referee, p.Match
	o.stop = func() { must(o, p.Store.Close()) }
	o.who = &guests{by: map[string]board.Visitor{}}
	before := o.board
	var err error
	o.board, err = board.New(o.Context(), board.Config{
		Referee: o.ref, Visitors: o.who, Drawer: blank{}, Replay: written, Notes: p.Store.Board(), Log: slog.New(slog.DiscardHandler),
		Limits: limit.New(limit.Config{PerSecond: 1e6}),
	})
	must(o, err)
	if before != nil {
		o.board.SpeaksAs(before)
	}
	o.visitors()
}

func (o *offering) end() {
	if o.stop != nil {
		o.stop()
		o.stop = nil
	}
}

// visitors lets in who holds seats, who sits at a screen, a spectator, and somebody who was let in to another match.
func (o *offering) visitors() {
	s, err := o.ref.Snapshot(o.Context(), o.id)
	must(o, err)
	l, err := s.Look(o.Context(), engine.Spectator)
	must(o, err)
	for _, sitting := range l.Sitting {
		v := o.who.by[sitting.Account]
		v.Account, v.Lang = sitting.Account, "en"
		v.Rooms = append(v.Rooms, board.Room{Match: o.id, Seat: sitting.Seat})
		o.who.by[sitting.Account] = v
	}
	o.who.by["screen"] = board.Visitor{Account: "test", Table: "test:", Lang: "en"}
	o.who.by["reader"] = guest(o.id, "")
	o.who.by["stranger"] = guest("another", "")
}

// blank draws nothing.
type blank struct{}

func (blank) Map(*engine.Board) (board.Map, error)        { return board.Map{}, nil }
func (blank) Base(io.Writer, *engine.Board, string) error { return nil }
func (blank) Part(io.Writer, *engine.Board, engine.View, []hex.Coord, int, string, func(engine.Msg) string) error {
	return nil
}
func (blank) Style(io.Writer, *engine.Board) error { return nil }
func (blank) Layers(*engine.Board, engine.View, *engine.Answer, func(engine.Msg) string) (board.Layers, error) {
	return board.Layers{}, nil
}

func (blank) Over(*engine.Board, engine.View, *engine.Answer, func(engine.Msg) string) (string, error) {
	return "", nil
}

// send sends a request of a visitor.
func (o *offering) send(who, method, path string, body any) (int, []byte) {
	o.Helper()
	text, err := json.Marshal(body)
	must(o, err)
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: "referee", Value: who})
	w := httptest.NewRecorder()
	o.board.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// state is what a visitor sees with the eyes of a seat; false: nothing.
func (o *offering) state(who string, seat engine.Seat) (st board.State, ok bool) {
	o.Helper()
	code, text := o.send(who, http.MethodGet, "/m/"+string(o.id)+"/state?seat="+string(seat), nil)
	if code != http.StatusOK {
		return st, false
	}
	return decoded[board.State](o, string(text)), true
}

// does does an action, as what was seen; what is asked back is done once more.
func (o *offering) does(who string, seen string, d board.Action) (done board.Outcome, obeyed bool) {
	o.Helper()
	for range 3 { // what is thrown away, what the rules warn of
		o.keys++
		d.Key, d.Seen = fmt.Sprintf("key-%06d", o.keys), seen
		code, text := o.send(who, http.MethodPost, "/m/"+string(o.id)+"/do", d)
		if code >= http.StatusInternalServerError {
			o.Errorf("%s %+v: %d %s", who, d, code, text)
		}
		done = decoded[board.Outcome](o, string(text))
		if done.Unsure == nil {
			return done, code == http.StatusOK && done.Refusal == nil
		}
		seen = done.State.Seen
	}
	return done, false
}

// head is all that actions change: the record, and what is half built.
func (o *offering) head() string {
	o.Helper()
	return offered.State(o, o.ref, o.id)
}

// back is the match as it was prepared.
func (o *offering) back(head string) {
	if o.head() == head {
		return
	}
	if o.begin(); o.head() != head {
		o.Fatal("the match is not prepared as it was")
	}
}

// obeyed does what was offered.
func (o *offering) obeyed(who string, seen string, d board.Action) (done board.Outcome) {
	o.Helper()
	o.tried[d.Do]++
	done, obeyed := o.does(who, seen, d)
	if !obeyed {
		o.Errorf("%s is offered %s %q %d %q for %q, and refused: %+v", who, d.Do, d.Path, d.N, d.Text, d.Seat, done.Refusal)
	}
	return done
}

// refused does what was not offered.
func (o *offering) refused(who string, d board.Action) {
	o.Helper()
	o.tried["not "+d.Do]++
	before := o.head()
	done, obeyed := o.does(who, "", d)
	if obeyed || o.head() != before {
		o.Errorf("%s is not offered %s %q %d %q for %q, and obeyed: %+v", who, d.Do, d.Path, d.N, d.Text, d.Seat, done.Lines)
	}
	o.back(before)
}

// answers are the actions that a question offers.
func answersTo(st board.State, seat engine.Seat) (out []board.Action) {
	for _, a := range st.Asks {
		if a.Node == nil {
			continue
		}
		action := func(do string, path []string) {
			out = append(out, board.Action{Seat: seat, Do: do, Prompt: a.Prompt, Path: path})
		}
		for _, option := range a.Node.Options {
			action("pick", append(slices.Clone(a.Node.Path), option.ID))
		}
		if a.Node.Done {
			action("answer", a.Node.Path)
		}
		if a.Usual != nil {
			action("draft", a.Usual)
		}
		if len(a.Node.Path) > 0 {
			action("draft", nil)
		}
	}
	return out
}

// actsOf are the actions that acts offer.
func (o *offering) actsOf(st board.State, seat engine.Seat) (out []board.Action) {
	o.Helper()
	for _, a := range st.Acts {
		d := board.Action{Seat: seat, Do: a.Do, N: a.N}
		switch {
		case a.Get != "":
			continue
		case a.Do == "stand":
			if d.Text = o.standing(seat); d.Text == "" {
				continue
			}
		case a.Text != "":
			d.Text = "Hm."
		}
		out = append(out, d)
	}
	return out
}

// standing is a standing order that a seat can leave; "": no example of the game is one.
func (o *offering) standing(seat engine.Seat) string {
	s, err := o.ref.Snapshot(o.Context(), o.id)
	must(o, err)
	l, err := s.Look(o.Context(), engine.Spectator)
	must(o, err)
	for _, c := range s.Info().Clauses {
		if _, err := s.DryRun(o.Context(), referee.Command{Match: o.id, Seat: seat, Account: l.Holder(seat).Account}, "match "+c.Example); err == nil {
			return "match " + c.Example
		}
	}
	return ""
}

// everything does all that a visitor is offered with the eyes of a seat, each in the match as it was prepared.
func (o *offering) everything(who string, seat engine.Seat) {
	o.Helper()
	head := o.head()
	st, sees := o.state(who, seat)
	if !sees || seat != st.Viewer.Seat { // it is tried with the eyes of that
		return
	}
	for _, a := range st.Acts {
		if a.Get == "" {
			continue
		}
		if code, text := o.send(who, http.MethodGet, a.Get, nil); code != http.StatusOK {
			o.Errorf("%s is offered %s: %d %.200s", who, a.Get, code, text)
		}
	}
	for _, q := range st.Queries {
		if q.Takes != "" {
			continue
		}
		code, text := o.send(who, http.MethodGet, "/m/"+string(o.id)+"/ask?seat="+string(seat)+"&q="+url.QueryEscape(q.Name), nil)
		if code != http.StatusOK || strings.Contains(string(text), `"refusal"`) {
			o.Errorf("%s is offered the question %q: %d %.300s", who, q.Name, code, text)
		}
	}
	for _, d := range append(o.actsOf(st, seat), answersTo(st, seat)...) {
		done := o.obeyed(who, st.Seen, d)
		if d.Do == "pick" && done.State != nil && done.State.Last == st.Last { // what waits for its confirmation is given
			for _, next := range answersTo(*done.State, seat) {
				if next.Do == "answer" && next.Prompt == d.Prompt {
					o.obeyed(who, done.State.Seen, next)
				}
			}
		}
		o.back(head)
	}
	o.nothingElse(who, seat, st)
}

// nothingElse tries what a visitor is not offered with the eyes of a seat.
func (o *offering) nothingElse(who string, seat engine.Seat, st board.State) {
	o.Helper()
	has := func(do string) bool {
		return slices.ContainsFunc(st.Acts, func(a board.Button) bool { return a.Do == do })
	}
	for _, a := range st.Acts {
		if a.Do == "take-back" && (a.Yes == "" || !strings.Contains(a.Confirm, "decision ")) {
			o.Errorf("to take back decision %d is asked: %s", a.N, a.Confirm)
		}
	}
	for _, do := range append(board.Actions(), "sit") {
		if has(do) || do == "take-back" && has("draw") { // the latest are listed, and any may be asked for
			continue
		}
		d := board.Action{Seat: seat, Do: do}
		switch do {
		case "take-back":
			d.N = max(1, st.Last-2)
		case "stand":
			d.Text = "match " + o.example()
		case "revoke":
			d.N = st.Last
		}
		o.refused(who, d)
	}
	o.refused(who, board.Action{Seat: seat, Do: "take-back", N: st.Last + 1})
	o.refused(who, board.Action{Seat: seat, Do: "revoke", N: 1})
	for _, a := range st.Asks {
		if a.Node == nil { // of another seat
			o.refused(who, board.Action{Seat: seat, Do: "pick", Prompt: a.Prompt, Path: []string{"hold"}})
			o.refused(who, board.Action{Seat: seat, Do: "answer", Prompt: a.Prompt, Path: []string{"hold"}})
			continue
		}
		o.refused(who, board.Action{Seat: seat, Do: "pick", Prompt: a.Prompt, Path: append(slices.Clone(a.Node.Path), "nothing")})
		o.refused(who, board.Action{Seat: seat, Do: "pick", Prompt: a.Prompt + "1", Path: a.Node.Path})
		if !a.Node.Done {
			o.refused(who, board.Action{Seat: seat, Do: "answer", Prompt: a.Prompt, Path: a.Node.Path})
		}
	}
}

// example is a standing order of the game; what none has is nonsense.
func (o *offering) example() string {
	s, err := o.ref.Snapshot(o.Context(), o.id)
	must(o, err)
	for _, c := range s.Info().Clauses {
		return c.Example
	}
	return "nothing"
}

// strangers tries everything for a seat by somebody who does not hold it.
func (o *offering) strangers(who string, seat engine.Seat, st board.State) {
	o.Helper()
	for _, d := range append(o.actsOf(st, seat), answersTo(st, seat)...) {
		if d.Do != "sit" && d.Do != "note" && d.Do != "save" {
			o.refused(who, d)
		}
	}
}

// TestOfferedActsAreObeyed: at a board every act, option and question of the state is obeyed or answered, and nothing else is,
// for who holds a seat, who sits at a screen, a spectator and a stranger.
func TestOfferedActsAreObeyed(t *testing.T) {
	tried := map[string]int{}
	for _, g := range offered.Games() {
		offered.Each(t, g, 1, func(t *testing.T, c *offered.Case) {
			o := &offering{TB: t, of: c, tried: tried}
			o.begin()
			defer o.end()
			info, err := o.ref.Games.Info(g.ID)
			must(t, err)
			for _, who := range []string{"test:" + string(info.Seats[0]), "test:" + string(info.Seats[1]), "screen", "reader"} {
				for _, seat := range append(slices.Clone(info.Seats), "") {
					o.everything(who, seat)
				}
			}
			for _, seat := range info.Seats {
				st, sees := o.state("screen", seat)
				if !sees {
					continue // a program's
				}
				for _, who := range []string{"reader", "stranger", "nobody"} {
					o.strangers(who, seat, st)
				}
			}
		})
	}
	t.Logf("tried: %v", tried)
}
