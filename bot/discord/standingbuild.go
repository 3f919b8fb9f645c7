package discord

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// building adds what can be done with a standing order that is rehearsed: arm it,
// say how long it is valid, say more of what its clause wants, drop it.
func building(c *call, out *card, l referee.Look, r referee.Rehearsal, fires bool) {
	at := func(what string, more ...string) wire.Path {
		return append(wire.Path{"standing", what, string(l.Match), markOf([]string{r.Text})}, more...)
	}
	var buttons []button
	if fires {
		buttons = append(buttons, button{label: c.say("button.arm"), path: at("arm"), style: wire.Success})
	}
	for _, u := range match.Untils {
		if u != r.Until {
			buttons = append(buttons, button{label: c.say("button.until." + string(u)), path: at("until", string(u))})
		}
	}
	buttons = append(buttons, button{label: c.say("button.discard"), path: wire.Path{"standing", "drop", string(l.Match)}})
	clause, _ := l.Info.Clause(r.Order.Clause)
	m := menu{hint: c.say("standing-add"), path: at("add")}
	for _, a := range clause.Args[:min(len(clause.Args), maxOptions)] {
		if a.Repeat || len(r.Order.Args[a.Name]) == 0 {
			m.choices = append(m.choices, choice{label: a.Name + " · " + c.raw(engine.Say("clause-arg."+a.Name)), value: a.Name})
		}
	}
	if len(m.choices) > 0 {
		out.choose(m)
	}
	out.press(buttons...)
	out.text("-# " + c.say("standing-typed", engine.Text("example", plain(clause.Example))))
}

// under is the seat of who called with the standing order that he is putting
// together, for a button that was made for it.
func under(c *call) (l referee.Look, seat engine.Seat, text string, err error) {
	l, seat, err = c.playing()
	if err != nil {
		return l, seat, "", err
	}
	text, current, err := held(c, l)
	if err == nil && (text == "" || !current) {
		err = no("standing-stale")
	}
	return l, seat, text, err
}

var pickClauseCommand = &command{
	path: "standing/clause", parts: []string{"match"},
	button: true,
	do:     pickClause,
}

// pickClause begins a standing order.
func pickClause(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	return rehearse(c, l, seat, c.options["option"])
}

var holdUntilCommand = &command{
	path: "standing/until", parts: []string{"match", "mark", "until"},
	button: true,
	do:     holdUntil,
}

// holdUntil says how long the standing order is valid.
func holdUntil(c *call) (answer, error) {
	l, seat, text, err := under(c)
	if err != nil {
		return answer{}, err
	}
	_, rest, _ := strings.Cut(text, " ")
	return rehearse(c, l, seat, c.options["until"]+" "+rest)
}

var addToCommand = &command{
	path: "standing/add", parts: []string{"match", "mark", "arg", "page"},
	button: true,
	do:     addTo,
}

// addTo lets choose the next word of an argument of the standing order.
func addTo(c *call) (answer, error) {
	l, seat, text, err := under(c)
	if err != nil {
		return answer{}, err
	}
	name, n := c.options["arg"], number(c.options["page"], 0)
	if name == "" {
		name = c.options["option"]
	}
	_, rest, _ := strings.Cut(text, " ")
	order, err := l.Info.ParseStanding(rest)
	if err != nil {
		return answer{}, err
	}
	clause, _ := l.Info.Clause(order.Clause)
	i := slices.IndexFunc(clause.Args, func(a engine.QueryArg) bool { return a.Name == name })
	if i < 0 {
		return answer{}, wire.ErrPath
	}
	out := &card{foot: foot(l)}
	out.text(c.say("standing-so-far", engine.Text("order", plain(text))), "**"+plain(name)+"**: "+c.tell(engine.Say("clause-arg."+name)))
	out.text("-# " + c.say("standing-typed", engine.Text("example", plain(clause.Example))))
	at := func(what string, more ...string) wire.Path {
		return append(wire.Path{"standing", what, string(l.Match), markOf([]string{text}), name}, more...)
	}
	words := standingWords(c, l, seat, clause.Args[i].Kind, order.Args[name])
	if len(words) > 0 {
		pages := (len(words) + maxOptions - 1) / maxOptions
		n = min(n, pages-1)
		out.choose(menu{
			hint: c.say("more-options", engine.Num("n", n+1), engine.Num("of", pages)), path: at("with"),
			choices: words[n*maxOptions : min(len(words), (n+1)*maxOptions)],
		})
		var turn []button
		if n > 0 {
			turn = append(turn, button{label: c.say("button.previous"), path: at("add", strconv.Itoa(n-1))})
		}
		if n < pages-1 {
			turn = append(turn, button{label: c.say("button.next"), path: at("add", strconv.Itoa(n+1))})
		}
		out.press(turn...)
	}
	out.press(button{label: c.say("button.back"), path: wire.Path{"standing", "again", string(l.Match)}})
	return answer{card: out}, nil
}

var addWordCommand = &command{
	path: "standing/with", parts: []string{"match", "mark", "arg"},
	button: true,
	do:     addWord,
}

