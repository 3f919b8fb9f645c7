package table_test

import (
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/play"
)

// TestForecastAndAccount: the chance of winning is told in a match under way, as a sentence alone to who wants nothing
// drawn; where the margin came from is told after the end alone. Who asks in a game that
// nobody judges hears that.
func TestForecastAndAccount(t *testing.T) {
	judged := gameOf("")
	judged.Judge = &play.Judge{
		About: play.About{Name: "judge", Version: 1, Nodes: 1},
		Value: func(any) float64 { return 1.5 }, Chance: func(any) float64 { return 0.7 },
		Answer: func(*play.Question, []string) (play.Answer, float64, error) { return play.Answer{}, 0, nil },
	}
	other := judged
	other.Measured = "another board"
	elsewhere := english("measured.chance", engine.Sub("board", engine.Say("measured.own")))
	chance := english("chance.told", engine.Noun("first", "red"), engine.Num("p", 70), engine.Noun("second", "blue"), engine.Num("q", 30))
	for _, c := range []struct {
		name         string
		game         referee.Game
		plain        bool
		typed        string
		says, silent []string
	}{
		{"under way", judged, false, "new\nforecast\naccount\n", []string{"██████████████░░░░░░", chance, english("referee.refuse.account-live")}, []string{"came from", elsewhere}},
		{"on another board", other, true, "new\nforecast\n", []string{chance + "\n", elsewhere}, nil},
		{"over, on another board", other, false, "new\nresign yes\naccount\n", []string{elsewhere, localetest.Part("en", "account.final")}, nil},
		{"plain", judged, true, "new\nforecast\n", []string{chance}, []string{"█"}},
		{"over", judged, false, "new\nresign yes\naccount\n", []string{english("table.account-wait"), localetest.Part("en", "account.head"), "+1.5" + localetest.Part("en", "account.begin"), localetest.Part("en", "account.final")}, nil},
		{"unjudged", gameOf(""), false, "new\nforecast\nresign yes\naccount\n", []string{english("chance.hidden"), english("account.unknown")}, []string{"█"}},
	} {
		h := newHouseOn(t, filepath.Join(t.TempDir(), "referee.db"), dice.NewSeeded("table"), c.game)
		seen := h.play(t, table.Config{Script: true, Plain: c.plain}, c.typed)
		for _, says := range c.says {
			if !strings.Contains(seen, says) {
				t.Errorf("%s: nobody says %q:\n%s", c.name, says, seen)
			}
		}
		for _, silent := range c.silent {
			if strings.Contains(seen, silent) {
				t.Errorf("%s: it says %q:\n%s", c.name, silent, seen)
			}
		}
		h.close(t)
	}
}
