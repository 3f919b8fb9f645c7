package board

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Visitor is who a browser is, and what it may look at and act for.
type Visitor struct {
	// Account is whom limits are counted for, and whose seats are theirs; see Table.
	Account string
	Name    string
	Lang    string // "": what the browser asks for
	// Table is the beginning of the accounts of everybody at this screen, "table:": all their seats are
	// this visitor's, and they may open matches. "": Account alone is.
	Table string
	// Rooms are what they were let into; with a Table they are in every match.
	Rooms []Room
}

// Room is what a visitor was let into: a match, as the holder of a seat or, with none, to look on.
type Room struct {
	Match match.ID
	Seat  engine.Seat
}

// Visitors say who a browser is. They may be asked from many goroutines.
type Visitors interface {
	// Visit is who has a cookie; false: nobody, and nothing but a link lets them in.
	Visit(ctx context.Context, cookie string) (Visitor, bool, error)
	// Look checks a link without spending it, as previews fetch links unasked. It refuses with errors
	// that [referee.Explain] can say.
	Look(ctx context.Context, token string) error
	// Enter spends a link. cookie is what the browser has so far; it gets the one that is returned. to is
	// the match that the link leads to; "": the list of them. It refuses as Look does.
	Enter(ctx context.Context, token, cookie string) (newCookie string, to match.ID, err error)
}

// ErrLink says that a link lets nobody in.
var ErrLink = refusal.New("web.refuse.link", "board: the link lets nobody in")

// Screen is the one visitor of a board that is opened for who sits at this machine.
type Screen struct {
	// Token stands in the link that lets a browser in, as often as it is used.
	Token string
	// Learns is the game whose course the link leads to; "": it leads to a match, or to the list of them.
	Learns string
	cookie string
	who    Visitor
	to     match.ID
}

// NewScreen makes the visitor who plays the seats of a table, whose accounts begin so: "table:".
func NewScreen(table, lang string) *Screen {
	return ScreenFor(Visitor{Account: strings.TrimSuffix(table, ":"), Table: table, Lang: lang}, "")
}

// ScreenFor lets a visitor in, to a match; "": to the list of theirs.
func ScreenFor(who Visitor, to match.ID) *Screen {
	return &Screen{Token: rand.Text(), cookie: rand.Text(), who: who, to: to}
}

// Path is that of the link.
func (s *Screen) Path() string { return "/enter/" + s.Token }

// leadsTo is the address that the link leads to.
func (s *Screen) leadsTo() string {
	if s.Learns != "" {
		return learnAt(s.Learns)
	}
	return pathTo(s.to)
}

var _ Visitors = (*Screen)(nil)

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Visit is [Visitors].
func (s *Screen) Visit(ctx context.Context, cookie string) (Visitor, bool, error) {
	return s.who, same(cookie, s.cookie), nil
}

// Look is [Visitors].
func (s *Screen) Look(ctx context.Context, token string) error {
	if !same(token, s.Token) {
		return ErrLink
	}
	return nil
}

// Enter is [Visitors]; the link of a screen can be used again.
func (s *Screen) Enter(ctx context.Context, token, _ string) (string, match.ID, error) {
	return s.cookie, s.to, s.Look(ctx, token)
}

// in reports whether the visitor may look at a match.
func (v Visitor) in(id match.ID) bool {
	if v.Table != "" {
		return true
	}
	for _, r := range v.Rooms {
		if r.Match == id {
			return true
		}
	}
	return false
}

// seats returns the seats of a match that the visitor acts for, in the order of the game. A link from before a player left
// or lost a seat does not let them act for it.
func (v Visitor) seats(l referee.Look) []referee.Sitting {
	var out []referee.Sitting
	for _, s := range l.Sitting {
		if v.holds(l.Match, s) {
			out = append(out, s)
		}
	}
	return out
}

func (v Visitor) holds(id match.ID, s referee.Sitting) bool {
	if s.Account == "" || s.Program != "" {
		return false
	}
	if v.Table != "" {
		return strings.HasPrefix(s.Account, v.Table)
	}
	for _, r := range v.Rooms {
		if r.Match == id && r.Seat == s.Seat && s.Account == v.Account {
			return true
		}
	}
	return false
}

// by returns the command of a visitor for a seat; false: the seat is not theirs.
func (v Visitor) by(l referee.Look, seat engine.Seat) (referee.Command, bool) {
	for _, s := range v.seats(l) {
		if s.Seat == seat {
			return referee.Command{Match: l.Match, Seat: seat, Account: s.Account, Name: s.Name, Door: door}, true
		}
	}
	return referee.Command{}, false
}

// seated returns the command by which a player at a screen takes a seat.
func (v Visitor) seated(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: v.Table + string(seat), Name: string(seat), Door: door}
}

// place is where the matches of a screen are played.
func (v Visitor) place() string { return strings.TrimSuffix(v.Table, ":") }

// door is the name of this door, which is stored with each decision made at it.
const door = "board"
