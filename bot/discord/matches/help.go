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
func help(q *command.Request) (command.Response, error) {
	info, err := command.Game(q)
	if err != nil {
		return command.Response{}, err
	}
	out := &command.Card{}
	if word := strings.ToLower(strings.TrimPrefix(q.Options["word"], "/")); word != "" {
		return explain(q, info, word)
	}
	list := topicsFor(q, info)
	i := slices.IndexFunc(list, func(t topic) bool { return t.value() == q.Options["option"] })
	if i >= 0 {
		if list[i].game != nil {
			info = list[i].game
			if q.Words, err = q.Library.Of(info); err != nil {
				return command.Response{}, err
			}
		}
		out.Text("### " + command.Plain(list[i].title(q, info)))
		out.Text(command.Fitting(list[i].lines(q, info), command.MaxText-500, "…")...)
		out.Press(command.Button{Label: q.Say("button.help-now"), Path: wire.Path{"help"}})
	} else if err := helpNow(q, out); err != nil {
		return command.Response{}, err
	}
	menu := command.Menu{Hint: q.Say("help-more"), Path: wire.Path{"help", "", "topic"}}
	for _, t := range list {
		menu.Choices = append(menu.Choices, command.Choice{Label: t.title(q, info), Value: t.value()})
	}
	out.Choose(menu)
	return command.Response{Card: out}, nil
}

// explain explains a word: of the game that is played here or is meant where none is named, of
// ours, or of another game.
func explain(q *command.Request, info *engine.Info, word string) (command.Response, error) {
	own := q.Words
	for _, g := range explaining(q, info) {
		var err error
		if q.Words, err = q.Library.Of(g); err != nil {
			return command.Response{}, err
		}
		if text := explained(q, g, word); text != "" {
			return command.Response{Card: command.Says(text)}, nil
		}
	}
	q.Words = own
	return command.Response{}, orders.Unknown(word, orders.Words(orders.Names(info)...))
}

// explaining are the games whose words are explained, the one that is played or meant first.
func explaining(q *command.Request, info *engine.Info) []*engine.Info {
	others := slices.DeleteFunc(slices.Clone(q.Games), func(g *engine.Info) bool { return g.Game == info.Game })
	return append([]*engine.Info{info}, others...)
}

