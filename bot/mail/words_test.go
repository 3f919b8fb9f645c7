package mail

import (
	"testing"

	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
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
		}
	}
}
