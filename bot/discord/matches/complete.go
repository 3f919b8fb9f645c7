package matches

import (
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// completeGame proposes words for an argument of a verb or a query.
func completeGame(c *command.Call, focused string) ([]command.Choice, error) {
	l, seat, err := c.Here()
	if err != nil {
		return nil, err
	}
	name := c.Path.Part(0)
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
func completeSide(c *command.Call, focused string) ([]command.Choice, error) {
	text := c.Options[focused]
	info := c.Games[0]
	if c.Path.Part(1) == "new" {
		for _, g := range c.Games {
			if g.Game == c.Options["game"] {
				info = g
			}
		}
	} else {
		l, _, err := c.Here()
		if err != nil {
			return nil, err
		}
		info = l.Info
	}
	words, err := c.Library.Of(info)
	if err != nil {
		return nil, err
	}
	var out []command.Choice
	for _, s := range info.Seats {
		name := words.Called(c.Lang, string(s))
		if text := typed.Fold(text); strings.HasPrefix(string(s), text) || strings.HasPrefix(typed.Fold(name), text) {
			out = append(out, command.Choice{Label: name, Value: name})
		}
	}
	return out, nil
}

// completeMatch proposes the matches of who types, and to an organiser those of the
// leagues here.
func completeMatch(c *command.Call, focused string) ([]command.Choice, error) {
	text := c.Options[focused]
	list, err := c.Referee.MatchesOf(c.Account)
	if err == nil && c.Powers.Organiser {
		var more []match.Summary
		more, err = c.Club.Leagues.MatchesAt(c.Home)
		list = append(list, more...)
	}
	var out []command.Choice
	for _, s := range list {
		if !s.Over && strings.HasPrefix(string(s.ID), strings.ToLower(text)) {
			out = append(out, command.Choice{Label: string(s.ID) + " · " + s.Game, Value: string(s.ID)})
		}
	}
	return out, err
}

// completeHelp proposes what can be explained.
func completeHelp(c *command.Call, focused string) ([]command.Choice, error) {
	text := c.Options[focused]
	info, err := command.Game(c)
	if err != nil {
		return nil, err
	}
	names := c.Table.Names()
	for _, v := range info.Verbs {
		names = append(names, v.Name)
	}
	for _, q := range info.Queries {
		names = append(names, q.Name)
	}
	var out []command.Choice
	for _, n := range names {
		name := c.Called(n)
		if text := strings.ToLower(text); strings.HasPrefix(n, text) || strings.HasPrefix(name, text) {
			out = append(out, command.Choice{Label: name, Value: n})
		}
	}
	return out, nil
}

// completeOrder proposes what an order can go on with.
func completeOrder(c *command.Call, focused string) ([]command.Choice, error) {
	l, seat, err := c.Here()
	if err != nil {
		return nil, err
	}
	return nextWords(c, c.Options[focused], func(text string) ([]orders.Next, error) { return l.Snapshot.Complete(seat, text) })
}

// nextWords proposes words at the end of an order that is typed.
func nextWords(c *command.Call, text string, complete func(string) ([]orders.Next, error)) ([]command.Choice, error) {
	next, err := following(c, text, complete)
	return proposed(c, next, before(text)), err
}

// following lists words for the end of an order that is typed, and may be begun in
// the reader's language.
func following(c *command.Call, text string, complete func(string) ([]orders.Next, error)) ([]orders.Next, error) {
	start := before(text)
	last := strings.ToLower(text[len(start):])
	known := strings.TrimLeft(c.Words.Typed(c.Lang, start)+" ", " ")
	all, err := complete(known)
	next := slices.DeleteFunc(all, func(n orders.Next) bool {
		return !strings.HasPrefix(typed.Fold(command.Spell(c, n)), typed.Fold(last)) && !strings.HasPrefix(n.Word, last)
	})
	if err != nil || len(next) > 0 {
		return next, err
	}
	return complete(known + last) // it may begin with a prefix, which need not be typed
}

// before is a text without the word that is being typed.
func before(text string) string { return text[:strings.LastIndexByte(text, ' ')+1] }

// proposed are words that may follow a text, as values of an option.
func proposed(c *command.Call, next []orders.Next, before string) []command.Choice {
	var out []command.Choice
	for _, n := range next {
		out = append(out, command.Choice{Label: proposal(c, before, n), Value: before + command.Spell(c, n)})
	}
	return out
}

// proposal shows a word with what it stands for: "2113 · To 2113: 2 MP, 4 left".
func proposal(c *command.Call, before string, n orders.Next) string {
	if n.Verb {
		return before + c.Called(n.Word) + " · " + c.Raw(engine.Say("verb."+n.Word))
	}
	word := command.Spell(c, n)
	label := before + word
	if text := c.Words.Option(c.Lang, n.Option); text != word {
		label += " · " + text
	}
	return label
}

// completeVerb proposes words for an argument of a verb, by what was given for
// those before it.
func completeVerb(c *command.Call, l referee.Look, seat engine.Seat, v engine.Verb, focused string) ([]command.Choice, error) {
	given := v.Name
	var kind engine.WordKind
	for _, a := range command.Arguments(v) {
		if a.Name == focused {
			kind = a.Kind
			break
		}
		if text := strings.TrimSpace(c.Options[a.Name]); text != "" {
			given += " " + c.Words.Typed(c.Lang, text)
		}
	}
	text := c.Options[focused]
	next, err := following(c, text, func(text string) ([]orders.Next, error) {
		return l.Snapshot.Complete(seat, given+" "+text)
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
			_, err := l.Snapshot.Read(c.Reader(l.Match, seat), given+" "+hex)
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
func completeCrop(c *command.Call, focused string) ([]command.Choice, error) {
	l, _, err := c.Here()
	if err != nil {
		return nil, err
	}
	return knownWords(c, l, "hex", c.Options[focused], ""), nil
}

// completeOverlay proposes queries and their words.
func completeOverlay(c *command.Call, focused string) ([]command.Choice, error) {
	l, _, err := c.Here()
	if err != nil {
		return nil, err
	}
	return queryWords(c, l, c.Options[focused]), nil
}

// queryWords are queries and their words, for a text that is typed.
func queryWords(c *command.Call, l referee.Look, text string) []command.Choice {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) == 1 && !strings.HasSuffix(text, " ") {
		var out []command.Choice
		for _, q := range l.Info.Queries {
			if strings.HasPrefix(q.Name, strings.ToLower(text)) {
				out = append(out, command.Choice{Label: q.Name + " · " + command.QueryHelp(c.Voice, q), Value: q.Name})
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
func completeArgument(c *command.Call, l referee.Look, q engine.QueryInfo, focused string) []command.Choice {
	for _, a := range command.QueryArguments(q) {
		if a.Name == focused {
			text := c.Options[focused]
			return knownWords(c, l, a.Kind, text[len(before(text)):], before(text))
		}
	}
	return nil
}

// knownWords proposes the words of a kind that begin with a text, in the reader's language
// or as the game has them, or whose name holds it.
func knownWords(c *command.Call, l referee.Look, kind engine.WordKind, text, before string) []command.Choice {
	var out []command.Choice
	text = typed.Fold(text)
	for _, w := range l.Info.Words[kind] {
		word, name := c.Words.Called(c.Lang, w), c.Raw(engine.Say("table.seat", engine.Noun("seat", w)))
		if kind == "hex" {
			name = command.HexName(c.Voice, w)
		}
		if !strings.HasPrefix(w, text) && !strings.HasPrefix(typed.Fold(word), text) && !strings.Contains(typed.Fold(name), text) {
			continue
		}
		label := before + word
		if name != word {
			label += " · " + name
		}
		out = append(out, command.Choice{Label: label, Value: before + word})
	}
	return out
}
