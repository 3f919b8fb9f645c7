package locale_test

import (
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/test/localetest"
	"referee/engine"
)

// TestTextsAreOfTheCatalogue: the part of a text stands in what is told, also in one with plural forms and in one of an
// interface.
func TestTextsAreOfTheCatalogue(t *testing.T) {
	for key, args := range map[string][]engine.Arg{
		"referee.refuse.listed-end": {engine.Num("no", 3), engine.Text("faces", "1, 2")},
		"table.more":                {engine.Num("n", 7)},
		"mail.until":                {engine.Text("when", "noon"), engine.Text("today", "x")},
	} {
		for _, lang := range locale.Languages {
			part, told := localetest.Part(lang, key), localetest.Told(lang, key, args...)
			if part == "" || strings.Contains(told, "{{") || !strings.Contains(told, part) {
				t.Errorf("%s in %s: %q is not a part of %q", key, lang, part, told)
			}
		}
	}
}
