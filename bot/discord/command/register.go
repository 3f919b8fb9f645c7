package command

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/kit/lists"
)

// Limits of Discord on commands.
const (
	maxCommands    = 100
	maxName        = 32
	maxDescription = 100
	MaxCommandOpts = 25
)

// Argument is an option of a command that a verb or a query of a game makes.
type Argument struct {
	Name  string // of the option
	Kind  engine.WordKind
	Text  bool // the player writes it
	again bool // another of the kind came before it
}

// Arguments are the arguments of a verb: a slot each, but for literals.
func Arguments(v engine.Verb) []Argument {
	var out []Argument
	for _, s := range v.Slots {
		if s.Literal == "" {
			out = withArgument(out, Argument{Kind: s.Arg, Text: s.Prefix == engine.TextMark})
		}
	}
	return out
}

// QueryArguments are the arguments of a query. What is missing may be taken
// from what is half built, so that none must be given.
func QueryArguments(q engine.QueryInfo) []Argument {
	var out []Argument
	for _, a := range q.Args {
		out = withArgument(out, Argument{Kind: a.Kind})
	}
	return out
}

// withArgument adds an argument, named after its kind.
func withArgument(list []Argument, a Argument) []Argument {
	a.Name = OptionName(string(a.Kind))
	for slices.ContainsFunc(list, func(b Argument) bool { return b.Name == a.Name }) {
		a.Name, a.again = "other-"+a.Name, true
	}
	return append(list, a)
}

// Commands lists the commands of the bot: its own, and one for each game, with its verbs as
// subcommands and its queries in a group. A verb or query that has no name which Discord
// takes is left out, and what there is no room for: /choose obeys it.
// Of verbs those without arguments go first: each has a button of its own.
// The list is made once; nothing may change it.
func (h *Handlers) Commands() ([]*discordgo.ApplicationCommand, error) { return h.commands() }

func (h *Handlers) list() ([]*discordgo.ApplicationCommand, error) {
	d, err := h.describer(nil)
	if err != nil {
		return nil, err
	}
	out := lists.Map(h.Table.Names(), func(name string) *discordgo.ApplicationCommand { return slash(h, d, name) })
	for _, c := range h.Table.commands {
		if c.Menu != "" {
			out = append(out, d.inMenu(c))
		}
	}
	for _, g := range h.Games {
		if !h.hasCommand(g) {
			continue
		}
		d, err := h.describer(g)
		if err != nil {
			return nil, err
		}
		out = append(out, d.game(g))
	}
	within(out, nil)
	return out, nil
}

// describer describes in the words of a game.
func (h *Handlers) describer(g *engine.Info) (Describer, error) {
	words, err := h.Library.Of(g)
	return Describer{Words: words}, err
}

// ownNames are the names of commands that no short form may have: ours, and those of games.
func (h *Handlers) ownNames() []string {
	names := h.Table.Names()
	for _, g := range h.Games {
		names = append(names, g.Game)
	}
	return names
}

// notShort are the names that no verb or query has in short.
func (h *Handlers) notShort() []string {
	names := h.ownNames()
	for _, c := range h.Table.commands {
		if c.Short != "" {
			names = append(names, c.Short)
		}
	}
	return names
}

// menuKey is the key of the name that a command has in the menu of a person.
func menuKey(c *Command) string { return "discord.menu." + strings.ReplaceAll(c.Path, "/", ".") }

// inMenu is a command as it stands in the menu of a person.
func (d Describer) inMenu(c *Command) *discordgo.ApplicationCommand {
	out := &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Contexts: contexts(c.Guild == ""), DefaultMemberPermissions: needs(c)}
	var others map[discordgo.Locale]string
	out.Name, others = d.Texts(menuKey(c), maxName)
	out.NameLocalizations = &others
	return out
}

// contexts are where a command may be given: in servers, and in direct messages with the bot.
func contexts(direct bool) *[]discordgo.InteractionContextType {
	out := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	if direct {
		out = append(out, discordgo.InteractionContextBotDM)
	}
	return &out
}

// needs are the permissions of which a member of a server needs all to be shown a command, until its managers set
// something else; nil: everybody is shown it.
func needs(c *Command) *int64 {
	if c.Needs == 0 {
		return nil
	}
	return &c.Needs
}

// fromMenu is an interaction as if the command had been typed whose entry somebody has chosen in
// the menu of a person.
func (h *Handlers) fromMenu(in wire.Interaction) wire.Interaction {
	if in.Target == "" {
		return in
	}
	for _, c := range h.Table.commands {
		if c.Menu != "" && h.Plain.Say(locale.Languages[0], engine.Say(menuKey(c))) == wire.Path(in.Path).Part(0) {
			in.Path, in.Options = strings.Split(c.Path, "/"), map[string]string{c.Menu: string(in.Target)}
		}
	}
	return in
}

