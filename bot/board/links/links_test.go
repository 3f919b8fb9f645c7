package links

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/authority"
	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
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
	b.store, err = store.Open(b.Context(), b.path, store.Options{NoSync: true})
	b.must(err)
	t.Cleanup(func() {
		if err := errors.Join(b.store.Check(context.Background()), b.store.Close()); err != nil {
			t.Error(err)
		}
	})
	b.r, err = referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 2, Data: toy.Files(), Open: toy.Open}}, Store: b.store,
		Dice: dice.NewSeeded("links"), Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	b.Book = New(Config{
		Store: b.store.Board(), Matches: b.r, Site: "https://referee.example.org", Now: func() time.Time { return b.now },
		Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&b.log, nil)),
	})
	b.id = b.open()
	return b
}

func (b *bench) open() match.ID {
	b.Helper()
	opened, err := b.r.Open(b.Context(), b.by("ann", ""), referee.Opening{Home: "club", Place: "here"})
	b.must(err)
	for account, seat := range map[string]engine.Seat{"ann": "red", "ben": "blue"} {
		c := b.by(account, seat)
		c.Match = opened.Match
		_, err := b.r.Join(b.Context(), c)
		b.must(err)
	}
	return opened.Match
}

// unseat frees a seat, as moderators do.
func (b *bench) unseat(seat engine.Seat) {
	b.Helper()
	_, err := b.r.Moderator.Unseat(b.Context(), referee.Command{
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

// link is the token of a new link.
func (b *bench) link(account string, seat engine.Seat) string {
	b.Helper()
	at, err := b.Link(b.Context(), For{Account: account, Name: strings.ToUpper(account), Lang: "fr", Door: "test", Lasts: Shown}, Room{b.id, seat})
	b.must(err)
	token, own := strings.CutPrefix(at, "https://referee.example.org/enter/")
	if !own {
		b.Fatalf("the link is %q", at)
	}
	return token
}

// enter spends a link, and returns the token of the visit.
func (b *bench) enter(token, cookie string) string {
	b.Helper()
	visit, to, err := b.Enter(b.Context(), token, cookie)
	if b.must(err); to != b.id {
		b.Errorf("the link leads to %s", to)
	}
	return visit
}

// refuses checks that a link lets nobody in, looked at or spent, by any browser.
func (b *bench) refuses(token string, want error) {
	b.Helper()
	if err := b.Look(b.Context(), token); !errors.Is(err, want) {
		b.Errorf("looking: %v, want %v", err, want)
	}
	if visit, to, err := b.Enter(b.Context(), token, ""); !errors.Is(err, want) || visit != "" || to != "" {
		b.Errorf("entering: %q %q %v, want %v", visit, to, err, want)
	}
}

// is checks who a browser is.
func (b *bench) is(cookie, account string, rooms ...board.Room) {
	b.Helper()
	who, found, err := b.Visit(b.Context(), cookie)
	b.must(err)
	if found != (account != "") || who.Account != account || !slices.Equal(who.Rooms, rooms) || found && (who.Name != strings.ToUpper(account) || who.Lang != "fr") {
		b.Errorf("the browser is %+v (%t), want %q in %v", who, found, account, rooms)
	}
}

func TestALinkLetsOneBrowserInOnce(t *testing.T) {
	b := newBench(t)
	token := b.link("ann", "red")
	for range 3 { // previews and filters fetch
		b.must(b.Look(b.Context(), token))
	}
	visit := b.enter(token, "")
	b.is(visit, "ann", board.Room{Match: b.id, Seat: "red"})
	b.refuses(token, ErrSpent)
	if _, _, err := b.Enter(b.Context(), token, visit); !errors.Is(err, ErrSpent) {
		t.Errorf("the same browser spends it again: %v", err)
	}
	b.is("", "")
	b.is("x", "")
	for _, line := range []string{"a link was made", "a link was used"} {
		if !strings.Contains(b.log.String(), line) {
			t.Errorf("the log has no %q:\n%s", line, &b.log)
		}
	}
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
	token := b.link("ann", "red")
	var in sync.WaitGroup
	got := make(chan error, 8)
	for range cap(got) {
		in.Go(func() {
			_, _, err := b.Enter(b.Context(), token, "")
			got <- err
		})
	}
	in.Wait()
	close(got)
	n := 0
	for err := range got {
		if err == nil {
			n++
		} else if !errors.Is(err, ErrSpent) {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d presses of eight spent it", n)
	}
}

// TestInvalidLinksRefused tries every link that is good no more.
func TestInvalidLinksRefused(t *testing.T) {
	for name, c := range map[string]struct {
		after func(b *bench)
		want  error
	}{
		"expired": {func(b *bench) { b.now = b.now.Add(Shown + time.Second) }, ErrExpired},
		"revoked": {func(b *bench) {
			if n, err := b.Revoke(b.Context(), "ann", ""); n != 1 || err != nil {
				b.Fatal(n, err)
			}
		}, ErrUnknown},
		"erased": {func(b *bench) { b.must(b.r.Erase(b.Context(), "ann")) }, ErrUnknown},
		"left":   {func(b *bench) { b.unseat("red") }, ErrLeft},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			token := b.link("ann", "red")
			c.after(b)
			b.refuses(token, c.want)
		})
	}
	newBench(t).refuses("nonsense", ErrUnknown)
}

func TestNoLinkForAnotherPlayersSeat(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		account string
		seat    engine.Seat
		want    error
	}{{"ben", "red", ErrLeft}, {"zoe", "red", ErrLeft}, {"", "red", ErrLeft}, {"zoe", "", ErrSpectators}, {"ann", "", ErrSpectators}} {
		if at, err := b.Link(b.Context(), For{Account: c.account, Lasts: Shown}, Room{b.id, c.seat}); !errors.Is(err, c.want) || at != "" {
			t.Errorf("%q gets a link for %q: %q, %v", c.account, c.seat, at, err)
		}
	}
	if _, err := b.Link(b.Context(), For{Account: "ann", Lasts: Shown}, Room{"none", "red"}); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a link to a match that is not there: %v", err)
	}
}

