package discord

import (
	"slices"
	"strings"
	"unicode"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// Limits of Discord on commands.
const (
	maxCommands    = 100
	maxName        = 32
	maxDescription = 100
	maxCommandOpts = 25
)

// argument is an option of a command that a verb or a query of a game makes.
type argument struct {
	name  string // of the option
	kind  engine.WordKind
	again bool // another of the kind came before it
}

// arguments are the arguments of a verb: a slot each, but for literals.
func arguments(v engine.Verb) []argument {
	var out []argument
	for _, s := range v.Slots {
		if s.Literal == "" {
			out = withArgument(out, argument{kind: s.Arg})
		}
	}
	return out
}

// queryArguments are the arguments of a query. What is missing may be taken
// from what is half built, so that none must be given.
func queryArguments(q engine.QueryInfo) []argument {
	var out []argument
	for _, a := range q.Args {
		out = withArgument(out, argument{kind: a.Kind})
	}
	return out
}

// withArgument adds an argument, named after its kind.
func withArgument(list []argument, a argument) []argument {
	a.name = optionName(string(a.kind))
	for slices.ContainsFunc(list, func(b argument) bool { return b.name == a.name }) {
		a.name, a.again = "other-"+a.name, true
	}
	return append(list, a)
}

// Commands lists the commands of the bot: its own, and those that the verbs and
// queries of the games make. Several games may share one; each reads it in its
// own way. A verb or query that is named like a command of ours is left out:
// /choose obeys it.
func (h *desk) Commands() ([]wire.Command, error) {
	words, err := h.library.of(nil)
	if err != nil {
		return nil, err
	}
	d := describer{words}
	var out []wire.Command
	for _, name := range h.table.names() {
		out = append(out, slash(h, d, name))
	}
	for _, g := range h.games {
		words, err := h.library.of(g)
		if err != nil {
			return nil, err
		}
		d := describer{words}
		for _, v := range g.Verbs {
			out = d.merge(out, h.table.names(), v.Name, "verb."+v.Name, arguments(v))
		}
		for _, q := range g.Queries {
			out = d.mergeQuery(out, q)
		}
	}
	return out, nil
}

// slash is a command of ours as it is registered.
func slash(h *desk, d describer, name string) wire.Command {
	of := h.table.under(name)
	c := d.command(name, "discord.command."+name, "discord.help."+name)
	if !slices.ContainsFunc(of, func(c *command) bool { return !c.guild }) {
		c.Contexts = []int{wire.ContextGuild}
	}
	c.Options = optionsUnder(h, d, name, of)
	return c
}

// optionsUnder are the options of the command that has a path, or the groups and
// subcommands that go on from it.
func optionsUnder(h *desk, d describer, path string, of []*command) []wire.CommandOption {
	if of[0].path == path {
		return optionsOf(h, d, of[0])
	}
	var out []wire.CommandOption
	for _, c := range of {
		name, _, deeper := strings.Cut(strings.TrimPrefix(c.path, path+"/"), "/")
		if slices.ContainsFunc(out, func(o wire.CommandOption) bool { return o.Name == name }) {
			continue
		}
		kind := wire.OptionSubcommand
		if deeper {
			kind = wire.OptionGroup
		}
		at := path + "/" + name
		key := strings.ReplaceAll(at, "/", ".")
		o := d.option(kind, name, "discord.command."+key, "discord.help."+key)
		o.Options = optionsUnder(h, d, at, h.table.under(at))
		out = append(out, o)
	}
	return out
}

// optionsOf are the options of a command of ours.
func optionsOf(h *desk, d describer, c *command) []wire.CommandOption {
	var out []wire.CommandOption
	for _, o := range c.options {
		choices := choicesOf(h, d, o)
		if o.values != nil && len(choices) == 0 {
			continue
		}
		var args []engine.Arg
		if o.example != nil {
			args = append(args, o.example(h))
		}
		kind := wire.OptionString
		if o.user {
			kind = wire.OptionUser
		}
		shown := d.option(kind, o.name, d.wordsOf("name", c, o), d.wordsOf("help", c, o), args...)
		shown.Required, shown.Autocomplete, shown.Choices = o.required, o.complete != nil, choices
		out = append(out, shown)
	}
	if c.games != nil {
		out = c.games.options(h, d, out)
	}
	return out
}

// choicesOf are the values of an option that has few.
func choicesOf(h *desk, d describer, o option) []wire.CommandChoice {
	if o.values == nil {
		return nil
	}
	var out []wire.CommandChoice
	for _, v := range o.values(h) {
		choice := wire.CommandChoice{Name: cut(v.text, maxOptionText), Value: v.value}
		if v.key != "" {
			choice.Name, choice.NameLocalizations = d.texts(v.key, maxOptionText)
		}
		out = append(out, choice)
	}
	return out
}

// wordsOf is the key of the name or of the help of an option: the same for all commands
// that have it, but where one command, or all that begin with one word, have words of
// their own.
func (d describer) wordsOf(what string, c *command, o option) string {
	top, _, _ := strings.Cut(c.path, "/")
	for _, at := range []string{strings.ReplaceAll(c.path, "/", "."), top} {
		if key := "discord.option-" + what + "." + at + "." + o.name; d.words.Has(locale.Languages[0], key) {
			return key
		}
	}
	return "discord.option-" + what + "." + o.name
}

// exampleQuery is a query as it can be typed: the first that a game has.
func exampleQuery(h *desk) engine.Arg {
	for _, g := range h.games {
		if len(g.Queries) == 0 {
			continue
		}
		words := []string{g.Queries[0].Name}
		for _, a := range g.Queries[0].Args {
			if list := g.Words[a.Kind]; len(list) > 0 && !a.Optional {
				words = append(words, list[0])
			}
		}
		return engine.Text("example", strings.Join(words, " "))
	}
	return engine.Text("example", "")
}

// clauseOptions adds the options for what the clauses of standing orders want,
// with the same name in all games and clauses.
func clauseOptions(h *desk, _ describer, out []wire.CommandOption) []wire.CommandOption {
	for _, g := range h.games {
		words, err := h.library.of(g)
		if err != nil {
			continue // Commands has reported it
		}
		d := describer{words}
		for _, clause := range g.Clauses {
			for _, a := range clause.Args {
				name := optionName(a.Name)
				if len(out) == maxCommandOpts || slices.ContainsFunc(out, func(o wire.CommandOption) bool { return o.Name == name }) {
					continue
				}
				o := d.option(wire.OptionString, name, "argument."+a.Name, "clause-arg."+a.Name)
				o.Autocomplete = true
				out = append(out, o)
			}
		}
	}
	return out
}

// setups adds the options that games offer when a match is opened, named as
// arguments are. Two games with an option of one name share it, with the values
// of both.
func setups(h *desk, _ describer, before []wire.CommandOption) []wire.CommandOption {
	var out []wire.CommandOption
	for _, g := range h.games {
		words, err := h.library.of(g)
		if err != nil {
			continue // Commands has reported it
		}
		d := describer{words}
		for _, s := range g.Options {
			i := slices.IndexFunc(out, func(o wire.CommandOption) bool { return o.Name == optionName(s.ID) })
			if i < 0 {
				if len(before)+len(out) == maxCommandOpts {
					continue
				}
				out = append(out, d.option(wire.OptionString, optionName(s.ID), "argument."+s.ID, "setup."+s.ID))
				i = len(out) - 1
			}
			for _, v := range s.Values {
				text, more := d.texts("setup."+s.ID+"."+v, 100)
				if !slices.ContainsFunc(out[i].Choices, func(c wire.CommandChoice) bool { return c.Value == v }) {
					out[i].Choices = append(out[i].Choices, wire.CommandChoice{Name: text, NameLocalizations: more, Value: v})
				}
			}
		}
	}
	return append(before, out...)
}

// describer names and describes commands in every language.
type describer struct{ words *locale.Words }

// locales are the languages of Discord that each of ours serves.
var locales = map[string][]string{"fr": {"fr"}, "es": {"es-ES", "es-419"}}

// texts says a key in English, and in the other languages of Discord.
func (d describer) texts(key string, most int, args ...engine.Arg) (english string, others map[string]string) {
	m := engine.Say(key, args...)
	others = map[string]string{}
	for _, lang := range locale.Languages[1:] {
		for _, l := range locales[lang] {
			others[l] = cut(d.words.Say(lang, m), most)
		}
	}
	return cut(d.words.Say(locale.Languages[0], m), most), others
}

// names are the names of a command or an option in other languages; nil where
// the catalogue has none.
func (d describer) names(key string, args ...engine.Arg) map[string]string {
	if !d.words.Has(locale.Languages[0], key) {
		return nil
	}
	_, others := d.texts(key, maxName, args...)
	for l, name := range others {
		if others[l] = optionName(name); others[l] == "" || strings.Contains(name, "|") { // no name, but what may stand there
			return nil
		}
	}
	return others
}

// command describes a command without its options.
func (d describer) command(name, nameKey, helpKey string, args ...engine.Arg) wire.Command {
	help, others := d.texts(helpKey, maxDescription, args...)
	return wire.Command{
		Type: 1, Name: name, NameLocalizations: d.names(nameKey),
		Description: help, DescriptionLocalizations: others, Contexts: []int{wire.ContextGuild, wire.ContextDM},
	}
}

// option describes an option of a command.
func (d describer) option(kind int, name, nameKey, helpKey string, args ...engine.Arg) wire.CommandOption {
	help, others := d.texts(helpKey, maxDescription, args...)
	return wire.CommandOption{
		Type: kind, Name: name, NameLocalizations: d.names(nameKey),
		Description: help, DescriptionLocalizations: others,
	}
}

// merge adds the command of a verb, or its arguments to one that is there.
func (d describer) merge(list []wire.Command, own []string, name, helpKey string, args []argument) []wire.Command {
	if slices.Contains(own, name) || optionName(name) != name {
		return list
	}
	i := slices.IndexFunc(list, func(c wire.Command) bool { return c.Name == name })
	if i < 0 {
		if len(list) == maxCommands {
			return list
		}
		list = append(list, d.command(name, "command."+name, helpKey))
		i = len(list) - 1
	}
	list[i].Options = d.mergeArguments(list[i].Options, args)
	return list
}

// mergeQuery is merge for a query.
func (d describer) mergeQuery(list []wire.Command, q engine.QueryInfo) []wire.Command {
	if slices.ContainsFunc(list, func(c wire.Command) bool { return c.Name == q.Name }) || optionName(q.Name) != q.Name || len(list) == maxCommands {
		return list
	}
	key, args := queryHelpKey(d.words, q)
	c := d.command(q.Name, "command."+q.Name, key, args...)
	c.Options = d.mergeArguments(nil, queryArguments(q))
	return append(list, c)
}

// queryHelpKey is the message that says what a query is for.
func queryHelpKey(words *locale.Words, q engine.QueryInfo) (key string, args []engine.Arg) {
	if key := "query." + q.Name; words.Has(locale.Languages[0], key) {
		return key, nil
	}
	return "discord.help.query", []engine.Arg{engine.Text("query", q.Name)}
}

// queryHelp says what a query is for.
func queryHelp(v voice, q engine.QueryInfo) string {
	key, args := queryHelpKey(v.words, q)
	return v.raw(engine.Say(key, args...))
}

// mergeArguments adds the arguments that a command does not have.
func (d describer) mergeArguments(list []wire.CommandOption, args []argument) []wire.CommandOption {
	for _, a := range args {
		if len(list) == maxCommandOpts || slices.ContainsFunc(list, func(o wire.CommandOption) bool { return o.Name == a.name }) {
			continue
		}
		named, help := "argument."+string(a.kind), "word."+string(a.kind)
		if !d.words.Has(locale.Languages[0], named) { // the word that helps is a name as well
			named = help
		}
		o := d.option(wire.OptionString, a.name, named, help)
		if a.again && o.NameLocalizations != nil {
			for _, lang := range locale.Languages[1:] {
				for _, l := range locales[lang] {
					o.NameLocalizations[l] = optionName(d.words.Say(lang, engine.Say("discord.option.other", engine.Text("kind", o.NameLocalizations[l]))))
				}
			}
		}
		o.Autocomplete = true
		list = append(list, o)
	}
	return list
}

// optionName makes of a text a name that Discord takes: small letters, digits,
// hyphens and underscores, at most 32.
func optionName(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.IsSpace(r):
			r = '-'
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_':
			continue
		}
		if n++; n > maxName {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
