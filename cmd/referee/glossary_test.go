package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// replaced are words for which docs/glossary.md has another.
var replaced = map[string]*regexp.Regexp{
	"fr": regexp.MustCompile(`(?i)\bhexs\b|\btasses?\b|\bjetons?\b|\bsurpil|\bd[ée]routes?\b`),
	"es": regexp.MustCompile(`(?i)\bhexes\b|\brob(ar|o|os|a|as|an|e|ado|ada)\b|\btazas?\b|lado usado|tiradas? (y|o) sorteos?`),
}

// typedAlone matches a command of Discord with an option, outside of code, where French
// puts a blank before the colon, which is not to be typed.
var typedAlone = regexp.MustCompile(`/[\pL-]+( [\pL-]+)* :`)

// TestOneWordForOneThing: no text has another word for what the glossary names, none ends
// with a blank before an ellipsis in French or Spanish, and what is to be typed in Discord
// is code.
func TestOneWordForOneThing(t *testing.T) {
	texts := regexp.MustCompile(`(?m)^(?:"([^"]+)"|one|other) = "(.*)"$`)
	template, code := regexp.MustCompile(`\{\{.*?\}\}`), regexp.MustCompile("`[^`]*`")
	files := 0
	for lang, other := range replaced {
		for _, where := range []string{"../../bot/locale", "../../bot/*/locale", "../../bot/*/locale/*", "../../bot/*/*/locale", "../../engine/*/locale"} {
			names, err := filepath.Glob(filepath.Join(where, lang+".toml"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				files++
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range texts.FindAllStringSubmatch(string(text), -1) {
					said := template.ReplaceAllString(m[2], "x")
					if found := other.FindString(said); found != "" && !strings.HasPrefix(m[1], "typed.") { // which is also understood
						t.Errorf("%s: %s says %q", name, m[1], found)
					}
					if regexp.MustCompile(`\pL …$`).MatchString(said) {
						t.Errorf("%s: %s has a blank before …", name, m[1])
					}
					if found := typedAlone.FindString(code.ReplaceAllString(m[2], "")); found != "" {
						t.Errorf("%s: %s: %q is to be typed without the blank", name, m[1], found)
					}
				}
			}
		}
	}
	if files < 10 {
		t.Errorf("%d catalogues", files)
	}
}
