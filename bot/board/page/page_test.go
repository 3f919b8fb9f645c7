package page

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/test/browsertest"
)

// sources are the files of the pages, by name: templates, style sheet and modules.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, of := range []fs.FS{templates, files} {
		err := fs.WalkDir(of, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(of, path)
			out[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestTypes: the modules hold what the types in their comments say, as TypeScript finds.
func TestTypes(t *testing.T) {
	browsertest.Types(t, "static")
}

// TestWeight: what a browser loads to show a match, its map and its data apart, is small enough for a slow telephone; what is
// loaded when it is wanted is not much more.
func TestWeight(t *testing.T) {
	const most, mostOfAll = 160_000, 260_000
	texts := sources(t)
	match, all := texts["templates/match.html"], 0
	first := len(match)
	for name, text := range texts {
		file, static := strings.CutPrefix(name, "static/")
		if static && strings.Contains(match, "{{.Static}}"+file) {
			first += len(text)
		}
		if file != "contract.js" { // types alone
			all += len(text)
		}
	}
	if first > most || all > mostOfAll {
		t.Errorf("the page of a match weighs %d bytes, and all files %d; %d and %d are allowed", first, all, most, mostOfAll)
	}
}

// TestModules: a script has one job, and the page names all that it loads at once, so that none waits for another to ask for it.
func TestModules(t *testing.T) {
	const most = 500
	imports := regexp.MustCompile(`(?m)^(?:import|export) .*from "\./([a-z]+\.js)"`)
	texts := sources(t)
	for name, text := range texts {
		if lines := strings.Count(text, "\n"); strings.HasSuffix(name, ".js") && lines > most {
			t.Errorf("%s has %d lines; %d are allowed", name, lines, most)
		}
	}
	match := texts["templates/match.html"]
	for name, text := range texts {
		if file, ok := strings.CutPrefix(name, "static/"); !ok || !strings.Contains(match, "{{.Static}}"+file) {
			continue
		}
		for _, m := range imports.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(match, "{{.Static}}"+m[1]) {
				t.Errorf("%s imports %s, which the page of a match does not name", name, m[1])
			}
		}
	}
}

// TestWords: the pages say what the catalogues have, all of it, in every language.
func TestWords(t *testing.T) {
	words, err := locale.New(nil, Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range words.Gaps() {
		if strings.HasPrefix(g.Key, "web.page.") || strings.HasPrefix(g.Key, "web.skin.") {
			t.Error(g)
		}
	}
	said := regexp.MustCompile(`(?:say|Refused)\("([a-z.-]+)"|\.T "web\.page\.([a-z.-]+)"`)
	keys := regexp.MustCompile(`"[^"]*", "([a-z]+)"\]`)
	used := map[string]bool{}
	for name, text := range sources(t) {
		for _, m := range said.FindAllStringSubmatch(text, -1) {
			used[m[1]+m[2]] = true
		}
		if name == "static/dialogs.js" {
			for _, m := range keys.FindAllStringSubmatch(text, -1) {
				used["key."+m[1]] = true
			}
		}
	}
	for key := range used {
		if key != "" && !strings.HasSuffix(key, ".") && !words.Has("en", "web.page."+key) && !words.Has("en", "web.skin."+key) {
			t.Errorf("a page says %q, and no catalogue does", "web.page."+key)
		}
	}
	for _, scripts := range []string{"web.page.", "web.skin."} {
		for _, key := range words.Keys(scripts) {
			if !used[strings.TrimPrefix(key, scripts)] {
				t.Errorf("no page says %q", key)
			}
		}
	}
}

// TestNothingInline: the policy of the door runs no script and shows no style that stands in a page, and the
// page makes no element of text that it was sent.
func TestNothingInline(t *testing.T) {
	inline := regexp.MustCompile(`(?i)\sstyle="|\son[a-z]+="|<style|<script(?:>| type="module">)|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function`)
	for name, text := range sources(t) {
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s: %q", name, found)
		}
	}
}

// TestFiles: files are found by their names, and nothing else is.
func TestFiles(t *testing.T) {
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := File("board.js"); err != nil || len(text) == 0 {
		t.Error(err)
	}
	for _, name := range []string{"", "..", "../page.go", "../templates/match.html", "nothing.js"} {
		if _, err := File(name); err == nil {
			t.Errorf("%q is served", name)
		}
	}
	if !slices.Equal([]byte(s.Version), []byte(strings.ToLower(s.Version))) || len(s.Version) != 16 {
		t.Errorf("version %q", s.Version)
	}
}
