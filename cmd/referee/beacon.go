package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"referee/engine/dice/beacon"
)

const (
	// relayPatience is how long a relay may take. It delays the answer for the next
	// round until that is published, so this is well above a period.
	relayPatience = 15 * time.Second
	// relayLimit is how many bytes of an answer are read: several times the length of a
	// round.
	relayLimit = 4 << 10
)

// errNotYet is wrapped by the error of relay.pulse for a round in the future. Asking
// again later helps; with other errors another relay might.
var errNotYet = errors.New("the round has not been published yet")

// relay fetches rounds of a chain from one of drand's HTTP relays. It need not be
// trusted: its answers are checked against the chain's key.
type relay struct {
	chain  beacon.Chain
	base   string // address without the chain, as https://api.drand.sh
	client *http.Client
}

// newRelay makes a relay of its address.
func newRelay(chain beacon.Chain, base string) *relay {
	return &relay{chain: chain, base: strings.TrimRight(base, "/"), client: &http.Client{Timeout: relayPatience}}
}

// pulse fetches a round, verified. The error wraps errNotYet if the relay says that the
// round is in the future, and beacon.ErrPulse if its answer is not from the chain.
func (r *relay) pulse(ctx context.Context, round uint64) (beacon.Pulse, error) {
	due := r.chain.TimeOf(round)
	if due.IsZero() {
		return beacon.Pulse{}, fmt.Errorf("the beacon has no round %d", round)
	}
	p, err := r.fetch(ctx, round, due)
	if err == nil {
		err = r.chain.Verify(p)
	}
	if err != nil {
		return beacon.Pulse{}, fmt.Errorf("round %d of the beacon from %s: %w", round, r.base, err)
	}
	return p, nil
}

// fetch asks for a round and reads the answer.
func (r *relay) fetch(ctx context.Context, round uint64, due time.Time) (beacon.Pulse, error) {
	address := fmt.Sprintf("%s/%x/public/%d", r.base, r.chain.Hash, round)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return beacon.Pulse{}, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return beacon.Pulse{}, unanswered(err)
	}
	defer func() { _ = resp.Body.Close() }() // read to its end or given up
	switch resp.StatusCode {
	case http.StatusOK:
		return readPulse(resp.Body, round)
	case http.StatusTooEarly: // for rounds after the next
		return beacon.Pulse{}, fmt.Errorf("%w: it is due at %s", errNotYet, due.Format(time.RFC3339))
	case http.StatusNotFound:
		return beacon.Pulse{}, fmt.Errorf("it does not know that chain or round (due at %s): check the address", due.Format(time.RFC3339))
	default:
		return beacon.Pulse{}, fmt.Errorf("it answers %s", resp.Status)
	}
}

// unanswered says why there was no answer, without the address, which is in the message
// already.
func unanswered(err error) error {
	var failure *url.Error
	if !errors.As(err, &failure) {
		return err
	}
	if failure.Timeout() {
		return fmt.Errorf("it did not answer in time: %w", failure.Err)
	}
	return failure.Err
}

// readPulse reads a round as relays write it. Randomness is the hash of the
// signature and follows from it; an answer in which it does not is damaged.
func readPulse(from io.Reader, round uint64) (beacon.Pulse, error) {
	var answer struct {
		Round      uint64 `json:"round"`
		Randomness string `json:"randomness"`
		Signature  string `json:"signature"`
	}
	if err := json.NewDecoder(io.LimitReader(from, relayLimit)).Decode(&answer); err != nil {
		return beacon.Pulse{}, fmt.Errorf("its answer is not a round: %w", err)
	}
	if answer.Round != round {
		return beacon.Pulse{}, fmt.Errorf("it answers with round %d", answer.Round)
	}
	signature, err := hex.DecodeString(answer.Signature)
	if err != nil || len(signature) != beacon.SignatureSize {
		return beacon.Pulse{}, fmt.Errorf("its signature is not %d bytes in hexadecimal: %q", beacon.SignatureSize, answer.Signature)
	}
	p := beacon.Pulse{Round: round, Signature: [beacon.SignatureSize]byte(signature)}
	if randomness := p.Randomness(); answer.Randomness != hex.EncodeToString(randomness[:]) {
		return beacon.Pulse{}, fmt.Errorf("its randomness is not the hash of its signature: %q", answer.Randomness)
	}
	return p, nil
}
