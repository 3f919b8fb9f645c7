package discord

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/emoji"
	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/render"
	"referee/store"
)

// BenchmarkPress is a press of a button that answers or goes on with an answer, from
// the interaction to its reply, with a store that waits for the disk, without pictures
// and network. It reports the reading transactions of the store that one press takes.
func BenchmarkPress(b *testing.B) {
	h, s := benched(b)
	var reads int
	club := opened(b.Context(), h, 20)
	i := 0
	for b.Loop() {
		b.StopTimer()
		var in wire.Interaction
		var who *regular
		for found := false; !found; i++ {
			who = club[i%len(club)]
			in, found = who.press(b.Context())
		}
		b.StartTimer()
		before := s.Reads()
		m := h.Handle(b.Context(), in).Message
		reads += s.Reads() - before
		*who.sees(in.User.ID) = m
	}
	b.ReportMetric(float64(reads)/float64(b.N), "reads/op")
}

// BenchmarkHandle answers interactions of 200 matches of Celles, one after the
// other, with a store that waits for the disk: presses, typed orders and
// questions, without pictures and network. It reports the time of the slowest of
// a hundred, and the memory in use at the end.
func BenchmarkHandle(b *testing.B) {
	h, _ := benched(b)
	const matches = 200
	club := opened(b.Context(), h, matches)
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		club[i%matches].step(b.Context())
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/1e6, "heap-MB")
}

// BenchmarkLimited is an interaction that is more than is allowed: of a person, whose refusal is
// said or not, and of a crowd, of which each is asked whether they play here. It reports the reading
// transactions of the store that one takes.
func BenchmarkLimited(b *testing.B) {
	h, s := benched(b)
	at := opened(b.Context(), h, 1)[0]
	for _, bench := range []struct {
		name string
		do   func(in wire.Interaction)
	}{
		{"silent", func() func(wire.Interaction) {
			l := limit.New(limit.Config{PerSecond: 1})
			return func(in wire.Interaction) {
				l.Ask(limit.Press, limit.Who{Person: string(in.User.ID)}, func() bool { return false })
			}
		}()},
		{"said", func(in wire.Interaction) { h.Limited(in, limit.Verdict{Refused: true, By: limit.Person}) }},
		{"crowd", func(in wire.Interaction) { h.Plays(b.Context(), in) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			in, before := at.act("1", discordgo.InteractionApplicationCommand), s.Reads()
			in.Path = wire.Path{"choose"}
			for b.Loop() {
				bench.do(in)
			}
			b.ReportMetric(float64(s.Reads()-before)/float64(b.N), "reads/op")
		})
	}
}

