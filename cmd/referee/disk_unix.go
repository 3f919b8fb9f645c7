//go:build linux || darwin

package main

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// diskFree is how many bytes are free for this user on the disk of a directory.
func diskFree(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("free space at %s: %w", dir, err)
	}
	return s.Bavail * uint64(s.Bsize), nil
}

// onOneDisk reports whether two directories are on one disk, as far as that can be known.
func onOneDisk(a, b string) bool {
	var of [2]unix.Stat_t
	err := errors.Join(unix.Stat(a, &of[0]), unix.Stat(b, &of[1]))
	return err == nil && of[0].Dev == of[1].Dev
}
