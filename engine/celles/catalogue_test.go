package celles

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

// texts are the entries of one language's catalogue by key; a plural has one
// text for each of its forms.
func texts(t *testing.T, lang string) map[string][]string {
	t.Helper()
	file, err := fs.ReadFile(catalogues, "locale/"+lang+".toml")
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if _, err := toml.Decode(string(file), &tree); err != nil {
		t.Fatalf("%s.toml: %v", lang, err)
	}
	all := map[string][]string{}
	gatherTexts(all, "", tree)
	if len(all) == 0 {
		t.Fatalf("%s.toml is empty", lang)
	}
	return all
}

func gatherTexts(all map[string][]string, key string, node any) {
	switch node := node.(type) {
	case string:
		all[key] = append(all[key], node)
	case map[string]any:
		for name, child := range node {
			if name != "one" && name != "other" {
				name = strings.TrimPrefix(key+"."+name, ".")
			} else {
				name = key
			}
			gatherTexts(all, name, child)
		}
	}
}

// form matches the forms of a noun, of which each language has its own.
var form = regexp.MustCompile(`^(noun\..+)\.(the|of|to)$`)

// sentences are the keys of a catalogue without nouns and their forms.
func sentences(all map[string][]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(key string) bool { return strings.HasPrefix(key, "noun.") })
}

func TestCataloguesHaveTheSameKeys(t *testing.T) {
	english := texts(t, locale.Languages[0])
	for _, lang := range locale.Languages {
		other := texts(t, lang)
		for key := range english {
			if other[key] == nil && !form.MatchString(key) {
				t.Errorf("%s.toml lacks %q", lang, key)
			}
		}
		for key := range other {
			if english[key] == nil && !form.MatchString(key) {
				t.Errorf("%s.toml has %q, which English has not", lang, key)
			}
		}
	}
}

func TestEntriesAreWritten(t *testing.T) {
	for _, lang := range locale.Languages {
		for key, list := range texts(t, lang) {
			for _, text := range list {
				if strings.TrimSpace(text) == "" || strings.Contains(text, "TODO") || strings.Contains(text, "  ") {
					t.Errorf("%s.toml: %q is not written: %q", lang, key, text)
				}
			}
		}
	}
}

// TestEntriesAreSaid says all that the game can say in every language. What is
// then left of a catalogue nobody says.
func TestEntriesAreSaid(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	all := append(sayings(t, g), engine.Say("game.about"))
	for _, list := range engine.Lists { // legends and descriptions say what is drawn
		for _, c := range g.Info().Vocabulary.AddedWords(list) {
			all = append(all, engine.Say("drawn."+list+"."+string(c)))
		}
	}
	data, err := match.LoadData(Files())
	if err != nil {
		t.Fatal(err)
	}
	format := scenario.Sheets() // the workshop says it
	set, err := sheets.Read(format, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range format.Brushes {
		all = append(all, engine.Say("brush."+b.ID))
	}
	for _, k := range format.Kinds {
		all = append(all, engine.Say("sheet."+strings.TrimSuffix(k.File, ".csv")))
		for _, c := range set.Columns(k.File) {
			all = append(all, engine.Say("column."+c))
		}
	}
	for _, lang := range locale.Languages {
		entries := texts(t, lang)
		said := map[string]bool{}
		for _, m := range all {
			said[m.Key] = true
			if text, err := words.Try(lang, m); err != nil {
				t.Errorf("%s: %q: %v", m.Key, text, err)
			}
		}
		for _, key := range sentences(entries) {
			if !said[strings.TrimSuffix(key, ".typed")] { // the suite of games compares the two forms
				t.Errorf("%s.toml: nothing says %q", lang, key)
			}
		}
		names := named(g)
		for key := range entries {
			id, isNoun := strings.CutPrefix(key, "noun.")
			if m := form.FindStringSubmatch(key); m != nil {
				id = strings.TrimPrefix(m[1], "noun.")
			}
			if isNoun && !names[id] {
				t.Errorf("%s.toml: nothing names %q", lang, id)
			}
		}
		for id := range names {
			if entries["noun."+id] == nil {
				t.Errorf("%s.toml lacks a name for %q", lang, id)
			}
		}
	}
}

// TestFormsAreAsked: a noun has the forms that a text of its language asks for.
func TestFormsAreAsked(t *testing.T) {
	asks := map[string]string{"the": ".The}}|.Capital}}", "of": ".Of}}", "to": ".To}}"}
	for _, lang := range locale.Languages {
		entries := texts(t, lang)
		used := strings.Join(slices.Concat(slices.Collect(maps.Values(entries))...), "\n")
		for key := range entries {
			if m := form.FindStringSubmatch(key); m != nil && !regexp.MustCompile(asks[m[2]]).MatchString(used) {
				t.Errorf("%s.toml: no text asks for %q", lang, key)
			}
		}
	}
}

// named are the ids that messages name: seats, words and closed sets.
func named(g *rules) map[string]bool {
	ids := slices.Concat(ardennes.SideIDs[:], scenario.TacticalIDs[:], intensityIDs[:], []string{string(scenario.Day), string(scenario.Night)})
	for i := range g.d.Units {
		ids = append(ids, g.d.Units[i].ID)
	}
	for i := range g.d.Formations {
		ids = append(ids, g.d.Formations[i].ID)
	}
	for i := range g.d.Hexes {
		ids = append(ids, string(g.d.Hexes[i].Terrain.Class()))
	}
	names := map[string]bool{}
	for _, id := range ids {
		names[id] = true
	}
	return names
}
