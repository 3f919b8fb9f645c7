package celles

import (
	"bufio"
	"go/ast"
	source "go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
)

var catalogueLine = regexp.MustCompile(`^(?:"([^"]+)" = |\["([^"]+)"\]|\[(noun\.[a-z0-9-]+)\])`)

// catalogueKeys reads the keys of one language, in order; plurals and forms of
// nouns count once.
func catalogueKeys(t *testing.T, lang string) []string {
	t.Helper()
	file, err := os.Open("locale/" + lang + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var keys []string
	scan := bufio.NewScanner(file)
	for scan.Scan() {
		if m := catalogueLine.FindStringSubmatch(scan.Text()); m != nil {
			keys = append(keys, m[1]+m[2]+m[3])
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	if len(keys) == 0 {
		t.Fatalf("%s.toml has no keys", lang)
	}
	return keys
}

func TestCataloguesHaveTheSameKeys(t *testing.T) {
	en := catalogueKeys(t, "en")
	for _, lang := range []string{"fr", "es"} {
		other := catalogueKeys(t, lang)
		for _, key := range en {
			if !slices.Contains(other, key) {
				t.Errorf("%s.toml lacks %q", lang, key)
			}
		}
		for _, key := range other {
			if !slices.Contains(en, key) {
				t.Errorf("en.toml lacks %q", key)
			}
		}
	}
}

// literals are the strings of the package's source, tests apart.
func literals(t *testing.T) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := source.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					found[s] = true
				}
			}
			return true
		})
	}
	return found
}

// wholeKey matches a literal that is a key as it stands.
var wholeKey = regexp.MustCompile(`^(illegal|prompt|event|status|track|box|query|result|reading|drm)\.[a-z0-9.-]*[a-z0-9]$`)

func TestKeysInSourceHaveEntries(t *testing.T) {
	keys := catalogueKeys(t, "en")
	want := func(key string) {
		t.Helper()
		if !slices.Contains(keys, key) {
			t.Errorf("en.toml lacks %q", key)
		}
	}
	for s := range literals(t) {
		if wholeKey.MatchString(s) {
			want(s)
		}
	}
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	info := g.Info()
	for _, v := range info.Verbs {
		want("verb." + v.Name)
		for _, s := range v.Slots {
			if s.Literal == "" {
				want("word." + string(s.Arg))
			} else {
				want("noun." + s.Literal)
			}
		}
	}
	for _, q := range info.Queries {
		for _, a := range q.Args {
			want("word." + string(a.Kind))
		}
	}
	for _, o := range info.Options {
		want("setup." + o.ID)
		for _, v := range o.Values {
			want("setup." + o.ID + "." + v)
		}
	}
	for _, seat := range info.Seats {
		want("noun." + string(seat))
	}
	for kind, words := range info.Words {
		if kind == wordHex {
			continue
		}
		for _, w := range words {
			want("noun." + w)
		}
	}
}

// TestEntriesAreUsed spells every key of the catalogues with strings of the
// source; what cannot be spelled is left over.
func TestEntriesAreUsed(t *testing.T) {
	parts := literals(t)
	for _, outside := range []string{"noun.", "word.", "verb.", "setup.", "option.", "."} {
		parts[outside] = true
	}
	for _, words := range load(t).words() {
		for _, w := range words {
			parts[w] = true
		}
	}
	for _, classes := range engine.Vocabulary {
		for _, c := range classes {
			parts[string(c)] = true
		}
	}
	for _, key := range catalogueKeys(t, "en") {
		if !spells(parts, key) {
			t.Errorf("en.toml: nothing says %q", key)
		}
	}
}

// spells reports whether key is made of parts, none of them a single letter.
func spells(parts map[string]bool, key string) bool {
	reached := make([]bool, len(key)+1)
	reached[0] = true
	for end := 1; end <= len(key); end++ {
		for begin := range end {
			part := key[begin:end]
			if reached[begin] && parts[part] && (len(part) > 1 || part == "." || strings.ContainsAny(part, "SFD")) {
				reached[end] = true
			}
		}
	}
	return reached[len(key)]
}

func TestCataloguesAreEmbedded(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "fr", "es"} {
		if _, err := fs.Stat(g.Info().Catalogues, lang+".toml"); err != nil {
			t.Error(err)
		}
	}
}
