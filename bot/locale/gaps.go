package locale

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"referee/engine"
)

// Gap is a fault of the catalogues.
type Gap struct {
	Lang, Key string
	File      string // where the text is or should be
	Why       string // for the person who mends it
}

func (g Gap) String() string { return fmt.Sprintf("%s: %q: %s", g.File, g.Key, g.Why) }

// Gaps lists what the catalogues lack, in the order of languages and keys: texts that
// another language has, texts that the game needs (verbs, set-up options, readings,
// seats), templates that cannot be read, and arguments that the English text does not
// have.
func (w *Words) Gaps() []Gap {
	wanted := w.needed()
	for _, lang := range Languages {
		for key := range w.messages(lang) {
			if !oneLanguageOnly(key) {
				wanted[key] = true
			}
		}
	}
	var gaps []Gap
	for _, lang := range Languages {
		for key := range wanted {
			if w.message(lang, key) == nil {
				gaps = append(gaps, w.gap(lang, key, "no text"))
			}
		}
		for key, m := range w.messages(lang) {
			if why := w.fault(lang, key, m); why != "" {
				gaps = append(gaps, w.gap(lang, key, why))
			}
		}
	}
	slices.SortFunc(gaps, func(a, b Gap) int {
		if c := slices.Index(Languages, a.Lang) - slices.Index(Languages, b.Lang); c != 0 {
			return c
		}
		return strings.Compare(a.Key+"\x00"+a.Why, b.Key+"\x00"+b.Why)
	})
	return gaps
}

// gap is a fault of a text. A text that no catalogue has belongs into those of the game.
func (w *Words) gap(lang, key, why string) Gap {
	var source fs.FS
	if w.info != nil {
		source = w.info.Catalogues
	}
	for _, l := range Languages {
		for i, c := range w.catalogues(l) {
			if c.messages[key] != nil {
				source = w.sources[i]
			}
		}
	}
	return Gap{Lang: lang, Key: key, File: engine.CatalogueFile(source, lang), Why: why}
}

// needed are the keys that a game's Info requires.
func (w *Words) needed() map[string]bool {
	keys := map[string]bool{}
	if w.info == nil {
		return keys
	}
	for _, s := range w.info.Seats {
		keys["noun."+string(s)] = true
	}
	for _, v := range w.info.Verbs {
		keys["verb."+v.Name] = true
	}
	for _, q := range w.info.Queries {
		keys["query."+q.Name] = true
	}
	for _, o := range w.info.Options {
		keys[o.Label().Key] = true
		for _, v := range o.Values {
			keys[o.Value(v).Key] = true
		}
	}
	for _, r := range w.info.Readings {
		keys[r.Key] = true
	}
	for _, names := range w.info.Values {
		for _, name := range names {
			keys["value."+name] = true
		}
	}
	for _, n := range w.info.Paragraphs {
		keys["rule."+n+".title"], keys["rule."+n+".text"] = true, true
	}
	for _, a := range w.info.Aids {
		keys["aid."+a.ID] = true
	}
	return keys
}

// nounForm matches the forms of a noun that its language may need or not.
var nounForm = regexp.MustCompile(`^noun\..+\.(the|a|of|to|gender)$`)

// oneLanguageOnly reports keys that other languages need not have.
func oneLanguageOnly(key string) bool {
	return nounForm.MatchString(key) || strings.HasSuffix(key, ".vowel") || strings.HasSuffix(key, ".i")
}

// fault says what is wrong with a text, or "".
func (w *Words) fault(lang, key string, m *i18n.Message) string {
	for _, src := range []string{m.One, m.Many, m.Other} {
		if _, err := parser.Parse(src, "", ""); err != nil {
			return err.Error()
		}
	}
	english := w.message(Languages[0], key)
	if lang == Languages[0] || english == nil {
		return ""
	}
	known := argumentsOf(english)
	for _, name := range argumentsOf(m) {
		if !slices.Contains(known, name) {
			return fmt.Sprintf("the English text has no argument %q", name)
		}
	}
	return ""
}

var (
	action   = regexp.MustCompile(`\{\{.*?\}\}`)
	argument = regexp.MustCompile(`[\s({]\.([a-z]\w*)`)
)

// argumentsOf lists the arguments that a text uses, in their order.
func argumentsOf(m *i18n.Message) []string {
	var names []string
	for _, src := range []string{m.One, m.Other} {
		for _, a := range action.FindAllString(src, -1) {
			for _, name := range argument.FindAllStringSubmatch(a, -1) {
				if !slices.Contains(names, name[1]) {
					names = append(names, name[1])
				}
			}
		}
	}
	return names
}
