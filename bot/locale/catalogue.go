package locale

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"referee/engine"
)

// parser reads the templates of messages.
var parser = &template.TextParser{Option: "missingkey=error"}

// catalogue is a file of messages, ready to be said in its language.
type catalogue struct {
	messages  map[string]*i18n.Message // by key
	localizer *i18n.Localizer
}

// newCatalogue makes a catalogue of messages in a language.
func newCatalogue(lang string, messages []*i18n.Message) (*catalogue, error) {
	tag := language.Make(lang)
	bundle := i18n.NewBundle(tag)
	if err := bundle.AddMessages(tag, messages...); err != nil {
		return nil, err
	}
	c := &catalogue{map[string]*i18n.Message{}, i18n.NewLocalizer(bundle, lang)}
	for _, m := range messages {
		if c.messages[m.ID] != nil {
			return nil, fmt.Errorf("%q is there already", m.ID)
		}
		c.messages[m.ID] = m
	}
	return c, nil
}

// catalogues holds every catalogue that was read, by its file: there is a Words for each game and
// door, all with the same few files, and to read them is most of what New does. Nothing changes them.
var catalogues sync.Map

type file struct{ lang, text string }

// read reads the text of a file in a language, and adds the names of languages.
func read(lang, text string, names bool) (*catalogue, error) {
	if known, ok := catalogues.Load(file{lang, text}); ok {
		return known.(*catalogue), nil
	}
	messages, err := i18n.ParseMessageBytes([]byte(text), toml.Unmarshal)
	if err != nil {
		return nil, err
	}
	if names {
		messages = append(messages, named(lang)...)
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
	c, err := newCatalogue(lang, messages)
	if err != nil {
		return nil, err
	}
	known, _ := catalogues.LoadOrStore(file{lang, text}, c)
	return known.(*catalogue), nil
}

// readAll reads the files of a language, to the first of which the names of languages are added. No two have a message of
// the same key. The error names every file that is missing or wrong.
func readAll(lang string, sources []fs.FS) ([]*catalogue, error) {
	var all []*catalogue
	var faults []error
	for i, source := range sources {
		text, err := engine.Catalogue(source, lang)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		c, err := read(lang, text, i == 0)
		if err == nil {
			err = c.apart(all)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", engine.CatalogueFile(source, lang), err))
			continue
		}
		all = append(all, c)
	}
	return all, errors.Join(faults...)
}

// apart checks that a catalogue has no message that another has.
func (c *catalogue) apart(others []*catalogue) error {
	for key := range c.messages {
		if holding(others, key) != nil {
			return fmt.Errorf("%q is there already", key)
		}
	}
	return nil
}

// holding is the catalogue that has a message; nil: none.
func holding(list []*catalogue, key string) *catalogue {
	for _, c := range list {
		if c.messages[key] != nil {
			return c
		}
	}
	return nil
}
