package season

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/cmd/leaguedir"
	"referee/engine/enginetest/thorough"
	"referee/engine/league"
	"referee/store"
)

// secondStandings is the standings as another program counts them, which has the
// export in a directory alone.
func secondStandings(t *testing.T, dir string) ([]byte, error) {
	t.Helper()
	const script = "../../../docs/standings.py"
	if _, err := os.ReadFile(script); err != nil { // so that a test of another script is not answered from the cache
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), python(t), script, dir)
	var complaint strings.Builder
	program.Stderr = &complaint
	text, err := program.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, complaint.String())
	}
	return text, err
}

// TestStandingsOfOtherFiles: the program in Python reads a log that went through Windows, and says what it cannot read.
func TestStandingsOfOtherFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, club.LeagueFileName)
	line := `{"n":1,"kind":"create","rules":{"format":"round-robin","scoring":{}}}`
	head := sha256.Sum256(append(make([]byte, sha256.Size), line...))
	text := fmt.Sprintf("\ufeff{\r\n\"log\": [{\"line\": %q, \"head\": \"%x\"}]}\r\n", line, head)
	for text, want := range map[string]string{text: "", "<html>": "is not the JSON of an exported league", "{}": "is not an exported league"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := secondStandings(t, dir)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := secondStandings(t, filepath.Join(dir, "nowhere")); err == nil || strings.Contains(err.Error(), "Traceback") {
		t.Errorf("a directory that is not there: %v", err)
	}
}

// python finds Python. CI has it; elsewhere the test is skipped without it.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatal("python3 is not installed: .ci/run should have done it")
	default:
		t.Skip("python3 is not installed: install it to run this test (Debian's package is called python3)")
	}
	return path
}

// sameStandings compares the standings with those that the other program counts.
func sameStandings(t *testing.T, dir string, look club.LeagueLook) {
	t.Helper()
	text, err := secondStandings(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	rows := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if len(rows) != len(look.Table.Lines) || len(rows) != len(look.Members) {
		t.Fatalf("%d rows, %d lines", len(rows), len(look.Table.Lines))
	}
	for i, line := range look.Table.Lines {
		var row struct {
			Player                                      league.Player
			Place, Points, Mutual, Berger, VP, Timeouts int
			Annulled                                    bool
		}
		if err := json.Unmarshal(rows[i], &row); err != nil {
			t.Fatal(err)
		}
		was := line
		line.Player, line.Place, line.Points, line.Mutual, line.Berger = row.Player, row.Place, row.Points, row.Mutual, row.Berger
		line.VP, line.Timeouts, line.Annulled = row.VP, row.Timeouts, row.Annulled
		if line != was {
			t.Errorf("line %d: %+v, the other program has %+v", i+1, was, line)
		}
	}
}

// reported is a league of the toy whose matches are played elsewhere.
type reported struct {
	t     *testing.T
	clubs *club.Club
	club.LeagueCommand
}

// newReported founds a league of five, and begins it.
func newReported(t *testing.T, rules league.Rules) *reported {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "league.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	games, err := known.Referee("toy", nil)
	if err != nil {
		t.Fatal(err)
	}
	clubs, err := club.New(referee.Config{Games: games, Store: s}, s.Leagues())
	if err != nil {
		t.Fatal(err)
	}
	l := &reported{t, clubs, club.LeagueCommand{Account: "test:o", Name: "Olga", Door: "test", Powers: authority.Powers{Home: "club", Organiser: true}}}
	reply, err := clubs.Leagues.Found(l.t.Context(), l.LeagueCommand, club.Founding{Home: "club", Name: "Winter", Rules: rules})
	l.League = reply.League
	l.must(err)
	var order []string
	for p := 1; p <= 5; p++ {
		order = append(order, l.enter(p).Account)
	}
	_, err = clubs.Leagues.Start(l.t.Context(), l.LeagueCommand, order)
	l.must(err)
	return l
}

func (l *reported) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// enter enters a player by number.
func (l *reported) enter(p int) club.Someone {
	l.t.Helper()
	who := club.Someone{Account: fmt.Sprint("test:", p), Name: fmt.Sprint("P", p)}
	_, err := l.clubs.Leagues.Enter(l.t.Context(), l.LeagueCommand, who, 0, league.Waking{})
	l.must(err)
	return who
}

// round reports a result of every match that is open, the next of some in turn.
func (l *reported) round(results ...league.Result) {
	l.t.Helper()
	look, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
	l.must(err)
	for _, m := range unfinished(look) {
		_, err := l.clubs.Leagues.Report(l.t.Context(), l.LeagueCommand, m.No, results[m.No%len(results)])
		l.must(err)
	}
}

// export writes the league to a directory.
func (l *reported) export() (dir string) {
	l.t.Helper()
	dir = l.t.TempDir()
	l.must(leaguedir.Write(l.t.Context(), l.clubs.Leagues, l.League, dir))
	return dir
}

// TestSecondStandingsOfASwissLeague: byes have their points, who comes late is among
// the players, and of who goes the results stand.
func TestSecondStandingsOfASwissLeague(t *testing.T) {
	l := newReported(t, league.Rules{
		Format: league.FormatSwiss, Rounds: 3, Slots: 1, Scoring: league.Scoring{Decisive: 7, Win: 5, Draw: 2, Loss: 1, Bye: 3},
	})
	results := []league.Result{
		{How: league.Played, Winner: league.First, VP: 4},
		{How: league.Played},
		{How: league.Played, Winner: league.Second, Decisive: true, VP: -9},
		{How: league.Forfeited, Winner: league.First, Timeouts: [2]int{0, 1}},
	}
	l.round(results...)
	l.enter(6)                                                                                          // round two is paired already
	_, err := l.clubs.Leagues.Withdraw(l.t.Context(), l.LeagueCommand, club.Someone{Account: "test:5"}) // after a bye, with a match open
	l.must(err)
	l.round(results...)
	l.round(results...)
	look, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
	l.must(err)
	if n := len(look.Matches); n != 2+2+2 || len(unfinished(look)) > 0 {
		t.Fatalf("%d matches: %+v", n, look.Matches)
	}
	sameStandings(t, l.export(), look)
}

// TestALadderHasNoStandings: it has an order.
func TestALadderHasNoStandings(t *testing.T) {
	l := newReported(t, league.Rules{Format: league.FormatLadder, Reach: 1, Slots: 1, Scoring: league.PlainScoring()})
	if _, err := secondStandings(t, l.export()); err == nil || !strings.Contains(err.Error(), "a ladder has an order") {
		t.Errorf("a table of a ladder: %v", err)
	}
}

// TestSecondStandingsOfARoundRobin: somebody goes with just half of their matches
// finished, which stand, and a result is taken back.
func TestSecondStandingsOfARoundRobin(t *testing.T) {
	l := newReported(t, league.Rules{Format: league.FormatRoundRobin, Slots: 1, Scoring: league.Scoring{Decisive: 3, Win: 3, Draw: 1}})
	l.round(league.Result{How: league.Played, Winner: league.First, VP: 2})
	l.round(league.Result{How: league.Played, Winner: league.Second, VP: -5})
	look, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
	l.must(err)
	i := slices.IndexFunc(look.Table.Lines, func(x league.Line) bool { return x.Played == 2 })
	gone := look.Table.Lines[i].Player
	open := slices.IndexFunc(look.Matches, func(m club.LeagueMatch) bool { return !m.Pair.Has(gone) })
	person, _ := look.Person(gone)
	_, err = l.clubs.Leagues.Withdraw(l.t.Context(), l.LeagueCommand, club.Someone{Account: person.Account})
	l.must(err)
	_, err = l.clubs.Leagues.Correct(l.t.Context(), l.LeagueCommand, look.Matches[open].No, nil)
	l.must(err)
	if look, err = l.clubs.Leagues.Look(l.t.Context(), l.League); err != nil || look.Matches[open].Result != nil || len(look.Matches) < 5 {
		t.Fatalf("%+v: %v", look.Matches, err)
	}
	for _, line := range look.Table.Lines {
		if line.Annulled {
			t.Errorf("%+v is annulled", line)
		}
	}
	dir := l.export()
	sameStandings(t, dir, look)
	forged(t, dir)
}

// forged changes a decision in an export, which the other program refuses.
func forged(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, club.LeagueFileName)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), `\"vp\":2`, `\"vp\":3`, 1)
	if changed == string(text) {
		t.Fatal("no margin to forge")
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := secondStandings(t, dir); err == nil || !strings.Contains(err.Error(), "does not fit its head") {
		t.Errorf("a margin that was forged: %v", err)
	}
}

