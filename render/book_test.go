package render

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/glyphs"
	"referee/engine/enginetest/toy"
)

// vocabularies are those of the games that there are, and one of a game that there is not.
func vocabularies() map[string]*engine.Vocabulary {
	return map[string]*engine.Vocabulary{
		"kernel": nil, "celles": scenario.Vocabulary, "toy": toy.Strict().Info().Vocabulary, "glyphs": glyphs.Vocabulary,
	}
}

// studioOf draws in the words of a vocabulary.
func studioOf(v *engine.Vocabulary, o Options) *studio {
	s, err := New(o).of(v)
	if err != nil {
		panic(err)
	}
	return s
}

func cellesBook() *book { return cellesStudio(Options{}).book }

func cellesStudio(o Options) *studio { return studioOf(scenario.Vocabulary, o) }
