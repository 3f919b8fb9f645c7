package board_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/engine/match"
)

// route is something that may be asked for.
type route struct{ method, path, kind, body string }

// matchRoutes are those of a match.
var matchRoutes = []route{
	{method: "GET", path: "/m/ID"},
	{method: "GET", path: "/m/ID/state"},
	{method: "GET", path: "/m/ID/ask?q=status"},
	{method: "GET", path: "/m/ID/complete?text=p"},
	{method: "GET", path: "/m/ID/log"},
	{method: "GET", path: "/m/ID/scenes"},
	{method: "GET", path: "/m/ID/replay"},
	{method: "GET", path: "/m/ID/proof/1"},
	{method: "GET", path: "/m/ID/base/x-light.svg"},
	{method: "GET", path: "/m/ID/reply?seat=red"},
	{method: "POST", path: "/m/ID/do", kind: "application/json", body: `{"key":"abcdefgh","seen":"","seat":"red","do":"order","text":"plan hold"}`},
}

// otherRoutes are those of no match.
var otherRoutes = []route{
	{method: "GET", path: "/"},
	{method: "GET", path: "/events"},
	{method: "GET", path: "/enter/abc"},
	{method: "GET", path: "/static/x/style.css"},
	{method: "POST", path: "/enter", kind: "application/x-www-form-urlencoded", body: "token=abc"},
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
		path := strings.NewReplacer("{$}", "", "{match}", "ID", "{file}", "FILE", "{no}", "1", "{token}", "abc", "{version}", "x").Replace(f[2])
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
