package matches

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/turn"
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
		return explain(c, info, word)
	}
	list := topicsFor(c, info)
	i := slices.IndexFunc(list, func(t topic) bool { return t.value() == c.Options["option"] })
	if i >= 0 {
		if list[i].game != nil {
			info = list[i].game
			if c.Words, err = c.Library.Of(info); err != nil {
				return command.Answer{}, err
			}
		}
		out.Text("### " + command.Plain(list[i].title(c, info)))
		out.Text(command.Fitting(list[i].lines(c, info), command.MaxText-500, "…")...)
		out.Press(command.Button{Label: c.Say("button.help-now"), Path: wire.Path{"help"}})
	} else if err := helpNow(c, out); err != nil {
		return command.Answer{}, err
	}
	menu := command.Menu{Hint: c.Say("help-more"), Path: wire.Path{"help", "", "topic"}}
	for _, t := range list {
		menu.Choices = append(menu.Choices, command.Choice{Label: t.title(c, info), Value: t.value()})
	}
	out.Choose(menu)
	return command.Answer{Card: out}, nil
}

// explain explains a word: of the game that is played here or is meant where none is named, of
// ours, or of another game.
func explain(c *command.Call, info *engine.Info, word string) (command.Answer, error) {
	own := c.Words
	for _, g := range explaining(c, info) {
		var err error
		if c.Words, err = c.Library.Of(g); err != nil {
			return command.Answer{}, err
		}
		if text := explained(c, g, word); text != "" {
			return command.Answer{Card: command.Says(text)}, nil
		}
	}
	c.Words = own
	return command.Answer{}, orders.Unknown(word, orders.Words(orders.Names(info)...))
}

// explaining are the games whose words are explained, the one that is played or meant first.
func explaining(c *command.Call, info *engine.Info) []*engine.Info {
	others := slices.DeleteFunc(slices.Clone(c.Games), func(g *engine.Info) bool { return g.Game == info.Game })
	return append([]*engine.Info{info}, others...)
}

// topic is a part of the help.
type topic struct {
	name  string
	lines func(c *command.Call, info *engine.Info) []string
	game  *engine.Info // it is about; nil: the one that is played or meant
}

// value names a topic in a menu.
func (t topic) value() string {
	if t.game == nil {
		return t.name
	}
	return t.name + " " + t.game.Game
}

// title is what a topic is called, where a game is played or meant.
func (t topic) title(c *command.Call, info *engine.Info) string {
	name := t.name
	if t.game != nil {
		info = t.game
	}
	if name == topicQuestions && len(c.Games) > 1 {
		name = "questions-of"
	}
	return c.Say("help-topic."+name, engine.Text("game", info.Title))
}

// topicsFor are the parts of the help: where no match is under way and there are several
// games, the words of each have their own.
func topicsFor(c *command.Call, info *engine.Info) []topic {
	if c.Match != "" || len(c.Games) == 1 {
		return topics
	}
	var out []topic
	for _, t := range topics {
		if out = append(out, t); t.name != topicOrders && t.name != topicQuestions {
			continue
		}
		for _, g := range c.Games {
			if g.Game != info.Game && len(out) < mostTopics {
				out = append(out, topic{t.name, t.lines, g})
			}
		}
	}
	return out
}

// mostTopics leaves room in a menu for the topics that are behind those of games.
const mostTopics = 20

// The topics about the words of a game.
const (
	topicOrders    = "orders"
	topicQuestions = "questions"
)

