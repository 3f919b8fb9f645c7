package board_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/engine/match"
)

// route is something that may be asked for.
type route struct{ method, path, kind, body string }

// matchRoutes are those of a match.
var matchRoutes = []route{
	{method: "GET", path: "/m/ID"},
	{method: "GET", path: "/m/ID/aids"},
	{method: "GET", path: "/m/ID/facts"},
	{method: "GET", path: "/m/ID/skin"},
	{method: "GET", path: "/m/ID/state"},
	{method: "GET", path: "/m/ID/ask?q=status"},
	{method: "GET", path: "/m/ID/complete?text=p"},
	{method: "GET", path: "/m/ID/log"},
	{method: "GET", path: "/m/ID/scenes"},
	{method: "GET", path: "/m/ID/since"},
	{method: "GET", path: "/m/ID/replay"},
	{method: "GET", path: "/m/ID/proof/1"},
	{method: "GET", path: "/m/ID/base/x-light.svg"},
	{method: "GET", path: "/m/ID/reply?seat=red"},
	{method: "GET", path: "/m/ID/file/0123"},
	{method: "POST", path: "/m/ID/file?seat=red&name=a.vsav", kind: "application/octet-stream", body: "log"},
	{method: "POST", path: "/m/ID/do", kind: "application/json", body: `{"key":"abcdefgh","seen":"","seat":"red","do":"order","text":"plan hold"}`},
}

// otherRoutes are those of no match.
var otherRoutes = []route{
	{method: "GET", path: "/"},
	{method: "GET", path: "/events"},
	{method: "GET", path: "/enter/abc"},
	{method: "GET", path: "/static/x/style.css"},
	{method: "POST", path: "/enter", kind: "application/x-www-form-urlencoded", body: "token=abc"},
	{method: "GET", path: "/learn/toy"},
	{method: "GET", path: "/learn/toy/state"},
	{method: "GET", path: "/learn/toy/aids"},
	{method: "GET", path: "/learn/toy/facts"},
	{method: "GET", path: "/learn/toy/skin"},
	{method: "GET", path: "/learn/toy/base/x-light.svg"},
	{method: "GET", path: "/learn/toy/ask?q=status"},
	{method: "GET", path: "/learn/toy/complete?text=p"},
	{method: "GET", path: "/learn/toy/log"},
	{method: "GET", path: "/learn/toy/scenes"},
	{method: "GET", path: "/learn/toy/since"},
	{method: "POST", path: "/learn/toy", kind: "application/x-www-form-urlencoded", body: "step=1"},
	{method: "POST", path: "/learn/toy/do", kind: "application/json", body: `{"key":"abcdefgh","seen":"","seat":"red","do":"order","text":"plan hold"}`},
	{method: "POST", path: "/watch", kind: "application/x-www-form-urlencoded", body: "game=toy"},
	{method: "GET", path: "/picture/toy/x-light.svg"},
	{method: "POST", path: "/new", kind: "application/x-www-form-urlencoded", body: "game=toy"},
}

// to is a request for it, about a match.
func (r route) to(t testing.TB, site string, id match.ID) *http.Request {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), r.method, site+strings.ReplaceAll(r.path, "ID", url.PathEscape(string(id))), strings.NewReader(r.body))
	must(t, err)
	if r.kind != "" {
		q.Header.Set("Content-Type", r.kind)
	}
	return q
}

// TestEveryRouteIsTried: what the tests send to all routes is sent to all that there are.
func TestEveryRouteIsTried(t *testing.T) {
	source, err := os.ReadFile("routes.go")
	must(t, err)
	found := regexp.MustCompile(`andle\("(GET|POST) ([^"]*)"`).FindAllStringSubmatch(string(source), -1)
	tried := map[string]bool{}
	for _, r := range slices.Concat(matchRoutes, otherRoutes) {
		path, _, _ := strings.Cut(r.path, "?")
		tried[r.method+" "+path] = true
	}
	for _, f := range found {
		path := strings.NewReplacer("{$}", "", "{match}", "ID", "{file}", "FILE", "{no}", "1", "{token}", "abc", "{version}", "x", "{game}", "toy").Replace(f[2])
		known := false
		for have := range tried {
			known = known || regexp.MustCompile("^"+strings.ReplaceAll(regexp.QuoteMeta(f[1]+" "+path), "FILE", "[^/]+")+"$").MatchString(have)
		}
		if !known {
			t.Errorf("no test tries %s %s", f[1], f[2])
		}
	}
	if len(found) < 15 {
		t.Errorf("%d routes were found", len(found))
	}
}

