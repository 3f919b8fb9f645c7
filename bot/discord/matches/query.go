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

// ask asks a query of the game with the options of the command.
func ask(q *command.Request, l referee.Look, name string) (command.Response, error) {
	of, known := l.Info.Query(name)
	if !known {
		return command.Response{}, orders.UnknownQuery(name, l.Info.Queries)
	}
	given := lists.Map(command.QueryArguments(of), func(a command.Argument) string { return q.Words.Typed(q.Lang, q.Options[a.Name]) })
	return query{q, l, of}.with(given)
}

var askCommand = &command.Command{
	Path: "ask", Parts: []string{"match", "query", "lacking"}, More: []string{"option"},
	Button: true,
	Do:     command.Here(askAgain),
}

// askAgain asks a query with the word that was chosen for what it lacked. What was given stands in the path behind the number of
// that, in words of the game, one part for each argument.
func askAgain(q *command.Request, t turn.Turn) (command.Response, error) {
	of, known := t.Look.Info.Query(q.Options["query"])
	lacking, err := strconv.Atoi(q.Options["lacking"])
	given := slices.Clone(q.Path[min(len(q.Path), 4):])
	if !known || err != nil || len(given) != len(of.Args) || lacking < 0 || lacking >= len(given) ||
		!slices.Contains(t.Look.Info.Words[of.Args[lacking].Kind], q.Options["option"]) {
		return command.Response{}, wire.ErrPath
	}
	given[lacking] = q.Options["option"]
	return query{q, t.Look, of}.with(given)
}

// query is a query that somebody asks of a match.
type query struct {
	*command.Request
	look referee.Look
	of   engine.QueryInfo
}

// with answers it with what is given for each argument, and shows the answer in the map where it has something to show.
// Where it lacks a word, it says which, and lets choose.
func (q query) with(given []string) (command.Response, error) {
	a, err := q.ask(given)
	if lacking := q.lacks(given, err); lacking >= 0 {
		return q.choose(given, lacking)
	}
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(q.look, q.TellAll(a.Lines)...)
	if len(a.Marks)+len(a.Paths)+len(a.Bars) > 0 && q.Draws(q.look.Info) {
		out.Picture = &command.Frame{Look: q.look, Viewer: viewerOf(q.Request, q.look), Overlay: q.typed(given), Voice: q.Voice, Alt: alt(q.Voice, q.look, a)}
	}
	return command.Response{Card: out}, nil
}

// typed is the query with what is given for its arguments as it would be typed.
func (q query) typed(given []string) string {
	words := append([]string{q.of.Name}, given...)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

func (q query) ask(given []string) (engine.Answer, error) {
	return q.look.Snapshot.Ask(q.Context(), viewerOf(q.Request, q.look), q.typed(given))
}

// lacks is the number of the argument that was not given, and for want of which the query is refused; -1: of none.
func (q query) lacks(given []string, refusal error) int {
	var order *orders.Error
	if !errors.As(refusal, &order) || order.Kind == "" {
		return -1
	}
	for i, a := range q.of.Args {
		if a.Kind == order.Kind && !a.Optional && given[i] == "" {
			return i
		}
	}
	return -1
}

// choose says what the query lacks, with a menu of words for it. Where what was given is too long for a menu to keep, or no word
// will do, there is none.
func (q query) choose(given []string, lacking int) (command.Response, error) {
	_, refusal := q.ask(given[:lacking]) // and not that another word stands in its place
	out := command.Says(q.Tell(q.Words.Quote(q.Lang, referee.Explain(refusal))))
	command.Remember(q.Request, refusal)
	m := command.Menu{
		Hint: q.Say("pick"),
		Path: append(wire.Path{"ask", string(q.look.Match), q.of.Name, strconv.Itoa(lacking)}, given...),
	}
	if command.Length(m.Path.CustomID()) <= command.MaxCustomID {
		m.Choices = q.words(given, lacking)
	}
	if out.Choose(m); len(m.Choices) > 0 {
		out.Foot = Foot(q.look)
	}
	return command.Response{Card: out}, nil
}

// words are the likeliest words for what the query lacks with which it is answered.
func (q query) words(given []string, lacking int) (out []command.Choice) {
	t := terrainOf(q.Handlers, q.look.Info, q.look.View, q.look.Snapshot.Seat(q.Account))
	all := t.known(q.Request, q.look, q.of.Args[lacking].Kind, "")
	for i := range all {
		all[i].choice.Value = all[i].ids[0] // which is understood in every language
	}
	for _, w := range chosen(all, "") {
		if len(out) == command.MaxOptions {
			break
		}
		if q.answers(given, lacking, w.Value) {
			w.Emoji = t.emoji(w.Value)
			out = append(out, w)
		}
	}
	return out
}

// answers reports whether the query is answered with a word for what it lacks, or with others that it will lack then.
func (q query) answers(given []string, lacking int, word string) bool {
	given = slices.Clone(given)
	given[lacking] = word
	_, err := q.ask(given)
	next := q.lacks(given, err)
	if next < 0 {
		return err == nil
	}
	return slices.ContainsFunc(q.look.Info.Words[q.of.Args[next].Kind], func(w string) bool { return q.answers(given, next, w) })
}

// viewerOf is how the author sees a match.
func viewerOf(q *command.Request, l referee.Look) engine.Viewer {
	return cmp.Or(engine.Viewer(l.Snapshot.Seat(q.Account)), engine.Spectator)
}

// preview tells the odds of what is half built, where the game can.
func preview(q *command.Request, d draft) engine.Answer {
	odds, err := d.Look.Snapshot.PreviewOdds(q.Context(), d.By, d.ask.Prompt, d.path)
	if err != nil {
		var illegal *engine.Illegal
		if !errors.As(err, &illegal) {
			q.Log.Warn("no odds", "match", d.Look.Match, "path", d.path, "error", err)
		}
		return engine.Answer{}
	}
	return odds
}
