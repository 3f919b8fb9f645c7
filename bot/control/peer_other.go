//go:build !linux

package control

import (
	"net"
	"syscall"
)

// private leaves it to [Listen] to make the file one that only its user may open.
func private(_, _ string, _ syscall.RawConn) error { return nil }

// peer does not know: the permissions of the file are what there is.
func peer(net.Conn) (uid int, known bool) { return 0, false }
