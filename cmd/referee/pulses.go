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
	// depends on, so that the post with the order can be seen before.
	beaconMargin = 10 * time.Second
	// pulsePatience is how long a match waits for a relay before players are told that
	// it waits; it asks again a period later.
	pulsePatience = 3 * time.Second
)

// pulses brings rounds from a relay to dice.
type pulses struct{ relay *relay }

var _ dice.Pulses = pulses{}

// Chain is the chain that the relay serves.
func (p pulses) Chain() beacon.Chain { return p.relay.chain }

// Pulse fetches a round. After any error the caller should ask again, as every round is
// published in the end.
func (p pulses) Pulse(round uint64) (beacon.Pulse, error) {
	ctx, cancel := context.WithTimeout(context.Background(), pulsePatience)
	defer cancel()
	got, err := p.relay.pulse(ctx, round)
	if err != nil {
		return beacon.Pulse{}, fmt.Errorf("%w: %w", match.ErrNoRoll, err)
	}
	return got, nil
}
