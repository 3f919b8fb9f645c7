package discord

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/BurntSushi/toml"

	"referee/bot/locale"
	"referee/engine"
)

// say is what the catalogues say in English for a key.
func say(key string, args ...engine.Arg) string { return sayIn("en", key, args...) }

// sayIn is what the catalogues say in a language for a key.
func sayIn(lang, key string, args ...engine.Arg) string {
	w, err := stageWords.Of(nil)
	if err != nil {
		panic(err)
	}
	text, err := w.Try(lang, engine.Say(key, args...))
	if err != nil {
		panic(err)
	}
	return text
}

// says reports whether a text has what the catalogues say in English for a key, whatever the arguments are.
func says(text, key string) bool { return saysIn("en", text, key) }

// saysIn reports whether a text has what the catalogues say in a language for a key, whatever the arguments are.
func saysIn(lang, text, key string) bool {
	p := patterns()[locale.Pick(lang)][key]
	if p == nil {
		panic(fmt.Sprintf("%s: no text for %q that can be recognised", lang, key))
	}
	return p.MatchString(text)
}

// tells reports whether a text has another; of a key of the catalogues, what they say in English for it.
func tells(text, want string) bool {
	if strings.HasPrefix(want, "discord.") || strings.HasPrefix(want, "referee.") || strings.HasPrefix(want, "illegal.") {
		return says(text, want)
	}
	return strings.Contains(text, want)
}

// soFar is what somebody is shown above an unfinished order.
func soFar(path string) string { return say("discord.so-far", engine.Text("path", path)) }

// whereSaid is where a text has what the catalogues say in English for a key first; -1: nowhere.
func whereSaid(text, key string) int {
	if at := patterns()["en"][key].FindStringIndex(text); at != nil {
		return at[0]
	}
	return -1
}

// times counts how often a text has what the catalogues say in English for a key.
func times(text, key string) int { return len(patterns()["en"][key].FindAllString(text, -1)) }

// patterns recognise, by language and key, the texts of the catalogues of Discord, of all doors, of mail and of Celles in which there is more than arguments.
var patterns = sync.OnceValue(func() map[string]map[string]*regexp.Regexp {
	files, err := filepath.Glob("*/locale/*.toml")
	if err != nil {
		panic(err)
	}
	for _, lang := range locale.Languages {
		files = append(files, "../locale/"+lang+".toml", "../mail/locale/"+lang+".toml", "../../engine/celles/locale/"+lang+".toml")
	}
	out := map[string]map[string]*regexp.Regexp{}
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		tree := map[string]any{}
		if err := toml.Unmarshal(body, &tree); err != nil {
			panic(err)
		}
		lang := strings.TrimSuffix(filepath.Base(name), ".toml")
		if out[lang] == nil {
			out[lang] = map[string]*regexp.Regexp{}
		}
		for key, text := range tree {
			p := pattern(text)
			if strings.HasPrefix(key, "illegal.") { // the rule may follow
				p = strings.TrimSuffix(p, `\.`)
			}
			if p != "" {
				out[lang][key] = regexp.MustCompile("(?s)" + p)
			}
		}
	}
	return out
})

// argument is an argument, what a text has with some arguments only, or a command, which may be a link.
var argument = regexp.MustCompile("(?s){{if .*?{{end}}|{{.*?}}|`/[^`]*`")

// pattern is how an entry of a catalogue is recognised, in one of its forms; "" where it is arguments alone.
func pattern(entry any) string {
	switch e := entry.(type) {
	case string:
		parts := argument.Split(e, -1)
		if len(strings.Trim(strings.Join(parts, ""), " :.,·#*`")) == 0 {
			return ""
		}
		for i := range parts {
			parts[i] = strings.ReplaceAll(regexp.QuoteMeta(parts[i]), " ", `[\s\x{a0}\x{202f}]+`)
		}
		return strings.Join(parts, ".*?")
	case map[string]any:
		var forms []string
		for _, form := range e {
			if p := pattern(form); p != "" {
				forms = append(forms, p)
			}
		}
		return strings.Join(forms, "|")
	}
	return ""
}

func TestTextsAreRecognised(t *testing.T) {
	for text, key := range map[string]string{
		say("discord.busy", engine.Text("match", "abc")):                                            "discord.busy",
		"before " + say("discord.rolls", engine.Num("n", 1)) + " behind":                            "discord.rolls",
		say("discord.rolls", engine.Num("n", 3)):                                                    "discord.rolls",
		say("discord.changes", engine.Num("n", 0)):                                                  "discord.changes",
		say("discord.exported", engine.Text("match", "abc"), engine.Text("command", "a\nlong one")): "discord.exported",
	} {
		if !says(text, key) || says(text, "discord.no-side") || saysIn("fr", text, key) {
			t.Errorf("%s is recognised wrongly:\n%s", key, text)
		}
	}
}
