package discordtest

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// bucket counts the requests of one kind at one place.
type bucket struct {
	until time.Time
	left  int
}

// restriction is a limit of minutes, which the bot has exceeded by itself, or which others
// have brought about.
type restriction struct {
	kind    string
	until   time.Time
	refused int // requests since then
}

// How long the long limits last: the first is a guess, the next two are those of Discord's
// examples (Rate Limits, "Exceeding A Rate Limit"), the last is Cloudflare's, which Discord
// calls temporary (Rate Limits, "Invalid Request Limit").
const (
	longLimit   = 2 * time.Minute
	globalLimit = 64570 * time.Millisecond
	sharedLimit = 1336570 * time.Millisecond
	banLimit    = time.Hour
)

// atOnce is how many requests may be on their way when a long limit begins: whoever sends
// more in spite of it has not heard.
const atOnce = 30

// limit counts a request, and sets the headers that tell the bot how many are left. It
// returns the answer where the request is refused; nil: it is let through. Answers to
// interactions are not counted, but may be refused by a fault.
func (a *api) limit(h http.Header, c *call, f fate) *page {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	key := string(c.op) + c.value("channel_id") + c.value("webhook_token") + c.value("guild_id")
	if r := a.restricted(c, key, f.long); r != nil {
		return r.refuse(h, key, a.d.opt.Limit)
	}
	b := a.buckets[key]
	if now := time.Now(); b == nil || now.After(b.until) {
		b = &bucket{now.Add(time.Second), a.d.opt.Limit}
		a.buckets[key] = b
	}
	wait := time.Duration(0)
	switch {
	case f.tooMany:
		wait = 20 * time.Millisecond
	case c.op == answer:
		return nil
	case c.op == createEmoji:
		wait = a.emojiWait()
	case a.renameWait(c) > 0:
		wait = a.renameWait(c)
	case b.left == 0:
		wait = time.Until(b.until) + time.Millisecond
	default:
		b.left--
	}
	if wait > 0 {
		r := restriction{kind: userLimit, until: time.Now().Add(wait)}
		return r.refuse(h, key, a.d.opt.Limit)
	}
	sayLimit(h, key, a.d.opt.Limit, b.left, time.Until(b.until))
	return nil
}

// sayLimit sets the headers of a limit (Rate Limits, "Header Format").
func sayLimit(h http.Header, key string, limit, left int, after time.Duration) {
	h.Set("X-RateLimit-Bucket", key)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(max(after, 0).Seconds(), 'f', 3, 64))
}

// restricted is the long limit that holds for a request; nil: none does. begins is the kind
// of one that begins with it. The lock is held.
func (a *api) restricted(c *call, key, begins string) *restriction {
	of := map[string]string{userLimit: key, sharedLimits: key, globalLimits: globalLimits, banned: banned}
	last := map[string]time.Duration{userLimit: longLimit, sharedLimits: sharedLimit, globalLimits: globalLimit, banned: banLimit}
	if begins != "" {
		lasts := time.Duration(float64(last[begins]) * a.d.opt.Minute.Minutes())
		a.restrictions[of[begins]] = &restriction{kind: begins, until: time.Now().Add(lasts)}
	}
	for _, at := range []string{banned, globalLimits, key} {
		r := a.restrictions[at]
		switch {
		case r == nil || !time.Now().Before(r.until):
			continue
		case at == globalLimits && exempt(c.op):
			continue
		}
		if r.refused++; r.refused == atOnce {
			a.d.complaints = append(a.d.complaints, fmt.Sprintf("%s: the %dth request in spite of the %s", c.op, r.refused, r.kind))
		}
		return r
	}
	return nil
}

// exempt reports whether the global limit does not hold: "Interaction endpoints are not
// bound to the bot's Global Rate Limit" (Rate Limits, "Global Rate Limit").
func exempt(op operation) bool {
	return op == answer || strings.Contains(string(op), " /webhooks/")
}

// refuse is the answer to a request that a limit does not let through (Rate Limits,
// "Exceeding A Rate Limit"). Cloudflare knows nothing of JSON.
func (r *restriction) refuse(h http.Header, key string, limit int) *page {
	wait := max(time.Until(r.until), time.Millisecond)
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	said := map[string]any{"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": false, "code": 0}
	switch r.kind {
	case banned:
		return &page{http.StatusTooManyRequests, "text/html; charset=UTF-8", []byte("error code: 1015")}
	case globalLimits:
		said["global"] = true
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	case sharedLimits:
		said["message"] = "The resource is being rate limited."
		sayLimit(h, key, limit, limit-1, wait)
		h.Set("X-RateLimit-Scope", "shared")
	default:
		sayLimit(h, key, limit, 0, wait)
		h.Set("X-RateLimit-Scope", "user")
	}
	return &page{http.StatusTooManyRequests, "application/json", raw(said)}
}
