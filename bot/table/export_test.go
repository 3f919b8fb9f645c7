package table

import (
	"io"
	"strings"

	"referee/bot/locale"
)

// Wrap is wrap.
func Wrap(text string, width int) string { return wrap(text, width) }

// Completions lists what the tabulator proposes at the end of what is typed at a
// table, on which some orders were tried before.
func Completions(c Config, typed string, tried ...string) ([]string, error) {
	t := &Session{Config: c, wordsOf: map[string]*locale.Words{}, out: io.Discard}
	if err := t.sit(); err != nil {
		return nil, err
	}
	for _, order := range tried {
		if err := try(t, strings.Fields(order)); err != nil {
			return nil, err
		}
	}
	return completions(t, typed), nil
}
