package locale_test

import (
	"cmp"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
)

// catalogue is a small game's, with every form that a language may need.
var catalogue = fstest.MapFS{
	"en.toml": {Data: []byte(`
"noun.axe" = "Axe"
"noun.isle" = "Isle"
"noun.sea" = "Sea"
"all" = "{{.unit}}|{{.unit.The}}|{{.unit.A}}|{{.unit.Of}}|{{.unit.To}}"
"num" = "{{.n}} {{.n.Signed}}"
"is" = "{{.x}}"
"bare" = "{{.x.Bare}}"
"members" = "{{.x.The}}|{{.x.Of}}"
"start" = "{{.unit.Capital}}"
"signed" = "{{.x.Signed}}"
"share" = "{{.n.Over .m}} {{.of.Len}}"
"gone" = "{{.unit}} is gone."
"option.join" = "With {{.id}} ({{.n}}, {{.m}})"
"why" = "Too far: {{.mp}} MP."
"english" = "only here"
[noun.axe]
the = "the Axe"
a = "an Axe"
[steps]
one = "{{.n}} step"
other = "{{.n}} steps"
`)},
	"fr.toml": {Data: []byte(`
"noun.axe" = "Hache"
"noun.isle" = "île"
"noun.sea" = "mer"
"all" = "{{.unit}}|{{.unit.The}}|{{.unit.A}}|{{.unit.Of}}|{{.unit.To}}"
"num" = "{{.n}} {{.n.Signed}}"
"is" = "{{.x}}"
"bare" = "{{.x.Bare}}"
"members" = "{{.x.The}}|{{.x.Of}}"
"start" = "{{.unit.Capital}}"
"signed" = "{{.x.Signed}}"
"share" = "{{.n.Over .m}} {{.of.Len}}"
"gone" = "{{.unit}} est détruit{{if .unit.F}}e{{end}}{{if .unit.Many}}s{{end}}."
"option.join" = "Avec {{.id}} ({{.n}}, {{.m}})"
"why" = "Trop loin : {{.mp}} PM."
[noun.axe]
the = "la Hache"
of = "de la Hache"
gender = "f"
[noun.sea]
gender = "mp"
[steps]
one = "{{.n}} pas"
other = "{{.n}} pas (pluriel)"
`)},
	"es.toml": {Data: []byte(`
"noun.axe" = "Hacha"
"noun.isle" = "Isla"
"noun.sea" = "mar"
"all" = "{{.unit}}|{{.unit.The}}|{{.unit.A}}|{{.unit.Of}}|{{.unit.To}}"
"num" = "{{.n}} {{.n.Signed}}"
"is" = "{{.x}}"
"bare" = "{{.x.Bare}}"
"members" = "{{.x.The}}|{{.x.Of}}"
"start" = "{{.unit.Capital}}"
"signed" = "{{.x.Signed}}"
"share" = "{{.n.Over .m}} {{.of.Len}}"
"gone" = "{{.unit}} está destruid{{if .unit.F}}a{{else}}o{{end}}."
"option.join" = "Con {{.id}} ({{.n}}, {{.m}})"
"why" = "Demasiado lejos: {{.mp}} PM."
[noun.axe]
gender = "f"
[steps]
one = "{{.n}} paso"
other = "{{.n}} pasos"
`)},
}

