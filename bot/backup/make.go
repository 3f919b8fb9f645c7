package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"referee/bot/files"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// ErrExists says that a backup would overwrite a file.
var ErrExists = errors.New("the file already exists")

// Unproven says that a copy holds what the store holds, but that matches in it cannot
// be judged to their last decision, for example after an update with a fault. It is
// kept under another name: better than nothing, but not a backup.
type Unproven struct {
	Path    string   // of the copy; "" where it could not be kept
	Match   match.ID // the first of them
	Matches int      // how many there are
	Err     error    // why the first cannot be judged
}

func (u *Unproven) Error() string {
	more, kept := "", ""
	if u.Matches > 1 {
		more = fmt.Sprintf(" (and %d more)", u.Matches-1)
	}
	if u.Path != "" {
		kept = "; the copy is kept as " + u.Path
	}
	return fmt.Sprintf("not verified: match %s%s cannot be judged: %v%s", u.Match, more, u.Err, kept)
}

// unproven ends the name of a copy that is not proven.
const unproven = ".unproven"

// Maker makes backups.
type Maker struct {
	// From copies the store as it is at one moment, and returns the hash over its heads
	// at that moment.
	From func(ctx context.Context, w io.Writer) (heads string, err error)
	// Open opens a copy.
	Open func(path string) (Copy, error)
	// Game opens the game that a match is pinned to.
	Game func(o match.Opening, data match.Data) (engine.Game, error)
	// Now is the clock.
	Now func() time.Time
	// Copied and Proven, if not nil, are called with the bytes and matches that are
	// done so far.
	Copied func(bytes int64)
	Proven func(matches, all int)
}

// Copy is a copy of a store that is open.
type Copy struct {
	Store
	Leagues interface {
		All(ctx context.Context) ([]league.Summary, error)
	}
}

// Store is the file of a copy, and the matches in it.
type Store interface {
	PutBackupTime(ctx context.Context, at int64) error
	Check(ctx context.Context) error
	Heads(ctx context.Context) (string, error)
	Matches(ctx context.Context) ([]match.Summary, error)
	Load(ctx context.Context, id match.ID) ([]*match.Entry, error)
	Data(ctx context.Context, hash string) (match.Data, error)
	Close() error
}

// Made is a backup.
type Made struct {
	Path    string    `json:"path"`
	At      time.Time `json:"at"` // when it was taken
	Bytes   int64     `json:"bytes"`
	Matches int       `json:"matches"`
	Leagues int       `json:"leagues"`
}

// Make makes a backup at a path. Until it is proven it has another name in the same
// directory; if anything fails, nothing is left there, and a file at the path is not
// changed. Such a file is overwritten only with force: otherwise ErrExists. If only
// matches cannot be judged, the error is an [Unproven], and the copy is kept beside the
// path.
func (m Maker) Make(ctx context.Context, path string, force bool) (made Made, err error) {
	if err := vacant(path, force); err != nil {
		return made, err
	}
	part, err := os.CreateTemp(filepath.Dir(path), partOf(path))
	if err != nil {
		return made, err
	}
	defer func() {
		if left := os.Remove(part.Name()); !errors.Is(left, os.ErrNotExist) { // otherwise it has its name
			err = errors.Join(err, left)
		}
	}()
	made = Made{Path: path, At: m.Now()}
	heads, err := m.copy(ctx, part)
	if err := errors.Join(err, part.Close()); err != nil {
		return made, err
	}
	doubtful, err := m.prove(ctx, part.Name(), heads, &made)
	if err != nil {
		return made, fmt.Errorf("the copy fails verification: %w", err)
	}
	info, err := os.Stat(part.Name())
	if err != nil {
		return made, err
	}
	made.Bytes = info.Size()
	if doubtful == nil {
		return made, name(part.Name(), path, force)
	}
	if err := name(part.Name(), path+unproven, force); err != nil {
		return made, fmt.Errorf("%w; %s: %w", doubtful, path+unproven, err)
	}
	doubtful.Path = path + unproven
	return made, doubtful
}

// partOf is the pattern of the name that a backup has until it is proven.
func partOf(path string) string { return "." + filepath.Base(path) + ".*.part" }

// copy copies the store to a file, and waits for the disk.
func (m Maker) copy(ctx context.Context, to *os.File) (heads string, err error) {
	w := &steady{ctx: ctx, to: to, copied: m.Copied}
	heads, err = m.From(ctx, w)
	if w.err != nil {
		return "", w.err // otherwise the error that From returns would hide it
	}
	if err != nil {
		return "", err
	}
	return heads, to.Sync()
}

// syncEvery is after how many bytes the copy is synced to the disk. One sync at the end
// would delay all commits to the store meanwhile.
const syncEvery = 2 << 20

// steady writes to a file and syncs it often, so that little waits for the disk.
type steady struct {
	ctx     context.Context
	to      *os.File
	n       int64 // bytes written
	pending int   // bytes since the last wait
	copied  func(int64)
	err     error
}

func (s *steady) Write(p []byte) (n int, err error) {
	if s.err = s.ctx.Err(); s.err != nil {
		return 0, s.err
	}
	n, s.err = s.to.Write(p)
	s.n, s.pending = s.n+int64(n), s.pending+n
	if s.err == nil && s.pending >= syncEvery {
		s.err, s.pending = s.to.Sync(), 0
		if s.copied != nil {
			s.copied(s.n)
		}
	}
	return n, s.err
}

// vacant returns an error if there is a file at a path.
func vacant(path string, force bool) error {
	_, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist) || err == nil && force:
		return nil
	case err == nil:
		return ErrExists
	}
	return err
}

// name gives a file its final name.
func name(part, path string, force bool) error {
	if !force {
		// Unlike a rename, a hard link does not replace a file.
		if err := os.Link(part, path); err == nil {
			return errors.Join(os.Remove(part), settle(path))
		} else if errors.Is(err, os.ErrExist) {
			return ErrExists
		}
		// Some file systems have no hard links.
		if err := vacant(path, force); err != nil {
			return err
		}
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return settle(path)
}

// settle waits until the name of a file is synced to the disk.
func settle(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// mostSmall is how many bytes a file has that CopyFile copies.
const mostSmall = 1 << 20

// CopyFile copies a small file that only its user may read, such as the key of the
// dice, with the same guarantees as [Maker.Make].
func CopyFile(from, path string, force bool) (err error) {
	if err := vacant(path, force); err != nil {
		return err
	}
	text, err := files.ReadPlain(from, mostSmall)
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(path), partOf(path))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	_, err = part.Write(text)
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	return name(part.Name(), path, force)
}
