package board_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"referee/bot/authority"
	"referee/bot/board"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/play"
)

// vacant opens a match of the toy in which nobody sits yet.
func (s *site) vacant(o referee.Opening) {
	s.Helper()
	o.Place = "table"
	opened, err := s.Open(s.Context(), referee.Command{Door: "test"}, o)
	must(s, err)
	s.id = opened.Match
}

// does is what a state offers beside answering, by name.
func does(st board.State) (out []string) {
	for _, a := range st.Acts {
		out = append(out, a.Do)
	}
	return out
}

// TestBeforeAndAfterAMatch: before a match begins, and once it is over, no clock is shown and nothing is offered that would be done in
// it, and whoever does it all the same is refused.
func TestBeforeAndAfterAMatch(t *testing.T) {
	s := newSite(t)
	s.vacant(referee.Opening{Settings: map[string]string{schedule.SettingClock: "limit 27h30m then loss"}})
	_, err := s.Join(s.Context(), s.command("red"))
	must(t, err)
	c := &clicker{site: s, Client: s.browser()}
	still := func(when string, offered ...string) {
		t.Helper()
		st := c.state("seat=red")
		if got := does(st); !slices.Equal(got, offered) {
			t.Errorf("%s %q is offered, want %q", when, got, offered)
		}
		for _, seat := range st.Seats {
			if seat.Clock != "" || seat.Due != 0 {
				t.Errorf("%s %s has a clock: %q", when, seat.ID, seat.Clock)
			}
		}
		for _, do := range board.Actions() {
			d := board.Action{Seat: "red", Do: do, N: 1, Text: "plan hold"}
			if done := c.does(c.Client, c.action(st, d), 0); done.Refusal == nil {
				t.Errorf("%s it is obeyed: %s", when, do)
			}
		}
		if now := c.state("seat=red"); now.Last != st.Last {
			t.Errorf("%s %d decisions were made", when, now.Last-st.Last)
		}
	}
	still("before it begins", "sit", "note")
	open := s.says("web.waits.seats", engine.List("seats", engine.Noun("", "blue")))
	if st := c.state("seat=red"); !slices.Equal(st.Offers, []string{open}) {
		t.Errorf("before it begins it waits for %q", st.Offers)
	}
	_, err = s.Join(c.Context(), s.command("blue"))
	must(t, err)
	st := c.state("seat=red")
	if len(st.Offers) != 0 || !slices.Contains(does(st), "resign") || slices.Contains(does(st), "sit") {
		t.Errorf("once it has begun it waits for %q, and offers %q", st.Offers, does(st))
	}
	for _, seat := range st.Seats {
		if seat.Clock != "1 d 3 h left" {
			t.Errorf("the clock of %s shows %q", seat.ID, seat.Clock)
		}
	}
	_, err = s.Resign(c.Context(), s.command("blue"))
	must(t, err)
	still("once it is over", "note", "save")
}

// TestOffersAreNamed is told as what it is.
func TestOffersAreNamed(t *testing.T) {
	s := newSite(t)
	s.vacant(referee.Opening{Settings: map[string]string{schedule.SettingClock: "limit 1d then loss"}})
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := s.Join(s.Context(), s.command(seat))
		must(t, err)
	}
	c := &clicker{site: s, Client: s.browser()}
	for key, offer := range map[string]func() (referee.Reply, error){
		"referee.told.offer-draw": func() (referee.Reply, error) { return s.OfferDraw(c.Context(), s.command("red")) },
		"web.offer.pause": func() (referee.Reply, error) {
			return s.ProposeSettings(c.Context(), s.command("red"), map[string]string{schedule.SettingPause: "on"})
		},
		"referee.told.offer-conduct": func() (referee.Reply, error) {
			return s.ProposeSettings(c.Context(), s.command("red"), map[string]string{schedule.SettingClock: "limit 2d then loss"})
		},
	} {
		_, err := offer()
		must(t, err)
		st := c.state("seat=blue")
		if want := s.says(key, engine.Noun("seat", "red")); !slices.Equal(st.Offers, []string{want}) {
			t.Errorf("told is %q, want %q", st.Offers, want)
		}
		c.does(c.Client, c.action(st, board.Action{Seat: "blue", Do: "decline"}), http.StatusOK)
		if left := c.state("seat=blue").Offers; len(left) != 0 {
			t.Errorf("once it is declined there is %q", left)
		}
	}
}

