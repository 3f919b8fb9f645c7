package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrHeld says that another process has the file open.
var ErrHeld = errors.New("another process holds the file: stop the referee that runs on it, or give this one another file")

// ErrDamaged says that the file is not what the store once wrote. The store
// changes nothing in it: put a backup in its place, or import exported matches
// into a new file.
var ErrDamaged = errors.New("the file is damaged: put a backup in its place")

// ErrNewer says that a newer version has written the file.
var ErrNewer = errors.New("the file was written by a newer referee: use that one")

// Options are how a store is opened. The zero value is what a referee wants.
type Options struct {
	// Wait is how long to wait for another process to let go of the file; 0
	// is one second.
	Wait time.Duration
	// NoSync leaves out the wait for the disk on every commit. A power cut may
	// then damage the file: for tests and self-play.
	NoSync bool
}

// Store is an open file. Its methods may be called from many goroutines;
// commits are done one after the other.
type Store struct {
	db     *bolt.DB
	unpack *zstd.Decoder
}

// Open opens a file, makes it if there is none, and brings an older one up to
// date. It returns ErrHeld, ErrDamaged or ErrNewer, wrapped with the path.
func Open(path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = time.Second
	}
	s, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("store: open %s: %w", path, err)
	}
	return s, nil
}

func open(path string, o Options) (s *Store, err error) {
	defer guard(&err)()
	if err := whole(path, o.Wait); err != nil {
		return nil, err
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{
		Timeout: o.Wait, FreelistType: bolt.FreelistMapType, NoSync: o.NoSync,
	})
	if err != nil {
		return nil, opening(err)
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err == nil {
		s = &Store{db: db, unpack: unpack}
		err = s.update(migrate)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// whole checks, without writing, that a file is as long as it says. A file that
// stops short would otherwise end the process when a missing page is read.
func whole(path string, wait time.Duration) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return nil
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, Timeout: wait})
	if err != nil {
		return opening(err)
	}
	var want int64
	err = db.View(func(tx *bolt.Tx) error {
		want = tx.Size()
		return nil
	})
	if err == nil && info.Size() < want {
		err = fmt.Errorf("%w (it has %d of its %d bytes)", ErrDamaged, info.Size(), want)
	}
	return errors.Join(err, db.Close())
}

// opening says what an error of bbolt means to whoever runs the referee. But for
// the lock and the operating system's own, all are of a file that bbolt did not
// write.
func opening(err error) error {
	var system *fs.PathError
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrHeld
	case errors.As(err, &system):
		return err
	}
	return fmt.Errorf("%w (%w)", ErrDamaged, err)
}

// Close waits for transactions under way and lets go of the file.
func (s *Store) Close() error {
	s.unpack.Close()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("store: close: %w", err)
	}
	return nil
}

// view runs a reading transaction.
func (s *Store) view(do func(tx *bolt.Tx) error) (err error) {
	defer guard(&err)()
	return s.db.View(do)
}

// update runs a writing transaction; with an error nothing is stored.
func (s *Store) update(do func(tx *bolt.Tx) error) (err error) {
	defer guard(&err)()
	return s.db.Update(do)
}

// guard makes an error of the panic, or the fault in mapped memory, with which
// bbolt meets a page that is not what it should be. The transaction has been
// rolled back by then. What it returns is to be deferred.
func guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%w (%v)\n%s", ErrDamaged, p, debug.Stack())
		}
	}
}
