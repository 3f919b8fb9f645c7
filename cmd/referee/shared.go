package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"referee/bot/board"
	"referee/bot/board/drawn"
	boardlinks "referee/bot/board/links"
	replaypage "referee/bot/board/replay"
	"referee/bot/club"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/bot/visible"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

// sharedPages shows to whoever has an address what was shared by it: replays of matches, and pages of leagues. What
// was made is kept until it is so no more.
type sharedPages struct {
	book   *boardlinks.Book
	r      *referee.Referee
	clubs  *club.Club
	store  *store.Store
	drawer *drawn.Drawer
	limits *limit.Limits
	lang   string // of pictures of public boards
	log    *slog.Logger

	pages   *renderings
	leagues map[league.ID]servedLeague // for who renders
}

// servedLeague is a league as it was when its pages were made.
type servedLeague struct {
	key  string
	page *leaguePage
}

// longestWait is how long somebody waits for a page: the server gives an answer half a minute.
const longestWait = 25 * time.Second

// errNoPage says that there is nothing by an address.
var errNoPage = errors.New("no such page")

func newSharedPages(h *house, book *boardlinks.Book, limits *limit.Limits, lang string, log *slog.Logger) *sharedPages {
	return &sharedPages{
		book: book, r: h.Referee, clubs: h.clubs, store: h.store, drawer: drawn.New(), log: log,
		limits: limits, lang: lang, pages: newRenderings(), leagues: map[league.ID]servedLeague{},
	}
}

// handler serves what was shared, and hands all else on.
func (s *sharedPages) handler(otherwise http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", otherwise)
	mux.HandleFunc("GET "+boardlinks.ReplayPath+"{token}", func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, "") })
	for _, of := range []string{boardlinks.ReplayPath + "{token}/", board.MatchPath + "{match}/"} {
		mux.HandleFunc("GET "+of+pictureFile, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, pictureFile) })
	}
	mux.HandleFunc("GET "+boardlinks.LeaguePath+"{token}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"/"+page.IndexFile, http.StatusSeeOther)
	})
	mux.HandleFunc("GET "+boardlinks.LeaguePath+"{token}/{file}", func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, r.PathValue("file")) })
	return mux
}

// pictureFile is the picture of a match as a spectator sees it, behind the address of its replay or of its board.
const pictureFile = "picture.png"

// pictureOf is the absolute address of the picture of a match, behind that of a page of it. It is another one after each decision, as
// programs that show previews keep what they have fetched; "": there is none.
func pictureOf(s *referee.Snapshot, at string) string {
	if at == "" || !s.HasPicture() {
		return ""
	}
	return fmt.Sprintf("%s%s?n=%d", at, pictureFile, s.Match().Seq())
}

// shown is what a request asks for, and in which language: what was shared by the token of its address, or a match that is public.
func (s *sharedPages) shown(r *http.Request) (what boardlinks.Shared, lang string, err error) {
	id := match.ID(r.PathValue("match"))
	if id == "" {
		return s.book.Shown(r.Context(), r.PathValue("token"))
	}
	switch now, err := s.r.Snapshot(r.Context(), id); {
	case errors.Is(err, match.ErrUnknown), err == nil && !now.Public():
		return what, "", boardlinks.ErrUnknown
	default:
		return boardlinks.Shared{Match: id}, s.lang, err
	}
}

// site is the absolute address behind which the files are that belong to what a request asks for; "": it is not known.
func (s *sharedPages) site(r *http.Request, file string) string {
	if s.book.Site == "" {
		return ""
	}
	return s.book.Site + strings.TrimSuffix(strings.TrimSuffix(r.URL.Path, file), "/") + "/"
}

