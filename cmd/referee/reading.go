package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/control"
	"referee/bot/files"
	"referee/cmd/cli"
	"referee/store"
)

// source is a store that a command reads: opened by the command, or held by another
// process.
type source struct {
	db      string
	store   *store.Store    // nil: a process holds it
	process *control.Client // nil: none does
}

// findStore opens a store that is there, or finds the process that holds it. A
// command that only reads makes none.
func findStore(ctx context.Context, db string) (*source, error) {
	s, err := openStore(ctx, db, time.Millisecond)
	if !errors.Is(err, store.ErrHeld) {
		return &source{db: db, store: s}, err
	}
	client, err := control.Dial(db)
	if err == nil {
		return &source{db: db, process: client}, nil
	}
	if errors.Is(err, control.ErrForbidden) {
		return nil, fmt.Errorf("%s is in use, and the process that uses it answers only its own user and root: run this as its user", db)
	}
	if s, held := openStore(ctx, db, 0); !errors.Is(held, store.ErrHeld) {
		return &source{db: db, store: s}, held // it was held only for a moment
	}
	return nil, fmt.Errorf("%s is in use, and the process that uses it does not answer (%w): stop it, then try again", db, err)
}

// openStore opens an existing store for this command alone. wait is how long to wait
// for another process to release it; 0 is the usual time.
func openStore(ctx context.Context, db string, wait time.Duration) (*store.Store, error) {
	if _, err := os.Stat(db); err != nil {
		return nil, fmt.Errorf("matches in %s: %w: name the file with --db", db, files.Reason(err))
	}
	return store.Open(ctx, db, store.Options{Wait: wait})
}

// makeStore opens a store for this command alone, and makes one that is missing.
func makeStore(ctx context.Context, db string, o store.Options) (*store.Store, error) {
	if err := os.MkdirAll(filepath.Dir(db), 0o700); err != nil {
		return nil, fmt.Errorf("directory for %s: %w", db, files.Reason(err))
	}
	return store.Open(ctx, db, o)
}

// close closes the store.
func (s *source) close() error {
	if s.store == nil {
		return nil
	}
	return s.store.Close()
}

// snapshot copies the store.
func (s *source) snapshot(ctx context.Context, w io.Writer) (heads string, err error) {
	if s.process != nil {
		return s.process.Snapshot(ctx, w)
	}
	return s.store.Snapshot(ctx, w)
}

// readStore opens a store to read it. If a process holds it, this is a private copy of
// its present state, which is deleted when it is closed.
func readStore(cmd *cobra.Command, db string) (*store.Store, error) {
	from, err := findStore(cmd.Context(), db)
	if err != nil {
		return nil, err
	}
	if from.store != nil {
		return from.store, nil
	}
	return copied(cmd.Context(), db, func(f *os.File) error {
		progress := megabytes(cmd.ErrOrStderr(), db)
		defer progress.Done()
		_, err := from.snapshot(cmd.Context(), &countingWriter{Writer: f, written: func(bytes int) { progress.At(bytes >> 20) }})
		return err
	})
}

// copiedStore opens a copy of a store, also where nobody holds it: opening brings a file up to
// date, after which no older version opens it.
func copiedStore(cmd *cobra.Command, db string) (*store.Store, error) {
	if _, err := os.Stat(db); err != nil {
		return nil, fmt.Errorf("matches in %s: %w: name the file with --db", db, files.Reason(err))
	}
	s, err := copied(cmd.Context(), db, func(f *os.File) error { return store.Copy(cmd.Context(), db, f.Name()) })
	if errors.Is(err, store.ErrHeld) {
		return readStore(cmd, db) // a copy by the process
	}
	return s, err
}

// copied opens a copy of a store that fill makes. It has no name any more, and is gone when it
// is closed.
func copied(ctx context.Context, db string, fill func(*os.File) error) (*store.Store, error) {
	f, err := os.CreateTemp("", "referee-*.db")
	if err != nil {
		return nil, fmt.Errorf("copy %s to read it: %w", db, files.Reason(err))
	}
	var s *store.Store
	if err = errors.Join(fill(f), f.Close()); err == nil {
		s, err = store.Open(ctx, f.Name(), store.Options{NoSync: true})
	}
	// Open files stay readable without a name, and so nothing is left behind.
	err = errors.Join(err, os.Remove(f.Name()))
	if err != nil {
		return nil, fmt.Errorf("copy %s to read it: %w", db, err)
	}
	return s, nil
}

// megabytes is the progress of a copy of a store.
func megabytes(out io.Writer, db string) *cli.Progress {
	size := int64(0)
	if info, err := os.Stat(db); err == nil {
		size = info.Size()
	}
	return cli.NewProgress(out, "MB", int(size>>20))
}
