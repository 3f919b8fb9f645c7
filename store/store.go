package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrHeld says that another process has the file open.
var ErrHeld = errors.New("another process uses the file: stop the referee that runs on it, or name another file")

// ErrDamaged says that the file is not as the store wrote it. The store does not change it: replace
// it by a backup, or import exported matches into a new file.
var ErrDamaged = errors.New("the file is damaged: restore a backup")

var errPlain = errors.New("it is not a regular file")

// ErrNewer says that a newer version has written the file.
var ErrNewer = errors.New("the file was written by a newer referee: use that version")

// ErrOlder says that an older version wrote the file, which was opened read-only.
var ErrOlder = errors.New("the file was written by an older referee: the next start updates it")

// Options configure how a store is opened. The zero value is right for a referee.
type Options struct {
	// Wait is the longest wait for another process to release the file; 0 is one second.
	Wait time.Duration
	// NoSync leaves out the wait for the disk on every commit. A power cut may
	// then damage the file: for tests and self-play.
	NoSync bool
	// Now is the clock; nil: time.Now.
	Now func() time.Time
	// ReadOnly opens the file without changing it. It must exist and be up to date: ErrOlder.
	// Nobody can write to it meanwhile.
	ReadOnly bool
	// Written receives the duration of each write, with the wait for others and for the disk, and
	// its error. It must not block. nil: it is not called.
	Written func(took time.Duration, err error)
}

// Store is what a file keeps of matches and of the people who play them. Its methods may be called
// by many goroutines; commits are done one after the other. Callers name the methods that they use
// in interfaces of their own.
//
// What leagues and judges keep is [Leagues], and what a door keeps in its own format is a [Shelf].
type Store struct{ *file }

// Open opens a file, creates it if it does not exist, and brings an older one up to date. It
// returns ErrHeld, ErrDamaged or ErrNewer, wrapped with the path.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Wait == 0 {
		o.Wait = time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Written == nil {
		o.Written = func(time.Duration, error) {}
	}
	s, err := open(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("store: open %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, o Options) (s *Store, err error) {
	defer guard(&err)()
	if err := checkLength(ctx, path, o.Wait); err != nil {
		return nil, err
	}
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{
		Timeout: o.Wait, FreelistType: bolt.FreelistMapType, NoSync: o.NoSync, NoGrowSync: o.NoSync, InitialMmapSize: mapped(size), ReadOnly: o.ReadOnly,
	})
	if err != nil {
		return nil, opening(err)
	}
	db.AllocSize = int(min(max(leastGrown, size/16), mostGrown))
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err == nil {
		s = &Store{&file{db: db, unpack: unpack, now: o.Now, written: o.Written, turn: make(chan struct{}, 1)}}
		if o.ReadOnly {
			err = s.view(ctx, uptodate)
		} else {
			err = s.migrate(ctx)
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// The file is made longer by a sixteenth of what it was when it was opened, within
// these bounds in bytes: each time is another wait for the disk.
const (
	leastGrown = 32 << 10
	mostGrown  = 16 << 20
)

// leastMapped is how many bytes of address space a file is given at least.
const leastMapped = 1 << 30

// mapped is how many bytes of address space a file of a size is given from the start.
// To give it more, bbolt waits until nobody reads, and whoever wants to read or write
// waits for that: with a backup under way a file that grows past its map would
// keep everybody waiting until the backup is done. Memory is not needed for it.
func mapped(size int64) int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0 // Windows makes the file itself as long; 32 bits have no room to spare
	}
	return int(max(leastMapped, 2*size))
}

// checkLength checks, without writing, that a file is as long as it says. Otherwise reading a
// page missing at its end would crash the process.
func checkLength(ctx context.Context, path string, wait time.Duration) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for somebody who writes
		return errPlain
	}
	if info.Size() == 0 {
		return nil
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, Timeout: wait})
	if err != nil {
		return opening(err)
	}
	err = (&file{db: db}).view(ctx, func(tx *bolt.Tx) error {
		if want := tx.Size(); info.Size() < want {
			return fmt.Errorf("%w (it has %d of its %d bytes)", ErrDamaged, info.Size(), want)
		}
		return tx.ForEach(inlined)
	})
	return errors.Join(err, db.Close())
}

// inlined checks a bucket that is so small that it is kept within another's page. One
// whose page is no leaf leads back to itself, and bbolt would read it for ever.
func inlined(name []byte, b *bolt.Bucket) error {
	if b.Root() != 0 {
		return nil
	}
	if b.Stats().InlineBucketInuse == 0 { // not even the head of a leaf
		return fmt.Errorf("%w (bucket %s)", ErrDamaged, name)
	}
	return nil
}

// opening says what an error of bbolt means to the operator. Except for the lock and
// errors of the operating system, all mean that bbolt did not write the file.
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
