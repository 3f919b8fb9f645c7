package wire

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Reach hears whether people can be reached: clocks stand while they cannot.
// All may be said again.
type Reach interface {
	Up(at time.Time) error
	Down(at time.Time) error
	// Seen says that they were for certain at a moment.
	Seen(at time.Time)
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
	lost []time.Time        // by shard, the last sign of life; zero: it is connected
	sign []func() time.Time // by shard that is connected: of a last sign of life
	mute time.Time          // the first request without an answer since the last with one; zero: none
	up   bool               // as reach was told
}

// newPulse is the pulse of some shards that are not connected yet. Nobody hears
// of it where reach is nil.
func newPulse(c Config) *pulse {
	p := &pulse{reach: c.Reach, now: c.Now, after: c.Timing.Mute, log: c.Log}
	for range c.Shards {
		p.lost = append(p.lost, c.Now())
	}
	p.sign = make([]func() time.Time, c.Shards)
	return p
}

// connected says that a shard is, and where its last sign of life is asked for.
func (p *pulse) connected(shard int, sign func() time.Time) {
	p.change(func() { p.lost[shard], p.sign[shard] = time.Time{}, sign })
}

// cut says that a shard has lost its connection, of which there was a last sign
// of life.
func (p *pulse) cut(shard int, alive time.Time) { p.change(func() { p.lost[shard] = alive }) }

// moment is a moment of time.Now by the clock of the bot, which may differ.
func (p *pulse) moment(t time.Time) time.Time { return p.now().Add(-time.Since(t)) }

// proof tells when all shards had a last sign of life, if nothing speaks against it
// that people are reached.
func (p *pulse) proof() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reach == nil || !p.up || !p.mute.IsZero() || !p.out().IsZero() {
		return
	}
	var last time.Time
	for _, sign := range p.sign {
		last = earliest(last, sign())
	}
	p.reach.Seen(p.moment(last))
}

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
// answer or its date is missing: it may be that nobody else asks any more.
func (b *Bot) watch(ctx context.Context) {
	tick := time.NewTicker(min(pulseEvery, b.Timing.Mute))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.pulse.proof()
		missing := false
		b.pulse.change(func() { missing = !b.pulse.mute.IsZero() })
		if b.Dates != nil && b.Dates.Asks() || missing {
			try, stop := context.WithTimeout(ctx, askWithin)
			_, err := b.rest.send(try, request{method: http.MethodGet, path: "/applications/@me", bucket: "application"})
			stop()
			if err != nil {
				b.Log.Warn("Discord does not answer", "error", err)
			}
		}
	}
}
