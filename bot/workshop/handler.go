package workshop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"path/filepath"

	"referee/bot/board"
	"referee/bot/boardfile"
	"referee/bot/locale"
	"referee/bot/web"
	"referee/engine"
)

// policy is what the page may do: run and show what comes from here, and show pictures that its reader opens, which go nowhere. Text
// becomes drawings and XML through the policies of its scripts alone.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types board module"

// mostBody is how many bytes a stroke may bring.
const mostBody = 2 << 20

// Config is what a workshop works with.
type Config struct {
	// Screen lets in who sits at this machine.
	Screen *board.Screen
	// Map says where the hexes are.
	Map   board.Map
	Words *locale.Words
	Lang  string
	Log   *slog.Logger
}

type handler struct {
	Config
	bench *Bench
	html  *template.Template
	lang  string
}

// New serves a board in work to the one browser that has the link of the screen.
func New(b *Bench, c Config) (http.Handler, error) {
	html, err := template.ParseFS(templates, "templates/page.html")
	if err != nil {
		return nil, fmt.Errorf("workshop: %w", err)
	}
	h := &handler{Config: c, bench: b, html: html, lang: locale.Pick(c.Lang)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+c.Screen.Path(), h.enter)
	for pattern, do := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}": h.front, "GET /static/{file}": h.static, "GET /state": h.whole,
		"POST /stroke": h.stroke, "POST /compare": h.compare, "GET /board": h.save,
	} {
		mux.HandleFunc(pattern, h.owner(do))
	}
	return web.Pages{Policy: policy}.Guard(mux), nil
}

func (h *handler) say(m engine.Msg) string { return h.Words.Say(h.lang, m) }

// cookieName is that of the cookie of a workshop. Those at several ports of one machine do not take each other's: cookies know no ports.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "workshop" + port
}

// enter lets a browser in. It goes on by itself: a browser that another page sent here gives the cookie only to a page of ours.
func (h *handler) enter(w http.ResponseWriter, r *http.Request) {
	cookie, _, err := h.Screen.Enter(r.Context(), h.Screen.Token, "")
	if err != nil {
		h.fail(w, r, err)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Refresh", "0; url=/")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintln(w, `<!doctype html><title>referee</title><link rel="icon" href="data:,"><a href="/">referee</a>`)
}

// errStranger says that a browser has not the cookie of the link.
var errStranger = refuse("stranger")

// owner lets in the browser that came by the link.
func (h *handler) owner(do func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		cookie := ""
		if c, err := r.Cookie(cookieName(r)); err == nil {
			cookie = c.Value
		}
		_, known, err := h.Screen.Visit(r.Context(), cookie)
		if err == nil && !known {
			err = errStranger
		}
		if err == nil {
			err = do(w, r)
		}
		if err != nil {
			h.fail(w, r, err)
		}
	}
}

// fail tells why something was not done.
func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	var told *Refusal
	var big *http.MaxBytesError
	code := http.StatusInternalServerError
	switch {
	case errors.Is(err, errStranger):
		code = http.StatusUnauthorized
	case errors.As(err, &big):
		code, told = http.StatusRequestEntityTooLarge, &Refusal{engine.Say("workshop.refuse.big", engine.Num("n", int(big.Limit>>20)))}
	case errors.As(err, &told):
		code = http.StatusConflict
	}
	if told == nil && !errors.As(err, &told) {
		h.Log.Error("workshop", "path", r.Pattern, "error", err)
		told = &Refusal{engine.Say("workshop.refuse.failed", engine.Text("why", err.Error()))}
	}
	h.json(w, code, map[string]string{"refused": h.say(told.Msg)})
}

func (h *handler) json(w http.ResponseWriter, code int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		h.Log.Debug("workshop: an answer was not taken", "error", err)
	}
}

func (h *handler) front(w http.ResponseWriter, r *http.Request) error {
	var text bytes.Buffer
	if err := h.html.ExecuteTemplate(&text, "page", h.page()); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err := w.Write(text.Bytes())
	return err
}

func (h *handler) static(w http.ResponseWriter, r *http.Request) error {
	name := "static/" + r.PathValue("file")
	http.ServeFileFS(w, r, holder(name), name)
	return nil
}

func (h *handler) whole(w http.ResponseWriter, r *http.Request) error {
	state, err := h.state()
	if err == nil {
		h.json(w, http.StatusOK, state)
	}
	return err
}

func (h *handler) stroke(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return err
	}
	var k Stroke
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&k); err != nil {
		return refuse("form", engine.Text("why", err.Error()))
	}
	changed, err := h.bench.Do(k)
	if err != nil {
		return err
	}
	h.bench.mu.Lock()
	defer h.bench.mu.Unlock()
	a, err := h.answer(changed)
	if err == nil {
		h.json(w, http.StatusOK, a)
	}
	return err
}

// Compared is another owner's board, with where it differs.
type Compared struct {
	engine.BoardID
	Changes []Difference `json:"changes"`
}

func (h *handler) compare(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, boardfile.MaxBytes))
	if err != nil {
		return err
	}
	other, err := h.bench.other(text)
	if err != nil {
		return err
	}
	h.bench.mu.Lock()
	defer h.bench.mu.Unlock()
	h.json(w, http.StatusOK, Compared{other.begun, h.bench.compare(other.now)})
	return nil
}

// other reads another owner's board file.
func (b *Bench) other(text []byte) (*Session, error) {
	f, err := boardfile.Read(text, b.game.find)
	if err == nil {
		var s *Session
		if s, err = read(b.game, f.Files); err == nil {
			return s, nil
		}
	}
	return nil, refuse("other", engine.Text("why", err.Error()))
}

func (h *handler) save(w http.ResponseWriter, r *http.Request) error {
	text, err := h.bench.Save()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": filepath.Base(h.bench.path)}))
	_, err = w.Write(text)
	return err
}
