package referee_test

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
)

// shelve puts a board of the toy on the shelf: its data set with some of its text replaced.
func (b *bench) shelve(name string, version int, pairs ...string) match.Board {
	b.t.Helper()
	data, err := match.LoadData(toy.Files())
	b.must(err)
	id := engine.BoardID{Name: name, Version: version, Author: "Anna"}
	data["toy.csv"], data[csvtable.BoardFile] = strings.NewReplacer(pairs...).Replace(data["toy.csv"]), csvtable.WriteBoard(id)
	g, err := toy.Open(data, 1)
	b.must(err)
	board := match.Board{BoardID: id, Game: "toy", Data: g.Info().Data}
	b.must(b.store.PutBoard(b.t.Context(), board, data))
	b.must(b.Games.ReadShelf(b.t.Context()))
	return board
}

// called lists what the boards are called that the players of a match may adopt.
func (b *bench) called(id match.ID) (out []string) {
	b.t.Helper()
	list, err := refereetest.Current(b.t.Context(), b.Referee, id).NewBoards(b.t.Context())
	b.must(err)
	for _, n := range list {
		out = append(out, n.Called)
	}
	return out
}

// TestABoardIsOfferedAndAdopted: the players are told what changes in their position; from the answer on the match is on the board,
// after a restart and in another store, too, and only a newer version of that board can be adopted.
func TestABoardIsOfferedAndAdopted(t *testing.T) {
	b := newBench(t)
	id := b.open()
	if list := b.called(id); len(list) > 0 {
		t.Errorf("with no board on the shelf %v may be adopted", list)
	}
	first, second := b.shelve("Anna's box", 1, "Ford,1", "Ford,2"), b.shelve("Anna's box", 2, "Ford,1", "Ford,2", "0301,rough", "0301,woods")
	other := b.shelve("Bo", 7, "0101,town", "0101,woods")
	if list := b.called(id); !slices.Equal(list, []string{"Anna's box 2", "Bo 7"}) {
		t.Errorf("%v may be adopted", list)
	}
	list, err := refereetest.Current(b.t.Context(), b.Referee, id).NewBoards(b.t.Context())
	b.must(err)
	var said []string
	for _, m := range list[0].Changes {
		said = append(said, english(m.Key, m.Args...))
	}
	for _, want := range []engine.Msg{
		engine.Say("referee.board.changes", engine.Num("hexes", 2), engine.Num("edges", 0), engine.Num("links", 0), engine.Num("units", 0), engine.Num("files", 2)),
		engine.Say("referee.board.hexes", engine.List("list", engine.Hex("", hex.Coord{Col: 2, Row: 1}), engine.Hex("", hex.Coord{Col: 3, Row: 1}))),
	} {
		if text := english(want.Key, want.Args...); !slices.Contains(said, text) {
			t.Errorf("%q is not said in %q", text, said)
		}
	}
	offer := func(account, data string) error {
		c := command(id, "red")
		c.Account = cmp.Or(account, c.Account)
		_, err := b.OfferBoard(b.t.Context(), c, data)
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want error
	}{
		"a spectator":          {offer("test:x", second.Data), match.ErrPlayer},
		"an older version":     {offer("", first.Data), match.ErrBoard},
		"a board there is not": {offer("", strings.Repeat("0", 64)), match.ErrBoard},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	b.must(offer("", second.Data))
	if err := offer("", other.Data); !errors.Is(err, match.ErrBoard) && !errors.Is(err, match.ErrOffered) {
		t.Errorf("a second offer: %v", err)
	}
	if _, err := b.Accept(b.t.Context(), command(id, "red"), match.NewBoard); !errors.Is(err, match.ErrOwnOffer) {
		t.Errorf("one player alone adopts: %v", err)
	}
	stranger := command(id, "blue")
	stranger.Account = "test:x"
	if _, err := b.Accept(b.t.Context(), stranger, match.NewBoard); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a spectator adopts: %v", err)
	}
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
	b.must(err)
	if l.OfferedBoard == nil || l.OfferedBoard.Called != "Anna's box 2" || len(l.OfferedBoard.Changes) != 2 {
		t.Errorf("blue is offered %+v", l.OfferedBoard)
	}
	r, err := b.Accept(b.t.Context(), command(id, "blue"), match.NewBoard)
	b.must(err)
	if r.Now.Info().Data != second.Data {
		t.Errorf("it is judged on %.8s", r.Now.Info().Data)
	}
	b.restart()
	b.order(id, "blue", "plan hold")
	now := refereetest.Current(b.t.Context(), b.Referee, id)
	if report, err := now.Dice.Verify(); err != nil || now.Info().Data != second.Data || len(report.Course.Boards) != 1 {
		t.Errorf("after a restart on %.8s, verified: %+v, %v", now.Info().Data, report.Course.Boards, err)
	}
	third := b.shelve("Anna's box", 3, "Ford,1", "Ford,5")
	if list := b.called(id); !slices.Equal(list, []string{"Anna's box 3"}) {
		t.Errorf("%v may be adopted", list)
	}
	b.must(offer("", third.Data))
	_, err = b.Accept(b.t.Context(), command(id, "blue"), match.NewBoard)
	b.must(err)
	var file bytes.Buffer
	b.must(b.Files.Export(b.t.Context(), &file, id, engine.Judge))
	elsewhere := newBench(t) // with an empty shelf
	if got, err := elsewhere.Files.Import(b.t.Context(), &file); err != nil || got != id {
		t.Errorf("imported as %q: %v", got, err)
	}
	if is := refereetest.Current(b.t.Context(), elsewhere.Referee, id).Info().Data; is != third.Data {
		t.Errorf("imported it is judged on %.8s", is)
	}
}

