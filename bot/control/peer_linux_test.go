package control

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// nobody is a user who is not the one of the tests.
const nobody = 65534

// asNobody does something as another user. The thread that it is done on keeps that
// user, and ends with its goroutine.
func asNobody(t *testing.T, do func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can try it as another user")
	}
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		_, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, nobody, nobody, nobody)
		if errno != 0 {
			done <- errno
			return
		}
		do()
		done <- nil
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestAnotherUser tries to connect without the permission, and where somebody has
// opened the socket's file to all.
func TestAnotherUser(t *testing.T) {
	dir := t.TempDir()
	for d := dir; d != os.TempDir(); d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	db := filepath.Join(dir, "r.db")
	serving(t, db, &fake{})
	asNobody(t, func() {
		if _, err := Dial(db); !errors.Is(err, ErrForbidden) {
			t.Errorf("without the permission: %v", err)
		}
	})
	if err := os.Chmod(db+".sock", 0o666); err != nil {
		t.Fatal(err)
	}
	asNobody(t, func() {
		conn, err := dial(db + ".sock")
		if err != nil {
			t.Errorf("the file is open to all, and it does not connect: %v", err)
			return
		}
		connect := func(context.Context, string, string) (net.Conn, error) { return conn, nil } // of this thread
		c := &Client{db + ".sock", &http.Client{Transport: &http.Transport{DialContext: connect}}}
		if s, err := c.Status(t.Context()); !errors.Is(err, ErrForbidden) {
			t.Errorf("another user is answered %v, %v", s, err)
		}
	})
	if _, err := dialled(t, db).Status(t.Context()); err != nil {
		t.Errorf("its own user is answered %v", err)
	}
}
