//go:build !unix

package mail

import "syscall"

// asUser cannot do it on this system, on which nobody is root: ready refuses before.
func asUser(int, int) *syscall.SysProcAttr { return nil }
