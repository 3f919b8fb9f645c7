package rulecase

import (
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Paragraphs are the paragraphs of the rules that a game enforces. A - after one says that it holds
// nothing that an answer could offend against: what it withholds is then shown by a case that says "denies".
type Paragraphs []string

// Rules are the paragraphs alone.
func (p Paragraphs) Rules() []string {
	return lists.Map(p, func(word string) string { return strings.TrimSuffix(word, "-") })
}

// allows are the lines of a case that show something allowed, beside the answers and the checks of the game.
var allows = []string{"dice", "ask"}

// TestCovered fails where a paragraph has no accepted case or no refused one, where a value of another tag has none, and where a case names what there is not.
func (s *Suite) TestCovered(t *testing.T, paragraphs Paragraphs) {
	t.Helper()
	accepted, refused, tagged := map[string]bool{}, map[string]bool{}, map[string]bool{}
	values := map[string][]string{
		"reading": ReadingNumbers(s.Game.Info()), "rule": paragraphs.Rules(), "denies": paragraphs.Rules(),
	}
	for kind, list := range s.Covered {
		values[kind] = list
	}
	for _, c := range s.Cases(t) {
		if first := c.firstRule(); !strings.HasPrefix(c.Name, first+"-") && !tags(c, s.Covered) {
			t.Errorf("%s: the name does not begin with the rule %q", c.Name, first)
		}
		for kind, list := range c.Tags {
			for _, v := range list {
				tagged[kind+" "+v] = true
				if !slices.Contains(values[kind], v) {
					t.Errorf("%s: there is no %s %s", c.Name, kind, v)
				}
			}
		}
		for _, step := range c.Steps {
			switch word := step.Words[0]; {
			case strings.HasPrefix(word, "refuse"):
				rule, _, _ := strings.Cut(step.Words[1], ":")
				refused[rule] = true
			case s.isSeat(word) || s.isDraw(word) || s.Checks[word] != nil || slices.Contains(allows, word):
				for _, rule := range c.Tags["rule"] {
					accepted[rule] = true
				}
			}
		}
	}
	for _, p := range paragraphs {
		rule, harmless := strings.CutSuffix(p, "-")
		if !accepted[rule] {
			t.Errorf("rule %s has no accepted case", rule)
		}
		switch {
		case !harmless && !refused[rule]:
			t.Errorf("rule %s has no refused case", rule)
		case harmless && !tagged["denies "+rule]:
			t.Errorf("rule %s has no case of what it denies", rule)
		}
	}
	for kind, list := range s.Covered {
		for _, v := range list {
			if !tagged[kind+" "+v] {
				t.Errorf("%s %s has no case", kind, v)
			}
		}
	}
}

// tags reports whether the name of a case begins with one of its tags of the game's own: "case-07-…" with case 07.
func tags(c *Case, covered map[string][]string) bool {
	for kind := range covered {
		if slices.ContainsFunc(c.Tags[kind], func(v string) bool { return strings.HasPrefix(c.Name, kind+"-"+v+"-") }) {
			return true
		}
	}
	return false
}

func (c *Case) firstRule() string {
	for _, rule := range c.Tags["rule"] {
		return rule
	}
	return ""
}

// ReadingNumbers are the readings of a game as cases name them: "5/1".
func ReadingNumbers(info *engine.Info) []string {
	return lists.Map(info.Readings, func(r engine.Reading) string {
		return r.Rule + "/" + strings.TrimPrefix(r.Key, "reading."+r.Rule+".")
	})
}
