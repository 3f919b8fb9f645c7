package celles

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/engine/celles/event"
	"referee/engine/enginetest/rulecase"
)

// numbered are the paragraphs of the rulebook that the engine enforces.
var numbered = rulecase.Paragraphs{
	"2", "3", "4", "5", "6", "7", "7.1-", "7.2-", "7.3", "7.4", "7.5", "7.6-", "8", "8.1", "8.2-",
	"8.3", "8.4", "8.5", "9-", "9.1", "10", "11", "11.1", "11.2", "12-", "13", "13.1", "13.2", "13.3",
	"13.4", "13.5", "14", "15", "16-", "17", "20", "21-", "22-",
}

// modifierNames are every modifier of a roll: combat (11), infiltration (9.1), air
// (13.4) and initiative (6).
var modifierNames = []string{
	"attacker-disrupted", "attacker-out-of-supply", "light", "medium", "heavy", "german-night", "allied-day",
	"town", "woods", "village", "minor-river", "defender-disrupted", "defender-isolated",
	"combat-chit-for", "combat-chit-against",
	"infiltration-german", "infiltration-night", "infiltration-infantry",
	"air-woods", "air-town", "initiative-german", "initiative-allied",
}

// examples are the worked examples of the rulebook.
var examples = []string{"lehr-recon", "infiltration", "rochefort", "heavy-attack", "retreat"}

// suite is how the cases of Celles are run.
func suite(t testing.TB) *rulecase.Suite {
	t.Helper()
	return &rulecase.Suite{
		Game: strict(t), Dir: "testdata/rules", Events: event.Kinds(), Checks: checks,
		Draws: map[string]string{kindChit: "chits"},
		Covered: map[string][]string{
			"reading": rulecase.ReadingNumbers(strict(t).Info()), "modifier": modifierNames, "example": examples,
		},
	}
}

func TestRuleCases(t *testing.T) { suite(t).Test(t) }

func TestEveryRuleHasItsCases(t *testing.T) { suite(t).TestCovered(t, numbered) }

// uncased are the reasons for a refusal that no rules case shows yet. A new one gets a case instead of a place here.
var uncased = []string{
	"activate.no-hex", "advance.enemy", "advance.meuse", "advance.meuse-german", "advance.nothing-near",
	"advance.rear", "disrupt.first", "disrupt.word", "extra.unit", "join.too-weak", "loss.first", "loss.word",
	"move.another", "move.no-infiltration", "move.no-zone-here", "move.off-map", "odds.stacked",
	"odds.stacked-weak", "retreat.back", "retreat.meuse-german", "retreat.rear", "setup.later", "setup.room",
	"setup.word", "stack.word", "standing.arg", "standing.clause", "standing.empty", "standing.values",
	"unfit.held", "unfit.supply", "unfit.zone",
}

// refusedFor matches the reason in a line of a rules case that must be refused.
var refusedFor = regexp.MustCompile(`(?m)^refuse[a-z-]* [0-9.]*:(\S+)`)

// TestEveryRefusalHasItsCase: each reason in the catalogue is shown by a rules case.
func TestEveryRefusalHasItsCase(t *testing.T) {
	shown := map[string]bool{}
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range refusedFor.FindAllStringSubmatch(string(text), -1) {
			shown[m[1]] = true
		}
	}
	reasons := map[string]bool{}
	for key := range texts(t, "en") {
		if reason, is := strings.CutPrefix(key, "illegal."); is {
			reasons[strings.TrimSuffix(reason, ".typed")] = true
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		if listed := slices.Contains(uncased, reason); listed == shown[reason] {
			t.Errorf("%s: a rules case shows it: %v; it is among uncased: %v", reason, shown[reason], listed)
		}
	}
	for _, reason := range uncased {
		if !reasons[reason] {
			t.Errorf("%s is no reason for a refusal", reason)
		}
	}
}
