package discord

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Reach hears whether people can be reached: clocks stand while they cannot.
// Both may be said again.
type Reach interface {
	Up(at time.Time) error
	Down(at time.Time) error
}

// How Discord is watched.
const (
	muteAfter  = 10 * time.Second // without an answer: it is out of order
	pulseEvery = 2 * time.Second
)

// pulse finds out whether people can be reached: every shard is connected, as a
// player whose buttons do nothing cannot play, and requests are answered.
type pulse struct {
	reach Reach
	now   func() time.Time
	after time.Duration // muteAfter
	log   *slog.Logger

	mu   sync.Mutex
	lost []time.Time // by shard, the last sign of life; zero: it is connected
	mute time.Time   // the first request without an answer since the last with one; zero: none
	up   bool        // as reach was told
}

// newPulse is the pulse of some shards that are not connected yet. Nobody hears
// of it where reach is nil.
func newPulse(c Config) *pulse {
	p := &pulse{reach: c.Reach, now: c.Now, after: c.mute, log: c.Log}
	for range c.Shards {
		p.lost = append(p.lost, c.Now())
	}
	return p
}

// connected says that a shard is.
func (p *pulse) connected(shard int) { p.change(func() { p.lost[shard] = time.Time{} }) }

// cut says that a shard has lost its connection, of which there was a last sign
// of life.
func (p *pulse) cut(shard int, alive time.Time) { p.change(func() { p.lost[shard] = alive }) }

// answered says that a request had an answer, whichever.
func (p *pulse) answered() {
	p.change(func() { p.mute = time.Time{} })
}

// unanswered says that a request had none.
func (p *pulse) unanswered() {
	p.change(func() {
		if p.mute.IsZero() {
			p.mute = p.now()
		}
	})
}

func (p *pulse) change(what func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	what()
	p.tell()
}

// out is since when people cannot be reached; the zero time: they can.
func (p *pulse) out() time.Time {
	var since time.Time
	for _, t := range p.lost {
		since = earliest(since, t)
	}
	if !p.mute.IsZero() && p.now().Sub(p.mute) >= p.after {
		since = earliest(since, p.mute)
	}
	return since
}

// earliest is the earlier of two moments, of which the zero time is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// tell tells reach what has changed. Where that fails, the next call tries again.
func (p *pulse) tell() {
	since := p.out()
	if p.reach == nil || since.IsZero() == p.up {
		return
	}
	say := func() error { return p.reach.Up(p.now()) }
	if p.up {
		say = func() error { return p.reach.Down(since) }
	}
	if err := say(); err != nil {
		p.log.Error("outage not noted", "error", err)
		return
	}
	p.up = !p.up
	p.log.Info("clocks", "run", p.up)
}

// watch looks again and again, until ctx ends. It asks Discord itself where an
// answer is missing: it may be that nobody else asks any more.
func (b *Bot) watch(ctx context.Context) {
	tick := time.NewTicker(min(pulseEvery, b.mute))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		missing := false
		b.pulse.change(func() { missing = !b.pulse.mute.IsZero() })
		if missing {
			try, stop := context.WithTimeout(ctx, askWithin)
			_, err := b.rest.send(try, request{method: http.MethodGet, path: "/applications/@me", bucket: "application"})
			stop()
			if err != nil {
				b.Log.Warn("Discord does not answer", "error", err)
			}
		}
	}
}
