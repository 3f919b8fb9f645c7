package referee_test

import (
	"errors"
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// TestAWatchedMatch: a program has all seats and plays to the end, without giving up; nobody may sit there, and it is read from the
// store as any other.
func TestAWatchedMatch(t *testing.T) {
	quitter := play.Recruit(nil)
	quitter.GivesUp = 2
	b, _ := against(t, quitter)
	watched := referee.Opening{Setup: engine.Setup{"weather": "off"}, Place: "here", Program: quitter.Name, Watched: true}
	r, err := b.Open(t.Context(), command("", ""), watched)
	b.must(err)
	b.restart()
	m := b.matchOf(r.Match)
	end, over := m.Ending()
	if !over || end.How == match.Resigned {
		t.Fatalf("it ended with %+v", end)
	}
	for _, seat := range m.Game().Info().Seats {
		if p, program := m.Program(seat); !program || p.Name != quitter.Name {
			t.Errorf("at %s sits %+v", seat, p)
		}
	}
	_, err = b.Join(t.Context(), command(r.Match, "red"))
	b.refused("a seat of a watched match", err, match.ErrTaken)
	watched.Program = ""
	_, err = b.Open(t.Context(), command("", ""), watched)
	b.refused("a match to watch without a program", err, referee.ErrNoProgram)
}

// TestProgramForABeginner: the weakest, until one of their accounts has played a match to its end.
func TestProgramForABeginner(t *testing.T) {
	weak, strong := play.Recruit(nil), play.Recruit(nil)
	strong.Name = "captain"
	b, id := against(t, weak, strong)
	red := command(id, "red")
	usual, err := b.Games.DefaultProgram("toy")
	b.must(err)
	named := func(want string, accounts ...string) {
		t.Helper()
		if got, err := b.ProgramFor(t.Context(), "toy", accounts...); err != nil || got != want {
			t.Errorf("%v play the %s, want the %s: %v", accounts, got, want, err)
		}
	}
	named(weak.Name)
	named(weak.Name, red.Account)
	_, err = b.Resign(t.Context(), red)
	b.must(err)
	named(usual, "test:nobody", red.Account)
	named(weak.Name, "test:nobody")
	if _, err := b.ProgramFor(t.Context(), "chess"); !errors.Is(err, referee.ErrNoGame) {
		t.Errorf("a game that there is not: %v", err)
	}
}