func TestSpectatorsComeInWhereTheMatchLetsThem(t *testing.T) {
	b := newBench(t)
	set := func(yes string) {
		t.Helper()
		_, err := b.r.ChangeSettings(b.Context(), b.by("ann", "red"), map[string]string{referee.SettingSpectators: yes})
		b.must(err)
	}
	set("yes")
	visit := b.enter(b.link("zoe", ""), "")
	b.is(visit, "zoe", board.Room{Match: b.id})
	set("no")
	b.is(visit, "zoe")
	_, err := b.r.Resign(b.Context(), b.by("ann", "red"))
	b.must(err)
	b.is(visit, "zoe", board.Room{Match: b.id}) // what is over, all may see
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
	b.is(visit, "ann", board.Room{Match: first, Seat: "red"}, board.Room{Match: second, Seat: "red"})
	other := b.enter(b.link("ben", "blue"), visit)
	b.is(other, "ben", board.Room{Match: second, Seat: "blue"})
	b.is(visit, "")
	// whose seat is lost may not be where they were, in that match alone
	third := b.enter(b.link("ann", "red"), "")
	b.is(third, "ann", board.Room{Match: second, Seat: "red"})
	b.unseat("red")
	b.is(third, "ann")
}

func TestVisitsEnd(t *testing.T) {
	b := newBench(t)
	begin := func() string { return b.enter(b.link("ann", "red"), "") }
	unused, long := begin(), begin()
	in := board.Room{Match: b.id, Seat: "red"}
	for day := 0; day <= 90; day += 29 {
		b.is(long, "ann", in)
		b.now = b.now.Add(29 * 24 * time.Hour)
	}
	b.is(unused, "")
	b.is(long, "")
	b.link("ann", "red") // sweeps
	names, _, err := b.store.Board().Of(b.Context(), "ann")
	if b.must(err); len(names) != 1 {
		t.Errorf("what has ended is kept: %q", names)
	}
	visit := begin()
	b.must(b.r.Erase(b.Context(), "ann"))
	b.is(visit, "")
}

