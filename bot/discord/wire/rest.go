package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// apiRoot is where requests go, with the version of the API.
const apiRoot = "https://discord.com/api/v10"

// Waits between tries of a request that failed without being refused.
const (
	firstWait = 50 * time.Millisecond
	longWait  = 2 * time.Second
)

// Codes of refusals that mean something to us.
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAnswered           = 40060
	codeNoAccess           = 50001
	codeNoDMs              = 50007 // somebody takes no direct messages from us
	codeNoPermission       = 50013
	codeExpiredToken       = 50027
	codeThreadThere        = 160004
)

// apiError is Discord's refusal of a request. To try it again is no use.
type apiError struct {
	status, code int
	message      string
}

func (e *apiError) Error() string {
	return fmt.Sprintf("discord: refused with %d, code %d: %s", e.status, e.code, e.message)
}

// refusedFor reports whether an error is a refusal with one of some codes.
func refusedFor(err error, codes ...int) bool {
	var refused *apiError
	if !errors.As(err, &refused) {
		return false
	}
	for _, c := range codes {
		if refused.code == c {
			return true
		}
	}
	return false
}

// rest sends requests. The library counts the limits of rates by buckets, which
// it never forgets: their number must be bounded.
type rest struct {
	session *discordgo.Session
	health  *health
}

// newSession makes a session of the library that does nothing by itself: it
// keeps no state, wants no events but interactions, and writes no log, as what
// it would write may hold a token.
func newSession(token string, transport http.RoundTripper) *discordgo.Session {
	s, _ := discordgo.New("Bot " + token) // it has no error
	s.Client = &http.Client{Transport: transport, Timeout: 20 * time.Second}
	s.StateEnabled = false
	s.ShouldReconnectOnError = false
	s.Identify.Intents = discordgo.IntentsNone
	s.LogLevel = -1
	return s
}

// request is one request of the API.
type request struct {
	method, path string
	bucket       string // requests of one bucket wait for each other
	body         any    // nil: there is none
	files        []File
}

// encode is the body of a request, with its content type.
func (q request) encode() (contentType string, body []byte, err error) {
	switch {
	case q.body == nil:
		return "", nil, nil
	case len(q.files) == 0:
		body, err = json.Marshal(q.body)
		return "application/json", body, err
	}
	files := make([]*discordgo.File, len(q.files))
	for i, f := range q.files {
		files[i] = &discordgo.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Body)}
	}
	return discordgo.MultipartBodyWithJSON(q.body, files)
}

// send sends a request until it is obeyed or refused, or ctx ends: it waits as
// long as Discord says where there were too many, and a little longer each time
// where nothing sensible came back. The request may then have been obeyed
// twice, and must be such that this does no harm.
func (r *rest) send(ctx context.Context, q request) ([]byte, error) {
	contentType, body, err := q.encode()
	if err != nil {
		return nil, fmt.Errorf("discord: write %s: %w", q.method, err)
	}
	for wait := firstWait; ; wait = min(2*wait, longWait) {
		answer, err := r.session.RequestRaw(q.method, apiRoot+q.path, contentType, body, q.bucket, 0,
			discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
		if err == nil {
			r.health.answered()
			return answer, nil
		}
		var refused *apiError
		pause, err := classify(err, wait)
		if errors.As(err, &refused) {
			r.health.answered()
			return nil, err
		}
		if ctx.Err() == nil && !errors.Is(err, errBusy) { // else it was we who gave up, or there is an answer
			r.health.unanswered()
		}
		if end, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(end) < pause {
			return nil, err
		}
		sleep(ctx, pause)
	}
}

// errBusy: Discord asks us to wait.
var errBusy = errors.New("discord: too many requests")

// classify says what an error of the library means: an *apiError, or how long to
// wait before the next try. No error keeps an address, which may hold the token
// of an interaction.
func classify(err error, wait time.Duration) (pause time.Duration, said error) {
	var limited *discordgo.RateLimitError
	var refused *discordgo.RESTError
	var failed *url.Error
	switch {
	case errors.As(err, &limited):
		return max(limited.RetryAfter, firstWait), errBusy
	case errors.As(err, &refused) && refused.Response.StatusCode >= 500:
		return wait, fmt.Errorf("discord: server error: %s", refused.Response.Status)
	case errors.As(err, &refused):
		e := &apiError{status: refused.Response.StatusCode, message: http.StatusText(refused.Response.StatusCode)}
		if m := refused.Message; m != nil {
			e.code, e.message = m.Code, m.Message
		}
		if e.status == http.StatusBadRequest {
			e.message = string(refused.ResponseBody) // it names the fields that are wrong
		}
		return 0, e
	case errors.As(err, &failed):
		return wait, fmt.Errorf("discord: cannot be reached: %w", failed.Err)
	}
	return wait, fmt.Errorf("discord: no answer: %w", err)
}

// sleep waits, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// interactionBuckets is how many buckets the answers to interactions share. With one for
// each token the library would keep every token for ever; with one for all, an
// answer would wait for every other.
const interactionBuckets = 1024

// bucketOf is the bucket of an interaction's requests of a kind.
func bucketOf(kind, token string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(token)) // never fails
	return kind + strconv.Itoa(int(h.Sum32()%interactionBuckets))
}
