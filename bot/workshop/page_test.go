package workshop

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/test/browsertest"
)

// source is the text of the template and of the scripts, with what they take from the board.
func source(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, glob := range []string{"static/*.js", "templates/*.html", "../board/page/static/picture.js"} {
		names, err := filepath.Glob(glob)
		if err != nil || len(names) == 0 {
			t.Fatal(glob, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = string(text)
		}
	}
	return out
}

// TestTypes: the scripts, and those of the board that they load, hold what the types in their comments say.
func TestTypes(t *testing.T) {
	browsertest.Types(t, "static", "../board/page/static")
}

// TestWords: the page says what the catalogues have, all of it, in every language.
func TestWords(t *testing.T) {
	words, err := locale.New(nil, Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range words.Gaps() {
		if strings.HasPrefix(g.Key, scripts) {
			t.Error(g)
		}
	}
	var all strings.Builder
	for name, text := range source(t) {
		all.WriteString(text)
		if lines := strings.Count(text, "\n"); lines > 500 {
			t.Errorf("%s has %d lines", name, lines)
		}
	}
	keys := words.Keys(scripts)
	for _, m := range regexp.MustCompile(`(?:say|Refused)\("([a-z-]+)"[,)]|\.T "workshop\.page\.([a-z-]+)"`).FindAllStringSubmatch(all.String(), -1) {
		if key := scripts + m[1] + m[2]; !slices.Contains(keys, key) {
			t.Errorf("no catalogue has %q", key)
		}
	}
	part := regexp.MustCompile(`"((?:origin|face|picked|picture|said)-)" ?\+`)
	for _, key := range keys {
		word := strings.TrimPrefix(key, scripts)
		composed := slices.ContainsFunc(part.FindAllStringSubmatch(all.String(), -1), func(m []string) bool { return strings.HasPrefix(word, m[1]) })
		if !composed && !strings.Contains(all.String(), `"`+word+`"`) && !strings.Contains(all.String(), `"`+key+`"`) {
			t.Errorf("nothing says %q", key)
		}
	}
}

// TestFiles: the page is served all that its scripts load.
func TestFiles(t *testing.T) {
	for name, text := range source(t) {
		for _, m := range regexp.MustCompile(`from "\./([a-z]+\.js)"|/static/([a-z.]+)"`).FindAllStringSubmatch(text, -1) {
			at := "static/" + m[1] + m[2]
			if _, err := fs.Stat(holder(at), at); err != nil {
				t.Errorf("%s loads %s: %v", name, at, err)
			}
		}
	}
}
