package links

import (
	"bytes"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/refusal"
	"referee/store"
)

// bench is a book of links over a store with a match of the toy, which ann and ben play.
type bench struct {
	*testing.T
	*Book
	r     *referee.Referee
	store *store.Store
	path  string
	id    match.ID
	now   time.Time
	log   bytes.Buffer
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{T: t, path: filepath.Join(t.TempDir(), "referee.db"), now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	var err error
	b.store, err = store.Open(b.path, store.Options{NoSync: true})
	b.must(err)
	t.Cleanup(func() {
		if err := errors.Join(b.store.Check(), b.store.Close()); err != nil {
			t.Error(err)
		}
	})
	b.r, err = referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 2, Data: toy.Files(), Open: toy.Open}}, Store: b.store,
		Dice: dice.NewSeeded("links"), Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	b.Book, err = New(Config{
		Store: b.store, Matches: b.r, Site: "https://referee.example.org", Now: func() time.Time { return b.now },
		Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&b.log, nil)),
	})
	b.must(err)
	b.id = b.open()
	return b
}

func (b *bench) open() match.ID {
	b.Helper()
	opened, err := b.r.Open(b.by("ann", ""), referee.Opening{Home: "club", Place: "here"})
	b.must(err)
	for account, seat := range map[string]engine.Seat{"ann": "red", "ben": "blue"} {
		c := b.by(account, seat)
		c.Match = opened.Match
		_, err := b.r.Join(c)
		b.must(err)
	}
	return opened.Match
}

// unseat frees a seat, as moderators do.
func (b *bench) unseat(seat engine.Seat) {
	b.Helper()
	_, err := b.r.Unseat(referee.Command{
		Match: b.id, Seat: seat, Account: "mod", Door: "test", Powers: authority.Powers{Home: "club", Place: "here", Moderator: true},
	})
	b.must(err)
}

func (b *bench) by(account string, seat engine.Seat) referee.Command {
	return referee.Command{Match: b.id, Seat: seat, Account: account, Name: strings.ToUpper(account), Door: "test"}
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// link is the path of a new link.
func (b *bench) link(account string, seat engine.Seat) string {
	b.Helper()
	at, err := b.Link(For{Account: account, Name: account, Lang: "en", Door: "test", Lasts: Shown}, Room{b.id, seat})
	b.must(err)
	path, own := strings.CutPrefix(at, "https://referee.example.org")
	if !own {
		b.Fatalf("the link is %q", at)
	}
	return path
}

// ask asks for a page as a browser does; cookie: "", or the token of its visit.
func (b *bench) ask(method, path, cookie string) *http.Response {
	b.Helper()
	r := httptest.NewRequest(method, "https://referee.example.org"+path, nil)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: Cookie, Value: cookie})
	}
	w := httptest.NewRecorder()
	b.Pages().ServeHTTP(w, r)
	return w.Result()
}

// enter spends a link, and returns the token of the visit.
func (b *bench) enter(path, cookie string) string {
	b.Helper()
	got := b.ask("POST", path, cookie)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/m/"+string(b.id) || len(got.Cookies()) != 1 {
		b.Fatalf("entering: %d to %q, %v", got.StatusCode, got.Header.Get("Location"), got.Cookies())
	}
	c := got.Cookies()[0]
	if c.Name != Cookie || !c.HttpOnly || !c.Secure || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteLaxMode {
		b.Errorf("the cookie is %v", c)
	}
	return c.Value
}

// is checks who a browser is.
func (b *bench) is(cookie, account string, rooms ...Room) {
	b.Helper()
	who, _, _, in, found, err := b.Visit(cookie)
	b.must(err)
	if found != (account != "") || who != account || !slices.Equal(in, rooms) {
		b.Errorf("the browser is %q (%t) in %v, want %q in %v", who, found, in, account, rooms)
	}
}

func body(got *http.Response) string {
	var text bytes.Buffer
	_, _ = text.ReadFrom(got.Body)
	return text.String()
}

