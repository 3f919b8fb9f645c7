package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"referee/engine/dice/beacon"
)

// Two rounds of quicknet, as relays serve them.
const (
	round1000 = `{"round":1000,` +
		`"randomness":"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",` +
		`"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"}`
	round32281667 = `{"round":32281667,` +
		`"randomness":"4fd2fc55983dbfa3f446d8a0bd56f16cc8c5e76afd1ec154b60d477cbabed13b",` +
		`"signature":"b0f5ae301358ff87a9d3dd539ed4a07c0148b1ab4f7b61a8ca43c7e9ca7ca9553e4faae9188deb30b2cd1a7f447e3e5b"}`
)

// answering is a relay of quicknet that answers every question in one way.
func answering(t *testing.T, status int, body string) *relay {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return newRelay(beacon.Quicknet(), server.URL)
}

func TestRelay(t *testing.T) {
	mux := http.NewServeMux()
	const chain = "/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
	for round, body := range map[string]string{"1000": round1000, "32281667": round32281667} {
		mux.HandleFunc("GET "+chain+"/public/"+round, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	r := newRelay(beacon.Quicknet(), server.URL+"/")
	for round, want := range map[uint64]string{1000: round1000, 32281667: round32281667} {
		p, err := r.pulse(t.Context(), round)
		if err != nil {
			t.Fatal(err)
		}
		if signature := fmt.Sprintf("%x", p.Signature); p.Round != round || !strings.Contains(want, signature) {
			t.Errorf("asked for %d, got %d with %s", round, p.Round, signature)
		}
	}
	_, err := r.pulse(t.Context(), 1001)
	if err == nil || errors.Is(err, errNotYet) || !strings.Contains(err.Error(), "(due at 2023-08-23T15:59:27Z)") {
		t.Errorf("a round that the relay does not have: %v", err)
	}
}

func TestRelayNotYet(t *testing.T) {
	_, err := answering(t, http.StatusTooEarly, "Requested future beacon").pulse(t.Context(), 1000)
	if !errors.Is(err, errNotYet) || !strings.Contains(err.Error(), "due at 2023-08-23T15:59:24Z") {
		t.Errorf("got %v", err)
	}
}

func TestRelayRefused(t *testing.T) {
	for name, c := range map[string]struct {
		status    int
		body, why string
	}{
		"no JSON":          {200, "<html>", "its answer is not a round"},
		"endless":          {200, `{"round":1000,"signature":"` + strings.Repeat("0", relayLimit), "its answer is not a round"},
		"another round":    {200, round32281667, "it answers with round 32281667"},
		"short signature":  {200, strings.Replace(round1000, "5e39", "", 1), "its signature is not 48 bytes"},
		"no hexadecimal":   {200, strings.Replace(round1000, "b446", "0xb4", 1), "its signature is not 48 bytes"},
		"other randomness": {200, strings.Replace(round1000, "fe290b", "fe290c", 1), "its randomness is not the hash"},
		"out of order":     {500, round1000, "it answers 500 Internal Server Error"},
	} {
		t.Run(name, func(t *testing.T) {
			r := answering(t, c.status, c.body)
			_, err := r.pulse(t.Context(), 1000)
			if err == nil || errors.Is(err, errNotYet) || !strings.Contains(err.Error(), "round 1000 of the beacon from "+r.base+": "+c.why) {
				t.Errorf("got %v, want %q", err, c.why)
			}
		})
	}
	_, err := answering(t, 200, round1000).pulse(t.Context(), 0)
	if err == nil || !strings.Contains(err.Error(), "no round 0") {
		t.Errorf("round 0: %v", err)
	}
}

// TestRelayThatLies: an answer whole in itself, but signed for another round, is
// refused by the chain's key.
func TestRelayThatLies(t *testing.T) {
	lie := strings.Replace(round32281667, "32281667", "1000", 1)
	if _, err := answering(t, 200, lie).pulse(t.Context(), 1000); !errors.Is(err, beacon.ErrPulse) {
		t.Errorf("got %v", err)
	}
}

func TestRelayThatIsSilent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	r := newRelay(beacon.Quicknet(), server.URL)
	r.client.Timeout = 20 * time.Millisecond
	if _, err := r.pulse(t.Context(), 1000); err == nil || !strings.Contains(err.Error(), "did not answer in time") {
		t.Errorf("with a timeout: %v", err)
	}
	r.client.Timeout = relayPatience
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.pulse(ctx, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	server.Close()
	if _, err := r.pulse(t.Context(), 1000); err == nil || strings.Contains(err.Error(), "/public/") {
		t.Errorf("nobody there: %v", err)
	}
}
