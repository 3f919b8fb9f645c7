//go:build linux || darwin

package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// diskFree is how many bytes are free for this user on the disk of a directory.
func diskFree(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("what is free at %s: %w", dir, err)
	}
	return s.Bavail * uint64(s.Bsize), nil
}