func TestALinkLetsOneBrowserInOnce(t *testing.T) {
	b := newBench(t)
	at := b.link("ann", "red")
	for range 3 { // previews and filters fetch
		got := b.ask("GET", at, "")
		if text := body(got); got.StatusCode != http.StatusOK || !strings.Contains(text, `<form method="post">`) || !strings.Contains(text, "Red") {
			t.Fatalf("%d %s", got.StatusCode, text)
		}
		if got.Header.Get("Content-Security-Policy") != policy || got.Header.Get("Referrer-Policy") != "no-referrer" || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers: %v", got.Header)
		}
	}
	visit := b.enter(at, "")
	b.is(visit, "ann", Room{b.id, "red"})
	for _, method := range []string{"GET", "POST"} {
		if got := b.ask(method, at, ""); got.StatusCode != http.StatusGone || len(got.Cookies()) > 0 || !strings.Contains(body(got), "was used") {
			t.Errorf("%s of a link that was used: %d %v", method, got.StatusCode, got.Cookies())
		}
	}
	if got := b.ask("GET", at, visit); got.StatusCode != http.StatusSeeOther {
		t.Errorf("the browser itself comes back to %d", got.StatusCode)
	}
	b.is("", "")
	b.is("x", "")
	for _, line := range []string{"a link was made", "a link was used", "not let in"} {
		if !strings.Contains(b.log.String(), line) {
			t.Errorf("the log has no %q:\n%s", line, &b.log)
		}
	}
	token := strings.TrimPrefix(at, EnterPath)
	db, err := os.ReadFile(b.path)
	b.must(err)
	for _, secret := range []string{token, visit} {
		if strings.Contains(b.log.String(), secret) || bytes.Contains(db, []byte(secret)) {
			t.Errorf("a token is written down")
		}
	}
}

func TestOneOfManyPressesSpendsALink(t *testing.T) {
	b := newBench(t)
	at := b.link("ann", "red")
	var in sync.WaitGroup
	got := make(chan int, 8)
	for range cap(got) {
		in.Go(func() { got <- b.ask("POST", at, "").StatusCode })
	}
	in.Wait()
	close(got)
	n := map[int]int{}
	for status := range got {
		n[status]++
	}
	if n[http.StatusSeeOther] != 1 || n[http.StatusGone] != 7 {
		t.Errorf("answers: %v", n)
	}
}

// TestWhoIsNotLetIn tries every link that is good no more, and every press that is not a person's.
func TestWhoIsNotLetIn(t *testing.T) {
	for name, c := range map[string]struct {
		after func(b *bench)
		want  int
		says  string
	}{
		"expired": {func(b *bench) { b.now = b.now.Add(Shown + time.Second) }, http.StatusGone, "has expired"},
		"revoked": {func(b *bench) {
			if n, err := b.Revoke("ann", ""); n != 1 || err != nil {
				b.Fatal(n, err)
			}
		}, http.StatusNotFound, "no such link"},
		"erased": {func(b *bench) { b.must(b.r.Erase("ann")) }, http.StatusNotFound, "no such link"},
		"left": {func(b *bench) {
			b.unseat("red")
		}, http.StatusForbidden, "no longer yours"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			at := b.link("ann", "red")
			c.after(b)
			for _, method := range []string{"GET", "POST"} {
				got := b.ask(method, at, "")
				if text := body(got); got.StatusCode != c.want || !strings.Contains(text, c.says) || strings.Contains(text, "<form") || len(got.Cookies()) > 0 {
					t.Errorf("%s: %d %s", method, got.StatusCode, text)
				}
			}
		})
	}
	b := newBench(t)
	at := b.link("ann", "red")
	r := httptest.NewRequest("POST", "https://referee.example.org"+at, nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	if b.Pages().ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("another site presses: %d", w.Code)
	}
	if got := b.ask("GET", EnterPath+"nonsense", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a link that was never made: %d", got.StatusCode)
	}
	b.enter(at, "") // it was not spent by any of that
}

func TestNobodyGetsALinkForTheSeatOfAnother(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		account string
		seat    engine.Seat
		want    error
	}{{"ben", "red", ErrLeft}, {"zoe", "red", ErrLeft}, {"", "red", ErrLeft}, {"zoe", "", ErrSpectators}, {"ann", "", ErrSpectators}} {
		if at, err := b.Link(For{Account: c.account, Lasts: Shown}, Room{b.id, c.seat}); !errors.Is(err, c.want) || at != "" {
			t.Errorf("%q gets a link for %q: %q, %v", c.account, c.seat, at, err)
		}
	}
	if _, err := b.Link(For{Account: "ann", Lasts: Shown}, Room{"none", "red"}); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a link to a match that is not there: %v", err)
	}
}

