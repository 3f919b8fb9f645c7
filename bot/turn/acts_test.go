package turn_test

import (
	"errors"
	"testing"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// planned lets both plan: red has marched nowhere yet.
func planned(b *bench) {
	b.order("red", "plan march")
	b.order("blue", "plan hold")
}

// paused stops the clocks.
func paused(b *bench) {
	b.do("red", turn.Pause, turn.With{})
	b.do("blue", turn.Accept, turn.With{})
}

// TestOffers: what each player is offered in each circumstance, and in which order.
func TestOffers(t *testing.T) {
	for _, c := range []struct {
		name      string
		settings  map[string]string
		begin     func(*bench)
		red, blue string
	}{
		{"begun", nil, func(*bench) {}, "draw law clock settings hint stand try resign", "draw law clock settings hint stand try resign"},
		{"begun with a clock", clocked, func(*bench) {}, "draw law pause clock settings hint stand try resign", "draw law pause clock settings hint stand try resign"},
		{"planned in secret", nil, func(b *bench) { b.order("red", "plan march") }, "take-back draw law clock settings stand try resign", "draw law clock settings hint stand resign"},
		{"planned", nil, planned, "take-back draw law clock settings hint stand try resign", "take-back draw law clock settings stand try resign"},
		{"half built", nil, func(b *bench) { planned(b); b.order("red", "march red-a") }, "undo take-back draw law clock settings hint stand try resign", "take-back draw law clock settings stand try resign"},
		{"a draw offered", nil, func(b *bench) { b.do("red", turn.Draw, turn.With{}) }, "decline settings hint stand try resign", "accept decline settings hint stand try resign"},
		{"paused", clocked, paused, "draw law resume clock settings hint stand try resign", "draw law resume clock settings hint stand try resign"},
		{"in a league", league, func(*bench) {}, "draw hints settings stand try resign", "draw hints settings stand try resign"},
		{"in a league, hints agreed", league, func(b *bench) {
			b.do("red", turn.Hints, turn.With{})
			b.do("blue", turn.Accept, turn.With{})
		}, "draw settings hint stand try resign", "draw settings hint stand try resign"},
		{"with a standing order", nil, func(b *bench) { b.do("red", turn.Stand, turn.With{Text: "match lose units red-a"}) }, "draw law clock settings hint stand revoke try resign", "draw law clock settings hint stand try resign"},
		{"judges asked", nil, func(b *bench) { planned(b); b.appeals() }, "draw clock settings stand try resign", "draw clock settings stand try resign"},
		{"judges asked, and a draw offered", nil, func(b *bench) { b.do("red", turn.Draw, turn.With{}); b.appeals() }, "decline settings stand try resign", "accept decline settings stand try resign"},
		{"judges asked, and the law offered", nil, func(b *bench) { b.do("red", turn.Law, turn.With{}); b.appeals() }, "decline settings stand try resign", "decline settings stand try resign"},
		{"judges asked, and a take-back requested", nil, func(b *bench) {
			planned(b)
			b.do("red", turn.TakeBack, turn.With{N: 1})
			b.appeals()
		}, "decline settings stand try resign", "decline settings stand try resign"},
		{"restored", nil, func(b *bench) { must(b, b.Referee.Suspend(b.Context(), b.id)) }, "settings go-on", "settings go-on"},
		{"restored, and red agreed", nil, func(b *bench) {
			must(b, b.Referee.Suspend(b.Context(), b.id))
			b.do("red", turn.GoOn, turn.With{})
		}, "settings", "settings go-on"},
		{"over", clocked, func(b *bench) { planned(b); b.do("red", turn.Resign, turn.With{}) }, "settings", "settings"},
		{"over while paused", clocked, func(b *bench) { paused(b); b.do("red", turn.Resign, turn.With{}) }, "settings", "settings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, offered.Toy().Game, c.settings, "red", "blue")
			c.begin(b)
			b.offers(c.red, c.blue)
			b.offersNone()
		})
	}
}

// offers checks what red and blue are offered.
func (b *bench) offers(red, blue string) {
	b.Helper()
	for seat, want := range map[engine.Seat]string{"red": red, "blue": blue} {
		if got := b.acts(seat, turn.Wishes{}); got != want {
			b.Errorf("%s is offered %q, want %q", seat, got, want)
		}
	}
}

