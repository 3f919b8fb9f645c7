package enginetest

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestALackOfWordsIsToldPlainly: whoever adds a game is told which word has no name, in which
// file it is missing, and what to write there.
func TestALackOfWordsIsToldPlainly(t *testing.T) {
	info := *toy.Strict().Info()
	if err := checkVocabulary(&info); err != nil {
		t.Fatal(err)
	}
	const key = "drawn.site.mill"
	for _, lang := range engine.Languages {
		files := fstest.MapFS{}
		for _, l := range engine.Languages {
			text, err := fs.ReadFile(info.Catalogues, l+".toml")
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for line := range strings.Lines(string(text)) {
				if l != lang || !strings.Contains(line, key) {
					lines = append(lines, line)
				}
			}
			files[l+".toml"] = &fstest.MapFile{Data: []byte(strings.Join(lines, ""))}
		}
		lacks := info
		lacks.Catalogues = files
		err := checkVocabulary(&lacks)
		if err == nil || !strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), lang+".toml") {
			t.Errorf("without the %s name: %v", lang, err)
		}
	}
	p := &picture{words: info.Vocabulary}
	p.word("symbol", "tripods", "piece a")
	if got := p.err.Error(); !strings.Contains(got, `nobody brought the symbol "tripods"`) {
		t.Errorf("of a word that nobody brought it says: %s", got)
	}
}
