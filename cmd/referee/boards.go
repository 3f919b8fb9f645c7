package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"referee/bot/board"
	"referee/bot/board/drawn"
	boardlinks "referee/bot/board/links"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/cmd/config"
)

// boards is the board in the browser of a referee that serves: who is let in, and what they are shown.
type boards struct {
	book   *boardlinks.Book
	door   *board.Board
	shared *sharedPages
}

// openBoards makes the board of a house; nil: web.url names no address for it, or nothing listens.
func openBoards(ctx context.Context, w config.Web, lang string, h *house, log *slog.Logger) (*boards, error) {
	if w.URL == "" || w.Listen == "" {
		return nil, nil
	}
	site, err := url.Parse(w.URL)
	if err != nil {
		return nil, err
	}
	now := time.Now
	if h.time != nil {
		now = h.time.Now
	}
	b := &boards{book: boardlinks.New(boardlinks.Config{Store: h.store.Board(), Matches: h.Referee, Site: w.URL, Now: now, Random: rand.Reader, Log: log})}
	limits := limit.New(limit.Config{PerSecond: 5, Now: now})
	b.shared = newSharedPages(h, b.book, limits, lang, log)
	b.door, err = board.New(ctx, board.Config{
		Referee: h.Referee, Visitors: b.book, Drawer: drawn.New(), Notes: h.store.Board(), Replay: writeReplay, Lang: lang, Hosts: []string{site.Hostname()}, Secure: true, Log: log, Now: now,
		Limits: limits, Picture: func(s *referee.Snapshot) string {
			return pictureOf(s, w.URL+board.MatchPath+url.PathEscape(string(s.Match().ID()))+"/")
		},
	})
	return b, err
}

// handler is what is served; nil where there is no board.
func (b *boards) handler() http.Handler {
	if b == nil {
		return nil
	}
	return b.shared.handler(b.door)
}
