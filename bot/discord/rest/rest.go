package rest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// apiPath is the version of the API that requests go to. discordgo writes libraryPath, from which its addresses are
// made when it starts.
const (
	apiPath     = "/api/v10"
	libraryPath = "/api/v9"
)

// Waits between tries of a request that failed without being refused, and how long one try may take.
const (
	firstWait = 50 * time.Millisecond
	longWait  = 2 * time.Second
	tryWithin = 20 * time.Second
)

// Codes of refusals that discordgo has no name for (docs: "Opcodes and status codes").
const (
	ForumChannel   = 40058 // which holds threads and no messages
	NoFreeTag      = 40066 // a forum wants a tag, and moderators alone give those that it has
	TagNeeded      = 40067 // a forum wants a tag
	NoCommonServer = 50278 // with the person whom a direct message is for
)

// Reason is why Discord refused a request, in its own words; "": the error is not a refusal.
func Reason(err error) string {
	var refused *discordgo.RESTError
	switch {
	case !errors.As(err, &refused):
		return ""
	case refused.Message == nil:
		return http.StatusText(refused.Response.StatusCode)
	case refused.Message.Code == 0:
		return refused.Message.Message
	}
	return fmt.Sprintf("%s (%d)", refused.Message.Message, refused.Message.Code)
}

// Refused reports whether an error is a refusal with one of some codes of Discord or statuses of HTTP, of which none are
// the same number; without any, whether it is a refusal.
func Refused(err error, codes ...int) bool {
	var refused *discordgo.RESTError
	return errors.As(err, &refused) && (len(codes) == 0 || slices.Contains(codes, refused.Response.StatusCode) ||
		refused.Message != nil && slices.Contains(codes, refused.Message.Code))
}

// After is how long Discord wants no request of the kind that met an error; 0: it said
// nothing of that.
func After(err error) time.Duration {
	var later *limited
	if errors.As(err, &later) {
		return later.after
	}
	return 0
}

// Health hears what becomes of requests.
type Health interface {
	Responded(ctx context.Context) // whatever the answer was
	Silent(ctx context.Context)    // nothing sensible came back
}

// Client makes sessions of discordgo whose requests obey Discord's limits.
type Client struct {
	*watch
	token  string
	sender transport
}

// New makes a client. next carries its requests.
func New(token string, next http.RoundTripper, observer Observer, health Health) *Client {
	w := &watch{observer: observer, now: time.Now}
	return &Client{w, token, transport{next: next, limits: newLimits(time.Now), watch: w, health: health}}
}

// For is a session for one request, which ends with ctx. The library's limiter sleeps under a lock and keeps every
// bucket for ever: each session has one of its own, which never waits. It keeps no state and writes no log, as what it
// would write may hold a token.
func (c *Client) For(ctx context.Context) *discordgo.Session {
	s, _ := discordgo.New("Bot " + c.token) // it has no error
	sender := c.sender
	sender.ctx = ctx
	s.Client = &http.Client{Transport: sender}
	s.StateEnabled, s.LogLevel = false, -1
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	return s
}

// transport sends requests as Discord's limits allow.
type transport struct {
	ctx    context.Context // with which requests end
	next   http.RoundTripper
	limits *limits
	watch  *watch
	health Health
}

// RoundTrip sends a request until it is obeyed or refused, or its context ends: it waits as long as Discord says where
// there were too many, and a little longer each time where nothing sensible came back. The request may then have been
// obeyed twice, and must be such that this does no harm. No error of it keeps an address.
func (t transport) RoundTrip(q *http.Request) (*http.Response, error) {
	q = q.Clone(t.ctx)
	q.URL.Path = strings.Replace(q.URL.Path, libraryPath, apiPath, 1)
	q.URL.RawPath = strings.Replace(q.URL.RawPath, libraryPath, apiPath, 1)
	route, place := Route(q.Method, strings.TrimPrefix(q.URL.EscapedPath(), apiPath))
	for wait := firstWait; ; wait = min(2*wait, longWait) {
		if err := t.turn(t.ctx, route, place); err != nil {
			return nil, err
		}
		a, err := t.try(q, route, place)
		t.hear(t.ctx, err)
		pause := cmp.Or(After(err), wait)
		if err == nil || endsWithin(t.ctx, pause) {
			return a, err
		}
		Sleep(t.ctx, pause)
	}
}

// turn waits until a request may be sent.
func (t transport) turn(ctx context.Context, route, place string) error {
	for {
		wait := t.limits.take(route, place)
		if wait <= 0 {
			return ctx.Err()
		}
		if endsWithin(ctx, wait) {
			return &limited{after: wait, banned: t.limits.shut()}
		}
		Sleep(ctx, wait)
	}
}

// try sends a request once, and reads the answer. It is an error where another try may do better.
func (t transport) try(q *http.Request, route, place string) (*http.Response, error) {
	ctx, stop := context.WithTimeout(q.Context(), tryWithin)
	defer stop()
	q = q.WithContext(ctx)
	if q.GetBody != nil {
		q.Body, _ = q.GetBody() // it is in memory
	}
	began := t.watch.now()
	a, err := t.next.RoundTrip(q)
	t.watch.saw(q.URL.Path, began, a)
	if err != nil {
		return nil, fmt.Errorf("discord: cannot be reached: %w", err)
	}
	defer func() { _ = a.Body.Close() }()
	body, err := io.ReadAll(a.Body)
	if a.StatusCode == http.StatusTooManyRequests { // where the body breaks off, the headers say enough
		return nil, t.limits.refuse(route, place, a.Header, body)
	}
	t.limits.note(route, place, a.Header)
	switch {
	case err != nil:
		return nil, fmt.Errorf("discord: no answer: %w", err)
	case a.StatusCode >= http.StatusInternalServerError:
		return nil, fmt.Errorf("discord: server error: %s", a.Status)
	}
	a.Body = io.NopCloser(bytes.NewReader(body))
	return a, nil
}

// hear tells the health what came of a try.
func (t transport) hear(ctx context.Context, err error) {
	var later *limited
	switch {
	case err == nil:
		t.health.Responded(ctx)
	case errors.As(err, &later) && !later.banned:
	case ctx.Err() == nil: // else it was we who gave up
		t.health.Silent(ctx)
	}
}

// endsWithin reports whether ctx ends before a wait does.
func endsWithin(ctx context.Context, wait time.Duration) bool {
	end, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Until(end) < wait
}

// Sleep waits, or until ctx ends.
func Sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
