package rest

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// turned is limits on a clock that is turned by hand.
func turned() (*limits, *time.Time) {
	at := time.Unix(1_700_000_000, 0)
	return newLimits(func() time.Time { return at }), &at
}

// headers makes headers of pairs.
func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

func TestRoutes(t *testing.T) {
	cases := []struct{ method, path, route, place string }{
		{"POST", "/channels/12/messages", "POST /channels/:id/messages", "/12"},
		{"PATCH", "/channels/12/messages/34", "PATCH /channels/:id/messages/:id", "/12"},
		{"GET", "/applications/@me", "GET /applications/@me", ""},
		{"PUT", "/applications/5/guilds/6/commands", "PUT /applications/:id/guilds/:id/commands", "/6"},
		{"POST", "/interactions/7/tok/callback?with_response=true", "POST /interactions/:id/:token/callback", "/7/tok"},
		{"PATCH", "/webhooks/5/tok/messages/@original", "PATCH /webhooks/:id/:token/messages/@original", "/5/tok"},
	}
	for _, c := range cases {
		if route, place := Route(c.method, c.path); route != c.route || place != c.place {
			t.Errorf("%s %s: %q at %q, want %q at %q", c.method, c.path, route, place, c.route, c.place)
		}
	}
}

// TestABucketIsCounted: what is left is sent at once, more waits, another channel does not.
func TestABucketIsCounted(t *testing.T) {
	l, at := turned()
	const route = "POST /channels/:id/messages"
	if w := l.take(route, "/1"); w != 0 {
		t.Fatalf("the first waits %v", w)
	}
	l.note(route, "/1", headers("X-RateLimit-Bucket", "b", "X-RateLimit-Remaining", "1", "X-RateLimit-Reset-After", "2.5"))
	if w := l.take(route, "/1"); w != 0 {
		t.Errorf("the second waits %v", w)
	}
	if w := l.take(route, "/1"); w != 2500*time.Millisecond {
		t.Errorf("the third waits %v", w)
	}
	if w := l.take(route, "/2"); w != 0 {
		t.Errorf("another channel waits %v", w)
	}
	*at = at.Add(2500 * time.Millisecond)
	if w := l.take(route, "/1"); w != 0 {
		t.Errorf("when it is full again it waits %v", w)
	}
}

// TestAnswersOutOfOrder: an answer that counts fewer requests than are on their way does not
// give any back.
func TestAnswersOutOfOrder(t *testing.T) {
	l, _ := turned()
	h := func(left int) http.Header {
		return headers("X-RateLimit-Remaining", fmt.Sprint(left), "X-RateLimit-Reset-After", "1")
	}
	l.note("r", "", h(2))
	l.take("r", "")
	l.take("r", "")
	l.note("r", "", h(1)) // of the first of the two
	if w := l.take("r", ""); w == 0 {
		t.Error("a third is sent")
	}
}

func TestRefusals(t *testing.T) {
	const route, answer = "POST /channels/:id/messages", "POST /interactions/:id/:token/callback"
	cases := []struct {
		name                string
		h                   http.Header
		body                string
		after               time.Duration
		here, there, answer bool // who waits: this channel, another, an answer to an interaction
	}{
		{"one bucket", headers("Retry-After", "2"), `{"message":"slow","retry_after":1.5,"global":false}`, 1500 * time.Millisecond, true, false, false},
		{"shared", headers("Retry-After", "2", "X-RateLimit-Scope", "shared"), `{"retry_after":600,"global":false}`, 10 * time.Minute, true, false, false},
		{"global, without a time to reset", headers("Retry-After", "65", "X-RateLimit-Global", "true"), `{"retry_after":64.5,"global":true}`, 64500 * time.Millisecond, true, true, false},
		{"global by its scope", headers("Retry-After", "65", "X-RateLimit-Scope", "global"), `{}`, 65 * time.Second, true, true, false},
		{"Cloudflare", headers("Retry-After", "3600"), `error code: 1015`, time.Hour, true, true, true},
		{"nothing sensible", headers(), ``, longWait, true, true, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l, at := turned()
			if e := l.refuse(route, "/1", c.h, []byte(c.body)); e.after != c.after || e.banned != c.answer {
				t.Errorf("%+v", e)
			}
			for what, w := range map[string]struct {
				route, place string
				waits        bool
			}{"here": {route, "/1", c.here}, "there": {route, "/2", c.there}, "an answer": {answer, "/3/t", c.answer}} {
				want := time.Duration(0)
				if w.waits {
					want = c.after
				}
				if got := l.take(w.route, w.place); got != want {
					t.Errorf("%s: waits %v, want %v", what, got, want)
				}
			}
			*at = at.Add(c.after)
			if w := l.take(route, "/1"); w != 0 {
				t.Errorf("afterwards it waits %v", w)
			}
		})
	}
}

// TestBucketsAreForgotten: each interaction has one of its own.
func TestBucketsAreForgotten(t *testing.T) {
	l, at := turned()
	for i := range 10_000 {
		l.note("PATCH /webhooks/:id/:token/messages/@original", fmt.Sprint("/1/", i), headers("X-RateLimit-Remaining", "4", "X-RateLimit-Reset-After", "1"))
		*at = at.Add(100 * time.Millisecond)
	}
	if len(l.buckets) > 1000 {
		t.Errorf("%d buckets are kept", len(l.buckets))
	}
}
