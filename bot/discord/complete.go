package discord

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// maxChoices is how many words Discord lets us propose.
const maxChoices = 25

// complete proposes words for the option of a command that is being typed.
// Where something is wrong there are none: the command itself will say what.
func complete(c *call, focused string) []wire.CommandChoice {
	words, err := proposals(c, focused)
	if err != nil {
		return nil
	}
	var out []wire.CommandChoice
	for _, w := range words {
		if length(w.value) > maxOptionText || slices.ContainsFunc(out, func(o wire.CommandChoice) bool { return o.Value == w.value }) {
			continue
		}
		if out = append(out, wire.CommandChoice{Name: cut(w.label, maxOptionText), Value: w.value}); len(out) == maxChoices {
			break
		}
	}
	return out
}

func proposals(c *call, focused string) ([]choice, error) {
	asked, _, err := route(c.desk, c.path)
	if err != nil {
		return nil, err
	}
	c.asked = asked
	return asked.proposals(c, focused)
}

// completeGame proposes words for an argument of a verb or a query.
func completeGame(c *call, focused string) ([]choice, error) {
	l, seat, err := c.here()
	if err != nil {
		return nil, err
	}
	name := c.path.Part(0)
	for _, v := range l.Info.Verbs {
		if v.Name == name {
			return completeVerb(c, l, seat, v, focused)
		}
	}
	for _, q := range l.Info.Queries {
		if q.Name == name {
			return completeArgument(c, l, q, focused), nil
		}
	}
	return nil, nil
}

// completeSide proposes the sides of the match, or of the game that is chosen.
func completeSide(c *call, focused string) ([]choice, error) {
	text := c.options[focused]
	info := c.games[0]
	if c.path.Part(1) == "new" {
		for _, g := range c.games {
			if g.Game == c.options["game"] {
				info = g
			}
		}
	} else {
		l, _, err := c.here()
		if err != nil {
			return nil, err
		}
		info = l.Info
	}
	words, err := c.library.of(info)
	if err != nil {
		return nil, err
	}
	var out []choice
	for _, s := range info.Seats {
		name := words.Called(c.lang, string(s))
		if text := typed.Fold(text); strings.HasPrefix(string(s), text) || strings.HasPrefix(typed.Fold(name), text) {
			out = append(out, choice{label: name, value: name})
		}
	}
	return out, nil
}

// completeMatch proposes the matches of who types, and to an organiser those of the
// leagues here.
func completeMatch(c *call, focused string) ([]choice, error) {
	text := c.options[focused]
	list, err := c.Referee.MatchesOf(c.account)
	if err == nil && c.powers.Organiser {
		var more []match.Summary
		more, err = c.Club.Leagues.MatchesAt(c.home)
		list = append(list, more...)
	}
	var out []choice
	for _, s := range list {
		if !s.Over && strings.HasPrefix(string(s.ID), strings.ToLower(text)) {
			out = append(out, choice{label: string(s.ID) + " · " + s.Game, value: string(s.ID)})
		}
	}
	return out, err
}

// completeHelp proposes what can be explained.
func completeHelp(c *call, focused string) ([]choice, error) {
	text := c.options[focused]
	info, err := game(c)
	if err != nil {
		return nil, err
	}
	names := c.table.names()
	for _, v := range info.Verbs {
		names = append(names, v.Name)
	}
	for _, q := range info.Queries {
		names = append(names, q.Name)
	}
	var out []choice
	for _, n := range names {
		name := c.called(n)
		if text := strings.ToLower(text); strings.HasPrefix(n, text) || strings.HasPrefix(name, text) {
			out = append(out, choice{label: name, value: n})
		}
	}
	return out, nil
}

// completeOrder proposes what an order can go on with.
func completeOrder(c *call, focused string) ([]choice, error) {
	l, seat, err := c.here()
	if err != nil {
		return nil, err
	}
	return nextWords(c, c.options[focused], func(text string) ([]orders.Next, error) { return c.Referee.Complete(l.Match, seat, text) })
}

// nextWords proposes words at the end of an order that is typed.
func nextWords(c *call, text string, complete func(string) ([]orders.Next, error)) ([]choice, error) {
	next, err := following(c, text, complete)
	return proposed(c, next, before(text)), err
}

// following lists words for the end of an order that is typed, and may be begun in
// the reader's language.
func following(c *call, text string, complete func(string) ([]orders.Next, error)) ([]orders.Next, error) {
	start := before(text)
	last := strings.ToLower(text[len(start):])
	known := strings.TrimLeft(c.words.Typed(c.lang, start)+" ", " ")
	all, err := complete(known)
	next := slices.DeleteFunc(all, func(n orders.Next) bool {
		return !strings.HasPrefix(typed.Fold(spell(c, n)), typed.Fold(last)) && !strings.HasPrefix(n.Word, last)
	})
	if err != nil || len(next) > 0 {
		return next, err
	}
	return complete(known + last) // it may begin with a prefix, which need not be typed
}

// before is a text without the word that is being typed.
func before(text string) string { return text[:strings.LastIndexByte(text, ' ')+1] }

