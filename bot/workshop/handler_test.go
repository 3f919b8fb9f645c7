package workshop

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/board/drawn"
	"referee/bot/locale"
	"referee/engine/enginetest/thorough"
)

// visit is a workshop that is served, and the browser that came by its link.
type visit struct {
	*Bench
	url     string
	browser *http.Client
	screen  *board.Screen
}

// shown serves a board of a game.
func shown(t *testing.T, id, lang string) visit {
	t.Helper()
	b, err := Open(game(t, id), fileIn(t))
	must(t, err)
	words, err := locale.For(lang, b.game.Info, Catalogues())
	must(t, err)
	screen := board.NewScreen("workshop:", lang)
	hexes, err := drawn.New().Map(b.game.Info.Board)
	must(t, err)
	h, err := New(b, Config{Screen: screen, Map: hexes, Words: words, Lang: lang, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.Close()
		must(t, b.Close())
	})
	v := visit{Bench: b, url: s.URL, browser: &http.Client{Jar: &oneCookie{}}, screen: screen}
	if code, _ := v.sent(t, http.MethodGet, screen.Path(), ""); code != http.StatusOK {
		t.Fatalf("the link: %d", code)
	}
	return v
}

// oneCookie keeps the cookie of one site.
type oneCookie struct{ list []*http.Cookie }

func (c *oneCookie) SetCookies(_ *url.URL, list []*http.Cookie) { c.list = append(c.list, list...) }
func (c *oneCookie) Cookies(*url.URL) []*http.Cookie            { return c.list }

func (v visit) sent(t *testing.T, method, path, body string, headers ...string) (int, []byte) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, v.url+path, strings.NewReader(body))
	must(t, err)
	for i := 0; i < len(headers); i += 2 {
		if q.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			q.Host = headers[i+1]
		}
	}
	a, err := v.browser.Do(q)
	must(t, err)
	text, err := io.ReadAll(a.Body)
	must(t, err)
	must(t, a.Body.Close())
	return a.StatusCode, text
}

// answered makes a stroke of the browser.
func (v visit) answered(t *testing.T, stroke string) Answer {
	t.Helper()
	code, text := v.sent(t, http.MethodPost, "/stroke", stroke)
	if code != http.StatusOK {
		t.Fatalf("%s: %d: %s", stroke, code, text)
	}
	var a Answer
	must(t, json.Unmarshal(text, &a))
	return a
}

// TestStrangersAreKeptOut: nothing is shown to or taken from who has not the link, another site, or another name.
func TestStrangersAreKeptOut(t *testing.T) {
	v := shown(t, "celles", "en")
	stroke := `{"brush":"woods","hexes":["1508"]}`
	stranger := v
	for name, jar := range map[string]*oneCookie{"no cookie": {}, "a made-up one": {[]*http.Cookie{{Name: "workshop", Value: "x"}}}} {
		stranger.browser = &http.Client{Jar: jar}
		for _, path := range []string{"/", "/state", "/board", "/static/workshop.js"} {
			if code, _ := stranger.sent(t, http.MethodGet, path, ""); code != http.StatusUnauthorized {
				t.Errorf("%s: %s: %d", name, path, code)
			}
		}
		for _, path := range []string{"/stroke", "/compare"} {
			if code, _ := stranger.sent(t, http.MethodPost, path, stroke); code != http.StatusUnauthorized {
				t.Errorf("%s: %s: %d", name, path, code)
			}
		}
		if code, _ := stranger.sent(t, http.MethodGet, "/enter/x", ""); code == http.StatusOK {
			t.Errorf("%s: a made-up link lets in", name)
		}
	}
	for _, h := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Host", "evil.example"}} {
		if code, _ := v.sent(t, http.MethodPost, "/stroke", stroke, h...); code != http.StatusForbidden && code != http.StatusMisdirectedRequest {
			t.Errorf("%v: %d", h, code)
		}
	}
	for _, c := range [][2]string{{http.MethodGet, "/stroke"}, {http.MethodPut, "/board"}, {http.MethodPost, "/picture"}} {
		if code, _ := v.sent(t, c[0], c[1], stroke); code != http.StatusMethodNotAllowed && code != http.StatusNotFound {
			t.Errorf("%v: %d", c, code)
		}
	}
	if v.at > 0 {
		t.Error("a stroke was made")
	}
}

// TestBodiesAreBounded: what is too large or no stroke is refused, and nothing is changed.
func TestBodiesAreBounded(t *testing.T) {
	v := shown(t, "celles", "fr")
	large := strings.Repeat(" ", 10<<20)
	for name, c := range map[string]struct {
		path, body string
		code       int
	}{
		"10 MB of a stroke":    {"/stroke", `{"brush":"woods","hexes":["1508"` + large + `]}`, http.StatusRequestEntityTooLarge},
		"10 MB of a board":     {"/compare", large, http.StatusRequestEntityTooLarge},
		"a picture":            {"/compare", "\x89PNG\r\n\x1a\n", http.StatusConflict},
		"no JSON":              {"/stroke", "woods", http.StatusConflict},
		"a field that is none": {"/stroke", `{"picture":"x"}`, http.StatusConflict},
		"a list":               {"/stroke", `[]`, http.StatusConflict},
		"nothing":              {"/stroke", ``, http.StatusConflict},
	} {
		code, text := v.sent(t, http.MethodPost, c.path, c.body)
		var told struct{ Refused string }
		if err := json.Unmarshal(text, &told); code != c.code || err != nil || told.Refused == "" || strings.Contains(told.Refused, "workshop.refuse") {
			t.Errorf("%s: %d: %.200s", name, code, text)
		}
	}
	if v.at > 0 {
		t.Error("a stroke was made")
	}
}

