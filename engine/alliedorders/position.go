package alliedorders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine/kit/facts"
	"referee/engine/orderdeck"
)

// Print writes the position text, whose form the package documentation gives.
func (g *Rules) Print(s *State) string { return facts.Print(g.lines(s)) }

// Parse reads a position text.
func (g *Rules) Parse(text string) (*State, error) {
	s := g.New()
	return s, facts.Read(text, g.lines(s))
}

// lines are the kinds of lines of a position.
func (g *Rules) lines(s *State) []facts.Line {
	return []facts.Line{
		facts.Title("allied-orders", law),
		facts.Count("day", &s.day, 0, lastDay+1).Line(), facts.Count("impulse", &s.impulse, 0, 999).Line(),
		facts.Word("phase", &s.phase, []string{phaseAllied, phaseGerman, phaseOver}).Line(),
		facts.Flag("deck", &s.deck).Line(), facts.Flag("dice", &s.dice).Line(),
		jsonLine("roadblocks", &s.blocks), jsonLine("checked", &s.checked), jsonLine("moved", &s.moved), jsonLine("turned", &s.turned),
		jsonLine("discards", &s.discards), jsonLine("pulled", &s.pulled),
		tableLine("kept", s.kept), tableLine("fact", s.facts),
		jsonLine("part", &s.part), jsonLine("card", &s.cards), jsonLine("log", &s.log),
	}
}

// tableLine is a line for each fact of a table.
func tableLine(word string, t orderdeck.Table) facts.Line {
	return facts.Line{
		Word: word,
		Read: func(r *facts.Reader) {
			words := []string{r.Next("kind"), r.Next("thing"), r.Next("other thing"), r.Next("value")}
			k, err := orderdeck.ParseKnown(strings.Join(words, " "))
			if err != nil {
				r.Fail("%v", err)
				return
			}
			t.Learn(k)
		},
		Print: func(say func(...string)) {
			for _, k := range sorted(t) {
				say(strings.Fields(k.String())...)
			}
		},
	}
}

// oneWord makes one word of JSON: there are spaces in its texts alone, and no comment may begin there.
var oneWord = strings.NewReplacer(" ", `\u0020`, "#", `\u0023`)

// jsonLine is a line with data as JSON, left out if there is none.
func jsonLine[T any](word string, p *T) facts.Line {
	return facts.Line{
		Word: word,
		Read: func(r *facts.Reader) {
			if err := json.Unmarshal([]byte(r.Next("data")), p); err != nil && r.OK() {
				r.Fail("%s: %v", word, err)
			}
		},
		Print: func(say func(...string)) {
			if text, err := json.Marshal(*p); err == nil && string(text) != "null" && string(text) != "[]" {
				say(oneWord.Replace(string(text)))
			}
		},
	}
}

// sorted lists the facts of a table in a fixed order.
func sorted(t orderdeck.Table) []orderdeck.Known {
	out := make([]orderdeck.Known, 0, len(t))
	for f, v := range t {
		out = append(out, orderdeck.Known{Fact: f, Value: v})
	}
	slices.SortFunc(out, func(a, b orderdeck.Known) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	switch {
	case s.phase != "" && (s.day < firstDay || s.day > lastDay+1):
		return fmt.Errorf("day %d", s.day)
	case s.part != nil && !s.part.sound():
		return fmt.Errorf("a part of the procedure that cannot continue")
	case !slices.IsSortedFunc(s.blocks, orderdeck.Compare):
		return fmt.Errorf("roadblocks %s are not in order", strings.Join(s.blocks, " "))
	case s.impulse < 0 || s.impulse > 999:
		return fmt.Errorf("impulse %s", strconv.Itoa(s.impulse))
	}
	return nil
}
