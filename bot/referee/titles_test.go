package referee_test

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
	"referee/engine/notary"
)

// title puts a title of the notary on the shelf.
func (b *bench) title(version int, lines string) match.Board {
	b.t.Helper()
	data, err := match.LoadData(notary.Files())
	b.must(err)
	id := engine.BoardID{Name: "Alps", Version: version, Author: "Anna"}
	data["title.csv"], data[csvtable.BoardFile] = lines, csvtable.WriteBoard(id)
	g, err := notary.Open(data, 1)
	b.must(err)
	board := match.Board{BoardID: id, Game: "notary", Data: g.Info().Data}
	b.must(b.store.PutBoard(b.t.Context(), board, data))
	b.must(b.Games.ReadShelf(b.t.Context()))
	return board
}

// TestATitleIsPlayed: a data set of a game without a map is offered by its name, matches show it and keep it, after a restart and
// where a newer version is on the shelf, too; nobody adopts that in a running match.
func TestATitleIsPlayed(t *testing.T) {
	b := newBench(t)
	b.game = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	b.restart()
	alps := b.title(1, "name,Alps 1915\n")
	info, err := b.Games.Info("notary")
	b.must(err)
	if i := slices.IndexFunc(info.Options, func(o engine.SetupOption) bool { return o.ID == referee.OptionBoard }); i < 0 || info.Options[i].Names["alps"] != "Alps 1" {
		t.Errorf("offered: %+v", info.Options)
	}
	open := func(set engine.Setup) (*referee.Snapshot, referee.Look) {
		t.Helper()
		reply, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: set, Place: "here"})
		b.must(err)
		for _, seat := range []engine.Seat{"blue", "red"} {
			_, err := b.Join(t.Context(), command(reply.Match, seat))
			b.must(err)
		}
		s := refereetest.Current(t.Context(), b.Referee, reply.Match)
		l, err := s.Look(t.Context(), engine.Spectator)
		b.must(err)
		return s, l
	}
	titled := func(l referee.Look) string { return l.View.Status.Args[0].Text }
	s, l := open(engine.Setup{referee.OptionBoard: "alps"})
	if said := s.Board(); titled(l) != "Alps 1915" || s.Info().Data != alps.Data || said.Key != "board.named" || s.SetupAgain()[referee.OptionBoard] != "Alps 1" {
		t.Errorf("%q is played, %+v", titled(l), said)
	}
	if s, l := open(engine.Setup{referee.OptionBoard: engine.BoardBuiltIn}); titled(l) != "Any game" || s.Board().Key != "" {
		t.Errorf("the title built in is %q, %+v", titled(l), s.Board())
	}
	newer := b.title(2, "name,Alps 1916\n")
	b.restart()
	s = refereetest.Current(t.Context(), b.Referee, l.Match)
	if l, err = s.Look(t.Context(), engine.Spectator); err != nil || titled(l) != "Alps 1915" {
		t.Errorf("after a restart it is %q: %v", titled(l), err)
	}
	list, err := s.NewBoards(t.Context())
	if _, refused := b.OfferBoard(t.Context(), command(l.Match, "blue"), newer.Data); err != nil || len(list) > 0 || !errors.Is(refused, match.ErrBoard) {
		t.Errorf("a newer title is offered: %v, %v, %v", list, refused, err)
	}
	if s, l := open(engine.Setup{referee.OptionBoard: "alps", "title": "title"}); titled(l) != "Alps 1916" || s.Info().Data != newer.Data {
		t.Errorf("the newest is %q", titled(l))
	}
	for chosen, want := range map[string]string{"": "limit 3d then loss", "none": "none", "2d": "2d"} {
		b.title(3, "name,Alps 1917\nclock,3d then loss\n")
		reply, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{referee.OptionBoard: "alps"}, Settings: map[string]string{"clock": chosen}})
		b.must(err)
		if is := refereetest.Current(t.Context(), b.Referee, reply.Match).Match().Setting("clock"); is != want {
			t.Errorf("the clock %q is %q, not %q", chosen, is, want)
		}
	}
	if s, _ := open(engine.Setup{referee.OptionBoard: "alps", "title": "chit-pull"}); s.Match().Setting("clock") != "" {
		t.Error("a title without a clock has one")
	}
	if _, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{referee.OptionBoard: "ardennes"}}); !errors.As(err, new(*referee.NoBoardError)) {
		t.Errorf("a title that there is not: %v", err)
	}
}

