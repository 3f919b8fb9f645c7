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
	"referee/engine/kit/lists"
)

var chooseCommand = &command.Command{
	Path: "choose", Parts: []string{"match", "upload"},
	Options: []command.Option{{Name: "order", Complete: proposes(completeOrder)}, {Name: "reply", File: true}},
	Do:      choose,
}

// choose shows what is asked of the author, or obeys a typed order or what was sealed at the table: /choose.
func choose(q *command.Request) (command.Response, error) {
	if q.Options["upload"] != "" && !q.Sent() {
		return q.ShowForm(&command.Form{Title: q.Say("button.turn-reply"), Fields: []command.Field{
			{Name: "reply", Kind: wire.TypeUpload, Label: q.Say("form.reply"), Help: q.Say("form.reply-help")},
		}})
	}
	text, reply := strings.TrimSpace(q.Options["order"]), q.Options["reply"]
	if text != "" && reply != "" {
		return command.Response{}, command.No("turn-both")
	}
	if reply != "" {
		return handIn(q, q.Files[wire.ID(reply)])
	}
	if text == "" {
		l, _, err := q.Here()
		if err != nil {
			return command.Response{}, err
		}
		return panel(q, l.Match)
	}
	return obey(q, text)
}

// WordCommand does what the verbs and the queries of games are commands for.
var WordCommand = &command.Command{Games: &command.Extra{Complete: completeGame}, Do: command.Here(word)}

// word obeys a verb or asks a query of the game that is played, given as a command.
func word(q *command.Request, t turn.Turn) (command.Response, error) {
	w, err := q.Word(t.Look.Info)
	switch {
	case err != nil:
		return command.Response{}, err
	case w.Query:
		return ask(q, t.Look, w.Name)
	}
	return order(q, t.Look, w.Name)
}

// order obeys a verb. Without the words that it could have it shows what there is to choose.
func order(q *command.Request, l referee.Look, name string) (command.Response, error) {
	v, known := l.Info.Verb(name)
	if !known {
		return command.Response{}, orders.Unknown(name, orders.Words(orders.Names(l.Info)...))
	}
	if q.Options["file"] != "" {
		switch asks, err := addFile(q, v); {
		case asks != nil:
			return command.Response{LookUp: asks}, nil
		case err != nil: // what was written is not lost
			a := q.Refuse(err)
			a.Card.Text(command.Quoted(typedVerb(v, q.Options))...)
			return a, nil
		}
	}
	text := typedVerb(v, q.Options)
	if text == name && len(command.Arguments(v)) > 0 {
		return panel(q, l.Match)
	}
	return obey(q, text)
}

