package board

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/language"

	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/match"
)

// policy is what a page of ours may do: run and show what comes from here, and send there. Text becomes a
// drawing through one policy of the page's scripts alone.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types board"

// mostBody is how many bytes a request may bring.
const mostBody = 64 << 10

// request is what a visitor asks for.
type request struct {
	*http.Request
	voice   // of the game that it is about, once that is known
	w       http.ResponseWriter
	b       *Board
	visitor Visitor
	info    *engine.Info  // of that game; nil: it is about none
	lesson  *tutor.Lesson // that it is about; nil: it is about a match of the referee
}

// speaks has a request be about a game; nil: about none.
func (q *request) speaks(info *engine.Info) (err error) {
	q.info = info
	q.voice, err = q.b.voice(info, q.lang)
	return err
}

// handler answers a request. Its error is told to the visitor.
type handler func(*request) error

// routes are what may be asked for.
func (b *Board) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, kind limit.Kind, h handler) { mux.Handle(pattern, b.timed(b.visitors(kind, h))) }
	handle("GET /{$}", limit.Word, front)
	mux.Handle("GET /m/{match}", b.timed(b.visitorsOr(outside, limit.Word, matchPage)))
	handle("GET /m/{match}/state", limit.Word, state)
	handle("GET /m/{match}/aids", limit.Press, aidsPage)
	handle("GET /m/{match}/facts", limit.Word, facts)
	handle("GET /m/{match}/skin", limit.Word, skin)
	handle("GET /m/{match}/base/{file}", limit.Word, background)
	handle("GET /m/{match}/ask", limit.Press, ask)
	handle("GET /m/{match}/complete", limit.Word, complete)
	handle("GET /m/{match}/log", limit.Word, log)
	handle("GET /m/{match}/scenes", limit.Press, scenes)
	handle("GET /m/{match}/since", limit.Press, since)
	handle("GET /m/{match}/replay", limit.Press, replay)
	handle("GET /m/{match}/proof/{no}", limit.Word, proof)
	handle("GET /m/{match}/reply", limit.Press, sealed)
	handle("GET /m/{match}/file/{file}", limit.Word, handedFile)
	handle("POST /m/{match}/do", limit.Press, do)
	mux.Handle("POST /m/{match}/file", b.visitors(limit.Form, receive)) // which has a time of its own
	handle("POST /new", limit.Press, open)
	handle("POST /watch", limit.Press, watch)
	handle("GET /picture/{game}/{file}", limit.Word, picture)
	handle("GET /learn/{game}", limit.Word, inLesson(lessonPage))
	handle("POST /learn/{game}", limit.Press, inLesson(goTo))
	handle("GET /learn/{game}/state", limit.Word, inLesson(state))
	handle("GET /learn/{game}/aids", limit.Press, inLesson(aidsPage))
	handle("GET /learn/{game}/facts", limit.Word, inLesson(facts))
	handle("GET /learn/{game}/skin", limit.Word, inLesson(skin))
	handle("GET /learn/{game}/base/{file}", limit.Word, inLesson(background))
	handle("GET /learn/{game}/ask", limit.Press, inLesson(ask))
	handle("GET /learn/{game}/complete", limit.Word, inLesson(complete))
	handle("GET /learn/{game}/log", limit.Word, inLesson(log))
	handle("GET /learn/{game}/scenes", limit.Press, inLesson(scenes))
	handle("GET /learn/{game}/since", limit.Press, inLesson(since))
	handle("POST /learn/{game}/do", limit.Press, inLesson(practise))
	mux.Handle("GET /events", b.visitors(limit.Press, events)) // which lasts
	mux.Handle("GET /enter/{token}", b.timed(b.anyone(look)))
	mux.Handle("POST /enter", b.timed(b.anyone(enter)))
	mux.Handle("GET /static/{version}/{file}", b.anyoneLimited(static))
	mux.Handle("/", b.anyone(func(q *request) error { return q.stranger(errNowhere) }))
	packed := pack(mux)
	return web.Pages{Policy: policy, Hosts: b.Hosts, Secure: b.Secure}.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := int64(mostBody)
		if isUpload(r) {
			most = engine.MostFile + 1
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if r.URL.Path == "/events" || isUpload(r) { // each is sent at once; a file has deadlines of its own
			mux.ServeHTTP(w, r)
			return
		}
		packed.ServeHTTP(w, r)
	}))
}

// leastPacked is how many bytes an answer has at least that is compressed.
const leastPacked = 1400

