package gateway

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
)

// noteName is the note that keeps the IDENTIFYs of the last day.
const noteName = "gateway identifies"

// Where Discord does not say how many sessions may be begun (Gateway, "Rate Limiting").
const (
	totalUnsaid = 1000 // in a day; above it Discord ends all sessions and takes the token away
	day         = 24 * time.Hour
)

// budget rations IDENTIFYs: one at a time for each rate limit key with a pause between
// them, and so many an hour that a day of failures cannot use up what Discord gives.
// It counts what is sent, whatever comes of it, and over restarts.
type budget struct {
	notes notebook.Store
	gap   time.Duration
	now   func() time.Time

	mu   sync.Mutex
	sent []identify        // of the last day, the oldest first
	busy map[int]chan bool // semaphore of each rate limit key: it holds a value while one is under way
}

// identify is one IDENTIFY that was sent.
type identify struct {
	At  int64 `json:"at"`  // ms since 1970
	Key int   `json:"key"` // its rate limit key: shard % max_concurrency
}

// load reads what was sent before a restart. What lies in the future was sent before the
// clock was put back: it counts as sent now.
func (b *budget) load(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy = map[int]chan bool{}
	var err error
	if b.sent, err = notebook.Read[[]identify](ctx, b.notes, noteName); err != nil {
		return err
	}
	now := b.now().UnixMilli()
	for i := range b.sent {
		b.sent[i].At = min(b.sent[i].At, now)
	}
	return nil
}

// wait is how long the next IDENTIFY with a key must wait. An hour has a 25th of what a
// day has.
func (b *budget) wait(key int, limit discordgo.SessionInformation) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	b.sent = slices.DeleteFunc(b.sent, func(i identify) bool { return now.Sub(time.UnixMilli(i.At)) >= day })
	total := limit.Total
	if total <= 0 {
		total = totalUnsaid
	}
	wait := max(b.over(now, day, total), b.over(now, time.Hour, max(total/25, 1)))
	for _, i := range b.sent {
		if i.Key == key {
			wait = max(wait, b.gap-now.Sub(time.UnixMilli(i.At)))
		}
	}
	if limit.Total > 0 && limit.Remaining <= 0 {
		wait = max(wait, time.Duration(limit.ResetAfter)*time.Millisecond)
	}
	return wait
}

// over is how long to wait until less than most were sent within a time.
func (b *budget) over(now time.Time, within time.Duration, most int) time.Duration {
	if len(b.sent) < most {
		return 0
	}
	return within - now.Sub(time.UnixMilli(b.sent[len(b.sent)-most].At))
}

// take waits until a shard may IDENTIFY, asking Discord anew after a long wait. The slot
// that it returns must be given back.
func (b *budget) take(ctx context.Context, shard int, ask func(context.Context) (*discordgo.GatewayBotResponse, error), log *slog.Logger) (*slot, *discordgo.GatewayBotResponse, error) {
	for {
		start, err := ask(ctx)
		if err != nil {
			return nil, start, err
		}
		key := shard % max(start.SessionStartLimit.MaxConcurrency, 1)
		unlock, err := b.lock(ctx, key)
		if err != nil {
			return nil, start, err
		}
		wait := b.wait(key, start.SessionStartLimit)
		if wait <= b.gap {
			rest.Sleep(ctx, wait)
			return &slot{b: b, key: key, unlock: unlock}, start, nil
		}
		unlock()
		log.Error("too many new sessions with Discord, waiting", "shard", shard, "for", wait.Round(time.Second))
		rest.Sleep(ctx, wait)
		if ctx.Err() != nil {
			return nil, start, ctx.Err()
		}
	}
}

// lock locks a key.
func (b *budget) lock(ctx context.Context, key int) (unlock func(), err error) {
	b.mu.Lock()
	c := b.busy[key]
	if c == nil {
		c = make(chan bool, 1)
		b.busy[key] = c
	}
	b.mu.Unlock()
	select {
	case c <- true:
		return func() { <-c }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// slot is the right to send one IDENTIFY.
type slot struct {
	b      *budget
	key    int
	unlock func()
	sent   bool
	once   sync.Once
}

// sending counts an IDENTIFY that is about to be sent.
func (s *slot) sending(ctx context.Context) error {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	s.sent = true
	s.b.sent = append(s.b.sent, identify{s.b.now().UnixMilli(), s.key})
	return s.b.save(ctx)
}

// release gives the slot back. It may be called again. The pause before the next IDENTIFY
// with the key is counted from now: Discord has heard the one that was sent by now at the
// latest.
func (s *slot) release(ctx context.Context) (err error) {
	s.once.Do(func() {
		defer s.unlock()
		if !s.sent {
			return
		}
		s.b.mu.Lock()
		defer s.b.mu.Unlock()
		for i := range s.b.sent {
			if last := &s.b.sent[len(s.b.sent)-1-i]; last.Key == s.key {
				last.At = s.b.now().UnixMilli()
				break
			}
		}
		err = s.b.save(ctx)
	})
	return err
}

// save keeps what was sent. The lock is held.
func (b *budget) save(ctx context.Context) error {
	return notebook.Write(ctx, b.notes, noteName, b.sent)
}
