package lines

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"time"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
)

//go:embed locale/*.toml
var catalogue embed.FS

// Catalogue has the words of this package in every language, for [locale.New].
var Catalogue = engine.CataloguesIn(catalogue, "bot/mail/lines")

// barred are words of the table that open matches, write files or need a screen.
const barred Kind = -1

// word is a word of the table: what it is in a mail, and what may stand behind it.
type word struct {
	kind Kind
	args fields
}

var table = map[string]word{
	"undo": {Act, none}, "offer": {Act, none}, "accept": {Act, none}, "decline": {Act, none}, "resign": {Act, none}, "go-on": {Act, none},
	"revoke":  {Act, one(func(_ *Grammar, _, w string) bool { return ordinal.MatchString(w) })},
	"options": {Question, none}, "status": {Question, none}, "map": {Question, none}, "changed": {Question, none},
	"law": {Question, none}, "why": {Question, optional(func(_ *Grammar, _, w string) bool { return ordinal.MatchString(w) })}, "matches": {Question, none},
	"board": {Question, board}, "units": {Question, optional(unit)}, "log": {Question, optional(number)}, "dice": {Question, rolls},
	"rules": {Question, optional(func(g *Grammar, lang, w string) bool { return paragraph.MatchString(w) || g.titles(lang, w) })},
	"aids": {Question, optional(func(g *Grammar, _, w string) bool {
		_, ok := g.info.Aid(w)
		return ok
	})},
	"help": {Question, optional(explained)}, "standing": {Question, standing},
	"account": {Question, none}, "forecast": {Question, none}, "hint": {Act, none},
	"replay": {barred, none}, "learn": {barred, none}, "match": {barred, none}, "quit": {barred, none}, "try": {barred, none},
	"new": {Account, opening},
}

// titles reports whether the title of a paragraph has a word, of five letters at least: what else follows "rules" is prose.
func (g *Grammar) titles(lang, word string) bool {
	if g.info == nil || len([]rune(word)) < 5 {
		return false
	}
	return slices.ContainsFunc(g.info.Paragraphs, func(n string) bool {
		title := g.words.Say(lang, engine.Say("rule."+n+".title"))
		return slices.Contains(typed.Words(title), typed.Fold(word))
	})
}

// confirms are what may stand behind an act, of which nothing else may.
var confirms = map[string]string{"resign": "yes", "law": "yes"}

// fields is what may stand behind a word about who writes.
type fields func(g *Grammar, lang string, args []string) bool

// entry is a word or a few that begin a line.
type entry struct {
	name string
	kind Kind
	args fields
}

// ours are the words that only mails have; the catalogue spells them as "mail.typed."+name.
var ours = map[string]fields{
	"language":  one(func(_ *Grammar, _, w string) bool { return Language(w) != "" }),
	"zone":      one(func(_ *Grammar, _, w string) bool { return zone(w) != "" }),
	"night":     one(func(_ *Grammar, _, w string) bool { return night.MatchString(w) || off(w) }),
	"digest":    one(func(_ *Grammar, _, w string) bool { return off(w) || on(w) }),
	"reminders": one(func(_ *Grammar, _, w string) bool { return off(w) || on(w) }),
	"clock":     one(func(_ *Grammar, _, w string) bool { return pace.MatchString(w) || off(w) }),
	"turn-file": optional(func(_ *Grammar, _, w string) bool { return off(w) || on(w) }),
	"browser":   optional(func(_ *Grammar, _, w string) bool { return off(w) }),
	"join":      one(func(_ *Grammar, _, w string) bool { return matchID.MatchString(strings.ToLower(w)) }),
	"address":   one(func(_ *Grammar, _, w string) bool { return address.MatchString(w) }),
	"leave":     none,
	"not-today": none,
	"forget":    none,
	"stop-mail": none,
}

