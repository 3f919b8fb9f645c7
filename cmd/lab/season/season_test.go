package season

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/cmd/leaguedir"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

// known are the games of the lab.
var known = append(games.Known(), gamestest.Toy())

// run runs the command as the lab does.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{Use: "lab"}
	config.Flag(root, known.IDs()...)
	return cli.Run(ctx, cli.Program(root, New(known)), args, stdin, stdout, stderr)
}

// playSeason plays a small season and returns its directory and what was said.
func playSeason(t *testing.T, args ...string) (dir, said string, result seasonSummary) {
	t.Helper()
	dir = t.TempDir()
	var out, complaint strings.Builder
	args = append([]string{"season", "--players", "6", "--out", dir}, args...)
	if code := run(t.Context(), args, strings.NewReader(""), &out, &complaint); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &result); err != nil {
		t.Fatal(err)
	}
	return dir, out.String(), result
}

// leagueOf opens the store of a season of a game.
func leagueOf(t *testing.T, dir, game string) (*club.Club, club.LeagueLook) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(dir, "season.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Check(context.Background()); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	list, err := known.Referee(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	clubs, err := club.New(referee.Config{Games: list, Store: s}, s.Leagues())
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Leagues().All(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d leagues: %v", len(all), err)
	}
	look, err := clubs.Leagues.Look(t.Context(), all[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return clubs, look
}

// TestSeason plays a season of Celles, and holds it against what a season must
// show.
func TestSeason(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	dir, said, result := playSeason(t, "--seed", "2") // 26 matches are few: one season in twenty is one-sided
	t.Run("packed", func(t *testing.T) { packedMatchesAreSmall(t, dir) })
	r, look := leagueOf(t, dir, "celles")
	verdicts, marked, draws := 0, 0, 0
	won := map[league.Side]int{}
	for _, m := range look.Matches {
		won[m.Result.Winner]++
		if m.Result.How == league.Played {
			verdicts++
		}
		if m.Marked {
			marked++
		}
		if m.Result.Winner == 0 && m.Result.How == league.Played {
			draws++
		}
	}
	n := result.Matches
	if result.Players != 6 || n < 20 || result.Verified != n || verdicts*10 < n*9 || marked != 2 || draws == 0 {
		t.Errorf("%+v: %d played out, %d marked, %d draws", result, verdicts, marked, draws)
	}
	if won[league.First]*10 < n || won[league.Second]*10 < n {
		t.Errorf("of %d matches the first side has won %d, the second %d", n, won[league.First], won[league.Second])
	}
	for _, act := range []string{
		"join", "leave", "start", "pair", "substitute", "amend", "result", "correct", "block", "unblock", "vacation", "wish",
		"undo", "appeal", "ruling", "withdraw", "finish",
	} {
		if !strings.Contains(said, `"`+act+`"`) {
			t.Errorf("%s was not undone", act)
		}
	}
	gone := 0
	for _, m := range look.Members {
		if m.Withdrawn {
			gone++
		}
	}
	if gone != 1 || !look.Card.Over {
		t.Errorf("%d have withdrawn; over: %v", gone, look.Card.Over)
	}
	rulingsCite(t, r)
	if fights := rollsHold(t, dir); fights*10 < n*9 || !strings.Contains(said, fmt.Sprintf("with fights %d,", fights)) {
		t.Errorf("there were fights in %d of %d matches:\n%s", fights, n, said)
	}
	sameStandings(t, dir, look)
	tampered(t, dir)
}

// rulingsCite checks that every ruling names the rule that it rests on.
func rulingsCite(t *testing.T, clubs *club.Club) {
	t.Helper()
	cases, err := clubs.Judges.Rulings(t.Context(), "", nil)
	if err != nil || len(cases) != 3 {
		t.Errorf("%d rulings: %v", len(cases), err)
	}
	for _, c := range cases {
		if len(c.Rules) != 1 {
			t.Errorf("a ruling on the rules %v", c.Rules)
		}
	}
}

// rollsHold checks the proof of every roll from the file of rolls alone, and counts
// the matches in which one was for an attack.
func rollsHold(t *testing.T, dir string) (fights int) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, club.RollsFileName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it is only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n, fought := 0, map[int]bool{}
	for ; lines.Scan(); n++ {
		var roll club.LeagueRoll
		if err := json.Unmarshal(lines.Bytes(), &roll); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(roll.Roll.For, "attack ") {
			fought[roll.No] = true
		}
		if n%20 > 0 {
			continue // the matches are verified with all of theirs
		}
		if err := dice.Check(roll.Made()); err != nil {
			t.Fatalf("roll %d of match %d: %v", roll.Roll.No, roll.No, err)
		}
		roll.Seed[0]++
		if dice.Check(roll.Made()) == nil {
			t.Fatalf("roll %d of match %d holds with another seed", roll.Roll.No, roll.No)
		}
	}
	if n < 100 || lines.Err() != nil {
		t.Errorf("%d rolls: %v", n, lines.Err())
	}
	return len(fought)
}

// tampered changes what was exported, which holds as it is, and wants it noticed.
func tampered(t *testing.T, dir string) {
	t.Helper()
	var f club.LeagueFile
	text, err := os.ReadFile(filepath.Join(dir, club.LeagueFileName))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	verdict := func(change func(f *club.LeagueFile)) error {
		g := f
		g.Log, g.Played = append(g.Log[:0:0], f.Log...), append(g.Played[:0:0], f.Played...)
		change(&g)
		put := func(w io.Writer) error { return json.NewEncoder(w).Encode(g) }
		if err := cli.WriteFile(filepath.Join(dir, club.LeagueFileName), put); err != nil {
			t.Fatal(err)
		}
		_, err := leaguedir.Verify(dir, known.Verifier())
		return err
	}
	// Unchanged it holds, as the season says of itself. What is changed stands early, so
	// that the other matches are not verified again.
	for name, change := range map[string]func(f *club.LeagueFile){
		"a result":      func(f *club.LeagueFile) { forgeResult(t, f) },
		"a line":        func(f *club.LeagueFile) { f.Log[40].Line = strings.Replace(f.Log[40].Line, "at", "At", 1) },
		"the end":       func(f *club.LeagueFile) { f.Log = f.Log[:len(f.Log)-1] },
		"another match": func(f *club.LeagueFile) { f.Played[0].File = f.Played[1].File },
		"another head":  func(f *club.LeagueFile) { f.Played[0].Head = f.Played[1].Head },
		"one left out":  func(f *club.LeagueFile) { f.Played = f.Played[:len(f.Played)-1] },
		"a missing one": func(f *club.LeagueFile) { f.Played[0].File = "matches/none.json" },
	} {
		if verdict(change) == nil {
			t.Errorf("%s was exchanged, and nobody notices", name)
		}
	}
}

// forgeResult has the first match that is named won by the other side, and makes the chain
// anew.
func forgeResult(t *testing.T, f *club.LeagueFile) {
	t.Helper()
	var head chain.Head
	forged := false
	for i := range f.Log {
		l := &f.Log[i]
		var d league.Decision
		if err := json.Unmarshal([]byte(l.Line), &d); err != nil {
			t.Fatal(err)
		}
		if a, ok := d.Act.(league.ActResult); ok && a.Match == f.Played[0].No && a.Result.Winner != 0 {
			was, is := fmt.Sprintf(`"winner":%d`, a.Result.Winner), fmt.Sprintf(`"winner":%d`, a.Result.Winner.Other())
			l.Line, forged = strings.Replace(l.Line, was, is, 1), true
		}
		head = head.Next([]byte(l.Line))
		l.Head = head.String()
	}
	f.Head = head
	if !forged {
		t.Fatal("no result to forge")
	}
}

// TestSeasonOfTheSameSeed plays the toy twice.
func TestSeasonOfTheSameSeed(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	var heads []string
	for range 2 {
		dir, _, _ := playSeason(t, "--game", "toy", "--seed", "5")
		text, err := os.ReadFile(filepath.Join(dir, club.LeagueFileName))
		if err != nil {
			t.Fatal(err)
		}
		f, err := club.ReadLeagueFile(text)
		if err != nil {
			t.Fatal(err)
		}
		heads = append(heads, f.Head.String())
	}
	if heads[0] != heads[1] {
		t.Errorf("the same seed plays %s and %s", heads[0], heads[1])
	}
}

// TestSeasonWithBids: players bid for the sides of every match that is played, and what they bid holds with the rest.
func TestSeasonWithBids(t *testing.T) {
	t.Parallel()
	_, said, result := playSeason(t, "--game", "toy", "--seed", "6", "--bids")
	if result.Matches < 10 || result.Verified != result.Matches || !strings.Contains(said, fmt.Sprintf("with bids: %d\n", result.Matches)) {
		t.Errorf("%+v:\n%s", result, said)
	}
}

// TestAProgramAsTheCaretaker: a season is played to its end with one, its league verified, and each of its answers is given
// once more from the record alone.
func TestAProgramAsTheCaretaker(t *testing.T) {
	thorough.Slow(t)
	dir, _, result := playSeason(t, "--game", "toy", "--seed", "4", "--caretaker", "recruit")
	if result.Verified != result.Matches {
		t.Errorf("%d of %d matches hold", result.Verified, result.Matches)
	}
	list, err := known.Referee("toy", nil)
	if err != nil {
		t.Fatal(err)
	}
	clubs, look := leagueOf(t, dir, "toy")
	cared := 0
	for _, m := range look.Matches {
		if m.ID == "" {
			continue
		}
		now, err := clubs.Referee.Snapshot(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		asked, found, err := match.AskAgain(now.Match().Game(), now.Match().Log(), list[0].Players)
		if err != nil || len(found) > 0 || len(asked.Gone) > 0 {
			t.Errorf("match %d: asked again: %+v %+v %v", m.No, asked, found, err)
		}
		if asked.Answers > 0 && !m.Marked {
			t.Errorf("match %d, which a program played, is not marked", m.No)
		}
		cared += asked.Answers
	}
	if cared == 0 {
		t.Error("the program answered nothing")
	}
}
