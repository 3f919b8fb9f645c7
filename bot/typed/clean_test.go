package typed_test

import (
	"testing"

	"referee/bot/typed"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"2pz–a 2713":                    "2pz-a 2713",
		"2pz\u2011a  2713":              "2pz-a 2713",
		"2pz−a\u00a02713":               "2pz-a 2713",
		"\"2pz-a\" 2713":                "2pz-a 2713",
		"«\u00a02pz-a\u00a0» “2713”":    "2pz-a 2713",
		"`2pz-a 2713`":                  "2pz-a 2713",
		"2pz-a 2713, 2714 stop":         "2pz-a 2713 2714 stop",
		"2pz-a 2713,2714;stop":          "2pz-a 2713 2714 stop",
		"2pz-a 2713.":                   "2pz-a 2713",
		"End…":                          "End",
		"lehr\u200b \ufefflehr\u00ad-a": "lehr lehr-a",
		"place 84-2 3306 # as agreed!":  "place 84-2 3306",
		"revoke #12 # no longer":        "revoke #12",
		"# a remark":                    "",
		"activate: lehr":                "activate: lehr",
		"allemand : 2713":               "allemand: 2713",
		"“stop !”":                      "stop!",
		"stop!.":                        "stop!",
		"stop!!":                        "stop!",
		"¡stop!":                        "stop!",
		"stop?":                         "stop?",
		"stop?!":                        "stop?!",
		"?":                             "?",
		"...":                           "",
		"!":                             "!",
		"l'église St. Vith":             "l'église St Vith",
		"+2pz-a to:2713 side=red-2":     "+2pz-a to:2713 side=red-2",
		"2pz-a — 2713 -1":               "2pz-a 2713 -1",
	} {
		if got := typed.Clean(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzClean: what is clean stays as it is.
func FuzzClean(f *testing.F) {
	for _, text := range []string{"2pz–a 2713, # so", "«a» : b!", "a:\u200b: ! …", "“:” '*!'\u2028", "\xff.\u00ad", "a:\u200b: ! ―"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := typed.Clean(text)
		if twice := typed.Clean(once); twice != once {
			t.Errorf("%q: %q, and cleaned again %q", text, once, twice)
		}
	})
}
