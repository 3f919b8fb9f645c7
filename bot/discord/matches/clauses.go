package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// building adds what can be done with a standing order that is rehearsed: arm it,
// say how long it is valid, say more of what its clause wants, drop it.
func building(q *command.Request, out *command.Card, l referee.Look, r referee.DryRun, fires bool) {
	at := func(what string, more ...string) wire.Path {
		return append(wire.Path{"standing", what, string(l.Match), markOf([]string{r.Text})}, more...)
	}
	var buttons []command.Button
	if fires {
		buttons = append(buttons, command.Button{Label: q.Say("button.arm"), Path: at("arm"), Style: discordgo.SuccessButton})
	}
	for _, u := range match.Untils {
		if u != r.Until {
			buttons = append(buttons, command.Button{Label: q.Say("button.until." + string(u)), Path: at("until", string(u))})
		}
	}
	buttons = append(buttons, command.Button{Label: q.Say("button.discard"), Path: wire.Path{"standing", "drop", string(l.Match)}})
	clause, _ := l.Info.Clause(r.Order.Clause)
	m := command.Menu{Hint: q.Say("standing-add"), Path: at("add")}
	for _, a := range clause.Args {
		if a.Repeat || len(r.Order.Args[a.Name]) == 0 {
			m.Choices = append(m.Choices, argumentWord(q, a))
		}
	}
	out.Choose(m)
	out.Press(buttons...)
	out.Text("-# " + q.Say("standing-typed", engine.Text("example", command.Plain(clause.Example))))
}

// rehearsed is a handler of a button for the standing order that a player is putting together.
func rehearsed(do func(q *command.Request, t turn.Turn, text string) (command.Response, error)) func(*command.Request) (command.Response, error) {
	return command.Playing(func(q *command.Request, t turn.Turn) (command.Response, error) {
		text, current, err := held(q, t.Look)
		if err == nil && (text == "" || !current) {
			err = command.No("standing-stale")
		}
		if err != nil {
			return command.Response{}, err
		}
		return do(q, t, text)
	})
}

var pickClauseCommand = &command.Command{
	Path: "standing/clause", Parts: []string{"match"}, More: []string{"option"},
	Button: true,
	Do:     command.Playing(pickClause),
}

// pickClause begins a standing order.
func pickClause(q *command.Request, t turn.Turn) (command.Response, error) {
	return rehearse(q, t, q.Options["option"])
}

var holdUntilCommand = &command.Command{
	Path: "standing/until", Parts: []string{"match", "mark", "until"},
	Button: true,
	Do:     rehearsed(holdUntil),
}

// holdUntil says how long the standing order is valid.
func holdUntil(q *command.Request, t turn.Turn, text string) (command.Response, error) {
	_, rest, _ := strings.Cut(text, " ")
	return rehearse(q, t, q.Options["until"]+" "+rest)
}

var addToCommand = &command.Command{
	Path: "standing/add", Parts: []string{"match", "mark", "arg", "page"}, More: []string{"option"},
	Button: true,
	Do:     rehearsed(addTo),
}

// addTo lets choose the next word of an argument of the standing order.
func addTo(q *command.Request, t turn.Turn, text string) (command.Response, error) {
	l, name, n := t.Look, cmp.Or(q.Options["arg"], q.Options["option"]), command.Number(q.Options["page"], 0)
	_, rest, _ := strings.Cut(text, " ")
	order, err := l.Info.ParseStanding(rest)
	if err != nil {
		return command.Response{}, err
	}
	clause, _ := l.Info.Clause(order.Clause)
	i := slices.IndexFunc(clause.Args, func(a engine.QueryArg) bool { return a.Name == name })
	if i < 0 {
		return command.Response{}, wire.ErrPath
	}
	out := cardOf(l, q.Say("standing-so-far", engine.Text("order", command.Plain(text))), "**"+command.Plain(name)+"**: "+q.Tell(engine.Say("clause-arg."+name)))
	out.Text("-# " + q.Say("standing-typed", engine.Text("example", command.Plain(clause.Example))))
	at := func(what string, more ...string) wire.Path {
		return append(wire.Path{"standing", what, string(l.Match), markOf([]string{text}), name}, more...)
	}
	words := standingWords(q, l, t.By.Seat, clause.Args[i].Kind, order.Args[name])
	if len(words) > 0 {
		pages := (len(words) + command.MaxOptions - 1) / command.MaxOptions
		n = min(n, pages-1)
		shown, land := words[n*command.MaxOptions:min(len(words), (n+1)*command.MaxOptions)], terrainOf(q.Handlers, l.Info, l.View, t.By.Seat)
		for i := range shown {
			shown[i].Emoji = land.emoji(shown[i].Value)
		}
		out.Choose(command.Menu{
			Hint: q.Say("more-options", engine.Num("n", n+1), engine.Num("of", pages)), Path: at("with"), Choices: shown,
		})
		out.Press(turning(q.Voice, n, pages, func(page string) wire.Path { return at("add", page) })...)
	}
	out.Press(command.Button{Label: q.Say("button.back"), Path: wire.Path{"standing", "again", string(l.Match)}})
	return command.Response{Card: out}, nil
}

var addWordCommand = &command.Command{
	Path: "standing/with", Parts: []string{"match", "mark", "arg"}, More: []string{"option"},
	Button: true,
	Do:     rehearsed(addWord),
}

// addWord adds a word to an argument of the standing order.
func addWord(q *command.Request, t turn.Turn, text string) (command.Response, error) {
	until, rest, _ := strings.Cut(text, " ")
	order, err := t.Look.Info.ParseStanding(rest)
	if err != nil {
		return command.Response{}, err
	}
	name := q.Options["arg"]
	order.Args[name] = append(order.Args[name], q.Options["option"])
	return rehearse(q, t, until+" "+t.Look.Info.PrintStanding(order))
}

