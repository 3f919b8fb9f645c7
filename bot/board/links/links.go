package links

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Store keeps bodies by their names, those of an account with their owner: package store does.
type Store interface {
	Read(ctx context.Context, names ...string) ([][]byte, error)
	// After lists what is kept under names that begin with a text and come after one ("": all of them), in
	// their order and without that beginning; at most so many, 0: all.
	After(ctx context.Context, prefix, after string, most int) (names []string, bodies [][]byte, err error)
	// Of lists what is kept of an account, by name.
	Of(ctx context.Context, account string) (names []string, bodies [][]byte, err error)
	// Keep stores bodies by name in one transaction; nil deletes one.
	Keep(ctx context.Context, bodies map[string][]byte, owners map[string]string) error
}

// Matches are where it is read who holds a seat: *referee.Referee is.
type Matches interface {
	Snapshot(ctx context.Context, id match.ID) (*referee.Snapshot, error)
}

// Book is all links and visits. It may be used from many goroutines.
type Book struct {
	Config
	// changing, of one, is held from reading what is kept to writing it: a link is spent once.
	changing *semaphore.Weighted
	swept    time.Time
	wrong    wrong
}

// Config is what a Book works with.
type Config struct {
	Store   Store
	Matches Matches
	// Site is where the pages are reached from outside, without a slash at its end: "https://referee.example.org".
	Site   string
	Now    func() time.Time
	Random io.Reader // of tokens that nobody can guess
	Log    *slog.Logger
}

// New makes the book of links.
func New(c Config) *Book { return &Book{Config: c, changing: semaphore.NewWeighted(1)} }

// lock waits until nobody else changes what is kept.
func (b *Book) lock(ctx context.Context) error {
	if err := b.changing.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("links: wait for the book: %w", err)
	}
	return nil
}

// How long links and visits last.
const (
	// Shown is how long a link lasts that is shown to somebody who has just asked for it.
	Shown = 15 * time.Minute
	// Mailed is how long one lasts that waits in a mail.
	Mailed = 7 * 24 * time.Hour
	// unused is how long a visit lasts that nobody uses.
	unused = 30 * 24 * time.Hour
	// longest is how long any visit lasts.
	longest = 90 * 24 * time.Hour
)

// How many of them an account has at most: the oldest go.
const (
	mostLinks = 50
	mostRooms = 50
)

// The rest of the bounds.
const (
	tokenOctets = 20        // 160 bits
	idOctets    = 5         // 8 letters
	noted       = time.Hour // how often it is noted that a visit is used
	sweeps      = time.Hour // how often all that has ended is deleted
)

// Why somebody is not let in.
var (
	ErrUnknown    = refusal.New("web.refuse.link-unknown", "links: no such link")
	ErrSpent      = refusal.New("web.refuse.link-spent", "links: the link was used")
	ErrExpired    = refusal.New("web.refuse.link-expired", "links: the link has expired")
	ErrLeft       = refusal.New("web.refuse.link-left", "links: the seat is no longer theirs")
	ErrSpectators = refusal.New("web.refuse.link-spectators", "links: the match lets no spectators in")
)

// Room is what a link leads into: a match, as one of its seats or, with none, as a spectator.
type Room struct {
	Match match.ID    `json:"match"`
	Seat  engine.Seat `json:"seat,omitempty"`
}

// For says whom a link is made for.
type For struct {
	Account, Name, Lang string
	Door                string        // where it was asked for
	Lasts               time.Duration // Shown or Mailed
}

// link is what is kept of a link, under the hash of its token.
type link struct {
	Room
	ID      string    `json:"id"`
	Account string    `json:"account"`
	Name    string    `json:"name"`
	Lang    string    `json:"lang"`
	Door    string    `json:"door"`
	Made    time.Time `json:"made"`
	Until   time.Time `json:"until"`
	Spent   bool      `json:"spent,omitempty"`
}

