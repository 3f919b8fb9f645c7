package club_test

import (
	"encoding/json"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/engine"
	"referee/engine/league"
)

// TestADegreeOfVictoryIsTold: in the words of the game, and in the record only where there is one:
// the results of games without degrees keep their bytes.
func TestADegreeOfVictoryIsTold(t *testing.T) {
	for _, c := range []struct {
		degree, record string
	}{
		{"", `{"winner":1,"how":"played","timeouts":[0,0]}`},
		{"major", `{"winner":1,"degree":"major","how":"played","timeouts":[0,0]}`},
	} {
		r := league.Result{Winner: league.First, How: league.Played, Degree: c.degree}
		text, err := json.Marshal(r)
		if err != nil || string(text) != c.record {
			t.Errorf("%q is recorded as %s (%v)", c.degree, text, err)
		}
		said, err := json.Marshal(club.ResultTold(r, engine.Say("a"), engine.Say("b")))
		if err != nil || strings.Contains(string(said), `"degree.major"`) != (c.degree != "") {
			t.Errorf("%q is told as %s (%v)", c.degree, said, err)
		}
	}
}
