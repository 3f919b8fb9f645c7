package referee_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoDoorHoldsAnOffice: what is done in the referee's name is done by clubs alone,
// who have asked package authority. A function that is given an Office must name it.
func TestNoDoorHoldsAnOffice(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		if dir := filepath.ToSlash(filepath.Dir(path)); dir == "../../bot/referee" || dir == "../../bot/club" {
			return nil
		}
		text, err := os.ReadFile(path)
		seen++
		if strings.Contains(string(text), "referee.Office") {
			t.Errorf("%s knows referee.Office", path)
		}
		return err
	})
	if err != nil || seen < 100 {
		t.Fatalf("%d files read: %v", seen, err)
	}
}
