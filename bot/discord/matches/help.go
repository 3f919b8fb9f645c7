package matches

import (
	"cmp"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

var helpCommand = &command.Command{
	Path: "help", Parts: []string{"word"}, More: []string{"option"},
	Options: []command.Option{{Name: "word", Complete: completeHelp}},
	Do:      help,
}

// help says what can be done now where it is asked, and leads to the rest by topics; or it
// explains a word: /help.
func help(c *command.Call) (command.Answer, error) {
	info, err := command.Game(c)
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{}
	if word := strings.ToLower(strings.TrimPrefix(c.Options["word"], "/")); word != "" {
		text := explained(c, info, word)
		if text == "" {
			return command.Answer{}, &orders.Error{Word: word, Why: engine.Say("referee.order.unknown", engine.Text("word", word))}
		}
		out.Text(text)
		return command.Answer{Card: out}, nil
	}
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == c.Options["option"] })
	if i >= 0 {
		out.Text("### " + c.Say("help-topic."+topics[i].name, engine.Text("game", command.Plain(info.Title))))
		out.Text(command.Fitting(topics[i].lines(c, info), command.MaxText-500, "…")...)
		out.Press(command.Button{Label: c.Say("button.help-now"), Path: wire.Path{"help"}})
	} else if err := helpNow(c, out); err != nil {
		return command.Answer{}, err
	}
	menu := command.Menu{Hint: c.Say("help-more"), Path: wire.Path{"help", "", "topic"}}
	for _, t := range topics {
		menu.Choices = append(menu.Choices, command.Choice{Label: c.Say("help-topic."+t.name, engine.Text("game", info.Title)), Value: t.name})
	}
	out.Choose(menu)
	return command.Answer{Card: out}, nil
}

// topic is a part of the help.
type topic struct {
	name  string
	lines func(c *command.Call, info *engine.Info) []string
}

// topics are the parts of the help, in its order: all commands are in them.
var topics = []topic{
	{"play", func(c *command.Call, _ *engine.Info) []string { return []string{c.Say("help")} }},
	{"orders", func(c *command.Call, info *engine.Info) (out []string) {
		for _, v := range info.Verbs {
			out = append(out, explained(c, info, v.Name))
		}
		return out
	}},
	{"questions", func(c *command.Call, info *engine.Info) (out []string) {
		for _, q := range info.Queries {
			out = append(out, explained(c, info, q.Name))
		}
		return out
	}},
	{"match", commandsUnder("match", "standing")},
	{"look", commandsUnder("choose", "undo", "map", "dice", "rules")},
	{"leagues", commandsUnder("league", "league-admin", "appeal")},
	{"settings", commandsUnder("me", "setup", "help", "about")},
}

// commandsUnder explains the commands of ours that begin with some names, but for those that
// whoever asks is not shown.
func commandsUnder(names ...string) func(*command.Call, *engine.Info) []string {
	return func(c *command.Call, _ *engine.Info) []string {
		var out []string
		for _, name := range names {
			for _, x := range c.Table.Slash() {
				top, _, _ := strings.Cut(x.Path, "/")
				hidden := x.Needs != 0 && !c.Manages && (top != "league-admin" || !c.Powers.Organiser)
				if top == name && !hidden {
					out = append(out, "`"+c.Shown(x.Path)+"` "+c.Say("help."+strings.ReplaceAll(x.Path, "/", ".")))
				}
			}
		}
		return out
	}
}

// helpNow says what can be done now where it is asked.
func helpNow(c *command.Call, out *command.Card) error {
	l, seat, err := c.Here()
	switch {
	case command.IsSaid(err) && c.Guild:
		out.Text(c.Say("help-none"))
	case command.IsSaid(err):
		out.Text(c.Say("help-direct"))
	case err != nil:
		return err
	default:
		helpMatch(c, out, l, seat)
	}
	if err := helpLeagues(c, out); err != nil {
		return err
	}
	waits, err := c.Referee.Schedule().Waiting(c.Account)
	if err != nil {
		return err
	}
	var places []string
	for _, w := range waits {
		if at := command.Where(w.Place); w.Match != l.Match && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(places) > 0 {
		out.Text(c.Say("help-elsewhere", engine.Text("places", c.ListOf(places[:min(len(places), manyTyped)]))))
	}
	out.Text("-# " + c.Say("help-word"))
	return nil
}

// helpMatch says what can be done in a match.
func helpMatch(c *command.Call, out *command.Card, l referee.Look, seat engine.Seat) {
	mine := slices.DeleteFunc(slices.Clone(l.Asks), func(a referee.Ask) bool { return a.Seat != seat || seat == "" })
	switch {
	case l.Restored != nil:
		out.Text(c.Say("help-restored"))
	case l.Ending != nil:
		out.Text(c.Say("help-over"))
	case !l.Started:
		out.Text(c.Say("help-waiting", engine.Text("game", command.Plain(l.Info.Title))))
	case l.Appealed:
		out.Text(c.Say("help-appealed"))
	case len(mine) > 0:
		out.Text(c.Say("help-yours"))
		for _, a := range mine {
			out.Text(asking(c.Voice, a.Seat, a.Ask))
		}
		out.Text(typedHint(c, l, mine[0]), c.Say("help-answer"))
		out.Press(answerButton(c.Voice, l), MapButton(c.Voice, l))
	case seat != "":
		out.Text(c.Say("help-theirs"), c.Say("help-meanwhile"))
		out.Press(MapButton(c.Voice, l), changesButton(c.Voice, l))
	default:
		out.Text(c.Say("help-looks"))
		out.Press(MapButton(c.Voice, l))
	}
}

// helpLeagues says what can be done where leagues are announced.
func helpLeagues(c *command.Call, out *command.Card) error {
	if c.Home == "" {
		return nil
	}
	list, err := c.Club.Leagues.At(c.Home)
	if err != nil {
		return err
	}
	for _, x := range list {
		if !x.Over && x.Place == c.Place {
			out.Text(c.Say("help-league", engine.Text("league", command.Plain(x.Name))))
			if c.Powers.Organiser {
				out.Text(c.Say("help-organise"))
			}
			break
		}
	}
	return nil
}

// explained is a line of help for a command, by its name in any of the ways in
// which it is shown; "" where there is none.
func explained(c *command.Call, info *engine.Info, word string) string {
	is := func(name string) bool { return name == word || c.Called(name) == word }
	for _, verb := range info.Verbs {
		if is(verb.Name) {
			return c.Say("help-verb", engine.Text("command", cmp.Or(c.Typed(info, verb.Name), c.Called(verb.Name))),
				engine.Text("help", c.Tell(engine.Say("verb."+verb.Name))), engine.Text("example", cmp.Or(verb.Example, verb.Name)))
		}
	}
	for _, q := range info.Queries {
		if is(q.Name) {
			return "`" + cmp.Or(c.Typed(info, q.Name), c.Called(q.Name)) + "` " + command.Plain(command.QueryHelp(c.Voice, q))
		}
	}
	for _, name := range c.Table.Names() {
		if is(name) {
			return "`/" + c.Called(name) + "` " + c.Say("help."+name)
		}
	}
	for _, x := range c.Table.Slash() {
		key := strings.ReplaceAll(x.Path, "/", ".")
		if x.Was == word || c.Called(key) == word {
			return "`" + c.Shown(x.Path) + "` " + c.Say("help."+key)
		}
	}
	return ""
}
