package discordtest

import (
	"net/http"
	"strconv"
	"time"
)

// bucket counts the requests of one kind at one place.
type bucket struct {
	until time.Time
	left  int
}

// limit counts a request, sets the headers that tell the bot how many are left,
// and returns how long it must wait: 0, it is let through. Answers to
// interactions are not counted, but may be refused by a fault.
func (a *api) limit(h http.Header, c *call, refuse bool) time.Duration {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	key := string(c.op) + c.value("channel_id") + c.value("webhook_token") + c.value("guild_id")
	b := a.buckets[key]
	if now := time.Now(); b == nil || now.After(b.until) {
		b = &bucket{now.Add(time.Second), a.d.opt.Limit}
		a.buckets[key] = b
	}
	wait := time.Duration(0)
	switch {
	case refuse:
		wait = 20 * time.Millisecond
	case c.op == answer:
		return 0
	case b.left == 0:
		wait = time.Until(b.until) + time.Millisecond
	default:
		b.left--
	}
	h.Set("X-RateLimit-Bucket", key)
	h.Set("X-RateLimit-Limit", strconv.Itoa(a.d.opt.Limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(b.left))
	after := time.Until(b.until)
	if wait > 0 {
		after = wait
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Scope", "user")
		h.Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
	}
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(max(after, 0).Seconds(), 'f', 3, 64))
	return max(wait, 0)
}