// TestLocalScreenTakesFreeSeats: all seats that nobody has, and none that somebody or a program has; whoever was let into a match
// takes none.
func TestLocalScreenTakesFreeSeats(t *testing.T) {
	g := toyGame
	g.Players = play.Roster{play.Recruit(nil)}
	s := newSite(t, playing(g))
	c := &clicker{site: s, Client: s.browser()}
	sits := func(want ...engine.Seat) {
		t.Helper()
		done := c.does(c.Client, c.action(c.state(""), board.Action{Do: "sit"}), http.StatusOK)
		if done.Refusal != nil || done.State == nil || !slices.Equal(done.State.Viewer.Seats, want) || slices.Contains(does(*done.State), "sit") {
			t.Errorf("whoever sits down is told %+v, and has %+v; want %v", done.Refusal, done.State, want)
		}
	}
	s.vacant(referee.Opening{})
	sits("red", "blue")
	s.vacant(referee.Opening{})
	_, err := s.Join(c.Context(), referee.Command{Match: s.id, Seat: "red", Account: "elsewhere:1", Name: "Eve", Door: "test"})
	must(t, err)
	sits("blue")
	// Of an imported match nobody knows who had a seat, but for a program.
	s.vacant(referee.Opening{Program: "recruit"})
	_, err = s.Join(c.Context(), s.command("blue"))
	must(t, err)
	var file, over bytes.Buffer
	must(t, s.Files.Export(c.Context(), &file, s.id, engine.Judge))
	_, err = s.Resign(c.Context(), s.command("blue"))
	must(t, err)
	must(t, s.Files.Export(c.Context(), &over, s.id, engine.Judge))
	s = newSite(t, playing(g))
	c = &clicker{site: s, Client: s.browser()}
	s.id, err = s.Files.Import(c.Context(), &file)
	must(t, err)
	sits("blue")
	s = newSite(t, playing(g))
	c = &clicker{site: s, Client: s.browser()}
	s.id, err = s.Files.Import(c.Context(), &over)
	must(t, err)
	if st := c.state(""); slices.Contains(does(st), "sit") {
		t.Errorf("in a match that is over %q is offered", does(st))
	} else if no := c.does(c.Client, c.action(st, board.Action{Do: "sit"}), http.StatusForbidden); no.Refusal == nil {
		t.Error("in a match that is over somebody sits down")
	}
	visitors := &guests{by: map[string]board.Visitor{}}
	s = newSiteOf(t, visitors, playing(g))
	s.vacant(referee.Opening{})
	visitors.by["the reader"] = guest(s.id, "")
	s.does(s.client("the reader"), board.Action{Key: "stranger1", Do: "sit"}, http.StatusForbidden)
	if snap, err := s.Snapshot(c.Context(), s.id); err != nil || snap.Match().Started() {
		t.Errorf("whoever was let in has taken seats, %v", err)
	}
}

// TestLog: of a long record the newest decisions, and no more than so many, whatever is asked for.
func TestLog(t *testing.T) {
	s := newSite(t)
	const most = 200
	s.vacant(referee.Opening{Home: "club"})
	judge := referee.Command{Match: s.id, Account: "test:judge", Door: "test", Powers: authority.Powers{Home: "club", Place: "table", Moderator: true}}
	for n := range most + 1 {
		_, err := s.Moderator.ChangeSettings(s.Context(), judge, map[string]string{schedule.SettingClock: fmt.Sprintf("limit %dh then loss", 1+n)})
		must(t, err)
	}
	c := &clicker{site: s, Client: s.browser()}
	last := c.state("").Last
	for _, query := range []string{"", "?from=0", fmt.Sprintf("?from=0&to=%d", last)} {
		log := get[[]board.Entry](s, c.Client, "/m/"+string(s.id)+"/log"+query, http.StatusOK)
		if len(log) != most || log[0].Seq != last-most+1 || log[most-1].Seq != last {
			t.Errorf("%q tells %d of %d decisions", query, len(log), last)
		}
	}
}

