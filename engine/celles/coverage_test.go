package celles

import (
	"slices"
	"strings"
	"testing"
)

// numbered are the paragraphs of the rulebook that the engine enforces. refused
// is false where a paragraph holds nothing that an answer could offend against:
// what it withholds is then shown by a case that says "denies".
var numbered = []struct {
	rule    string
	refused bool
}{
	{"2", true},
	{"3", true},
	{"4", true},
	{"5", true},
	{"6", true},
	{"7", true},
	{"7.1", false},
	{"7.2", false},
	{"7.3", true},
	{"7.4", true},
	{"7.5", true},
	{"7.6", false},
	{"8", true},
	{"8.1", true},
	{"8.2", false},
	{"8.3", true},
	{"8.4", true},
	{"8.5", true},
	{"9", false},
	{"9.1", true},
	{"10", true},
	{"11", true},
	{"11.1", true},
	{"11.2", true},
	{"12", false},
	{"13", true},
	{"13.1", true},
	{"13.2", true},
	{"13.3", true},
	{"13.4", true},
	{"13.5", true},
	{"14", true},
	{"15", true},
	{"16", false},
	{"17", true},
	{"20", true},
	{"21", false},
	{"22", false},
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

// answers are the lines of a case that show something allowed.
var answers = []string{"german", "allied", "dice", "chits", "odds", "reach", "supply", "zoc", "ask"}

func TestEveryRuleHasItsCases(t *testing.T) {
	accepted, refused, tagged := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range caseFiles(t) {
		if !strings.HasPrefix(c.name, c.firstRule()+"-") {
			t.Errorf("%s: the name does not begin with the rule %q", c.name, c.firstRule())
		}
		for kind, values := range c.tags {
			for _, v := range values {
				tagged[kind+" "+v] = true
				c.checkTag(t, kind, v)
			}
		}
		for _, s := range c.steps {
			switch {
			case strings.HasPrefix(s.words[0], "refuse"):
				rule, _, _ := strings.Cut(s.words[1], ":")
				refused[rule] = true
			case slices.Contains(answers, s.words[0]):
				for _, rule := range c.tags["rule"] {
					accepted[rule] = true
				}
			}
		}
	}
	for _, n := range numbered {
		if !accepted[n.rule] {
			t.Errorf("rule %s has no accepted case", n.rule)
		}
		switch {
		case n.refused && !refused[n.rule]:
			t.Errorf("rule %s has no refused case", n.rule)
		case !n.refused && !tagged["denies "+n.rule]:
			t.Errorf("rule %s has no case of what it denies", n.rule)
		}
	}
	for _, m := range modifierNames {
		if !tagged["modifier "+m] {
			t.Errorf("modifier %s has no case", m)
		}
	}
	for _, e := range examples {
		if !tagged["example "+e] {
			t.Errorf("example %s has no case", e)
		}
	}
	for _, r := range readingNumbers() {
		if !tagged["reading "+r] {
			t.Errorf("reading %s has no case", r)
		}
	}
}

func (c *ruleCase) firstRule() string {
	for _, rule := range c.tags["rule"] {
		return rule
	}
	return ""
}

// checkTag reports a tag that names nothing.
func (c *ruleCase) checkTag(t *testing.T, kind, value string) {
	t.Helper()
	known := true
	switch kind {
	case "modifier":
		known = slices.Contains(modifierNames, value)
	case "example":
		known = slices.Contains(examples, value)
	case "reading":
		known = slices.Contains(readingNumbers(), value)
	case "rule", "denies":
		known = false
		for _, n := range numbered {
			known = known || n.rule == value
		}
	}
	if !known {
		t.Errorf("%s: there is no %s %s", c.name, kind, value)
	}
}

// readingNumbers are the readings as cases name them: "5/1".
func readingNumbers() []string {
	var list []string
	for _, r := range readings {
		list = append(list, r.Rule+"/"+strings.TrimPrefix(r.Key, "reading."+r.Rule+"."))
	}
	return list
}
