package links

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/refusal"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogues holds the words of the pages.
func Catalogues() fs.FS {
	words, err := fs.Sub(catalogues, "locale")
	if err != nil {
		panic("links: " + err.Error()) // the name is a constant
	}
	return words
}

// Cookie is the name of the cookie with the token of a visit. Browsers take it over https alone, for this host and no other,
// and show it to no script.
const Cookie = "__Host-board"

// LeavePath is where a browser ends its own visit, by POST.
const LeavePath = "/leave"

// style is all the style of the pages, which the policy names by its hash.
const style = `:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1.5rem}` +
	`button{font:inherit;min-height:44px;min-width:44px;padding:.5rem 1.25rem;cursor:pointer}`

var policy = func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
}()

var enterPage = template.Must(template.New("enter").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>` + style + `</style>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p role="status">{{.Said}}</p>
{{if .Button}}<form method="post"><button autofocus>{{.Button}}</button></form>
<p>{{.Once}}</p>
{{end}}</main>
</body>
</html>
`))

// page is what is shown of a link.
type page struct{ Lang, Title, Said, Button, Once string }

// MatchPath is where the board of a match is, for who was let in.
func MatchPath(in Room) string { return "/m/" + string(in.Match) }

// Pages serve links and the end of visits. To look at a link changes nothing; its button, which only a page of this
// site can press, spends it. How often may be tried is not bounded here: a link that was never made costs a look into the store.
func (b *Book) Pages() http.Handler {
	own := http.NewCrossOriginProtection()
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+EnterPath+"{token}", b.show)
	mux.Handle("POST "+EnterPath+"{token}", own.Handler(http.HandlerFunc(b.enter)))
	mux.Handle("POST "+LeavePath, own.Handler(http.HandlerFunc(b.leave)))
	return mux
}

// show shows what a link leads into, and its button.
func (b *Book) show(w http.ResponseWriter, r *http.Request) {
	x, err := b.look(r.PathValue("token"))
	if errors.Is(err, ErrSpent) && b.inside(r, x) { // the one browser it was good for comes back by it
		http.Redirect(w, r, MatchPath(x.Room), http.StatusSeeOther)
		return
	}
	if err != nil {
		b.refused(w, r, x, err)
		return
	}
	words, title, err := b.titled(x.Room)
	if err != nil {
		b.refused(w, r, x, err)
		return
	}
	key, args := "links.spectator", []engine.Arg{engine.Text("game", title)}
	if x.Seat != "" {
		key, args = "links.seat", append(args, engine.Noun("seat", string(x.Seat)))
	}
	say := func(key string, args ...engine.Arg) string { return words.Say(x.Lang, engine.Say(key, args...)) }
	b.write(w, http.StatusOK, page{Lang: x.Lang, Title: say("links.title"), Said: say(key, args...), Button: say("links.button"), Once: say("links.once")})
}

// enter spends a link.
func (b *Book) enter(w http.ResponseWriter, r *http.Request) {
	token, x, err := b.spend(r.PathValue("token"), cookieOf(r))
	if err != nil {
		b.refused(w, r, x, err)
		return
	}
	setCookie(w, token, int(longest.Seconds()))
	http.Redirect(w, r, MatchPath(x.Room), http.StatusSeeOther)
}

// leave ends the visit of a browser.
func (b *Book) leave(w http.ResponseWriter, r *http.Request) {
	if err := b.Leave(cookieOf(r)); err != nil {
		b.refused(w, r, link{}, err)
		return
	}
	setCookie(w, "", -1)
	lang := b.languageOf(r)
	b.write(w, http.StatusOK, page{Lang: lang, Title: b.words.Say(lang, engine.Say("links.title")), Said: b.words.Say(lang, engine.Say("links.bye"))})
}

// inside reports whether a browser was let into where a link leads.
func (b *Book) inside(r *http.Request, x link) bool {
	account, _, _, rooms, found, err := b.Visit(cookieOf(r))
	if !found || err != nil || account != x.Account {
		return false
	}
	for _, in := range rooms {
		if in == x.Room {
			return true
		}
	}
	return false
}

// statuses are those of refusals.
var statuses = map[error]int{
	ErrUnknown: http.StatusNotFound, ErrSpent: http.StatusGone, ErrExpired: http.StatusGone, ErrLeft: http.StatusForbidden, ErrSpectators: http.StatusForbidden,
}

// refused says why somebody is not let in.
func (b *Book) refused(w http.ResponseWriter, r *http.Request, x link, err error) {
	lang := x.Lang
	if lang == "" {
		lang = b.languageOf(r)
	}
	out, status, why := page{Lang: lang, Title: b.words.Say(lang, engine.Say("links.title"))}, http.StatusInternalServerError, "links.failed"
	var plain *refusal.Error
	for refusing, code := range statuses {
		if errors.Is(err, refusing) && errors.As(err, &plain) {
			status, why = code, plain.Key
		}
	}
	if status == http.StatusInternalServerError {
		b.Log.Error("board: nobody can be let in", "error", err)
	} else {
		b.Log.Info("board: not let in", "why", err, "link", x.ID, "account", x.Account, "match", x.Match)
	}
	out.Said = b.words.Say(lang, engine.Say(why))
	b.write(w, status, out)
}

// write writes a page.
func (b *Book) write(w http.ResponseWriter, status int, p page) {
	for name, value := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": policy,
	} {
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	if err := enterPage.Execute(w, p); err != nil {
		b.Log.Info("board: a page was not sent", "error", err)
	}
}

// languageOf is the language of a browser of which nothing else is known.
func (b *Book) languageOf(r *http.Request) string {
	lang, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	if lang == "" {
		return locale.Pick(b.Language)
	}
	return locale.Pick(lang)
}

// cookieOf is the token of a browser's visit; "": it has none.
func cookieOf(r *http.Request) string {
	c, err := r.Cookie(Cookie)
	if err != nil {
		return ""
	}
	return c.Value
}

func setCookie(w http.ResponseWriter, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{
		Name: Cookie, Value: value, Path: "/", MaxAge: seconds, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// library holds the words of games, read once each.
type library struct {
	sync.Mutex
	of map[string]*locale.Words
}

// titled are the words of the game of a room, and its title.
func (b *Book) titled(in Room) (*locale.Words, string, error) {
	s, err := b.Matches.Snapshot(in.Match)
	if err != nil {
		return nil, "", err
	}
	info := s.Info()
	b.library.Lock()
	defer b.library.Unlock()
	if words := b.library.of[info.Game]; words != nil {
		return words, info.Title, nil
	}
	words, err := locale.New(info, Catalogues())
	if err != nil {
		return nil, "", err
	}
	if b.library.of == nil {
		b.library.of = map[string]*locale.Words{}
	}
	b.library.of[info.Game] = words
	return words, info.Title, nil
}
