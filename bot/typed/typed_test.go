package typed_test

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"referee/bot/typed"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Ménil-Favay":              "menil-favay",
		"ÉPRAVE":                   "eprave",
		"Hastie\u0300re":           "hastiere",
		"Désorganisée":             "desorganisee",
		"Alemán AÑO":               "aleman ano",
		"Cœur d’Alène":             "coeur d'alene",
		"ǣ Ǽ ǿ":                    "ae ae o",
		"\uff24\uff32\uff21\uff37": "draw",
	} {
		if got := typed.Fold(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Givet (Saint-Hilaire)": "givet saint hilaire", " «Mont-Gauthier» ": "mont gauthier", "l’Église": "l eglise",
	} {
		if got := typed.Name(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A letter that is folded stays as it is: of all there are, also those that normalisation
// splits into a ligature and its accents.
func TestFoldEveryLetter(t *testing.T) {
	for r := range rune(unicode.MaxRune) + 1 {
		if once := typed.Fold(string(r)); typed.Fold(once) != once {
			t.Errorf("%U %q: %q, and folded again %q", r, r, once, typed.Fold(once))
		}
	}
}

func TestNear(t *testing.T) {
	words := []string{"move", "attack", "draw", "end", "lehr-recon", "lehr-a", "lehr-b", "Ménil-Favay", "undo"}
	for mistyped, want := range map[string][]string{
		"mvoe":        {"move"},
		"Move":        {"move"},
		"moove":       {"move"},
		"atack":       {"attack"},
		"atatck":      {"attack"},
		"lehr-rekon":  {"lehr-recon"},
		"lehr-d":      {"lehr-a", "lehr-b"},
		"menil-favey": {"Ménil-Favay"},
		"edn":         {"end"},
		"xyz":         nil,
		"mo":          nil,
		"":            nil,
	} {
		if got := typed.Near(mistyped, words); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", mistyped, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Ménil-Favay ’œ\u0301")
	f.Fuzz(func(t *testing.T, text string) {
		once := typed.Fold(text)
		if !utf8.ValidString(text) {
			return
		}
		typed.Near(text, []string{"attack", once})
		if again := typed.Fold(once); again != once {
			t.Errorf("%q: %q, and folded again %q", text, once, again)
		}
	})
}
