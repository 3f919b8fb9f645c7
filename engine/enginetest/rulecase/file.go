// Package rulecase runs the cases that show the rules of a game: text files, each of a position,
// answers, and what they must lead to.
//
// A case is testdata/rules/<rule>-<slug>.txt. Its lines:
//
//	# what the case shows
//	rule 8.2                     what it covers; also reading 8/1, and what else a game tags
//	denies 16                    it shows what a paragraph withholds where there is nothing to refuse
//	by-hand                      single answers are not given by themselves
//	begin weather=on             a match is opened, instead of a position
//	| unit red-a 0201            a line of the position text
//	dice 5 9                     faces for the dice to come; a game may have further words, for draws
//	red red-a 0202 stop          an answer of that seat to its open prompt; chance 5 works too. Where several
//	                             of its prompts are open: red:plan hold
//	refuse 8.4 red 0116          that answer is refused by that rule, and nothing changes
//	refuse 8.4:move.rear …       for the reason illegal.move.rear
//	refuse-begin 17 a=b          opening a match so is refused
//	event moved to=0202 mp=2.5   the last answer brought such an event (lists: a,b; one of a list: with+=a)
//	noevent step-lost            it brought none
//	unit red-a 0201 used         the position text has this line, its words in any order
//	text turn 2 side red         a line of it begins with the first word and has the others; notext: none
//	options red red-a : stop     what may follow, all of it; offers, offersnot: some of it
//	warns red red-a stop : stack 1 0203   what the path warns of, all of it
//	prompt red move              this prompt is open; noprompt: it is not
//	over                         no prompt is open
//	ask unit unit=red-a : mp=6   any query by its arguments, and fields of its data; ask@red: as red sees it
//	refuse-ask 2 hex hex=9999    that query is refused by that rule
//	standing blue losses by weakest listed   an order is left; the newest that fires answers
//	refuse-standing 11 blue losses           that order is refused by that rule
//	stood losses fires unit=a    what an order made of a question since the last answer; also
//	                             stood losses not alike units=a,b, stood losses void supply
//
// Single answers are given by themselves, as in a match. A game has checks of its own beside these
// (Suite.Checks).
package rulecase

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Suite is what there is to know of a game whose cases are run.
type Suite struct {
	Game engine.Game // sealed by engine.SealStrict
	Dir  string      // of the cases
	// Events are the kinds of event that a case may ask for.
	Events []string
	// Draws are the words before faces that answer other questions than dice, by the kind of question.
	Draws map[string]string
	// Covered are the kinds of tags beside rule and denies, with all their values, each of which has a case:
	// worked examples; readings (ReadingNumbers) if each must have one.
	Covered map[string][]string
	// Checks are lines of the game's own: what they do with the words after the first.
	Checks map[string]func(*Run, []string)
}

// Case is one case.
type Case struct {
	Name     string
	Title    string
	Tags     map[string][]string // rule, reading, denies, and those of Suite.Covered
	Steps    []Step
	byHand   bool
	position []string
	begin    map[string]string
}

// Step is one line that does or checks something.
type Step struct {
	Line  int
	Words []string
}

// Cases reads every case. None at all is a failure.
func (s *Suite) Cases(t *testing.T) []*Case {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.Dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no cases in %s", s.Dir)
	}
	return lists.Map(paths, func(path string) *Case { return s.read(t, path) })
}

func (s *Suite) read(t *testing.T, path string) *Case {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := &Case{Name: strings.TrimSuffix(filepath.Base(path), ".txt"), Tags: map[string][]string{}}
	for i, line := range strings.Split(string(text), "\n") {
		s.line(t, c, i+1, strings.TrimSpace(line))
	}
	switch {
	case c.Title == "":
		t.Errorf("%s: the first line does not say what the case shows", c.Name)
	case len(c.Tags) == 0:
		t.Errorf("%s: it says no rule that it covers", c.Name)
	case len(c.Steps) == 0:
		t.Errorf("%s: it does nothing", c.Name)
	}
	return c
}

func (s *Suite) line(t *testing.T, c *Case, n int, line string) {
	t.Helper()
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
	case words[0] == "#":
		if c.Title == "" {
			c.Title = strings.TrimSpace(line[1:])
		}
	case words[0] == "|":
		c.position = append(c.position, strings.TrimSpace(line[1:]))
	case words[0] == "by-hand" && len(words) == 1:
		c.byHand = true
	case words[0] == "begin":
		c.begin = assignments(t, words[1:])
	case s.isTag(words[0]) && len(words) == 2:
		c.Tags[words[0]] = append(c.Tags[words[0]], words[1])
	case s.isVerb(words[0]):
		c.Steps = append(c.Steps, Step{Line: n, Words: words})
	default:
		t.Fatalf("%s:%d: unknown line %q", c.Name, n, line)
	}
}

func (s *Suite) isTag(word string) bool {
	_, own := s.Covered[word]
	return own || word == "rule" || word == "reading" || word == "denies"
}

// verbs are the first words of lines that every game has, beside its seats.
var verbs = []string{
	"dice", "refuse", "refuse-begin", "event", "noevent", "unit", "text", "notext", "options", "warns", "offers",
	"offersnot", "prompt", "noprompt", "over", "ask", "refuse-ask", "standing", "refuse-standing", "stood",
}

func (s *Suite) isVerb(word string) bool {
	_, own := s.Checks[word]
	asked, _, _ := strings.Cut(word, "@")
	return own || slices.Contains(verbs, word) || asked == "ask" || s.isSeat(word) || s.isDraw(word)
}

// isSeat reports whether a word is a seat, with or without the kind of prompt that it answers.
func (s *Suite) isSeat(word string) bool {
	word, _, _ = strings.Cut(word, ":")
	return word == string(engine.Chance) || slices.Contains(s.Game.Info().Seats, engine.Seat(word))
}

func (s *Suite) isDraw(word string) bool {
	return slices.Contains(slices.Collect(maps.Values(s.Draws)), word)
}

// assignments reads words of the form name=value.
func assignments(t *testing.T, words []string) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			t.Fatalf("%q is not name=value", w)
		}
		m[name] = value
	}
	return m
}
