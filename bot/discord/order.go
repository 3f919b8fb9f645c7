package discord

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

var chooseCommand = &command{
	path: "choose", parts: []string{"match"},
	options: []option{{name: "order", complete: completeOrder}},
	do:      choose,
}

// choose shows what is asked of who called, or obeys a typed order: /choose.
func choose(c *call) (answer, error) {
	text := strings.TrimSpace(c.options["order"])
	if text == "" {
		l, _, err := c.here()
		if err != nil {
			return answer{}, err
		}
		return panel(c, l.Match)
	}
	return obey(c, text)
}

var orderCommand = &command{games: &extra{complete: completeGame}, do: order}

// order obeys a verb of the game, given as a command. Without the words that it
// could have it shows what there is to choose.
func order(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	i := slices.IndexFunc(l.Info.Verbs, func(v engine.Verb) bool { return v.Name == c.path.Part(0) })
	if i < 0 {
		return answer{}, &orders.Error{Word: c.path.Part(0), Why: engine.Say("referee.order.unknown", engine.Text("word", c.path.Part(0)))}
	}
	text := typedVerb(l.Info.Verbs[i], c.options)
	if text == c.path.Part(0) && len(arguments(l.Info.Verbs[i])) > 0 {
		return panel(c, l.Match)
	}
	return obey(c, text)
}