// TestTitlesOfAHome: a title that a club writes is offered at its home alone, from when it is confirmed until it is removed; two
// homes have their own of one name and text.
func TestTitlesOfAHome(t *testing.T) {
	b := newBench(t)
	b.game = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	b.restart()
	open := func(home string) error {
		_, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{referee.OptionBoard: "alps"}, Home: home})
		return err
	}
	refused := func(home string) {
		t.Helper()
		if err := open(home); !errors.As(err, new(*referee.NoBoardError)) {
			t.Errorf("a match of the title is opened at %q: %v", home, err)
		}
	}
	offer := func(home, lines string) {
		t.Helper()
		title, err := b.Games.CheckTitle(t.Context(), home, "Alps", []byte(lines))
		b.must(err)
		_, err = b.Games.OfferTitle(t.Context(), home, title.Data)
		b.must(err)
	}
	for _, home := range []string{"a", "b"} {
		_, err := b.Games.CheckTitle(t.Context(), home, "Alps", []byte("name,Alps\n"))
		b.must(err)
		refused(home)
		offer(home, "name,Alps\n")
		b.must(open(home))
	}
	reply, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{referee.OptionBoard: "alps"}, Home: "b"})
	b.must(err)
	offer("b", "name,Alps 1916\n")
	s := refereetest.Current(t.Context(), b.Referee, reply.Match)
	if again := s.SetupAgain()[referee.OptionBoard]; s.Info().Named.Version != 1 || again != "Alps" {
		t.Errorf("version %d is played, and again on %q", s.Info().Named.Version, again)
	}
	refused("")
	refused("c")
	b.must(b.Games.RemoveTitle(t.Context(), "a", "alps"))
	refused("a")
	b.must(open("b"))
	b.must(b.store.Check(t.Context()))
	for n := range 99 { // what is offered no longer is kept, too
		_, err := b.Games.CheckTitle(t.Context(), "a", "Alps", []byte("name,Alps\nturns,"+strconv.Itoa(n+1)+"\n"))
		b.must(err)
	}
	if _, err := b.Games.CheckTitle(t.Context(), "a", "Alps", []byte("name,More\n")); !errors.Is(err, referee.ErrTitlesFull) {
		t.Errorf("the 101st file: %v", err)
	}
	if _, err := b.Games.CheckTitle(t.Context(), "b", "Alps", make([]byte, referee.MostTitle+1)); !errors.Is(err, referee.ErrTitleFile) {
		t.Errorf("a large file: %v", err)
	}
}

// TestDiceByKind: of a game that does not measure luck each kind of die is told of, and that too few rolls say nothing.
func TestDiceByKind(t *testing.T) {
	b := newBench(t)
	b.game = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	b.restart()
	reply, err := b.Open(t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"title": "chit-pull"}})
	b.must(err)
	for _, seat := range []engine.Seat{"blue", "red"} {
		_, err := b.Join(t.Context(), command(reply.Match, seat))
		b.must(err)
	}
	said := func() map[string]int {
		luck, err := refereetest.Current(t.Context(), b.Referee, reply.Match).Dice.Luck()
		b.must(err)
		out := map[string]int{}
		for _, m := range luck[1:] {
			out[m.Args[0].Text+" "+m.Key] = m.Args[1].Num
		}
		return out
	}
	if is := said(); len(is) > 0 {
		t.Errorf("before a roll: %v", is)
	}
	_, err = b.Order(t.Context(), command(reply.Match, "blue"), "draw blue-cup 1")
	b.must(err)
	for range 15 {
		_, err := b.Order(t.Context(), command(reply.Match, "blue"), `roll 2d10/2d6 attack`)
		b.must(err)
	}
	_, err = b.Order(t.Context(), command(reply.Match, "blue"), `roll d100 weather`)
	b.must(err)
	if is := said(); !maps.Equal(is, map[string]int{"d6 luck.die.fair": 30, "d10 luck.die.few": 30, "d100 luck.die.few": 1}) {
		t.Errorf("told: %v", is)
	}
}
