package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
)

// module is the root of the module, from this package.
var module = os.DirFS("../..")

// textual are the endings of the files that may name a page.
var textual = []string{".go", ".md", ".toml", ".yaml", ".yml", ".json", ".html", ".js", ".css", ".csv", ".py", ".service", ".txt", ""}

// texts are the texts of the module that may name a page, by file. What tests compare with and what was found in earlier
// years is left out.
func texts(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !d.Type().IsRegular() || !slices.Contains(textual, path.Ext(name)):
			return nil
		}
		text, err := fs.ReadFile(module, name)
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// readable are the pages among texts that readers read, in order; what was decided and tried in earlier versions is not.
func readable(texts map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		in := func(dir string) bool { return strings.HasPrefix(name, "docs/"+dir+"/") }
		if path.Ext(name) == ".md" && !in("adr") && !in("notes") && !in("transcripts") {
			out = append(out, name)
		}
	}
	return out
}

var (
	pageNamed  = regexp.MustCompile(`\bdocs/[\w./-]*\w(#[\w-]+)?`)
	pageLinked = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fenced     = regexp.MustCompile("(?ms)^ *```.*?^ *```")
)

// unfound are names below docs that no file has, each with its reason.
var unfound = map[string]string{
	"docs/deploy/referee.token":           "an owner makes it",
	"docs/data/balance/samples.csv":       "a command writes it",
	"docs/data/balance-other":             "a test has it made in a folder of its own",
	"docs/data/balance-other/samples.csv": "a test has it made in a folder of its own",
}

// unchanging are files whose bytes may not change, so that they name a page by the name that it had, each with its reason.
var unchanging = map[string]string{
	"engine/celles/think/data/weights.csv":  "records name its hash",
	"engine/america/think/data/weights.csv": "records name its hash",
}

// isThere reports whether a file has a name, or a name that begins so where its end is left open ("docs/pictures/board-*.jpg").
func isThere(file string) bool {
	if _, err := fs.Stat(module, file); err == nil {
		return true
	}
	matches, _ := fs.Glob(module, file+"*")
	return path.Ext(file) == "" && len(matches) > 0 || unfound[file] != "" || strings.Contains(file, "-ID")
}

// TestPagesAreFound: each page and file below docs that code, catalogues, settings and pages name is there, and each link of a
// page leads to a file and a heading; none leads to a page that only says where it has moved.
func TestPagesAreFound(t *testing.T) {
	t.Parallel()
	all := texts(t)
	for name, text := range all {
		var targets []string
		for _, at := range pageNamed.FindAllStringIndex(text, -1) {
			if before := text[max(0, at[0]-1):at[0]]; before != "/" || strings.HasSuffix(text[:at[0]], "../") {
				targets = append(targets, text[at[0]:at[1]])
			}
		}
		if path.Ext(name) == ".md" {
			for _, m := range pageLinked.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
				if to := m[1]; !strings.Contains(to, ":") {
					file, anchor, _ := strings.Cut(to, "#")
					if file == "" {
						file = path.Base(name)
					}
					targets = append(targets, strings.TrimSuffix(path.Join(path.Dir(name), file)+"#"+anchor, "#"))
				}
			}
		}
		for _, target := range targets {
			file, anchor, _ := strings.Cut(target, "#")
			if !isThere(file) {
				t.Errorf("%s names %s, which is not there", name, file)
				continue
			}
			page, isText := all[file]
			moved := isText && strings.Contains(page, "This page is now [")
			if moved && unchanging[name] == "" && name != "CHANGELOG.md" && !strings.HasPrefix(name, "docs/adr/") {
				t.Errorf("%s names %s, which has moved", name, file)
			}
			if anchor != "" && path.Ext(file) == ".md" && !slices.Contains(anchors(page), anchor) {
				t.Errorf("%s names %s, which has no such heading", name, target)
			}
		}
	}
}

// anchors are the names of the headings of a page, as GitHub makes them, and those that it gives itself.
func anchors(page string) (out []string) {
	times := map[string]int{}
	for line := range strings.Lines(fenced.ReplaceAllString(page, "")) {
		for _, m := range regexp.MustCompile(`<a (?:id|name)="([^"]+)"`).FindAllStringSubmatch(line, -1) {
			out = append(out, m[1])
		}
		level, title, found := strings.Cut(line, " ")
		if !found || strings.Trim(level, "#") != "" || level == "" {
			continue
		}
		title = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(strings.TrimSpace(title), "$1")
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			default:
				return -1
			}
		}, title)
		if n := times[slug]; n > 0 {
			out = append(out, slug+"-"+string(rune('0'+n)))
		} else {
			out = append(out, slug)
		}
		times[slug]++
	}
	return out
}

var (
	inlineCode = regexp.MustCompile("`([^`\n]+)`")
	indented   = regexp.MustCompile(`(?m)^(?:   +|\t).*$`)
)

// commandsOf are the commands that a page shows, each without what is piped to and from it, among other lines of code.
func commandsOf(page string) (out []string) {
	prose := fenced.ReplaceAllString(page, "")
	var code []string
	for _, block := range fenced.FindAllString(page, -1) {
		code = append(code, strings.Split(strings.ReplaceAll(block, "\\\n", " "), "\n")...)
	}
	code = append(code, indented.FindAllString(strings.ReplaceAll(prose, "\\\n", " "), -1)...)
	for _, m := range inlineCode.FindAllStringSubmatch(prose, -1) {
		code = append(code, m[1])
	}
	for _, line := range code {
		line, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "$ "), " # ")
		line = strings.TrimSpace(line)
		for part := range strings.SplitSeq(strings.ReplaceAll(line, " && ", " | "), " | ") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// TestCommandsOfPagesExist: what pages show as commands of this program, of the Go command and of CI can be typed: the command and
