package discord

import (
	"cmp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/locale"
)

// TestLabelsInPlaceOfValues: Discord's clients send the label of a proposal in place of its value
// where somebody changes the channel before they send a command. It is read as the value.
func TestLabelsInPlaceOfValues(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			byValue, byLabel := newStage(t, cellesGame), newStage(t, cellesGame)
			for _, s := range []*stage{byValue, byLabel} {
				s.play("ann> /match new side:german\nben> /match join\nben> /standard\nann> /draw")
				s.locales["ann"] = lang
			}
			labelled := 0
			for _, step := range []struct{ path, option, begun string }{
				{"celles/activate", "formation-or-unit", ""},
				{"celles/ask/reach", "unit", ""},
				{"choose", "order", ""},
				{"choose", "order", "nonsense"}, // a line says why there is nothing
				{"choose", "order", "lehr-recon "},
				{"me/settings", "zone", "Europe/Pa"},
			} {
				given := func(s *stage, kind discordgo.InteractionType, text string) wire.Response {
					in := s.act("ann", kind)
					in.Path, in.Options, in.Focused = strings.Split(step.path, "/"), map[string]string{step.option: text}, step.option
					return s.handle("ann", in)
				}
				choices := given(byValue, discordgo.InteractionApplicationCommandAutocomplete, step.begun).Choices
				given(byLabel, discordgo.InteractionApplicationCommandAutocomplete, step.begun) // both have the same history
				if len(choices) == 0 {
					t.Fatalf("/%s proposes nothing for %q", step.path, step.begun)
				}
				last := choices[len(choices)-1]
				if last.Name != last.Value {
					labelled++
				}
				want, got := text(given(byValue, discordgo.InteractionApplicationCommand, last.Value.(string)).Message), text(given(byLabel, discordgo.InteractionApplicationCommand, last.Name).Message)
				if want != got || cmp.Or(want, got) == "" {
					t.Errorf("/%s by value %q:\n%s\nby label %q:\n%s", step.path, last.Value, want, last.Name, got)
				}
			}
			if labelled < 3 {
				t.Errorf("%d labels that are no values", labelled)
			}
		})
	}
}
