package control

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// private makes sure that only its user may open the file of a socket, from the moment
// the file exists: it takes its permissions from the socket.
func private(_, _ string, c syscall.RawConn) error {
	var err error
	failed := c.Control(func(fd uintptr) { err = unix.Fchmod(int(fd), 0o600) })
	if failed != nil {
		return failed
	}
	return err
}

// peer is the user whose process has connected, according to the kernel.
func peer(c net.Conn) (uid int, known bool) {
	raw, err := c.(*net.UnixConn).SyscallConn()
	if err != nil {
		return -1, true
	}
	uid = -1
	err = raw.Control(func(fd uintptr) {
		if cred, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			uid = int(cred.Uid)
		}
	})
	if err != nil {
		return -1, true
	}
	return uid, true
}