// offersNone checks that nothing is offered without a seat, and with a turn file nothing but to undo.
func (b *bench) offersNone() {
	b.Helper()
	if got := b.acts("", turn.Wishes{}); got != "" {
		b.Errorf("nobody is offered %q", got)
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		want := ""
		if may, err := b.turn(seat, turn.Wishes{}).May(b.Context(), turn.Undo); err != nil {
			b.Fatal(err)
		} else if may {
			want = "undo"
		}
		if got := b.acts(seat, turn.Wishes{File: unending{}}); got != want {
			b.Errorf("with a turn file %s is offered %q, want %q", seat, got, want)
		}
	}
}

// appeals has red ask judges.
func (b *bench) appeals() {
	b.Helper()
	_, err := b.Judges.Appeal(b.Context(), b.by("red"), club.Appeal{Text: "Hm."})
	must(b, err)
}

// TestOffersBeforeAMatchBegins: a clock can be chosen, and nothing else; not in a league.
func TestOffersBeforeAMatchBegins(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red")
	b.offers("clock settings", "clock settings")
	done := b.do("red", turn.Clock, turn.With{Text: "limit 2d"})
	if got := done.Now.Match().Setting(schedule.SettingClock); got != "limit 2d" {
		t.Errorf("the clock: %q", got)
	}
	newBench(t, offered.Toy().Game, league, "red").offers("settings", "settings")
}

// TestNothingIsOfferedWhereItCannotBe: no hints of a game that no program plays, and no version of the rules but a newer one.
func TestNothingIsOfferedWhereItCannotBe(t *testing.T) {
	game := offered.Toy().Game
	game.Players = nil
	newBench(t, game, nil, "red", "blue").offers("draw law clock settings stand try resign", "draw law clock settings stand try resign")
	game.Law, game.Open = toy.Newest, toy.Open
	newBench(t, game, nil, "red", "blue").offers("draw clock settings stand try resign", "draw clock settings stand try resign")
}

// TestOffersNameTheirSubjects what each is of: the seat, the decision to go back to, the offer that stands, and the standing order.
func TestOffersNameTheirSubjects(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red", "blue")
	for range 2 {
		planned(b)
		b.order("red", "stay")
	}
	b.order("red", "plan hold") // the fifth answer of red
	of := func(seat engine.Seat, name turn.Act, w turn.Wishes) []turn.Offer {
		t.Helper()
		list, err := b.turn(seat, w).OffersOf(b.Context(), name)
		must(t, err)
		return list
	}
	back := of("red", turn.TakeBack, turn.Wishes{})
	for i, o := range back {
		if o.Act != turn.TakeBack || o.Seat != "red" || o.Said.Key == "" || o.N < 1 || i > 0 && o.N >= back[i-1].N {
			t.Errorf("to go back: %+v", o)
		}
	}
	if len(back) != 3 {
		t.Errorf("to go back: %d decisions", len(back))
	}
	b.do("red", turn.Stand, turn.With{Text: "match lose units red-a"})
	b.do("red", turn.Stand, turn.With{Text: "turn lose units red-b"})
	stands := of("red", turn.Revoke, turn.Wishes{Sure: []turn.Act{turn.Revoke}})
	if len(stands) != 2 || stands[0].Text != "turn lose units red-b" || stands[1].Text != "match lose units red-a" || !stands[1].Sure {
		t.Errorf("to revoke: %+v", stands)
	}
	b.do("red", turn.Revoke, turn.With{N: stands[1].N})
	if left := of("red", turn.Revoke, turn.Wishes{}); len(left) != 1 || left[0].N != stands[0].N || left[0].Sure {
		t.Errorf("to revoke: %+v, of %+v", left, stands)
	}
	offer := b.do("red", turn.Draw, turn.With{})
	if got := of("blue", turn.Accept, turn.Wishes{}); len(got) != 1 || got[0].N != offer.To || got[0].Sure {
		t.Errorf("to accept: %+v, of decision %d", got, offer.To)
	}
}