// TestState: the page has all that it shows, in each language by names; files of the page are served, and no other.
func TestState(t *testing.T) {
	for _, id := range []string{"celles", "america-triumphant"} {
		for _, lang := range locale.Languages {
			v := shown(t, id, lang)
			code, text := v.sent(t, http.MethodGet, "/state", "")
			var s State
			must(t, json.Unmarshal(text, &s))
			if code != http.StatusOK || s.Game != id || len(s.Map.At) != len(v.game.Info.Board.Hexes) || len(s.Problems)+len(s.Contradictions) > 0 {
				t.Errorf("%s, %s: %d, %d hexes, %v, %v", id, lang, code, len(s.Map.At), s.Problems, s.Contradictions)
			}
			for _, b := range s.Brushes {
				if b.Name == b.ID {
					t.Errorf("%s, %s: brush %s has no name", id, lang, b.ID)
				}
			}
			for _, f := range s.Files {
				if f.Title == f.File || len(f.Rows) == 0 {
					t.Errorf("%s, %s: %s has no title, or no rows", id, lang, f.File)
				}
				for _, c := range f.Columns {
					if c.Name == c.ID {
						t.Errorf("%s, %s: column %s of %s has no name", id, lang, c.ID, f.File)
					}
				}
			}
		}
	}
	v := shown(t, "celles", "en")
	for path, want := range map[string]int{"/static/dom.js": 200, "/static/workshop.css": 200, "/static/none.js": 404, "/static/..%2fpage.go": 400, "/none": 404} {
		if code, _ := v.sent(t, http.MethodGet, path, ""); code != want {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// TestStrokes of a browser: an answer has the rows that changed and no other, and a stroke is answered in 100 ms.
func TestStrokes(t *testing.T) {
	for id, hexes := range map[string]string{"celles": `["1508","1509","1510"]`, "america-triumphant": `["2503","2504","2505"]`} {
		v := shown(t, id, "en")
		a := v.answered(t, `{"brush":"road","hexes":`+hexes+`}`)
		if len(a.Rows) != 2 || a.Rows[0].Cells == nil || a.Rows[0].Origin != "known" || !a.CanUndo || a.CanRedo || a.Strokes != 1 || len(a.Guesses) > mostGuesses {
			t.Errorf("%s: %+v", id, a.Rows)
		}
		if a = v.answered(t, `{"undo":true}`); len(a.Rows) != 2 || a.Rows[0].Cells != nil || a.CanUndo || !a.CanRedo {
			t.Errorf("%s: undone: %+v", id, a.Rows)
		}
		if thorough.Brief() { // other tests take the processor
			continue
		}
		var took []time.Duration
		for range 10 {
			for _, brush := range []string{"woods", "clear"} {
				began := time.Now()
				v.answered(t, `{"brush":"`+brush+`","hexes":`+hexes+`}`)
				took = append(took, time.Since(began))
			}
		}
		if least := slices.Min(took); least > 100*time.Millisecond {
			t.Errorf("%s: a stroke takes %v", id, took)
		}
	}
}

// TestBoardOverHTTP: a board is saved by the page, and compared there with another.
func TestBoardOverHTTP(t *testing.T) {
	v := shown(t, "celles", "en")
	if code, _ := v.sent(t, http.MethodGet, "/board", ""); code != http.StatusConflict {
		t.Errorf("without a name: %d", code)
	}
	v.answered(t, `{"board":{"name":"Anna's box","version":2,"author":"Anna"}}`)
	v.answered(t, `{"brush":"rough","hexes":["1508"]}`)
	code, text := v.sent(t, http.MethodGet, "/board", "")
	if code != http.StatusOK || !bytes.Equal(text, read1(t, v.path)) {
		t.Fatalf("%d: %.200s", code, text)
	}
	v.answered(t, `{"undo":true}`)
	code, text = v.sent(t, http.MethodPost, "/compare", string(text))
	var c struct {
		Name    string
		Version int
		Changes []Difference
	}
	must(t, json.Unmarshal(text, &c))
	if code != http.StatusOK || c.Name != "Anna's box" || c.Version != 2 || len(c.Changes) != 1 {
		t.Fatalf("%d: %.300s", code, text)
	}
	taken, err := json.Marshal(Stroke{Apply: append(c.Changes[0].Notes, c.Changes[0].Change)})
	must(t, err)
	if a := v.answered(t, string(taken)); len(a.Rows) != 1 || a.Rows[0].Cells["terrain"] != "rough" {
		t.Errorf("%+v", a.Rows)
	}
}
