package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"referee/bot/discord/rest"
)

// Bounds of an examination.
const (
	mostRequests = 600
	mostAnswer   = 4 << 20 // bytes
)

var errTooMany = errors.New("more requests than an examination may send")

// tape carries requests, and keeps the last of each route with its answer.
type tape struct {
	next http.RoundTripper

	mu     sync.Mutex
	sent   int
	most   int
	last   map[string]exchange
	routes map[string]*timed
}

// exchange is a request and its answer.
type exchange struct {
	status int
	sent   any // the JSON; nil: there was none
	back   any // and of the answer; nil: there was none, or it cannot be read
}

// timed is what was seen of a route.
type timed struct {
	took    []time.Duration
	limited int // answers 429
	bucket  string
	limit   int
	reset   time.Duration // the longest
}

func newTape(next http.RoundTripper) *tape {
	if next == nil {
		next = http.DefaultTransport
	}
	return &tape{next: next, most: mostRequests, last: map[string]exchange{}, routes: map[string]*timed{}}
}

// allow lets so many requests be sent beside those that were.
func (t *tape) allow(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.most = t.sent + n
}

// spent reports whether no more requests may be sent.
func (t *tape) spent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sent >= t.most
}

// RoundTrip sends a request.
func (t *tape) RoundTrip(q *http.Request) (*http.Response, error) {
	t.mu.Lock()
	t.sent++
	many := t.sent > t.most
	t.mu.Unlock()
	if many {
		return nil, errTooMany
	}
	sent := payload(q)
	began := time.Now()
	a, err := t.next.RoundTrip(q)
	took := time.Since(began)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(a.Body, mostAnswer))
	if closed := a.Body.Close(); err != nil || closed != nil {
		return nil, errors.Join(err, closed)
	}
	a.Body = io.NopCloser(bytes.NewReader(text))
	e := exchange{status: a.StatusCode, sent: sent}
	_ = json.Unmarshal(text, &e.back) // what cannot be read is missing
	_, path, _ := strings.Cut(strings.TrimPrefix(q.URL.EscapedPath(), "/api/"), "/")
	route, _ := rest.Route(q.Method, "/"+path)
	t.keep(route, e, took, a.Header)
	return a, nil
}

// keep keeps an exchange, and what its headers say of limits.
func (t *tape) keep(route string, e exchange, took time.Duration, h http.Header) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last[route] = e
	s := t.routes[route]
	if s == nil {
		s = &timed{}
		t.routes[route] = s
	}
	s.took = append(s.took, took)
	if e.status == http.StatusTooManyRequests {
		s.limited++
	}
	if b := h.Get("X-RateLimit-Bucket"); b != "" {
		s.bucket = b
	}
	if n, err := strconv.Atoi(h.Get("X-RateLimit-Limit")); err == nil {
		s.limit = n
	}
	if after, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil && after > 0 && after < 1e6 {
		s.reset = max(s.reset, time.Duration(after*float64(time.Second)))
	}
}

// of is the last exchange of a route.
func (t *tape) of(route string) exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last[route]
}

// payload is the JSON of a request; nil: it has none.
func payload(q *http.Request) (out any) {
	if q.GetBody == nil {
		return nil
	}
	body, err := q.GetBody()
	if err != nil {
		return nil
	}
	text, _ := io.ReadAll(body) // it is in memory
	kind, params, _ := mime.ParseMediaType(q.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		form, err := multipart.NewReader(bytes.NewReader(text), params["boundary"]).ReadForm(mostAnswer)
		if err != nil || len(form.Value["payload_json"]) == 0 {
			return nil
		}
		text = []byte(form.Value["payload_json"][0])
	}
	_ = json.Unmarshal(text, &out) // it is ours
	return out
}

// measured are the routes in order. Buckets, whose names may hold ids, are numbered.
func (t *tape) measured() (out []Route, requests int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	buckets := map[string]int{}
	for route, s := range t.routes {
		took := slices.Sorted(slices.Values(s.took))
		out = append(out, Route{
			Route: route, Count: len(took), First: ms(s.took[0]), Median: ms(took[len(took)/2]), Max: ms(took[len(took)-1]),
			Limited: s.limited, Limit: s.limit, Reset: s.reset.Seconds(), bucket: s.bucket,
		})
	}
	slices.SortFunc(out, func(a, b Route) int { return strings.Compare(a.Route, b.Route) })
	for i, r := range out {
		if r.bucket == "" {
			continue
		}
		if buckets[r.bucket] == 0 {
			buckets[r.bucket] = len(buckets) + 1
		}
		out[i].Bucket = buckets[r.bucket]
	}
	return out, t.sent
}

// ms is a time in milliseconds.
func ms(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}
