package tutor

import (
	"errors"
	"path/filepath"
	"testing"

	"referee/bot/notebook"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/lesson"
	"referee/engine/match"
	"referee/store"
)

func open(t *testing.T) (*referee.Referee, *store.Store) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "store"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r, err := referee.New(referee.Config{Store: s, Games: []referee.Game{{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}}})
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// TestNoCourse: not every game has a course.
func TestNoCourse(t *testing.T) {
	r, _ := open(t)
	if _, err := New(t.Context(), r, "toy", referee.Command{}, 1); !errors.Is(err, ErrNone) {
		t.Errorf("the course of a game without one: %v", err)
	}
	if list, err := r.Games.Taught(); err != nil || len(list) > 0 {
		t.Errorf("taught: %v %v", list, err)
	}
}

// TestProgressIsNoted: each pupil goes on where they were, in each game, and begins anew once they are through.
func TestProgressIsNoted(t *testing.T) {
	_, s := open(t)
	check := func(n notebook.Store, game, account string, want int) {
		t.Helper()
		if got, err := Reached(t.Context(), n, game, account); err != nil || got != want {
			t.Errorf("%s of %s: step %d, %v; want %d", game, account, got, err, want)
		}
	}
	check(s, "toy", "anna", 0)
	if err := errors.Join(Reach(t.Context(), s, "toy", "anna", 4), Reach(t.Context(), s, "toy", "ben", 2), Reach(t.Context(), nil, "toy", "anna", 9)); err != nil {
		t.Fatal(err)
	}
	check(s, "toy", "anna", 4)
	check(s, "other", "anna", 0)
	check(s, "toy", "ben", 2)
	check(nil, "toy", "anna", 0)
	if err := Reach(t.Context(), s, "toy", "anna", 0); err != nil {
		t.Fatal(err)
	}
	check(s, "toy", "anna", 0)
}

// TestPracticeDice: rolls bring what the step names, in order; where a roll cannot, and after the last, always the same.
func TestPracticeDice(t *testing.T) {
	step := &lesson.Step{ID: "plan", Faces: []string{"3", "x"}}
	roll := func(no int, step *lesson.Step) string {
		f, err := faces{step}.Roll(match.Roll{No: no, Faces: []engine.Option{{ID: "1", Weight: 5}, {ID: "2"}, {ID: "3"}, {ID: "4"}, {ID: "5"}}})
		if err != nil {
			t.Fatal(err)
		}
		return f.ID
	}
	if got := roll(1, step); got != "3" {
		t.Errorf("the first roll brought %s", got)
	}
	brought := map[string]int{}
	for no := 2; no < 60; no++ {
		face := roll(no, step)
		brought[face]++
		if again := roll(no, step); again != face {
			t.Errorf("roll %d brought %s, then %s", no, face, again)
		}
	}
	if len(brought) != 5 || brought["1"] < brought["2"] {
		t.Errorf("rolls that are not named brought %v", brought)
	}
}
