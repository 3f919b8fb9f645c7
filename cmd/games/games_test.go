package games_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
)

// both are the games that people play, with one for tests behind them.
var both = append(games.Known(), gamestest.Toy())

// ids are the ids of what is listed where a game is meant.
func ids(t *testing.T, meant string) string {
	t.Helper()
	listed, err := both.Listed(meant)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(listed.IDs(), " ")
}

// TestAGameForTestsIsHidden: it is listed only where it is meant, first as any that is, and no message
// names it.
func TestAGameForTestsIsHidden(t *testing.T) {
	usual := games.Known()[0].ID
	if got := ids(t, usual); got != strings.Join(games.Known().IDs(), " ") {
		t.Errorf("where %s is meant there is %s", usual, got)
	}
	if got := ids(t, "toy"); got != "toy "+strings.Join(games.Known().IDs(), " ") {
		t.Errorf("where the toy is meant there is %s", got)
	}
	_, err := both.Find("chess")
	var misused *cli.UsageError
	if !errors.As(err, &misused) || strings.Contains(err.Error(), "toy") || !strings.Contains(err.Error(), usual) {
		t.Errorf("of a game that there is not is said: %v", err)
	}
}

// TestEachGameHasItsData: a directory is that of the game for which it is named alone, and one that holds
// nothing of the game's data set is refused.
func TestEachGameHasItsData(t *testing.T) {
	dir := t.TempDir()
	small := "hex,0101,town,Westby,0\nhex,0201,woods,Ford,1\nunit,red-a,red,0101\nunit,blue-a,blue,0201\neffort,2\n"
	if err := os.WriteFile(filepath.Join(dir, "toy.csv"), []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := both.Referee("toy", map[string]string{"toy": dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		own, err := g.Open(g.Data, g.Law)
		if err != nil {
			t.Fatal(err)
		}
		built, err := g.Open(g.Built, g.Law)
		if err != nil {
			t.Fatal(err)
		}
		if other := own.Info().Data != built.Info().Data; other != (g.ID == "toy") {
			t.Errorf("%s has data of its own: %t", g.ID, other)
		}
	}
	usual := games.Known()[0].ID
	for dir, want := range map[string]string{
		dir:                           "it contains no file of the data set: name a directory that contains ",
		filepath.Join(dir, "nowhere"): "there is no such directory: name a directory that contains ",
	} {
		_, err := both.Referee("toy", map[string]string{usual: dir})
		if err == nil || !strings.HasPrefix(err.Error(), "data."+usual+": "+dir+": "+want) || !strings.HasSuffix(err.Error(), " and the other data files, for example /srv/"+usual) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