// TestSecondStandingsOfALeagueWithBids: who has which side depends on all that two can
// bid, more, as much or less, for the same side or for different ones.
func TestSecondStandingsOfALeagueWithBids(t *testing.T) {
	thorough.Slow(t)
	l := newReported(t, league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.Scoring{Decisive: 3, Win: 3, Draw: 1}, Bidding: time.Hour.Milliseconds(),
	})
	bids := [][2]league.Bid{
		{{Side: league.First, VP: 1}, {Side: league.First}},
		{{Side: league.First, VP: 1}, {Side: league.First, VP: 1}},
		{{Side: league.First}, {Side: league.First, VP: 2}},
		{{Side: league.Second, VP: 1}, {Side: league.Second}},
		{{Side: league.Second, VP: 1}, {Side: league.Second, VP: 1}},
		{{Side: league.Second}, {Side: league.Second, VP: 2}},
		{{Side: league.First, VP: 1}, {Side: league.Second}},
		{{Side: league.Second}, {Side: league.First, VP: 2}},
	}
	changed := 0
	for range 5 {
		look, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
		l.must(err)
		for _, m := range unfinished(look) {
			for i, b := range bids[m.No%len(bids)] {
				by := l.LeagueCommand
				by.Account = fmt.Sprint("test:", m.Pair[i]-1) // the organiser is player 1
				_, err := l.clubs.Leagues.Bid(l.t.Context(), by, m.No, b)
				l.must(err)
			}
			after, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
			l.must(err)
			if find(after, m.No).Pair != m.Pair {
				changed++
			}
			_, err = l.clubs.Leagues.Report(l.t.Context(), l.LeagueCommand, m.No, league.Result{How: league.Played, Winner: league.First, VP: m.No})
			l.must(err)
		}
	}
	look, err := l.clubs.Leagues.Look(l.t.Context(), l.League)
	l.must(err)
	if n := len(look.Matches); n != 10 || len(unfinished(look)) > 0 || changed != 4 {
		t.Fatalf("%d matches, in %d the sides changed: %+v", n, changed, look.Matches)
	}
	sameStandings(t, l.export(), look)
}