// another is a board at a screen, beside that of a site; of has what it draws with.
func (s *site) another(screen *board.Screen, of board.Config) *board.Board {
	s.Helper()
	of.Referee, of.Visitors, of.Log = s.Referee, screen, slog.New(slog.DiscardHandler)
	b, err := board.New(s.Context(), of)
	must(s, err)
	return b
}

// asks asks a board for something, with the fields of a header.
func asks(t testing.TB, b *board.Board, path string, fields map[string]string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	r.Host = "localhost"
	for name, value := range fields {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w.Result()
}

// TestAScreenLeadsToItsMatch: the link of a screen that was opened for a match leads there, once the browser has the cookie, and says so
// in the language that it asks for.
func TestAScreenLeadsToItsMatch(t *testing.T) {
	s := newSite(t)
	at := "/m/" + string(s.id)
	screen := board.ScreenFor(board.Visitor{Account: "table", Table: "table:"}, s.id)
	b := s.another(screen, board.Config{})
	first := asks(t, b, screen.Path(), nil)
	if to := first.Header.Get("Location"); first.StatusCode != http.StatusSeeOther || to != screen.Path()+"?back" || len(first.Cookies()) != 1 {
		t.Fatalf("the link leads to %q: %s", to, first.Status)
	}
	cookie := first.Cookies()[0].Name + "=" + first.Cookies()[0].Value
	then := asks(t, b, first.Header.Get("Location"), map[string]string{"Cookie": cookie})
	if to := then.Header.Get("Location"); then.StatusCode != http.StatusSeeOther || to != at {
		t.Errorf("then it leads to %q: %s", to, then.Status)
	}
	for wants, lang := range map[string]string{"": "en", "fr-CA, en;q=0.5": "fr", "tlh, es;q=0.5": "es", "tlh": "en", "fr;q=x": "en"} {
		page := asks(t, b, at, map[string]string{"Cookie": cookie, "Accept-Language": wants})
		text, err := io.ReadAll(page.Body)
		must(t, err)
		if !strings.Contains(string(text), `<html lang="`+lang+`"`) {
			t.Errorf("whoever asks for %q gets %.60s", wants, text)
		}
	}
}

// TestTheMapIsServed: the page names the files of the part of the map that never changes, which a browser may keep; where no map is
// drawn it names none, and there is none.
func TestTheMapIsServed(t *testing.T) {
	s := newSite(t)
	c := s.browser()
	at := "/m/" + string(s.id)
	named := regexp.MustCompile(at + `/base/[0-9a-f]{16}(-light.svg|-dark.svg|.css)`)
	_, page := sent(t, c, request(t, s.url+at))
	files := named.FindAllString(page, -1)
	slices.Sort(files)
	if files = slices.Compact(files); len(files) != 3 {
		t.Fatalf("the page names %q", files)
	}
	screen := board.NewScreen("table:", "en")
	blank := s.another(screen, board.Config{})
	come := asks(t, blank, screen.Path(), nil)
	cookie := map[string]string{"Cookie": come.Cookies()[0].Name + "=" + come.Cookies()[0].Value}
	for _, file := range files {
		answer, text := sent(t, c, request(t, s.url+file))
		kind := "image/svg+xml"
		if strings.HasSuffix(file, ".css") {
			kind = "text/css; charset=utf-8"
		}
		kept := answer.Header.Get("Cache-Control")
		if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || got != kind || !strings.HasPrefix(kept, "private, max-age=") || text == "" {
			t.Errorf("%s: %s, %q, %q: %.60s", file, answer.Status, got, kept, text)
		}
		if no := asks(t, blank, file, cookie); no.StatusCode != http.StatusNotFound {
			t.Errorf("where no map is drawn %s is served: %s", file, no.Status)
		}
	}
	plain := asks(t, blank, at, cookie)
	text, err := io.ReadAll(plain.Body)
	must(t, err)
	if plain.StatusCode != http.StatusOK || named.Match(text) {
		t.Errorf("where no map is drawn the page is %s, and names %q", plain.Status, named.FindAll(text, -1))
	}
}
