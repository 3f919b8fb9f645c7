package main

import (
	"context"
	"fmt"
	"time"

	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/match"
)

const (
	// beaconMargin is the least time between an order and the round that its roll
	// hangs on: time for the post with the order to be seen.
	beaconMargin = 10 * time.Second
	// pulsePatience is how long a match waits for a relay before it goes on
	// waiting in the open, and asks again a period later.
	pulsePatience = 3 * time.Second
)

// pulses brings rounds from a relay to dice.
type pulses struct{ relay *relay }

var _ dice.Pulses = pulses{}

// Chain is the chain that the relay serves.
func (p pulses) Chain() beacon.Chain { return p.relay.chain }

// Pulse fetches a round. Whatever keeps it away, it is to be asked for again: the
// round is one that comes or has come.
func (p pulses) Pulse(round uint64) (beacon.Pulse, error) {
	ctx, cancel := context.WithTimeout(context.Background(), pulsePatience)
	defer cancel()
	got, err := p.relay.pulse(ctx, round)
	if err != nil {
		return beacon.Pulse{}, fmt.Errorf("%w: %w", match.ErrNoRoll, err)
	}
	return got, nil
}
