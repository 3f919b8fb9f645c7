//go:build !linux

package control

import (
	"net"
	"syscall"
)

// private does nothing here: [Listen] sets the permissions of the file.
func private(_, _ string, _ syscall.RawConn) error { return nil }

// peer cannot find out here: only the permissions of the file protect the socket.
func peer(net.Conn) (uid int, known bool) { return 0, false }
