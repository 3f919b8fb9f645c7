package locale

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"referee/engine/hex"
)

// noun is a thing of the game, in the forms that sentences need.
type noun struct {
	s  *speech
	id string
}

// String is the plain noun. The id of a hex is printed as a hex; an id that no language
// names is printed unchanged.
func (n noun) String() string {
	id := n.id
	if text, ok := n.form(id, ""); ok {
		return text
	}
	for _, p := range n.s.words.prefixes {
		if bare, cut := strings.CutPrefix(id, p); cut && bare != "" {
			return noun{n.s, bare}.String()
		}
	}
	if _, err := hex.Parse(id); err == nil {
		return namedHex{id, n.s.words.places[id]}.String()
	}
	if !isNumber(id) {
		n.s.fault("noun."+id, nil)
	}
	return id
}

// form is a form of the noun: its own text, or English's. The prefix of a verb is not
// part of the forms.
func (n noun) form(id, form string) (string, bool) {
	key := "noun." + id
	if form != "" {
		for _, p := range n.s.words.prefixes {
			if bare, cut := strings.CutPrefix(id, p); cut {
				key = "noun." + bare
			}
		}
		key += "." + form
	}
	if n.s.words.Has(n.s.lang, key) || form == "" && n.s.words.Has(Languages[0], key) {
		return n.s.text(key, nil, ""), true
	}
	return "", false
}

// The is the noun with its definite article.
func (n noun) The() string {
	if text, ok := n.form(n.id, "the"); ok {
		return text
	}
	return n.String()
}

// Capital is The at the beginning of a sentence.
func (n noun) Capital() string {
	the := n.The()
	first, size := utf8.DecodeRuneInString(the)
	return string(unicode.ToUpper(first)) + the[size:]
}

// A is the noun with its indefinite article.
func (n noun) A() string {
	if text, ok := n.form(n.id, "a"); ok {
		return text
	}
	return n.String()
}

// Of is the noun after "of".
func (n noun) Of() string { return n.after("of") }

// To is the noun after "to".
func (n noun) To() string { return n.after("to") }

func (n noun) after(preposition string) string {
	if text, ok := n.form(n.id, preposition); ok {
		return text
	}
	plain := n.String()
	return n.s.before("noun."+preposition, plain, map[string]any{"noun": plain})
}

// F reports whether the noun is feminine.
func (n noun) F() bool { return strings.HasPrefix(n.gender(), "f") }

// Many reports whether the noun is plural.
func (n noun) Many() bool { return strings.HasSuffix(n.gender(), "p") }

func (n noun) gender() string {
	text, _ := n.form(n.id, "gender")
	return text
}

// ID is the id itself, as players type it.
func (n noun) ID() string { return n.id }

// namedHex is a hex with the name of the place in it.
type namedHex struct{ hex, name string }

func (p namedHex) String() string {
	if p.name == "" {
		return p.hex
	}
	return p.hex + " (" + p.name + ")"
}

// Bare is the hex without the place's name.
func (p namedHex) Bare() string { return p.hex }

func isNumber(id string) bool {
	return id != "" && strings.Trim(id, "+-0123456789") == ""
}

func toString(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	s, _ := v.(string)
	return s
}
