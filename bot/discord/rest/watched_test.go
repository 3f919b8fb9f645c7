package rest

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

// line answers requests by their path: the status, and of which scope a limit is.
type line struct{ now time.Time }

func (l *line) RoundTrip(q *http.Request) (*http.Response, error) {
	l.now = l.now.Add(time.Second)
	a := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}
	switch q.URL.Query().Get("as") {
	case "lost":
		return nil, errors.New("no line")
	case "unauthorized":
		a.StatusCode = http.StatusUnauthorized
	case "forbidden":
		a.StatusCode = http.StatusForbidden
	case "missing":
		a.StatusCode = http.StatusNotFound
	case "limited":
		a.StatusCode = http.StatusTooManyRequests
	case "shared":
		a.StatusCode = http.StatusTooManyRequests
		a.Header.Set("X-RateLimit-Scope", "shared")
	}
	return a, nil
}

// heard is what an observer hears.
type heard struct {
	Kind   string
	Status int
	Took   time.Duration
}

type ear struct{ heard []heard }

func (e *ear) Requested(kind string, status int, took time.Duration) {
	e.heard = append(e.heard, heard{kind, status, took})
}

// TestWatched: every request is told, by a word that holds no token and no id, and those that
// Discord counts as invalid are counted for ten minutes.
func TestWatched(t *testing.T) {
	l, e := &line{now: time.Unix(1_800_000_000, 0)}, &ear{}
	w := &watch{observer: e, now: func() time.Time { return l.now }}
	send := func(path string) {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://discord.com"+apiPath+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		began := w.now()
		a, err := l.RoundTrip(q)
		w.saw(q.URL.Path, began, a)
		if err == nil {
			_ = a.Body.Close()
		}
	}
	for _, path := range []string{
		"/interactions/1/secret/callback", "/webhooks/1/secret/messages/@original?as=missing", "/channels/2/messages?as=forbidden",
		"/applications/@me?as=unauthorized", "/channels/2/messages?as=limited", "/channels/2/messages?as=shared", "/secret/of/somebody?as=lost",
	} {
		send(path)
	}
	want := []heard{
		{"interactions", 200, time.Second},
		{"webhooks", 404, time.Second},
		{"channels", 403, time.Second},
		{"applications", 401, time.Second},
		{"channels", 429, time.Second},
		{"channels", 429, time.Second},
		{"other", 0, time.Second},
	}
	if !reflect.DeepEqual(e.heard, want) {
		t.Errorf("heard %v, want %v", e.heard, want)
	}
	count := func(want int) {
		t.Helper()
		if got := w.Invalid(); got != want {
			t.Errorf("%d invalid requests, want %d", got, want)
		}
	}
	count(3)
	l.now = l.now.Add(5 * time.Minute)
	send("/channels/2/messages?as=forbidden")
	count(4)
	l.now = l.now.Add(5 * time.Minute)
	count(1)
	l.now = l.now.Add(5 * time.Minute)
	send("/channels/2/messages?as=forbidden") // in the place of a minute that is long past
	count(1)
}