// TestNamedOfferIsAnswered: the one that stands, or the one that is named; another is refused, and so is none.
func TestNamedOfferIsAnswered(t *testing.T) {
	sure := turn.Wishes{Sure: []turn.Act{turn.Accept}}
	for _, name := range []turn.Act{turn.Accept, turn.Decline} {
		b := newBench(t, offered.Toy().Game, nil, "red", "blue")
		if _, err := b.turn("blue", sure).Do(b.Context(), name, turn.With{}); !errors.Is(err, match.ErrNoOffer) {
			t.Errorf("%s of nothing: %v", name, err)
		}
		n := b.do("red", turn.Draw, turn.With{}).To
		if done, err := b.turn("blue", sure).Do(b.Context(), name, turn.With{Offer: match.Law}); !referee.IsRefusal(err) {
			t.Errorf("%s of what is not offered: %+v, %v", name, done, err)
		}
		if done, err := b.turn("blue", sure).Do(b.Context(), name, turn.With{N: n - 1, Sure: true}); name == turn.Accept && !referee.IsRefusal(err) {
			t.Errorf("%s of an earlier offer: %+v, %v", name, done, err)
		}
	}
	b := newBench(t, offered.Toy().Game, nil, "red", "blue")
	n := b.do("red", turn.Draw, turn.With{}).To
	for _, w := range []turn.With{{N: n}, {N: n, Offer: match.Draw}} {
		if done, err := b.turn("blue", sure).Do(b.Context(), turn.Accept, w); err != nil || done.Held != turn.Final {
			t.Errorf("a draw is not held until it is meant: %+v, %v", done, err)
		}
	}
	if done := b.do("blue", turn.Accept, turn.With{N: n, Offer: match.Draw}); done.Ending == nil {
		t.Errorf("a draw is accepted, and the match goes on: %+v", done)
	}
}

// TestAcceptIsHeld where it cannot be taken back: of a draw, and of a version of the rules; what else is agreed can be agreed anew.
func TestAcceptIsHeld(t *testing.T) {
	for name, want := range map[turn.Act]turn.Reason{turn.Draw: turn.Final, turn.Law: turn.Final, turn.TakeBack: "", turn.Pause: ""} {
		b := newBench(t, offered.Toy().Game, clocked, "red", "blue")
		planned(b)
		n := b.do("red", name, turn.With{N: 1}).To
		x := b.turn("blue", turn.Wishes{Sure: []turn.Act{turn.Accept}})
		list, err := x.OffersOf(b.Context(), turn.Accept)
		must(t, err)
		if len(list) != 1 || list[0].Sure != (want != "") {
			t.Errorf("%s: offered is %+v, want it held: %t", name, list, want != "")
		}
		done, err := x.Do(b.Context(), turn.Accept, turn.With{N: n})
		must(t, err)
		if done.Held != want {
			t.Errorf("%s is held: %q, want %q", name, done.Held, want)
		}
	}
}

// TestHint: what a program would answer comes with the reply.
func TestHint(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red", "blue")
	if done := b.do("red", turn.Hint, turn.With{}); len(done.Hint.Path) == 0 || done.Now == nil {
		t.Errorf("a hint: %+v", done)
	}
}

// TestAppealsAreOffered where judges can be asked: at a door that has them, where the match lives, once it has begun.
func TestAppealsAreOffered(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red")
	at := func(powers authority.Powers, judges *club.Judges) turn.Turn {
		x := b.turn("red", turn.Wishes{})
		x.Judges, x.By.Powers = judges, powers
		return x
	}
	home := authority.Powers{Home: "home", Place: "test"}
	refused := func(x turn.Turn, want error) {
		t.Helper()
		may, err := x.May(b.Context(), turn.Appeal)
		must(t, err)
		if _, err := x.Do(b.Context(), turn.Appeal, appeal); may || !errors.Is(err, want) {
			t.Errorf("an appeal is offered: %t, and refused: %v, want %v", may, err, want)
		}
	}
	refused(at(home, b.Judges), match.ErrWaiting)
	_, err := b.Referee.Join(b.Context(), b.by("blue"))
	must(t, err)
	refused(at(home, nil), authority.ErrElsewhere)
	refused(at(authority.Powers{Home: "home", Place: "elsewhere"}, b.Judges), authority.ErrElsewhere)
	for _, what := range []string{"an appeal", "a statement"} {
		x := at(home, b.Judges)
		may, err := x.May(b.Context(), turn.Appeal)
		must(t, err)
		if done, err := x.Do(b.Context(), turn.Appeal, appeal); !may || err != nil || done.To == 0 {
			t.Errorf("%s is offered: %t, and refused: %v", what, may, err)
		}
	}
	must(t, b.Referee.Suspend(b.Context(), b.id))
	refused(at(home, b.Judges), match.ErrRestored)
}

// TestDecisionsToGoBackTo are offered as many as a door wishes.
func TestDecisionsToGoBackTo(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red", "blue")
	for range 2 {
		planned(b)
		b.order("red", "stay")
	}
	b.order("red", "plan hold")
	for wish, want := range map[int]int{0: 3, 1: 1, 25: 5} {
		list, err := b.turn("red", turn.Wishes{Back: wish}).OffersOf(b.Context(), turn.TakeBack)
		must(t, err)
		if len(list) != want {
			t.Errorf("with a wish of %d there are %d decisions to go back to, want %d", wish, len(list), want)
		}
	}
}
