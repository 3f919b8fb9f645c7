package board_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// lowest rolls the first face, whatever was ordered before: matches that differ in a secret have the same dice.
type lowest struct{}

func (lowest) Roll(r match.Roll) (match.Face, error) { return match.Face{ID: r.Faces[0].ID}, nil }

var cellesGame = referee.Game{ID: "celles", Law: 1, Data: celles.Files(), Open: referee.OpenOnce(celles.Files, celles.Open)}

// watched is a match with the browsers of everybody but the seat that has a secret.
type watched struct {
	*site
	by      *guests
	own     engine.Seat   // that has the secret, and looks first
	eyes    []engine.Seat // of the other browsers; "": who looks on
	streams []*stream
	seen    []string
}

// watch begins a match; the streams hear of what comes.
func watch(t *testing.T, g referee.Game, set engine.Setup) *watched {
	t.Helper()
	w := &watched{by: &guests{by: map[string]board.Visitor{}}}
	w.site = newSiteOf(t, w.by, playing(g), func(c *referee.Config) { c.Dice = lowest{} })
	w.begin(g.ID, set)
	return w
}

// from are those who look, all but a seat.
func (w *watched) from(secret engine.Seat) {
	info, err := w.Games.Info("")
	must(w, err)
	w.eyes = append(slices.DeleteFunc(slices.Clone(info.Seats), func(s engine.Seat) bool { return s == secret }), "")
	w.own = secret
	for _, seat := range append([]engine.Seat{secret}, w.eyes...) {
		v := guest(w.id, seat)
		v.Lang = "en"
		w.by.by["the "+string(seat)] = v
	}
	for _, seat := range w.eyes {
		w.streams = append(w.streams, w.listen("the "+string(seat)))
	}
}

// names are what differs from match to match, and tells nothing: ids, digests and marks.
var names = regexp.MustCompile(`[0-9a-f]{8,}`)

// look reads all that everybody sees, and what they have heard if they have: decisions that were made.
func (w *watched) look(heard bool) {
	w.Helper()
	if w.own != "" {
		get[board.State](w.site, w.client("the "+string(w.own)), "/m/"+string(w.id)+"/state", http.StatusOK)
	}
	for i, seat := range w.eyes {
		if heard {
			w.note(w.streams[i].next())
		}
		c := w.client("the " + string(seat))
		eyes := url.Values{"seat": {string(seat)}}.Encode()
		all := []string{"?", "/state?", "/log?", "/scenes?", "/since?", "/facts?", "/complete?text=&", "/ask?q=status&", "/ask?q=units&", "/ask?q=log&", "/ask?q=score&", "/proof/1?"}
		if seat == "" { // it is the same for all
			all = append(all, "/replay?")
		}
		for _, what := range all {
			answer, err := c.Get(w.url + "/m/" + string(w.id) + what + eyes)
			must(w, err)
			text, err := io.ReadAll(answer.Body)
			must(w, err)
			must(w, answer.Body.Close())
			w.note(fmt.Sprintf("%s%s %s, %d bytes: %s", seat, what, answer.Status, len(text), text))
		}
	}
}

func (w *watched) note(text string) {
	w.seen = append(w.seen, names.ReplaceAllString(strings.ReplaceAll(text, string(w.id), "ID"), "…"))
}

// asked is a question that is open, the first to a seat; false: nothing is.
func (w *watched) asked() (*match.Match, engine.Prompt, bool) {
	s, err := w.Snapshot(w.Context(), w.id)
	must(w, err)
	for _, p := range s.Match().Position().Prompts() {
		if p.Seat != engine.Chance {
			return s.Match(), p, true
		}
	}
	return s.Match(), engine.Prompt{}, false
}

// TestSecretsStaySecret: matches that differ in nothing but a secret answer of one seat, and in what that seat has half
// built, are one and the same to everybody else: in all that the board shows, tells and answers, in its size to the byte, and in the
// number and order of events that are heard, one for each decision, until the answer is revealed. How long an answer takes is not compared: that hangs on
// the machine, and a difference of some µs, as of a longer path that is decoded, would not be seen here.
func TestSecretsStaySecret(t *testing.T) {
	variants := func(of int) (out []*watched) {
		for range of {
			out = append(out, watch(t, toyGame, engine.Setup{"weather": "off", "traps": "on"}))
		}
		return out
	}
	for _, kind := range []string{"trap", "plan"} {
		all := variants(thorough.Or(3, 4))
		answers := map[string]bool{}
		for i, w := range all {
			own := enginetest.NewPlayer(uint64(i), nil)
			common := enginetest.NewPlayer(7, nil)
			secret := engine.Secret{}
			for range 12 {
				m, p, open := w.asked()
				if !open {
					break
				}
				player := common
				if secret.Seat == "" && p.Kind == kind {
					secret, player = engine.Secret{Seat: p.Seat, Kind: kind}, own
					w.from(p.Seat)
				}
				path, err := player.Answer(m.Position(), p)
				must(t, err)
				if player == own {
					answers[strings.Join(path, " ")] = true
				}
				if p.Seat == secret.Seat && len(path) > 1 && i > 0 { // nobody hears of what is half built
					_, err := w.Draft(w.Context(), w.command(p.Seat), p.ID, path[:1])
					must(t, err)
				}
				reply, err := w.Answer(w.Context(), w.command(p.Seat), p.ID, path)
				must(t, err)
				if revealed(t, w, reply.From, secret) {
					break
				}
				w.look(secret.Seat != "")
			}
		}
		if len(answers) < 2 {
			t.Fatalf("%s: all have answered the same", kind)
		}
		same(t, all)
	}
}

