package locale_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// catalogues are the folders of the module in which catalogues stand: those with an English one.
func catalogues(t *testing.T, module fs.FS) []string {
	t.Helper()
	var dirs []string
	for _, top := range []string{"engine", "bot", "cmd"} {
		if err := fs.WalkDir(module, top, func(name string, _ fs.DirEntry, err error) error {
			if path.Base(name) == "en.toml" {
				dirs = append(dirs, path.Dir(name))
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Contains(dirs, "bot/locale") || len(dirs) < 10 {
		t.Fatalf("catalogues stand in %v alone", dirs)
	}
	return dirs
}

// TestCatalogues: there is every catalogue in every language, with the texts and arguments of the
// others. It names each file that is missing: "Add a language" in CONTRIBUTING.md relies on it.
func TestCatalogues(t *testing.T) {
	module := os.DirFS("../..")
	dirs := catalogues(t, module)
	for _, dir := range dirs {
		for _, lang := range engine.Languages {
			file := path.Join(dir, lang+".toml")
			if _, err := fs.Stat(module, file); err != nil {
				t.Errorf("missing: %s", file)
			}
		}
	}
	if t.Failed() {
		return
	}
	for _, dir := range dirs {
		var info *engine.Info // the words of the interface are there without one
		if dir != "bot/locale" {
			info = &engine.Info{Catalogues: engine.Catalogues{FS: engine.Folder(module, dir), Path: dir}}
		}
		words, err := locale.New(info)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, g := range words.Gaps() {
			t.Error(g)
		}
	}
}

// TestCataloguesSayWhereTheyStand: the folder that a package gives with its catalogues is its own.
func TestCataloguesSayWhereTheyStand(t *testing.T) {
	module := os.DirFS("../..")
	given := regexp.MustCompile(`engine\.CataloguesIn\(\w+, "([^"]*)"\)`)
	for _, dir := range catalogues(t, module) {
		if dir == "bot/locale" || dir == "cmd/lab/newgame/template/locale" { // itself, and a package yet to be
			continue
		}
		of := path.Dir(dir)
		sources, err := fs.Glob(module, of+"/*.go")
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, name := range sources {
			text, err := fs.ReadFile(module, name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range given.FindAllSubmatch(text, -1) {
				found = append(found, string(m[1]))
			}
		}
		if !slices.Equal(found, []string{of}) {
			t.Errorf("%s gives %q as the folder of its catalogues", of, found)
		}
	}
}

// TestAMissingCatalogueIsNamed: what is missing or wrong in a catalogue is told with the path of
// its file, all files at once.
func TestAMissingCatalogueIsNamed(t *testing.T) {
	files := func(languages []string, wrong map[string]string) fs.FS {
		out := fstest.MapFS{}
		for _, lang := range languages {
			text, ok := wrong[lang]
			if !ok {
				text = `"a" = "a"`
			}
			out["locale/"+lang+".toml"] = &fstest.MapFile{Data: []byte(text)}
		}
		return engine.CataloguesIn(out, "bot/door")
	}
	_, err := locale.New(nil, files(locale.Languages[:1], nil))
	for _, lang := range locale.Languages[1:] {
		if file := "bot/door/locale/" + lang + ".toml"; !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s is missing, and what is told is %v", file, err)
		}
	}
	_, err = locale.New(nil, files(locale.Languages, map[string]string{"fr": `"a" = `}))
	if err == nil || !strings.Contains(err.Error(), "bot/door/locale/fr.toml") {
		t.Errorf("a file cannot be read, and what is told is %v", err)
	}
	words, err := locale.New(nil, files(locale.Languages, map[string]string{"es": ``}))
	if err != nil {
		t.Fatal(err)
	}
	if gaps := words.Gaps(); len(gaps) != 1 || gaps[0].File != "bot/door/locale/es.toml" || gaps[0].Key != "a" {
		t.Errorf("a text is missing, and the gaps are %v", gaps)
	}
}

// TestALanguageIsReadWhenItIsSpoken: for a reader of one language nothing is told of the files of another that nobody speaks.
func TestALanguageIsReadWhenItIsSpoken(t *testing.T) {
	files := fstest.MapFS{}
	for lang, text := range map[string]string{"en": `"a" = "house"`, "fr": `"a" = "maison"`, "es": `"a" = `} {
		files["locale/"+lang+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	door := engine.CataloguesIn(files, "bot/door")
	for _, lang := range []string{"en", "fr"} {
		words, err := locale.For(lang, nil, door)
		if err != nil {
			t.Fatal(lang, err)
		}
		for in, want := range map[string]string{"en": "house", "fr": "maison", "es": "house"} {
			if got, err := words.Try(in, engine.Say("a")); got != want || (err == nil) != (in != "es") {
				t.Errorf("for a reader of %s it is %q in %s: %v", lang, got, in, err)
			}
		}
	}
	if _, err := locale.For("es", nil, door); err == nil || !strings.Contains(err.Error(), "bot/door/locale/es.toml") {
		t.Errorf("a file cannot be read, and its reader is told %v", err)
	}
}

// TestLanguagesHaveNames: each language has a name in each.
func TestLanguagesHaveNames(t *testing.T) {
	words, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": {"English", "French", "Spanish"}, "fr": {"anglais", "français", "espagnol"}, "es": {"inglés", "francés", "español"},
	} {
		for i, of := range []string{"en", "fr", "es"} {
			if got := words.Say(lang, engine.Say("language."+of)); got != want[i] || locale.Named(of, lang) != want[i] {
				t.Errorf("%s is called %q in %s, want %q", of, got, lang, want[i])
			}
		}
	}
	if got := locale.Named("fr", "xx"); got != "French" {
		t.Errorf("in a language of which no names are known French is called %q", got)
	}
}

// TestAddALanguage follows "Add a language" of CONTRIBUTING.md in a copy of the module, with the
// English catalogues for a new language: after its two steps all words are there, and both Discord
// and the mail door have the language.
func TestAddALanguage(t *testing.T) {
	thorough.Only(t)
	dir := t.TempDir()
	for _, top := range []string{"engine", "bot", "render", "store", "cmd"} {
		if err := os.CopyFS(filepath.Join(dir, top), os.DirFS(filepath.Join("../..", top))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		edit(t, filepath.Join("../..", name), filepath.Join(dir, name), "", "")
	}
	test := func(pkg, run string) (string, error) {
		cmd := exec.Command("go", "test", "-vet=off", pkg, "-run", "^"+run+"$")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	list := filepath.Join(dir, "engine", "languages.go")
	added := []string{"de", "it", "nl", "pl"} // languages of Discord
	lang := added[slices.IndexFunc(added, func(lang string) bool { return !slices.Contains(locale.Languages, lang) })]
	last := fmt.Sprintf("%q", locale.Languages[len(locale.Languages)-1])
	edit(t, list, list, last+"}", fmt.Sprintf("%s, %q}", last, lang))
	out, err := test("./bot/locale", "TestCatalogues")
	if err == nil {
		t.Fatal("nothing is missing before anything is translated")
	}
	var missing []string
	for _, m := range regexp.MustCompile(`missing: (\S+)/`+lang+`\.toml`).FindAllStringSubmatch(out, -1) {
		missing = append(missing, m[1])
	}
	if want := catalogues(t, os.DirFS(dir)); !slices.Equal(missing, want) {
		t.Fatalf("these are named: %v\nwant: %v\n%s", missing, want, out)
	}
	for _, m := range missing {
		at := filepath.Join(dir, filepath.FromSlash(m))
		edit(t, filepath.Join(at, "en.toml"), filepath.Join(at, lang+".toml"), "", "")
	}
	for pkg, run := range map[string]string{
		"./bot/locale": "TestCatalogues", "./bot/discord": "TestNamesInEveryLanguage", "./bot/mail/lines": "TestLanguagesByName",
		"./engine/enginetest": "TestALackOfWordsIsToldPlainly",
	} {
		if out, err := test(pkg, run); err != nil || strings.Contains(out, "no tests to run") {
			t.Errorf("%s: %v\n%s", pkg, err, out)
		}
	}
}

// edit copies a file, with one text in place of another.
func edit(t *testing.T, from, to, old, text string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b, []byte(old)) {
		t.Fatalf("%s has no %s", from, old)
	}
	if old != "" {
		b = bytes.Replace(b, []byte(old), []byte(text), 1)
	}
	if err := os.WriteFile(to, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
