//go:build ignore

// Words looks for English, French and Spanish that CONTRIBUTING's style guide and
// docs/glossary.md rule out: in the catalogues, in the texts of the program (help,
// errors, log lines), in the configuration, the pages and the documents.
//
//	go run .ci/words.go            # all of it; exit code 1 if anything is found
//	go run .ci/words.go -rule is-no
//
// The rules are in .ci/words.toml: tables
//
//	[[rule]]
//	name     a name
//	say      what to write in its place
//	in       catalogues, code or documents, in any number; without: all
//	en       patterns of regexp, matched in English texts; fr and es likewise
//	but      patterns of texts that are right and are taken out first
//
// and exceptions, at most thirty
//
//	[[except]]
//	rule, place (as it is printed), reason
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

const (
	rulesFile      = ".ci/words.toml"
	mostExceptions = 30
)

type rule struct {
	Name, Say       string
	In              []string
	EN, FR, ES, But []*regexp.Regexp
}

// exception is a text that a rule finds and that stays.
type exception struct{ Rule, Place, Reason string }

// text is something that people read. Its place is a file with a key or a line.
type text struct {
	kind, language, place, says string
}

func main() {
	only := flag.String("rule", "", "the one rule to look for")
	flag.Parse()
	rules, exceptions, err := readRules()
	if err == nil && len(exceptions) > mostExceptions {
		err = fmt.Errorf("%s has %d exceptions, more than %d", rulesFile, len(exceptions), mostExceptions)
	}
	var texts []text
	if err == nil {
		texts, err = readTexts()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "words: %v\n", err)
		os.Exit(2)
	}
	found, used := map[string]int{}, map[string]bool{}
	for _, t := range texts {
		for _, r := range rules {
			hit := r.finds(t)
			if hit == "" || *only != "" && r.Name != *only {
				continue
			}
			if at := r.Name + " " + t.place; exceptions[at] != "" {
				used[at] = true
				continue
			}
			found[r.Name+" in "+t.kind]++
			fmt.Printf("%s: %s: %q: %s\n\t%s\n", t.place, r.Name, hit, r.Say, strings.TrimSpace(t.says))
		}
	}
	for _, at := range slices.Sorted(maps.Keys(exceptions)) {
		if !used[at] && *only == "" {
			found["exceptions without use"]++
			fmt.Printf("%s: nothing needs the exception %q\n", rulesFile, at)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(os.Stderr, "%4d %s\n", found[what], what)
	}
	fmt.Fprintf(os.Stderr, "%d texts read\n", len(texts))
	if len(found) > 0 {
		os.Exit(1)
	}
}

// finds returns what a rule finds in a text, or "".
func (r *rule) finds(t text) string {
	if len(r.In) > 0 && !slices.Contains(r.In, t.kind) {
		return ""
	}
	says := t.says
	for _, but := range r.But {
		says = but.ReplaceAllString(says, "·")
	}
	for _, m := range map[string][]*regexp.Regexp{"en": r.EN, "fr": r.FR, "es": r.ES}[t.language] {
		if hit := m.FindString(says); hit != "" {
			return hit
		}
	}
	return ""
}

// readRules reads the rules, and the reasons of exceptions by rule and place.
func readRules() ([]*rule, map[string]string, error) {
	var file struct {
		Rule   []*rule
		Except []exception
	}
	known, err := toml.DecodeFile(rulesFile, &file)
	if err != nil {
		return nil, nil, err
	}
	if unknown := known.Undecoded(); len(unknown) > 0 {
		return nil, nil, fmt.Errorf("%s: unknown keys %v", rulesFile, unknown)
	}
	reasons := map[string]string{}
	for _, e := range file.Except {
		if e.Rule == "" || e.Place == "" || e.Reason == "" {
			return nil, nil, fmt.Errorf("%s: an exception names its rule, its place and the reason: %+v", rulesFile, e)
		}
		reasons[e.Rule+" "+e.Place] = e.Reason
	}
	return file.Rule, reasons, nil
}

