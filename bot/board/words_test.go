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
	"referee/engine"
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
		if strings.HasPrefix(key, scripts) || strings.HasPrefix(key, skins) || strings.Contains(source.String(), `"`+key+`"`) {
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

// TestButtonsOfADialogDiffer: what says no in a dialog is labelled otherwise than what says yes, in every language.
func TestButtonsOfADialogDiffer(t *testing.T) {
	words, err := locale.New(nil, Catalogues(), page.Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	says := slices.Concat(words.Keys("web.yes."), words.Keys("web.act."), []string{"web.page.yes", "web.page.do.undo", "web.page.confirm", "web.page.drop"})
	for _, lang := range locale.Languages {
		no := words.Say(lang, engine.Say("web.page.no"))
		for _, key := range says {
			if yes := words.Say(lang, engine.Say(key)); yes == no || strings.HasPrefix(yes, no+" ") {
				t.Errorf("%s: %q says %q, and %q no", lang, key, yes, no)
			}
		}
	}
}