// TestAnImpossibleBoardIsRefused: a board without a hex in which units are says which.
func TestAnImpossibleBoardIsRefused(t *testing.T) {
	b := newBench(t)
	id := b.open()
	small := b.shelve("Small", 1, "hex,0301,rough,Eastby,0\n", "", "\nroad,0201,0301,East Road", "", "blue,0301", "blue,0101")
	_, err := b.OfferBoard(b.t.Context(), command(id, "red"), small.Data)
	why := referee.Explain(err)
	if !referee.IsRefusal(err) || !strings.Contains(english(why.Key, why.Args...), "0301") {
		t.Errorf("it is refused by %v", err)
	}
}

// TestBothSeatsAdoptABoardAtOnce: whoever holds every seat asks nobody.
func TestBothSeatsAdoptABoardAtOnce(t *testing.T) {
	b := newBench(t)
	board := b.shelve("Bo", 7, "0101,town", "0101,woods")
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "here"})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		c := command(r.Match, "red")
		c.Seat = seat
		_, err := b.Join(b.t.Context(), c)
		b.must(err)
	}
	r, err = b.OfferBoard(b.t.Context(), command(r.Match, "red"), board.Data)
	b.must(err)
	if r.Now.Info().Data != board.Data {
		t.Errorf("it is judged on %.8s", r.Now.Info().Data)
	}
}

// TestLeagueMatchKeepsItsBoard: the matches of a league are all on one board.
func TestLeagueMatchKeepsItsBoard(t *testing.T) {
	b := newBench(t)
	board := b.shelve("Bo", 7, "0101,town", "0101,woods")
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Settings: map[string]string{referee.SettingOwner: "k3j5x2qa/17"}})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(r.Match, seat))
		b.must(err)
	}
	if _, err := b.OfferBoard(b.t.Context(), command(r.Match, "red"), board.Data); !errors.Is(err, authority.ErrLaw) {
		t.Errorf("it is offered: %v", err)
	}
	if list := b.called(r.Match); len(list) > 0 {
		t.Errorf("%v may be adopted", list)
	}
}
