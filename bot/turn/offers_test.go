package turn_test

import (
	"errors"
	"slices"
	"testing"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// all are the acts that are obeyed or refused by the referee. A sandbox does Try; whether a text is a standing order depends on the
// game.
var all = slices.DeleteFunc(turn.Acts(), func(a turn.Act) bool { return a == turn.Try || a == turn.Stand })

// appeal is what judges are asked where the match is played.
var appeal = turn.With{Appeal: club.Appeal{Text: "Hm.", Place: "test"}}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestOffersAreObeyed: what a player is offered beside answering is obeyed, some of it once they mean it, and what they are not
// offered is refused.
func TestOffersAreObeyed(t *testing.T) {
	each(t, offered.Toy(), 25, func(t *testing.T, c *offered.Case, seat engine.Seat) {
		for _, name := range all {
			at(t, c, seat, turn.Wishes{Sure: []turn.Act{turn.Accept, turn.Resign}}, func(x turn.Turn) {
				list, err := x.OffersOf(t.Context(), name)
				must(t, err)
				may := len(list) > 0
				with := turn.With{N: 1, Text: "limit 2d", Settings: map[string]string{referee.SettingLanguage: "fr"}, Appeal: appeal.Appeal}
				switch {
				case may:
					with.N = list[0].N
				case name == turn.TakeBack:
					return // of other decisions than the player's own it can be typed
				}
				if may && list[0].Sure {
					held, err := x.Do(t.Context(), name, with)
					if must(t, err); held.Held != turn.Final || held.Now != nil {
						t.Errorf("%s of %s is not held: %+v", name, seat, held)
					}
					with.Sure = true
				}
				done, err := x.Do(t.Context(), name, with)
				if done.Held != "" || may && with.Sure != ends(name, x.Look.Offer) {
					t.Errorf("%s of %s is held: %s, and was asked about: %t", name, seat, done.Held, with.Sure)
				}
				if err != nil && !referee.IsRefusal(err) || may != (err == nil) {
					t.Errorf("%s may %s: %t, and then %v", seat, name, may, err)
				}
			})
		}
	})
}

// ends reports whether an act cannot be taken back: to resign, and to accept a draw or a version of the rules.
func ends(name turn.Act, offer match.Offer) bool {
	return name == turn.Resign || name == turn.Accept && (offer == match.Draw || offer == match.Law)
}

// TestChoicesAreObeyed: each choice of each question can be taken, whatever a door wishes, and one that is not there cannot.
func TestChoicesAreObeyed(t *testing.T) {
	wishes := []turn.Wishes{{}, {Odds: true}, {Panel: true, Odds: true}, {Panel: true, Warn: true, Odds: true, Marks: true}}
	for _, game := range append(offered.Games(), offered.Toy()) {
		each(t, game, 12, func(t *testing.T, c *offered.Case, seat engine.Seat) {
			for n := 0; ; n++ {
				more := false
				for _, w := range wishes {
					at(t, c, seat, w, func(x turn.Turn) { more = choose(t, x, n) })
				}
				if !more || n > 20 {
					break
				}
			}
		})
	}
}

// choose takes the choice of a number, and reports whether there was one; else it tries one that is not there.
func choose(t *testing.T, x turn.Turn, n int) bool {
	t.Helper()
	for _, a := range x.Asks() {
		path, node, err := x.Choices(t.Context(), a.Prompt)
		must(t, err)
		if n >= len(node.Options) {
			n -= len(node.Options)
			continue
		}
		path = append(path, node.Options[n].ID)
		attack := x.Look.Snapshot.CanPreviewOdds(a.Prompt, path)
		done, err := x.Choose(t.Context(), a.Prompt, path, false)
		if told := x.Odds && !x.Marks; done.Held == turn.Odds && !told || attack && told && done.To > done.From {
			t.Errorf("%v to %s is held: %q, and its odds are told: %t", path, a.Prompt, done.Held, told)
		}
		var unsure *referee.UnsureError
		if err != nil && !errors.As(err, &unsure) {
			t.Errorf("%v to %s: %v", path, a.Prompt, err)
		}
		if _, err := x.Choose(t.Context(), a.Prompt, append(path, "nowhere"), false); !referee.IsRefusal(err) {
			t.Errorf("%v nowhere to %s: %v", path, a.Prompt, err)
		}
		return true
	}
	return false
}

// each does something for each seat of some matches.
func each(t *testing.T, g offered.Game, few int, do func(t *testing.T, c *offered.Case, seat engine.Seat)) {
	if thorough.Brief() {
		few = 5
	}
	of, err := g.Open(g.Data, g.Law)
	must(t, err)
	offered.Each(t, g, few, func(t *testing.T, c *offered.Case) {
		for _, seat := range of.Info().Seats {
			do(t, c, seat)
		}
	})
}

// at prepares a match of a case for something that the player of a seat does.
func at(t *testing.T, c *offered.Case, seat engine.Seat, w turn.Wishes, do func(turn.Turn)) {
	t.Helper()
	p := c.In(t, "test")
	s, err := p.Referee.Snapshot(t.Context(), p.Match)
	must(t, err)
	l, err := s.Look(t.Context(), engine.Viewer(seat))
	must(t, err)
	if sits := l.Holder(seat); sits.Program == "" {
		x, err := turn.Of(t.Context(), p.Referee, s, referee.Command{Match: p.Match, Seat: seat, Account: sits.Account, Door: "test"}, w)
		must(t, err)
		x.Judges, x.By.Powers = p.Judges, authority.Powers{Home: "home", Place: "test"}
		do(x)
	}
	must(t, p.Store.Close())
}