func TestVisitsAreListedAndRevoked(t *testing.T) {
	b := newBench(t)
	visit := b.enter(b.link("ann", "red"), "")
	b.now = b.now.Add(time.Minute)
	at := b.link("ann", "red")
	listed, err := b.Entries(b.Context(), "ann")
	b.must(err)
	if len(listed) != 2 || !listed[0].Unused || listed[1].Unused || listed[1].Room != (Room{b.id, "red"}) || listed[1].Used.IsZero() || listed[0].ID == listed[1].ID {
		t.Fatalf("listed: %+v", listed)
	}
	if n, err := b.Revoke(b.Context(), "ben", listed[1].ID); n != 0 || err != nil {
		t.Errorf("somebody else ends %d visits, %v", n, err)
	}
	b.is(visit, "ann", board.Room{Match: b.id, Seat: "red"})
	if n, err := b.Revoke(b.Context(), "ann", listed[1].ID); n != 1 || err != nil {
		t.Errorf("ended %d visits, %v", n, err)
	}
	b.is(visit, "")
	visit = b.enter(at, "")
	b.link("ann", "red")
	if n, err := b.Revoke(b.Context(), "ann", ""); n != 2 || err != nil {
		t.Errorf("ended %d of all, %v", n, err)
	}
	b.is(visit, "")
	if listed, err = b.Entries(b.Context(), "ann"); len(listed) != 0 || err != nil {
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
	of, err := b.of(b.Context(), "ann")
	if b.must(err); len(of.links) != mostLinks || len(of.visits) != mostVisits {
		t.Errorf("kept: %d links, %d visits", len(of.links), len(of.visits))
	}
}

// TestAnAddressIsShared: it shows a match that is over, one under way only while that lets spectators in, until it is revoked.
func TestAnAddressIsShared(t *testing.T) {
	b := newBench(t)
	who := For{Account: "ann", Lang: "fr", Door: "test"}
	token := func(at, path string) string {
		t.Helper()
		out, own := strings.CutPrefix(at, "https://referee.example.org"+path)
		if !own {
			t.Fatalf("the address is %q", at)
		}
		return out
	}
	if at, err := b.Share(b.Context(), who, Shared{Match: b.id}); !errors.Is(err, ErrSpectators) || at != "" {
		t.Errorf("a match under way is shared: %q, %v", at, err)
	}
	if _, err := b.Share(b.Context(), who, Shared{Match: "none"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a match that is not there is shared: %v", err)
	}
	set := func(yes string) {
		t.Helper()
		_, err := b.r.ChangeSettings(b.Context(), b.by("ann", "red"), map[string]string{referee.SettingSpectators: yes})
		b.must(err)
	}
	shows := func(token string, want error) {
		t.Helper()
		if what, lang, err := b.Shown(b.Context(), token); !errors.Is(err, want) || want == nil && (what != Shared{Match: b.id} || lang != "fr") {
			t.Errorf("it shows %+v, %q, %v, want %v", what, lang, err, want)
		}
	}
	set("yes")
	at, err := b.Share(b.Context(), who, Shared{Match: b.id})
	b.must(err)
	first := token(at, ReplayPath)
	shows(first, nil)
	set("no")
	shows(first, ErrSpectators)
	_, err = b.r.Resign(b.Context(), b.by("ann", "red"))
	b.must(err)
	shows(first, nil)
	shows("x", ErrUnknown)
	at, err = b.Share(b.Context(), who, Shared{League: "winter"})
	b.must(err)
	if what, _, err := b.Shown(b.Context(), token(at, LeaguePath)); err != nil || what.League != "winter" {
		t.Errorf("%+v, %v", what, err)
	}
	list, err := b.Entries(b.Context(), "ann")
	if b.must(err); len(list) != 2 || !list[0].Shared || !list[1].Shared {
		t.Fatalf("%+v", list)
	}
	for _, e := range list {
		if n, err := b.Revoke(b.Context(), "ben", e.ID); n != 0 || err != nil {
			t.Errorf("somebody else ends %d, %v", n, err)
		}
		if n, err := b.Revoke(b.Context(), "ann", e.ID); n != 1 || err != nil {
			t.Errorf("ended: %d, %v", n, err)
		}
	}
	shows(first, ErrUnknown)
	at, err = b.Share(b.Context(), who, Shared{Match: b.id})
	b.must(err)
	b.must(b.r.Erase(b.Context(), "ann"))
	shows(token(at, ReplayPath), ErrUnknown)
}

// TestGuessesAreLoggedOnceAMinute: with their number, and the last link that there was; what was asked for stands nowhere.
func TestGuessesAreLoggedOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		spent := b.link("ann", "red")
		b.enter(spent, "")
		for range 2 {
			for i := range 60 {
				for range 50 {
					b.refuses(fmt.Sprint("guess", i), ErrUnknown)
				}
				if _, _, err := b.Shown(b.Context(), "guess"); !errors.Is(err, ErrUnknown) {
					t.Error(err)
				}
				if i == 30 {
					b.refuses(spent, ErrSpent)
				}
				time.Sleep(time.Second)
			}
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		log := b.log.String()
		if n := strings.Count(log, "not let in"); n != 2 || strings.Count(log, "account=ann match=") < 3 || strings.Contains(log, "guess") {
			t.Errorf("%d lines:\n%s", n, log)
		}
		sum := 0
		for _, found := range regexp.MustCompile(`times=(\d+)`).FindAllStringSubmatch(log, -1) {
			n, _ := strconv.Atoi(found[1])
			sum += n
		}
		if want := 2 * (60*101 + 2); sum != want {
			t.Errorf("%d are counted, not %d", sum, want)
		}
	})
}
