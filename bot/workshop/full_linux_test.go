package workshop

import (
	"maps"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// TestAFullDisk: a stroke that the disk has no room for is refused and changes nothing, in the journal neither; once there is room it is made.
func TestAFullDisk(t *testing.T) {
	path := fileIn(t)
	b := open(t, path)
	do(t, b, called, woods)
	want, size := b.files(), b.journal.size
	signal.Ignore(syscall.SIGXFSZ) // the write is to fail, not the process
	defer signal.Reset(syscall.SIGXFSZ)
	var was syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was))
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(size) + 20, Max: was.Max}))
	_, made := b.Do(road)
	_, saved := b.Save()
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was))
	if made == nil || saved == nil || !maps.Equal(b.files(), want) {
		t.Fatalf("a stroke was made: %v, %v", made, saved)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("half a board file was written")
	}
	if len(read1(t, JournalOf(path))) != int(size) {
		t.Error("half a stroke is in the journal")
	}
	do(t, b, road)
	want = b.files()
	must(t, b.Close())
	if b = open(t, path); b.Torn || !maps.Equal(b.files(), want) {
		t.Error("afterwards the journal is another")
	}
}
