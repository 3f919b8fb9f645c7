package control

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// fake is a process of which the tests say what it does; they change it by set.
type fake struct {
	mu       sync.Mutex
	snapshot func(w io.Writer) (string, error)
	status   Status
	packed   Packed
	shelved  string
	fault    error
}

func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *fake) Snapshot(ctx context.Context, w io.Writer) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.snapshot(w)
}

func (f *fake) Pack(context.Context) (Packed, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.packed, f.fault
}

func (f *fake) Shelve(_ context.Context, file io.Reader) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, err := io.ReadAll(file)
	f.shelved = string(text)
	return errors.Join(err, f.fault)
}

func (f *fake) Status(ctx context.Context) (Status, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.status, f.fault
}

// serving serves a process at the socket of a store, until the test ends.
func serving(t *testing.T, db string, p Process) {
	t.Helper()
	l, err := Listen(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, p, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(db + ".sock"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the socket is still there (%v)", err)
		}
	})
}

func dialled(t *testing.T, db string) *Client {
	t.Helper()
	c, err := Dial(db)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSnapshot(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	want := bytes.Repeat([]byte("store"), 1<<20)
	p := &fake{snapshot: func(w io.Writer) (string, error) {
		_, err := w.Write(want)
		return "heads", err
	}}
	serving(t, db, p)
	var got bytes.Buffer
	heads, err := dialled(t, db).Snapshot(t.Context(), &got)
	if err != nil || heads != "heads" || !bytes.Equal(got.Bytes(), want) {
		t.Fatalf("%d bytes, heads %q, %v", got.Len(), heads, err)
	}
	// One that stops short is no copy, wherever it stops.
	for _, n := range []int{0, 1, len(want)} {
		p.set(func() {
			p.snapshot = func(w io.Writer) (string, error) {
				_, err := w.Write(want[:n])
				return "heads", errors.Join(err, errors.New("the disk is gone"))
			}
		})
		if _, err := dialled(t, db).Snapshot(t.Context(), io.Discard); err == nil {
			t.Errorf("a copy that stops after %d bytes passes", n)
		}
	}
}

func TestPack(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	p := &fake{packed: Packed{Matches: 3, Left: 1, Replies: 20}}
	serving(t, db, p)
	if got, err := dialled(t, db).Pack(t.Context()); err != nil || got != p.packed {
		t.Fatalf("%+v, %v", got, err)
	}
	p.set(func() { p.fault = errors.New("a bad day") })
	if _, err := dialled(t, db).Pack(t.Context()); err == nil || err.Error() != "a bad day" {
		t.Fatalf("got %v", err)
	}
}

func TestShelve(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	p := &fake{}
	serving(t, db, p)
	if err := dialled(t, db).Shelve(t.Context(), strings.NewReader("a board")); err != nil || p.shelved != "a board" {
		t.Fatalf("%q, %v", p.shelved, err)
	}
	p.set(func() { p.fault = errors.New("a bad day") })
	if err := dialled(t, db).Shelve(t.Context(), strings.NewReader("")); err == nil || err.Error() != "a bad day" {
		t.Fatalf("got %v", err)
	}
}

func TestStatus(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	p := &fake{status: Status{Version: "v1", Open: 7}}
	serving(t, db, p)
	if s, err := dialled(t, db).Status(t.Context()); err != nil || s != p.status {
		t.Fatalf("%+v, %v", s, err)
	}
	p.set(func() { p.fault = errors.New("a bad day") })
	if _, err := dialled(t, db).Status(t.Context()); err == nil || err.Error() != "a bad day" {
		t.Fatalf("got %v", err)
	}
	if err := dialled(t, db).ask(t.Context(), "GET", "/tomorrow", nil, nil); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Fatalf("got %v", err)
	}
}

// TestSocketsFile: nobody but the user may connect; it is found by every name of
// the store's file.
func TestSocketsFile(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "r.db")
	if err := os.WriteFile(db, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	if err := os.Symlink(db, other); err != nil {
		t.Fatal(err)
	}
	serving(t, other, &fake{})
	info, err := os.Lstat(db + ".sock")
	if err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Fatalf("its mode is %v (%v)", info, err)
	}
	dialled(t, db)
	dialled(t, other)
}

func TestSocketThatIsThere(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, "live.db")
	serving(t, live, &fake{status: Status{Version: "first"}})
	if l, err := Listen(t.Context(), live); err == nil || !strings.Contains(err.Error(), "another process answers") {
		t.Fatalf("beside a process that answers: %v, %v", l, err)
	}
	if s, err := dialled(t, live).Status(t.Context()); err != nil || s.Version != "first" {
		t.Fatalf("the first answers %v, %v", s, err)
	}

	dead := filepath.Join(dir, "dead.db")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: dead + ".sock", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false) // as when it is killed
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(dead); !errors.Is(err, ErrNobody) {
		t.Fatalf("at a dead socket: %v", err)
	}
	serving(t, dead, &fake{})
	dialled(t, dead)

	file := filepath.Join(dir, "file.db")
	if err := os.WriteFile(file+".sock", []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), file); err == nil || !strings.Contains(err.Error(), "in the way") {
		t.Fatalf("where a file is: %v", err)
	}
	if text, err := os.ReadFile(file + ".sock"); err != nil || string(text) != "mine" {
		t.Fatalf("the file is %q (%v)", text, err)
	}
	if _, err := Dial(filepath.Join(dir, "none.db")); !errors.Is(err, ErrNobody) {
		t.Fatalf("where none is: %v", err)
	}
}

func TestLongPath(t *testing.T) {
	db := filepath.Join(t.TempDir(), strings.Repeat("x", 107))
	for _, try := range []func() error{
		func() error { _, err := Listen(t.Context(), db); return err },
		func() error { _, err := Dial(db); return err },
	} {
		if err := try(); !errors.Is(err, ErrLong) {
			t.Errorf("got %v", err)
		}
	}
}
