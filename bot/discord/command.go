package discord

import (
	"fmt"
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// command is one thing that people can ask for: with a slash command, a button, or both.
// What is registered with Discord, where a path leads, what completion proposes and what
// the help lists are read from a table of these, and from nothing else. The words are in
// the catalogues, under discord.command and discord.help with the path behind it, dots
// between its parts.
type command struct {
	// path is the name of the slash command, with those of its group and subcommand:
	// "match/join". The paths of buttons begin with it.
	path string
	// parts are the options that stand behind the path in the custom id of a button, by
	// name. Buttons stay on boards for months: a part keeps its place for ever.
	parts []string
	// options are what can be given with the slash command, in the order in which they
	// are shown: those that must be given come first.
	options []option
	// games are the options that games bring; nil: none.
	games *extra
	// button: there is no slash command, only buttons lead here.
	button bool
	// guild: it is given in servers alone.
	guild bool
	// threads says in what kind of thread the bot must be able to post for it.
	threads threads
	// act is what must be allowed to whoever gives it; "": what it does is judged alone.
	act authority.Act
	// do answers it.
	do handler
}

// handler does what a command asks for.
type handler func(c *call) (answer, error)

// option is what can be given with a slash command. Its words are in the catalogues, under
// discord.option-name and discord.option-help: see wordsOf.
type option struct {
	name     string
	required bool
	user     bool // a person of the server is chosen, else a text is typed
	// values lists what can be chosen; nil: anything can be typed. An option with nothing
	// to choose is not shown.
	values func(h *desk) []value
	// complete proposes words while it is typed; nil: none are proposed.
	complete completer
	// example is what its help shows as an example; nil: none.
	example func(h *desk) engine.Arg
}

// completer proposes words for the option that is being typed, the focused one.
type completer func(c *call, focused string) ([]choice, error)

// value is what can be chosen for an option: with a text of the catalogues or, without a
// key, with one that is the same in all languages.
type value struct{ value, key, text string }

// extra are the options of a command that games bring.
type extra struct {
	// options adds them behind those that are there.
	options func(h *desk, d describer, before []wire.CommandOption) []wire.CommandOption
	// complete proposes words for them; nil: none are proposed.
	complete completer
}

// threads is a kind of thread that a command opens.
type threads int

const (
	noThread       threads = iota
	threadIfChosen         // a public one, where the option thread says so
	publicThread
	privateThread
)

// fixed are values that are the same everywhere. Each has the key that the prefix makes.
func fixed(prefix string, values ...string) func(*desk) []value {
	out := make([]value, len(values))
	for i, v := range values {
		out[i] = value{value: v, key: prefix + v}
	}
	return func(*desk) []value { return out }
}

// Values that several commands have.
var (
	yesOrNo        = fixed("discord.", "yes", "no")
	languageValues = fixed("discord.language.", locale.Languages...)
)

// gameValues are the games that can be played.
func gameValues(h *desk) []value {
	var out []value
	for _, g := range h.games {
		out = append(out, value{value: g.Game, text: g.Title})
	}
	return out
}

// themeValues are the sets of colours, where there are several.
func themeValues(h *desk) []value {
	if len(h.Themes) < 2 {
		return nil
	}
	return fixed("discord.theme.", h.Themes...)(h)
}

// table is all commands that no game brings, in the order of the help, and what does those
// that the verbs and the queries of games make.
type table struct {
	commands    []*command
	byPath      map[string]*command
	verb, query *command
	// stands shows how a match stands to who has asked for something that it waits with,
	// or from before it went on after a backup: the error says what.
	stands func(c *call, err error) answer
}

// newTable makes a table of commands. It fails where two have one path.
func newTable(verb, query *command, stands func(*call, error) answer, commands ...*command) (*table, error) {
	t := &table{commands: commands, byPath: map[string]*command{}, verb: verb, query: query, stands: stands}
	for _, c := range t.commands {
		if t.byPath[c.path] != nil {
			return nil, fmt.Errorf("discord: two commands are called %s", c.path)
		}
		t.byPath[c.path] = c
	}
	return t, nil
}

// names are the slash commands, without their subcommands.
func (t *table) names() []string {
	var out []string
	for _, c := range t.commands {
		if name, _, _ := strings.Cut(c.path, "/"); !c.button && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// under are the slash commands whose path is, or goes on from, a path.
func (t *table) under(path string) []*command {
	return slices.DeleteFunc(slices.Clone(t.commands), func(c *command) bool {
		return c.button || c.path != path && !strings.HasPrefix(c.path, path+"/")
	})
}

// at is the command that a path begins with, and the parts behind it; nil where there is
// none.
func (t *table) at(p wire.Path) (*command, []string) {
	for n := min(3, len(p)); n > 0; n-- {
		if c := t.byPath[strings.Join(p[:n], "/")]; c != nil {
			return c, p[n:]
		}
	}
	return nil, nil
}

// route is the command that a path asks for, also one of a game. It returns wire.ErrPath
// where there is none.
func route(h *desk, p wire.Path) (*command, []string, error) {
	c, rest := h.table.at(p)
	switch name := p.Part(0); {
	case c != nil:
		return c, rest, nil
	case verb(h, name):
		return h.table.verb, nil, nil
	case query(h, name):
		return h.table.query, nil, nil
	}
	return nil, nil, wire.ErrPath
}

// verb reports whether a game has a verb.
func verb(h *desk, name string) bool {
	return slices.ContainsFunc(h.games, func(g *engine.Info) bool {
		return slices.ContainsFunc(g.Verbs, func(v engine.Verb) bool { return v.Name == name })
	})
}

// query reports whether a game has a query.
func query(h *desk, name string) bool {
	return slices.ContainsFunc(h.games, func(g *engine.Info) bool {
		return slices.ContainsFunc(g.Queries, func(q engine.QueryInfo) bool { return q.Name == name })
	})
}

// take takes the parts behind the path of a command as its options, where they are not
// given otherwise.
func (c *command) take(parts []string, options map[string]string) {
	for i, part := range parts[:min(len(parts), len(c.parts))] {
		if options[c.parts[i]] == "" {
			options[c.parts[i]] = part
		}
	}
}

// proposals proposes words for an option.
func (c *command) proposals(of *call, focused string) ([]choice, error) {
	for _, o := range c.options {
		if o.name == focused && o.complete != nil {
			return o.complete(of, focused)
		}
	}
	if c.games != nil && c.games.complete != nil {
		return c.games.complete(of, focused)
	}
	return nil, nil
}
