package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/kit/lists"
)

// Command is one thing that people can ask for: with a slash command, a button, or both.
// What is registered with Discord, where a path leads, what completion proposes and what
// the help lists are read from a table of these, and from nothing else. The words are in
// the catalogues, under discord.command and discord.help with the path behind it, dots
// between its parts.
type Command struct {
	// Path is the name of the slash command, with those of its group and subcommand:
	// "match/join". The paths of buttons begin with it, or with one that it had before: see Old.
	Path string
	// Short is its short form, a name of its own; "": it has none. See ShortCommands.
	Short string
	// Parts are the options that stand behind the path in the custom id of a button, by
	// name. Buttons stay on boards for months: a part keeps its place for ever.
	Parts []string
	// Options are what can be given with the slash command, in the order in which they
	// are shown: those that must be given come first.
	Options []Option
	// More are the options that come otherwise: the fields of a form that leads back here, and
	// "option", which is what was chosen from a menu.
	More []string
	// Games are the options that games bring; nil: none.
	Games *Extra
	// Button: there is no slash command, only buttons lead here.
	Button bool
	// Menu is an option. The command stands in the menu of each person, too, under the name
	// discord.menu with the path behind it: there the person becomes the option, and nothing
	// else is given. "": it does not.
	Menu string
	// Guild is the key of what is said where the command is not given in a server, and is
	// nothing elsewhere; "": it may be given in a direct message as well.
	Guild string
	// Threads says in what kind of thread the bot must be able to post for it.
	Threads threads
	// Right is what must be allowed to whoever gives it; "": what it does is judged alone.
	Right authority.Right
	// Needs are what a member must be permitted in the server to be shown the slash command,
	// unless its managers have set something else: all commands of one name have the same.
	// It hides the command and guards nothing; 0: everybody is shown it.
	Needs int64
	// Do answers it.
	Do handler
}

// handler does what a command asks for.
type handler func(q *Request) (Response, error)

// Option is what can be given with a slash command. Its words are in the catalogues, under
// discord.option-name and discord.option-help: see WordsOf.
type Option struct {
	Name     string
	Required bool
	User     bool // a person of the server is chosen, else a text is typed
	Role     bool // a role of the server is chosen
	Channel  bool // a text channel of the server is chosen
	Forum    bool // a forum of the server is chosen
	File     bool // a file is uploaded: the option is its id, and Request.Files has the rest
	// Number: a whole number is typed, within bounds to which the reader's Discord holds them;
	// nil: it is none. Who pressed a button or has an old list of commands may send anything.
	Number *Range
	// Values lists what can be chosen; nil: anything can be typed. An option with nothing
	// to choose is not shown.
	Values func(h *Handlers) []Value
	// Complete proposes words while it is typed; nil: none are proposed.
	Complete Completer
	// Example is what its help shows as an example; nil: none.
	Example func(h *Handlers) engine.Arg
}

// Range is the least and the most that a number may be.
type Range struct{ least, most int }

// AtLeast is a range without a most.
func AtLeast(least int) *Range { return &Range{least: least} }

// Between is a range with both.
func Between(least, most int) *Range { return &Range{least, most} }

// Completer proposes words for the option that is being typed, the focused one.
type Completer func(q *Request, focused string) ([]Choice, error)

// Value is what can be chosen for an option: with a text of the catalogues or, without a
// key, with one that is the same in all languages.
type Value struct {
	Value, Key, Text string
	Args             []engine.Arg // of the text of the catalogues
}

