package locale

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"referee/engine"
)

//go:embed *.toml
var interfaceWords embed.FS

// Languages lists the languages, the fallback first.
var Languages = engine.Languages

// Words are the words of the interface and of one game, in every language. They never
// change, and may be used by many goroutines.
type Words struct {
	info      *engine.Info
	sources   []fs.FS                                 // where the catalogues are
	read      map[string]func() ([]*catalogue, error) // by language, in the order of the sources; read when first asked for
	places    map[string]string                       // the place in a hex, by CCRR
	prefixes  []string                                // what a verb puts before an id: "+"
	own       map[string]bool                         // words of the game that can be typed, as it calls them
	arguments map[string]bool                         // of clauses and of the set-up
	meanings  map[string]func() map[string]string     // what typed words mean, by language; made when first asked for
	typing    bool                                    // says the forms for readers who type
}

// New reads the words of the interface, the catalogues of a game and those that
// a door adds for itself. A nil info, or one without catalogues, adds none. The error names
// every file that is missing or wrong.
func New(info *engine.Info, more ...fs.FS) (*Words, error) { return newWords(Languages, info, more) }

// For is New for a reader of one language, which is read with English; another is read when it is
// first spoken. What is wrong with its files is then as if it had no texts: New tells it.
func For(lang string, info *engine.Info, more ...fs.FS) (*Words, error) {
	return newWords([]string{Languages[0], Pick(lang)}, info, more)
}

