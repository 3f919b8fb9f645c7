package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// apiRoot is where requests go, with the version of the API.
const (
	apiRoot = "https://discord.com" + apiPath
	apiPath = "/api/v10"
)

// Waits between tries of a request that failed without being refused.
const (
	firstWait = 50 * time.Millisecond
	longWait  = 2 * time.Second
)

// Codes of refusals that mean something to us (docs: "Opcodes and status codes").
const (
	UnknownChannel     = 10003
	UnknownGuild       = 10004
	UnknownMember      = 10007
	UnknownMessage     = 10008
	UnknownUser        = 10013
	UnknownEmoji       = 10014
	UnknownWebhook     = 10015
	UnknownInteraction = 10062
	TooLarge           = 40005 // a request, which carries files
	ForumChannel       = 40058 // which holds threads and no messages
	Answered           = 40060
	NoFreeTag          = 40066 // a forum wants a tag, and moderators alone give those that it has
	TagNeeded          = 40067 // a forum wants a tag
	NoAccess           = 50001
	NoDMs              = 50007 // somebody takes no direct messages from us
	NoPermission       = 50013
	WrongKind          = 50024 // of channel
	ExpiredToken       = 50027
	InvalidForm        = 50035
	Archived           = 50083 // a message takes the thread out of the archive, an edit does not
	NoCommonServer     = 50278 // with the person whom a direct message is for
	ThreadThere        = 160004
	ThreadLocked       = 160005
	TooManyThreads     = 160006 // are active in the server
)

// Error is Discord's refusal of a request. To try it again is no use.
type Error struct {
	Status, Code int
	Message      string // Discord's own, which says nothing of what was sent
	Body         string // of the answer, at 400: it names the fields that are wrong
}

func (e *Error) Error() string {
	return fmt.Sprintf("discord: refused with %d, code %d: %s", e.Status, e.Code, cmp.Or(e.Body, e.Message))
}

// Reason is why Discord refused a request, in its own words; "": the error is not a refusal.
func Reason(err error) string {
	var refused *Error
	switch {
	case !errors.As(err, &refused):
		return ""
	case refused.Code == 0:
		return refused.Message
	}
	return fmt.Sprintf("%s (%d)", refused.Message, refused.Code)
}

// Refused reports whether an error is a refusal with one of some codes.
func Refused(err error, codes ...int) bool {
	var refused *Error
	return errors.As(err, &refused) && slices.Contains(codes, refused.Code)
}

// Unauthorized reports whether an error is a refusal of the token.
func Unauthorized(err error) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Status == http.StatusUnauthorized
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
	Answered()   // whatever the answer was
	Unanswered() // nothing sensible came back
}

// Client sends requests.
type Client struct {
	session *discordgo.Session
	limits  *limits
	health  Health
}

// New makes a client. next carries its requests.
func New(token string, next http.RoundTripper, health Health) *Client {
	// Of the library it takes the session, which does nothing by itself: it keeps no state
	// and writes no log, as what it would write may hold a token.
	s, _ := discordgo.New("Bot " + token) // it has no error
	l := newLimits(time.Now)
	s.Client = &http.Client{Transport: transport{next, l}, Timeout: 20 * time.Second}
	s.StateEnabled = false
	s.LogLevel = -1
	return &Client{s, l, health}
}

// File is a file of a request.
type File struct {
	Name string // letters, digits, - _ and .
	Type string // "image/png"
	Body []byte
}

// Request is one request of the API.
type Request struct {
	Method, Path string // "/channels/1/messages"
	Body         any    // is sent as JSON; nil: there is none
	Files        []File
}

// encode is the body of a request, with its content type.
func (q Request) encode() (contentType string, body []byte, err error) {
	switch {
	case q.Body == nil:
		return "", nil, nil
	case len(q.Files) == 0:
		body, err = json.Marshal(q.Body)
		return "application/json", body, err
	}
	files := make([]*discordgo.File, len(q.Files))
	for i, f := range q.Files {
		files[i] = &discordgo.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Body)}
	}
	return discordgo.MultipartBodyWithJSON(q.Body, files)
}

// Send sends a request until it is obeyed or refused, or ctx ends, and returns the body of
// the answer: it waits as long as Discord says where there were too many, and a little
// longer each time where nothing sensible came back. The request may then have been
// obeyed twice, and must be such that this does no harm.
func (c *Client) Send(ctx context.Context, q Request) ([]byte, error) {
	contentType, body, err := q.encode()
	if err != nil {
		return nil, fmt.Errorf("discord: write %s: %w", q.Method, err)
	}
	for wait := firstWait; ; wait = min(2*wait, longWait) {
		if err := c.turn(ctx, q); err != nil {
			return nil, err
		}
		// Limits are ours: the library gets a bucket that it never has to wait for.
		answer, err := c.session.RequestWithLockedBucket(q.Method, apiRoot+q.Path, contentType, body, discordgo.NewRatelimiter().LockBucket(""), 0,
			discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
		pause, err := c.heard(ctx, err, wait)
		if err == nil || pause == 0 {
			return answer, err
		}
		if endsWithin(ctx, pause) {
			return nil, err
		}
		Sleep(ctx, pause)
	}
}

// heard says what an answer, or that there is none, means: the error, and how long to wait
// before the next try; 0: none is to be made.
func (c *Client) heard(ctx context.Context, err error, wait time.Duration) (time.Duration, error) {
	if err == nil {
		c.health.Answered()
		return 0, nil
	}
	pause, err := classify(err, wait)
	var refused *Error
	var later *limited
	switch {
	case errors.As(err, &refused):
		c.health.Answered()
	case errors.As(err, &later) && !later.banned:
	case ctx.Err() == nil: // else it was we who gave up
		c.health.Unanswered()
	}
	return pause, err
}

// turn waits until a request may be sent.
func (c *Client) turn(ctx context.Context, q Request) error {
	route, place := routeOf(q.Method, q.Path)
	for {
		wait := c.limits.take(route, place)
		if wait <= 0 {
			return ctx.Err()
		}
		if endsWithin(ctx, wait) {
			return &limited{after: wait, banned: c.limits.shut()}
		}
		Sleep(ctx, wait)
	}
}

// endsWithin reports whether ctx ends before a wait does.
func endsWithin(ctx context.Context, wait time.Duration) bool {
	end, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Until(end) < wait
}

// classify says what an error of the library means: an *Error, or how long to wait before
// the next try. No error keeps an address, which may hold the token of an interaction.
func classify(err error, wait time.Duration) (pause time.Duration, said error) {
	var later *limited
	var refused *discordgo.RESTError
	var failed *url.Error
	switch {
	case errors.As(err, &later):
		return later.after, later
	case errors.As(err, &refused) && refused.Response.StatusCode >= 500:
		return wait, fmt.Errorf("discord: server error: %s", refused.Response.Status)
	case errors.As(err, &refused):
		e := &Error{Status: refused.Response.StatusCode, Message: http.StatusText(refused.Response.StatusCode)}
		if m := refused.Message; m != nil {
			e.Code, e.Message = m.Code, m.Message
		}
		if e.Status == http.StatusBadRequest {
			e.Body = string(refused.ResponseBody)
		}
		return 0, e
	case errors.As(err, &failed):
		return wait, fmt.Errorf("discord: cannot be reached: %w", failed.Err)
	}
	return wait, fmt.Errorf("discord: no answer: %w", err)
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
