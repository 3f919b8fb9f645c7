package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// stall has a store stand still until it is released: a reader holds the file, which a write lets grow past its map.
func stall(t *testing.T, s *Store, path string) (release func()) {
	t.Helper()
	err := s.db.Close()
	if err == nil {
		s.db, err = bolt.Open(path, 0o600, nil) // of a small map
	}
	if err != nil {
		t.Fatal(err)
	}
	read, end := make(chan struct{}), make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		_ = s.view(context.WithoutCancel(t.Context()), func(*bolt.Tx) error { close(read); <-end; return nil })
	})
	<-read
	running.Go(func() {
		if err := s.PutNote(context.WithoutCancel(t.Context()), "large", make([]byte, 1<<20)); err != nil {
			t.Errorf("the write that waited: %v", err)
		}
	})
	for missed := 0; missed < 2; missed++ { // twice, as the write may be late
		soon, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := s.Alive(soon); err == nil {
			missed = -1
		}
		stop()
	}
	return sync.OnceFunc(func() { close(end); running.Wait() })
}

// TestWaitsEndWithTheirContext: while the store stands still no read and no write waits longer than its context lasts, and one that
// has not begun stores nothing.
func TestWaitsEndWithTheirContext(t *testing.T) {
	s, path := fresh(t)
	if err := s.PutNote(t.Context(), "before", []byte("1")); err != nil {
		t.Fatal(err)
	}
	release := stall(t, s, path)
	defer release()
	for name, do := range map[string]func(ctx context.Context) error{
		"a read":         func(ctx context.Context) error { _, err := s.Note(ctx, "before"); return err },
		"a write":        func(ctx context.Context) error { return s.PutNote(ctx, "before", []byte("2")) },
		"a lone write":   func(ctx context.Context) error { return s.PutAlive(ctx, 2) },
		"a write of two": func(ctx context.Context) error { return s.Tell(ctx, "before", []byte("3"), nil) },
	} {
		soon, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := do(soon)
		stop()
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, match.ErrUnsure) {
			t.Errorf("%s: %v", name, err)
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		if err := do(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("%s that nobody waits for: %v", name, err)
		}
	}
	release()
	if err := s.PutNote(t.Context(), "after", nil); err != nil { // what waits goes to the disk with it, or before
		t.Fatal(err)
	}
	if text, err := s.Note(t.Context(), "before"); err != nil || string(text) != "1" {
		t.Errorf("before is %q (%v): something was stored that was given up", text, err)
	}
	if at, err := s.Alive(t.Context()); err != nil || at != 0 {
		t.Errorf("alive at %d (%v): something was stored that was given up", at, err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestAWriteUnderWayIsUnsure: a write whose context ends on its way to the disk says so, and is stored whole or not at all.
func TestAWriteUnderWayIsUnsure(t *testing.T) {
	s, _ := fresh(t)
	under, end := make(chan struct{}), make(chan struct{})
	for name, write := range map[string]func(context.Context, func(*bolt.Tx) error) error{"alone": s.update, "with others": s.together} {
		ctx, stop := context.WithCancel(t.Context())
		go func() { <-under; stop() }()
		err := write(ctx, func(tx *bolt.Tx) error {
			close(under)
			<-end
			return tx.Bucket(bucketNotes).Put([]byte(name), []byte("stored"))
		})
		if !errors.Is(err, match.ErrUnsure) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		close(end)
		if err := s.PutNote(t.Context(), "after", nil); err != nil { // it waits for that one
			t.Fatal(err)
		}
		if text, err := s.Note(t.Context(), name); err != nil || string(text) != "stored" {
			t.Errorf("%s: %q %v", name, text, err)
		}
		under, end = make(chan struct{}), make(chan struct{})
	}
}