// game is the command of a game.
func (d Describer) game(g *engine.Info) *discordgo.ApplicationCommand {
	out := d.command(g.Game, "", "discord.help.game", engine.Text("game", g.Title))
	in := groups(g)
	under := map[string][]*discordgo.ApplicationCommandOption{}
	for _, v := range g.Verbs {
		if group, is := in[v.Name]; is {
			o := d.Option(discordgo.ApplicationCommandOptionSubCommand, v.Name, "command."+v.Name, "verb."+v.Name)
			o.Options = d.withFile(d.mergeArguments(nil, Arguments(v)), v.File)
			under[group] = append(under[group], o)
		}
	}
	for _, q := range g.Queries {
		if !commanded(q.Name) || len(under[askGroup]) == MaxCommandOpts {
			continue
		}
		o := d.Option(discordgo.ApplicationCommandOptionSubCommand, q.Name, "command."+q.Name, "query."+q.Name)
		o.Options = d.mergeArguments(nil, QueryArguments(q))
		under[askGroup] = append(under[askGroup], o)
	}
	heads, most := map[string]*discordgo.ApplicationCommandOption{}, maxSize-size(out)
	for _, group := range wordGroups {
		heads[group] = d.Option(discordgo.ApplicationCommandOptionSubCommandGroup, group, "discord.command."+group, "discord.help."+group)
		most -= sizeOf(heads[group])
	}
	fit(under, most)
	out.Options = under[""]
	for _, group := range wordGroups {
		if o := heads[group]; len(under[group]) > 0 {
			o.Options = under[group]
			out.Options = append(out.Options, o)
		}
	}
	return out
}

// fit takes the last of the group that is the largest away, as long as all are larger than a number of characters.
func fit(groups map[string][]*discordgo.ApplicationCommandOption, most int) {
	for {
		all, largest, of := 0, 0, ""
		for _, group := range slices.Sorted(maps.Keys(groups)) {
			n := 0
			for _, o := range groups[group] {
				n += sizeOf(o)
			}
			if all += n; n > largest {
				largest, of = n, group
			}
		}
		if all <= most {
			return
		}
		groups[of] = groups[of][:len(groups[of])-1]
	}
}

// ShortCommands lists the short forms that a guild has beside the commands: none where its managers do not want them, else those
// of our commands that have one, and the verbs and queries of the games that are played there. For "" they are of all games. Several
// games may share one; each reads it in its own way. What is named like a command is left out, and what there is no room for: verbs
// that are a word alone are the last, as each has a button.
func (h *Handlers) ShortCommands(guild wire.ID) ([]wire.ShortForm, error) {
	games := h.Games
	if guild != "" {
		s := h.Servers.Of(wire.HomeOf(guild))
		if s.Short != "yes" {
			return nil, nil
		}
		games = slices.DeleteFunc(slices.Clone(games), func(g *engine.Info) bool { return !s.hasShort(g.Game) })
	}
	d, err := h.describer(nil)
	if err != nil {
		return nil, err
	}
	taken := h.ownNames()
	var out []wire.ShortForm
	for _, c := range h.Table.commands {
		if c.Short == "" {
			continue
		}
		key := strings.ReplaceAll(c.Path, "/", ".")
		short := d.command(c.Short, "discord.command."+key, "discord.help."+key)
		short.Options, short.DefaultMemberPermissions = optionsOf(h, d, c), needs(c)
		out, taken = append(out, wire.ShortForm{ApplicationCommand: short, Leads: c.Path}), append(taken, c.Short)
	}
	long, err := h.Commands() // both may be registered in one server
	if err != nil {
		return nil, err
	}
	for _, name := range shortWords(games) {
		if slices.Contains(taken, name) || !commanded(name) || guild != "" && len(long)+len(out) >= maxCommands {
			continue
		}
		short, err := h.shortWord(games, name)
		if err != nil {
			return nil, err
		}
		out = append(out, short)
	}
	registered := lists.Map(out, func(s wire.ShortForm) *discordgo.ApplicationCommand { return s.ApplicationCommand })
	within(registered, long)
	return out, nil
}

// shortWords are the verbs and queries of games, each once: verbs that are a word alone behind the others.
func shortWords(games []*engine.Info) []string {
	var out, alone []string
	for _, g := range games {
		for _, v := range g.Verbs {
			if len(Arguments(v)) == 0 {
				alone = append(alone, v.Name)
			} else {
				out = append(out, v.Name)
			}
		}
		for _, q := range g.Queries {
			out = append(out, q.Name)
		}
	}
	out = append(out, alone...)
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(slices.Index(out, a), slices.Index(out, b)) })
	return slices.Compact(out)
}

