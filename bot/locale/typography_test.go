package locale

import (
	"io/fs"
	"os"
	"regexp"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestFrenchKeepsItsMarks: no line of a French message can end before a mark, or after
// the quote that opens.
func TestFrenchKeepsItsMarks(t *testing.T) {
	prose := regexp.MustCompile("(?s)\\{\\{.*?\\}\\}|```.*?```|`[^`]*`")
	loose, kept := regexp.MustCompile("[ \n][:;?!»%]|«[ \n]"), regexp.MustCompile("\u00a0[:;?!»%]|«\u00a0")
	catalogues := func(dirs ...string) (list []fs.FS) {
		for _, dir := range dirs {
			list = append(list, os.DirFS(dir))
		}
		return list
	}
	for name, c := range map[string]struct {
		info *engine.Info
		more []fs.FS
	}{
		"discord": {nil, catalogues("../discord/matches/locale", "../discord/clubs/locale")},
		"page":    {nil, catalogues("../page/locale")},
		"celles":  {nil, catalogues("../../engine/celles/locale")},
		"toy":     {toy.Strict().Info(), nil},
	} {
		w, err := New(c.info, c.more...)
		if err != nil {
			t.Fatal(name, err)
		}
		marks := 0
		for key, m := range w.messages("fr") {
			for _, text := range []string{m.One, m.Many, m.Other} {
				text = prose.ReplaceAllString(text, "x")
				if loose.MatchString(text) {
					t.Errorf("%s: %q can end before a mark: %q", name, key, text)
				}
				marks += len(kept.FindAllString(text, -1))
			}
		}
		if marks < 50 {
			t.Errorf("%s: %d marks are kept, which is few", name, marks)
		}
		for _, lang := range []string{"en", "es"} {
			for key, m := range w.messages(lang) {
				if kept.MatchString(m.Other) {
					t.Errorf("%s: %s: %q is set as French is", name, lang, key)
				}
			}
		}
	}
}

// TestPeopleAreThey: nobody who plays, judges or runs the referee is taken for a man.
func TestPeopleAreThey(t *testing.T) {
	one := regexp.MustCompile(`(?i)\b(he|him|his|himself|she|her|hers)\b`)
	for name, list := range map[string][]fs.FS{
		"discord": {os.DirFS("../discord/matches/locale"), os.DirFS("../discord/clubs/locale")},
		"page":    {os.DirFS("../page/locale")},
		"celles":  {os.DirFS("../../engine/celles/locale")},
	} {
		w, err := New(nil, list...)
		if err != nil {
			t.Fatal(name, err)
		}
		for key, m := range w.messages("en") {
			for _, text := range []string{m.One, m.Other} {
				if found := one.FindString(text); found != "" {
					t.Errorf("%s: %q says %q: %q", name, key, found, text)
				}
			}
		}
	}
}

// TestOnlyProseIsTypeset: what is to be typed, run or followed stays as it is.
func TestOnlyProseIsTypeset(t *testing.T) {
	for text, want := range map[string]string{
		"Où ? Là ! « Ici » : oui ; non, 5 %": "Où\u00a0? Là\u00a0! «\u00a0Ici\u00a0»\u00a0: oui\u00a0; non, 5\u00a0%",
		"`a ; b « c »` : `d`":                "`a ; b « c »`\u00a0: `d`",
		"```\na : b\n``` :":                  "```\na : b\n```\u00a0:",
		`{{if .x}} : {{end}}{{$y := .z}}`:    "{{if .x}}\u00a0: {{end}}{{$y := .z}}",
		"23:00, https://a.example/b?c; a:b":  "23:00, https://a.example/b?c; a:b",
	} {
		m := &i18n.Message{Other: text}
		typeset("fr", m)
		if m.Other != want {
			t.Errorf("%q becomes %q, want %q", text, m.Other, want)
		}
	}
}
