package rest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limits counts how many requests may be sent. Nobody waits under its lock.
type limits struct {
	now func() time.Time

	mu      sync.Mutex
	banned  time.Time          // until when nothing may be sent
	global  time.Time          // until when nothing may be sent but answers to interactions
	names   map[string]string  // Discord's name of the bucket of a route
	buckets map[string]*bucket // by name and place
	swept   time.Time
}

// bucket is what one place may be sent.
type bucket struct {
	left  int
	until time.Time // when it is full again
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, names: map[string]string{}, buckets: map[string]*bucket{}}
}

// Route splits a request into what Discord counts together and the place for which it
// counts alone: a channel, a guild, or a webhook with its token ("Rate limits", "Top-level
// resources"). An interaction counts as a webhook.
func Route(method, path string) (route, place string) {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := 1; i < len(parts); i++ {
		if _, err := strconv.ParseUint(parts[i], 10, 64); err != nil {
			continue
		}
		switch parts[i-1] {
		case "channels", "guilds":
			place += "/" + parts[i]
		case "webhooks", "interactions":
			place += "/" + parts[i]
			if i+1 < len(parts) {
				place += "/" + parts[i+1]
				parts[i+1] = ":token"
			}
		}
		parts[i] = ":id"
	}
	return method + " /" + strings.Join(parts, "/"), place
}

// exempt reports whether the global limit does not hold for a route: "Interaction endpoints
// are not bound to the bot's Global Rate Limit".
func exempt(route string) bool {
	return strings.Contains(route, " /interactions/") || strings.Contains(route, " /webhooks/")
}

// key is that of the bucket of a route at a place. The lock is held.
func (l *limits) key(route, place string) string { return cmp.Or(l.names[route], route) + place }

// take takes the right to send a request, or says how long to wait before asking again.
func (l *limits) take(route, place string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	wait := l.banned.Sub(now)
	if !exempt(route) {
		wait = max(wait, l.global.Sub(now))
	}
	if wait > 0 {
		return wait
	}
	b := l.buckets[l.key(route, place)]
	switch {
	case b == nil || !now.Before(b.until): // the answer will say how many there are
		return 0
	case b.left > 0:
		b.left--
		return 0
	}
	return b.until.Sub(now)
}

// shut reports whether nothing at all may be sent.
func (l *limits) shut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now().Before(l.banned)
}

// note takes from an answer how many requests are left.
func (l *limits) note(route, place string, h http.Header) {
	left, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, ok := seconds(h.Get("X-RateLimit-Reset-After"))
	if err != nil || !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if name := h.Get("X-RateLimit-Bucket"); name != "" {
		l.names[route] = name
	}
	key, until := l.key(route, place), now.Add(after)
	if b := l.buckets[key]; b != nil && now.Before(b.until) {
		b.left = min(b.left, left) // others are on their way
		if until.After(b.until) {
			b.until = until
		}
	} else {
		l.buckets[key] = &bucket{left, until}
	}
	l.sweep(now)
}

// sweep forgets buckets that are full, once a minute: each interaction has one of its own.
// The lock is held.
func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if !now.Before(b.until) {
			delete(l.buckets, key)
		}
	}
}

// limited is Discord's refusal for the time being.
type limited struct {
	after  time.Duration
	banned bool // by Cloudflare, before Discord: everything that this address sends
}

func (e *limited) Error() string {
	if e.banned {
		return fmt.Sprintf("discord: this address is shut out for %v, for too many wrong requests", e.after.Round(time.Second))
	}
	return fmt.Sprintf("discord: too many requests, %v to wait", e.after.Round(time.Millisecond))
}

// refuse takes an answer 429, in each of its shapes: of one bucket, of all of them, or, with
// no JSON, of Cloudflare ("Rate limits", "Exceeding a rate limit" and "Invalid request
// limit").
func (l *limits) refuse(route, place string, h http.Header, body []byte) *limited {
	var said struct {
		After  float64 `json:"retry_after"` // seconds
		Global bool    `json:"global"`
	}
	notJSON := json.Unmarshal(body, &said) != nil
	after, ok := seconds(h.Get("Retry-After"))
	if precise := time.Duration(said.After * float64(time.Second)); precise > 0 {
		after = precise
	} else if !ok {
		after = longWait
	}
	after = max(after, firstWait)
	l.mu.Lock()
	defer l.mu.Unlock()
	until := l.now().Add(after)
	switch {
	case notJSON:
		l.banned = until
	case said.Global || h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global":
		l.global = until
	default:
		if name := h.Get("X-RateLimit-Bucket"); name != "" {
			l.names[route] = name
		}
		l.buckets[l.key(route, place)] = &bucket{0, until}
	}
	return &limited{after, notJSON}
}

// seconds reads a time in seconds, with or without a fraction.
func seconds(s string) (time.Duration, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 || f > 1e9 {
		return 0, false
	}
	return time.Duration(f * float64(time.Second)), true
}
