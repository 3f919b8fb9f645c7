package locale_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
)

// made is where the program makes a refusal.
var made = regexp.MustCompile(`refusal\.New\("([^"]*)", "`)

// TestRefusalsAreTold: every refusal that the program makes has a text of its own in
// every language.
func TestRefusalsAreTold(t *testing.T) {
	words, err := locale.New(&engine.Info{Game: "none"})
	if err != nil {
		t.Fatal(err)
	}
	where := map[string]string{}
	root := os.DirFS("../..")
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		for _, m := range made.FindAllSubmatch(text, -1) {
			key := string(m[1])
			if where[key] != "" {
				t.Errorf("%s: the refusal of %s has the text %s, too", path, where[key], key)
			}
			where[key] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(where) < 60 {
		t.Errorf("%d refusals found", len(where))
	}
	for key, path := range where {
		for _, lang := range locale.Languages {
			if text, err := words.Try(lang, engine.Say(key)); err != nil {
				t.Errorf("%s: %s in %s: %q: %v", path, key, lang, text, err)
			}
		}
	}
}