// shortWord is the short form of a verb or query, with the arguments that it has in the games
// that have it.
func (h *Handlers) shortWord(games []*engine.Info, name string) (out wire.ShortForm, err error) {
	var says []gameText
	for _, g := range games {
		d, err := h.describer(g)
		if err != nil {
			return out, err
		}
		help, leads, args, file := "verb."+name, verbPath(g, name), []Argument(nil), false
		if v, is := g.Verb(name); is {
			args, file = Arguments(v), v.File
		} else if q, is := g.Query(name); is {
			help, leads, args = "query."+name, queryPath(g, name), QueryArguments(q)
		} else {
			continue
		}
		if len(says) == 0 {
			out.ApplicationCommand = d.command(name, "command."+name, help)
			out.Leads = leads
		}
		says = append(says, gameText{d: d, title: g.Title, m: engine.Say(help)})
		out.Options = d.withFile(d.mergeArguments(out.Options, args), file)
	}
	var others map[discordgo.Locale]string
	out.Description, others = ofGames(says, len(says), maxDescription)
	out.DescriptionLocalizations = orNil(others)
	return out, nil
}

// slash is a command of ours as it is registered.
func slash(h *Handlers, d Describer, name string) *discordgo.ApplicationCommand {
	of := h.Table.under(name)
	c := d.command(name, "discord.command."+name, "discord.help."+name)
	c.Contexts = contexts(slices.ContainsFunc(of, func(c *Command) bool { return c.Guild == "" }))
	c.DefaultMemberPermissions = needs(of[0])
	c.Options = optionsUnder(h, d, name, of)
	return c
}

// optionsUnder are the options of the command that has a path, or the groups and
// subcommands that go on from it.
func optionsUnder(h *Handlers, d Describer, path string, of []*Command) []*discordgo.ApplicationCommandOption {
	if of[0].Path == path {
		return optionsOf(h, d, of[0])
	}
	var out []*discordgo.ApplicationCommandOption
	for _, c := range of {
		name, _, deeper := strings.Cut(strings.TrimPrefix(c.Path, path+"/"), "/")
		if slices.ContainsFunc(out, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == name }) {
			continue
		}
		kind := discordgo.ApplicationCommandOptionSubCommand
		if deeper {
			kind = discordgo.ApplicationCommandOptionSubCommandGroup
		}
		at := path + "/" + name
		key := strings.ReplaceAll(at, "/", ".")
		o := d.Option(kind, name, "discord.command."+key, "discord.help."+key)
		o.Options = optionsUnder(h, d, at, h.Table.under(at))
		out = append(out, o)
	}
	return out
}

// optionsOf are the options of a command of ours.
func optionsOf(h *Handlers, d Describer, c *Command) []*discordgo.ApplicationCommandOption {
	var out []*discordgo.ApplicationCommandOption
	for _, o := range c.Options {
		choices := choicesOf(h, d, o)
		if o.Values != nil && len(choices) == 0 {
			continue
		}
		var args []engine.Arg
		if o.Example != nil {
			args = append(args, o.Example(h))
		}
		shown := d.Option(kindOf(o), o.Name, d.WordsOf("name", c, o), d.WordsOf("help", c, o), args...)
		shown.Required, shown.Autocomplete, shown.Choices = o.Required, o.Complete != nil, choices
		if b := o.Number; b != nil {
			least := float64(b.least)
			shown.MinValue, shown.MaxValue = &least, float64(b.most)
		}
		if o.Channel {
			shown.ChannelTypes = TextChannels
		}
		if o.Forum {
			shown.ChannelTypes = Forums
		}
		out = append(out, shown)
	}
	if c.Games != nil {
		out = c.Games.Options(h, d, out)
	}
	return out
}

// kindOf is the type of an option.
func kindOf(o Option) discordgo.ApplicationCommandOptionType {
	switch {
	case o.User:
		return discordgo.ApplicationCommandOptionUser
	case o.Role:
		return discordgo.ApplicationCommandOptionRole
	case o.Channel, o.Forum:
		return discordgo.ApplicationCommandOptionChannel
	case o.File:
		return discordgo.ApplicationCommandOptionAttachment
	case o.Number != nil:
		return discordgo.ApplicationCommandOptionInteger
	}
	return discordgo.ApplicationCommandOptionString
}

// choicesOf are the values of an option that has few.
func choicesOf(h *Handlers, d Describer, o Option) []*discordgo.ApplicationCommandOptionChoice {
	if o.Values == nil {
		return nil
	}
	var out []*discordgo.ApplicationCommandOptionChoice
	for _, v := range o.Values(h) {
		choice := &discordgo.ApplicationCommandOptionChoice{Name: Cut(v.Text, MaxOptionText), Value: v.Value}
		if v.Key != "" {
			choice.Name, choice.NameLocalizations = d.Texts(v.Key, MaxOptionText, v.Args...)
		}
		out = append(out, choice)
	}
	return out
}

