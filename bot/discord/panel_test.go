package discord

import (
	"fmt"
	"strings"
	"testing"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
)

// TestPages: of any number of options every one can be had, whatever page it is
// on, and every page is within the limits.
func TestPages(t *testing.T) {
	s := newStage(t)
	for _, lang := range locale.Languages {
		for _, n := range []int{1, 5, 10, 11, 25, 26, 60, 137} {
			var options []engine.Option
			for i := range n {
				options = append(options, engine.Option{ID: fmt.Sprint("option-", i), Kind: "face", N: i})
			}
			words, err := s.h.Library.Of(s.h.Games[0])
			s.must(err)
			v := command.Voice{Words: words, Lang: lang}
			seen := map[string]bool{}
			for page := 0; page <= n/25+1; page++ {
				c := &command.Card{Foot: "foot"}
				matches.Follow(v, c, matches.SpotOf("k3x9abcd", "place@1234/red", []string{"a"}), options, func(command.Voice, engine.Option) string { return "" }, page, false)
				m := c.Message(nil)
				s.checkMessage(&m)
				for _, row := range m.Components {
					for _, p := range row.Components {
						for _, o := range p.Options {
							seen[o.Value] = true
						}
						if way, _ := wire.ParsePath(p.CustomID); way.Part(0) == "pick" && p.Type == wire.TypeButton {
							seen[way.Part(4)] = true
						}
					}
				}
			}
			if len(seen) != n {
				t.Errorf("%s: %d of %d options can be had", lang, len(seen), n)
			}
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"short", 5, "short"}, {"longer", 5, "long…"}, {"𝕏𝕏𝕏", 4, "𝕏…"}, {"a b c", 3, "a…"}, {`ab\*`, 3, "ab…"}, {`a\*b`, 3, "a…"}, {"é", 1, "é"},
	} {
		if got := command.Cut(test.text, test.most); got != test.want || units(got) > test.most {
			t.Errorf("%q within %d: %q, want %q", test.text, test.most, got, test.want)
		}
	}
}

func TestOddsOfAPath(t *testing.T) {
	s := newStage(t, cellesGame)
	info := s.h.Games[0]
	for _, test := range []struct {
		path []string
		want string
	}{
		{[]string{"lehr-a", "2214", "attack", "medium", "+lehr-recon", "go"}, "odds lehr-a medium lehr-recon"},
		{[]string{"lehr-a", "2214", "attack", "heavy", "go"}, "odds lehr-a heavy"},
		{[]string{"lehr-a", "2214", "stop"}, ""},
		{[]string{"draw"}, ""},
		{nil, ""},
	} {
		if got := matches.OddsOf(info, nil, test.path); got != test.want {
			t.Errorf("%v: %q, want %q", test.path, got, test.want)
		}
	}
	if got := matches.OddsOf(newStage(t).h.Games[0], nil, []string{"+red-a", "go", "0301"}); got != "" {
		t.Errorf("a game without odds: %q", got)
	}
}

// TestWhatDoesNotFitEndsAtALine: lines are told whole or not at all, and where
// some are left out it is said where the rest is.
func TestWhatDoesNotFitEndsAtALine(t *testing.T) {
	lines := []string{"first", "second", "third"}
	for _, c := range []struct {
		room int
		want string
	}{{100, "first second third"}, {19, "first second third"}, {18, "first second more"}, {17, "first more"}, {11, "first more"}, {10, "more"}} {
		if got := strings.Join(command.Fitting(lines, c.room, "more"), " "); got != c.want {
			t.Errorf("of %d characters: %q, not %q", c.room, got, c.want)
		}
	}
}
