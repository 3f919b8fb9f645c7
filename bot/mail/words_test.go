package mail

import (
	"testing"

	"referee/engine"
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
