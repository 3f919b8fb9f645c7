package board_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/board/drawn"
	"referee/bot/board/replay"
	"referee/bot/club"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/notebook"
	"referee/bot/referee"
	"referee/bot/test/callpath"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// site is a board that is served, with a match of the toy under way.
type site struct {
	testing.TB
	*referee.Referee
	clubs  *club.Club    // which has the referee
	screen *board.Screen // nil: guests come
	url    string
	id     match.ID
	// account begins the accounts of its players.
	account string
	stop    context.CancelFunc // ends the board
	steps   notebook.Store     // where pupils go on
	stall   refereetest.Stall  // has the disk stand still
}

var toyGame = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}

// change changes what a referee works with.
type change func(*referee.Config)

// playing has matches of a game.
func playing(g referee.Game) change { return func(c *referee.Config) { c.Games = []referee.Game{g} } }

// newSite is a board at a screen.
func newSite(t testing.TB, changes ...change) *site {
	t.Helper()
	screen := board.NewScreen("table:", "en")
	s := newSiteOf(t, screen, changes...)
	s.screen = screen
	return s
}

// newSiteOf is a board for some visitors, who are quicker than people.
func newSiteOf(t testing.TB, who board.Visitors, changes ...change) *site {
	t.Helper()
	return newSiteWith(t, who, limit.New(limit.Config{PerSecond: 1000}), changes...)
}

// newSiteWith is a board for some visitors, within limits.
func newSiteWith(t testing.TB, who board.Visitors, limits *limit.Limits, changes ...change) *site {
	t.Helper()
	s := &site{TB: t}
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true, Written: s.stall.Written})
	must(t, err)
	t.Cleanup(func() { must(t, kept.Close()) })
	of := referee.Config{
		Games: []referee.Game{toyGame}, Store: kept, Dice: dice.NewSeeded(t.Name()),
		Now: func() time.Time { callpath.Note(); return time.UnixMilli(1_000_000) }, Log: slog.New(slog.DiscardHandler),
	}
	for _, c := range changes {
		c(&of)
	}
	s.clubs, err = club.New(of, kept.Leagues())
	must(t, err)
	s.Referee = s.clubs.Referee
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.steps = stop, kept
	b, err := board.New(ctx, board.Config{
		Referee: s.Referee, Visitors: who, Drawer: drawn.New(), Replay: written, Notes: kept.Board(), Steps: s.steps, Log: slog.New(slog.DiscardHandler),
		Limits: limits,
	})
	must(t, err)
	served := httptest.NewServer(b)
	t.Cleanup(served.Close)
	t.Cleanup(stop) // the streams end, or the server would wait for them
	s.url = served.URL
	s.account = "test:"
	if _, table := who.(*board.Screen); table {
		s.account = "table:"
	}
	s.begin(of.Games[0].ID, nil)
	return s
}

// says is what the catalogues say in English for a key in the match of the site.
func (s *site) says(key string, args ...engine.Arg) string {
	s.Helper()
	snap, err := s.Snapshot(s.Context(), s.id)
	must(s, err)
	words, err := locale.New(snap.Info(), board.Catalogues())
	must(s, err)
	return words.Say("en", engine.Say(key, args...))
}

// written writes a match as a page that plays it again.
func written(w io.Writer, d board.Drawer, l referee.Look, lang string) error {
	words, err := locale.New(l.Info, replay.Catalogues())
	if err != nil {
		return err
	}
	return replay.Write(w, l.Snapshot.Match(), engine.Spectator, replay.Config{Drawer: d, Words: words, Lang: lang})
}

// begin opens a match of a game, in which people sit.
func (s *site) begin(game string, set engine.Setup) {
	s.Helper()
	info, err := s.Games.Info(game)
	must(s, err)
	opened, err := s.Open(s.Context(), referee.Command{Door: "test"}, referee.Opening{Game: game, Setup: set, Place: "table"})
	must(s, err)
	s.id = opened.Match
	for _, seat := range info.Seats {
		_, err := s.Join(s.Context(), s.command(seat))
		must(s, err)
	}
}

