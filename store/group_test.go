package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// waitingWrites lets writes go at once. It returns their errors and how many transactions there
// were.
func waitingWrites(t *testing.T, writes ...func(s *Store) error) (s *Store, errs []error, transactions int64) {
	t.Helper()
	var written atomic.Int64
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "r.db"), Options{NoSync: true, Written: func(time.Duration, error) { written.Add(1) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	before := written.Load()
	errs = atOnce(t, s, nil, writes...)
	return s, errs, written.Load() - before
}

// atOnce starts writes while another transaction holds the file, waits until all of them wait,
// and lets them go, after it has done something else if that is not nil.
func atOnce(t *testing.T, s *Store, first func() error, writes ...func(s *Store) error) []error {
	t.Helper()
	holding, err := s.db.Begin(true)
	if err != nil {
		t.Fatal(err)
	}
	errs := make([]error, len(writes))
	var running sync.WaitGroup
	for i, do := range writes {
		running.Go(func() { errs[i] = do(s) })
	}
	for n := 0; n < len(writes); runtime.Gosched() {
		s.group.mu.Lock()
		n = len(s.group.waiting)
		s.group.mu.Unlock()
	}
	if first != nil {
		err = first()
	}
	if err := errors.Join(err, holding.Rollback()); err != nil {
		t.Fatal(err)
	}
	running.Wait()
	return errs
}

// note makes a write of a note.
func note(ctx context.Context, name string) func(*Store) error {
	return func(s *Store) error { return s.PutNote(ctx, name, []byte(name)) }
}

// TestWritesThatWaitGoTogether: what waits while another transaction is written is written in one.
func TestWritesThatWaitGoTogether(t *testing.T) {
	var writes []func(*Store) error
	for i := range 20 {
		writes = append(writes, note(t.Context(), fmt.Sprint("n", i)))
	}
	s, errs, transactions := waitingWrites(t, writes...)
	if err := errors.Join(errs...); err != nil || transactions != 1 {
		t.Errorf("%d transactions, %v", transactions, err)
	}
	for i := range 20 {
		if body, err := s.Note(t.Context(), fmt.Sprint("n", i)); err != nil || string(body) != fmt.Sprint("n", i) {
			t.Errorf("note %d is %q, %v", i, body, err)
		}
	}
}

// TestNoWriteSuffersFromAnother: where one of several writes fails, or runs into a damaged page,
// it alone is told so and leaves nothing behind, and the others are stored.
func TestNoWriteSuffersFromAnother(t *testing.T) {
	errWrong := errors.New("wrong")
	spoilt := func(end func() error) func(*Store) error {
		return func(s *Store) error {
			return s.together(t.Context(), func(tx *bolt.Tx) error {
				if err := tx.Bucket(bucketNotes).Put([]byte("half"), []byte("x")); err != nil {
					return err
				}
				return end()
			})
		}
	}
	var bug *Bug
	for name, c := range map[string]struct {
		end  func() error
		want func(error) bool
	}{
		"fails":            {func() error { return errWrong }, func(err error) bool { return errors.Is(err, errWrong) }},
		"panics":           {func() error { panic("wrong") }, func(err error) bool { return errors.As(err, &bug) }},
		"a damaged bucket": {func() error { return (*bolt.Bucket)(nil).Put(nil, nil) }, func(err error) bool { return errors.Is(err, ErrDamaged) }},
	} {
		t.Run(name, func(t *testing.T) {
			s, errs, _ := waitingWrites(t, note(t.Context(), "a"), spoilt(c.end), note(t.Context(), "b"))
			if errs[0] != nil || errs[2] != nil || !c.want(errs[1]) {
				t.Errorf("they end with %v", errs)
			}
			for name, want := range map[string]string{"a": "a", "b": "b", "half": ""} {
				if body, err := s.Note(t.Context(), name); err != nil || string(body) != want {
					t.Errorf("%s is %q, %v", name, body, err)
				}
			}
		})
	}
}

// TestADiskThatFailsFailsAll: what may have come to the disk before that failed is not written
// once more, where a commit would take itself for one that was made before.
func TestADiskThatFailsFailsAll(t *testing.T) {
	var disk *os.File
	db, err := bolt.Open(filepath.Join(t.TempDir(), "r.db"), 0o600, &bolt.Options{OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
		disk, err = os.OpenFile(name, flag, mode)
		return disk, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err == nil {
			t.Error("a disk that failed is closed like another")
		}
	}()
	written := 0
	s := &Store{&file{db: db, now: time.Now, written: func(time.Duration, error) { written++ }, turn: make(chan struct{}, 1)}}
	if err := s.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	written = 0
	for i, err := range atOnce(t, s, disk.Close, note(t.Context(), "a"), note(t.Context(), "b"), note(t.Context(), "c")) {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("write %d ends with %v", i, err)
		}
	}
	if written != 1 {
		t.Errorf("there were %d transactions", written)
	}
}

// TestWritesToAClosedFileAreRefused: nobody waits for ever.
func TestWritesToAClosedFileAreRefused(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "r.db"), Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.PutNote(t.Context(), "a", nil); err == nil {
		t.Error("a note went to a file that is closed")
	}
}

// TestWaitToWriteEnds: while another transaction holds the file, maintenance waits no longer than its
// context, and leaves everything as it was.
func TestWaitToWriteEnds(t *testing.T) {
	s, _, _ := waitingWrites(t, func(s *Store) error { return s.PutNote(t.Context(), "a", []byte("a")) })
	began, let, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- s.update(t.Context(), func(*bolt.Tx) error {
			close(began)
			<-let
			return nil
		})
	}()
	<-began
	ran := false
	shorten := func(ctx context.Context) error {
		return s.update(ctx, func(*bolt.Tx) error {
			ran = true
			return nil
		})
	}
	brief, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	gone, end := context.WithCancel(t.Context())
	end()
	for ctx, want := range map[context.Context]error{brief: context.DeadlineExceeded, gone: context.Canceled} {
		if err := shorten(ctx); !errors.Is(err, want) || ran {
			t.Errorf("the wait ends with %v, and the transaction has run: %t", err, ran)
		}
		if _, err := s.ShortenReplies(ctx, 1, nil); !errors.Is(err, want) {
			t.Errorf("replies are shortened with %v", err)
		}
	}
	close(let)
	if err := errors.Join(<-ended, shorten(t.Context())); err != nil || !ran {
		t.Errorf("afterwards a write ends with %v, and has run: %t", err, ran)
	}
}
