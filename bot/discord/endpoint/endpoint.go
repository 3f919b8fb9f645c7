package endpoint

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// Path is where the program serves the endpoint of interactions, EventsPath that of webhook
// events.
const (
	Path       = "/discord/interactions"
	EventsPath = "/discord/events"
)

const (
	// bodyMost is how many bytes an interaction may have. The largest bring the message
	// that was pressed, with 4,000 characters and 40 components.
	bodyMost = 1 << 20
	// freshFor is how old a request may be. Discord's own user gives up after 3 s; the rest
	// is for clocks, and whatever stands between.
	freshFor = time.Minute
	// eventFreshFor is how old a webhook event may be: Discord sends one again for up to 10
	// minutes (Webhook Events, "Responding to Events").
	eventFreshFor = 15 * time.Minute
)

// The headers of a request.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTimestamp = "X-Signature-Timestamp"
)

// ErrEnding: the bot takes nothing in any more, as it is ending.
var ErrEnding = errors.New("discord: it is ending")

// Config is what an endpoint works with.
type Config struct {
	// Key is the key of the application (Application resource, verify_key); nil: it is not
	// known yet, and nothing is taken in.
	Key func() ed25519.PublicKey
	// Age is how old something is, at least, that Discord did at a moment of its clock.
	Age func(at time.Time) time.Duration
	// Take takes an interaction in, and does not wait for what comes of it. ping: it only
	// asks whether anybody is there. It returns ErrEnding, or an error where the
	// interaction cannot be read.
	Take func(ctx context.Context, body []byte) (ping bool, err error)
	Log  *slog.Logger
}

// New makes an endpoint of interactions.
func New(c Config) http.Handler { return &endpoint{c, freshFor, answerInteraction} }

// NewEvents makes an endpoint of webhook events, which Take takes in.
func NewEvents(c Config) http.Handler { return &endpoint{c, eventFreshFor, answerEvent} }

type endpoint struct {
	Config
	fresh  time.Duration
	answer func(w http.ResponseWriter, ping bool)
}

// answerInteraction says that an interaction was taken in.
func answerInteraction(w http.ResponseWriter, ping bool) {
	if !ping {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"type":1}`)
}

// answerEvent says that an event was taken in, or that somebody is there (Webhook Events,
// "Acknowledging PING requests").
func answerEvent(w http.ResponseWriter, _ bool) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNoContent)
}

// refusal is why a request is not taken in.
type refusal struct {
	status int
	why    string
}

func (r *refusal) Error() string { return r.why }

// ServeHTTP takes a request.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ping, err := e.take(w, r)
	var no *refusal
	switch {
	case errors.As(err, &no):
		if no.status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", http.MethodPost)
		}
		e.Log.Debug("a request to an endpoint is refused", "status", no.status, "why", no.why)
		http.Error(w, no.why, no.status)
	default:
		e.answer(w, ping)
	}
}

// take checks a request and hands on what it brings. Every error is a *refusal.
func (e *endpoint) take(w http.ResponseWriter, r *http.Request) (ping bool, err error) {
	if r.Method != http.MethodPost {
		return false, &refusal{http.StatusMethodNotAllowed, "something is posted here, by Discord"}
	}
	key := e.Key()
	if key == nil {
		return false, &refusal{http.StatusServiceUnavailable, "the key of the application is not known yet"}
	}
	body, err := e.signed(w, r, key)
	if err != nil {
		return false, err
	}
	ping, err = e.Take(r.Context(), body)
	switch {
	case errors.Is(err, ErrEnding):
		return false, &refusal{http.StatusServiceUnavailable, "it is ending"}
	case err != nil:
		e.Log.Warn("cannot read what Discord posts", "error", err)
		return false, &refusal{http.StatusBadRequest, "this cannot be read"}
	}
	return ping, nil
}

// signed reads the body of a request that Discord has signed just now.
func (e *endpoint) signed(w http.ResponseWriter, r *http.Request, key ed25519.PublicKey) ([]byte, error) {
	signature, err := hex.DecodeString(r.Header.Get(headerSignature))
	stamp := r.Header.Get(headerTimestamp)
	seconds, errStamp := strconv.ParseInt(stamp, 10, 64)
	if err != nil || errStamp != nil || len(signature) != ed25519.SignatureSize {
		return nil, &refusal{http.StatusUnauthorized, "invalid request signature"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMost))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, &refusal{http.StatusRequestEntityTooLarge, "the request is too large to be from Discord"}
	case err != nil:
		return nil, &refusal{http.StatusBadRequest, "the request is incomplete"}
	case !ed25519.Verify(key, append([]byte(stamp), body...), signature):
		return nil, &refusal{http.StatusUnauthorized, "invalid request signature"}
	}
	if age := e.Age(time.Unix(seconds, 0)); age > e.fresh {
		e.Log.Warn("what was sent long ago is refused", "age", age.Round(time.Second))
		return nil, &refusal{http.StatusUnauthorized, "the request is old"}
	}
	return body, nil
}