// TestPiecesInWords: the values of a piece are said by their names, and its steps where it has some.
func TestPiecesInWords(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	_, err := s.Order(s.Context(), s.command("allied"), "standard")
	must(t, err)
	snap, err := s.Snapshot(s.Context(), s.id)
	must(t, err)
	l, err := snap.Look(s.Context(), engine.Spectator)
	must(t, err)
	c := &clicker{site: s, Client: s.browser()}
	said := map[string]string{}
	for _, p := range c.state("").Pieces {
		said[p.ID] = p.Says
	}
	for _, p := range l.View.Pieces {
		if want := fmt.Sprintf("attack %s, defence %s, movement %s", p.Values[0], p.Values[1], p.Values[2]); !strings.HasPrefix(said[p.ID], want) {
			t.Errorf("%s is %q, without %q", p.ID, said[p.ID], want)
		}
		want := fmt.Sprintf("%d step", p.Steps)
		if strings.Contains(said[p.ID], want) != (p.Of > 0) || !strings.Contains(said[p.ID], fmt.Sprintf(" of %d", p.Of)) {
			t.Errorf("%s, with %d steps of %d, is %q", p.ID, p.Steps, p.Of, said[p.ID])
		}
	}
}

// takeBack is the latest take-back that a seat is offered; false: it is offered none.
func (c *clicker) takeBack(seat string) (board.Button, bool) {
	for _, a := range c.state("seat=" + seat).Acts {
		if a.Do == "take-back" {
			return a, true
		}
	}
	return board.Button{}, false
}

// TestTheArrowTakesBackTheAttack: after an attack whose Combat chit was kept, the first take-back is of the attack, and says what was
// rolled.
func TestTheArrowTakesBackTheAttack(t *testing.T) {
	for chits, orders := range map[string][]string{
		"available german combat\n":                          {"german lehr-a attack medium go", "german no"},
		"available german combat\navailable allied combat\n": {"german lehr-a attack medium go", "german no", "allied no"},
	} {
		s := newSite(t, playing(refereetest.From(cellesGame,
			"celles 1\nturn 2 phase action side german step move\nactive formation lehr units lehr-a\nunit lehr-a 1505\nunit 84-1 1504\n"+chits)))
		c := &clicker{site: s, Client: s.browser()}
		was := c.state("seat=german").Seq
		for _, order := range orders {
			seat, text, _ := strings.Cut(order, " ")
			_, err := s.Order(t.Context(), s.command(engine.Seat(seat)), text)
			must(t, err)
		}
		a, _ := c.takeBack("german")
		lost, _, _ := strings.Cut(a.Confirm, "?")
		if want, _, _ := strings.Cut(s.says("web.sure.take-back.rolled", engine.Noun("who", "allied"), engine.Num("n", was+1), engine.Text("lost", "")), "?"); lost != want || strings.Count(a.Confirm, "Die ") != 1 {
			t.Errorf("after decision %d: %+v", was, a)
		}
	}
}

// TestATakeBackNamesWhatChanceDid: also of a match without a key, whose record does not say what is a die.
func TestATakeBackNamesWhatChanceDid(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	c := &clicker{site: s, Client: s.browser()}
	seen := map[string]bool{}
	for range 60 {
		s.play(1)
		for _, seat := range []string{"german", "allied"} {
			a, offered := c.takeBack(seat)
			if !offered {
				continue
			}
			want := ""
			for _, e := range s.log(c.Client, "seat="+seat) {
				for _, r := range e.Rolls {
					if e.Seq > a.N && r.Die > 0 {
						want = "rolled"
					} else if e.Seq > a.N && want == "" {
						want = "drawn"
					}
				}
			}
			seen[want] = true
			for _, kind := range []string{"rolled", "drawn"} {
				begins, _, _ := strings.Cut(s.says("web.sure.take-back."+kind, engine.Noun("who", "allied"), engine.Num("n", 0), engine.Text("lost", "")), ":")
				if strings.HasPrefix(a.Confirm, begins) != (kind == want) {
					t.Errorf("chance has %s: %q", want, a.Confirm)
				}
			}
		}
	}
	if !seen["rolled"] || !seen["drawn"] {
		t.Errorf("chance has %v", seen)
	}
}