// newWords makes words of which some languages are read now.
func newWords(now []string, info *engine.Info, more []fs.FS) (*Words, error) {
	w := &Words{
		info:      info,
		sources:   []fs.FS{engine.Catalogues{FS: interfaceWords, Path: "bot/locale"}},
		read:      map[string]func() ([]*catalogue, error){},
		places:    map[string]string{},
		own:       map[string]bool{},
		arguments: map[string]bool{},
		meanings:  map[string]func() map[string]string{},
	}
	if info != nil && info.Catalogues != nil {
		w.sources = append(w.sources, info.Catalogues)
	}
	w.sources = append(w.sources, more...)
	var faults []error
	for _, lang := range Languages {
		w.read[lang] = sync.OnceValues(func() ([]*catalogue, error) { return readAll(lang, w.sources) })
		if slices.Contains(now, lang) {
			_, err := w.read[lang]()
			faults = append(faults, err)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("locale: %w", err)
	}
	if info != nil {
		w.learn(info)
	}
	for _, lang := range Languages {
		w.meanings[lang] = sync.OnceValue(func() map[string]string { return w.vocabulary(lang) })
	}
	return w, nil
}

// learn reads from a game what is needed to name its hexes, options and verbs.
func (w *Words) learn(info *engine.Info) {
	if info.Board != nil {
		for _, h := range info.Board.Hexes {
			if h.Name != "" {
				w.places[h.At.String()] = h.Name
			}
		}
	}
	for _, q := range info.Queries {
		w.own[q.Name] = true
	}
	for _, o := range info.Options {
		w.own[o.ID], w.arguments[o.ID] = true, true
	}
	for _, c := range info.Clauses {
		w.own[c.Name] = true
		for _, a := range c.Args {
			w.own[a.Name], w.arguments[a.Name] = true, true
		}
	}
	for _, list := range info.Words {
		for _, word := range list {
			w.own[word] = true
		}
	}
	for _, v := range info.Verbs {
		w.own[v.Name] = true
		for _, s := range v.Slots {
			if s.Literal != "" {
				w.own[s.Literal] = true
			}
			if s.Prefix != "" {
				w.prefixes = append(w.prefixes, s.Prefix)
			}
		}
	}
}

// in is the catalogue of a language that has a message; nil: there is none.
func (w *Words) in(lang, key string) *catalogue {
	return holding(w.catalogues(lang), key)
}

// catalogues are those of a language.
func (w *Words) catalogues(lang string) []*catalogue {
	list, _ := w.read[lang]()
	return list
}

// message is a message of a language; nil: there is none.
func (w *Words) message(lang, key string) *i18n.Message {
	if c := w.in(lang, key); c != nil {
		return c.messages[key]
	}
	return nil
}

// messages are those of a language, by key.
func (w *Words) messages(lang string) iter.Seq2[string, *i18n.Message] {
	return func(yield func(string, *i18n.Message) bool) {
		for _, c := range w.catalogues(lang) {
			for key, m := range c.messages {
				if !yield(key, m) {
					return
				}
			}
		}
	}
}

// Say puts a message into a language, and never fails: a text that the language lacks
// is said in English, and one that English lacks as its key in brackets.
func (w *Words) Say(lang string, m engine.Msg) string {
	text, _ := w.Try(lang, m)
	return text
}

// Try is Say, and reports with *MissingError what could not be said in the
// language itself.
func (w *Words) Try(lang string, m engine.Msg) (string, error) {
	s := &speech{words: w, lang: Pick(lang)}
	text := s.message(m)
	return text, errors.Join(s.faults...)
}

// Option labels what may follow in an answer.
func (w *Words) Option(lang string, o engine.Option) string {
	return w.Say(lang, Label(o))
}

// Label is the message that labels an option: its own, or "option."+Kind with the
// arguments id (a noun), n and m, and after it its effect, that it rolls and what it warns of.
func Label(o engine.Option) engine.Msg {
	label := engine.Say("option."+o.Kind, engine.Noun("id", o.ID), engine.Num("n", o.N), engine.Num("m", o.M))
	if o.Label != nil {
		label = *o.Label
	}
	if o.Effect != nil {
		label = engine.Say("option.effect", engine.Sub("label", label), engine.Sub("effect", *o.Effect))
	}
	if o.Rolls {
		label = engine.Say("option.rolls", engine.Sub("label", label))
	}
	if o.Warn == nil {
		return label
	}
	return engine.Say("option.warned", engine.Sub("label", label), engine.Sub("warn", *o.Warn))
}

// Sample is a text that a player could write for an option, in their language ("sample."+Kind) or as the game has it for programs.
func (w *Words) Sample(lang string, o engine.Option) string {
	if key := "sample." + o.Kind; w.Has(lang, key) {
		return w.Say(lang, engine.Say(key))
	}
	return o.Sample
}

// ForTyping returns the same words for a door whose readers type their orders, such as the terminal. A message may have two
// forms: the one under its key names no word to type, as its readers have buttons in front of them; the one under its key and
// ".typed" says what to type.
func (w *Words) ForTyping() *Words {
	typing := *w
	typing.typing = true
	return &typing
}

// Has reports whether a language has a text for a key.
func (w *Words) Has(lang, key string) bool { return w.in(Pick(lang), key) != nil }

// Keys lists the keys that begin with a text, in order.
func (w *Words) Keys(prefix string) []string {
	var out []string
	for key := range w.messages(Languages[0]) {
		if strings.HasPrefix(key, prefix) {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}

// Texts are the texts without arguments whose keys begin with a prefix, by the rest of their keys.
func (w *Words) Texts(lang, prefix string) map[string]string {
	out := map[string]string{}
	for _, key := range w.Keys(prefix) {
		out[strings.TrimPrefix(key, prefix)] = w.Say(lang, engine.Say(key))
	}
	return out
}

// Pick returns the one of our languages that is nearest to a tag or a locale of the
// environment ("fr_FR.UTF-8"); English if none is.
func Pick(tag string) string {
	if i := indexOf(tag); i >= 0 {
		return Languages[i]
	}
	return Languages[0]
}

// Spoken reports whether a tag is of one of our languages.
func Spoken(tag string) bool { return indexOf(tag) >= 0 }

// indexOf is the place of the language of a tag in Languages; -1: it is none of them.
func indexOf(tag string) int {
	tag, _, _ = strings.Cut(tag, ".")
	tag = strings.ToLower(strings.ReplaceAll(tag, "_", "-"))
	base, _, _ := strings.Cut(tag, "-")
	return slices.Index(Languages, base)
}

// MissingError is a text that a language lacks or cannot say.
type MissingError struct {
	Lang, Key string
	Err       error // what is wrong with the text; nil: there is none
}

func (e *MissingError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("locale: %s: %q: %v", e.Lang, e.Key, e.Err)
	}
	return fmt.Sprintf("locale: %s: no text for %q", e.Lang, e.Key)
}

func (e *MissingError) Unwrap() error { return e.Err }

// Named is the name of a language in another: Named("es", "fr") is "espagnol".
func Named(lang, in string) string {
	names := display.Languages(language.Make(in))
	if names == nil { // it is not known how that language calls any
		names = display.Languages(language.English)
	}
	return names.Name(language.Make(lang))
}

// named are the names of our languages in one of them, with keys such as "language.es".
func named(in string) []*i18n.Message {
	out := make([]*i18n.Message, len(Languages))
	for i, lang := range Languages {
		out[i] = &i18n.Message{ID: "language." + lang, Other: Named(lang, in)}
	}
	return out
}
