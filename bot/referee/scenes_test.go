package referee_test

import (
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestScenesOfAMatch: what a door asks for a replay covers the match, and what
// changed since its beginning is told like it.
func TestScenesOfAMatch(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-a 0201")
	look, err := b.Look(id, engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	scenes, err := b.Scenes(id, engine.Spectator, 0, look.Seq, 100)
	if err != nil {
		t.Fatal(err)
	}
	change, err := b.Changes(id, engine.Spectator, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, s := range scenes {
		told += len(s.Change.Lines)
	}
	if scenes[len(scenes)-1].To != look.Seq || change.To != look.Seq || told != len(change.Change.Lines) {
		t.Errorf("scenes end with %d, changes with %d, of %d; %d lines and %d", scenes[len(scenes)-1].To, change.To, look.Seq,
			told, len(change.Change.Lines))
	}
	if _, err := b.Changes("nosuch", engine.Spectator, 0); err == nil {
		t.Error("a match that is not there has changed")
	}
	if _, err := b.Scenes("nosuch", engine.Spectator, 0, 1, 1); err == nil {
		t.Error("a match that is not there has scenes")
	}
}

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
	text := referee.SayAlt(long, say)
	if n := len([]rune(text)); n > referee.AltLimit || n < referee.AltLimit-80 {
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
	if referee.SayAlt(nil, say) != "" {
		t.Error("nothing is said of nothing")
	}
}

// TestAltTellsDeeds: of what happened, only what left something on the map is
// told; of chances, what they are of.
func TestAltTellsDeeds(t *testing.T) {
	info := toy.Strict().Info()
	said := func(a engine.Answer) (keys []string) {
		for _, m := range referee.Alt(info, engine.View{}, &a)[1:] {
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
		text := referee.SayAlt(referee.Alt(info, v, nil), func(m engine.Msg) string {
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