// its flags, the package and its tests, the script and its step exist.
func TestCommandsOfPagesExist(t *testing.T) {
	all, tried := texts(t), map[string]int{}
	for _, name := range readable(all) {
		for _, command := range commandsOf(all[name]) {
			kind, wrong := tryCommand(strings.Fields(command), all)
			tried[kind]++
			if wrong != "" {
				t.Errorf("%s: %s: %s", name, command, wrong)
			}
		}
	}
	t.Logf("looked at: %v", tried)
	for _, kind := range []string{"referee", "test", "lab", "ci"} {
		if tried[kind] < 5 {
			t.Errorf("only %d commands of kind %s in all pages", tried[kind], kind)
		}
	}
}

// tryCommand looks at the words of a command of one of the kinds that are known here: its kind, and what is wrong with it.
func tryCommand(words []string, all map[string]string) (kind, wrong string) {
	for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) || len(words) > 0 && words[0] == "sudo" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "nice" {
		words = words[1:]
	}
	line := strings.Join(words, " ")
	after := func(prefix string) bool {
		rest, found := strings.CutPrefix(line+" ", prefix+" ")
		if found {
			words = strings.Fields(rest)
		}
		return found
	}
	switch {
	case after("go run ./cmd/referee"), after("referee"), after("./referee"):
		return "referee", unknownCommand(words)
	case after("go run ./cmd/lab"):
		if len(words) > 0 && !strings.HasPrefix(words[0], "-") && !inFolder(all, "cmd/lab", `Use: +"`+regexp.QuoteMeta(words[0])+`[" ]`) {
			return "lab", "lab has no command " + words[0]
		}
		return "lab", ""
	case after("go test"):
		return "test", unknownTest(words, all)
	case strings.HasPrefix(line, "go run .ci/"):
		if _, found := all[words[2]]; !found {
			return "ci", "there is no " + words[2]
		}
		return "ci", ""
	case after(".ci/run"):
		for _, step := range words {
			if step != "nightly" && !strings.Contains(all[".ci/run"], "\nstep_"+step+"() {") {
				return "ci", "no step " + step
			}
		}
		return "ci", ""
	}
	return "", ""
}

// unknownCommand says what this program does not know of a command with its flags.
func unknownCommand(words []string) string {
	for i, word := range words {
		if strings.ContainsAny(word, "…<>") || word == "&" || word == "2>" {
			words = words[:i]
			break
		}
	}
	c, rest, err := newRoot().Find(words)
	if err != nil {
		return err.Error()
	}
	if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && c.HasSubCommands() && !c.Runnable() {
		return "no command " + rest[0]
	}
	c.SetOut(new(strings.Builder))
	for _, word := range rest {
		flag, _, _ := strings.Cut(word, "=")
		if strings.HasPrefix(flag, "--") && flag != "--" && flag != "--help" && unknownFlag(c, flag[2:]) {
			return "no flag " + flag
		}
	}
	return ""
}

func unknownFlag(c *cobra.Command, name string) bool {
	return c.Flags().Lookup(name) == nil && c.InheritedFlags().Lookup(name) == nil
}

// unknownTest says which package of a go test is not there, and which test that -run, -bench or -fuzz names.
func unknownTest(words []string, all map[string]string) string {
	var folders, tests []string
	for i, word := range words {
		word = strings.Trim(word, `'"`)
		switch {
		case strings.HasPrefix(word, "./"):
			folders = append(folders, strings.TrimSuffix(path.Clean(word), "/..."))
		case i > 0 && slices.Contains([]string{"-run", "-bench", "-fuzz"}, words[i-1]) && word != "XXX" && word != "^$":
			tests = append(tests, word)
		}
	}
	for _, folder := range folders {
		if folder == "..." || strings.ContainsAny(folder, "PN…") || folder == "engine/bastogne" { // made by the command before it
			return ""
		}
		if _, err := fs.Stat(module, filepath.ToSlash(folder)); err != nil {
			return "there is no package " + folder
		}
	}
	for _, test := range tests {
		top, _, _ := strings.Cut(test, "/")
		if strings.ToUpper(top) == top && top != "." {
			continue // a name to fill in
		}
		pattern, err := regexp.Compile(top)
		if err != nil {
			return err.Error()
		}
		if !slices.ContainsFunc(folders, func(folder string) bool { return hasTest(all, folder, pattern) }) {
			return "no test is named " + test
		}
	}
	return ""
}

var testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w*)\(`)

// hasTest reports whether a package, or one below it, has a test that a pattern matches.
func hasTest(all map[string]string, folder string, pattern *regexp.Regexp) bool {
	for name, text := range all {
		if !strings.HasPrefix(name, folder+"/") || !strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range testFunc.FindAllStringSubmatch(text, -1) {
			if pattern.MatchString(m[1]) {
				return true
			}
		}
	}
	return false
}

// inFolder reports whether a pattern matches in a file of a folder.
func inFolder(all map[string]string, folder, pattern string) bool {
	p := regexp.MustCompile(pattern)
	for name, text := range all {
		if strings.HasPrefix(name, folder+"/") && p.MatchString(text) {
			return true
		}
	}
	return false
}
