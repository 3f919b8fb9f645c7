package matches

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

var chooseCommand = &command.Command{
	Path: "choose", Parts: []string{"match"},
	Options: []command.Option{{Name: "order", Complete: completeOrder}, {Name: "reply", File: true}},
	Do:      choose,
}

// choose shows what is asked of who called, or obeys a typed order or what was sealed at the table: /choose.
func choose(c *command.Call) (command.Answer, error) {
	text, reply := strings.TrimSpace(c.Options["order"]), c.Options["reply"]
	if text != "" && reply != "" {
		return command.Answer{}, command.No("turn-both")
	}
	if reply != "" {
		return handIn(c, c.Files[wire.ID(reply)])
	}
	if text == "" {
		l, _, err := c.Here()
		if err != nil {
			return command.Answer{}, err
		}
		return panel(c, l.Match)
	}
	return obey(c, text)
}

// WordCommand does what the verbs and the queries of games are commands for.
var WordCommand = &command.Command{Games: &command.Extra{Complete: completeGame}, Do: word}

// word obeys a verb or asks a query of the game that is played, given as a command.
func word(c *command.Call) (command.Answer, error) {
	l, _, err := c.Here()
	if err != nil {
		return command.Answer{}, err
	}
	w, err := c.Word(l.Info)
	switch {
	case err != nil:
		return command.Answer{}, err
	case w.Query:
		return ask(c, l, w.Name)
	}
	return order(c, l, w.Name)
}

// order obeys a verb. Without the words that it could have it shows what there is to choose.
func order(c *command.Call, l referee.Look, name string) (command.Answer, error) {
	v, known := l.Info.Verb(name)
	if !known {
		return command.Answer{}, orders.Unknown(name, orders.Words(orders.Names(l.Info)...))
	}
	text := typedVerb(v, c.Options)
	if text == name && len(command.Arguments(v)) > 0 {
		return panel(c, l.Match)
	}
	return obey(c, text)
}

