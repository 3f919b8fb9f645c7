package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
)

// Config is what a Gateway works with.
type Config struct {
	// Token lets the bot in, without "Bot ". It is never logged.
	Token string
	// Intents are the kinds of events that are wanted (Gateway, "Gateway Intents");
	// 0: interactions alone.
	Intents discordgo.Intent
	// Shards is how many connections share the guilds; 0: as many as Discord recommends.
	Shards int
	// Ask asks Discord how to connect: GET /gateway/bot.
	Ask func(context.Context) (*discordgo.GatewayBotResponse, error)
	// Notes keep the times of IDENTIFYs over a restart.
	Notes notebook.Store
	// Event takes the events, those of a shard in order. It must not block.
	Event func(ctx context.Context, kind string, data json.RawMessage)
	// Order hears of the events before Event, with their numbers; nil: nobody does.
	Order func(kind string, seq int64)
	// Watcher hears which connections are up.
	Watcher Watcher
	// Observer hears of what is sent.
	Observer Observer
	Log      *slog.Logger
	Timing   Timing
	// Dial connects; nil: as everybody does.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Observer hears of what is sent to the gateway, to count it. It must not block.
type Observer interface {
	Identified()                      // a new session is asked for
	Resumed()                         // it is asked to go on with one
	Acknowledged(after time.Duration) // a heartbeat was answered
}

// Timing is how long things take. 0 stands for the time that holds in service.
type Timing struct {
	Ready    time.Duration // from the call to READY or RESUMED: 30 s
	Identify time.Duration // between two IDENTIFYs with the same rate limit key: 5.5 s
	Retry    time.Duration // before the second try to connect, doubled with each: 1 s
	Steady   time.Duration // a connection that lasted so long starts the tries anew: 1 min
}

// filled is the timing with every time set.
func (t Timing) filled() Timing {
	return Timing{
		Ready: cmp.Or(t.Ready, 30*time.Second), Identify: cmp.Or(t.Identify, 5500*time.Millisecond),
		Retry: cmp.Or(t.Retry, time.Second), Steady: cmp.Or(t.Steady, time.Minute),
	}
}

// Watcher hears which connections are up.
type Watcher interface {
	// Shards says how many there will be, before anything else.
	Shards(ctx context.Context, n int)
	// Connected says that a shard gets its events; heard tells when something came over
	// its connection last.
	Connected(ctx context.Context, shard int, heard func() time.Time)
	// Lost says that a shard does so no more; heard is when something came last.
	Lost(ctx context.Context, shard int, heard time.Time)
}

// Run keeps all connections until ctx ends. It returns an error only where another try
// would fail in the same way. Sessions are gone on with (RESUME), so that events that came
// in between are not lost; where that cannot be, a new one is begun (IDENTIFY).
func Run(ctx context.Context, c Config) error {
	c.Timing = c.Timing.filled()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g := &gateway{Config: c, budget: &budget{notes: c.Notes, gap: c.Timing.Identify, now: time.Now}}
	if err := g.budget.load(ctx); err != nil {
		return err
	}
	if g.Config.Shards == 0 {
		start, err := g.askUntil(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		g.Config.Shards = max(start.Shards, 1)
	}
	g.Watcher.Shards(ctx, g.Config.Shards)
	errs := make(chan error, g.Config.Shards)
	var shards sync.WaitGroup
	for id := range g.Config.Shards {
		shards.Go(func() {
			s := &shard{gateway: g, id: id}
			if err := s.run(ctx); err != nil {
				errs <- err
				stop()
			}
		})
	}
	shards.Wait()
	close(errs)
	return <-errs // nil where it is empty
}

// gateway is what the shards share.
type gateway struct {
	Config
	budget *budget
}

// askUntil asks how to connect until there is an answer, or ctx ends.
func (g *gateway) askUntil(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	for tries := 1; ; tries++ {
		start, err := g.Ask(ctx)
		if err == nil || ctx.Err() != nil || fatal(err) != nil {
			return start, err
		}
		g.Log.Warn("cannot ask Discord how to connect, trying again", "error", err)
		rest.Sleep(ctx, backoff(g.Timing.Retry, tries))
	}
}