// proposed are words that may follow a text, as values of an option.
func proposed(c *call, next []orders.Next, before string) []choice {
	var out []choice
	for _, n := range next {
		out = append(out, choice{label: proposal(c, before, n), value: before + spell(c, n)})
	}
	return out
}

// spell is a word that may follow, in the reader's language.
func spell(c *call, n orders.Next) string {
	if n.Verb {
		return c.called(n.Word)
	}
	return c.words.Called(c.lang, n.Word)
}

// proposal shows a word with what it stands for: "2113 · To 2113: 2 MP, 4 left".
func proposal(c *call, before string, n orders.Next) string {
	if n.Verb {
		return before + c.called(n.Word) + " · " + c.raw(engine.Say("verb."+n.Word))
	}
	word := spell(c, n)
	label := before + word
	if text := c.words.Option(c.lang, n.Option); text != word {
		label += " · " + text
	}
	return label
}

// completeVerb proposes words for an argument of a verb, by what was given for
// those before it.
func completeVerb(c *call, l referee.Look, seat engine.Seat, v engine.Verb, focused string) ([]choice, error) {
	given := v.Name
	var kind engine.WordKind
	for _, a := range arguments(v) {
		if a.name == focused {
			kind = a.kind
			break
		}
		if text := strings.TrimSpace(c.options[a.name]); text != "" {
			given += " " + c.words.Typed(c.lang, text)
		}
	}
	text := c.options[focused]
	next, err := following(c, text, func(text string) ([]orders.Next, error) {
		return c.Referee.Complete(l.Match, seat, given+" "+text)
	})
	if err != nil {
		return nil, err
	}
	words := l.Info.Words[kind]
	next = slices.DeleteFunc(next, func(n orders.Next) bool {
		return n.Verb || len(words) > 0 && !slices.Contains(words, n.Word)
	})
	if kind == "hex" && before(text) == "" && goalOf(v) == plainGoal(l.Info.Verbs) {
		return proposedHexes(c, next, waysOf(c, l, seat, strings.TrimPrefix(given, v.Name)), text, func(hex string) bool {
			_, err := c.Referee.Read(c.command(l.Match, seat), given+" "+hex)
			return err == nil
		}), nil
	}
	return proposed(c, next, before(text)), nil
}

// goalOf is the goal that a verb has for what is named in it; "" for none.
func goalOf(v engine.Verb) string {
	for _, s := range v.Slots {
		if s.Goal != "" {
			return s.Goal
		}
	}
	return ""
}

// plainGoal is the goal of a word that is typed without a verb, which is what a
// query tells the ways of.
func plainGoal(verbs []engine.Verb) string {
	for _, v := range verbs {
		if g := goalOf(v); g != "" {
			return g
		}
	}
	return ""
}

// completeCrop proposes hexes.
func completeCrop(c *call, focused string) ([]choice, error) {
	l, _, err := c.here()
	if err != nil {
		return nil, err
	}
	return knownWords(c, l, "hex", c.options[focused], ""), nil
}

// completeOverlay proposes queries and their words.
func completeOverlay(c *call, focused string) ([]choice, error) {
	l, _, err := c.here()
	if err != nil {
		return nil, err
	}
	return queryWords(c, l, c.options[focused]), nil
}

// queryWords are queries and their words, for a text that is typed.
func queryWords(c *call, l referee.Look, text string) []choice {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) == 1 && !strings.HasSuffix(text, " ") {
		var out []choice
		for _, q := range l.Info.Queries {
			if strings.HasPrefix(q.Name, strings.ToLower(text)) {
				out = append(out, choice{label: q.Name + " · " + queryHelp(c.voice, q), value: q.Name})
			}
		}
		return out
	}
	for _, q := range l.Info.Queries {
		if q.Name != words[0] || len(q.Args) == 0 {
			continue
		}
		n := len(strings.Fields(before(text))) - 1
		return knownWords(c, l, q.Args[min(n, len(q.Args)-1)].Kind, text[len(before(text)):], before(text))
	}
	return nil
}

// completeArgument proposes words for an argument of a query.
func completeArgument(c *call, l referee.Look, q engine.QueryInfo, focused string) []choice {
	for _, a := range queryArguments(q) {
		if a.name == focused {
			text := c.options[focused]
			return knownWords(c, l, a.kind, text[len(before(text)):], before(text))
		}
	}
	return nil
}

// knownWords proposes the words of a kind that begin with a text, in the reader's language
// or as the game has them, or whose name holds it.
func knownWords(c *call, l referee.Look, kind engine.WordKind, text, before string) []choice {
	var out []choice
	text = typed.Fold(text)
	for _, w := range l.Info.Words[kind] {
		word, name := c.words.Called(c.lang, w), c.raw(engine.Say("table.seat", engine.Noun("seat", w)))
		if kind == "hex" {
			name = hexName(c.voice, w)
		}
		if !strings.HasPrefix(w, text) && !strings.HasPrefix(typed.Fold(word), text) && !strings.Contains(typed.Fold(name), text) {
			continue
		}
		label := before + word
		if name != word {
			label += " · " + name
		}
		out = append(out, choice{label: label, value: before + word})
	}
	return out
}