// topics are the parts of the help, in its order: all commands are in them.
var topics = []topic{
	{name: "play", lines: func(c *command.Call, _ *engine.Info) []string { return []string{c.Say("help")} }},
	{name: topicOrders, lines: func(c *command.Call, info *engine.Info) (out []string) {
		for _, v := range info.Verbs {
			out = append(out, explained(c, info, v.Name))
		}
		return out
	}},
	{name: topicQuestions, lines: func(c *command.Call, info *engine.Info) (out []string) {
		for _, of := range info.Queries {
			out = append(out, explained(c, info, of.Name))
		}
		return out
	}},
	{name: "match", lines: commandsUnder("match", "clock", "standing", "moderate")},
	{name: "look", lines: commandsUnder("choose", "undo", "map", "hint", "sandbox", "dice", "rules")},
	{name: "leagues", lines: commandsUnder("league", "league-admin", "appeal")},
	{name: "settings", lines: commandsUnder("me", "setup", "help", "about")},
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
	case command.IsSaid(err):
		if c.Guild {
			out.Text(c.Say("help-none"), c.ListedGames())
			helpComputer(c, out)
		} else {
			out.Text(c.Say("help-direct"), c.ListedGames())
		}
		if err := helpLearn(c, out); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		helpMatch(c, out, c.Turn(l, seat))
	}
	if err := helpLeagues(c, out); err != nil {
		return err
	}
	waits, err := c.Referee.Schedule.Waiting(c.Context(), c.Account)
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

// helpComputer lets who is new play at once: against the program that is meant where none is
// named, if there is one.
func helpComputer(c *command.Call, out *command.Card) {
	game := c.Games[0].Game
	if level, err := c.Referee.Games.DefaultProgram(game); err == nil {
		out.Text(c.Say("help-computer"), levelsOf(c))
		out.Press(command.Button{Label: c.Say("button.computer"), Path: wire.Path{"match", "new", game, level}, Style: discordgo.PrimaryButton})
	}
}

// levelsOf lists the computer players of each game, as they differ.
func levelsOf(c *command.Call) string {
	var games []string
	for _, g := range c.Games {
		names, err := c.Referee.Games.Programs(g.Game)
		if err != nil || len(names) == 0 {
			continue // it has no new matches, or nobody plays it
		}
		for i, name := range names {
			names[i] = c.Words.Program(c.Lang, name)
		}
		games = append(games, c.Say("help-levels-of", engine.Text("game", command.Plain(g.Title)), engine.Text("levels", strings.Join(names, ", "))))
	}
	return c.Say("help-levels", engine.Text("games", strings.Join(games, "; ")))
}

// helpMatch says what can be done in a match.
func helpMatch(c *command.Call, out *command.Card, t turn.Turn) {
	l := t.Look
	switch t.Stage() {
	case turn.Restored, turn.Held, turn.Agreed:
		out.Text(c.Say("help-restored"))
	case turn.Over:
		out.Text(c.Say("help-over"))
	case turn.Open:
		out.Text(c.Say("help-waiting", engine.Text("game", command.Plain(l.Info.Title))))
	case turn.Appealed:
		out.Text(c.Say("help-appealed"))
	case turn.Asked:
		out.Text(c.Say("help-yours"))
		asks := t.Asks()
		for _, a := range asks {
			out.Text(asking(c.Voice, a.Seat, a.Ask))
		}
		out.Text(typedHint(c, l, asks[0]), c.Say("help-answer"))
		out.Press(answerButton(c.Voice, l), MapButton(c.Voice, l))
	case turn.Rolling, turn.Waiting:
		if t.By.Seat != "" {
			out.Text(c.Say("help-theirs"), c.Say("help-meanwhile"))
			out.Press(MapButton(c.Voice, l), changesButton(c.Voice, l))
			return
		}
		out.Text(c.Say("help-looks"))
		out.Press(MapButton(c.Voice, l))
	}
}

// helpLeagues says what can be done where leagues are announced.
func helpLeagues(c *command.Call, out *command.Card) error {
	if c.Home == "" {
		return nil
	}
	list, err := c.Club.Leagues.At(c.Context(), c.Home)
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
	for _, of := range info.Queries {
		if is(of.Name) {
			return "`" + cmp.Or(c.Typed(info, of.Name), c.Called(of.Name)) + "` " + c.Tell(engine.Say("query."+of.Name))
		}
	}
	for _, name := range c.Table.Names() {
		if is(name) {
			return "`/" + c.Called(name) + "` " + c.Say("help."+name)
		}
	}
	var out []string
	for _, x := range c.Table.Slash() {
		key := strings.ReplaceAll(x.Path, "/", ".")
		if x.Meant(word) || c.Called(key) == word {
			out = append(out, "`"+c.Shown(x.Path)+"` "+c.Say("help."+key))
		}
	}
	return strings.Join(out, "\n")
}