// visit is what is kept of a browser, under the hash of its token. It is of one account.
type visit struct {
	Account string    `json:"account"`
	Name    string    `json:"name"`
	Lang    string    `json:"lang"`
	Made    time.Time `json:"made"`
	Used    time.Time `json:"used"`
	Rooms   []entered `json:"rooms"`
}

// entered is a room that a browser was let into.
type entered struct {
	Room
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

// until is when a visit ends by itself.
func (v visit) until() time.Time {
	if at := v.Used.Add(unused); at.Before(v.Made.Add(longest)) {
		return at
	}
	return v.Made.Add(longest)
}

// The beginnings of names.
const (
	ofLink  = "link "
	ofVisit = "visit "
)

// letters are those of tokens: digits and small letters, none of which looks like another.
var letters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// draw is a word that nobody can guess.
func (b *Book) draw(octets int) (string, error) {
	drawn := make([]byte, octets)
	if _, err := io.ReadFull(b.Random, drawn); err != nil {
		return "", fmt.Errorf("links: no random numbers: %w", err)
	}
	return letters.EncodeToString(drawn), nil
}

// token draws the token of an address, and the short id by which its account ends it.
func (b *Book) token() (token, id string, err error) {
	if token, err = b.draw(tokenOctets); err != nil {
		return "", "", err
	}
	id, err = b.draw(idOctets)
	return token, id, err
}

// hashed is the name under which what belongs to a token is kept.
func hashed(prefix, token string) string {
	sum := sha256.Sum256([]byte(token))
	return prefix + hex.EncodeToString(sum[:])
}

// Allowed says whether an account may be in a room now; else the error says why not: ErrLeft, ErrSpectators,
// match.ErrUnknown.
func (b *Book) Allowed(ctx context.Context, account string, in Room) error {
	s, err := b.Matches.Snapshot(ctx, in.Match)
	switch {
	case err != nil:
		return err
	case in.Seat == "" && !s.Public() && !s.Match().Over():
		return ErrSpectators
	case in.Seat != "" && !s.Seats.Holds(in.Seat, account):
		return ErrLeft
	}
	return nil
}

// Link makes a link into a room. It refuses like Allowed.
func (b *Book) Link(ctx context.Context, who For, in Room) (address string, err error) {
	if err := b.Allowed(ctx, who.Account, in); err != nil {
		return "", err
	}
	token, id, err := b.token()
	if err != nil {
		return "", err
	}
	if err := b.lock(ctx); err != nil {
		return "", err
	}
	defer b.changing.Release(1)
	now := b.Now()
	if err := b.sweep(ctx, now); err != nil {
		return "", err
	}
	of, err := b.of(ctx, who.Account)
	if err != nil {
		return "", err
	}
	x := link{Room: in, ID: id, Account: who.Account, Name: who.Name, Lang: locale.Pick(who.Lang), Door: who.Door, Made: now, Until: now.Add(who.Lasts)}
	e := edit{}
	makeRoom(e, of.links, mostLinks, func(x link) time.Time { return x.Made })
	e.put(hashed(ofLink, token), who.Account, x)
	if err := b.keep(ctx, e); err != nil {
		return "", err
	}
	b.Log.Info("board: a link was made", "link", id, "account", who.Account, "match", in.Match, "seat", in.Seat, "door", who.Door)
	return b.Site + "/enter/" + token, nil
}

// Look checks a link without spending it. It refuses with ErrUnknown, ErrSpent, ErrExpired, and like Allowed.
func (b *Book) Look(ctx context.Context, token string) error {
	x, err := b.look(ctx, token)
	b.refused(x, err)
	return err
}

// wrong is what is logged of links and addresses that led nowhere, once a minute: anybody may ask for as many as they like.
type wrong struct {
	mu    sync.Mutex
	n     int
	known link // the last that there was, and why it let nobody in
	why   error
}

// refused counts that somebody was not let in by a link.
func (b *Book) refused(x link, err error) {
	if !referee.IsRefusal(err) {
		return
	}
	w := &b.wrong
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.n++; w.n == 1 {
		time.AfterFunc(time.Minute, b.tellWrong)
	}
	if x.ID != "" || w.why == nil {
		w.known, w.why = x, err
	}
}

// tellWrong logs how many were not let in.
func (b *Book) tellWrong() {
	w := &b.wrong
	w.mu.Lock()
	n, x, why := w.n, w.known, w.why
	w.n, w.known, w.why = 0, link{}, nil
	w.mu.Unlock()
	b.Log.Info("board: not let in", "times", n, "why", why, "link", x.ID, "account", x.Account, "match", x.Match)
}

// look is the link with a token.
func (b *Book) look(ctx context.Context, token string) (link, error) {
	x, found, err := read[link](ctx, b, hashed(ofLink, token))
	switch {
	case err != nil:
		return x, err
	case !found:
		return x, ErrUnknown
	case x.Spent:
		return x, ErrSpent
	case b.Now().After(x.Until):
		return x, ErrExpired
	}
	if err := b.Allowed(ctx, x.Account, x.Room); err != nil {
		if errors.Is(err, match.ErrUnknown) {
			err = ErrUnknown
		}
		return x, err
	}
	return x, nil
}

// Enter spends a link, and lets the browser in that shows it: with the visit of a cookie, if that is of the same account,
// else with a new one, and then that of the cookie ends. It returns the token of the visit and the match that the link
// leads to, and refuses as Look does.
func (b *Book) Enter(ctx context.Context, token, cookie string) (visitor string, to match.ID, err error) {
	if err := b.lock(ctx); err != nil {
		return "", "", err
	}
	defer b.changing.Release(1)
	x, err := b.look(ctx, token)
	if err != nil {
		b.refused(x, err)
		return "", "", err
	}
	now := b.Now()
	e := edit{}
	v, name, found, err := b.visit(ctx, cookie)
	switch {
	case err != nil:
		return "", "", err
	case found && v.Account == x.Account:
		visitor = cookie
	default: // and that of another account ends: a browser is one person's
		if found {
			e.drop(name)
			b.Log.Info("board: a visit has ended", "account", v.Account, "why", "another account came in by the same browser")
		}
		if visitor, err = b.draw(tokenOctets); err != nil {
			return "", "", err
		}
		v, name = visit{Account: x.Account, Made: now}, hashed(ofVisit, visitor)
	}
	v.Name, v.Lang, v.Used = x.Name, x.Lang, now
	v.Rooms = slices.DeleteFunc(v.Rooms, func(r entered) bool { return r.Match == x.Match })
	v.Rooms = append(v.Rooms, entered{Room: x.Room, ID: x.ID, At: now})
	v.Rooms = v.Rooms[max(0, len(v.Rooms)-mostRooms):]
	x.Spent = true
	e.put(name, v.Account, v)
	e.put(hashed(ofLink, token), x.Account, x)
	if err := b.dropOldestVisits(ctx, e, x.Account, name); err != nil {
		return "", "", err
	}
	if err := b.keep(ctx, e); err != nil {
		return "", "", err
	}
	b.Log.Info("board: a link was used", "link", x.ID, "account", x.Account, "match", x.Match, "seat", x.Seat, "door", x.Door)
	return visitor, x.Match, nil
}

// mostVisits is how many browsers an account has at most.
const mostVisits = 20

// dropOldestVisits drops the visits of an account that were not used for longest, where one more under a name would be too many.
func (b *Book) dropOldestVisits(ctx context.Context, e edit, account, name string) error {
	of, err := b.of(ctx, account)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(of.visits, func(v named[visit]) bool { return v.name == name })
	makeRoom(e, others, mostVisits, func(v visit) time.Time { return v.Used })
	return nil
}

// visit is that of a cookie, and its name; false where there is none, or it has ended.
func (b *Book) visit(ctx context.Context, cookie string) (v visit, name string, found bool, err error) {
	if cookie == "" {
		return v, "", false, nil
	}
	name = hashed(ofVisit, cookie)
	if v, found, err = read[visit](ctx, b, name); !found || err != nil {
		return v, name, false, err
	}
	return v, name, !b.Now().After(v.until()), nil
}

var _ board.Visitors = (*Book)(nil)

// Visit is who has a cookie, with the rooms that they may be in now; false: nobody has. Rooms whose seat was left, and those
// of matches that have shut their spectators out, are not among them.
func (b *Book) Visit(ctx context.Context, cookie string) (board.Visitor, bool, error) {
	v, kept, found, err := b.visit(ctx, cookie)
	if !found || err != nil {
		return board.Visitor{}, false, err
	}
	who := board.Visitor{Account: v.Account, Name: v.Name, Lang: v.Lang}
	for _, r := range v.Rooms {
		switch err := b.Allowed(ctx, v.Account, r.Room); {
		case err == nil:
			who.Rooms = append(who.Rooms, board.Room(r.Room))
		case !referee.IsRefusal(err):
			return board.Visitor{}, false, err
		}
	}
	if now := b.Now(); now.Sub(v.Used) >= noted {
		if err := b.used(ctx, kept, now); err != nil {
			return board.Visitor{}, false, err
		}
	}
	return who, true, nil
}

// used notes that a visit is used.
func (b *Book) used(ctx context.Context, name string, now time.Time) error {
	if err := b.lock(ctx); err != nil {
		return err
	}
	defer b.changing.Release(1)
	v, found, err := read[visit](ctx, b, name)
	if !found || err != nil {
		return err
	}
	v.Used = now
	e := edit{}
	e.put(name, v.Account, v)
	return b.keep(ctx, e)
}

// Entry is a link that nobody has used yet, a room that a browser is in, or an address that was shared.
type Entry struct {
	Room
	League      league.ID // of a page that was shared; "": it is none
	Shared      bool      // it is an address that shows something to whoever has it, until it is ended
	ID          string    // short, and the account's
	Unused      bool      // it is a link
	Made, Until time.Time
	Used        time.Time // when the browser was last seen, to the hour; zero of a link
}

// Entries lists the links, visits and shared addresses of an account that have not ended, the newest first.
func (b *Book) Entries(ctx context.Context, account string) ([]Entry, error) {
	of, err := b.of(ctx, account)
	if err != nil {
		return nil, err
	}
	var out []Entry
	now := b.Now()
	for _, x := range of.links {
		if !x.is.Spent && !now.After(x.is.Until) {
			out = append(out, Entry{Room: x.is.Room, ID: x.is.ID, Unused: true, Made: x.is.Made, Until: x.is.Until})
		}
	}
	for _, v := range of.visits {
		for _, r := range v.is.Rooms {
			if !now.After(v.is.until()) {
				out = append(out, Entry{Room: r.Room, ID: r.ID, Made: r.At, Until: v.is.until(), Used: v.is.Used})
			}
		}
	}
	for _, x := range of.shares {
		out = append(out, Entry{Room: Room{Match: x.is.Match}, League: x.is.League, Shared: true, ID: x.is.ID, Made: x.is.Made})
	}
	slices.SortFunc(out, func(x, y Entry) int {
		return cmp.Or(y.Made.Compare(x.Made), strings.Compare(x.ID, y.ID))
	})
	return out, nil
}

// Revoke ends a link, a visit or a shared address of an account by its id, "": all of them, and says how many.
func (b *Book) Revoke(ctx context.Context, account, id string) (n int, err error) {
	if err := b.lock(ctx); err != nil {
		return 0, err
	}
	defer b.changing.Release(1)
	of, err := b.of(ctx, account)
	if err != nil {
		return 0, err
	}
	e := edit{}
	for _, x := range of.links {
		if !x.is.Spent && (id == "" || x.is.ID == id) {
			n++
			e.drop(x.name)
		}
	}
	for _, x := range of.shares {
		if id == "" || x.is.ID == id {
			n++
			e.drop(x.name)
		}
	}
	for _, v := range of.visits {
		left := slices.DeleteFunc(slices.Clone(v.is.Rooms), func(r entered) bool { return id == "" || r.ID == id })
		n += len(v.is.Rooms) - len(left)
		switch {
		case len(left) == 0:
			e.drop(v.name)
		case len(left) < len(v.is.Rooms):
			v.is.Rooms = left
			e.put(v.name, account, v.is)
		}
	}
	if len(e) == 0 {
		return 0, nil
	}
	b.Log.Info("board: revoked", "account", account, "link", id, "number", n)
	return n, b.keep(ctx, e)
}

// named is something with the name under which it is kept.
type named[T any] struct {
	name string
	is   T
}

// owned is what is kept of an account.
type owned struct {
	links  []named[link]
	visits []named[visit]
	shares []named[share]
}

func (b *Book) of(ctx context.Context, account string) (out owned, err error) {
	names, bodies, err := b.Store.Of(ctx, account)
	if err != nil {
		return out, err
	}
	for i, name := range names {
		switch {
		case strings.HasPrefix(name, ofLink):
			err = into(&out.links, name, bodies[i])
		case strings.HasPrefix(name, ofVisit):
			err = into(&out.visits, name, bodies[i])
		case strings.HasPrefix(name, ofShare):
			err = into(&out.shares, name, bodies[i])
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func into[T any](list *[]named[T], name string, body []byte) error {
	x := named[T]{name: name}
	if err := json.Unmarshal(body, &x.is); err != nil {
		return fmt.Errorf("links: %s: %w", name, err)
	}
	*list = append(*list, x)
	return nil
}

// read reads what is kept under a name; false: nothing is.
func read[T any](ctx context.Context, b *Book, name string) (x T, found bool, err error) {
	bodies, err := b.Store.Read(ctx, name)
	if err != nil || bodies[0] == nil {
		return x, false, err
	}
	if err := json.Unmarshal(bodies[0], &x); err != nil {
		return x, false, fmt.Errorf("links: %s: %w", name, err)
	}
	return x, true, nil
}

// edit is what is to be kept under names, with the account that it is of; nil: nothing any more.
type edit map[string]kept

type kept struct {
	owner string
	body  any
}

func (e edit) put(name, owner string, body any) { e[name] = kept{owner, body} }

func (e edit) drop(name string) { e[name] = kept{} }

// makeRoom drops the oldest of a list, so that with one more there are no more than most.
func makeRoom[T any](e edit, list []named[T], most int, at func(T) time.Time) {
	slices.SortFunc(list, func(x, y named[T]) int { return at(x.is).Compare(at(y.is)) })
	for _, old := range list[:max(0, len(list)+1-most)] {
		e.drop(old.name)
	}
}

// keep stores an edit.
func (b *Book) keep(ctx context.Context, e edit) error {
	bodies, owners := map[string][]byte{}, map[string]string{}
	for name, k := range e {
		bodies[name] = nil
		if k.body == nil {
			continue
		}
		body, err := json.Marshal(k.body)
		if err != nil {
			return fmt.Errorf("links: %s: %w", name, err)
		}
		bodies[name], owners[name] = body, k.owner
	}
	return b.Store.Keep(ctx, bodies, owners)
}

// sweep deletes what has ended, now and then. The caller holds the lock.
func (b *Book) sweep(ctx context.Context, now time.Time) error {
	if now.Sub(b.swept) < sweeps {
		return nil
	}
	e := edit{}
	err := errors.Join(
		ended(ctx, b, e, ofLink, func(x link) bool { return now.After(x.Until) }),
		ended(ctx, b, e, ofVisit, func(v visit) bool { return now.After(v.until()) }))
	if err != nil {
		return err
	}
	b.swept = now
	if len(e) == 0 {
		return nil
	}
	return b.keep(ctx, e)
}

func ended[T any](ctx context.Context, b *Book, e edit, prefix string, over func(T) bool) error {
	names, bodies, err := b.Store.After(ctx, prefix, "", 0)
	if err != nil {
		return err
	}
	for i, name := range names {
		var x T
		if err := json.Unmarshal(bodies[i], &x); err != nil {
			return fmt.Errorf("links: %s%s: %w", prefix, name, err)
		}
		if over(x) {
			e.drop(prefix + name)
		}
	}
	return nil
}