// words are those of a small game; what other languages the program speaks has the English catalogue.
func words(t *testing.T, catalogues fstest.MapFS) *locale.Words {
	t.Helper()
	files := fstest.MapFS{}
	for _, lang := range locale.Languages {
		files[lang+".toml"] = cmp.Or(catalogues[lang+".toml"], catalogues["en.toml"])
	}
	w, err := locale.New(&engine.Info{
		Game: "axes", Catalogues: files,
		Board: &engine.Board{Hexes: []engine.BoardHex{{At: hex.Coord{Col: 21, Row: 13}, Name: "Rochefort"}, {At: hex.Coord{Col: 1}}}},
		Verbs: []engine.Verb{{Name: "join", Slots: []engine.Slot{{Arg: "unit", Prefix: "+"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestSay(t *testing.T) {
	w := words(t, catalogue)
	unit, isle := engine.Noun("unit", "axe"), engine.Noun("unit", "isle")
	is := func(a engine.Arg) engine.Msg { a.Name = "x"; return engine.Say("is", a) }
	for _, c := range []struct {
		name       string
		say        engine.Msg
		en, fr, es string
	}{
		{
			"noun with forms", engine.Say("all", unit),
			"Axe|the Axe|an Axe|of Axe|to Axe", "Hache|la Hache|Hache|de la Hache|à Hache", "Hacha|Hacha|Hacha|de Hacha|a Hacha",
		},
		{
			"noun without forms", engine.Say("all", isle),
			"Isle|Isle|Isle|of Isle|to Isle", "île|île|île|d’île|à île", "Isla|Isla|Isla|de Isla|a Isla",
		},
		{"beginning of a sentence", engine.Say("start", unit), "The Axe", "La Hache", "Hacha"},
		{"gender", engine.Say("gone", unit), "Axe is gone.", "Hache est détruite.", "Hacha está destruida."},
		{"plural noun", engine.Say("gone", engine.Noun("unit", "sea")), "Sea is gone.", "mer est détruits.", "mar está destruido."},
		{"noun with a verb's prefix", is(engine.Noun("", "+axe")), "Axe", "Hache", "Hacha"},
		{"noun that is a hex", is(engine.Noun("", "2113")), "2113 (Rochefort)", "2113 (Rochefort)", "2113 (Rochefort)"},
		{"noun that is a number", is(engine.Noun("", "-3")), "-3", "-3", "-3"},
		{"number", engine.Say("num", engine.Num("n", 7)), "7 +7", "7 +7", "7 +7"},
		{"negative number", engine.Say("num", engine.Num("n", -2)), "−2 −2", "−2 −2", "−2 −2"},
		{"nought", engine.Say("num", engine.Num("n", 0)), "0 0", "0 0", "0 0"},
		{"no steps", engine.Say("steps", engine.Num("n", 0)), "0 steps", "0 pas", "0 pasos"},
		{"one step", engine.Say("steps", engine.Num("n", 1)), "1 step", "1 pas", "1 paso"},
		{"two steps", engine.Say("steps", engine.Num("n", 2)), "2 steps", "2 pas (pluriel)", "2 pasos"},
		{"a million steps", engine.Say("steps", engine.Num("n", 1000000)), "1000000 steps", "1000000 pas (pluriel)", "1000000 pasos"},
		{"one and a half", engine.Say("steps", engine.Ratio("n", 3, 2)), "1.5 steps", "1,5 pas", "1,5 pasos"},
		{"decimal", is(engine.Ratio("", 15, 6)), "2.5", "2,5", "2,5"},
		{"small decimal", is(engine.Ratio("", 1, 40)), "0.025", "0,025", "0,025"},
		{"whole", is(engine.Ratio("", 12, 6)), "2", "2", "2"},
		{"fraction", is(engine.Ratio("", 28, 6)), "4⅔", "4⅔", "4⅔"},
		{"negative fraction", is(engine.Ratio("", -1, 3)), "−⅓", "−⅓", "−⅓"},
		{"signed decimal", engine.Say("signed", engine.Ratio("x", 1, 2)), "+0.5", "+0,5", "+0,5"},
		{"hex with a name", is(engine.Hex("", hex.Coord{Col: 21, Row: 13})), "2113 (Rochefort)", "2113 (Rochefort)", "2113 (Rochefort)"},
		{"hex without", is(engine.Hex("", hex.Coord{Col: 1})), "0100", "0100", "0100"},
		{"bare hex", engine.Say("bare", engine.Hex("x", hex.Coord{Col: 21, Row: 13})), "2113", "2113", "2113"},
		{"text", is(engine.Text("", "3-1 <*/*>")), "3-1 <*/*>", "3-1 <*/*>", "3-1 <*/*>"},
		{"message", is(engine.Sub("", engine.Say("steps", engine.Num("n", 1)))), "1 step", "1 pas", "1 paso"},
		{
			"a number over another, and a list's length", engine.Say("share", engine.Num("n", 3), engine.Num("m", 6), engine.List("of", engine.Num("", 1))),
			"0.5 1", "0,5 1", "0,5 1",
		},
		{
			"list with articles", engine.Say("members", engine.List("x", engine.Noun("", "axe"), engine.Noun("", "+axe"), engine.Text("", "y"))),
			"the Axe, the Axe and y|of Axe, of Axe and y", "la Hache, la Hache et y|de la Hache, de la Hache et y", "Hacha, Hacha y y|de Hacha, de Hacha y y",
		},
		{"no list", is(engine.List("")), "nothing", "rien", "nada"},
		{"list of one", is(engine.List("", engine.Noun("", "axe"))), "Axe", "Hache", "Hacha"},
		{"list of two", is(engine.List("", engine.Noun("", "axe"), engine.Noun("", "isle"))), "Axe and Isle", "Hache et île", "Hacha e Isla"},
		{"list of three", is(engine.List("", engine.Num("", 1), engine.Num("", 2), engine.Text("", "x"))), "1, 2 and x", "1, 2 et x", "1, 2 y x"},
		{"option", locale.Label(engine.Option{ID: "+axe", Kind: "join", N: 1, M: -2}), "With Axe (1, −2)", "Avec Hache (1, −2)", "Con Hacha (1, −2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for lang, want := range map[string]string{"en": c.en, "fr": c.fr, "es": c.es} {
				got, err := w.Try(lang, c.say)
				if got != want || err != nil {
					t.Errorf("%s: %q, %v; want %q", lang, got, err, want)
				}
			}
		})
	}
}

func TestMissing(t *testing.T) {
	w := words(t, catalogue)
	for _, c := range []struct {
		name, lang string
		say        engine.Msg
		want       string
	}{
		{"falls back to English", "fr", engine.Say("english"), "only here"},
		{"shows the key", "en", engine.Say("nowhere"), "[nowhere]"},
		{"shows the key for a missing argument", "es", engine.Say("all"), "[all]"},
		{"says the id of an unnamed noun", "es", engine.Say("is", engine.Noun("x", "pike")), "pike"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := w.Try(c.lang, c.say)
			var missing *locale.MissingError
			if got != c.want || !errors.As(err, &missing) {
				t.Errorf("%q, %v; want %q and a MissingError", got, err, c.want)
			}
		})
	}
}

func TestGaps(t *testing.T) {
	w := words(t, catalogue)
	want := []string{
		`fr.toml: "english": no text`,
		`es.toml: "english": no text`,
	}
	var got []string
	for _, g := range w.Gaps() {
		if !strings.Contains(g.String(), "verb.join") {
			got = append(got, g.String())
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("gaps:\n%s", strings.Join(got, "\n"))
	}
}

func TestGapsOfTemplates(t *testing.T) {
	files := fstest.MapFS{
		"en.toml": {Data: []byte(`"a" = "{{.x}}"` + "\n" + `"b" = "b"`)},
		"fr.toml": {Data: []byte(`"a" = "{{.y}}"` + "\n" + `"b" = "{{.x"`)},
		"es.toml": {Data: []byte(`"a" = "a"` + "\n" + `"b" = "b"`)},
	}
	var got []string
	for _, g := range words(t, files).Gaps() {
		if g.Lang == "fr" && g.Key != "verb.join" {
			got = append(got, g.Key+": "+g.Why)
		}
	}
	if len(got) != 2 || got[0] != `a: the English text has no argument "y"` || !strings.Contains(got[1], "unclosed action") {
		t.Errorf("gaps: %q", got)
	}
}

func TestInterfaceWordsAreComplete(t *testing.T) {
	w, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range w.Gaps() {
		t.Error(g)
	}
}

func TestToyGameIsComplete(t *testing.T) {
	g, err := toy.Open(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	w, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range w.Gaps() {
		t.Error(g)
	}
}

func TestPick(t *testing.T) {
	for tag, want := range map[string]string{
		"": "en", "C": "en", "tlh_GB.UTF-8": "en", "fr": "fr", "fr_CA.UTF-8": "fr", "ES": "es", "es-419": "es", "en-GB": "en",
	} {
		if got := locale.Pick(tag); got != want {
			t.Errorf("Pick(%q) = %q, want %q", tag, got, want)
		}
	}
}

func TestKeysOfTheInterfaceAreTaken(t *testing.T) {
	files := fstest.MapFS{}
	for _, lang := range locale.Languages {
		files[lang+".toml"] = &fstest.MapFile{Data: []byte(`"referee.refused" = "mine"`)}
	}
	if _, err := locale.New(&engine.Info{Game: "thief", Catalogues: files}); err == nil || !strings.Contains(err.Error(), "referee.refused") {
		t.Errorf("error: %v", err)
	}
}

// TestWordsOfALanguage: words may be typed as the language of the reader calls them,
// and as the game does, in capitals and without accents.
func TestWordsOfALanguage(t *testing.T) {
	w, err := locale.New(toy.Strict().Info())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lang, typed, want string }{
		{"fr", " Marcher  red-a 0201 ", "march red-a 0201"},
		{"fr", "march red-a rester", "march red-a stay"},
		{"fr", "portée red-a", "reach red-a"},
		{"fr", "PORTEE red-a", "reach red-a"},
		{"fr", "Règles 5", "rules 5"},
		{"fr", "exit", "quit"},
		{"fr", "rester!", "stay!"},
		{"es", "rojo: quedarse !", "rojo: stay!"},
		{"es", "marchar +red-a", "march +red-a"},
		{"es", "por-que", "why"},
		{"en", "marcher red-a", "marcher red-a"},
		{"en", "?", "help"},
	} {
		if got := w.Typed(c.lang, c.typed); got != c.want {
			t.Errorf("%s: %q: %q, want %q", c.lang, c.typed, got, c.want)
		}
	}
	if got := w.Called("fr", "march"); got != "marcher" {
		t.Errorf("march is called %q", got)
	}
	if got := w.Called("fr", "unknown"); got != "unknown" {
		t.Errorf("unknown is called %q", got)
	}
}

// TestARefusalNamesItsRule: after the reason, in the reader's language, with one full stop.
func TestARefusalNamesItsRule(t *testing.T) {
	w := words(t, catalogue)
	why := engine.Say("why", engine.Ratio("mp", 5, 2))
	for _, lang := range locale.Languages {
		reason := w.Say(lang, why)
		got := w.Say(lang, engine.Say("referee.refused", engine.Text("rule", "8.4"), engine.Sub("why", why)))
		if !strings.HasPrefix(got, strings.TrimSuffix(reason, ".")+" (") || !strings.HasSuffix(got, "8.4).") || strings.Contains(got, ". (") {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// TestRefusalsQuoteTypedWords: not the word that the game has for it.
func TestRefusalsQuoteTypedWords(t *testing.T) {
	w, err := locale.New(toy.Strict().Info())
	if err != nil {
		t.Fatal(err)
	}
	refused := func(why engine.Msg) engine.Msg {
		return engine.Say("referee.refused", engine.Text("rule", "march"), engine.Sub("why", why))
	}
	more := func(word string) engine.Msg { return engine.Say("referee.order.more", engine.Text("word", word)) }
	why := more("march")
	for lang, typed := range map[string]string{"fr": "marcher", "en": "march"} {
		if got, want := w.Say(lang, w.Quote(lang, refused(why))), w.Say(lang, refused(more(typed))); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if why.Args[0].Text != "march" {
		t.Error("the message itself is changed")
	}
}

func TestPrograms(t *testing.T) {
	w, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "Captain (computer)", "fr": "Capitaine (ordinateur)", "es": "Capitán (ordenador)"} {
		if got := w.Computer(lang, "captain"); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := w.Computer("en", "hal"); got != "hal (computer)" {
		t.Errorf("one that the catalogues do not name is called %q", got)
	}
}