func TestSpectatorsComeInWhereTheMatchLetsThem(t *testing.T) {
	b := newBench(t)
	set := func(yes string) {
		t.Helper()
		_, err := b.r.Set(b.by("ann", "red"), map[string]string{SettingSpectators: yes})
		b.must(err)
	}
	set("yes")
	at := b.link("zoe", "")
	if text := body(b.ask("GET", at, "")); !strings.Contains(text, "for you to watch") {
		t.Error(text)
	}
	visit := b.enter(at, "")
	b.is(visit, "zoe", Room{b.id, ""})
	set("no")
	b.is(visit, "zoe")
	_, err := b.r.Resign(b.by("ann", "red"))
	b.must(err)
	b.is(visit, "zoe", Room{b.id, ""}) // what is over, all may see
}

func TestAVisitIsOfOneAccount(t *testing.T) {
	b := newBench(t)
	first := b.id
	visit := b.enter(b.link("ann", "red"), "")
	b.id = b.open()
	second := b.id
	if again := b.enter(b.link("ann", "red"), visit); again != visit {
		t.Error("a second match of the same account begins another visit")
	}
	b.is(visit, "ann", Room{first, "red"}, Room{second, "red"})
	other := b.enter(b.link("ben", "blue"), visit)
	b.is(other, "ben", Room{second, "blue"})
	b.is(visit, "")
	// whose seat is lost may not be where they were, in that match alone
	third := b.enter(b.link("ann", "red"), "")
	b.is(third, "ann", Room{second, "red"})
	b.unseat("red")
	b.is(third, "ann")
}

func TestVisitsEnd(t *testing.T) {
	b := newBench(t)
	begin := func() string { return b.enter(b.link("ann", "red"), "") }
	left, unused, long := begin(), begin(), begin()
	if got := b.ask("POST", LeavePath, left); got.StatusCode != http.StatusOK || got.Cookies()[0].MaxAge >= 0 {
		t.Errorf("leaving: %d %v", got.StatusCode, got.Cookies())
	}
	b.is(left, "")
	in := Room{b.id, "red"}
	for day := 0; day <= 90; day += 29 {
		b.is(long, "ann", in)
		b.now = b.now.Add(29 * 24 * time.Hour)
	}
	b.is(unused, "")
	b.is(long, "")
	b.link("ann", "red") // sweeps
	names, _, err := b.store.BoardOf("ann")
	if b.must(err); len(names) != 1 {
		t.Errorf("what has ended is kept: %q", names)
	}
	visit := begin()
	b.must(b.r.Erase("ann"))
	b.is(visit, "")
}

func TestVisitsAreListedAndRevoked(t *testing.T) {
	b := newBench(t)
	visit := b.enter(b.link("ann", "red"), "")
	b.now = b.now.Add(time.Minute)
	at := b.link("ann", "red")
	listed, err := b.Entries("ann")
	b.must(err)
	if len(listed) != 2 || !listed[0].Unused || listed[1].Unused || listed[1].Room != (Room{b.id, "red"}) || listed[1].Used.IsZero() || listed[0].ID == listed[1].ID {
		t.Fatalf("listed: %+v", listed)
	}
	if n, err := b.Revoke("ben", listed[1].ID); n != 0 || err != nil {
		t.Errorf("somebody else ends %d visits, %v", n, err)
	}
	b.is(visit, "ann", Room{b.id, "red"})
	if n, err := b.Revoke("ann", listed[1].ID); n != 1 || err != nil {
		t.Errorf("ended %d visits, %v", n, err)
	}
	b.is(visit, "")
	visit = b.enter(at, "")
	b.link("ann", "red")
	if n, err := b.Revoke("ann", ""); n != 2 || err != nil {
		t.Errorf("ended %d of all, %v", n, err)
	}
	b.is(visit, "")
	if listed, err = b.Entries("ann"); len(listed) != 0 || err != nil {
		t.Errorf("listed: %+v, %v", listed, err)
	}
}

func TestThereIsAMost(t *testing.T) {
	b := newBench(t)
	first := b.enter(b.link("ann", "red"), "")
	for range mostVisits {
		b.now = b.now.Add(time.Second)
		b.enter(b.link("ann", "red"), "")
	}
	b.is(first, "")
	for range mostLinks + 1 {
		b.link("ann", "red")
	}
	of, err := b.of("ann")
	if b.must(err); len(of.links) != mostLinks || len(of.visits) != mostVisits {
		t.Errorf("kept: %d links, %d visits", len(of.links), len(of.visits))
	}
}

func TestWords(t *testing.T) {
	b := newBench(t)
	for _, gap := range b.words.Gaps() {
		t.Error(gap)
	}
	for refusing := range statuses {
		var plain *refusal.Error
		if !errors.As(refusing, &plain) || !b.words.Has("en", plain.Key) {
			t.Errorf("%v is not said", refusing)
		}
	}
}