var rehearseAgainCommand = &command.Command{
	Path: "standing/again", Parts: []string{"match"},
	Button: true,
	Do:     rehearsed(rehearse),
}

// manyWords is how many words a menu offers of a kind, with its pages; of more,
// as of all hexes of a map, it offers those that have a name.
const manyWords = 4 * command.MaxOptions

// standingWords are the words of a kind that may go into a standing order: of
// pieces on the map only those of the seat, which come first.
func standingWords(q *command.Request, l referee.Look, seat engine.Seat, kind engine.WordKind, given []string) []command.Choice {
	out := gameWords(q, l, kind)
	out = slices.DeleteFunc(out, func(w command.Choice) bool {
		return slices.Contains(given, w.Value) ||
			slices.ContainsFunc(l.View.Pieces, func(p engine.Piece) bool { return p.ID == w.Value && p.Seat != seat })
	})
	slices.SortStableFunc(out, func(a, b command.Choice) int {
		mine := func(w command.Choice) int {
			if slices.ContainsFunc(l.View.Pieces, func(p engine.Piece) bool { return p.ID == w.Value }) {
				return 0
			}
			return 1
		}
		return mine(a) - mine(b)
	})
	if len(out) <= manyWords {
		return out
	}
	out = slices.DeleteFunc(out, func(w command.Choice) bool {
		at, err := hex.Parse(w.Value)
		return err != nil || l.Info.Board == nil || !slices.ContainsFunc(l.Info.Board.Hexes, func(h engine.BoardHex) bool { return h.At == at && h.Name != "" })
	})
	return out[:min(len(out), manyWords)]
}

// completeStanding proposes words for a standing order that is typed as a text,
// for one of the options of its clause, or the numbers of those that are armed.
func completeStanding(q *command.Request, focused string) ([]command.Choice, error) {
	l, seat, err := q.Playing()
	if err != nil {
		return nil, err
	}
	text := q.Options[focused]
	last := strings.ToLower(text[len(before(text)):])
	var out []command.Choice
	add := func(words []command.Choice) {
		for _, w := range words {
			if strings.HasPrefix(w.Value, last) || strings.Contains(strings.ToLower(w.Label), last) {
				out = append(out, command.Choice{Label: before(text) + w.Label, Value: before(text) + w.Value})
			}
		}
	}
	switch focused {
	case "number":
		list, err := l.Snapshot.Standings(q.Context(), q.Reader(l.Match, seat))
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			n := strconv.Itoa(s.Seq)
			add([]command.Choice{{Label: n + " · " + s.Text, Value: n}})
		}
	case "clause":
		add(clauseWords(q, l.Info))
	case "order":
		add(nextStanding(q, l, seat, strings.Fields(before(text))))
	default:
		given := strings.Fields(before(text))
		for _, cl := range l.Info.Clauses {
			for _, a := range cl.Args {
				if command.OptionName(a.Name) == focused && (a.Repeat || len(given) == 0) {
					add(allWords(q, l, seat, a.Kind, given))
					return out, nil
				}
			}
		}
	}
	return out, nil
}

// clauseWords are the clauses of a game with what they are for.
func clauseWords(q *command.Request, info *engine.Info) []command.Choice {
	return lists.Map(info.Clauses, func(cl engine.ClauseInfo) command.Choice {
		return command.Choice{Label: cl.Name + " · " + q.Raw(engine.Say("clause."+cl.Name)), Value: cl.Name}
	})
}

// argumentWord is an argument of a clause with what it is for.
func argumentWord(q *command.Request, a engine.QueryArg) command.Choice {
	return command.Choice{Label: a.Name + " · " + q.Raw(engine.Say("clause-arg."+a.Name)), Value: a.Name}
}

// nextStanding are the words that may follow those of a standing order.
func nextStanding(q *command.Request, l referee.Look, seat engine.Seat, words []string) []command.Choice {
	var out []command.Choice
	if len(words) > 0 && slices.Contains(match.Untils, match.Until(words[0])) {
		words = words[1:]
	} else if len(words) == 0 {
		for _, u := range match.Untils {
			out = append(out, command.Choice{Label: string(u) + " · " + q.Say("standing-until."+string(u)), Value: string(u)})
		}
	}
	if len(words) == 0 {
		return append(clauseWords(q, l.Info), out...)
	}
	clause, ok := l.Info.Clause(words[0])
	if !ok {
		return nil
	}
	var arg engine.QueryArg
	var given, used []string
	for _, w := range words[1:] {
		i := slices.IndexFunc(clause.Args, func(a engine.QueryArg) bool { return a.Name == w })
		if i < 0 {
			given = append(given, w)
			continue
		}
		arg, given, used = clause.Args[i], nil, append(used, w)
	}
	if arg.Name != "" && (arg.Repeat || len(given) == 0) {
		out = allWords(q, l, seat, arg.Kind, given)
	}
	if arg.Name != "" && len(given) == 0 {
		return out
	}
	left := slices.DeleteFunc(slices.Clone(clause.Args), func(a engine.QueryArg) bool { return slices.Contains(used, a.Name) })
	return append(lists.Map(left, func(a engine.QueryArg) command.Choice { return argumentWord(q, a) }), out...)
}

// allWords is standingWords with all hexes: what is typed narrows them down.
func allWords(q *command.Request, l referee.Look, seat engine.Seat, kind engine.WordKind, given []string) []command.Choice {
	if len(l.Info.Words[kind]) > manyWords && kind == "hex" {
		return slices.DeleteFunc(gameWords(q, l, kind), func(w command.Choice) bool { return slices.Contains(given, w.Value) })
	}
	return standingWords(q, l, seat, kind, given)
}
