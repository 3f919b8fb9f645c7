package board

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/board/page"
	"referee/bot/locale"
	"referee/bot/turn"
)

// TestWords: the door has its texts in every language, and says all of them.
func TestWords(t *testing.T) {
	words, err := locale.New(nil, Catalogues(), page.Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range words.Gaps() {
		if strings.HasPrefix(g.Key, "web.") {
			t.Error(g)
		}
	}
	var source strings.Builder
	for _, of := range []string{"*.go", "links/*.go", "page/templates/*.html"} {
		names, err := filepath.Glob(of)
		if err != nil || len(names) == 0 {
			t.Fatal(of, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
	}
	for _, key := range words.Keys("web.") {
		if strings.HasPrefix(key, scripts) || strings.Contains(source.String(), `"`+key+`"`) {
			continue // what scripts say is checked beside them
		}
		kind, act, _ := strings.Cut(strings.TrimPrefix(key, "web."), ".")
		if kind == "level" { // of a program of some game
			continue
		}
		if kind != "act" && kind != "sure" && kind != "text" || !strings.Contains(source.String(), `act("`+act+`"`) && !slices.Contains(turn.Acts(), turn.Act(act)) {
			t.Errorf("nothing says %q", key)
		}
	}
}
