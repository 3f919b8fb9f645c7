package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"referee/bot/backup"
	"referee/bot/control"
	"referee/bot/operator"
)

// holder is this process, as others see it at its socket.
type holder struct {
	house *house
	db    string
	since time.Time
	// backups makes them on a schedule; nil: nobody does.
	backups *backup.Schedule
	// watch tells whoever runs it what is wrong; nil: nobody does.
	watch *operator.Watch
}

var _ control.Process = (*holder)(nil)

// listening answers at the socket of a store, keeps the store tidy and makes its backups
// and watches over it as long as a command runs. What it returns ends it.
func listening(ctx context.Context, p *holder, log *slog.Logger) (end func() error, err error) {
	l, err := control.Listen(p.db)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	var serving sync.WaitGroup
	var failed error
	p.since = time.Now()
	serving.Go(func() { failed = control.Serve(ctx, l, p, log) })
	serving.Go(func() { tidying(ctx, p.house.store, log) })
	if p.backups != nil {
		serving.Go(func() { p.backups.Run(ctx) })
	}
	if p.watch != nil {
		serving.Go(func() { p.watch.Run(ctx) })
	}
	return func() error {
		stop()
		serving.Wait()
		return failed
	}, nil
}

// Snapshot copies the store.
func (p *holder) Snapshot(w io.Writer) (heads string, err error) { return p.house.store.Snapshot(w) }

// Pack makes small what is finished and old.
func (p *holder) Pack() (control.Packed, error) { return tidy(p.house.store, time.Now()) }

// Status says how things stand.
func (p *holder) Status() (control.Status, error) {
	s := control.Status{Version: revision(), Since: p.since, Pid: os.Getpid()}
	matches, err := p.house.store.Matches()
	for _, m := range matches {
		s.Matches++
		if !m.Over {
			s.Open++
		}
	}
	leagues, errLeagues := p.house.store.Leagues()
	places, errPlaces := p.house.store.Places()
	s.Leagues, s.Outbox = len(leagues), len(places)
	if info, err := os.Stat(p.db); err == nil {
		s.Size = info.Size()
	}
	if err := p.house.keysUnlike(); err != nil {
		s.Keys = err.Error()
	}
	free, errFree := diskFree(filepath.Dir(p.db))
	s.Free = free
	if p.backups == nil {
		return s, errors.Join(err, errLeagues, errPlaces, errFree)
	}
	state, errState := p.backups.State()
	s.Backups = &control.Backups{
		Dir: p.backups.Dir, Last: state.Last.At, File: state.Last.Path, Bytes: state.Last.Bytes,
		Failed: state.Failed, Fault: state.Fault,
	}
	return s, errors.Join(err, errLeagues, errPlaces, errFree, errState)
}
