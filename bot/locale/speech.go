package locale

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"referee/engine"
)

// speech puts one message into words. It collects errors, so that the rest can still be
// said.
type speech struct {
	words  *Words
	lang   string
	faults []error
}

// message puts a message with its arguments into words.
func (s *speech) message(m engine.Msg) string {
	data := make(map[string]any, len(m.Args))
	for _, a := range m.Args {
		data[a.Name] = s.argument(a)
	}
	return s.text(m.Key, data, plural(m.Args))
}

// text is the text of a key; count, if not empty, chooses the plural form.
func (s *speech) text(key string, data map[string]any, count string) string {
	lang := s.lang
	if s.words.typing && s.words.Has(lang, key+engine.TypedForm) {
		key += engine.TypedForm
	}
	from := s.words.in(lang, key)
	if from == nil {
		s.fault(key, nil)
		if from = s.words.in(Languages[0], key); from == nil {
			return "[" + key + "]"
		}
	}
	how := &i18n.LocalizeConfig{MessageID: key, TemplateData: data, TemplateParser: parser}
	if count != "" {
		how.PluralCount = count
	}
	text, err := from.localizer.Localize(how) //nolint:misspell // the library spells so
	if err != nil {
		s.fault(key, err)
		return "[" + key + "]"
	}
	return text
}

func (s *speech) fault(key string, err error) {
	s.faults = append(s.faults, &MissingError{Lang: s.lang, Key: key, Err: err})
}

// argument converts an argument to a value that templates can use.
func (s *speech) argument(a engine.Arg) any {
	switch a.Kind {
	case engine.ArgNoun:
		return noun{s, a.Text}
	case engine.ArgNum:
		return number{a.Num, s.decimalMark()}
	case engine.ArgRatio:
		return ratio{a.Num, a.Den, s.decimalMark()}
	case engine.ArgHex:
		return namedHex{a.Text, s.words.places[a.Text]}
	case engine.ArgMsg:
		if a.Msg == nil {
			return ""
		}
		return sentence(s.message(*a.Msg))
	case engine.ArgList:
		return list{s, a.List}
	default:
		return a.Text
	}
}

// plural returns the number that chooses the plural form: the one called n, or
// else the first; empty where there is none.
func plural(args []engine.Arg) string {
	count := ""
	for _, a := range args {
		var c string
		switch a.Kind {
		case engine.ArgNum:
			c = number{n: a.Num}.count()
		case engine.ArgRatio:
			c = ratio{a.Num, a.Den, "."}.count()
		default:
			continue
		}
		if a.Name == "n" {
			return c
		}
		if count == "" {
			count = c
		}
	}
	return count
}

// sentence is a message inside another.
type sentence string

func (s sentence) String() string { return string(s) }

// Clause is the sentence without its full stop, so that something can follow it.
func (s sentence) Clause() string { return strings.TrimSuffix(string(s), ".") }

func (s *speech) decimalMark() string {
	if s.lang == "en" {
		return "."
	}
	return ","
}

// list joins its members as the language joins them.
type list struct {
	s     *speech
	items []engine.Arg
}

func (l list) String() string { return l.joined(toString) }

// The is the list, in which nouns have their definite article.
func (l list) The() string { return l.nouns(noun.The) }

// Of is the list, in which each noun stands after "of".
func (l list) Of() string { return l.nouns(noun.Of) }

// nouns is the list with its nouns in a form.
func (l list) nouns(form func(noun) string) string {
	return l.joined(func(member any) string {
		if n, ok := member.(noun); ok {
			return form(n)
		}
		return toString(member)
	})
}

func (l list) joined(say func(member any) string) string {
	texts := make([]string, len(l.items))
	for i, a := range l.items {
		texts[i] = say(l.s.argument(a))
	}
	switch n := len(texts); n {
	case 0:
		return l.s.text("list.none", nil, "")
	case 1:
		return texts[0]
	default:
		head, last := strings.Join(texts[:n-1], ", "), texts[n-1]
		return l.s.before("list.and", last, map[string]any{"head": head, "last": last})
	}
}

// Len is the number of members.
func (l list) Len() int { return len(l.items) }

// before is the text of a key that depends on the sound of the following word: "d'"
// before a vowel, Spanish "e" before an i.
func (s *speech) before(key, word string, data map[string]any) string {
	if variant := key + ".vowel"; startsWithVowel(word) && s.words.Has(s.lang, variant) {
		key = variant
	} else if variant := key + ".i"; startsWithI(word) && s.words.Has(s.lang, variant) {
		key = variant
	}
	return s.text(key, data, "")
}

func startsWithVowel(word string) bool {
	for _, r := range strings.ToLower(word) {
		return strings.ContainsRune("aeiouàâäéèêëîïôöùûü", r)
	}
	return false
}

func startsWithI(word string) bool {
	word = strings.ToLower(word)
	if strings.HasPrefix(word, "hi") {
		return !strings.HasPrefix(word, "hie")
	}
	return strings.HasPrefix(word, "i") || strings.HasPrefix(word, "í")
}
