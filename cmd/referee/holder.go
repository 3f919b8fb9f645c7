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
	"referee/bot/boardfile"
	"referee/bot/control"
	"referee/bot/operator"
)

// holder is this process as other commands see it at its socket.
type holder struct {
	house *house
	db    string
	since time.Time
	// board is where the board of a local table is open; "": nowhere.
	board string
	// backups makes backups on a schedule; nil: there are none.
	backups *backup.Schedule
	// watch tells the operator what is wrong; nil: nobody is told.
	watch *operator.Watch
}

var _ control.Process = (*holder)(nil)

// listening answers at the socket of a store, packs the store, makes its backups and
// monitors it while a command runs. The function that it returns stops it.
func listening(ctx context.Context, p *holder, log *slog.Logger) (end func() error, err error) {
	l, err := control.Listen(ctx, p.db)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	var serving sync.WaitGroup
	var failed error
	p.since = time.Now()
	serving.Go(func() { failed = control.Serve(ctx, l, p, log) })
	serving.Go(func() { compactHourly(ctx, p.house.store, log) })
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
func (p *holder) Snapshot(ctx context.Context, w io.Writer) (heads string, err error) {
	return p.house.store.Snapshot(ctx, w)
}

// Pack packs what is finished and old.
func (p *holder) Pack(ctx context.Context) (control.Packed, error) {
	return compact(ctx, p.house.store, time.Now())
}

// Shelve puts the board of a board file on the shelf: new matches are offered it from now on.
func (p *holder) Shelve(ctx context.Context, file io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(file, boardfile.MaxBytes+1))
	if err != nil {
		return err
	}
	f, err := boardfile.Read(text, findGame)
	if err != nil {
		return err
	}
	return errors.Join(shelveIn(ctx, p.house.store, f), p.house.Games.ReadShelf(ctx))
}

// Status returns the status of the process.
func (p *holder) Status(ctx context.Context) (control.Status, error) {
	s := control.Status{Version: revision(), Since: p.since, Pid: os.Getpid(), Board: p.board}
	matches, err := p.house.store.Matches(ctx)
	for _, m := range matches {
		s.Matches++
		if !m.Over {
			s.Open++
		}
	}
	leagues, errLeagues := p.house.store.Leagues().All(ctx)
	places, errPlaces := p.house.store.Places(ctx)
	s.Leagues, s.Outbox = len(leagues), len(places)
	if info, err := os.Stat(p.db); err == nil {
		s.Size = info.Size()
	}
	if err := p.house.keysUnlike(ctx); err != nil {
		s.Keys = err.Error()
	}
	free, errFree := diskFree(filepath.Dir(p.db))
	s.Free = free
	if p.backups == nil {
		return s, errors.Join(err, errLeagues, errPlaces, errFree)
	}
	state, errState := p.backups.State(ctx)
	s.Backups = &control.Backups{
		Dir: p.backups.Dir, Last: state.Last.At, File: state.Last.Path, Bytes: state.Last.Bytes,
		Failed: state.Failed, Fault: state.Fault,
	}
	return s, errors.Join(err, errLeagues, errPlaces, errFree, errState)
}
