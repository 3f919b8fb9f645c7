package board_test

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
	"referee/store"
)

// TestABoardIsAdopted: a button of one seat names a newer board and what it changes, and offers it; the other seat accepts it. Somebody
// without a seat, a board of another game, and the seat that offers it change nothing.
func TestABoardIsAdopted(t *testing.T) {
	box := match.Board{BoardID: engine.BoardID{Name: "Anna's box", Version: 1, Author: "Anna"}, Game: "toy"}
	data, err := match.LoadData(toy.Files())
	must(t, err)
	data[csvtable.BoardFile] = csvtable.WriteBoard(box.BoardID)
	opened, err := toy.Open(data, 1)
	must(t, err)
	box.Data = opened.Info().Data
	others := match.Board{BoardID: engine.BoardID{Name: "Bens map", Version: 2, Author: "Ben"}, Game: "celles", Data: strings.Repeat("b", 64)}
	who := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, who, func(c *referee.Config) {
		shelf := c.Store.(*store.Store)
		must(t, shelf.PutBoard(t.Context(), box, data))
		must(t, shelf.PutBoard(t.Context(), others, match.Data{}))
	})
	for _, seat := range []engine.Seat{"red", "blue", ""} {
		who.by["as "+string(seat)] = guest(s.id, seat)
	}
	c := &clicker{site: s}
	sees := func(viewer engine.Seat) board.State {
		c.Client = s.client("as " + string(viewer))
		return c.state("seat=" + string(viewer))
	}
	buttons := func(st board.State) (out []board.Button) {
		for _, a := range st.Acts {
			if a.Do == "new-board" || a.Do == "accept" {
				out = append(out, a)
			}
		}
		return out
	}
	refused := func(what string, viewer engine.Seat, d board.Action) {
		t.Helper()
		st := sees(viewer)
		if done := c.does(c.Client, c.action(st, d), 0); done.Refusal == nil || s.look(s.id).Info.Data == box.Data || c.state("").Last != st.Last {
			t.Errorf("%s is obeyed: %+v", what, done.Lines)
		}
	}
	st := sees("red")
	offers := buttons(st)
	if len(offers) != 1 || !strings.Contains(offers[0].Label, box.Called()) || !strings.Contains(offers[0].Confirm, s.says("referee.board.untouched")) {
		t.Fatalf("offered is %+v", offers)
	}
	if st := sees(""); len(buttons(st)) > 0 {
		t.Errorf("somebody without a seat is offered %+v", buttons(st))
	}
	offer := board.Action{Seat: "red", Do: "new-board", N: offers[0].N}
	refused("somebody without a seat", "", offer)
	n, err := strconv.ParseInt(others.Data[:7], 16, 64)
	must(t, err)
	refused("a board of another game", "red", board.Action{Seat: "red", Do: "new-board", N: int(n), Text: "bens-map"})
	st = sees("red")
	if done := c.does(c.Client, c.action(st, offer), 0); done.Refusal != nil {
		t.Fatalf("the offer is refused: %+v", done.Refusal)
	}
	refused("the seat that offers it", "red", board.Action{Seat: "red", Do: "accept"})
	refused("an answer of somebody without a seat", "", board.Action{Seat: "blue", Do: "accept"})
	st = sees("blue")
	if told := strings.Join(st.Offers, "\n"); !strings.Contains(told, box.Called()) || !strings.Contains(told, s.says("referee.board.untouched")) {
		t.Errorf("the other seat reads %q", told)
	}
	if done := c.does(c.Client, c.action(st, board.Action{Seat: "blue", Do: "accept"}), 0); done.Refusal != nil || s.look(s.id).Info.Data != box.Data {
		t.Errorf("accepted, the match is on %.8s: %+v", s.look(s.id).Info.Data, done.Refusal)
	}
}
