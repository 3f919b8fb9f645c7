package board_test

import (
	"net/http"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/cmd/games/gamestest"
	"referee/engine"
)

// TestFiguresOfAnotherBoard: on a board that nothing was measured on, the first page says so of the levels, the course of
// itself, and a match of its win chance; on the board built in none of them does.
func TestFiguresOfAnotherBoard(t *testing.T) {
	elsewhere, err := gamestest.Elsewhere()
	must(t, err)
	for _, other := range []bool{false, true} {
		change := allGames(t)
		if other {
			change = func(c *referee.Config) { c.Games = elsewhere }
		}
		screen := board.NewScreen("table:", "en")
		s := newSiteOf(t, screen, change)
		s.screen = screen
		c := s.browser()
		said := func(where, text, figure string) {
			t.Helper()
			if want := s.says(figure, engine.Text("board", gamestest.Oak.Called())); strings.Contains(text, want) != other {
				t.Errorf("%s, on another board %v: %q in %.400s", where, other, want, text)
			}
		}
		said("the card of a game", cardOf(t, s.page(c, "/", locale.Languages[0]), "celles"), "measured.levels")
		said("the course", s.page(c, "/learn/celles", locale.Languages[0]), "measured.course")
		a := get[board.Answer](s, c, "/m/"+string(s.id)+"/ask?q=forecast", http.StatusOK)
		said("the win chance", strings.Join(a.Lines, " "), "measured.chance")
		if len(a.Bars) != 2 {
			t.Errorf("bars: %+v", a.Bars)
		}
	}
}