// addWord adds a word to an argument of the standing order.
func addWord(c *call) (answer, error) {
	l, seat, text, err := under(c)
	if err != nil {
		return answer{}, err
	}
	until, rest, _ := strings.Cut(text, " ")
	order, err := l.Info.ParseStanding(rest)
	if err != nil {
		return answer{}, err
	}
	name := c.options["arg"]
	order.Args[name] = append(order.Args[name], c.options["option"])
	return rehearse(c, l, seat, until+" "+l.Info.PrintStanding(order))
}

var rehearseAgainCommand = &command{
	path: "standing/again", parts: []string{"match"},
	button: true,
	do:     rehearseAgain,
}

// rehearseAgain shows the standing order that is put together.
func rehearseAgain(c *call) (answer, error) {
	l, seat, text, err := under(c)
	if err != nil {
		return answer{}, err
	}
	return rehearse(c, l, seat, text)
}

// manyWords is how many words a menu offers of a kind, with its pages; of more,
// as of all hexes of a map, it offers those that have a name.
const manyWords = 4 * maxOptions

// standingWords are the words of a kind that may go into a standing order: of
// pieces on the map only those of the seat, which come first.
func standingWords(c *call, l referee.Look, seat engine.Seat, kind engine.WordKind, given []string) []choice {
	out := knownWords(c, l, kind, "", "")
	out = slices.DeleteFunc(out, func(w choice) bool {
		return slices.Contains(given, w.value) ||
			slices.ContainsFunc(l.View.Pieces, func(p engine.Piece) bool { return p.ID == w.value && p.Seat != seat })
	})
	slices.SortStableFunc(out, func(a, b choice) int {
		mine := func(w choice) int {
			if slices.ContainsFunc(l.View.Pieces, func(p engine.Piece) bool { return p.ID == w.value }) {
				return 0
			}
			return 1
		}
		return mine(a) - mine(b)
	})
	if len(out) <= manyWords {
		return out
	}
	out = slices.DeleteFunc(out, func(w choice) bool {
		at, err := hex.Parse(w.value)
		return err != nil || !slices.ContainsFunc(l.Info.Board.Hexes, func(h engine.BoardHex) bool { return h.At == at && h.Name != "" })
	})
	return out[:min(len(out), manyWords)]
}

// completeStanding proposes words for a standing order that is typed as a text,
// for one of the options of its clause, or the numbers of those that are armed.
func completeStanding(c *call, focused string) ([]choice, error) {
	l, seat, err := c.playing()
	if err != nil {
		return nil, err
	}
	text := c.options[focused]
	last := strings.ToLower(text[len(before(text)):])
	var out []choice
	add := func(words []choice) {
		for _, w := range words {
			if strings.HasPrefix(w.value, last) || strings.Contains(strings.ToLower(w.label), last) {
				out = append(out, choice{label: before(text) + w.label, value: before(text) + w.value})
			}
		}
	}
	switch focused {
	case "number":
		list, err := c.Referee.Standings(c.command(l.Match, seat))
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			n := strconv.Itoa(s.Seq)
			add([]choice{{label: n + " · " + s.Text, value: n}})
		}
	case "clause":
		add(clauseWords(c, l.Info))
	case "order":
		add(nextStanding(c, l, seat, strings.Fields(before(text))))
	default:
		given := strings.Fields(before(text))
		for _, cl := range l.Info.Clauses {
			for _, a := range cl.Args {
				if optionName(a.Name) == focused && (a.Repeat || len(given) == 0) {
					add(allWords(c, l, seat, a.Kind, given))
					return out, nil
				}
			}
		}
	}
	return out, nil
}

// clauseWords are the clauses of a game with what they are for.
func clauseWords(c *call, info *engine.Info) []choice {
	var out []choice
	for _, cl := range info.Clauses {
		out = append(out, choice{label: cl.Name + " · " + c.raw(engine.Say("clause."+cl.Name)), value: cl.Name})
	}
	return out
}

// nextStanding are the words that may follow those of a standing order.
func nextStanding(c *call, l referee.Look, seat engine.Seat, words []string) []choice {
	var out []choice
	if len(words) > 0 && slices.Contains(match.Untils, match.Until(words[0])) {
		words = words[1:]
	} else if len(words) == 0 {
		for _, u := range match.Untils {
			out = append(out, choice{label: string(u) + " · " + c.say("standing-until."+string(u)), value: string(u)})
		}
	}
	if len(words) == 0 {
		return append(clauseWords(c, l.Info), out...)
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
		out = allWords(c, l, seat, arg.Kind, given)
	}
	if arg.Name != "" && len(given) == 0 {
		return out
	}
	var names []choice
	for _, a := range clause.Args {
		if !slices.Contains(used, a.Name) {
			names = append(names, choice{label: a.Name + " · " + c.raw(engine.Say("clause-arg."+a.Name)), value: a.Name})
		}
	}
	return append(names, out...)
}

// allWords is standingWords with all hexes: what is typed narrows them down.
func allWords(c *call, l referee.Look, seat engine.Seat, kind engine.WordKind, given []string) []choice {
	if len(l.Info.Words[kind]) > manyWords && kind == "hex" {
		return slices.DeleteFunc(knownWords(c, l, kind, "", ""), func(w choice) bool { return slices.Contains(given, w.value) })
	}
	return standingWords(c, l, seat, kind, given)
}
