package load

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/cli"
	"referee/cmd/lab/study"
)

// driven is what was done in the time that is measured.
type driven struct {
	mu      sync.Mutex
	presses []*discordtest.Press // by people who play
	choices []*discordtest.Press // by who plays with the one who floods
	flood   []*discordtest.Press
	late    int // times at which nobody was free to act: all waited for an answer
	behind  time.Duration
}

// drive lets people play at the rate for the time, and measures.
func (r *run) drive(ctx context.Context) (told, error) {
	fmt.Fprintf(r.progress, "driving for %v\n", r.length)
	t := told{Seed: r.seed, Rate: r.rate, Flooding: r.flood, Start: r.start.Seconds(), Opening: r.opening.Seconds()}
	before, here, tally := usageOf(r.proc.ID()), usageHere(), r.discord.Tally()
	t.FileBefore, t.MemoryBefore = r.sizeOnDisk(), before.memory
	r.profiles()
	r.boards.begin()
	d, peak, err := r.driving(ctx)
	if err != nil {
		return told{}, err
	}
	end := time.Now()
	if err := r.keepMetrics(ctx); err != nil {
		return told{}, err
	}
	after, hereAfter := usageOf(r.proc.ID()), usageHere()
	r.profiles()
	t.MemoryPeak = max(peak.memory, before.memory, after.memory)
	t.Processor = (after.processor - before.processor).Seconds() / r.length.Seconds()
	t.Driver = (hereAfter.processor - here.processor).Seconds() / r.length.Seconds()
	t.Requests, t.RequestsPeak = float64(peak.requests)/r.length.Seconds(), peak.perSecond
	if err := r.drain(ctx, d); err != nil {
		return told{}, err
	}
	t.FileAfter, t.MemoryAfter = r.sizeOnDisk(), usageOf(r.proc.ID()).memory
	t.count(d)
	t.Boards = r.boards.sum(end)
	t.Statuses = refused(tally, r.discord.Tally())
	t.judge(r)
	return t, nil
}

// profiles begins or ends the profile, where one was asked for.
func (r *run) profiles() {
	if r.profile != "" {
		toggleProfile(r.proc)
	}
}

// observed is what was seen once a second.
type observed struct {
	memory              int64
	requests, perSecond int // that count for the limit of all of a bot's requests
}

// driving has people act until the time is over.
func (r *run) driving(ctx context.Context) (*driven, observed, error) {
	d := &driven{}
	ctx, stop := context.WithTimeout(ctx, r.length)
	defer stop()
	var wait sync.WaitGroup
	playing := r.tables
	if r.flood > 0 {
		playing = r.tables[1:]
		r.spawn(&wait, func() { r.flooding(ctx, d) })
		r.spawn(&wait, func() { r.neighbour(ctx, d) })
	}
	var seen observed
	r.spawn(&wait, func() { seen = r.observe(ctx) })
	r.spawn(&wait, func() { r.playing(ctx, d, playing, &wait) })
	wait.Wait()
	if ctx.Err() != context.DeadlineExceeded {
		return nil, seen, cli.Stopped(ctx, "%d interactions", len(d.presses))
	}
	return d, seen, nil
}

// each does something so many times a second until ctx ends. Where it falls behind it makes up
// for it, and returns by how much it was behind at most.
func each(ctx context.Context, perSecond int, do func(n int)) (behind time.Duration) {
	began := time.Now()
	for n := 0; ; n++ {
		due := began.Add(time.Duration(n) * time.Second / time.Duration(perSecond))
		if wait := time.Until(due); wait > 0 {
			if study.Pause(ctx, wait) != nil {
				return behind
			}
		} else {
			behind = max(behind, -wait)
			if ctx.Err() != nil {
				return behind
			}
		}
		do(n)
	}
}

// playing has one table after the other act. A table where an answer is still awaited is
// passed over.
func (r *run) playing(ctx context.Context, d *driven, tables []*table, wait *sync.WaitGroup) {
	next := 0
	d.behind = each(ctx, r.rate, func(int) {
		at := next
		next = (next + 1) % len(tables)
		r.spawn(wait, func() {
			for n := range len(tables) {
				if p := tables[(at+n)%len(tables)].act(); p != nil {
					d.mu.Lock()
					d.presses = append(d.presses, p)
					d.mu.Unlock()
					return
				}
			}
			d.mu.Lock()
			d.late++
			d.mu.Unlock()
		})
	})
}

// flooding has one player of the first table type /choose again and again.
func (r *run) flooding(ctx context.Context, d *driven) {
	t := r.tables[0]
	each(ctx, r.flood, func(int) { d.flood = append(d.flood, t.players[0].Slash("choose")) })
}

// neighbour has the other player of that table type /choose at their own pace.
func (r *run) neighbour(ctx context.Context, d *driven) {
	t := r.tables[0]
	each(ctx, 2, func(int) { d.choices = append(d.choices, t.players[1].Slash("choose")) })
}

// observe looks at the program once a second.
func (r *run) observe(ctx context.Context) (o observed) {
	first := counted(r.discord.Tally())
	last := first
	for study.Pause(ctx, time.Second) == nil {
		now := counted(r.discord.Tally())
		o.memory = max(o.memory, usageOf(r.proc.ID()).memory)
		o.requests, o.perSecond = now-first, max(o.perSecond, now-last)
		last = now
	}
	return o
}

// counted is how many requests count for the limit of all of a bot's requests: answers to
// interactions do not (Rate Limits, "Global Rate Limit").
func counted(tally map[string]int) (n int) {
	for of, times := range tally {
		if !strings.Contains(of, "/interactions/") && !strings.Contains(of, "/webhooks/") {
			n += times
		}
	}
	return n
}

// refused is how often a request was refused since an earlier tally, by its operation and status.
func refused(before, after map[string]int) map[string]int {
	out := map[string]int{}
	for of, n := range after {
		if n -= before[of]; n > 0 && !strings.Contains(of, " 2") {
			out[of] = n
		}
	}
	return out
}

// drain waits until every answer and every board is there, or would not come any more.
func (r *run) drain(ctx context.Context, d *driven) error {
	fmt.Fprintf(r.progress, "waiting for the last answers and boards\n")
	all := slices.Concat(d.presses, d.choices, d.flood)
	for end := time.Now().Add(answerWithin); len(all) > 0 && time.Now().Before(end); {
		all = slices.DeleteFunc(all, func(p *discordtest.Press) bool {
			_, whole := p.Took()
			return whole > 0 || p.Shown().Failed
		})
		if err := study.Pause(ctx, 10*time.Millisecond); err != nil {
			return cli.Stopped(ctx, "%d interactions", len(d.presses))
		}
	}
	for end := time.Now().Add(boardWithin); r.boards.left() > 0 && r.silent() < silence && time.Now().Before(end); {
		if err := study.Pause(ctx, 20*time.Millisecond); err != nil {
			return cli.Stopped(ctx, "%d interactions", len(d.presses))
		}
	}
	return nil
}

// keys lists the keys of a map in order.
func keys(of map[string]int) []string { return slices.Sorted(maps.Keys(of)) }
