package lines

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
)

//go:embed locale
var catalogue embed.FS

// Catalogue has the words of this package in every language, for [locale.New].
var Catalogue = func() fs.FS {
	sub, err := fs.Sub(catalogue, "locale")
	if err != nil {
		panic(err) // it is embedded
	}
	return sub
}()

// Words of the table that mean something in a mail, by what they are there. Of the others those of a
// [Question] are answered by every mail, or by one that is asked so; a barred one opens matches,
// writes files or needs a screen.
const barred Kind = -1

var table = map[string]Kind{
	"undo": Act, "offer": Act, "accept": Act, "decline": Act, "resign": Act, "go-on": Act,
	"options": Question, "board": Question, "units": Question, "status": Question, "map": Question, "changed": Question,
	"log": Question, "dice": Question, "rules": Question, "law": Question, "why": Question, "help": Question, "matches": Question,
	"replay": barred, "standing": barred, "revoke": barred, "match": barred, "quit": barred,
	"try": barred, "new": Account,
}

// confirms are what may stand behind an act, of which nothing else may.
var confirms = map[string]string{"resign": "yes"}

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
	switch typed.Fold(word) {
	case "en", "english", "anglais", "ingles":
		return "en"
	case "fr", "french", "francais", "frances":
		return "fr"
	case "es", "spanish", "espagnol", "espanol":
		return "es"
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

// opening reports whether words may stand behind "new": games, an opponent, and options.
func opening(g *Grammar, lang string, args []string) bool {
	for _, a := range args {
		_, _, option := strings.Cut(a, "=")
		if !option && !slices.Contains(g.games, typed.Fold(a)) && !address.MatchString(a) && !g.against(typed.Fold(a)) && Language(a) == "" {
			return false
		}
	}
	return true
}

// unnamed leaves out what an opponent is called before their address: "against Ben <ben@example.org>".
func (g *Grammar) unnamed(args []string) []string {
	from := slices.IndexFunc(args, func(a string) bool { return g.against(typed.Fold(a)) })
	to := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "<") && address.MatchString(a) })
	if from < 0 || to < from {
		return args
	}
	return slices.Delete(slices.Clone(args), from+1, to)
}

// against reports whether a word stands before an opponent, in any language.
func (g *Grammar) against(word string) bool {
	for _, lang := range locale.Languages {
		if spelled(g.words, lang, "mail.typed.against")[word] {
			return true
		}
	}
	return false
}

// entries are the words of a language that begin a line and are none of the game, by how they are
// folded.
func entries(words *locale.Words, lang string) map[string]entry {
	out := map[string]entry{}
	for name, kind := range table {
		args := fields(none)
		if name == "new" {
			args = opening
		}
		for _, way := range words.Spellings(lang, name) {
			out[typed.Fold(way)] = entry{name, kind, args}
		}
	}
	for name, args := range ours {
		for _, way := range strings.Split(words.Say(lang, engine.Say("mail.typed."+name)), "|") {
			out[typed.Fold(way)] = entry{name, Account, args}
		}
	}
	return out
}

// Spelled is how a word that only mails have is written first in a language.
func Spelled(words *locale.Words, lang, name string) string {
	first, _, _ := strings.Cut(words.Say(lang, engine.Say("mail.typed."+name)), "|")
	return first
}
