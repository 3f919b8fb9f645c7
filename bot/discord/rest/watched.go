package rest

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Observer hears of every request, to count it. It must not block.
type Observer interface {
	// Requested tells the first word of the path of a request, of [Kinds], the status of its
	// answer, and how long that took; 0: there was none.
	Requested(kind string, status int, took time.Duration)
}

// Kinds are the first words of the paths of requests. Others are told as the last.
var Kinds = []string{"applications", "channels", "gateway", "guilds", "interactions", "users", "webhooks", "other"}

// Of so many invalid requests in such a time Discord shuts an address out ("Rate limits",
// "Invalid request limit").
const (
	InvalidMost   = 10_000
	InvalidWithin = 10 * time.Minute
)

// watch tells of every request, and counts those that Discord counts as invalid.
type watch struct {
	observer Observer
	now      func() time.Time

	mu      sync.Mutex
	invalid []time.Time // when the requests were answered that Discord counted as invalid lately
}

// saw takes the answer to a request that was sent at a moment; nil: there is none.
func (w *watch) saw(path string, began time.Time, a *http.Response) {
	status := 0
	if a != nil {
		status = a.StatusCode
		if isInvalid(a) {
			w.Invalid() // forgets the old ones
			w.mu.Lock()
			w.invalid = append(w.invalid, w.now())
			w.mu.Unlock()
		}
	}
	w.observer.Requested(kindOf(path), status, w.now().Sub(began))
}

// kindOf is the first word of a path, behind the version of the API.
func kindOf(path string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, apiPath), "/"), "/")
	if !slices.Contains(Kinds, word) {
		return Kinds[len(Kinds)-1]
	}
	return word
}

// isInvalid reports whether Discord counts an answer as that to an invalid request: those
// of 401, 403 and 429, "429s with X-RateLimit-Scope: shared" left out.
func isInvalid(a *http.Response) bool {
	switch a.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return a.Header.Get("X-RateLimit-Scope") != "shared"
	}
	return false
}

// Invalid returns how many of the requests of the last ten minutes were invalid.
func (w *watch) Invalid() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	w.invalid = slices.DeleteFunc(w.invalid, func(at time.Time) bool { return now.Sub(at) >= InvalidWithin })
	return len(w.invalid)
}