// WordsOf is the key of the name or of the help of an option: the same for all commands
// that have it, but where one command, or all that begin with one word, have words of
// their own. Organisers' commands have those of their members' command.
func (d Describer) WordsOf(what string, c *Command, o Option) string {
	top, _, _ := strings.Cut(c.Path, "/")
	for _, at := range []string{strings.ReplaceAll(c.Path, "/", "."), strings.TrimSuffix(top, "-admin")} {
		if key := "discord.option-" + what + "." + at + "." + o.Name; d.Words.Has(locale.Languages[0], key) {
			return key
		}
	}
	return "discord.option-" + what + "." + o.Name
}

// Describer names and describes commands in every language.
type Describer struct{ Words *locale.Words }

// Texts says a key in English, and in the other languages of Discord.
func (d Describer) Texts(key string, most int, args ...engine.Arg) (english string, others map[discordgo.Locale]string) {
	m := engine.Say(key, args...)
	return inAll(func(lang string) string { return Cut(d.Words.Say(lang, m), most) })
}

// inAll is a text in English, and in the other languages by their locales in Discord.
func inAll(in func(lang string) string) (english string, others map[discordgo.Locale]string) {
	others = map[discordgo.Locale]string{}
	for _, lang := range locale.Languages[1:] {
		text := in(lang)
		for _, l := range wire.LocalesOf(lang) {
			others[l] = text
		}
	}
	return in(locale.Languages[0]), others
}

// names are the names of a command or an option in other languages; nil where
// the catalogue has none.
func (d Describer) names(key string, args ...engine.Arg) map[discordgo.Locale]string {
	if !d.Words.Has(locale.Languages[0], key) {
		return nil
	}
	_, others := d.Texts(key, maxName, args...)
	for l, name := range others {
		if others[l] = OptionName(name); others[l] == "" || strings.Contains(name, "|") { // no name, but what may stand there
			return nil
		}
	}
	return others
}

// command describes a command without its options.
func (d Describer) command(name, nameKey, helpKey string, args ...engine.Arg) *discordgo.ApplicationCommand {
	help, others := d.Texts(helpKey, maxDescription, args...)
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, NameLocalizations: orNil(d.names(nameKey)),
		Description: help, DescriptionLocalizations: orNil(others), Contexts: contexts(true),
	}
}

// Option describes an option of a command.
func (d Describer) Option(kind discordgo.ApplicationCommandOptionType, name, nameKey, helpKey string, args ...engine.Arg) *discordgo.ApplicationCommandOption {
	help, others := d.Texts(helpKey, maxDescription, args...)
	return &discordgo.ApplicationCommandOption{
		Type: kind, Name: name, NameLocalizations: d.names(nameKey),
		Description: help, DescriptionLocalizations: others,
	}
}

// mergeArguments adds the arguments that a command does not have.
func (d Describer) mergeArguments(list []*discordgo.ApplicationCommandOption, args []Argument) []*discordgo.ApplicationCommandOption {
	for _, a := range args {
		if len(list) == MaxCommandOpts || slices.ContainsFunc(list, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == a.Name }) {
			continue
		}
		named, help := "argument."+string(a.Kind), "word."+string(a.Kind)
		if !d.Words.Has(locale.Languages[0], named) { // the word that helps is a name as well
			named = help
		}
		o := d.Option(discordgo.ApplicationCommandOptionString, a.Name, named, help)
		if a.again && o.NameLocalizations != nil {
			for _, lang := range locale.Languages[1:] {
				for _, l := range wire.LocalesOf(lang) {
					o.NameLocalizations[l] = OptionName(d.Words.Say(lang, engine.Say("discord.option.other", engine.Text("kind", o.NameLocalizations[l]))))
				}
			}
		}
		o.Autocomplete = true
		list = append(list, o)
	}
	return list
}

// withFile adds the option to upload a file, if a verb takes one.
func (d Describer) withFile(list []*discordgo.ApplicationCommandOption, takes bool) []*discordgo.ApplicationCommandOption {
	if takes && len(list) < MaxCommandOpts && !slices.ContainsFunc(list, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == "file" }) {
		list = append(list, d.Option(discordgo.ApplicationCommandOptionAttachment, "file", "discord.form.file", "discord.form.file-help"))
	}
	return list
}

// OptionName makes of a text a name that Discord takes: small letters, digits,
// hyphens and underscores, at most 32.
func OptionName(text string) string {
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
