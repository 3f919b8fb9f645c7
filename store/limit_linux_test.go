package store_test

import (
	"os/signal"
	"strconv"
	"syscall"
)

// limitEnv is the number of bytes that no file of a child may exceed: its disk
// is full then.
const limitEnv = "REFEREE_STORE_LIMIT"

// limitFiles sets that limit for this process.
func limitFiles(text string) error {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ) // the write is to fail, not the process
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
}
