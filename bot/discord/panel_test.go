package discord

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/drawing"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
)

// TestPages: of any number of options every one can be had, whatever page it is
// on, with its second line and emoji, and every page is within the limits.
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
			about := func(_ command.Voice, o engine.Option) (string, *discordgo.ComponentEmoji) {
				return "about " + o.ID, &discordgo.ComponentEmoji{ID: "1", Name: o.ID}
			}
			for page := 0; page <= n/25+1; page++ {
				c := &command.Card{Foot: "foot"}
				matches.Follow(v, c, matches.SpotOf("k3x9abcd", "place@1234/red", []string{"a"}), options, about, page, false)
				m := c.Message(nil)
				s.checkMessage(&m)
				for _, p := range inside(m.Components) {
					for _, o := range p.Options {
						seen[o.Value] = o.Emoji != nil && o.Emoji.Name == o.Value && o.Description == "about "+o.Value
					}
					if way, _ := wire.ParsePath(p.CustomID); way.Part(0) == "pick" && p.Type == discordgo.ButtonComponent {
						seen[way.Part(4)] = p.Emoji != nil && p.Emoji.Name == way.Part(4)
					}
				}
			}
			for _, o := range options {
				if !seen[o.ID] {
					t.Errorf("%s: of %d options %s cannot be had as it is", lang, n, o.ID)
				}
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

// TestLongTextIsCutAtALine: lines are told whole or not at all, and where
// some are left out it is said where the rest is.
func TestLongTextIsCutAtALine(t *testing.T) {
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

// TestCounterThumbnails: at the side of its texts and no others, as long as
// there is room for them.
func TestCounterThumbnails(t *testing.T) {
	s := newStage(t)
	s.toMarch()
	l, err := s.h.Referee.Snapshot(s.t.Context(), match.ID(s.match()))
	s.must(err)
	look, err := l.Look(s.t.Context(), engine.Spectator)
	s.must(err)
	words, err := s.h.Library.Of(look.Info)
	s.must(err)
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		above, beside, below string
		sections             int
	}{
		{"news", "question", "more", 1},
		{"", "question", "", 1},
		{long(100), long(3000), long(3000), 1},
		{long(3990), long(50), long(50), 1},
		{long(5000), "question", "more", 0},
	} {
		card := &command.Card{Foot: "foot", Box: &command.Box{}}
		card.Text(c.above)
		from := len(card.Texts)
		card.Text(c.beside)
		card.Beside(nil, look.Info.Counters[0], "a counter", from)
		card.Text(c.below)
		m := command.Painted(s.t.Context(), s.h.Handlers, card, &command.Frame{Look: look, Viewer: engine.Spectator, Voice: command.Voice{Words: words, Lang: "en"}, Alt: "a map"}, drawing.Full)
		s.checkMessage(m)
		var sections []wire.Component
		for _, part := range inside(m.Components) {
			if part.Type == discordgo.SectionComponent {
				sections = append(sections, part)
			}
		}
		if len(sections) != c.sections || len(m.Files) != 1+c.sections || len(sections) > 0 && !strings.HasPrefix(c.beside, strings.TrimSuffix(sections[0].Components[0].Content, "…")) {
			t.Errorf("%.10q, %.10q, %.10q: %d files, %d sections\n%.300s", c.above, c.beside, c.below, len(m.Files), len(sections), text(*m))
		}
	}
	s.h.PaintCounter = func(io.Writer, *engine.Vocabulary, engine.Piece) error { return errors.New("no paint") }
	card := &command.Card{}
	card.Text("question")
	card.Beside(nil, look.Info.Counters[0], "a counter", 0)
	m := command.Painted(s.t.Context(), s.h.Handlers, card, &command.Frame{Look: look, Viewer: engine.Spectator, Voice: command.Voice{Words: words, Lang: "en"}, Alt: "a map"}, drawing.Full)
	s.checkMessage(m)
	if len(m.Files) != 1 || !strings.Contains(text(*m), "question") {
		t.Errorf("without a counter that can be drawn it is\n%s", text(*m))
	}
}

// TestButtonsUnderARefusal: an order that is refused, as it is mistyped or against the rules, comes with the buttons of what is open. They give
// that order to the player, and nothing to others, who press them too.
func TestButtonsUnderARefusal(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.command("ann", "/match new side:red weather:off")
	s.command("ben", "/match join")
	s.command("ben", "/plan plan:hold")
	s.command("ann", "/plan plan:march")
	head := func() chain.Head {
		now, err := s.h.Referee.Snapshot(t.Context(), match.ID(s.match()))
		s.must(err)
		return now.Match().Head()
	}
	refused := func(order, want, label string) (pressed wire.Path) {
		t.Helper()
		before := head()
		got := text(s.command("ann", "/choose order:"+order).Message)
		id, _, found := find(s.shown["ann"].Components, label)
		if !tells(got, want) || !found || head() != before {
			t.Fatalf("%s is answered\n%s", order, got)
		}
		pressed, err := wire.ParsePath(id)
		s.must(err)
		for _, who := range []string{"ben", "cat"} {
			if r := s.acts(who, discordgo.InteractionMessageComponent, pressed, nil); !says(text(r.Message), "discord.not-yours") || head() != before {
				t.Errorf("%s presses [%s]: %s", who, label, text(r.Message))
			}
		}
		return pressed
	}
	refused("saty", "referee.mean", "Stay")
	refused("march red-a 0101 stop", "0101", "Red A")
	if r, _ := s.press("ann", "Red A"); !strings.Contains(text(r.Message), soFar("+red-a")) {
		t.Errorf("[Red A] begins\n%s", text(r.Message))
	}
	refused("goo", "referee.mean", "Go")
	s.command("ann", "/undo")
	stay, before := refused("saty", "referee.mean", "Stay"), head()
	s.press("ann", "Stay")
	given := head()
	if given == before {
		t.Errorf("[Stay] gives no order: %s", text(s.shown["ann"]))
	}
	if r := s.acts("ann", discordgo.InteractionMessageComponent, stay, nil); !says(text(r.Message), "discord.stale") || head() != given {
		t.Errorf("pressed again: %s", text(r.Message))
	}
}