// typedVerb is a verb with its arguments as it would be typed: the text at its end between marks of quotation, so that it is read as it
// is, and any other text as one word, such as "3d6 + 1".
func typedVerb(v engine.Verb, options map[string]string) string {
	words, args := []string{v.Name}, command.Arguments(v)
	for i, a := range args {
		switch text := options[a.Name]; {
		case text == "":
			continue
		case a.Text && i == len(args)-1:
			words = append(words, engine.TextMark+text+engine.TextMark)
		case a.Text:
			words = append(words, strings.Join(strings.Fields(text), ""))
		default:
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// obey gives a typed order. One that is begun is continued in the panel; one whose odds can be told waits there to be confirmed.
func obey(q *command.Request, text string) (command.Response, error) {
	l, seat, err := q.Playing()
	if err != nil {
		return command.Response{}, err
	}
	t := q.Turn(l, seat)
	done, err := t.Type(q.Context(), q.Words.Typed(q.Lang, text))
	return given(q, t, done, err)
}

// spelt is an argument: a path in the words of the reader's language.
func spelt(q *command.Request, name string, answers []string) engine.Arg {
	return engine.Text(name, command.Plain(called(q, answers)))
}

// called is a path in the words of the reader's language.
func called(q *command.Request, answers []string) string {
	return strings.Join(lists.Map(answers, func(id string) string {
		if strings.HasPrefix(id, engine.TextMark) {
			return q.Words.Called(q.Lang, id) + engine.TextMark
		}
		return q.Words.Called(q.Lang, id)
	}), " ")
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
func spotted(q *command.Request, t turn.Turn) (d draft, current bool, err error) {
	l, prompt := t.Look, engine.PromptID(q.Options["prompt"])
	i := slices.IndexFunc(l.Asks, func(a referee.Ask) bool { return a.Prompt == prompt })
	if i < 0 {
		return draft{Turn: t}, false, nil
	}
	a := l.Asks[i]
	if !slices.Contains(l.Seats(q.Account), a.Seat) {
		return d, false, command.No("not-yours", engine.Text("who", who(q.Voice, l.Holder(a.Seat))))
	}
	if a.Seat != t.By.Seat { // one person at two seats, both asked
		if l, err = l.Snapshot.Look(q.Context(), engine.Viewer(a.Seat)); err != nil {
			return d, false, err
		}
		t = q.Turn(l, a.Seat)
	}
	d = draftOf(t, a)
	return d, markOf(d.path) == q.Options["mark"], nil
}

// goesOn is a handler of a component that goes on with what is half built. Where that has changed since, what is open is shown.
func goesOn(do func(*command.Request, draft) (command.Response, error)) func(*command.Request) (command.Response, error) {
	return command.Here(func(q *command.Request, t turn.Turn) (command.Response, error) {
		d, current, err := spotted(q, t)
		switch {
		case err != nil:
			return command.Response{}, err
		case !current:
			return stale(q, t)
		}
		return do(q, d)
	})
}

// stale shows what is open to who has pressed a button from earlier.
func stale(q *command.Request, t turn.Turn) (command.Response, error) {
	return show(q, t, 0, q.Say("stale"))
}

var pickCommand = &command.Command{
	Path: "pick", Parts: []string{"match", "prompt", "mark", "option"}, More: []string{"text", "file"},
	Button: true,
	Do:     command.Here(pick),
}

// pick takes an option. From the root it begins anew. Where its author is to write next, it asks them in a form.
func pick(q *command.Request, t turn.Turn) (command.Response, error) {
	d, current, err := spotted(q, t)
	switch {
	case err != nil:
		return command.Response{}, err
	case current:
	case d.ask.Prompt == "" || q.Options["mark"] != markOf(nil):
		return stale(q, t)
	default:
		d.path = nil
	}
	path, form := written(q, d.path, true, func(path []string) (engine.Node, error) {
		return d.Look.Snapshot.Options(q.Context(), d.By, d.ask.Prompt, path)
	})
	if form != nil {
		return q.ShowForm(form)
	}
	f, asks, err := uploaded(q, d.By)
	switch {
	case asks != nil || err != nil:
		return command.Response{LookUp: asks}, err
	case f != nil:
		text := strings.TrimPrefix(path[len(path)-1], engine.TextMark)
		path[len(path)-1] = engine.TextMark + engine.WithFile(text, *f)
	}
	done, err := d.Choose(q.Context(), d.ask.Prompt, path, false)
	return given(q, t, done, err)
}

// manyLetters is how many characters fit into one line of a form.
const manyLetters = 100

// written is a path that goes on with the option which is picked. Where its author writes there, or where that is all that can follow a
// button, what they have written follows, or else form asks for it: a menu would not let them choose the same once more, after a form
// that they have closed. What cannot follow is left to be refused. With files the form takes one where it can go with the text.
func written(
	q *command.Request, from []string, files bool, options func(path []string) (engine.Node, error),
) (path []string, form *command.Form) {
	pressed := q.Options["option"]
	path = append(slices.Clone(from), pressed)
	at := path
	if pressed == engine.TextMark {
		at = from
	}
	node, err := options(at)
	for only, is := node.Only(); err == nil && is && !node.Done; only, is = node.Only() {
		at = append(slices.Clone(at), only.ID)
		node, err = options(at)
	}
	i := slices.IndexFunc(node.Options, func(o engine.Option) bool { return o.Write > 0 })
	switch {
	case err != nil, i < 0, pressed != engine.TextMark && (node.Done || len(node.Options) > 1 || len(q.Values) > 0):
		return path, nil
	case q.Sent(): // a field can have several lines
		return append(slices.Clone(at), engine.TextMark+strings.Join(strings.Fields(q.Options["text"]), " ")), nil
	}
	o := node.Options[i]
	label := q.Words.Option(q.Lang, o)
	form = &command.Form{
		Title: cmp.Or(called(q, at), label), Path: wire.Path{q.Path.Part(0), q.Options["match"], q.Options["prompt"], q.Options["mark"], pressed},
		Fields: []command.Field{{Name: "text", Label: label, Hint: q.Words.Sample(q.Lang, o), Long: o.Write > manyLetters, Most: o.Write}},
	}
	if files && o.File {
		form.Fields[0].Optional = true // the name of the file is a text
		form.Fields = append(form.Fields, command.Field{
			Name: "file", Kind: wire.TypeUpload, Label: q.Say("form.file"), Help: q.Say("form.file-help"), Optional: true,
		})
	}
	return nil, form
}

// given shows what an order or a choice has led to.
func given(q *command.Request, t turn.Turn, done turn.Outcome, err error) (command.Response, error) {
	var unsure *referee.UnsureError
	switch {
	case errors.As(err, &unsure):
		q.Forget()
		return panel(q, t.Look.Match, notDropped(q, unsure))
	case err == nil && len(done.Aside) > 0:
		q.Took(done.Reply)
		return panel(q, t.Look.Match, q.Say("set-aside", spelt(q, "path", done.Aside)))
	case err != nil && len(t.Asks()) == 1:
		return refusedOrder(q, draftOf(t, t.Asks()[0]), err)
	}
	return Report(q, done.Reply, err)
}

// refusedOrder refuses an order, or a choice, with the buttons of what can be chosen instead.
func refusedOrder(q *command.Request, d draft, err error) (command.Response, error) {
	var order *orders.Error
	var illegal *engine.Illegal
	if !errors.As(err, &order) && !errors.As(err, &illegal) {
		return command.Response{}, err
	}
	node, failed := d.Look.Snapshot.MarkedOptions(q.Context(), d.By, d.ask.Prompt, d.path)
	if failed != nil {
		return command.Response{}, failed
	}
	a := q.Refuse(err)
	Follow(q.Voice, a.Card, d.spot(), node.Options, terrainOf(q.Handlers, d.Look.Info, d.Look.View, d.ask.Seat).about, 0, false)
	if len(a.Card.Rows) > 0 {
		a.Card.Foot = Foot(d.Look)
	}
	return a, nil
}

// notDropped says that an order would discard what is half built, and was not obeyed.
func notDropped(q *command.Request, e *referee.UnsureError) string {
	return q.Say("not-dropped", spelt(q, "path", e.Held), spelt(q, "order", e.Path))
}

// The parts of components that go on with an answer, and of those that turn its pages.
var (
	spotParts = []string{"match", "prompt", "mark"}
	pageParts = []string{"match", "prompt", "mark", "page"}
)

// pageOf is the page that a button asks for, or a menu of pages.
func pageOf(q *command.Request) string { return cmp.Or(q.Options["page"], q.Options["option"]) }

var pageCommand = &command.Command{
	Path: "page", Parts: pageParts, More: []string{"option"},
	Button: true,
	Do:     goesOn(page),
}

// page turns the pages of a menu.
func page(q *command.Request, d draft) (command.Response, error) {
	n, err := strconv.Atoi(pageOf(q))
	if err != nil {
		return command.Response{}, wire.ErrPath
	}
	return show(q, d.Turn, n)
}

var confirmCommand = &command.Command{
	Path: "confirm", Parts: spotParts,
	Button: true,
	Do:     goesOn(confirm),
}

// confirm gives the answer that is held.
func confirm(q *command.Request, d draft) (command.Response, error) {
	done, err := d.Confirm(q.Context(), d.ask.Prompt, d.path)
	return Report(q, done.Reply, err)
}

var resultsCommand = &command.Command{
	Path: "results", Parts: spotParts,
	Button: true,
	Do:     goesOn(results),
}

// results shows what is half built with all that is known of its odds: see question.
func results(q *command.Request, d draft) (command.Response, error) { return show(q, d.Turn, 0) }

var usualCommand = &command.Command{
	Path: "usual", Parts: spotParts,
	Button: true,
	Do:     goesOn(usual),
}

// usual makes the default answer a draft, to be confirmed.
func usual(q *command.Request, d draft) (command.Response, error) {
	reply, err := d.Orders.Draft(q.Context(), d.By, d.ask.Prompt, d.Look.Snapshot.DefaultAnswer(d.ask.Prompt))
	return Report(q, reply, err)
}

var backCommand = &command.Command{
	Path: "back", Parts: spotParts,
	Button: true,
	Do:     goesOn(back),
}

// back takes the last step of what is held back.
func back(q *command.Request, d draft) (command.Response, error) {
	return does(q, d.Turn, turn.Undo, turn.With{})
}

var cancelCommand = &command.Command{
	Path: "cancel", Parts: spotParts,
	Button: true,
	Do:     command.Here(cancel),
}

// cancel throws away what is held.
func cancel(q *command.Request, t turn.Turn) (command.Response, error) {
	d, _, err := spotted(q, t)
	if err != nil {
		return command.Response{}, err
	}
	if d.ask.Prompt == "" {
		return stale(q, t)
	}
	reply, err := d.Orders.Draft(q.Context(), d.By, d.ask.Prompt, nil)
	return Report(q, reply, err)
}
