//go:build unix

package workshop

import (
	"os"
	"syscall"
)

// lock keeps a journal for this process, until it ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