// pack is where answers are compressed in which that saves much: a map as SVG is a quarter then. zstd at its second level takes
// half as long as gzip at its first, and leaves a sixth less.
var pack = func() func(http.Handler) http.HandlerFunc {
	kinds := []string{"text/", "application/json", "image/svg"}
	w, err := gzhttp.NewWrapper(gzhttp.MinSize(leastPacked), gzhttp.ZstdCompressionLevel(int(zstd.SpeedDefault)),
		gzhttp.ContentTypeFilter(func(is string) bool {
			return slices.ContainsFunc(kinds, func(k string) bool { return strings.HasPrefix(is, k) })
		}))
	if err != nil {
		panic("board: " + err.Error())
	}
	return w
}()

// cookieName is that of the cookie by which a visitor is known. Boards at several ports of one machine do not
// take each other's: cookies know no ports.
func (b *Board) cookieName(r *http.Request) string {
	if b.Secure {
		return "__Host-referee"
	}
	_, port, _ := net.SplitHostPort(r.Host)
	return "referee" + port
}

// cookie is that of a request; "": it has none.
func (b *Board) cookie(r *http.Request) string {
	c, err := r.Cookie(b.cookieName(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie sets a cookie that scripts cannot read and other sites cannot send.
func (b *Board) setCookie(q *request, value string) {
	http.SetCookie(q.w, &http.Cookie{
		Name: b.cookieName(q.Request), Value: value, Path: "/", HttpOnly: true, Secure: b.Secure,
		SameSite: http.SameSiteStrictMode, MaxAge: 90 * 24 * 3600,
	})
}

// matcher picks the language that a browser asks for.
var matcher = language.NewMatcher(tags())

func tags() (out []language.Tag) {
	for _, l := range locale.Languages {
		out = append(out, language.MustParse(l))
	}
	return out
}

// languageOf is the first of our languages that a browser asks for; else is where it asks for none of them.
func languageOf(header, otherwise string) string {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(wanted) == 0 {
		return otherwise
	}
	_, i, sure := matcher.Match(wanted...)
	if sure == language.No {
		return otherwise
	}
	return locale.Languages[i]
}

// request is what is asked for, by nobody who is known yet.
func (b *Board) request(w http.ResponseWriter, r *http.Request) *request {
	return &request{Request: r, w: w, b: b, voice: voice{lang: languageOf(r.Header.Get("Accept-Language"), b.Lang)}}
}

// timed ends what a request waits for once it has taken as long as it may.
func (b *Board) timed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, stop := context.WithTimeout(r.Context(), b.Within)
		defer stop()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// anyone serves requests of visitors who are not known.
func (b *Board) anyone(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := b.request(w, r)
		q.answer(h(q))
	})
}

// anyoneLimited serves requests of visitors who are not known, as many as one address may send.
func (b *Board) anyoneLimited(h handler) http.Handler {
	return b.anyone(func(q *request) error { return q.limited(limit.Word, limit.Address(q.RemoteAddr), h) })
}

// visitors serves requests of visitors who were let in, as many as each may send, from any address.
func (b *Board) visitors(kind limit.Kind, h handler) http.Handler {
	return b.visitorsOr(func(q *request) error { return q.stranger(errUnknown) }, kind, h)
}

// visitorsOr is visitors, with a handler of requests by anybody else.
func (b *Board) visitorsOr(others handler, kind limit.Kind, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := b.request(w, r)
		v, known, err := b.Visitors.Visit(q.Context(), b.cookie(r))
		switch {
		case err != nil:
			q.answer(err)
			return
		case !known:
			q.answer(others(q))
			return
		}
		q.visitor = v
		if v.Lang != "" {
			q.lang = locale.Pick(v.Lang)
		}
		if v.Table != "" {
			q.answer(h(q))
			return
		}
		q.answer(q.limited(kind, v.Account, h))
	})
}

// stranger is the refusal of somebody who is not known, or that they ask for too much.
func (q *request) stranger(why error) error {
	if v := q.b.Limits.Wrong(limit.Address(q.RemoteAddr)); v.Refused {
		return &tooMuch{v}
	}
	return why
}

// answer tells the error of a handler, if it has one: not to a browser that has gone, which is what ended its request.
func (q *request) answer(err error) {
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled) && q.Context().Err() != nil:
		q.b.Log.Debug("board: a browser has gone", "path", q.Pattern)
	default:
		q.refuse(err)
	}
}

// limited runs a handler, unless the person has sent too many requests of a kind.
func (q *request) limited(kind limit.Kind, person string, h handler) error {
	v := q.b.Limits.Ask(kind, limit.Who{Person: person, Channel: q.PathValue("match")}, func() bool { return true })
	if v.Refused {
		return &tooMuch{v}
	}
	return h(q)
}

// tooMuch says that somebody asks for more than they may.
type tooMuch struct{ limit.Verdict }

