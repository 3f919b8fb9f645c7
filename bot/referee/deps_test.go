package referee_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. Store and picture are interfaces of its own.
var allowed = map[string]string{
	"referee/bot/authority":       "who may do what",
	"referee/bot/orders":          "typed orders, read and completed",
	"referee/bot/post":            "what waits to be posted",
	"referee/bot/schedule":        "how clocks stand, and what is due",
	"referee/bot/typed":           "accents and capitals of what is typed",
	"referee/engine":              "games, questions and messages are in its types",
	"referee/engine/clock":        "what clocks say",
	"referee/engine/dice":         "proofs of rolls in files",
	"referee/engine/luck":         "what dice brought, against what was to be expected",
	"referee/engine/play/account": "where the margin of a match came from",
	"referee/engine/play":         "programs at a seat",
	"referee/engine/refusal":      "what a player is told",
	"referee/engine/chain":        "names an entry that does not hold",
	"referee/engine/match":        "matches, and what of them is stored",
	"referee/engine/lesson":       "courses of games",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}

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
