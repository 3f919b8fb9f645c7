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
	"referee/bot/turn"
	"referee/engine"
)

var chooseCommand = &command.Command{
	Path: "choose", Parts: []string{"match"},
	Options: []command.Option{{Name: "order", Complete: proposes(completeOrder)}, {Name: "reply", File: true}},
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
var WordCommand = &command.Command{Games: &command.Extra{Complete: completeGame}, Do: command.Here(word)}

// word obeys a verb or asks a query of the game that is played, given as a command.
func word(c *command.Call, t turn.Turn) (command.Answer, error) {
	w, err := c.Word(t.Look.Info)
	switch {
	case err != nil:
		return command.Answer{}, err
	case w.Query:
		return ask(c, t.Look, w.Name)
	}
	return order(c, t.Look, w.Name)
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

// obey gives a typed order. One that is begun is continued in the panel; one whose odds can be told waits there to be confirmed.
func obey(c *command.Call, text string) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	t := c.Turn(l, seat)
	done, err := t.Type(c.Context(), c.Words.Typed(c.Lang, text))
	return given(c, t, done, err)
}

// spelt is an argument: a path in the words of the reader's language.
func spelt(c *command.Call, name string, answers []string) engine.Arg {
	words := make([]string, len(answers))
	for i, id := range answers {
		words[i] = c.Words.Called(c.Lang, id)
	}
	return engine.Text(name, command.Plain(strings.Join(words, " ")))
}

// draft is a question to a player, and what is half built of the answer to it.
type draft struct {
	turn.Turn
	ask  referee.Ask
	path []string // nil: nothing is
}

func draftOf(t turn.Turn, a referee.Ask) draft { return draft{t, a, t.HalfBuilt(a.Prompt)} }

// spot is where the answer goes on.
func (d draft) spot() spot { return SpotOf(d.Look.Match, d.ask.Prompt, d.path) }

// spotted is the question that a component stands for. Where it is closed, or what is half built is another path than it was
// made for, current is false.
func spotted(c *command.Call, t turn.Turn) (d draft, current bool, err error) {
	l, prompt := t.Look, engine.PromptID(c.Options["prompt"])
	i := slices.IndexFunc(l.Asks, func(a referee.Ask) bool { return a.Prompt == prompt })
	if i < 0 {
		return draft{Turn: t}, false, nil
	}
	a := l.Asks[i]
	if !slices.Contains(l.Seats(c.Account), a.Seat) {
		return d, false, command.No("not-yours", engine.Text("who", who(c.Voice, l.Holder(a.Seat))))
	}
	if a.Seat != t.By.Seat { // one person at two seats, both asked
		if l, err = l.Snapshot.Look(c.Context(), engine.Viewer(a.Seat)); err != nil {
			return d, false, err
		}
		t = c.Turn(l, a.Seat)
	}
	d = draftOf(t, a)
	return d, markOf(d.path) == c.Options["mark"], nil
}

// goesOn is a handler of a component that goes on with what is half built. Where that has changed since, what is open is shown.
func goesOn(do func(*command.Call, draft) (command.Answer, error)) func(*command.Call) (command.Answer, error) {
	return command.Here(func(c *command.Call, t turn.Turn) (command.Answer, error) {
		d, current, err := spotted(c, t)
		switch {
		case err != nil:
			return command.Answer{}, err
		case !current:
			return stale(c, t)
		}
		return do(c, d)
	})
}

// stale shows what is open to who has pressed a button from earlier.
func stale(c *command.Call, t turn.Turn) (command.Answer, error) {
	return show(c, t, 0, c.Say("stale"))
}

var pickCommand = &command.Command{
	Path: "pick", Parts: []string{"match", "prompt", "mark", "option"},
	Button: true,
	Do:     command.Here(pick),
}

// pick takes an option. From the root it begins anew.
func pick(c *command.Call, t turn.Turn) (command.Answer, error) {
	d, current, err := spotted(c, t)
	switch {
	case err != nil:
		return command.Answer{}, err
	case current:
	case d.ask.Prompt == "" || c.Options["mark"] != markOf(nil):
		return stale(c, t)
	default:
		d.path = nil
	}
	done, err := d.Choose(c.Context(), d.ask.Prompt, append(slices.Clone(d.path), c.Options["option"]), false)
	return given(c, t, done, err)
}

// given shows what an order or a choice has led to.
func given(c *command.Call, t turn.Turn, done turn.Done, err error) (command.Answer, error) {
	var unsure *referee.UnsureError
	switch {
	case errors.As(err, &unsure):
		c.Forget()
		return panel(c, t.Look.Match, notDropped(c, unsure))
	case err == nil && len(done.Aside) > 0:
		c.Took(done.Reply)
		return panel(c, t.Look.Match, c.Say("set-aside", spelt(c, "path", done.Aside)))
	}
	return Done(c, done.Reply, err)
}

// notDropped says that an order would discard what is half built, and was not obeyed.
func notDropped(c *command.Call, e *referee.UnsureError) string {
	return c.Say("not-dropped", spelt(c, "path", e.Held), spelt(c, "order", e.Path))
}

// The parts of components that go on with an answer, and of those that turn its pages.
var (
	spotParts = []string{"match", "prompt", "mark"}
	pageParts = []string{"match", "prompt", "mark", "page"}
)

// pageOf is the page that a button asks for, or a menu of pages.
func pageOf(c *command.Call) string { return cmp.Or(c.Options["page"], c.Options["option"]) }

var pageCommand = &command.Command{
	Path: "page", Parts: pageParts, More: []string{"option"},
	Button: true,
	Do:     goesOn(page),
}

// page turns the pages of a menu.
func page(c *command.Call, d draft) (command.Answer, error) {
	n, err := strconv.Atoi(pageOf(c))
	if err != nil {
		return command.Answer{}, wire.ErrPath
	}
	return show(c, d.Turn, n)
}

var confirmCommand = &command.Command{
	Path: "confirm", Parts: spotParts,
	Button: true,
	Do:     goesOn(confirm),
}

// confirm gives the answer that is held.
func confirm(c *command.Call, d draft) (command.Answer, error) {
	done, err := d.Confirm(c.Context(), d.ask.Prompt, d.path)
	return Done(c, done.Reply, err)
}

var usualCommand = &command.Command{
	Path: "usual", Parts: spotParts,
	Button: true,
	Do:     goesOn(usual),
}

// usual makes the default answer a draft, to be confirmed.
func usual(c *command.Call, d draft) (command.Answer, error) {
	reply, err := d.Orders.Draft(c.Context(), d.By, d.ask.Prompt, d.Look.Snapshot.DefaultAnswer(d.ask.Prompt))
	return Done(c, reply, err)
}

var backCommand = &command.Command{
	Path: "back", Parts: spotParts,
	Button: true,
	Do:     goesOn(back),
}

// back takes the last step of what is held back.
func back(c *command.Call, d draft) (command.Answer, error) {
	return does(c, d.Turn, turn.Undo, turn.With{})
}

var cancelCommand = &command.Command{
	Path: "cancel", Parts: spotParts,
	Button: true,
	Do:     command.Here(cancel),
}

// cancel throws away what is held.
func cancel(c *command.Call, t turn.Turn) (command.Answer, error) {
	d, _, err := spotted(c, t)
	if err != nil {
		return command.Answer{}, err
	}
	if d.ask.Prompt == "" {
		return stale(c, t)
	}
	reply, err := d.Orders.Draft(c.Context(), d.By, d.ask.Prompt, nil)
	return Done(c, reply, err)
}
