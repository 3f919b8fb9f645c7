package main

import (
	"context"
	"io"
	"path/filepath"
	"time"

	"referee/bot/backup"
	"referee/bot/discord/wire"
	"referee/bot/metrics"
)

// metricsSource is what the numbers at /metrics are read from.
type metricsSource struct {
	db      string
	house   *house
	bot     *wire.Bot
	backups *backup.Schedule // nil: none are made
}

// state is how things stand.
func (l metricsSource) state(ctx context.Context) (metrics.State, error) {
	stats, err := l.house.store.Stats(ctx)
	if err != nil {
		return metrics.State{}, err
	}
	waiting, sessions := l.bot.Waiting(), l.bot.Sessions()
	s := metrics.State{
		Reachable: l.bot.Unreachable() == nil, Believed: l.house.time == nil || l.house.time.Look().Doubt == "",
		SessionsLeft: sessions.Left, SessionsTotal: sessions.Total, InvalidRequests: l.bot.InvalidRequests(),
		Pictures: l.bot.Pictures(), MatchesOpen: stats.Open, MatchesOver: stats.Over,
		OutboxPosts: stats.Outbox, OutboxPlaces: waiting.Places, OutboxShut: waiting.Shut, OutboxOldest: waiting.Oldest,
		StoreBytes: stats.Bytes, StoreFree: stats.Free, StoreReads: stats.Reads, DiskFree: map[string]uint64{},
	}
	s.Connected, s.Shards = l.bot.Connected()
	kept := map[string]string{"store": filepath.Dir(l.db)}
	if l.backups != nil {
		kept["backups"] = l.backups.Dir
		state, err := l.backups.State(ctx)
		if err != nil {
			return s, err
		}
		s.BackupEvery, s.BackupLast, s.BackupBytes, s.BackupFailed = l.backups.Every, state.Last.At, state.Last.Bytes, state.Fault != ""
	}
	for what, dir := range kept {
		if free, err := diskFree(dir); err == nil { // the directory of backups is made with the first
			s.DiskFree[what] = free
		}
	}
	found, err := faultFiles(filepath.Dir(l.db))
	s.FaultFiles = len(found)
	return s, err
}

// countingWriter counts the bytes that are written, and reports them to written, if that is set.
type countingWriter struct {
	io.Writer
	bytes   int
	written func(bytes int)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.bytes += n
	if w.written != nil {
		w.written(w.bytes)
	}
	return n, err
}

// timed has pictures of a kind drawn, and tells how long that took and how large they are.
func timed[P any](h *house, kind string, draw func(io.Writer, P) error) func(io.Writer, P) error {
	if h.counts == nil {
		return draw
	}
	return func(w io.Writer, p P) error {
		began, out := time.Now(), &countingWriter{Writer: w}
		err := draw(out, p)
		if err == nil {
			h.counts.Drawn(kind, time.Since(began), out.bytes)
		}
		return err
	}
}
