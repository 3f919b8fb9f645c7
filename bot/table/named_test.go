package table_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoGameIsNamed: whatever talks to people knows no game but what it is told.
func TestNoGameIsNamed(t *testing.T) {
	names := []string{"celles", "triumphant", "ardennes", "lehr", "panzer", "german", "allied", "meuse", "rochefort", "toy"}
	named := regexp.MustCompile(strings.Join(names[:len(names)-1], "|") + `|\btoy\b`)
	pronoun := regexp.MustCompile(`\bcelles([- ]ci| qui)\b`) // in French
	doors := os.DirFS("..")
	files := sources(t, doors)
	for _, deep := range []string{"board/page/static/panel.js", "discord/matches/locale/fr.toml", "mail/lines/read.go", "table/table.go"} {
		if !slices.Contains(files, deep) {
			t.Errorf("%s is not looked at", deep)
		}
	}
	for _, name := range files {
		text, err := fs.ReadFile(doors, name)
		if err != nil {
			t.Fatal(err)
		}
		all := strings.ToLower(string(text))
		if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(all, name) }) {
			continue // as nearly everywhere, and the rest is slow
		}
		for i, line := range strings.Split(all, "\n") {
			if path.Base(name) == "fr.toml" {
				line = pronoun.ReplaceAllString(line, "")
			}
			if word := named.FindString(line); word != "" {
				t.Errorf("%s:%d: %q: %s", name, i+1, word, line)
			}
		}
	}
}

// sources lists the files of a tree that are in the program: no tests, no packages for tests, and nothing that tests read.
func sources(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")):
			return fs.SkipDir
		case !d.IsDir() && !strings.HasSuffix(name, "_test.go") && slices.Contains(written, path.Ext(name)):
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// written are the endings of files that people write.
var written = []string{".go", ".toml", ".js", ".html", ".css"}