// typedVerb is a verb with its arguments as it would be typed.
func typedVerb(v engine.Verb, options map[string]string) string {
	words := []string{v.Name}
	for _, a := range arguments(v) {
		if text := options[a.name]; text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// obey gives a typed order. One that is begun is continued in the panel; one
// whose odds can be told waits there to be confirmed.
func obey(c *call, text string) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by, text := c.command(l.Match, seat), c.words.Typed(c.lang, text)
	give := c.Referee.Order
	if o, err := c.Referee.Read(by, text); err == nil && o.Whole && oddsOf(l.Info, l.View.Pieces, o.Path) != "" {
		give = c.Referee.Hold
	}
	reply, err := give(by, text)
	var unsure *referee.UnsureError
	switch {
	case !errors.As(err, &unsure):
		return done(c, reply, err)
	case unsure.Held == nil: // the panel has the warnings
		reply, err := c.Referee.Hold(by, text+referee.SureMark)
		return done(c, reply, err)
	}
	return panel(c, l.Match, c.say("not-dropped", spelt(c, "path", unsure.Held), spelt(c, "order", unsure.Path)))
}

// spelt is an argument: a path in the words of the reader's language.
func spelt(c *call, name string, answers []string) engine.Arg {
	words := make([]string, len(answers))
	for i, id := range answers {
		words[i] = c.words.Called(c.lang, id)
	}
	return engine.Text(name, plain(strings.Join(words, " ")))
}

// spotted is the question that a component stands for, with what is held. Where
// it is closed, or what is held is another path, current is false.
func spotted(c *call) (l referee.Look, a referee.Ask, held []string, current bool, err error) {
	l, seat, err := c.here()
	if err != nil {
		return l, a, nil, false, err
	}
	prompt := engine.PromptID(c.options["prompt"])
	i := slices.IndexFunc(l.Asks, func(a referee.Ask) bool { return a.Prompt == prompt })
	if i < 0 {
		return l, a, nil, false, nil
	}
	a = l.Asks[i]
	if !slices.Contains(l.Seats(c.account), a.Seat) {
		return l, a, nil, false, no("not-yours", engine.Text("who", who(l.Holder(a.Seat))))
	}
	if a.Seat != seat { // one person at two seats, both asked
		if l, err = c.Referee.Look(l.Match, engine.Viewer(a.Seat)); err != nil {
			return l, a, nil, false, err
		}
	}
	if l.Draft != nil && l.Draft.Prompt == prompt {
		held = l.Draft.Path
	}
	return l, a, held, markOf(held) == c.options["mark"], nil
}

// stale shows what is open to who has pressed a button from earlier.
func stale(c *call, l referee.Look) (answer, error) { return panel(c, l.Match, c.say("stale")) }

var pickCommand = &command{
	path: "pick", parts: []string{"match", "prompt", "mark", "option"},
	button: true,
	do:     pick,
}

// pick takes an option. From the root it begins anew. An answer that is whole
// with its first option is given, unless it has a warning or would throw away what is
// half built; a longer one is confirmed first.
func pick(c *call) (answer, error) {
	l, a, held, current, err := spotted(c)
	var aside []string // what is half built, and not gone on with
	switch {
	case err != nil:
		return answer{}, err
	case !current && c.options["mark"] == markOf(nil) && a.Prompt != "":
		aside, held = held, nil
	case !current:
		return stale(c, l)
	}
	by := c.command(l.Match, a.Seat)
	answers := append(slices.Clone(held), c.options["option"])
	node, err := c.Referee.Options(by, a.Prompt, answers)
	for err == nil && !node.Done && len(node.Options) == 1 { // there is no choice
		answers = append(answers, node.Options[0].ID)
		node, err = c.Referee.Options(by, a.Prompt, answers)
	}
	if err != nil {
		return answer{}, err
	}
	whole := len(answers) == 1 && node.Done && len(node.Options) == 0
	// To name another piece instead of one that was only named loses nothing.
	loses := !slices.Equal(aside, answers) && (len(aside) > 1 || len(aside) > 0 && whole)
	if whole && loses {
		return panel(c, l.Match, c.say("not-dropped-yet", spelt(c, "path", aside), spelt(c, "order", answers)))
	}
	if whole {
		reply, err := c.Referee.Choose(by, a.Prompt, answers)
		var unsure *referee.UnsureError
		if !errors.As(err, &unsure) {
			return done(c, reply, err)
		}
	}
	if _, err := c.Referee.Draft(by, a.Prompt, answers); err != nil {
		return answer{}, err
	}
	if loses {
		return panel(c, l.Match, c.say("set-aside", spelt(c, "path", aside)))
	}
	return panel(c, l.Match)
}

var pageCommand = &command{
	path: "page", parts: []string{"match", "prompt", "mark", "page"},
	button: true,
	do:     page,
}

// page turns the pages of a menu.
func page(c *call) (answer, error) {
	l, a, _, current, err := spotted(c)
	if err != nil {
		return answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	n, err := strconv.Atoi(c.options["page"])
	if err != nil {
		return answer{}, wire.ErrPath
	}
	return show(c, l, a.Seat, n)
}

var confirmCommand = &command{
	path: "confirm", parts: []string{"match", "prompt", "mark"},
	button: true,
	do:     confirm,
}

// confirm gives the answer that is held.
func confirm(c *call) (answer, error) {
	l, a, held, current, err := spotted(c)
	if err != nil {
		return answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	reply, err := c.Referee.Answer(c.command(l.Match, a.Seat), a.Prompt, held)
	return done(c, reply, err)
}

var backCommand = &command{
	path: "back", parts: []string{"match", "prompt", "mark"},
	button: true,
	do:     back,
}

// back takes the last step of what is held back.
func back(c *call) (answer, error) {
	l, a, _, current, err := spotted(c)
	if err != nil {
		return answer{}, err
	}
	if !current {
		return stale(c, l)
	}
	if _, err := c.Referee.Undo(c.command(l.Match, a.Seat)); err != nil {
		return answer{}, err
	}
	return panel(c, l.Match)
}

var cancelCommand = &command{
	path: "cancel", parts: []string{"match", "prompt", "mark"},
	button: true,
	do:     cancel,
}

// cancel throws away what is held.
func cancel(c *call) (answer, error) {
	l, a, _, _, err := spotted(c)
	if err != nil {
		return answer{}, err
	}
	if a.Prompt == "" {
		return stale(c, l)
	}
	if _, err := c.Referee.Draft(c.command(l.Match, a.Seat), a.Prompt, nil); err != nil {
		return answer{}, err
	}
	return panel(c, l.Match)
}