// command is one of the person at a seat.
func (s *site) command(seat engine.Seat) referee.Command {
	return referee.Command{Match: s.id, Seat: seat, Account: s.account + string(seat), Name: string(seat), Door: "test"}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// browser is one that was let in.
func (s *site) browser() *http.Client {
	s.Helper()
	jar, err := cookiejar.New(nil)
	must(s, err)
	c := &http.Client{Jar: jar}
	answer, err := c.PostForm(s.url+"/enter", url.Values{"token": {s.screen.Token}})
	must(s, err)
	must(s, answer.Body.Close())
	if answer.StatusCode != http.StatusOK || answer.Request.URL.Path != "/" {
		s.Fatalf("a link leads to %s: %s", answer.Request.URL, answer.Status)
	}
	return c
}

// get reads JSON, and checks the status; 0: it may be any.
func get[T any](s *site, c *http.Client, path string, status int) (out T) {
	s.Helper()
	answer, err := c.Get(s.url + path)
	must(s, err)
	return read[T](s, answer, status)
}

func read[T any](s *site, answer *http.Response, status int) (out T) {
	s.Helper()
	text, err := io.ReadAll(answer.Body)
	must(s, errors.Join(err, answer.Body.Close()))
	if status != 0 && answer.StatusCode != status {
		s.Fatalf("%s %s: %s: %s", answer.Request.Method, answer.Request.URL, answer.Status, text)
	}
	return decoded[T](s, string(text))
}

// decoded is JSON with nothing in it that the contract does not name.
func decoded[T any](t testing.TB, text string) (out T) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

// does does something.
func (s *site) does(c *http.Client, d board.Action, status int) board.Outcome {
	s.Helper()
	return s.doesAt(c, "/m/"+string(s.id)+"/do", d, status)
}

// doesAt does something at an address.
func (s *site) doesAt(c *http.Client, at string, d board.Action, status int) board.Outcome {
	s.Helper()
	text, err := json.Marshal(d)
	must(s, err)
	answer, err := c.Post(s.url+at, "application/json", bytes.NewReader(text))
	must(s, err)
	return read[board.Outcome](s, answer, status)
}

// TestAnOrderByClicks: what may be clicked is offered, each click goes on from there, what is half built is
// kept and shown, and is given once it is confirmed.
func TestAnOrderByClicks(t *testing.T) {
	s := newSite(t)
	c := s.browser()
	at := "/m/" + string(s.id)
	answer, err := c.Get(s.url + at)
	must(t, err)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	must(t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK || !strings.Contains(string(text), "plan@") {
		t.Fatalf("%s: %s", answer.Status, text)
	}
	st := get[board.State](s, c, at+"/state", http.StatusOK)
	if st.Viewer.HandOver != "red" || st.Seen != "" || st.Asks[0].Mine {
		t.Errorf("two sit at the screen, and are asked in secret: %+v", st.Viewer)
	}
	st = get[board.State](s, c, at+"/state?seat=red", http.StatusOK)
	if len(st.Asks) != 2 || !st.Asks[0].Mine || st.Asks[1].Node != nil || len(st.Pieces) == 0 || st.Asks[0].Node.Options[0].Label == "" {
		t.Fatalf("%+v", st)
	}
	prompt := st.Asks[0].Prompt
	done := s.does(c, board.Action{Key: "key-0001", Seen: st.Seen, Seat: "red", Do: "pick", Prompt: prompt, Path: []string{"rush"}}, http.StatusOK)
	n := done.State.Asks[0].Node
	if len(n.Path) != 1 || n.Done || len(n.Options) == 0 {
		t.Fatalf("after one click: %+v", n)
	}
	done = s.does(c, board.Action{Key: "key-0002", Seen: st.Seen, Seat: "red", Do: "pick", Prompt: prompt, Path: []string{"hold"}}, http.StatusConflict)
	if done.Refusal == nil || done.Refusal.Next == "" || done.State.Seen == st.Seen {
		t.Fatalf("what was seen is not so any more: %+v", done.Refusal)
	}
	path := []string{"rush", n.Options[0].ID}
	give := board.Action{Key: "key-0003", Seen: done.State.Seen, Seat: "red", Do: "answer", Prompt: prompt, Path: path}
	done = s.does(c, give, http.StatusOK)
	if done.Repeated || len(done.State.Asks) != 1 || done.State.Asks[0].Mine {
		t.Fatalf("%+v", done.State.Asks)
	}
	last := done.State.Last
	if done = s.does(c, give, http.StatusOK); !done.Repeated || done.State.Last != last {
		t.Errorf("it was done twice: %+v", done)
	}
}

// TestAScreenIsEnteredByItsLink: to open the address that a table has printed is enough, and it lets in again. Who has not
// got its token is let in nowhere.
func TestAScreenIsEnteredByItsLink(t *testing.T) {
	s := newSite(t)
	for range 2 {
		jar, err := cookiejar.New(nil)
		must(t, err)
		c := &http.Client{Jar: jar}
		answer, err := c.Get(s.url + s.screen.Path())
		must(t, err)
		text, err := io.ReadAll(answer.Body)
		must(t, errors.Join(err, answer.Body.Close()))
		if answer.StatusCode != http.StatusOK || !strings.Contains(string(text), string(s.id)) || answer.Request.URL.Path != "/" {
			t.Fatalf("the link of a screen leads to %s: %s\n%s", answer.Request.URL, answer.Status, text)
		}
		get[board.State](s, c, "/m/"+string(s.id)+"/state?seat=red", http.StatusOK)
	}
	forgets := &http.Client{}
	if answer, text := sent(t, forgets, request(t, s.url+s.screen.Path())); answer.StatusCode != http.StatusOK || !strings.Contains(text, string(s.id)) {
		t.Errorf("who keeps no cookies sees %s\n%s", answer.Status, text)
	}
	stranger := &http.Client{}
	get[board.Outcome](s, stranger, "/m/"+string(s.id)+"/state", http.StatusUnauthorized)
	get[board.Outcome](s, stranger, "/enter/"+s.screen.Token[1:], http.StatusForbidden)
	get[board.Outcome](s, stranger, "/", http.StatusUnauthorized)
}

// TestAScreenIsEnteredFromAFile: the token stays in no address where a page from elsewhere leads to the link, which browsers send no
// cookie from.
func TestAScreenIsEnteredFromAFile(t *testing.T) {
	s := newSite(t)
	jar, err := cookiejar.New(nil)
	must(t, err)
	c := &http.Client{Jar: jar}
	q := request(t, s.url+s.screen.Path())
	q.Header.Set("Sec-Fetch-Site", "cross-site")
	answer, _ := sent(t, &http.Client{}, q) // the cookie is not sent with a redirect from here
	next, found := strings.CutPrefix(answer.Header.Get("Refresh"), "0; url=")
	if answer.StatusCode != http.StatusOK || !found {
		t.Fatalf("it leads to %q: %s", next, answer.Status)
	}
	at, err := url.Parse(s.url)
	must(t, err)
	jar.SetCookies(at, answer.Cookies())
	if answer, text := sent(t, c, request(t, s.url+next)); answer.Request.URL.Path != "/" || !strings.Contains(text, string(s.id)) {
		t.Errorf("it goes on to %s: %s", answer.Request.URL, answer.Status)
	}
}
