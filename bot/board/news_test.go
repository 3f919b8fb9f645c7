package board_test

import (
	"net/http"
	"slices"
	"testing"

	"referee/bot/board"
	"referee/engine"
	"referee/engine/match"
)

// log returns the whole record as a visitor reads it.
func (s *site) log(c *http.Client, query string) []board.Entry {
	s.Helper()
	return get[[]board.Entry](s, c, "/m/"+string(s.id)+"/log?from=0&"+query, http.StatusOK)
}

// TestNewsOfAMatch plays a match of Celles at random: all that came after a seat's last answer by hand is news to it, its traces
// are drawn, rolls are told with their faces, and the line of a piece names hexes.
func TestNewsOfAMatch(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	c := s.browser()
	traces, tables, hexes := 0, 0, 0
	for range 30 {
		s.play(5)
		snap, err := s.Snapshot(t.Context(), s.id)
		must(t, err)
		m := snap.Match()
		for _, seat := range snap.Info().Seats {
			query := "seat=" + string(seat)
			st := (&clicker{site: s, Client: c}).state(query)
			want := 3 // both have sat down
			for _, e := range m.Line() {
				if a, ok := e.Decision.Act.(match.ActAnswer); ok && e.Decision.Seat == seat && !a.Auto {
					want = e.Decision.Seq
				}
			}
			if st.Since != want {
				t.Errorf("%s answered last in decision %d, and all after %d is news", seat, want, st.Since)
			}
			drawn := get[board.Traces](s, c, "/m/"+string(s.id)+"/since?"+query, http.StatusOK)
			if drawn.Since != want || drawn.To != st.Last || len(drawn.Overlay) > 200_000 {
				t.Errorf("%s: traces of decisions %d to %d, %d bytes", seat, drawn.Since+1, drawn.To, len(drawn.Overlay))
			}
			if drawn.Overlay != "" {
				traces++
			}
			if past := (&clicker{site: s, Client: c}).state(query + "&seq=5"); past.Since != 0 {
				t.Errorf("of the past all after %d is news", past.Since)
			}
			for _, e := range s.log(c, query) {
				for _, l := range e.Lines {
					hexes += len(l.Hexes)
					if len(l.Hexes) > 0 && len(l.Hexes[0]) != 4 || slices.Contains(l.Pieces, string(e.Seat)) {
						t.Errorf("decision %d: %q names %q, %q", e.Seq, l.Text, l.Hexes, l.Pieces)
					}
				}
				for _, r := range e.Rolls {
					if r.Face == "" || r.Text == "" || r.Bars != nil && (e.Seq < st.Since || r.Die != 10) {
						t.Errorf("decision %d: %+v", e.Seq, r)
					}
					if r.Bars != nil {
						tables++
						n := 0
						for _, b := range r.Bars {
							if slices.Contains(b.Faces, r.Face) {
								n++
							}
						}
						if n != 1 || len(r.Lines) != 1 {
							t.Errorf("decision %d: %d rows are of the face %s; %q", e.Seq, n, r.Face, r.Lines)
						}
					}
				}
			}
		}
	}
	if traces == 0 || tables == 0 || hexes == 0 {
		t.Errorf("%d traces, %d tables, %d hexes", traces, tables, hexes)
	}
}

// TestNewsOfWhoLooksOn: to spectators all is news from before the phase in which somebody acted last.
func TestNewsOfWhoLooksOn(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g, playing(cellesGame))
	g.by["the reader"] = guest(s.id, "")
	c := s.client("the reader")
	for range 8 {
		s.play(9)
		snap, err := s.Snapshot(t.Context(), s.id)
		must(t, err)
		st := get[board.State](s, c, "/m/"+string(s.id)+"/state", http.StatusOK)
		acts, phases := 0, 0
		for n := st.Since + 1; n <= st.Last; n++ {
			before, err := snap.Match().At(n - 1)
			must(t, err)
			after, err := snap.Match().At(n)
			must(t, err)
			if a, ok := snap.Match().Log()[n-1].Decision.Act.(match.ActAnswer); ok && a.Roll == nil && !a.Auto {
				acts++
				phases = 0
			}
			if before.Position().Moment() != after.Position().Moment() {
				phases++
			}
		}
		if acts == 0 || st.Since > 3 && phases > 3 {
			t.Errorf("after decision %d of %d there are %d answers, and %d phases without one", st.Since, st.Last, acts, phases)
		}
	}
}

// TestNewsGoBack: what was taken back is no news, and the decision that took it back says how far.
func TestNewsGoBack(t *testing.T) {
	s := newSite(t, playing(cellesGame))
	c := &clicker{site: s, Client: s.browser()}
	was := c.state("seat=allied")
	if was.Since != was.Last {
		t.Errorf("before the first order all after %d is news, of %d", was.Since, was.Last)
	}
	_, err := s.Order(t.Context(), s.command("allied"), "standard")
	must(t, err)
	st := c.state("seat=allied")
	if st.Since != was.Last+1 {
		t.Errorf("after an order in decision %d all after %d is news", was.Last+1, st.Since)
	}
	c.does(c.Client, c.action(st, board.Action{Seat: "allied", Do: "undo"}), http.StatusOK)
	entries := s.log(c.Client, "seat=allied")
	last := entries[len(entries)-1]
	if st := c.state("seat=allied"); st.Since != st.Last || last.Back == 0 || last.Back > was.Last || !entries[was.Last].Gone {
		t.Errorf("all after %d is news, %+v", st.Since, entries[was.Last:])
	}
}

// TestStandingOrdersAreMarked.
func TestStandingOrdersAreMarked(t *testing.T) {
	for n := range 40 {
		s := newSite(t)
		_, err := s.AddStanding(t.Context(), s.command("blue"), "match lose units blue-a blue-b")
		must(t, err)
		s.play(60 + n)
		snap, err := s.Snapshot(t.Context(), s.id)
		must(t, err)
		marked := 0
		for i, e := range s.log(s.browser(), "seat=red") {
			a, _ := snap.Match().Log()[i].Decision.Act.(match.ActAnswer)
			if e.Standing != (a.Standing != 0) {
				t.Errorf("decision %d: by a standing order: %t", e.Seq, e.Standing)
			}
			if e.Standing {
				marked++
			}
		}
		if marked > 0 {
			return
		}
	}
	t.Error("no order answered")
}

// TestTracesKeepSecrets: what another seat has done in secret is drawn for nobody else, and nobody reads with its eyes.
func TestTracesKeepSecrets(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	for _, seat := range []engine.Seat{"red", ""} {
		g.by["the "+string(seat)] = guest(s.id, seat)
	}
	at := "/m/" + string(s.id) + "/since?seat="
	for _, seat := range []string{"blue", "judge", "chance"} {
		get[board.Outcome](s, s.client("the red"), at+seat, http.StatusForbidden)
		get[board.Outcome](s, s.client("the "), at+seat, http.StatusForbidden)
	}
	_, err := s.Order(t.Context(), s.command("red"), "plan march")
	must(t, err)
	own := get[board.Traces](s, s.client("the red"), at+"red", http.StatusOK)
	if others := get[board.Traces](s, s.client("the "), at, http.StatusOK); own.Since != own.To || others.Since >= own.Since {
		t.Errorf("red acted last in decision %d of %d, and who looks on is shown what came after %d", own.Since, own.To, others.Since)
	}
}
