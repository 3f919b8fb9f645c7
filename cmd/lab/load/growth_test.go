package load

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGrowthIsATable: a row for each number of matches, with seconds, milliseconds and megabytes.
func TestGrowthIsATable(t *testing.T) {
	l := load{dir: t.TempDir()}
	g := grown{told: told{Matches: 10, First: spread{P50: 4, P99: 37.5}, MemoryAfter: 409e6, FileAfter: 1_234_567}, Backup: 1.78, Again: 1.05}
	if err := l.writeGrowth([]grown{g, {told: told{Matches: 100}}}); err != nil {
		t.Fatal(err)
	}
	const want = "matches,start_s,p50_ms,p99_ms,backup_s,poll_ms,beat_ms,memory_mb,file_mb\n10,1.05,4,37.5,1.78,0,0,409,1.235\n100,0,0,0,0,0,0,0,0\n"
	if got, err := os.ReadFile(filepath.Join(l.dir, "growth.csv")); err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}
