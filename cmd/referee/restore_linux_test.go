package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"referee/cmd/cli"
)

// fillDisk leaves this process so many bytes for each file.
func fillDisk(left string) error {
	n, err := strconv.ParseUint(left, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ) // the write is to fail, not the process
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
}

// TestARestoreOnAFullDisk changes nothing, and leaves nothing behind.
func TestARestoreOnAFullDisk(t *testing.T) {
	dir, ran := restorable(t)
	db := filepath.Join(dir, "referee.db")
	before, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, bytesLeft := range []string{"0", "4096", "20000"} {
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Args = []string{onFullDisk, bytesLeft, "restore", filepath.Join(dir, "backup.db"), "--force", "--db", db}
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run() // what it ends with is looked at below
		code, text := cmd.ProcessState.ExitCode(), out.String()
		if code != cli.Failed || !strings.Contains(text, "file too large") {
			t.Errorf("%s bytes are left: %v: %s", bytesLeft, err, text)
		}
		if after, err := os.ReadFile(db); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s bytes are left: the store was changed: %v", bytesLeft, err)
		}
		if left, err := filepath.Glob(db + ".*"); err != nil || len(left) > 0 {
			t.Errorf("%s bytes are left: behind are left %v, %v", bytesLeft, left, err)
		}
	}
	if code, text := ran("restore", filepath.Join(dir, "backup.db"), "--force"); code != cli.Done {
		t.Errorf("with room: %s", text)
	}
}
