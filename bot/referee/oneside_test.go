package referee_test

import (
	"errors"
	"testing"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/play"
)

// oneSided is a player that takes the blue seat alone.
func oneSided() play.Player {
	p := thoughtful("orders", nil)
	p.Seats = []engine.Seat{"blue"}
	return p
}

// TestAProgramPlaysItsSideOnly: a program that plays one side is refused the other wherever it could get there, and plays and advises
// nowhere unnamed.
func TestAProgramPlaysItsSideOnly(t *testing.T) {
	b := newBench(t)
	b.game.Players = play.Roster{play.Recruit(nil), oneSided()}
	b.restart()
	ctx := t.Context()
	open := func(o referee.Opening) (referee.Reply, error) {
		o.Setup, o.Place = engine.Setup{"weather": "off"}, "here"
		return b.Open(ctx, command("", ""), o)
	}
	caretaker := map[string]string{schedule.SettingClock: "reserve 10d +12h grace 6h remind 50 80 then caretaker orders"}
	for name, o := range map[string]referee.Opening{
		"the other side is taken":   {Program: "orders", Seat: "blue"},
		"it plays both to be shown": {Program: "orders", Watched: true},
		"a caretaker":               {Settings: caretaker},
	} {
		_, err := open(o)
		b.refused(name, err, referee.ErrSide)
	}
	r, err := open(referee.Opening{Program: "orders"})
	b.must(err)
	_, err = b.Join(ctx, command(r.Match, "blue"))
	b.refused("its side is taken later", err, referee.ErrSide)
	_, err = b.Join(ctx, command(r.Match, "red"))
	b.must(err)
	if about, is := b.matchOf(r.Match).Program("blue"); !is || about.Name != "orders" {
		t.Fatalf("blue is held by %v, %v", about, is)
	}
	if _, err := b.Programs.TakeSeat(ctx, command(r.Match, "red"), "orders"); !errors.Is(err, referee.ErrSide) {
		t.Errorf("it is given the other seat: %v", err)
	}
	if name, err := b.Games.DefaultProgram("toy"); err != nil || name != "recruit" {
		t.Errorf("%s plays where nobody is named: %v", name, err)
	}
	if only := b.Games.PlaysOnly("toy", "orders"); len(only) != 1 || only[0] != "blue" || b.Games.PlaysOnly("toy", "recruit") != nil {
		t.Errorf("it plays %v", only)
	}
}
