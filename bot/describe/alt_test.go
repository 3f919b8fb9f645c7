package describe_test

import (
	"strings"
	"testing"

	"referee/bot/describe"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestAltKeepsTheEnd: a text for a picture has at most so many letters, and where
// there are too many sentences the last are kept.
func TestAltKeepsTheEnd(t *testing.T) {
	long := make([]engine.Msg, 60)
	for i := range long {
		long[i] = engine.Say("x", engine.Num("n", i))
	}
	say := func(m engine.Msg) string {
		return strings.Repeat("é", 30) + m.Key + string(rune('0'+m.Args[0].Num/10)) + string(rune('0'+m.Args[0].Num%10))
	}
	text := describe.SayAlt(long, say)
	if n := len([]rune(text)); n > describe.AltLimit || n < describe.AltLimit-80 {
		t.Errorf("%d letters", n)
	}
	told := strings.Split(text, " ")
	kept := told[2:]
	if told[0] != say(long[0]) || told[1] != say(engine.Say("board.earlier", engine.Num("n", 59-len(kept))))+"." {
		t.Errorf("the beginning, and how much is left out, are not told: %s", text)
	}
	for i, s := range kept {
		if s != say(long[60-len(kept)+i])+"." {
			t.Errorf("%q is not a whole sentence of the last", s)
		}
	}
	if describe.SayAlt(nil, say) != "" {
		t.Error("nothing is said of nothing")
	}
}

// TestAltNamesWhatWasDone: of what happened, only what left something on the map is
// told; of chances, what they are of.
func TestAltNamesWhatWasDone(t *testing.T) {
	info := toy.Strict().Info()
	said := func(a engine.Answer) (keys []string) {
		for _, m := range describe.Alt(info, engine.View{}, &a)[1:] {
			keys = append(keys, m.Key)
		}
		return keys
	}
	lines := []engine.Msg{engine.Say("who"), engine.Say("odds"), engine.Say("face"), engine.Say("face")}
	for _, c := range []struct {
		a    engine.Answer
		want string
	}{
		{engine.Answer{Lines: lines, Deeds: lines[1:2]}, "odds"},
		{engine.Answer{Lines: lines, Heads: 2, Bars: []engine.Bar{{Part: 1, Of: 2}}}, "who odds"},
		{engine.Answer{Lines: lines}, "who odds face face"},
	} {
		if got := strings.Join(said(c.a), " "); got != c.want {
			t.Errorf("%+v is told as %q, not %q", c.a, got, c.want)
		}
	}
}

// TestAltSaysTheResult in every language.
func TestAltSaysTheResult(t *testing.T) {
	info := toy.Strict().Info()
	words, err := locale.New(info)
	if err != nil {
		t.Fatal(err)
	}
	v := engine.View{
		Status: engine.Say("status.phase", engine.Num("round", 3), engine.Num("rounds", 3), engine.Noun("phase", "over")),
		Result: &engine.Result{Why: engine.Say("result.points")},
	}
	for _, lang := range locale.Languages {
		text := describe.SayAlt(describe.Alt(info, v, nil), func(m engine.Msg) string {
			s, err := words.Try(lang, m)
			if err != nil {
				t.Error(err)
			}
			return s
		})
		if !strings.Contains(text, words.Say(lang, v.Result.Why)) {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

// TestConditionsAreSaid: what a turn is like is said, in the words of the game.
func TestConditionsAreSaid(t *testing.T) {
	info := toy.Strict().Info()
	words, err := locale.New(info)
	if err != nil {
		t.Fatal(err)
	}
	for condition, want := range map[engine.Class]string{"dry": "This turn: dry.", "flood": "This turn: flood.", "": ""} {
		v := engine.View{}
		if condition != "" {
			v.Conditions = []engine.Class{condition}
		}
		said := ""
		for _, m := range describe.View(info, v) {
			if m.Key == "board.conditions" {
				said = words.Say("en", m)
			}
		}
		if said != want {
			t.Errorf("%q is said as %q, want %q", condition, said, want)
		}
	}
}