// typedVerb is a verb with its arguments as it would be typed.
func typedVerb(v engine.Verb, options map[string]string) string {
	words := []string{v.Name}
	for _, a := range command.Arguments(v) {
		if text := options[a.Name]; text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// obey gives a typed order. One that is begun is continued in the panel; one
// whose odds can be told waits there to be confirmed.
func obey(c *command.Call, text string) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	text = c.Words.Typed(c.Lang, text)
	give := c.Referee.Order
	if o, err := l.Snapshot.Read(c.Reader(l.Match, seat), text); err == nil && o.Whole && l.Snapshot.CanPreviewOdds(o.Prompt, o.Path) {
		give = c.Referee.Hold
	}
	reply, err := give(c.Command(l.Match, seat), text)
	var unsure *referee.UnsureError
	switch {
	case !errors.As(err, &unsure):
		return Done(c, reply, err)
	case unsure.Held == nil: // the panel has the warnings
		reply, err := c.Referee.Hold(c.Command(l.Match, seat), text+referee.SureMark)
		return Done(c, reply, err)
	}
	return panel(c, l.Match, c.Say("not-dropped", spelt(c, "path", unsure.Held), spelt(c, "order", unsure.Path)))
}

// spelt is an argument: a path in the words of the reader's language.
func spelt(c *command.Call, name string, answers []string) engine.Arg {
	words := make([]string, len(answers))
	for i, id := range answers {
		words[i] = c.Words.Called(c.Lang, id)
	}
	return engine.Text(name, command.Plain(strings.Join(words, " ")))
}

// spotted is the question that a component stands for, with what is held. Where
// it is closed, or what is held is another path, current is false.
func spotted(c *command.Call) (l referee.Look, a referee.Ask, held []string, current bool, err error) {
	l, seat, err := c.Here()
	if err != nil {
		return l, a, nil, false, err
	}
	prompt := engine.PromptID(c.Options["prompt"])
	i := slices.IndexFunc(l.Asks, func(a referee.Ask) bool { return a.Prompt == prompt })
	if i < 0 {
		return l, a, nil, false, nil
	}
	a = l.Asks[i]
	if !slices.Contains(l.Seats(c.Account), a.Seat) {
		return l, a, nil, false, command.No("not-yours", engine.Text("who", who(c.Voice, l.Holder(a.Seat))))
	}
	if a.Seat != seat { // one person at two seats, both asked
		if l, err = l.Snapshot.Look(engine.Viewer(a.Seat)); err != nil {
			return l, a, nil, false, err
		}
	}
	if l.Draft != nil && l.Draft.Prompt == prompt {
		held = l.Draft.Path
	}
	return l, a, held, markOf(held) == c.Options["mark"], nil
}

// stale shows what is open to who has pressed a button from earlier.
func stale(c *command.Call, l referee.Look) (command.Answer, error) {
	return panel(c, l.Match, c.Say("stale"))
}

var pickCommand = &command.Command{
	Path: "pick", Parts: []string{"match", "prompt", "mark", "option"},
	Button: true,
	Do:     pick,
}

// pick takes an option. From the root it begins anew. An answer that is whole
// with its first option is given, unless it has a warning or would throw away what is
// half built; a longer one is confirmed first.
func pick(c *command.Call) (command.Answer, error) {
	l, a, held, current, err := spotted(c)
	var aside []string // what is half built, and not gone on with
	switch {
	case err != nil:
		return command.Answer{}, err
	case !current && c.Options["mark"] == markOf(nil) && a.Prompt != "":
		aside, held = held, nil
	case !current:
		return stale(c, l)
	}
	by := c.Reader(l.Match, a.Seat)
	answers := append(slices.Clone(held), c.Options["option"])
	node, err := l.Snapshot.Options(by, a.Prompt, answers)
	for err == nil && !node.Done && len(node.Options) == 1 { // there is no choice
		answers = append(answers, node.Options[0].ID)
		node, err = l.Snapshot.Options(by, a.Prompt, answers)
	}
	if err != nil {
		return command.Answer{}, err
	}
	whole := len(answers) == 1 && node.Done && len(node.Options) == 0
	// To name another piece instead of one that was only named loses nothing.
	loses := !slices.Equal(aside, answers) && (len(aside) > 1 || len(aside) > 0 && whole)
	if whole && loses {
		return panel(c, l.Match, c.Say("not-dropped-yet", spelt(c, "path", aside), spelt(c, "order", answers)))
	}
	if whole {
		reply, err := c.Referee.Choose(c.Command(l.Match, a.Seat), a.Prompt, answers)
		var unsure *referee.UnsureError
		if !errors.As(err, &unsure) {
			return Done(c, reply, err)
		}
	}
	reply, err := c.Referee.Draft(c.Command(l.Match, a.Seat), a.Prompt, answers)
	if err != nil {
		return command.Answer{}, err
	}
	c.Took(reply)
	if loses {
		return panel(c, l.Match, c.Say("set-aside", spelt(c, "path", aside)))
	}
	return panel(c, l.Match)
}

var pageParts = []string{"match", "prompt", "mark", "page"}

// pageOf is the page that a button asks for, or a menu of pages.
func pageOf(c *command.Call) string { return cmp.Or(c.Options["page"], c.Options["option"]) }

var pageCommand = &command.Command{
	Path: "page", Parts: pageParts, More: []string{"option"},
	Button: true,
	Do:     page,
}

// page turns the pages of a menu.
func page(c *command.Call) (command.Answer, error) {
	l, a, _, current, err := spotted(c)
	if err != nil {
		return command.Answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	n, err := strconv.Atoi(pageOf(c))
	if err != nil {
		return command.Answer{}, wire.ErrPath
	}
	return show(c, l, a.Seat, n)
}

var confirmCommand = &command.Command{
	Path: "confirm", Parts: []string{"match", "prompt", "mark"},
	Button: true,
	Do:     confirm,
}

// confirm gives the answer that is held.
func confirm(c *command.Call) (command.Answer, error) {
	l, a, held, current, err := spotted(c)
	if err != nil {
		return command.Answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	reply, err := c.Referee.Answer(c.Command(l.Match, a.Seat), a.Prompt, held)
	return Done(c, reply, err)
}

var usualCommand = &command.Command{
	Path: "usual", Parts: []string{"match", "prompt", "mark"},
	Button: true,
	Do:     usual,
}

// usual makes the default answer a draft, to be confirmed.
func usual(c *command.Call) (command.Answer, error) {
	l, a, _, current, err := spotted(c)
	switch {
	case err != nil:
		return command.Answer{}, err
	case !current:
		return stale(c, l)
	}
	reply, err := c.Referee.Draft(c.Command(l.Match, a.Seat), a.Prompt, l.Snapshot.Usual(a.Prompt))
	if err != nil {
		return command.Answer{}, err
	}
	c.Took(reply)
	return panel(c, l.Match)
}

var backCommand = &command.Command{
	Path: "back", Parts: []string{"match", "prompt", "mark"},
	Button: true,
	Do:     back,
}

// back takes the last step of what is held back.
func back(c *command.Call) (command.Answer, error) {
	l, a, _, current, err := spotted(c)
	if err != nil {
		return command.Answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	reply, err := c.Referee.Undo(c.Command(l.Match, a.Seat))
	if err != nil {
		return command.Answer{}, err
	}
	c.Took(reply)
	return panel(c, l.Match)
}

var cancelCommand = &command.Command{
	Path: "cancel", Parts: []string{"match", "prompt", "mark"},
	Button: true,
	Do:     cancel,
}

// cancel throws away what is held.
func cancel(c *command.Call) (command.Answer, error) {
	l, a, _, _, err := spotted(c)
	if err != nil {
		return command.Answer{}, err
	}
	if a.Prompt == "" {
		return stale(c, l)
	}
	reply, err := c.Referee.Draft(c.Command(l.Match, a.Seat), a.Prompt, nil)
	if err != nil {
		return command.Answer{}, err
	}
	c.Took(reply)
	return panel(c, l.Match)
}
