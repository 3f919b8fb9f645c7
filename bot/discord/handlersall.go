package discord

import (
	"errors"
	"io/fs"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine/match"
	"slices"
)

var (
	_ wire.Handler = (*Handlers)(nil)
	_ wire.Poster  = (*Handlers)(nil)
)

// Handlers answer interactions, and say what is to be posted: about matches, and about
// leagues and judges.
type Handlers struct{ *desk }

// NewHandlers makes handlers for the games of a referee.
func NewHandlers(d Deps) (*Handlers, error) { return newHandlers(d, newLibrary(catalogued()...)) }

// catalogued are the catalogues of the pages.
func catalogued() []fs.FS { return []fs.FS{matchCatalogue(), clubCatalogue()} }

func newHandlers(d Deps, words *library) (*Handlers, error) {
	commands, err := newTable(orderCommand, askCommand, asItStands, slices.Concat(matchCommands, clubCommands)...)
	if err != nil {
		return nil, err
	}
	shared, err := newDesk(d, words, commands)
	return &Handlers{shared}, err
}

// News tells a post of the outbox; nil where it tells nothing.
func (h *Handlers) News(place string, p post.Post) (*wire.Message, error) {
	switch {
	case p.Notice == nil && p.Call == nil && p.League != "":
		return leagueNews(h.desk, p)
	case p.Notice == nil && p.Call == nil && p.Bench:
		return benchNews(h.desk, p)
	}
	return matchNews(h.desk, place, p)
}

// Board is a match as it stands: one message for each of its phases.
func (h *Handlers) Board(_ string, id match.ID, told int) (*wire.Board, error) {
	return matchBoard(h.desk, id, told)
}

// Thread is the thread in which a match of a league is played, or judges confer; nil
// for posts that are told at their place.
func (h *Handlers) Thread(_ string, p post.Post) (*wire.Thread, error) {
	switch {
	case p.Opens > 0:
		return pairingRoom(h.desk, p)
	case p.Bench:
		return benchRoom(h.desk, p)
	}
	return nil, nil
}

// ThreadMade takes over the thread that was made for a post: a match of a league is
// opened there.
func (h *Handlers) ThreadMade(_ string, p post.Post, thread wire.ID) error {
	if p.Opens == 0 {
		return houseBench(h.desk, p.Match, thread)
	}
	return openPaired(h.desk, p, thread)
}

// Trouble tells the players of the match at a place, and who has founded the leagues
// that are announced there, that nothing can be posted: gone, or because the bot may
// not. It returns match.ErrUnknown where there is neither.
func (h *Handlers) Trouble(place string, gone bool) ([]wire.DirectMessage, error) {
	out, err := matchTrouble(h.desk, place, gone)
	none := errors.Is(err, match.ErrUnknown)
	if err != nil && !none {
		return nil, err
	}
	founders, err := leagueTrouble(h.desk, place, gone)
	if err != nil {
		return nil, err
	}
	if none && founders == nil {
		return nil, match.ErrUnknown
	}
	return append(out, founders...), nil
}

// Home is where the match of a post to one person is played.
func (h *Handlers) Home(p post.Post) (string, error) {
	return homeOf(h.desk, p)
}