// Extra are the options of a command that games bring.
type Extra struct {
	// Options adds them behind those that are there.
	Options func(h *Handlers, d Describer, before []*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption
	// Complete proposes words for them; nil: none are proposed.
	Complete Completer
}

// threads is a kind of thread that a command opens.
type threads int

// The kinds of thread that a command opens. ThreadIfChosen is a public one, where the
// option thread says so.
const (
	noThread threads = iota
	ThreadIfChosen
	PublicThread
	PrivateThread
)

// Fixed are values that are the same everywhere. Each has the key that the prefix makes.
func Fixed(prefix string, values ...string) func(*Handlers) []Value {
	out := lists.Map(values, func(v string) Value { return Value{Value: v, Key: prefix + v} })
	return func(*Handlers) []Value { return out }
}

// Values that several commands have.
var (
	YesOrNo        = Fixed("discord.", "yes", "no")
	LanguageValues = Fixed("language.", locale.Languages...)
)

// GameValues are the games that can be played.
func GameValues(h *Handlers) []Value {
	return lists.Map(h.Games, func(g *engine.Info) Value { return Value{Value: g.Game, Text: g.Title} })
}

// UsualGame is the game that is meant where none is named.
func UsualGame(h *Handlers) engine.Arg { return engine.Text("game", h.Games[0].Title) }

// Programs lists the programs that play one of the games, each once.
func (h *Handlers) Programs() []string {
	var out []string
	for _, g := range h.Games {
		names, _ := h.Referee.Games.Programs(g.Game) // an error: it has no new matches
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// ThemeValues are the sets of colours, where there are several.
func ThemeValues(h *Handlers) []Value {
	if len(h.Themes) < 2 {
		return nil
	}
	return Fixed("discord.theme.", h.Themes...)(h)
}

// Table is all commands that no game brings, in the order of the help, and what does those
// that the verbs and the queries of games make.
type Table struct {
	commands []*Command
	byPath   map[string]*Command
	word     *Command
	// stands shows how a match stands to who has asked for something that it waits with,
	// or from before it went on after a backup: the error says what.
	stands func(q *Request, err error) Response
}

// NewTable makes a table of commands. It fails where two have one path.
func NewTable(word *Command, stands func(*Request, error) Response, commands ...*Command) (*Table, error) {
	t := &Table{commands: commands, byPath: map[string]*Command{}, word: word, stands: stands}
	for _, c := range t.commands {
		for _, path := range []string{c.Path, c.Short} {
			if t.byPath[path] != nil {
				return nil, fmt.Errorf("discord: two commands are called %s", path)
			}
			if path != "" {
				t.byPath[path] = c
			}
		}
	}
	for path, now := range Old {
		if c := t.byPath[now]; c != nil {
			if t.byPath[path] != nil {
				return nil, fmt.Errorf("discord: a command is called %s, which leads to %s", path, now)
			}
			t.byPath[path] = c
		}
	}
	return t, nil
}

// Slash are the slash commands, in the order of the help.
func (t *Table) Slash() []*Command {
	return slices.DeleteFunc(slices.Clone(t.commands), func(c *Command) bool { return c.Button })
}

// Names are the slash commands, without their subcommands.
func (t *Table) Names() []string {
	var out []string
	for _, c := range t.commands {
		if name, _, _ := strings.Cut(c.Path, "/"); !c.Button && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// under are the slash commands whose path is, or goes on from, a path.
func (t *Table) under(path string) []*Command {
	return slices.DeleteFunc(slices.Clone(t.commands), func(c *Command) bool {
		return c.Button || c.Path != path && !strings.HasPrefix(c.Path, path+"/")
	})
}

// find is the command that a path begins with, and the parts behind it; nil where there is
// none.
func (t *Table) find(p wire.Path) (*Command, []string) {
	for n := min(3, len(p)); n > 0; n-- {
		if c := t.byPath[strings.Join(p[:n], "/")]; c != nil {
			return c, p[n:]
		}
	}
	return nil, nil
}

// route is the command that a path asks for, also one of a game. It returns wire.ErrPath
// where there is none.
func route(h *Handlers, p wire.Path) (*Command, []string, error) {
	if c, rest := h.Table.find(p); c != nil {
		return c, rest, nil
	}
	if _, known := wordOf(h, p); !known {
		return nil, nil, wire.ErrPath
	}
	return h.Table.word, nil, nil
}

// answer answers a request, where it may be given.
func (c *Command) answer(q *Request) (Response, error) {
	if c.Guild != "" && !q.Guild {
		return Response{}, No(c.Guild)
	}
	return c.Do(q)
}

// take takes the parts behind the path of a command as its options, where they are not
// given otherwise. What the command does not know is dropped.
func (c *Command) take(parts []string, options map[string]string) {
	if c.Games == nil {
		maps.DeleteFunc(options, func(name, _ string) bool { return !c.knows(name) })
	}
	for i, part := range parts[:min(len(parts), len(c.Parts))] {
		if options[c.Parts[i]] == "" {
			options[c.Parts[i]] = part
		}
	}
}

// knows reports whether a command has an option, however that comes.
func (c *Command) knows(name string) bool {
	return slices.Contains(c.Parts, name) || slices.Contains(c.More, name) ||
		slices.ContainsFunc(c.Options, func(o Option) bool { return o.Name == name })
}

// completes reports whether words are proposed for an option.
func (c *Command) completes(name string) bool {
	for _, o := range c.Options {
		if o.Name == name {
			return o.Complete != nil
		}
	}
	return c.Games != nil && c.Games.Complete != nil
}

// proposals proposes words for an option.
func (c *Command) proposals(q *Request, focused string) ([]Choice, error) {
	for _, o := range c.Options {
		if o.Name == focused && o.Complete != nil {
			return o.Complete(q, focused)
		}
	}
	if c.Games != nil && c.Games.Complete != nil {
		return c.Games.Complete(q, focused)
	}
	return nil, nil
}
