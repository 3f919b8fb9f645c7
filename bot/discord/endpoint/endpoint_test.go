package endpoint

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// now is Discord's time in these tests.
var now = time.Unix(1_800_000_000, 0)

// door is an endpoint, and what came through.
type door struct {
	http.Handler
	events http.Handler
	secret ed25519.PrivateKey
	took   []string
}

func newDoor(t *testing.T) *door {
	t.Helper()
	public, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &door{secret: secret}
	c := Config{
		Key: func() ed25519.PublicKey { return public },
		Age: func(at time.Time) time.Duration { return max(now.Sub(at), 0) },
		Take: func(_ context.Context, body []byte) (bool, error) {
			d.took = append(d.took, string(body))
			switch string(body) {
			case "spoilt":
				return false, errors.New("spoilt")
			case "late":
				return false, ErrEnding
			}
			return string(body) == "ping", nil
		},
		Log: slog.New(slog.DiscardHandler),
	}
	d.Handler, d.events = New(c), NewEvents(c)
	return d
}

// request is one that is signed at a time.
func (d *door) request(at time.Time, body string) *http.Request {
	stamp := strconv.FormatInt(at.Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, Path, strings.NewReader(body))
	r.Header.Set(headerSignature, hex.EncodeToString(ed25519.Sign(d.secret, []byte(stamp+body))))
	r.Header.Set(headerTimestamp, stamp)
	return r
}

func (d *door) answers(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

func TestSignedRequestsAccepted(t *testing.T) {
	d := newDoor(t)
	if w := d.answers(d.request(now, "ping")); w.Code != http.StatusOK || w.Body.String() != `{"type":1}` || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a ping is answered %d, %s", w.Code, w.Body)
	}
	for _, at := range []time.Time{now, now.Add(-freshFor), now.Add(time.Hour)} { // the last: our clock is behind
		if w := d.answers(d.request(at, "do it")); w.Code != http.StatusAccepted || w.Body.Len() > 0 {
			t.Errorf("an interaction of %v is answered %d, %s", at, w.Code, w.Body)
		}
	}
	if len(d.took) != 4 {
		t.Errorf("%d were taken in", len(d.took))
	}
}

// TestUnsignedRequestsRefused: without the key nothing is taken in, whatever else is right.
func TestUnsignedRequestsRefused(t *testing.T) {
	d, stranger := newDoor(t), newDoor(t)
	long := strings.Repeat("x", bodyMost+1)
	for name, c := range map[string]struct {
		spoil  func(r *http.Request)
		from   *door
		at     time.Time
		body   string
		status int
	}{
		"another key":              {from: stranger, status: http.StatusUnauthorized},
		"a ping by another key":    {from: stranger, body: "ping", status: http.StatusUnauthorized},
		"no signature":             {spoil: func(r *http.Request) { r.Header.Del(headerSignature) }, status: http.StatusUnauthorized},
		"no hexadecimal":           {spoil: func(r *http.Request) { r.Header.Set(headerSignature, strings.Repeat("x", 128)) }, status: http.StatusUnauthorized},
		"a short signature":        {spoil: func(r *http.Request) { r.Header.Set(headerSignature, "00") }, status: http.StatusUnauthorized},
		"no time":                  {spoil: func(r *http.Request) { r.Header.Del(headerTimestamp) }, status: http.StatusUnauthorized},
		"another time":             {spoil: func(r *http.Request) { r.Header.Set(headerTimestamp, "1800000001") }, status: http.StatusUnauthorized},
		"no number for a time":     {spoil: func(r *http.Request) { r.Header.Set(headerTimestamp, "now") }, status: http.StatusUnauthorized},
		"another body":             {spoil: func(r *http.Request) { r.Body = http.NoBody }, status: http.StatusUnauthorized},
		"sent an hour ago":         {at: now.Add(-time.Hour), status: http.StatusUnauthorized},
		"a little more than fresh": {at: now.Add(-freshFor - time.Second), status: http.StatusUnauthorized},
		"too large":                {body: long, status: http.StatusRequestEntityTooLarge},
		"a question":               {spoil: func(r *http.Request) { r.Method = http.MethodGet }, status: http.StatusMethodNotAllowed},
	} {
		if c.from == nil {
			c.from = d
		}
		if c.at.IsZero() {
			c.at = now
		}
		if c.body == "" {
			c.body = "do it"
		}
		r := c.from.request(c.at, c.body)
		if c.spoil != nil {
			c.spoil(r)
		}
		if w := d.answers(r); w.Code != c.status || strings.Contains(w.Body.String(), "type") {
			t.Errorf("%s is answered %d, %s", name, w.Code, w.Body)
		}
	}
	if len(d.took) > 0 {
		t.Errorf("taken in: %q", d.took)
	}
}

// TestUnacceptedInteractionsAreAnswered: Discord is told so, and its user that nothing was done.
func TestUnacceptedInteractionsAreAnswered(t *testing.T) {
	d := newDoor(t)
	for body, status := range map[string]int{"spoilt": http.StatusBadRequest, "late": http.StatusServiceUnavailable} {
		if w := d.answers(d.request(now, body)); w.Code != status {
			t.Errorf("%s is answered %d, %s", body, w.Code, w.Body)
		}
	}
	early := New(Config{Key: func() ed25519.PublicKey { return nil }, Log: slog.New(slog.DiscardHandler)})
	w := httptest.NewRecorder()
	early.ServeHTTP(w, d.request(now, "do it"))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("before the key is known it is answered %d", w.Code)
	}
}

// TestEvents: webhook events are taken in and answered as Discord wants, from nobody else, and
// also when they are sent again for minutes.
func TestEvents(t *testing.T) {
	d, stranger := newDoor(t), newDoor(t)
	post := func(r *http.Request) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		d.events.ServeHTTP(w, r)
		return w
	}
	for _, body := range []string{"ping", "an event"} {
		for _, at := range []time.Time{now, now.Add(-10 * time.Minute)} {
			if w := post(d.request(at, body)); w.Code != http.StatusNoContent || w.Body.Len() > 0 || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("%s is answered %d, %s", body, w.Code, w.Body)
			}
		}
		d.took = nil
		changed, spoilt := d.request(now, body), d.request(now, body)
		changed.Body = http.NoBody
		spoilt.Header.Set(headerTimestamp, "1800000001")
		for name, r := range map[string]*http.Request{
			"another key": stranger.request(now, body), "an hour ago": d.request(now.Add(-time.Hour), body), "another body": changed, "another time": spoilt,
		} {
			if w := post(r); w.Code != http.StatusUnauthorized || len(d.took) > 0 {
				t.Errorf("%s, %s: answered %d, taken in %q", body, name, w.Code, d.took)
			}
		}
	}
	if w := post(d.request(now, "late")); w.Code != http.StatusServiceUnavailable {
		t.Errorf("at the end: %d", w.Code)
	}
}

// FuzzStrangers: whatever comes without the signature, nothing is taken in.
func FuzzStrangers(f *testing.F) {
	f.Add("00", "1800000000", []byte(`{"type":1}`))
	f.Add(strings.Repeat("0", 128), "1800000000", []byte(""))
	f.Fuzz(func(t *testing.T, signature, stamp string, body []byte) {
		d := newDoor(t)
		r := httptest.NewRequest(http.MethodPost, Path, bytes.NewReader(body))
		r.Header.Set(headerSignature, signature)
		r.Header.Set(headerTimestamp, stamp)
		if w := d.answers(r); w.Code < 400 || len(d.took) > 0 {
			t.Errorf("answered %d", w.Code)
		}
	})
}
