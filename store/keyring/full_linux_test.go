package keyring_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAFullDiskLeavesTheOldFile writes where no file may have more than 50 bytes.
func TestAFullDiskLeavesTheOldFile(t *testing.T) {
	f := fileIn(t)
	must(t, f.Create(ringOf(2)))
	signal.Ignore(syscall.SIGXFSZ) // the write is to fail, not the process
	defer signal.Reset(syscall.SIGXFSZ)
	var was syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was))
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 50, Max: was.Max}))
	replaced := f.Replace(ringOf(3))
	fresh := fileIn(t)
	created := fresh.Create(ringOf(1))
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was))
	if replaced == nil || created == nil {
		t.Fatalf("written: %v, %v", replaced, created)
	}
	if got, _, err := f.Load(); err != nil || !same(got, ringOf(2)) {
		t.Errorf("%v, %v", got, err)
	}
	for _, dir := range []string{filepath.Dir(f.Path), filepath.Dir(fresh.Path)} {
		left, err := os.ReadDir(dir)
		must(t, err)
		for _, x := range left {
			if x.Name() != filepath.Base(f.Path) || dir == filepath.Dir(fresh.Path) {
				t.Errorf("%s is left in %s", x.Name(), dir)
			}
		}
	}
}