// readTexts reads every text of the module.
func readTexts() ([]text, error) {
	var all []text
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if slices.Contains(skipped, name) || entry.Name() == "testdata" || entry.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		read := reader(name)
		if read == nil {
			return nil
		}
		file, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts, err := read(name, file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, texts...)
		return nil
	})
	return all, err
}

// skipped are folders with what is written by commands, quotes the past, or is for tests.
var skipped = []string{".git", "docs/transcripts", "docs/adr", "docs/data", "engine/enginetest", "cmd/lab/newgame/template"}

// reader returns what reads a file; nil: nobody reads it.
func reader(name string) func(name string, file []byte) ([]text, error) {
	switch {
	case strings.Contains(name, "/locale/") && path.Ext(name) == ".toml":
		return catalogue
	case strings.HasSuffix(name, "_test.go"), name == ".ci/words.go", name == "CHANGELOG.md":
		return nil
	case path.Ext(name) == ".go":
		return code
	case path.Ext(name) == ".md":
		return document
	case name == "docs/verify.html", name == "docs/verify.py", name == "config.example.yaml":
		return lines
	}
	return nil
}

// catalogue reads the messages of one language, each form of a plural alone.
func catalogue(name string, file []byte) ([]text, error) {
	var messages map[string]any
	if err := toml.Unmarshal(file, &messages); err != nil {
		return nil, err
	}
	language := strings.TrimSuffix(path.Base(name), ".toml")
	var all []text
	var add func(key string, message any)
	add = func(key string, message any) {
		switch m := message.(type) {
		case string:
			all = append(all, text{"catalogues", language, name + ":" + key, m})
		case map[string]any:
			for _, form := range slices.Sorted(maps.Keys(m)) {
				add(key+"."+form, m[form])
			}
		}
	}
	add("", messages)
	for i := range all {
		all[i].place = strings.Replace(all[i].place, ":.", ":", 1)
	}
	return all, nil
}

// code reads the strings of several words.
func code(name string, file []byte) ([]text, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, file, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []text
	ast.Inspect(tree, func(node ast.Node) bool {
		switch node.(type) {
		case *ast.ImportSpec, *ast.Field: // a field has a tag
			return false
		}
		if lit, ok := node.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if says, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(says, " ") {
				all = append(all, text{"code", "en", fmt.Sprintf("%s:%d", name, files.Position(lit.Pos()).Line), says})
			}
		}
		return true
	})
	return all, nil
}

var (
	quoted   = regexp.MustCompile("`[^`]*`")
	address  = regexp.MustCompile(`\]\([^)]*\)|https?://\S+`)
	language = regexp.MustCompile(`\.(fr|es)\.md$`)
)

// document reads the paragraphs of a page, without what is quoted as code.
func document(name string, file []byte) ([]text, error) {
	speaks := "en"
	if m := language.FindStringSubmatch(name); m != nil {
		speaks = m[1]
	}
	var all []text
	fenced := false
	for n, line := range strings.Split(string(file), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(line, "    ") {
			continue
		}
		line = address.ReplaceAllString(quoted.ReplaceAllString(line, "·"), "]")
		all = append(all, text{"documents", speaks, fmt.Sprintf("%s:%d", name, n+1), line})
	}
	return all, nil
}

var block = regexp.MustCompile(`^  (en|fr|es): \{$`)

// lines reads a file line by line. Those of docs/verify.html are in the language of the
// block of words that they stand in.
func lines(name string, file []byte) ([]text, error) {
	speaks := "en"
	var all []text
	for n, line := range strings.Split(string(file), "\n") {
		if m := block.FindStringSubmatch(line); m != nil {
			speaks = m[1]
		} else if line == "};" {
			speaks = "en"
		}
		all = append(all, text{"documents", speaks, fmt.Sprintf("%s:%d", name, n+1), line})
	}
	return all, nil
}
