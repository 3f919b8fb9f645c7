// Package localetest gives tests the texts of the catalogues to compare with, so that a better word does not
// break a test.
package localetest

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/toy"
)

// Told is what a message says, with the nouns of the toy. The catalogues of the interfaces are known, those of
// other games are not.
func Told(lang, key string, args ...engine.Arg) string {
	return read().words.Say(lang, engine.Say(key, args...))
}

// Part is the longest piece of a text into which nothing is put; of a text with plural forms, that of the last.
func Part(lang, key string) string {
	text := read().texts[lang][key]
	if forms, are := text.(map[string]any); are {
		text = forms["other"]
	}
	longest := ""
	for _, piece := range putIn.Split(text.(string), -1) {
		if len(piece) > len(longest) {
			longest = piece
		}
	}
	return longest
}

// putIn matches where something is put into a text: also the no-break spaces of French.
var putIn = regexp.MustCompile(`\{\{.*?\}\}|\n| [:;?!%»]|« `)

// all is what the catalogues of the interfaces hold.
type all struct {
	words *locale.Words
	texts map[string]map[string]any // by language and key
}

var read = sync.OnceValue(func() all {
	module := os.DirFS(root())
	out := all{texts: map[string]map[string]any{}}
	for _, lang := range locale.Languages {
		out.texts[lang] = map[string]any{}
	}
	var more []fs.FS
	must(fs.WalkDir(module, "bot", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "en.toml" {
			return err
		}
		dir := path.Dir(name)
		for _, lang := range locale.Languages {
			var texts map[string]any
			if _, err := toml.DecodeFS(module, dir+"/"+lang+".toml", &texts); err != nil {
				return err
			}
			maps.Copy(out.texts[lang], texts)
		}
		if dir != "bot/locale" { // those are known without being named
			of, err := fs.Sub(module, path.Dir(dir))
			more = append(more, engine.CataloguesIn(of, path.Dir(dir)))
			return err
		}
		return nil
	}))
	words, err := locale.New(toy.Strict().Info(), more...)
	must(err)
	out.words = words
	return out
})

// root is the folder of the module.
func root() string {
	dir, err := os.Getwd()
	for must(err); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
	}
}

// must stops a test whose catalogues cannot be read.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
