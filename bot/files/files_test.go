//go:build unix

package files_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"referee/bot/files"
	"referee/engine/enginetest/thorough"
	"referee/engine/textfile"
)

// strangers makes a folder with all that a stranger may put into one.
func strangers(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if dir, _ = filepath.EvalSymlinks(dir); len(dir) > 60 {
		t.Chdir(dir) // the name of a socket must be short
		dir = "."
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	must(os.Mkdir(at("sub"), 0o755))
	must(os.WriteFile(at("plain"), []byte("text"), 0o600))
	must(os.WriteFile(at("sub/plain"), []byte("below"), 0o600))
	must(os.WriteFile(at("large"), []byte("12345678901"), 0o600))
	must(os.WriteFile(at("full"), []byte("1234567890"), 0o600))
	must(os.Symlink("plain", at("link")))
	must(os.Symlink("/dev/zero", at("zero")))
	must(os.Symlink("../../../../../../etc/passwd", at("outside")))
	must(os.Symlink("sub", at("linked")))
	must(os.Symlink(".", at("loop")))
	must(os.Symlink("self", at("self")))
	must(syscall.Mkfifo(at("pipe"), 0o600))
	l, err := net.Listen("unix", at("socket"))
	must(err)
	t.Cleanup(func() { _ = l.Close() })
	sparse, err := os.Create(at("sparse"))
	must(err)
	must(errors.Join(sparse.Truncate(3<<30), sparse.Close()))
	return dir
}

func TestOnlyPlainFilesAreRead(t *testing.T) {
	dir := strangers(t)
	open := map[bool]func(string, int64) (*files.Folder, error){false: files.Open, true: files.OpenOwn}
	for _, c := range []struct {
		name, text string
		err, own   error // of a stranger's folder, and of one's own
	}{
		{name: "plain", text: "text"},
		{name: "sub/plain", text: "below"},
		{name: "full", text: "1234567890"},
		{name: "large", err: files.ErrLarge, own: files.ErrLarge},
		{name: "sparse", err: files.ErrLarge, own: files.ErrLarge},
		{name: "link", text: "text", err: files.ErrLink},
		{name: "linked/plain", text: "below", err: files.ErrLink},
		{name: "loop/loop/plain", text: "text", err: files.ErrLink},
		{name: "self", err: files.ErrLink, own: syscall.ELOOP},
		{name: "zero", err: files.ErrLink, own: fs.ErrInvalid},
		{name: "outside", err: files.ErrLink, own: fs.ErrInvalid},
		{name: "pipe", err: files.ErrPlain, own: files.ErrPlain},
		{name: "socket", err: files.ErrPlain, own: files.ErrPlain},
		{name: "sub", err: files.ErrPlain, own: files.ErrPlain},
		{name: "plain/below", err: files.ErrPlain, own: syscall.ENOTDIR},
		{name: "absent", err: fs.ErrNotExist, own: fs.ErrNotExist},
		{name: ".", err: fs.ErrInvalid, own: fs.ErrInvalid},
		{name: "../x", err: fs.ErrInvalid, own: fs.ErrInvalid},
		{name: "/etc/passwd", err: fs.ErrInvalid, own: fs.ErrInvalid},
	} {
		for own, open := range open {
			f, err := open(dir, 10)
			if err != nil {
				t.Fatal(err)
			}
			text, err := fs.ReadFile(f, c.name)
			want := c.err
			if own {
				want = c.own
			}
			switch {
			case want == nil && (err != nil || string(text) != c.text):
				t.Errorf("%s, own: %t: %q, %v", c.name, own, text, err)
			case want != nil && err == nil:
				t.Errorf("%s, own: %t: is read", c.name, own)
			case want != nil && !errors.Is(want, fs.ErrInvalid) && !errors.Is(err, want):
				t.Errorf("%s, own: %t: %v, want %v", c.name, own, err, want)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestAFileThatGrowsIsBounded: what is written after it was opened is not read for ever.
func TestAFileThatGrowsIsBounded(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "growing")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := files.Open(dir, 10)
	if err != nil {
		t.Fatal(err)
	}
	f, err := folder.Open("growing")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("12345678901"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(iotest.OneByteReader(f)); !errors.Is(err, files.ErrLarge) || len(text) != 10 {
		t.Errorf("%q, %v", text, err)
	}
	if err := errors.Join(f.Close(), folder.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestTextsAreRead whatever systems made of them.
func TestTextsAreRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	for text, want := range map[string]error{"\ufeffeins\r\nzwei": nil, "\x1f\x8b": textfile.ErrPacked} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		all := func(name string, most int64) ([]byte, error) { return files.Read(t.Context(), name, most) }
		for _, read := range []func(string, int64) ([]byte, error){all, files.ReadPlain} {
			got, err := read(name, 100)
			if !errors.Is(err, want) || err == nil && string(got) != "eins\nzwei" {
				t.Errorf("%q: %q, %v", text, got, err)
			}
		}
	}
}

func TestFilesOfAFolderAreCounted(t *testing.T) {
	thorough.Slow(t)
	dir := t.TempDir()
	for i := range 10_001 {
		if err := os.Symlink("x", filepath.Join(dir, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	f, err := files.Open(dir, 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadDir("."); err == nil || !strings.Contains(err.Error(), "more than 10000 files") {
		t.Errorf("listed: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "7")); err != nil {
		t.Fatal(err)
	}
	if list, err := f.ReadDir("."); err != nil || len(list) != 10_000 {
		t.Errorf("%d are listed, %v", len(list), err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReadIsBounded(t *testing.T) {
	if _, err := files.Read(t.Context(), "/dev/zero", 1000); !errors.Is(err, files.ErrLarge) {
		t.Errorf("an endless device: %v", err)
	}
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("1234567890"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := files.Read(t.Context(), name, 10); string(text) != "1234567890" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := files.Read(t.Context(), name, 9); !errors.Is(err, files.ErrLarge) {
		t.Errorf("a large one: %v", err)
	}
}

// TestAPlainFileIsReadAndNothingElse: a pipe that nobody writes into is not waited for.
func TestAPlainFileIsReadAndNothingElse(t *testing.T) {
	dir := strangers(t)
	for name, want := range map[string]error{
		"full": nil, "link": nil, "linked/plain": nil, "large": files.ErrLarge, "zero": files.ErrPlain, "pipe": files.ErrPlain,
		"socket": files.ErrPlain, "sub": files.ErrPlain, ".": files.ErrPlain, "absent": fs.ErrNotExist,
	} {
		text, err := files.ReadPlain(filepath.Join(dir, name), 10)
		if !errors.Is(err, want) || err == nil && len(text) == 0 {
			t.Errorf("%s: %q, %v, want %v", name, text, err, want)
		}
	}
}

// TestAPipeIsRead: what comes out of a pipe is read to its end, one that nobody writes to is not waited for, and one that
// somebody only keeps open is left with the context.
func TestAPipeIsRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Read(t.Context(), name, 10); !errors.Is(err, files.ErrNobody) {
		t.Errorf("nobody writes: %v", err)
	}
	keeps, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := files.Read(ctx, name, 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("somebody keeps it open: %v", err)
	}
	if _, err := keeps.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		text string
		err  error
	}
	read := make(chan outcome, 1)
	go func() {
		text, err := files.Read(t.Context(), name, 4)
		read <- outcome{string(text), err}
	}()
	select {
	case o := <-read:
		t.Errorf("the pipe is open for writing still: %q, %v", o.text, o.err)
	case <-time.After(200 * time.Millisecond):
	}
	if err := keeps.Close(); err != nil {
		t.Fatal(err)
	}
	if o := <-read; o.text != "text" || o.err != nil {
		t.Errorf("%q, %v", o.text, o.err)
	}
}
