package discord

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/clubs"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/servers"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// all are the commands of the table.
func all() []*command.Command {
	return slices.Concat(matches.Commands, clubs.Commands, servers.Commands)
}

// TestEveryCommandHasItsWords: what is registered has words of its own in every language,
// and a name that Discord takes.
func TestEveryCommandHasItsWords(t *testing.T) {
	s := newStage(t)
	w, err := stageWords.Of(nil)
	s.must(err)
	has := func(key string, name bool) {
		for _, lang := range locale.Languages {
			if !w.Has(lang, key) {
				t.Errorf("%s: there are no words for %s", lang, key)
				continue
			}
			text := w.Say(lang, engine.Say(key))
			if n := units(text); n == 0 || n > 100 || name && command.OptionName(text) != text {
				t.Errorf("%s: %s is %q", lang, key, text)
			}
		}
	}
	d := command.Describer{Words: w}
	for _, c := range all() {
		if c.Button {
			continue
		}
		for parts := strings.Split(c.Path, "/"); len(parts) > 0; parts = parts[:len(parts)-1] {
			key := strings.Join(parts, ".")
			has("discord.command."+key, true)
			has("discord.help."+key, false)
		}
		if c.Menu != "" {
			has("discord.menu."+strings.ReplaceAll(c.Path, "/", "."), false)
			if !slices.ContainsFunc(c.Options, func(o command.Option) bool { return o.Name == c.Menu && o.User }) {
				t.Errorf("/%s has no option %s for a person", c.Path, c.Menu)
			}
		}
		for _, o := range c.Options {
			has(d.WordsOf("name", c, o), true)
			if o.Example == nil { // else its help has an argument
				has(d.WordsOf("help", c, o), false)
			}
			if o.Values == nil {
				continue
			}
			for _, v := range o.Values(s.h.Handlers) {
				if v.Key != "" {
					has(v.Key, false)
				} else if v.Text == "" {
					t.Errorf("/%s %s: the value %q has no text", c.Path, o.Name, v.Value)
				}
			}
		}
	}
}

// TestCommandsAreWellFormed: a command has a path that Discord takes and a handler; its
// options are named once, and those that must be given come first; what can be proposed
// cannot be chosen from a list as well.
func TestCommandsAreWellFormed(t *testing.T) {
	for _, c := range all() {
		parts := strings.Split(c.Path, "/")
		if c.Do == nil || len(parts) > 3 || slices.ContainsFunc(parts, func(p string) bool { return p == "" || command.OptionName(p) != p }) {
			t.Errorf("%q: the path or the handler is wrong", c.Path)
		}
		seen, optional := map[string]bool{}, false
		for _, o := range c.Options {
			if seen[o.Name] || o.Required && optional || o.Values != nil && o.Complete != nil || o.User && (o.Values != nil || o.Complete != nil) {
				t.Errorf("/%s: the option %s is there twice, out of order, or both listed and proposed", c.Path, o.Name)
			}
			seen[o.Name], optional = true, optional || !o.Required
		}
		if c.Button && len(c.Options) > 0 {
			t.Errorf("%s is a button alone, and has options", c.Path)
		}
		for _, list := range [][]string{c.Parts, c.More} {
			if len(slices.Compact(slices.Sorted(slices.Values(list)))) != len(list) {
				t.Errorf("%s: a part is there twice: %v", c.Path, list)
			}
		}
	}
}

// TestHandlersReadTheirOptions: every option of a command is named in what its handler
// calls, and whatever a page reads is an option of a command that calls it. A command that
// is described is in the table.
func TestHandlersReadTheirOptions(t *testing.T) {
	t.Parallel()
	src := readPages(t)
	byPath := map[string]*command.Command{}
	for _, c := range all() {
		byPath[c.Path] = c
	}
	known := map[string]map[string]bool{} // by function: the options of all commands that call it
	for path, do := range src.handlers {
		c := byPath[path]
		if c == nil {
			t.Errorf("%s is described, and not in the table", path)
			continue
		}
		names := slices.Concat(c.Parts, c.More)
		for _, o := range c.Options {
			names = append(names, o.Name)
		}
		calls := append(src.reached(do), "upright") // which every picture is composed by
		for _, name := range names {
			if c.Path == "try-page" && name == "prompt" {
				continue // a sandbox has one question, whose pages are turned
			}
			if !slices.ContainsFunc(calls, func(f string) bool { return src.texts[f][name] }) {
				t.Errorf("%s: nothing reads the option %s", path, name)
			}
		}
		for _, f := range calls {
			if known[f] == nil {
				known[f] = map[string]bool{}
			}
			for _, name := range names {
				known[f][name] = true
			}
		}
	}
	if len(src.handlers) != len(byPath) {
		t.Errorf("%d commands are described, %d are in the table", len(src.handlers), len(byPath))
	}
	for f, list := range src.reads {
		for name := range list {
			if known[f] != nil && !known[f][name] {
				t.Errorf("%s reads the option %s, which no command has that calls it", f, name)
			}
		}
	}
}

// pages is the source of the commands.
type pages struct {
	handlers map[string][]string        // by path of the command: what its handler is, or is made of
	calls    map[string]map[string]bool // by function: the names in it
	texts    map[string]map[string]bool // by function: the texts in it
	reads    map[string]map[string]bool // by function: the options that it reads
}

