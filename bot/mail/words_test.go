package mail

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
	"referee/engine/notary"
)

// No language lacks a text that another has.
func TestWords(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range []*engine.Info{nil, toy.Strict().Info(), g.Info()} {
		words, err := wordsOf(info)
		if err != nil {
			t.Fatal(err)
		}
		for _, gap := range words.Gaps() {
			t.Error(gap)
		}
	}
}

// TestWordsOfMailsAreTheirOwn: the words that mails name as lines are no words of a game.
func TestWordsOfMailsAreTheirOwn(t *testing.T) {
	for _, open := range []func() (engine.Game, error){
		func() (engine.Game, error) { return celles.Open(celles.Files(), 1) },
		func() (engine.Game, error) { return america.Open(america.Files(), 1) },
		func() (engine.Game, error) { return toy.Strict(), nil },
		func() (engine.Game, error) { return notary.Open(notary.Files(), 1) },
	} {
		g, err := open()
		if err != nil {
			t.Fatal(err)
		}
		words, err := wordsOf(g.Info())
		if err != nil {
			t.Fatal(err)
		}
		grammar := lines.New(g.Info(), words, nil, nil)
		for _, lang := range locale.Languages {
			for _, name := range []string{"accept", "decline", "go-on", "undo", "offer", "resign", "map", "board", "help", "status", "hint", "why"} {
				line := words.Called(lang, name)
				if plan := grammar.Read([]string{line}, lang); len(plan.Steps) != 1 || plan.Steps[0].Word != name {
					t.Errorf("%s, %s: %q is read as %+v", g.Info().Game, lang, line, plan)
				}
			}
			for _, name := range []string{"pause", "end-pause", "turn-file", "browser", "leave", "not-today", "forget", "stop-mail"} {
				line := lines.Spelled(words, lang, name)
				if plan := grammar.Read([]string{line}, lang); len(plan.Steps) != 1 || plan.Steps[0].Word != name {
					t.Errorf("%s, %s: %q is read as %+v", g.Info().Game, lang, line, plan)
				}
			}
		}
	}
}

var (
	tableRow = regexp.MustCompile("(?m)^\\| (`[^|]*) \\|")
	inCode   = regexp.MustCompile("`([^`]+)`")
)

// TestLinesOfThePageAreRead: each line that a table of docs/email.md says to write is an order, a question or a setting by itself.
func TestLinesOfThePageAreRead(t *testing.T) {
	page, err := os.ReadFile("../../docs/email.md")
	if err != nil {
		t.Fatal(err)
	}
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	words, err := wordsOf(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	grammar := lines.New(g.Info(), words, []string{"celles"}, []string{"captain"})
	tried := 0
	for _, row := range tableRow.FindAllStringSubmatch(string(page), -1) {
		for _, code := range inCode.FindAllStringSubmatch(row[1], -1) {
			tried++
			if plan := grammar.Read([]string{code[1]}, "en"); !plan.Try && len(plan.Steps) != 1 || len(plan.Unread) > 0 {
				t.Errorf("%q is read as %+v", code[1], plan)
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d lines were found: %s", tried, strings.Join(tableRow.FindAllString(string(page), -1), "\n"))
	}
}
