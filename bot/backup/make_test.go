package backup_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/backup"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

var noon = time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)

// begun is a match of the toy game that has begun.
func begun(t testing.TB, id match.ID) *match.Match {
	t.Helper()
	m, err := match.Open(match.By{At: 1000, Door: "test"}, id, toy.Strict(), engine.Setup{"rounds": "5"}, nil)
	for i, seat := range toy.Strict().Info().Seats {
		if err == nil {
			m, err = m.Join(match.By{Player: match.Player(i + 1), At: 2000, Door: "test"}, seat)
		}
	}
	if err == nil {
		m, err = m.Follow(match.By{At: 3000, Door: "test"}, dice.NewSeeded("1"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// opened opens a store until the test ends.
func opened(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// filled is a store with two matches and their data set.
func filled(t testing.TB) *store.Store {
	t.Helper()
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []match.ID{"m1", "m2"} {
		m := begun(t, id)
		if err := s.PutData(t.Context(), m.Opening().Data, data); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Commit(t.Context(), match.Batch{Match: id, Entries: m.Log()}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// maker makes backups of a store.
func maker(ctx context.Context, s *store.Store) backup.Maker {
	return backup.Maker{
		From: func(_ context.Context, w io.Writer) (string, error) { return s.Snapshot(ctx, w) },
		Open: func(path string) (backup.Copy, error) {
			s, err := store.Open(ctx, path, store.Options{NoSync: true})
			if err != nil {
				return backup.Copy{}, err
			}
			return backup.Copy{Store: s, Leagues: s.Leagues()}, nil
		},
		Game: func(o match.Opening, data match.Data) (engine.Game, error) { return toy.Open(data, o.Law) },
		Now:  func() time.Time { return noon },
	}
}

// files names what is in a directory.
func files(t testing.TB, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name()
	}
	return strings.Join(names, " ")
}

func TestMake(t *testing.T) {
	s := filled(t)
	path := filepath.Join(t.TempDir(), "b.db")
	made, err := maker(t.Context(), s).Make(t.Context(), path, false)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 || made != (backup.Made{Path: path, At: noon, Bytes: info.Size(), Matches: 2}) {
		t.Fatalf("made %+v as %v (%v)", made, info, err)
	}
	copied := opened(t, path)
	if at, err := copied.BackupTime(t.Context()); err != nil || at != noon.UnixMilli() {
		t.Errorf("it was taken at %d (%v)", at, err)
	}
	want, err := s.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := copied.Heads(t.Context()); err != nil || got != want {
		t.Errorf("its heads are %s, want %s (%v)", got, want, err)
	}
	if at, err := s.BackupTime(t.Context()); err != nil || at != 0 {
		t.Errorf("the store itself was taken at %d (%v)", at, err)
	}
}

func TestMakeOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "b.db")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := maker(t.Context(), filled(t))
	if _, err := m.Make(t.Context(), path, false); !errors.Is(err, backup.ErrExists) {
		t.Fatalf("got %v", err)
	}
	// One that comes while the backup is made is kept, too.
	late, from := filepath.Join(dir, "late.db"), m.From
	m.From = func(ctx context.Context, w io.Writer) (string, error) {
		if err := os.WriteFile(late, []byte("mine"), 0o600); err != nil {
			t.Error(err)
		}
		return from(ctx, w)
	}
	if _, err := m.Make(t.Context(), late, false); !errors.Is(err, backup.ErrExists) {
		t.Fatalf("got %v", err)
	}
	for _, p := range []string{path, late} {
		if text, err := os.ReadFile(p); err != nil || string(text) != "mine" {
			t.Errorf("%s is %q now (%v)", p, text, err)
		}
	}
	if got := files(t, dir); got != "b.db late.db" {
		t.Errorf("there is %s", got)
	}
	if _, err := m.Make(t.Context(), path, true); err != nil {
		t.Fatal(err)
	}
	opened(t, path)
}

// TestMakeFails: whatever goes wrong, the copy is not taken for a backup, and what
// was there before stays.
func TestMakeFails(t *testing.T) {
	full := errors.New("no space left on device")
	for name, spoil := range map[string]func(m *backup.Maker, s *store.Store){
		"the disk is full": func(m *backup.Maker, s *store.Store) {
			m.From = func(_ context.Context, w io.Writer) (string, error) {
				_, err := w.Write(make([]byte, 5<<20))
				return "", errors.Join(err, full)
			}
		},
		"it stops short": func(m *backup.Maker, s *store.Store) {
			m.From = func(_ context.Context, w io.Writer) (string, error) {
				return s.Snapshot(t.Context(), &short{w, 20_000})
			}
		},
		"its bytes are others": func(m *backup.Maker, s *store.Store) {
			m.From = func(_ context.Context, w io.Writer) (string, error) { return s.Snapshot(t.Context(), &flipped{w}) }
		},
		"a match is missing": func(m *backup.Maker, s *store.Store) {
			m.From = func(_ context.Context, w io.Writer) (string, error) {
				_, err := s.Snapshot(t.Context(), w)
				return "what the store has by then", err
			}
		},
		"a card is not that of its match": func(m *backup.Maker, s *store.Store) {
			if _, _, err := s.Commit(t.Context(), match.Batch{Match: "m1", After: begun(t, "m1").Seq(), Over: true}); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "b.db")
			if err := os.WriteFile(path, []byte("older"), 0o600); err != nil {
				t.Fatal(err)
			}
			s := filled(t)
			m := maker(t.Context(), s)
			spoil(&m, s)
			if made, err := m.Make(t.Context(), path, true); err == nil {
				t.Errorf("made %+v", made)
			} else {
				t.Log(err)
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != "older" {
				t.Errorf("the older one is %d bytes now (%v)", len(text), err)
			}
			if got := files(t, dir); got != "b.db" {
				t.Errorf("there is %s", got)
			}
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := maker(ctx, filled(t)).Make(ctx, filepath.Join(t.TempDir(), "b.db"), false); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped, it says %v", err)
	}
}

// TestUnproven: where matches cannot be judged, and all else holds, the copy is kept
// under another name, and no file is overwritten by it.
func TestUnproven(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "b.db")
	s := filled(t)
	m := maker(t.Context(), s)
	m.Game = func(match.Opening, match.Data) (engine.Game, error) { return nil, errors.New("no such game") }
	_, err := m.Make(t.Context(), path, false)
	var u *backup.Unproven
	if !errors.As(err, &u) || u.Path != path+".unproven" || u.Match != "m1" || u.Matches != 2 ||
		!strings.Contains(err.Error(), "match m1 (and 1 more)") || !strings.Contains(err.Error(), "no such game") {
		t.Fatalf("got %v", err)
	}
	if got := files(t, dir); got != "b.db.unproven" {
		t.Errorf("there is %s", got)
	}
	copied := opened(t, u.Path)
	want, err := s.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := copied.Heads(t.Context()); err != nil || got != want {
		t.Errorf("its heads are %s, want %s (%v)", got, want, err)
	}
	for _, name := range []string{"older.db", "other.db.unproven"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Make(t.Context(), filepath.Join(dir, "other.db"), false); !errors.Is(err, backup.ErrExists) || !errors.As(err, &u) || u.Path != "" {
		t.Errorf("got %v", err)
	}
	if _, err := m.Make(t.Context(), filepath.Join(dir, "older.db"), true); !errors.As(err, &u) {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"older.db", "other.db.unproven"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "mine" {
			t.Errorf("%s is %d bytes now (%v)", name, len(text), err)
		}
	}
	if got := files(t, dir); got != "b.db.unproven older.db older.db.unproven other.db.unproven" {
		t.Errorf("there is %s", got)
	}
}

// short takes so many bytes, says nothing, and loses the rest.
type short struct {
	w    io.Writer
	left int
}

func (s *short) Write(p []byte) (int, error) {
	n := min(s.left, len(p))
	s.left -= n
	_, err := s.w.Write(p[:n])
	return len(p), err
}

// flipped changes one bit in each page of matches' text.
type flipped struct{ w io.Writer }

func (f *flipped) Write(p []byte) (int, error) {
	q := []byte(strings.ReplaceAll(string(p), `"door":"test"`, `"door":"tesu"`))
	return f.w.Write(q)
}

func TestCopyFile(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "key"), filepath.Join(dir, "b.key")
	if err := os.WriteFile(from, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := backup.CopyFile(from, to, false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("it is %v (%v)", info, err)
	}
	if err := backup.CopyFile(from, to, false); !errors.Is(err, backup.ErrExists) {
		t.Errorf("got %v", err)
	}
	if got := files(t, dir); got != "b.key key" {
		t.Errorf("there is %s", got)
	}
}