var (
	night = regexp.MustCompile(`^\d{1,2}(:\d\d)?-\d{1,2}(:\d\d)?$`)
	// matchID is the id of a match.
	matchID = regexp.MustCompile(`^[0-9a-z]{8}$`)
	pace    = regexp.MustCompile(`^\d+[hdw]?([+/]\d+[hdw]?)*$`)
	// code is what confirms an address: ten letters and digits, none of which looks like another.
	code    = regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$`)
	address = regexp.MustCompile(`^<?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$`)
)

func none(_ *Grammar, _ string, args []string) bool { return len(args) == 0 }

func one(fits func(g *Grammar, lang, word string) bool) fields {
	return func(g *Grammar, lang string, args []string) bool { return len(args) == 1 && fits(g, lang, args[0]) }
}

// Language is the language that a word names, by its code or its name in any of ours; "" where it
// names none.
func Language(word string) string {
	word = typed.Fold(word)
	for _, lang := range locale.Languages {
		called := func(in string) bool { return typed.Fold(locale.Named(lang, in)) == word }
		if word == lang || slices.ContainsFunc(locale.Languages, called) {
			return lang
		}
	}
	return ""
}

// zone is the time zone that a word names, however its letters are written; "" where it names none.
func zone(word string) string {
	if !strings.Contains(word, "/") && !strings.EqualFold(word, "utc") {
		return ""
	}
	for _, name := range []string{word, strings.ToUpper(word), zonePart.ReplaceAllStringFunc(strings.ToLower(word), capital)} {
		if _, err := time.LoadLocation(name); err == nil {
			return name
		}
	}
	return ""
}

// zonePart is a word in the name of a time zone.
var zonePart = regexp.MustCompile(`[a-z]+`)

// capital writes a word as the names of time zones do: "Dar_es_Salaam", "US/Eastern".
func capital(word string) string {
	switch word {
	case "au", "es", "of":
		return word
	case "us", "gmt", "utc":
		return strings.ToUpper(word)
	case "mcmurdo":
		return "McMurdo"
	case "dumontdurville":
		return "DumontDUrville"
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// Off reports whether a word says that something is not wanted.
func Off(word string) bool { return off(word) }

func off(word string) bool {
	return slices.Contains([]string{"off", "no", "none", "non", "aucune", "arret", "ninguna", "nada"}, typed.Fold(word))
}

func on(word string) bool {
	return slices.Contains([]string{"on", "yes", "oui", "si"}, typed.Fold(word))
}

// opening reports whether words may stand behind "new": games, an opponent or a program, a side, and options.
func opening(g *Grammar, _ string, args []string) bool {
	side, opponent := false, false
	for _, a := range args {
		name, _, option := strings.Cut(a, "=")
		side, opponent = side || option && name == Side, opponent || address.MatchString(a) || g.Program(a) != ""
		if !option && !slices.Contains(g.games, typed.Fold(a)) && !address.MatchString(a) && g.Program(a) == "" && !g.ours("against", a) && !g.ToAll(a) && Language(a) == "" {
			return false
		}
	}
	return !side || opponent || slices.ContainsFunc(args, g.ToAll) // "new ideas as usual"
}

// Side is the option of "new" that names the side of who opens a match.
const Side = "as"

// sided writes the side that somebody wants to play as an option: "as blue" is "as=blue".
func (g *Grammar) sided(args []string) []string {
	for i := range args[:max(0, len(args)-1)] {
		if g.ours(Side, args[i]) && !strings.ContainsAny(args[i+1], "=@") {
			return slices.Replace(slices.Clone(args), i, i+2, Side+"="+args[i+1])
		}
	}
	return args
}

// unnamed leaves out what an opponent is called before their address: "against Ben <ben@example.org>".
func (g *Grammar) unnamed(args []string) []string {
	from := slices.IndexFunc(args, func(a string) bool { return g.ours("against", a) })
	to := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "<") && address.MatchString(a) })
	if from < 0 || to < from {
		return args
	}
	return slices.Delete(slices.Clone(args), from+1, to)
}

// ToAll reports whether a word stands in the place of an opponent: whoever comes first plays.
func (g *Grammar) ToAll(word string) bool { return g.ours("to-all", word) }

// Usual is the program that is meant by "computer": the one that a game has for whoever names none.
const Usual = "computer"

// Program is the program that a word names in any language, [Usual], or "": none.
func (g *Grammar) Program(word string) string {
	if len(g.programs) > 0 && g.ours(Usual, word) {
		return Usual
	}
	for _, name := range g.programs {
		for _, lang := range locale.Languages {
			if folded := typed.Fold(word); folded == name || folded == typed.Fold(g.words.Program(lang, name)) {
				return name
			}
		}
	}
	return ""
}

// ours reports whether a word is one of those that only mails have, in any language.
func (g *Grammar) ours(name, word string) bool {
	return slices.ContainsFunc(locale.Languages, func(lang string) bool { return spelled(g.words, lang, "mail.typed."+name)[typed.Fold(word)] })
}

// entries are the words of a language that begin a line and are none of the game, by how they are
// folded.
func entries(words *locale.Words, lang string) map[string]entry {
	out := map[string]entry{}
	for name, w := range table {
		for _, way := range words.Spellings(lang, name) {
			out[typed.Fold(way)] = entry{name, w.kind, w.args}
		}
	}
	for name, args := range ours {
		for _, way := range strings.Split(words.Say(lang, engine.Say("mail.typed."+name)), "|") {
			out[typed.Fold(way)] = entry{name, Account, args}
		}
	}
	leagueEntries(words, lang, out)
	betweenEntries(words, lang, out)
	return out
}

// Spelled is how a word that only mails have is written first in a language.
func Spelled(words *locale.Words, lang, name string) string {
	first, _, _ := strings.Cut(words.Say(lang, engine.Say("mail.typed."+name)), "|")
	return first
}
