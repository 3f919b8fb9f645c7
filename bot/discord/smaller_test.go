package discord

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
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
		b, err := s.h.Board(wire.PlaceOf(s.channel), id, 0)
		s.must(err)
		m := b.Draw(size)
		s.checkMessage(m)
		if s.seen.Size != size {
			t.Errorf("asked for in size %d, it is drawn in %d", size, s.seen.Size)
		}
		return text(*m)
	}
	for lang, said := range map[string]string{
		"en": "-# Smaller than usual, as much is going on: the map button shows it at full size.",
		"fr": "-# Plus petite que d’habitude, car il y a beaucoup d’activité\u00a0: le bouton de la carte la montre en taille normale.",
		"es": "-# Más pequeña de lo habitual, porque hay mucha actividad: el botón del mapa la muestra a tamaño completo.",
	} {
		s.command("ann", "/match settings language:"+lang)
		full := board(drawing.Full)
		for _, size := range []drawing.Size{drawing.Smaller, drawing.Small} {
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
	in := s.act("ann", wire.KindCommand)
	s.typed(&in, "/map")
	m := s.h.Handle(in).Later(drawing.Small)
	if s.seen.Size != drawing.Full || strings.Contains(text(*m), "Smaller") {
		t.Errorf("the map that was asked for is drawn in size %d: %s", s.seen.Size, text(*m))
	}
}
