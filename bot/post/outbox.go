package post

import (
	"context"

	"referee/engine/match"
)

// Store keeps posts until they are delivered.
type Store interface {
	// Places lists the places that something waits to be posted at, whatever their
	// door, each with the number of the newest post there.
	Places(ctx context.Context) (map[string]uint64, error)
	Outbox(ctx context.Context, place string) ([]match.Intent, error)
	Sent(ctx context.Context, place string, no uint64) error
}

// Outbox is what waits to be posted.
type Outbox struct{ Store }

// Posts lists what waits to be posted at a place, first things first.
func (o Outbox) Posts(ctx context.Context, place string) ([]Post, error) {
	intents, err := o.Outbox(ctx, place)
	if err != nil {
		return nil, err
	}
	out := make([]Post, len(intents))
	for i, in := range intents {
		if out[i], err = Read(in); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Posted takes a post out of what waits at a place.
func (o Outbox) Posted(ctx context.Context, place string, p Post) error {
	return o.Sent(ctx, place, p.No)
}