// answer shows what was shared; file is a page of a league or the picture of a match, "": a replay.
func (s *sharedPages) answer(w http.ResponseWriter, r *http.Request, file string) {
	address := limit.Address(r.RemoteAddr)
	what, lang, err := s.shown(r)
	var v limit.Verdict
	if errors.Is(err, boardlinks.ErrUnknown) {
		v = s.limits.Wrong(address)
	} else {
		v = s.limits.Ask(limit.Press, limit.Who{Person: address}, func() bool { return true })
	}
	if v.Refused {
		w.Header().Set("Retry-After", fmt.Sprint(int(v.Wait.Seconds())+1))
		http.Error(w, "too many requests at the same time", http.StatusTooManyRequests)
		return
	}
	ctx, done := context.WithTimeout(r.Context(), longestWait)
	defer done()
	var text []byte
	if err == nil {
		text, err = s.find(ctx, address, what, lang, file, s.site(r, file))
	}
	switch {
	case r.Context().Err() != nil: // nobody waits for the answer
		return
	case errors.Is(err, errBusy), errors.Is(err, context.DeadlineExceeded):
		w.Header().Set("Retry-After", "30")
		http.Error(w, "many pages are being made at the moment: try again in half a minute", http.StatusServiceUnavailable)
		return
	case errors.Is(err, boardlinks.ErrUnknown), errors.Is(err, errNoPage):
		http.Error(w, "there is nothing at this address, or it no longer exists", http.StatusNotFound)
		return
	case errors.Is(err, boardlinks.ErrSpectators):
		http.Error(w, "the players do not allow spectators before this match is over", http.StatusForbidden)
		return
	case err != nil:
		s.log.Error("a shared page cannot be shown", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	kind := "text/html; charset=utf-8"
	if strings.HasSuffix(file, ".png") {
		kind = "image/png"
	}
	for name, value := range map[string]string{
		"Content-Type": kind, "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		w.Header().Set(name, value)
	}
	if !isReplay(file) { // which has a policy of its own, that lets its script run
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	} else {
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
	}
	if _, err := w.Write(text); err != nil {
		s.log.Debug("a page was not received", "error", err)
	}
}

func isReplay(file string) bool { return file == "" || strings.HasPrefix(file, "replay-") }

// find makes a page that was shared, or finds it made. site is where its files are.
func (s *sharedPages) find(ctx context.Context, address string, what boardlinks.Shared, lang, file, site string) ([]byte, error) {
	if what.Match == "" && file == "" || what.Match != "" && file != "" && file != pictureFile {
		return nil, errNoPage
	}
	var key string
	var write func(w io.Writer) error
	var err error
	if what.Match != "" {
		key, write, err = s.match(ctx, what.Match, lang, file, site)
	} else {
		key, write, err = s.league(ctx, what.League, lang, file, site)
	}
	if err != nil {
		return nil, err
	}
	return s.pages.page(ctx, address, key, write)
}

// match is a match as a spectator sees it, decision by decision or as a picture: what that is made of, and what writes it.
func (s *sharedPages) match(ctx context.Context, id match.ID, lang, file, site string) (key string, write func(w io.Writer) error, err error) {
	now, err := s.r.Snapshot(ctx, id)
	if err != nil {
		return "", nil, err
	}
	l, err := now.Look(ctx, engine.Spectator)
	if err != nil {
		return "", nil, err
	}
	if file == pictureFile {
		if !now.HasPicture() {
			return "", nil, errNoPage
		}
		words, err := locale.New(l.Info)
		if err != nil {
			return "", nil, err
		}
		say := func(m engine.Msg) string { return words.Say(lang, m) }
		return fmt.Sprintf("picture %s %s", lang, l.Whole), func(w io.Writer) error { return now.Picture(context.WithoutCancel(ctx), w, engine.Spectator, nil, say) }, nil
	}
	key = fmt.Sprintf("replay %s %s %s %q", site, lang, l.Whole, players(l)) // who is erased has no name any more
	return key, func(w io.Writer) error { return writeReplayAt(w, s.drawer, l, lang, pictureOf(now, site)) }, nil
}

// players are those of a match as they are called.
func players(l referee.Look) map[engine.Seat]string {
	who := map[engine.Seat]string{}
	for _, sits := range l.Sitting {
		who[sits.Seat] = visible.Line(sits.Name)
	}
	return who
}

// writeReplay writes a match as a page that plays it again, as a spectator sees it.
func writeReplay(w io.Writer, d board.Drawer, l referee.Look, lang string) error {
	return writeReplayAt(w, d, l, lang, "")
}

// writeReplayAt is writeReplay for a page with a picture, by its absolute address; "": it has none.
func writeReplayAt(w io.Writer, d board.Drawer, l referee.Look, lang, picture string) error {
	words, err := locale.New(l.Info, replaypage.Catalogues())
	if err != nil {
		return err
	}
	who := players(l)
	for _, sits := range l.Sitting {
		if sits.Program != "" {
			who[sits.Seat] = words.Computer(lang, sits.Program)
		}
	}
	return replaypage.Write(w, l.Snapshot.Match(), engine.Spectator, replaypage.Config{Drawer: d, Words: words, Lang: lang, Who: who, Picture: picture})
}

// league is a file of the page of a league, as it stands now: what it is made of, and what writes it.
func (s *sharedPages) league(ctx context.Context, id league.ID, lang, file, site string) (key string, write func(w io.Writer) error, err error) {
	look, err := s.clubs.Leagues.Look(ctx, id)
	if err != nil {
		return "", nil, err
	}
	key = fmt.Sprint(lang, " ", look.Card.Seq)
	for _, p := range look.People { // who is erased has no name any more
		key += fmt.Sprintf(" %q", p.Name)
	}
	for _, m := range look.Matches {
		if m.ID == "" {
			continue
		}
		card, err := s.r.Index.Summary(ctx, m.ID)
		if err != nil {
			return "", nil, err
		}
		key += fmt.Sprint(" ", card.Seq)
	}
	return strings.Join([]string{"league", string(id), file, site, key}, " "), func(w io.Writer) error {
		of := s.leagues[id]
		if of.key != key {
			p := newLeaguePage(s.clubs, s.store, lang, io.Discard)
			if err := p.read(ctx, id); err != nil {
				return err
			}
			of = servedLeague{key, p}
			s.leagues[id] = of
		}
		return of.page.file(ctx, w, file, site)
	}, nil
}