// same compares what was seen in matches, as far as all of them have come.
func same(t *testing.T, all []*watched) {
	t.Helper()
	for _, w := range all[1:] {
		n := min(len(all[0].seen), len(w.seen))
		if n < 9 {
			t.Fatalf("%d things were seen", n)
		}
		for i, text := range all[0].seen[:n] {
			if text != w.seen[i] {
				t.Fatalf("seen in one match:\n%s\nin another, which differs in a secret:\n%s", text, w.seen[i])
			}
		}
	}
}

// revealed reports whether decisions since one have made a secret public.
func revealed(t *testing.T, w *watched, since int, secret engine.Secret) bool {
	s, err := w.Snapshot(t.Context(), w.id)
	must(t, err)
	for _, e := range s.Match().After(since) {
		events, err := engine.Decode(s.Match().Game(), e.Decision.Events())
		must(t, err)
		for _, x := range events {
			if r, ok := x.(engine.Revealer); ok && slices.Contains(r.Reveals(), secret) {
				return true
			}
		}
	}
	return false
}

// TestHalfBuiltOrdersAreSecret: whatever a seat of Celles has half built, and drops again, nobody else sees anything of it
// or hears that there is something.
func TestHalfBuiltOrdersAreSecret(t *testing.T) {
	var all []*watched
	for i := range 3 {
		w := watch(t, cellesGame, nil)
		all = append(all, w)
		player := enginetest.NewPlayer(3, nil)
		looks := 0
		for range 40 {
			m, p, open := w.asked()
			if !open || looks == thorough.Or(1, 3) {
				break
			}
			path, err := player.Answer(m.Position(), p)
			must(t, err)
			if len(w.eyes) == 0 && len(path) > 1 {
				w.from(p.Seat)
			}
			mine := len(w.eyes) > 0 && !slices.Contains(w.eyes, p.Seat) && len(path) > 1
			if mine && i > 0 {
				_, err := w.Draft(w.Context(), w.command(p.Seat), p.ID, path[:min(i, len(path)-1)])
				must(t, err)
			}
			if mine {
				looks++
				w.look(false)
			}
			_, err = w.Answer(w.Context(), w.command(p.Seat), p.ID, path)
			must(t, err)
			for _, x := range w.streams {
				w.note(x.next())
			}
		}
	}
	same(t, all)
}

// TestStrangersLearnNothing: of a match that somebody was not let into they learn as much as of one that there is not.
func TestStrangersLearnNothing(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	g.by["the stranger"] = guest("another", "red")
	g.by["the reader"] = guest(s.id, "")
	for _, route := range matchRoutes {
		var told []string
		for _, id := range []match.ID{s.id, "nowhere1"} {
			answer, err := s.client("the stranger").Do(route.to(t, s.url, id))
			must(t, err)
			text, err := io.ReadAll(answer.Body)
			must(t, err)
			must(t, answer.Body.Close())
			told = append(told, answer.Status+string(text))
		}
		if told[0] != told[1] || !strings.HasPrefix(told[0], "404") {
			t.Errorf("%s %s: %s, and of no match: %s", route.method, route.path, told[0], told[1])
		}
	}
	st := get[board.State](s, s.client("the reader"), "/m/"+string(s.id)+"/state", http.StatusOK)
	if st.Seen != "" || len(st.Viewer.Seats) != 0 || len(st.Acts) != 1 || st.Acts[0].Do != "note" {
		t.Errorf("who looks on may do %v", st.Acts)
	}
	s.does(s.client("the reader"), board.Action{Key: "stranger2", Do: "sit"}, http.StatusForbidden)
	no, err := s.client("the reader").PostForm(s.url+"/new", url.Values{"game": {"toy"}})
	must(t, err)
	must(t, no.Body.Close())
	if no.StatusCode != http.StatusForbidden {
		t.Errorf("who was let into a match opens another: %s", no.Status)
	}
	for _, seat := range []string{"red", "blue", "judge", "chance"} {
		get[board.Outcome](s, s.client("the reader"), "/m/"+string(s.id)+"/state?seat="+seat, http.StatusForbidden)
		d := board.Action{Key: "stranger1", Seat: engine.Seat(seat), Do: "order", Text: "plan hold"}
		s.does(s.client("the reader"), d, http.StatusForbidden)
	}
}
