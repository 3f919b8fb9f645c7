package discord

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/engine/dice"
	"referee/store"
)

// BenchmarkHandle answers interactions of 200 matches of Celles, one after the
// other, with a store that waits for the disk: presses, typed orders and
// questions, without pictures and network. It reports the time of the slowest of
// a hundred, and the memory in use at the end.
func BenchmarkHandle(b *testing.B) {
	s, err := store.Open(filepath.Join(b.TempDir(), "referee.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}()
	ref, err := referee.New(referee.Config{
		Games: []referee.Game{cellesGame}, Store: s, Dice: dice.NewSeeded("bench"),
		Faults: b.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	h, err := NewHandlers(Rules{Referee: ref, Notes: s, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	const matches = 200
	club := make([]*regular, matches)
	for i := range club {
		club[i] = &regular{h: h, rand: rand.New(rand.NewPCG(1, uint64(i))), channel: ID(fmt.Sprint(1000 + i))}
		club[i].command("1", "new", map[string]string{"side": "german"})
		club[i].command("2", "join", nil)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		club[i%matches].step()
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

// regular plays both sides of a match in a channel.
type regular struct {
	h       *Handlers
	rand    *rand.Rand
	channel ID
	n       int
	shown   [3]Message
}

func (r *regular) act(user ID, kind InteractionKind) Interaction {
	r.n++
	return Interaction{
		Kind: kind, ID: ID(fmt.Sprintf("%s%06d", r.channel, r.n)), App: "9", Token: "t", Guild: "1", Channel: r.channel,
		User: User{ID: user, Name: string(user)}, AppPermissions: everything, Options: map[string]string{},
	}
}

func (r *regular) command(user ID, sub string, options map[string]string) {
	in := r.act(user, KindCommand)
	in.Path = path{"match", sub}
	in.Options = options
	r.shown[user[0]-'0'] = r.h.Handle(in).Message
}

// step is one interaction: mostly one that answers.
func (r *regular) step() {
	user := one(r.rand, []ID{"1", "2"})
	shown := &r.shown[user[0]-'0']
	var picks []Interaction
	for _, row := range shown.Components {
		for _, p := range row.Components {
			way, _ := parsePath(p.CustomID)
			if way.part(0) != "pick" && way.part(0) != "confirm" {
				continue
			}
			in := Interaction{Path: way}
			if p.Type == TypeSelect {
				in.Values = []string{one(r.rand, p.Options).Value}
			}
			picks = append(picks, in)
		}
	}
	in := r.act(user, KindComponent)
	if len(picks) == 0 || r.rand.IntN(10) == 0 {
		in.Path = path{"choose"}
	} else {
		pick := one(r.rand, picks)
		in.Path, in.Values = pick.Path, pick.Values
	}
	*shown = r.h.Handle(in).Message
}