// readPages reads the source of all commands. Functions are told apart by their names.
func readPages(t *testing.T) pages {
	t.Helper()
	p := pages{map[string][]string{}, map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, dir := range []string{"command", "matches", "clubs", "servers"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) < 3 {
			t.Fatal(dir, files, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				p.take(d)
			}
		}
	}
	return p
}

func (p pages) take(d ast.Decl) {
	fn, ok := d.(*ast.FuncDecl)
	if !ok {
		ast.Inspect(d, p.described)
		return
	}
	name := fn.Name.Name
	for _, m := range []map[string]map[string]bool{p.calls, p.texts, p.reads} {
		if m[name] == nil {
			m[name] = map[string]bool{}
		}
	}
	set := map[ast.Expr]bool{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				set[e] = true
			}
		case *ast.Ident:
			p.calls[name][n.Name] = true
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil {
				p.texts[name][text] = true
			}
		case *ast.IndexExpr:
			of, isField := n.X.(*ast.SelectorExpr)
			at, isText := n.Index.(*ast.BasicLit)
			if !set[n] && isField && isText && of.Sel.Name == "Options" {
				if text, err := strconv.Unquote(at.Value); err == nil {
					p.reads[name][text] = true
				}
			}
		}
		return true
	})
}

// described takes the handler of a command that is described, alone or in a call of a function that calls it.
func (p pages) described(n ast.Node) bool {
	var path string
	var do []string
	if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 {
		fn, isFunc := call.Fun.(*ast.Ident)
		if arg, named := call.Args[1].(*ast.Ident); isFunc && named {
			do, n = []string{fn.Name, arg.Name}, call.Args[0]
		}
	}
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return true
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		if value, isText := kv.Value.(*ast.BasicLit); isText && key.Name == "Path" {
			path, _ = strconv.Unquote(value.Value)
		}
		if key.Name == "Do" {
			ast.Inspect(kv.Value, func(n ast.Node) bool {
				if name, isName := n.(*ast.Ident); isName {
					do = append(do, name.Name)
				}
				return true
			})
		}
	}
	if path != "" && len(do) > 0 {
		p.handlers[path] = do
	}
	return true
}

// reached are functions and all that they call.
func (p pages) reached(from []string) []string {
	seen := map[string]bool{}
	for todo := slices.Clone(from); len(todo) > 0; {
		f := todo[0]
		if todo = todo[1:]; seen[f] || p.calls[f] == nil {
			continue
		}
		seen[f] = true
		todo = slices.AppendSeq(todo, maps.Keys(p.calls[f]))
	}
	return slices.Sorted(maps.Keys(seen))
}

// TestAnOptionThatACommandDoesNotHave: what a command does not know is not heard, whatever
// it comes with; what it knows is, whether it is given, pressed or written in a form.
func TestAnOptionThatACommandDoesNotHave(t *testing.T) {
	s := newStage(t)
	var heard map[string]string
	spy := &command.Command{
		Path: "spy", Parts: []string{"match", "sure"}, More: []string{"note"}, Options: []command.Option{{Name: "text"}},
		Do: func(q *command.Request) (command.Response, error) {
			heard = maps.Clone(q.Options)
			return q.Said("kept-as-is")
		},
	}
	table, err := command.NewTable(spy, matches.AsItStands, spy)
	s.must(err)
	h, err := command.New(s.t.Context(), s.h.Deps, stageWords, table)
	s.must(err)
	in := s.act("ann", discordgo.InteractionMessageComponent)
	in.Path = wire.Path{"spy", "k3x9abcd", "yes", "more"}
	in.Options = map[string]string{"text": "a", "note": "b", "side": "red", "more": "c"}
	h.Handle(s.t.Context(), in)
	if want := map[string]string{"match": "k3x9abcd", "sure": "yes", "text": "a", "note": "b"}; !maps.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

// TestNamesOfCommandsAreInTheCatalogues: no catalogue names a command or an option that is
// not in the table.
func TestNamesOfCommandsAreInTheCatalogues(t *testing.T) {
	w, err := stageWords.Of(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := command.Describer{Words: w}
	used := map[string]bool{"discord.option-name.options": true, "discord.option-help.options": true} // of games
	for _, group := range []string{"ask", "say", "pick"} {                                            // of each game
		used["discord.command."+group], used["discord.help."+group] = true, true
	}
	for _, c := range all() {
		if c.Button {
			continue
		}
		for parts := strings.Split(c.Path, "/"); len(parts) > 0; parts = parts[:len(parts)-1] {
			key := strings.Join(parts, ".")
			used["discord.command."+key], used["discord.help."+key] = true, true
		}
		for _, o := range c.Options {
			used[d.WordsOf("name", c, o)], used[d.WordsOf("help", c, o)] = true, true
		}
	}
	n := 0
	for _, words := range catalogued() {
		text, err := fs.ReadFile(words, "en.toml")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			key, _, _ := strings.Cut(strings.TrimPrefix(line, `"`), `"`)
			for _, prefix := range []string{"discord.command.", "discord.option-name.", "discord.option-help."} {
				if strings.HasPrefix(key, prefix) {
					if n++; !used[key] {
						t.Errorf("%s is of no command", key)
					}
				}
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d keys are names", n)
	}
}