// topic is a part of the help.
type topic struct {
	name  string
	lines func(q *command.Request, info *engine.Info) []string
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
func (t topic) title(q *command.Request, info *engine.Info) string {
	name := t.name
	if t.game != nil {
		info = t.game
	}
	if name == topicQuestions && len(q.Games) > 1 {
		name = "questions-of"
	}
	return q.Say("help-topic."+name, engine.Text("game", info.Title))
}

// topicsFor are the parts of the help: where no match is under way and there are several
// games, the words of each have their own.
func topicsFor(q *command.Request, info *engine.Info) []topic {
	if q.Match != "" || len(q.Games) == 1 {
		return topics
	}
	var out []topic
	for _, t := range topics {
		if out = append(out, t); t.name != topicOrders && t.name != topicQuestions {
			continue
		}
		for _, g := range q.Games {
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
	{name: "play", lines: func(q *command.Request, _ *engine.Info) []string { return []string{q.Say("help")} }},
	{name: topicOrders, lines: func(q *command.Request, info *engine.Info) (out []string) {
		for _, v := range info.Verbs {
			out = append(out, explained(q, info, v.Name))
		}
		return out
	}},
	{name: topicQuestions, lines: func(q *command.Request, info *engine.Info) (out []string) {
		for _, of := range info.Queries {
			out = append(out, explained(q, info, of.Name))
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
func commandsUnder(names ...string) func(*command.Request, *engine.Info) []string {
	return func(q *command.Request, _ *engine.Info) []string {
		var out []string
		for _, name := range names {
			for _, x := range q.Table.Slash() {
				top, _, _ := strings.Cut(x.Path, "/")
				hidden := x.Needs != 0 && !q.Manages && (top != "league-admin" || !q.Powers.Organiser)
				if top == name && !hidden {
					out = append(out, "`"+q.Shown(x.Path)+"` "+q.Say("help."+strings.ReplaceAll(x.Path, "/", ".")))
				}
			}
		}
		return out
	}
}

// helpNow says what can be done now where it is asked.
func helpNow(q *command.Request, out *command.Card) error {
	l, seat, err := q.Here()
	switch {
	case command.IsSaid(err):
		key := "help-none"
		switch {
		case q.Direct:
			key = "help-direct"
		case !q.Guild:
			key = "help-away"
		}
		out.Text(q.Say(key), q.ListedGames())
		helpForms(q, out)
		if q.Guild || q.Direct {
			helpComputer(q, out)
		}
		if err := helpLearn(q, out); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		helpMatch(q, out, q.Turn(l, seat))
	}
	if err := helpLeagues(q, out); err != nil {
		return err
	}
	waits, err := q.Referee.Schedule.Waiting(q.Context(), q.Account)
	if err != nil {
		return err
	}
	var places []string
	for _, w := range waits {
		if at := q.Where(w.Place); w.Match != l.Match && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(places) > 0 {
		out.Text(q.Say("help-elsewhere", engine.Text("places", q.ListOf(places[:min(len(places), manyTyped)]))))
	}
	out.Text("-# " + q.Say("help-word"))
	return nil
}

// helpForms leads to the forms with which a server begins.
func helpForms(q *command.Request, out *command.Card) {
	var open, setUp command.Button
	if q.Guild && q.MayOpen() {
		open = command.Button{Label: q.Say("button.open-form"), Path: wire.Path{"match", "new"}}
	}
	if q.Guild && q.Manages {
		setUp = command.Button{Label: q.Say("button.setup-form"), Path: wire.Path{"setup", "change"}}
	}
	out.Press(open, setUp)
}

// helpComputer lets who is new play at once: against the program that is meant where none is
// named, if there is one.
func helpComputer(q *command.Request, out *command.Card) {
	game := q.Games[0].Game
	if level, err := q.Referee.Games.DefaultProgram(game); err == nil {
		out.Text(q.Say("help-computer"), levelsOf(q))
		out.Press(command.Button{Label: q.Say("button.computer"), Path: wire.Path{"match", "new", game, level}, Style: discordgo.PrimaryButton})
	}
}

// levelsOf lists the computer players of each game, as they differ.
func levelsOf(q *command.Request) string {
	var games []string
	notes := ""
	for _, g := range q.Games {
		names, err := q.Referee.Games.Programs(g.Game)
		if err != nil || len(names) == 0 {
			continue // it has no new matches, or nobody plays it
		}
		for i, name := range names {
			names[i] = q.Words.Program(q.Lang, name)
		}
		games = append(games, q.Say("help-levels-of", engine.Text("game", command.Plain(g.Title)), engine.Text("levels", strings.Join(names, ", "))))
		if said, elsewhere := q.Referee.Games.Measured(g); elsewhere {
			notes += " " + g.Title + ": " + q.Tell(said)
		}
	}
	return q.Say("help-levels", engine.Text("games", strings.Join(games, "; "))) + notes
}

// helpMatch says what can be done in a match.
func helpMatch(q *command.Request, out *command.Card, t turn.Turn) {
	l := t.Look
	switch t.Stage() {
	case turn.Restored, turn.Held, turn.Agreed:
		out.Text(q.Say("help-restored"))
	case turn.Over:
		out.Text(q.Say("help-over"))
	case turn.Open:
		out.Text(q.Say("help-waiting", engine.Text("game", command.Plain(l.Info.Title))))
	case turn.Appealed:
		out.Text(q.Say("help-appealed"))
	case turn.Asked:
		out.Text(q.Say("help-yours"))
		asks := t.Asks()
		for _, a := range asks {
			out.Text(asking(q.Voice, a.Seat, a.Ask))
		}
		out.Text(typedHint(q, l, asks[0]), q.Say("help-answer"))
		out.Press(answerButton(q.Voice, l), MapButton(q.Voice, l))
	case turn.Rolling, turn.Waiting:
		if t.By.Seat != "" {
			out.Text(q.Say("help-theirs"), q.Say("help-meanwhile"))
			out.Press(MapButton(q.Voice, l), MapButton(q.Voice, l, showChanges))
			return
		}
		out.Text(q.Say("help-looks"))
		out.Press(MapButton(q.Voice, l))
	}
}

// helpLeagues says what can be done where leagues are announced.
func helpLeagues(q *command.Request, out *command.Card) error {
	if q.Home == "" {
		return nil
	}
	list, err := q.Club.Leagues.At(q.Context(), q.Home)
	if err != nil {
		return err
	}
	for _, x := range list {
		if !x.Over && x.Place == q.Place {
			out.Text(q.Say("help-league", engine.Text("league", command.Plain(x.Name))))
			if q.Powers.Organiser {
				out.Text(q.Say("help-organise"))
			}
			break
		}
	}
	return nil
}

// explained is a line of help for a command, by its name in any of the ways in
// which it is shown; "" where there is none.
func explained(q *command.Request, info *engine.Info, word string) string {
	is := func(name string) bool { return name == word || q.Called(name) == word }
	for _, verb := range info.Verbs {
		if is(verb.Name) {
			return q.Say("help-verb", engine.Text("command", cmp.Or(q.Typed(info, verb.Name), q.Called(verb.Name))),
				engine.Text("help", q.Tell(engine.Say("verb."+verb.Name))), engine.Text("example", cmp.Or(verb.Example, verb.Name)))
		}
	}
	for _, of := range info.Queries {
		if is(of.Name) {
			return "`" + cmp.Or(q.Typed(info, of.Name), q.Called(of.Name)) + "` " + q.Tell(engine.Say("query."+of.Name))
		}
	}
	for _, name := range q.Table.Names() {
		if is(name) {
			return "`/" + q.Called(name) + "` " + q.Say("help."+name)
		}
	}
	var out []string
	for _, x := range q.Table.Slash() {
		key := strings.ReplaceAll(x.Path, "/", ".")
		if x.Meant(word) || q.Called(key) == word {
			out = append(out, "`"+q.Shown(x.Path)+"` "+q.Say("help."+key))
		}
	}
	return strings.Join(out, "\n")
}
