package wire

import (
	"maps"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
)

// Observer hears of what the bot does, to count it. It must not block, and hears of nobody
// and of no match.
type Observer interface {
	rest.Observer
	gateway.Observer
	// Interacted tells what came of an interaction.
	Interacted(i Interacted)
	// Posted tells what came of a try to post what waits at a place. Missed: Discord does not
	// let the bot post there, as people can change.
	Posted(o Outcome)
}

// Outcome is what came of something that the bot was to do.
type Outcome string

// The outcomes.
const (
	Succeeded Outcome = "done"
	Failed    Outcome = "failed"
	Missed    Outcome = "missed" // there was nothing that could be done
	// Limited is more than is allowed: an interaction alone comes to that.
	Limited Outcome = "limited"
)

// Interacted is what came of an interaction. Missed: it came too late to be answered.
type Interacted struct {
	Kind    discordgo.InteractionType
	Outcome Outcome
	// First is the time until Discord had the first answer, be it that one would follow;
	// 0: it had none. Whole is the time until all of it was there, with its picture.
	First, Whole time.Duration
}

// unobserved counts nothing.
type unobserved struct{}

var _ Observer = unobserved{}

func (unobserved) Requested(string, int, time.Duration) {}
func (unobserved) Identified()                          {}
func (unobserved) Resumed()                             {}
func (unobserved) Acknowledged(time.Duration)           {}
func (unobserved) Interacted(Interacted)                {}
func (unobserved) Posted(Outcome)                       {}

// Sessions is how many sessions Discord lets the bot begin.
type Sessions struct {
	Left, Total int
	renewed     time.Time // from when all of them are left
}

// Sessions is how many sessions may be begun, as Discord said when one was begun last; the
// zero value: it never was.
func (b *Bot) Sessions() Sessions {
	s := b.sessions.Load()
	if s == nil {
		return Sessions{}
	}
	if !time.Now().Before(s.renewed) {
		return Sessions{Left: s.Total, Total: s.Total}
	}
	return *s
}

// InvalidRequests is how many requests of the last ten minutes Discord counts as invalid: see
// [rest.InvalidMost].
func (b *Bot) InvalidRequests() int { return b.rest.Invalid() }

// Connected is how many connections to the gateway there are, and how many there are to be. Over
// HTTP alone, that Discord sends interactions counts as one.
func (b *Bot) Connected() (connected, all int) {
	b.health.mu.Lock()
	defer b.health.mu.Unlock()
	for _, lost := range b.health.lostAt {
		if lost.IsZero() {
			connected++
		}
	}
	return connected, len(b.health.lostAt)
}

// Waiting is what waits to be posted.
type Waiting struct {
	Read   bool // the outbox was, since the start
	Places int  // with something waiting
	Shut   int  // of them those where the bot may not post, which waits for people
	// Oldest is for how long nothing could be posted at the place, of the others, where that is
	// longest. It counts from the start at most.
	Oldest time.Duration
}

// Waiting is what waits to be posted.
func (b *Bot) Waiting() Waiting {
	s := b.sender
	s.mu.Lock()
	defer s.mu.Unlock()
	w := Waiting{Read: s.read, Places: len(s.waits)}
	for place, since := range s.waits {
		if s.backoffs[place].shut {
			w.Shut++
		} else {
			w.Oldest = max(w.Oldest, time.Since(since))
		}
	}
	return w
}

// wait notes at which places something waits.
func (s *sender) wait(places map[string]uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = true
	maps.DeleteFunc(s.waits, func(place string, _ time.Time) bool {
		_, waits := places[place]
		return !waits
	})
	for place := range places {
		if _, known := s.waits[place]; !known && s.serving(place) != nil {
			s.waits[place] = time.Now()
		}
	}
}