// benched makes handlers over a store on the disk.
func benched(b *testing.B) (*Handlers, *store.Store) {
	b.Helper()
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "referee.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	clubs, err := club.New(referee.Config{
		Games: []referee.Game{cellesGame}, Store: s, Dice: dice.NewSeeded("bench"),
		Faults: b.TempDir(), Log: slog.New(slog.DiscardHandler),
	}, s.Leagues())
	if err != nil {
		b.Fatal(err)
	}
	h, err := NewHandlers(b.Context(), command.Deps{Club: clubs, Notes: s, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	h.Emoji = symbolsIn(b, h.Games)
	return h, s
}

// symbolsIn has a Discord hold the symbols of units.
func symbolsIn(b *testing.B, games []*engine.Info) func(game string, p engine.Piece) *discordgo.ComponentEmoji {
	b.Helper()
	d := discordtest.New(b, discordtest.Options{})
	k := emoji.New(emoji.Config{Games: games, Paint: render.New(render.Options{}).Emblem, Log: slog.New(slog.DiscardHandler), Pace: time.Nanosecond})
	ctx, stop := context.WithCancel(b.Context())
	var keeping sync.WaitGroup
	keeping.Go(func() { k.Keep(ctx, rest.New(d.Token(), d.Transport(), unwatched{}, unwatched{}), wire.ID(d.AppID())) })
	d.Until("symbols of all units", func() bool {
		return !slices.ContainsFunc(games, func(g *engine.Info) bool {
			return slices.ContainsFunc(g.Counters, func(p engine.Piece) bool { return k.Of(g.Game, p) == nil })
		})
	})
	stop()
	keeping.Wait()
	return k.Of
}

// unwatched hears nothing of what becomes of requests.
type unwatched struct{}

func (unwatched) Responded(ctx context.Context) {}
func (unwatched) Silent(ctx context.Context)    {}

func (unwatched) Requested(string, int, time.Duration) {}

// opened opens so many matches, each in its channel.
func opened(ctx context.Context, h *Handlers, matches int) []*regular {
	club := make([]*regular, matches)
	for i := range club {
		club[i] = &regular{h: h, rand: rand.New(rand.NewPCG(1, uint64(i))), channel: wire.ID(fmt.Sprint(1000 + i))}
		club[i].open(ctx)
	}
	return club
}

// regular plays both sides of a match in a channel.
type regular struct {
	h       *Handlers
	rand    *rand.Rand
	channel wire.ID
	n       int
	shown   [3]wire.Message
}

func (r *regular) act(user wire.ID, kind discordgo.InteractionType) wire.Interaction {
	r.n++
	return wire.Interaction{
		Kind: kind, ID: wire.ID(fmt.Sprintf("%s%06d", r.channel, r.n)), App: "9", Token: "t", Guild: "1", Channel: r.channel,
		User: wire.User{ID: user, Name: string(user)}, AppPermissions: everything, Options: map[string]string{},
	}
}

func (r *regular) command(ctx context.Context, user wire.ID, sub string, options map[string]string) {
	in := r.act(user, discordgo.InteractionApplicationCommand)
	in.Path = wire.Path{"match", sub}
	in.Options = options
	*r.sees(user) = r.h.Handle(ctx, in).Message
}

// open opens a match and takes both seats.
func (r *regular) open(ctx context.Context) {
	r.command(ctx, "1", "new", map[string]string{"side": "german"})
	r.command(ctx, "2", "join", nil)
}

// sees is the message that somebody was answered last.
func (r *regular) sees(user wire.ID) *wire.Message { return &r.shown[user[0]-'0'] }

// picks are the buttons and menus of a message that answer a question.
func (r *regular) picks(m *wire.Message) []wire.Interaction {
	var picks []wire.Interaction
	for _, p := range inside(m.Components) {
		way, _ := wire.ParsePath(p.CustomID)
		if way.Part(0) != "pick" && way.Part(0) != "confirm" {
			continue
		}
		in := wire.Interaction{Path: way}
		if p.Type == discordgo.SelectMenuComponent {
			in.Values = []string{one(r.rand, p.Options).Value}
		}
		picks = append(picks, in)
	}
	return picks
}

// press is the next press; false where nothing could be pressed yet, and what was
// shown was asked for anew.
func (r *regular) press(ctx context.Context) (wire.Interaction, bool) {
	user := one(r.rand, []wire.ID{"1", "2"})
	picks := r.picks(r.sees(user))
	in := r.act(user, discordgo.InteractionMessageComponent)
	if len(picks) > 0 {
		pick := one(r.rand, picks)
		in.Path, in.Values = pick.Path, pick.Values
		return in, true
	}
	in.Path = wire.Path{"choose"}
	*r.sees(user) = r.h.Handle(ctx, in).Message
	if id, err := r.h.Referee.Index.LatestAt(ctx, wire.PlaceOf(r.channel), match.UnderWay); err != nil || id == "" {
		r.open(ctx)
	}
	return in, false
}

// step is one interaction: mostly one that answers.
func (r *regular) step(ctx context.Context) {
	user := one(r.rand, []wire.ID{"1", "2"})
	shown := r.sees(user)
	picks := r.picks(shown)
	in := r.act(user, discordgo.InteractionMessageComponent)
	if len(picks) == 0 || r.rand.IntN(10) == 0 {
		in.Path = wire.Path{"choose"}
	} else {
		pick := one(r.rand, picks)
		in.Path, in.Values = pick.Path, pick.Values
	}
	*shown = r.h.Handle(ctx, in).Message
}
