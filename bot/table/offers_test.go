package table_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// listing is a match at a table, at which all that is listed is typed.
type listing struct {
	*testing.T
	of    *offered.Case
	place *offered.Place
	table *table.Seated
	tried map[string]int
}

// begin prepares the match anew.
func (l *listing) begin() {
	l.Helper()
	l.end()
	l.place = l.of.In(l.T, "table")
	c := table.Config{Referee: l.place.Referee, Lang: "en", Plain: true, Pictures: l.TempDir()}
	s, err := l.place.Referee.Snapshot(l.Context(), l.place.Match)
	l.must(err)
	for _, seat := range s.Info().Seats {
		if _, program := s.Match().Program(seat); !program && len(s.Match().Seats(s.Match().Player(seat))) > 0 {
			c.Seat = seat
		}
	}
	for _, seat := range s.Info().Seats {
		if _, program := s.Match().Program(seat); !program && seat != c.Seat {
			c.Seat = "" // people sit in both
		}
	}
	l.table, err = table.Sit(c)
	l.must(err)
}

func (l *listing) end() {
	if l.place != nil {
		l.must(l.place.Store.Close())
		l.place = nil
	}
}

func (l *listing) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// head is what is decided, and half built, and how many matches there are.
func (l *listing) head() string {
	l.Helper()
	return offered.State(l, l.place.Referee, l.place.Match)
}

// back is the match as it was prepared.
func (l *listing) back(head string) {
	l.Helper()
	if l.head() == head {
		return
	}
	if l.begin(); l.head() != head {
		l.Fatal("the match is not prepared as it was")
	}
}

// obeyed types what is listed; what is asked back is typed again.
func (l *listing) obeyed(line, listed string) {
	l.Helper()
	l.tried[strings.Fields(line + " Enter")[0]]++
	said, refused := l.table.Type(line)
	for _, key := range []string{"referee.order.drops", "referee.order.drops-finish", "referee.order.warned"} {
		if refused && strings.Contains(said, localetest.Part("en", key)) {
			said, refused = l.table.Type(line)
		}
	}
	if refused {
		l.Errorf("%q is listed and refused: %s\nlisted: %s", line, said, listed)
	}
}

var (
	numbered = regexp.MustCompile(`(?m)^ +([0-9]+)  `)
	ordered  = regexp.MustCompile(`(?m)^   or: (.+?) — `)
)

// lists are the numbers and orders that Enter lists.
func lists(said string) (out []string) {
	for _, m := range numbered.FindAllStringSubmatch(said, -1) {
		out = append(out, m[1])
	}
	for _, m := range ordered.FindAllStringSubmatch(said, -1) {
		out = append(out, m[1])
	}
	if strings.Contains(said, localetest.Part("en", "table.roll")) {
		out = append(out, "1", "")
	}
	return out
}

// refused types what is not listed.
func (l *listing) refused(kind, line, head string) {
	l.Helper()
	l.tried["not "+kind]++
	if said, refused := l.table.Type(line); !refused || l.head() != head {
		l.Errorf("%q is not listed, and answered: %s", line, said)
	}
	l.back(head)
}

// forged are lines that may be listed at some time, and are refused now.
func (l *listing) forged() (out []string) {
	l.Helper()
	s, err := l.place.Referee.Snapshot(l.Context(), l.place.Match)
	l.must(err)
	listed, goesOn := map[string]bool{}, false
	for _, seat := range s.Info().Seats {
		_, program := s.Match().Program(seat)
		x, err := turn.Of(l.Context(), l.place.Referee, s, referee.Command{Match: l.place.Match, Seat: seat}, turn.Wishes{})
		l.must(err)
		goesOn = goesOn || x.Stage() == turn.Restored
		for text, act := range map[string]turn.Act{
			"undo": turn.Undo, "accept": turn.Accept, "decline": turn.Decline, "offer": turn.Draw, "hint": turn.Hint,
		} {
			may, err := x.May(l.Context(), act)
			if l.must(err); program || !may {
				out = append(out, text+" "+string(seat))
			}
		}
		words, err := s.Complete(seat, "")
		l.must(err)
		for _, w := range words {
			listed[w.Word] = listed[w.Word] || !program
		}
		if of := x.Look; of.Draft != nil {
			for _, w := range of.Draft.Held.Path { // to repeat it gives what waits
				listed[w] = true
			}
		}
	}
	for _, v := range s.Info().Verbs { // of other questions, or of none; where the match is over, an order begins the next
		if !s.Match().Over() && !listed[v.Name] {
			out = append(out, v.Example)
		}
	}
	if !goesOn {
		out = append(out, "go-on")
	}
	slices.Sort(out)
	if s.Match().Over() {
		return out
	}
	return append(out, "nothing", "revoke 999", "standing arm")
}

// TestListedOrdersAreObeyed: at a terminal every number and order that Enter lists is obeyed; numbers and words that it does not list
// are refused and change nothing.
func TestListedOrdersAreObeyed(t *testing.T) {
	tried := map[string]int{}
	for _, g := range offered.Games() {
		offered.Each(t, g, 2, func(t *testing.T, c *offered.Case) {
			c.Apart = true
			l := &listing{T: t, of: c, tried: tried}
			l.begin()
			defer l.end()
			head := l.head()
			said, refused := l.table.Type("options")
			if refused && l.stands() == nil {
				t.Errorf("Enter is refused: %s", said)
			}
			all := lists(said)
			for _, line := range all {
				l.obeyed(line, said)
				l.back(head)
			}
			for _, line := range []string{fmt.Sprint(len(all) + 1), "999", "0"} {
				if errors.Is(l.stands(), engine.ErrOver) {
					break // a number begins the next match
				}
				l.refused("a number", line, head)
			}
			for _, line := range l.forged() {
				l.refused(strings.Fields(line)[0], line, head)
			}
		})
	}
	t.Logf("tried: %v", tried)
}

// stands is why nothing can be chosen: the match is over, waits to go on, or for judges.
func (l *listing) stands() error {
	s, err := l.place.Referee.Snapshot(l.Context(), l.place.Match)
	l.must(err)
	if s.Match().Over() {
		return engine.ErrOver
	}
	if _, stands := s.Match().Restored(); stands {
		return match.ErrRestored
	}
	if _, asked := s.Match().Appealed(); asked {
		return match.ErrAppealed
	}
	return nil
}
