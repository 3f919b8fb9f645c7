package games_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/lesson"
	"referee/store"
)

// taught calls a test for each game that has a course.
func taught(t *testing.T, test func(t *testing.T, r *referee.Referee, g games.Module)) {
	t.Helper()
	list, err := games.Known().Referee(games.Known()[0].ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "store"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r, err := referee.New(referee.Config{Games: list, Store: s})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, g := range games.Known() {
		if g.Course != nil {
			seen++
			t.Run(g.ID, func(t *testing.T) { test(t, r, g) })
		}
	}
	if seen == 0 {
		t.Error("no game has a course")
	}
	if list, err := s.Matches(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("courses left matches in the store: %v %v", list, err)
	}
}

// pupil begins a course at a step.
func pupil(t *testing.T, r *referee.Referee, game string, step int) *tutor.Lesson {
	t.Helper()
	l, err := tutor.New(t.Context(), r, game, referee.Command{Account: "table:pupil", Name: "pupil", Door: "table"}, step)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// solve gives the orders that the tasks of a step name, from where the pupil stands, and
// returns the position in which the step ends.
func solve(t *testing.T, l *tutor.Lesson, lang string) string {
	t.Helper()
	n, _ := l.Step()
	for {
		typed := l.Words.Typed(lang, l.Hint(lang))
		if _, err := l.Order(t.Context(), l.By(), typed+referee.SureMark); err != nil {
			t.Fatalf("step %d: %q is refused: %v\n%s", n, typed, err, l.Match().Position())
		}
		end := l.Match().Position().String()
		verdict, err := l.Judge()
		switch {
		case err != nil:
			t.Fatal(err)
		case verdict == tutor.StepDone || verdict == tutor.Over:
			return end
		case verdict != tutor.More:
			t.Fatalf("step %d: %q does not do it\n%s", n, typed, end)
		}
	}
}

// TestCourses: the orders that a course names do what it asks for, in every language; and a step
// that goes on begins where the one before ends.
func TestCourses(t *testing.T) {
	taught(t, func(t *testing.T, r *referee.Referee, g games.Module) {
		for _, lang := range locale.Languages {
			end := ""
			for i, s := range g.Course.Steps {
				l := pupil(t, r, g.ID, i+1)
				if begin := l.Match().Position().String(); s.GoesOn && begin != end {
					t.Errorf("step %d begins with\n%s\nbut the one before ends with\n%s", i+1, begin, end)
				}
				end = solve(t, l, lang)
			}
		}
	})
}

// TestNoOrderLosesAPupil: whatever legal orders are given in a step, and whatever is left half typed, what
// it asks for can be done from there, and from its beginning.
func TestNoOrderLosesAPupil(t *testing.T) {
	taught(t, func(t *testing.T, r *referee.Referee, g games.Module) {
		random := rand.New(rand.NewPCG(22, 0))
		took := map[tutor.Verdict]int{}
		for i := range g.Course.Steps {
			l := pupil(t, r, g.ID, i+1)
			for range 25 {
				verdict := astray(t, l, random)
				if took[verdict]++; verdict == tutor.StepDone || verdict == tutor.Over {
					if err := l.Go(t.Context(), i+1); err != nil {
						t.Fatal(err)
					}
				}
			}
			solve(t, l, "en")
			if err := l.Go(t.Context(), i+1); err != nil {
				t.Fatal(err)
			}
			solve(t, l, "en")
		}
		if took[tutor.Other] < 50 || took[tutor.Nothing] < 20 {
			t.Errorf("orders at random came to %v: too few are astray, or left half typed", took)
		}
	})
}

// astray gives a legal answer at random, or half of one.
func astray(t *testing.T, l *tutor.Lesson, random *rand.Rand) tutor.Verdict {
	t.Helper()
	asks := slices.DeleteFunc(l.Match().Position().Prompts(), func(p engine.Prompt) bool { return p.Seat != l.By().Seat })
	if len(asks) == 0 {
		t.Fatalf("the pupil is asked nothing\n%s", l.Match().Position())
	}
	p := asks[random.IntN(len(asks))]
	var path []string
	for {
		node, err := l.Snapshot().Options(t.Context(), l.By(), p.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		if node.Done && (len(node.Options) == 0 || random.IntN(2) == 0) || len(path) > 0 && random.IntN(6) == 0 {
			break
		}
		path = append(path, node.Options[random.IntN(len(node.Options))].ID)
	}
	if _, err := l.Choose(t.Context(), l.By(), p.ID, path); err != nil && !referee.IsRefusal(err) {
		t.Fatalf("%v: %v", path, err)
	}
	verdict, err := l.Judge()
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// TestCoursesAreWritten: every step says in every language all that is said of it, and nothing else is in the
// catalogues; its paragraphs are numbers.
func TestCoursesAreWritten(t *testing.T) {
	optional := regexp.MustCompile(`\.(else[2-9]?|typed)$`)
	taught(t, func(t *testing.T, _ *referee.Referee, g games.Module) {
		for _, lang := range locale.Languages {
			text, err := fs.ReadFile(g.Course.Catalogues, lang+".toml")
			if err != nil {
				t.Fatal(err)
			}
			entries := map[string]string{}
			if _, err := toml.Decode(string(text), &entries); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, s := range g.Course.Steps {
				want = append(want, keysOf(s)...)
			}
			have := slices.DeleteFunc(slices.Collect(maps.Keys(entries)), optional.MatchString)
			slices.Sort(want)
			slices.Sort(have)
			if !slices.Equal(have, want) {
				t.Errorf("%s.toml has\n%v\nwant\n%v", lang, have, want)
			}
			for key := range entries {
				if own, _, _ := strings.Cut(strings.TrimPrefix(key, "lesson."), "."); !slices.ContainsFunc(g.Course.Steps, func(s lesson.Step) bool { return s.ID == own }) {
					t.Errorf("%s.toml: %s is of no step", lang, key)
				}
			}
		}
		for _, s := range g.Course.Steps {
			for _, rule := range s.Rules {
				if !regexp.MustCompile(`^\d+(\.\d+)?$`).MatchString(rule) {
					t.Errorf("step %s: %q is no paragraph", s.ID, rule)
				}
			}
		}
	})
}

// keysOf are the keys of what must be said of a step.
func keysOf(s lesson.Step) []string {
	var out []string
	for _, what := range []string{"title", "text", "done"} {
		out = append(out, "lesson."+s.ID+"."+what)
	}
	for i := range s.Tasks {
		key := "lesson." + s.ID + ".do"
		if i > 0 {
			key += fmt.Sprint(i + 1)
		}
		out = append(out, key)
	}
	return out
}

// TestAPupilPlaysTheirSeat: nobody else orders in a practice, not even its pupil for the rival.
func TestAPupilPlaysTheirSeat(t *testing.T) {
	taught(t, func(t *testing.T, r *referee.Referee, g games.Module) {
		l := pupil(t, r, g.ID, 1)
		before := l.Match().Seq()
		other := l.By()
		other.Account = "table:somebody"
		rival := l.By()
		for _, seat := range l.Snapshot().Info().Seats {
			if seat != rival.Seat {
				rival.Seat = seat
				break
			}
		}
		for _, by := range []referee.Command{other, rival} {
			if _, err := l.Order(t.Context(), by, l.Hint("en")); err == nil || !referee.IsRefusal(err) {
				t.Errorf("%s at %s orders: %v", by.Account, by.Seat, err)
			}
		}
		if now := l.Match().Seq(); now != before {
			t.Errorf("the practice went on to %d", now)
		}
	})
}
