package referee

import (
	"referee/bot/post"
)

// Posts lists what waits to be posted at a place, first things first.
func (r *Referee) Posts(place string) ([]post.Post, error) {
	intents, err := r.store.Outbox(place)
	if err != nil {
		return nil, err
	}
	out := make([]post.Post, len(intents))
	for i, in := range intents {
		if out[i], err = post.Read(in); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Posted takes a post out of what waits at a place.
func (r *Referee) Posted(place string, p post.Post) error { return r.store.Sent(place, p.No) }

// Places lists the places that something waits to be posted at, whatever their
// door, each with the number of the newest post there.
func (r *Referee) Places() (map[string]uint64, error) { return r.store.Places() }
