package discord

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/bot/referee"
	"referee/engine/alliedorders"
	"referee/engine/celles/course"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/enginetest/toy"
	"referee/engine/notary"
	"referee/engine/play"
)

// TestPlays plays every script of testdata/play and compares what people read.
func TestPlays(t *testing.T) {
	files, err := filepath.Glob("testdata/play/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := newStage(t, gamesOf(filepath.Base(name))...).play(string(want))
			if missing := unworded.FindString(got); missing != "" {
				t.Errorf("no catalogue has %s", missing)
			}
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// unworded matches what is said for a key that no catalogue has.
var unworded = regexp.MustCompile(`\[(discord|referee)\.[\w.-]+\]`)

// ridgeGame is the toy on its second map.
var ridgeGame = referee.Game{ID: "toy", Law: 1, Data: toy.Ridge(), Open: toy.Open}

// computerGame is Celles with the programs that play it.
var computerGame = func() referee.Game {
	g := cellesGame
	g.Players = append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
	return g
}()

// judgedGame is that with what judges its positions: numbers that are told change with how it judges.
var judgedGame = func() referee.Game {
	g := computerGame
	g.Judge = think.Judge()
	return g
}()

// taughtGame is Celles with its course.
var taughtGame = func() referee.Game {
	g := computerGame
	g.Course = course.Course()
	return g
}()

// ordersGame is the aid for owners of a box, without what an owner has entered.
var ordersGame = referee.Game{ID: "allied-orders", Law: 1, Data: alliedorders.Files(), Open: alliedorders.Open}

// notaryGame is the game without rules.
var notaryGame = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}

// gamesOf are the games of a script.
func gamesOf(name string) []referee.Game {
	switch first, _, _ := strings.Cut(name, "-"); first {
	case "celles":
		return []referee.Game{cellesGame}
	case "course":
		return []referee.Game{taughtGame}
	case "computer":
		return []referee.Game{computerGame}
	case "ridge":
		return []referee.Game{ridgeGame}
	case "patience":
		return []referee.Game{patienceGame}
	case "notary":
		return []referee.Game{notaryGame}
	case "orders":
		return []referee.Game{ordersGame}
	case "box":
		g := ordersGame
		g.Data = os.DirFS("../../engine/alliedorders/testdata/box")
		return []referee.Game{g}
	case "america":
		return []referee.Game{americaGame}
	case "games":
		return []referee.Game{toyGame, cellesGame}
	}
	return []referee.Game{toyGame}
}
