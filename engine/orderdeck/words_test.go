package orderdeck_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/orderdeck"
)

// speaker words messages in every language, and remembers their keys.
type speaker struct {
	t     *testing.T
	words *locale.Words
	said  map[string]int // how often a key was said
}

func newSpeaker(t *testing.T) *speaker {
	game := fstest.MapFS{}
	for _, lang := range engine.Languages {
		game[lang+".toml"] = &fstest.MapFile{Data: []byte(`"game.about" = "A game."`)}
	}
	for _, lang := range engine.Languages {
		if text, err := engine.Catalogue(orderdeck.Catalogues(game), lang); err != nil || !strings.Contains(text, "orderdeck.why.card") {
			t.Errorf("catalogues without a path: %v", err)
		}
	}
	own := orderdeck.Catalogues(engine.Catalogues{FS: game, Path: "game"})
	if got := engine.CatalogueFile(own, "fr"); got != "game/fr.toml" {
		t.Errorf("the path is %s", got)
	}
	words, err := locale.New(nil, own)
	if err != nil {
		t.Fatal(err)
	}
	if !words.Has("fr", "game.about") {
		t.Error("the game's own words are gone")
	}
	if own := (fstest.MapFS{}); engine.CatalogueFile(orderdeck.Catalogues(own), "fr") != "fr.toml" {
		t.Error("a game without catalogues has some")
	}
	return &speaker{t, words, map[string]int{}}
}

// enough is how often a message with a key is looked at: with few arguments, with many, in the singular.
const enough = 30

func (s *speaker) say(m engine.Msg) {
	if s.note(m); s.said[m.Key] > enough {
		return
	}
	for _, lang := range engine.Languages {
		text, err := s.words.Try(lang, m)
		if err != nil || strings.Contains(text, "<no value>") || strings.Contains(text, "  ") {
			s.t.Errorf("%s: %v: %q: %v", lang, m, text, err)
		}
	}
}

func (s *speaker) note(m engine.Msg) {
	s.said[m.Key]++
	var deep func(args []engine.Arg)
	deep = func(args []engine.Arg) {
		for _, a := range args {
			if deep(a.List); a.Msg != nil {
				s.note(*a.Msg)
			}
		}
	}
	deep(m.Args)
}

func (s *speaker) reason(r orderdeck.Reason) {
	s.say(r.Msg)
	for _, k := range r.Facts {
		s.say(k.Msg(nil))
	}
	for _, passed := range r.Passed {
		s.reason(passed)
	}
}

// TestWords: every question, fact, act, reason and fault has its words, and there are no other words.
func TestWords(t *testing.T) {
	s, d := newSpeaker(t), deck()
	for seed := range uint64(thorough.Or(4_000, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 44))
		p := begin(r)
		play(t, d, p, orderdeck.Table{}, world{seed, []int{5, 30, 60}[r.IntN(3)]}, draws{r}, listener{
			asked: func(q orderdeck.Question) {
				s.say(q.Msg(nil))
			},
			acted: func(a orderdeck.Act) {
				s.say(a.Msg(nil))
				s.reason(a.Reason)
			},
			ended: s.reason,
		})
	}
	for _, k := range orderdeck.Kinds() {
		for _, v := range []orderdeck.Value{{}, {Yes: true, List: []string{"7"}, Number: 4}} {
			for _, with := range []string{"", "9"} {
				s.say(orderdeck.Known{Fact: orderdeck.Fact{Kind: k, Of: "3", With: with}, Value: v}.Msg(nil))
			}
		}
	}
	for _, id := range orderdeck.Conditions {
		s.say(orderdeck.Question{Facts: []orderdeck.Fact{{Kind: orderdeck.State, Of: id, With: "1715"}}}.Msg(nil))
	}
	for _, id := range []string{"n", "ne", "se", "s", "sw", "nw"} {
		s.say(orderdeck.Act{Verb: orderdeck.Stand, Hex: "1715", Target: id}.Msg(nil))
	}
	for _, m := range orderdeck.Readings() {
		s.say(engine.Say(m.Key))
	}
	said := slices.Collect(maps.Keys(s.said))
	for _, key := range s.words.Keys("orderdeck.") {
		if !slices.Contains(said, key) {
			t.Errorf("%s is never said", key)
		}
	}
}

// TestOwn: our cards have their words, and all that move preserve the line but for the first.
func TestOwn(t *testing.T) {
	for i, c := range orderdeck.Own {
		if c.Number != i+1 || c.Key != "orderdeck.card."+strconv.Itoa(c.Number) || c.Line != (i > 0 && c.Verb != orderdeck.Improve) {
			t.Errorf("%+v", c)
		}
		if c.Break != [2]int{} && c.Break != c.Odds || (c.Break != [2]int{}) != (c.Number == 7) || c.Heavy != (c.Number == 3) {
			t.Errorf("%+v", c)
		}
	}
}

// TestFactWords: a fact is told as it is.
func TestFactWords(t *testing.T) {
	for line, want := range map[string]string{
		"near 3 - yes": "near", "near 3 - no": "near.not", "stack 3 - 7": "stack", "stack 3 - -": "stack.not", "hold 3 - 0": "hold",
	} {
		k, err := orderdeck.ParseKnown(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Msg(nil).Key; got != "orderdeck.fact."+want {
			t.Errorf("%s: %s", line, got)
		}
	}
}
