package lines

import (
	"regexp"
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/engine/match"
)

// What may stand behind the questions about a match, in the words of the game and of the table. As of orders, all of it must
// fit: who writes "units of time" asks nothing.

var (
	ordinal   = regexp.MustCompile(`^#?\d{1,6}$`)
	paragraph = regexp.MustCompile(`^\d{1,2}(\.\d{1,2})*$`)
)

// optional is nothing, or one word that fits.
func optional(fits func(g *Grammar, lang, word string) bool) fields {
	return func(g *Grammar, lang string, args []string) bool {
		return len(args) == 0 || len(args) == 1 && g.info != nil && fits(g, lang, args[0])
	}
}

func number(_ *Grammar, _, word string) bool {
	return len(word) < 4 && strings.Trim(word, "0123456789") == ""
}

// unit is a side, a hex, a unit or a formation.
func unit(g *Grammar, _, word string) bool { return g.lone[word] || g.goesOn(word) }

// board is which part of the map is asked for: that with a hex, all of it, or what a question to the game is about.
func board(g *Grammar, _ string, args []string) bool {
	if len(args) > 0 && args[0] == "plain" {
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		return true
	case len(args) == 1 && (args[0] == "all" || isHex(args[0])):
		return true
	}
	return g.asks(args)
}

// rolls are what is asked of the dice.
func rolls(_ *Grammar, _ string, args []string) bool {
	switch {
	case len(args) == 0:
		return true
	case len(args) == 1:
		return args[0] == "verify" || args[0] == "luck" || number(nil, "", args[0])
	}
	return len(args) == 2 && args[0] == "proof" && ordinal.MatchString(args[1])
}

// explained is a word that has a help.
func explained(g *Grammar, _, word string) bool {
	_, ofTable := g.fixed[locale.Languages[0]][word]
	return g.says(word) || ofTable || word == "orders" || word == "questions"
}

// standing is a standing order that is looked at, listed, or left: "arm" leaves the one that was looked at last.
func standing(g *Grammar, _ string, args []string) bool {
	if len(args) == 0 {
		return true
	}
	if g.info == nil || len(args) == 1 {
		return g.info != nil && (args[0] == "list" || args[0] == "arm" || g.clause(args))
	}
	if g.lone[strings.TrimSuffix(args[0], ":")] {
		args = args[1:]
	}
	if len(args) > 0 && slices.Contains(match.Untils, match.Until(args[0])) {
		args = args[1:]
	}
	return g.clause(args)
}

// clause reports whether words are a clause of the game with what may stand behind it.
func (g *Grammar) clause(words []string) bool {
	if len(words) == 0 {
		return false
	}
	c, known := g.info.Clause(words[0])
	t := template{words: map[string]bool{}}
	for _, a := range c.Args {
		t.words[a.Name] = true
		g.take(&t, a.Kind)
	}
	return known && !slices.ContainsFunc(words[1:], func(w string) bool { return !t.fits(w) })
}

// asks reports whether words are a question to the game.
func (g *Grammar) asks(words []string) bool {
	if g.info == nil || g.queries[words[0]].words == nil {
		return false
	}
	t := g.queries[words[0]]
	return !slices.ContainsFunc(words[1:], func(w string) bool { return !t.fits(w) && g.verbs[w].words == nil })
}
