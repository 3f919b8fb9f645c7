package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

var (
	// ErrNobody says that no process answers at the socket.
	ErrNobody = errors.New("no process answers there")
	// ErrForbidden says that the process is another user's.
	ErrForbidden = errors.New("it answers only its own user and root")
	// ErrLong says that the path is too long for a socket.
	ErrLong = errors.New("the path of a socket has at most 107 bytes: move the match database to a shorter path")
)

// mostPath is how many bytes the path of a socket has at most (unix(7), less the
// zero byte at its end).
const mostPath = 107

// dialWithin is how long to wait for the process to take a connection.
const dialWithin = 5 * time.Second

// Path is the path of the socket of a store's process: beside its file, with symbolic
// links resolved, so that every path to the file gives the same socket.
func Path(db string) (string, error) {
	if real, err := filepath.EvalSymlinks(db); err == nil {
		db = real
	}
	path := db + ".sock"
	if len(path) > mostPath {
		return path, fmt.Errorf("control: %s: %w (this one has %d)", path, ErrLong, len(path))
	}
	return path, nil
}

// dial connects to a socket. It returns ErrNobody or ErrForbidden, wrapped.
func dial(path string) (net.Conn, error) {
	c, err := net.DialTimeout("unix", path, dialWithin)
	switch {
	case err == nil:
		return c, nil
	case errors.Is(err, fs.ErrPermission):
		err = ErrForbidden
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		err = ErrNobody
	}
	return nil, fmt.Errorf("control: %s: %w", path, err)
}

// free removes a socket that a dead process has left. One that answers, and a file that
// is not a socket, stays.
func free(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("control: %w", err)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("control: %s is in the way: the socket is to be there", path)
	}
	c, err := dial(path)
	if err == nil {
		return errors.Join(fmt.Errorf("control: another process answers at %s", path), c.Close())
	}
	if !errors.Is(err, ErrNobody) {
		return err
	}
	return os.Remove(path)
}
