package discord

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine/match"
)

// TestASmallerPictureSaysSo: a board that is drawn smaller says so in its language and keeps all
// other words; what is asked for by /map never is.
func TestASmallerPictureSaysSo(t *testing.T) {
	s := newPictured(t, cellesGame)
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	s.posts()
	id := match.ID(s.match())
	board := func(size drawing.Size) string {
		t.Helper()
		b, err := s.h.Board(t.Context(), wire.PlaceOf(s.channel), id, wire.Shown{})
		s.must(err)
		m := b.Draw(size)
		s.checkMessage(m)
		if s.seen.Size != size {
			t.Errorf("asked for in size %d, it is drawn in %d", size, s.seen.Size)
		}
		return text(*m)
	}
	for _, lang := range locale.Languages {
		said := sayIn(lang, "discord.smaller")
		s.command("ann", "/match settings language:"+lang)
		full := board(drawing.Full)
		for _, size := range []drawing.Size{drawing.Smaller, drawing.Small, drawing.Sparse} {
			got := board(size)
			if strings.Count(got, said) != 1 || strings.Contains(full, said) {
				t.Errorf("in size %d the board says\n%s\nand in full\n%s", size, got, full)
			}
			words := func(text string) []string { return strings.Fields(strings.Replace(text, said, "", 1)) }
			if !slices.Equal(words(got), words(full)) {
				t.Errorf("in size %d the board says other things\n%s\nthan in full\n%s", size, got, full)
			}
		}
	}
	in := s.act("ann", discordgo.InteractionApplicationCommand)
	s.typed(&in, "/map")
	m := s.h.Handle(t.Context(), in).Later(drawing.Sparse)
	if s.seen.Size != drawing.Full || says(text(*m), "discord.smaller") {
		t.Errorf("the map that was asked for is drawn in size %d: %s", s.seen.Size, text(*m))
	}
}

// TestAnswersSkipUnrequestedPictures: where boards wait too long, what is half
// built is told in words alone.
func TestAnswersSkipUnrequestedPictures(t *testing.T) {
	s := newPictured(t, cellesGame)
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	s.command("ben", "/standard")
	s.posts()
	for _, option := range []string{"draw", "2pz", "done"} {
		s.takes("ann", option)
	}
	in := s.act("ann", discordgo.InteractionApplicationCommand)
	s.typed(&in, "/choose order:2pz-a 2711 attack medium go")
	later := s.handle("ann", in).Later
	if m := later(drawing.Small); m == nil || len(m.Files) == 0 {
		t.Error("it has no picture where boards wait little")
	}
	if m := later(drawing.Sparse); m != nil {
		t.Errorf("it has a picture: %s", text(*m))
	}
}
