package celles

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A rules case is a text file, testdata/rules/<rule>-<slug>.txt. Lines:
//
//	# what the case shows
//	rule 8.2                     what it covers; also reading 8/1, modifier town, example lehr-recon
//	denies 16                    it shows what a paragraph withholds where there is nothing to refuse
//	by-hand                      single answers are not given by themselves
//	begin variable_actions=yes   a match is opened, instead of a position
//	| unit lehr-a 2215           a line of the position text
//	dice 5 9                     faces for the dice to come; chits lehr combat: for the draws
//	german lehr-recon 2215 stop  an answer of that seat to its open prompt; chance 5 works too
//	refuse 8.4 german 0116       that answer is refused by that rule, and nothing changes
//	refuse 8.4:move.rear …       for the reason illegal.move.rear
//	refuse-begin 17 a=b          opening a match so is refused
//	event moved to=2215 mp=2.5   the last answer brought such an event (lists: a,b; one of a list: with+=a)
//	noevent step-lost            it brought none
//	unit lehr-a 2114 used        the position text has this line, its words in any order
//	text turn 2 side german      a line of it begins with the first word and has the others; notext: none
//	options german lehr-a : stop what may follow, all of it; offers, offersnot: some of it
//	warns german lehr-a stop : stack 1 2113  what the path warns of, all of it
//	prompt german move           this prompt is open; noprompt: it is not
//	over                         no prompt is open
//	reach lehr-a 2213=4.5        MP to a hex; "-" not reachable; "4!" by infiltration;
//	                             2213=4.5/7+ with what is left there, "+" with the bonus of 8.5
//	odds lehr-a medium lehr-recon column=2-1 net=-1 9=/RD town=-2
//	supply lehr-a=out            what a supply phase would find now
//	zoc german 2113 !2114        hexes in the ZOC of a side, and not
//	ask unit unit=lehr-a : mp=6  any query by its arguments, and fields of its data
//	refuse-ask 2 hex hex=9999    that query is refused by that rule
//	standing allied losses by weakest listed   an order is left; the newest that fires answers
//	refuse-standing 11 allied losses           that order is refused by that rule
//	stood losses fires unit=84-1 what an order made of a question since the last answer; also
//	                             stood losses not alike units=84-1,84-2, stood losses void supply
//	rehearse allied losses by weakest : unit=lehr-a fires=4 idle=6   an attack of the dry run
//
// Single answers are given by themselves, as in a match.
type ruleCase struct {
	name     string
	title    string
	tags     map[string][]string // rule, reading, modifier, example, denies
	byHand   bool
	position []string
	begin    map[string]string
	steps    []caseStep
}

// caseStep is one line that does or checks something.
type caseStep struct {
	line  int
	words []string
}

var caseTags = map[string]bool{"rule": true, "reading": true, "modifier": true, "example": true, "denies": true}

var caseVerbs = map[string]bool{
	"dice": true, "chits": true, "german": true, "allied": true, "chance": true, "refuse": true, "refuse-begin": true,
	"event": true, "noevent": true, "unit": true, "text": true, "notext": true, "options": true, "warns": true, "offers": true,
	"offersnot": true, "prompt": true, "noprompt": true, "over": true, "reach": true, "odds": true, "supply": true, "zoc": true,
	"ask": true, "refuse-ask": true,
	"standing": true, "refuse-standing": true, "stood": true, "rehearse": true,
}

// caseFiles reads every rules case. None at all is a failure.
func caseFiles(t *testing.T) []*ruleCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no rules cases in testdata/rules")
	}
	cases := make([]*ruleCase, len(paths))
	for i, path := range paths {
		cases[i] = readCase(t, path)
	}
	return cases
}

func readCase(t *testing.T, path string) *ruleCase {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	c := &ruleCase{name: strings.TrimSuffix(filepath.Base(path), ".txt"), tags: map[string][]string{}}
	scan := bufio.NewScanner(file)
	for n := 1; scan.Scan(); n++ {
		c.readLine(t, n, strings.TrimSpace(scan.Text()))
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	switch {
	case c.title == "":
		t.Errorf("%s: the first line does not say what the case shows", c.name)
	case len(c.tags) == 0:
		t.Errorf("%s: it says no rule that it covers", c.name)
	case len(c.steps) == 0:
		t.Errorf("%s: it does nothing", c.name)
	}
	return c
}

func (c *ruleCase) readLine(t *testing.T, n int, line string) {
	t.Helper()
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
	case words[0] == "#":
		if c.title == "" {
			c.title = strings.TrimSpace(line[1:])
		}
	case words[0] == "|":
		c.position = append(c.position, strings.TrimSpace(line[1:]))
	case words[0] == "by-hand" && len(words) == 1:
		c.byHand = true
	case words[0] == "begin":
		c.begin = assignments(t, words[1:])
	case caseTags[words[0]] && len(words) == 2:
		c.tags[words[0]] = append(c.tags[words[0]], words[1])
	case caseVerbs[words[0]]:
		c.steps = append(c.steps, caseStep{line: n, words: words})
	default:
		t.Fatalf("%s:%d: unknown line %q", c.name, n, line)
	}
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
