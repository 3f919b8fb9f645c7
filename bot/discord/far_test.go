package discord

import (
	"strings"
	"testing"

	"referee/bot/discord/wire"
)

// TestOnlyWhoIsAskedGoesFar: the menus of a far move do nothing for anybody else, and
// nothing for their player once the draft is another one.
func TestOnlyWhoIsAskedGoesFar(t *testing.T) {
	s := newStage(t, cellesGame)
	s.play("ann> /match new side:german\nben> /match join\nben> /standard\nann> [Draw]\nann> [2nd Panzer]\nann> [Done: nothing more of this]\nann> [2nd Panzer A]")
	regions := s.shown["ann"]
	before := s.head()
	const region, hex = "2409 (Humain) · 9 hexes · from 3 MP", "2409 (Humain) · 8 MP · 4 left there · clear"
	menu := s.pressOn("ann", regions, region).Message
	for _, who := range []string{"ben", "cal"} {
		for _, m := range []struct {
			message wire.Message
			label   string
		}{{regions, region}, {menu, hex}} {
			if r := s.pressOn(who, m.message, m.label); !strings.Contains(text(r.Message), "<@96737>") || strings.Contains(text(r.Message), "{") {
				t.Errorf("%s presses %s and is told:\n%s", who, m.label, text(r.Message))
			}
		}
	}
	if s.head() != before {
		t.Errorf("the match was changed: %s, before %s", s.head(), before)
	}
	s.pressOn("ann", regions, "Discard")
	for _, m := range []struct {
		message wire.Message
		label   string
	}{{regions, region}, {menu, hex}} {
		if r := s.pressOn("ann", m.message, m.label); strings.Contains(text(r.Message), "So far") {
			t.Errorf("of a draft that was discarded, %s still does:\n%s", m.label, text(r.Message))
		}
	}
}