func (e *tooMuch) Error() string { return "board: asked for too much" }

// Explain says when they may ask again.
func (e *tooMuch) Explain() engine.Msg {
	return engine.Say("web.refuse.limit", engine.Num("n", int(e.Wait.Seconds())+1))
}

// failure is a refusal of the door itself, with its status and what to do next.
type failure struct {
	status int
	why    engine.Msg
	next   string // a key
}

func (e *failure) Error() string       { return "board: " + e.why.Key }
func (e *failure) Explain() engine.Msg { return e.why }

func refused(status int, next, key string, args ...engine.Arg) error {
	return &failure{status, engine.Say(key, args...), next}
}

// nextLink says that a new link is to be asked for; at a screen nobody is sent one, and its address is to be opened again.
const nextLink = "web.next.link"

// Refusals of the door.
var (
	errNowhere = refused(http.StatusNotFound, "web.next.list", "web.refuse.nowhere")
	errUnknown = refused(http.StatusUnauthorized, nextLink, "web.refuse.unknown")
	// errStranger says the same of a match that there is not, and of one that the visitor may not see.
	errStranger = refused(http.StatusNotFound, nextLink, "web.refuse.stranger")
	errSeat     = refused(http.StatusForbidden, "web.next.look", "web.refuse.seat")
	errForm     = refused(http.StatusBadRequest, "web.next.load", "web.refuse.form")
	errBig      = refused(http.StatusRequestEntityTooLarge, "web.next.type", "web.refuse.big")
)

// status is that of the answer which tells an error.
func status(err error) int {
	var own *failure
	var much *tooMuch
	switch {
	case errors.As(err, &own):
		return own.status
	case errors.As(err, &much):
		return http.StatusTooManyRequests
	case errors.Is(err, referee.ErrChanged):
		return http.StatusConflict
	case referee.IsRefusal(err):
		return http.StatusUnprocessableEntity
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// refuse tells a visitor why they do not get what they asked for, in the words of the game that it is about: as JSON where
// a script has asked, else as a page.
func (q *request) refuse(err error) {
	code := status(err)
	var much *tooMuch
	if errors.As(err, &much) {
		q.w.Header().Set("Retry-After", fmt.Sprint(int(much.Wait.Seconds())+1))
	}
	if code == http.StatusInternalServerError {
		q.b.Log.Error("board", "path", q.Pattern, "error", err)
	}
	no := q.speaks(q.info)
	if no != nil {
		q.b.Log.Error("board", "error", no)
		http.Error(q.w, "the words are missing", http.StatusInternalServerError)
		return
	}
	r := q.refusalHere(err)
	if strings.Contains(q.Header.Get("Accept"), "text/html") {
		no = q.page(code, "said", Said{Page: q.about(q.text("web.title.refused")), Refusal: r})
	} else {
		no = q.json(statusOf(err), Outcome{Refusal: r})
	}
	if no != nil {
		q.b.Log.Warn("board: a refusal was not told", "error", no)
	}
}

// refusalHere is the refusal that tells an error, with what to do next at this door.
func (q *request) refusalHere(err error) *Refusal {
	r := q.refusal(err, q.info)
	if _, screen := q.b.Visitors.(*Screen); screen && r.Next == q.text(nextLink) {
		r.Next = q.text("web.next.screen")
	}
	return r
}

// json answers with a value.
func (q *request) json(code int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	q.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	q.w.WriteHeader(code)
	q.noteUnsent(q.w.Write(text))
	return nil
}

// noteUnsent logs that an answer was not received: the browser has gone.
func (q *request) noteUnsent(_ int, err error) {
	if err != nil {
		q.b.Log.Debug("board: an answer was not taken", "error", err)
	}
}

// alone waits until no other slow request is being answered, or the browser has gone, so that slow requests never take more
// than one core. Without an error the caller must call done.
func (q *request) alone() (done func(), err error) {
	select {
	case <-q.b.slow:
		return func() { q.b.slow <- struct{}{} }, nil
	case <-q.Context().Done():
		return nil, q.Context().Err()
	}
}

// snapshot is the match that a request is about, as it stands.
func (q *request) snapshot() (*referee.Snapshot, error) {
	if q.lesson != nil {
		s := q.lesson.Snapshot()
		return s, q.speaks(s.Info())
	}
	id := match.ID(q.PathValue("match"))
	if !q.visitor.in(id) {
		return nil, errStranger
	}
	s, err := q.b.Referee.Snapshot(q.Context(), id)
	switch {
	case errors.Is(err, match.ErrUnknown):
		return nil, errStranger
	case err != nil:
		return nil, err
	}
	return s, q.speaks(s.Info())
}
