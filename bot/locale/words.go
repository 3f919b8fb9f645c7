package locale

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

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
	texts     map[string]map[string]*i18n.Message // by language and key
	from      map[string]fs.FS                    // the catalogues that a key is in
	localizer map[string]*i18n.Localizer
	places    map[string]string                   // the place in a hex, by CCRR
	prefixes  []string                            // what a verb puts before an id: "+"
	own       map[string]bool                     // words of the game that can be typed, as it calls them
	arguments map[string]bool                     // of clauses and of the set-up
	meanings  map[string]func() map[string]string // what typed words mean, by language; made when first asked for
	parser    template.Parser
	typing    bool // says the forms for readers who type
}

// New reads the words of the interface, the catalogues of a game and those that
// a door adds for itself. A nil info, or one without catalogues, adds none.
func New(info *engine.Info, more ...fs.FS) (*Words, error) {
	w := &Words{
		info:      info,
		texts:     map[string]map[string]*i18n.Message{},
		from:      map[string]fs.FS{},
		localizer: map[string]*i18n.Localizer{},
		places:    map[string]string{},
		own:       map[string]bool{},
		arguments: map[string]bool{},
		meanings:  map[string]func() map[string]string{},
		parser:    &template.TextParser{Option: "missingkey=error"},
	}
	bundle := i18n.NewBundle(language.English)
	if err := w.readAll(bundle, more); err != nil {
		return nil, fmt.Errorf("locale: %w", err)
	}
	for _, lang := range Languages {
		w.localizer[lang] = i18n.NewLocalizer(bundle, lang)
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

// readAll reads all catalogues in every language. The error names every file that is missing
// or wrong.
func (w *Words) readAll(bundle *i18n.Bundle, more []fs.FS) error {
	all := []fs.FS{engine.Catalogues{FS: interfaceWords, Path: "bot/locale"}}
	if w.info != nil && w.info.Catalogues != nil {
		all = append(all, w.info.Catalogues)
	}
	all = append(all, more...)
	var faults []error
	for _, lang := range Languages {
		w.texts[lang] = map[string]*i18n.Message{}
		faults = append(faults, w.add(bundle, lang, named(lang)))
		for _, catalogues := range all {
			if err := w.read(bundle, lang, catalogues); err != nil {
				faults = append(faults, err)
			}
		}
	}
	return errors.Join(faults...)
}

// read adds one language's file of the catalogues of a package.
func (w *Words) read(bundle *i18n.Bundle, lang string, catalogues fs.FS) error {
	text, err := engine.Catalogue(catalogues, lang)
	if err != nil {
		return err
	}
	name := engine.CatalogueFile(catalogues, lang)
	messages, err := parse(lang, text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, m := range messages {
		w.from[m.ID] = catalogues
	}
	if err := w.add(bundle, lang, messages); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// add adds messages to a language.
func (w *Words) add(bundle *i18n.Bundle, lang string, messages []*i18n.Message) error {
	for _, m := range messages {
		if w.texts[lang][m.ID] != nil {
			return fmt.Errorf("%q is there already", m.ID)
		}
		w.texts[lang][m.ID] = m
	}
	return bundle.AddMessages(language.Make(lang), messages...)
}

// parsed holds the messages of every file that was parsed, by file: there is a Words for each
// game and door, all with the same few files, and parsing is most of what New does.
var parsed sync.Map

type file struct{ lang, text string }

// parse reads a file of messages. They are shared: nothing may change them.
func parse(lang, text string) ([]*i18n.Message, error) {
	if known, ok := parsed.Load(file{lang, text}); ok {
		return known.([]*i18n.Message), nil
	}
	messages, err := i18n.ParseMessageBytes([]byte(text), toml.Unmarshal)
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		// The library refuses a plural form that is not defined; ours is "other" then.
		// French and Spanish have "many", for whole millions.
		if m.One == "" {
			m.One = m.Other
		}
		if m.Many == "" {
			m.Many = m.Other
		}
		typeset(lang, m)
	}
	parsed.Store(file{lang, text}, messages)
	return messages, nil
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

// Label is the message that labels an option: "option."+Kind with the
// arguments id (a noun), n and m, and after it its effect, that it rolls and what it warns of.
func Label(o engine.Option) engine.Msg {
	label := engine.Say("option."+o.Kind, engine.Noun("id", o.ID), engine.Num("n", o.N), engine.Num("m", o.M))
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

// ForTyping returns the same words for a door whose readers type their orders, such as the terminal. A message may have two
// forms: the one under its key names no word to type, as its readers have buttons in front of them; the one under its key and
// ".typed" says what to type.
func (w *Words) ForTyping() *Words {
	typing := *w
	typing.typing = true
	return &typing
}

// Has reports whether a language has a text for a key.
func (w *Words) Has(lang, key string) bool { return w.texts[Pick(lang)][key] != nil }

// Keys lists the keys that begin with a text, in order.
func (w *Words) Keys(prefix string) []string {
	var out []string
	for key := range w.texts[Languages[0]] {
		if strings.HasPrefix(key, prefix) {
			out = append(out, key)
		}
	}
	slices.Sort(out)
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
