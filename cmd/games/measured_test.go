package games_test

import (
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

// TestMeasuredOnTheBoardBuiltIn: figures are those of the board built in, and notes and a name do not make another board of
// it, but one hex of other terrain does. If this fails after a change of the data, measure again as docs/bench.md says.
func TestMeasuredOnTheBoardBuiltIn(t *testing.T) {
	for _, g := range games.Known() {
		if g.Players == nil && g.Judge == nil {
			continue // nothing was measured
		}
		facts := func(change func(match.Data)) string {
			t.Helper()
			data, err := match.LoadData(g.Files())
			if err != nil {
				t.Fatal(err)
			}
			change(data)
			opened, err := g.Open(data, g.Law)
			if err != nil {
				t.Fatal(err)
			}
			return opened.Info().Facts
		}
		if got := facts(func(match.Data) {}); got != g.Measured {
			t.Errorf("%s: the board built in has the facts %s, and the figures were measured on %s", g.ID, got, g.Measured)
		}
		noted := facts(func(d match.Data) {
			lines := strings.Split(d["hexes.csv"], "\n")
			for i, line := range lines {
				if j := strings.LastIndex(line, ","); j > 0 && strings.HasPrefix(line, "01") {
					lines[i] = line[:j] + ",owner's copy"
				}
			}
			d["hexes.csv"] = strings.Join(lines, "\n")
			d["board.csv"] = "name,version,author\nOak,2,Anna\n"
		})
		if noted != g.Measured {
			t.Errorf("%s: notes and a name make another board of it", g.ID)
		}
		if facts(func(d match.Data) { d["hexes.csv"] = strings.Replace(d["hexes.csv"], ",woods,", ",clear,", 1) }) == g.Measured {
			t.Errorf("%s: a hex of other terrain makes no other board of it", g.ID)
		}
	}
}

// refereeOf is a referee over some games.
func refereeOf(t *testing.T, list []referee.Game) *referee.Referee {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "store"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r, err := referee.New(referee.Config{Store: s, Games: list})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFiguresNameTheirBoard: on a board that nothing was measured on, the levels, the win chance and the course say so, in each
// language; on the one built in they say nothing. The course is played on the board built in.
func TestFiguresNameTheirBoard(t *testing.T) {
	built, err := games.Known().Referee("celles", nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := gamestest.Elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		list []referee.Game
		says bool
	}{{built, false}, {other, true}} {
		r := refereeOf(t, c.list)
		info, err := r.Games.Info("celles")
		if err != nil {
			t.Fatal(err)
		}
		levels, elsewhere := r.Games.Measured(info)
		if elsewhere != c.says {
			t.Errorf("levels, on another board: %v", elsewhere)
		}
		l, err := tutor.New(t.Context(), r, "celles", referee.Command{Account: "ann"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if g, _ := games.Known().Find("celles"); l.Snapshot().Info().Facts != g.Measured {
			t.Error("the course is not played on the board built in")
		}
		chances := l.Snapshot().TellChance([]referee.SeatChance{{Seat: "german", Percent: 60}, {Seat: "allied", Percent: 40}})
		if len(chances) != 1 {
			t.Errorf("the win chance on the board built in: %v", chances)
		}
		for _, lang := range locale.Languages {
			about, name := l.Words.Say(lang, l.About()), gamestest.Oak.Called()
			if strings.Contains(about, name) != c.says {
				t.Errorf("%s: the course: %s", lang, about)
			}
			if c.says && !strings.Contains(l.Words.Say(lang, levels), name) {
				t.Errorf("%s: levels: %s", lang, l.Words.Say(lang, levels))
			}
		}
		if err := l.Go(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		if about := l.Words.Say("en", l.About()); strings.Contains(about, gamestest.Oak.Name) {
			t.Errorf("the course says it again: %s", about)
		}
	}
}

// TestFiguresOfAGameWithoutAnyAreNotNamed: nothing is said of what was never measured, and a board without a name is the operator's.
func TestFiguresOfAGameWithoutAnyAreNotNamed(t *testing.T) {
	info := &engine.Info{Facts: "here"}
	if said, elsewhere := referee.Measured(referee.FigureChance, "", info); elsewhere {
		t.Errorf("told: %v", said)
	}
	said, elsewhere := referee.Measured(referee.FigureChance, "there", info)
	if !elsewhere || len(said.Args) != 1 || said.Args[0].Msg == nil || said.Args[0].Msg.Key != "measured.own" {
		t.Errorf("told: %+v", said)
	}
}
