package enginetest

import (
	"errors"
	"fmt"

	"referee/engine"
)

// checkLaws: a game knows the laws from 1 to the newest and no other, says what each has
// changed, and every law goes on from the positions of every other.
func checkLaws(t *tour) error {
	info := t.Game.Info()
	if err := checkReadings(info); err != nil {
		return err
	}
	for _, law := range []int{0, info.Newest + 1} {
		var unknown *engine.LawError
		_, err := t.Game.Under(law)
		if err == nil {
			return fmt.Errorf("there is no law %d, and the game has it", law)
		}
		if !errors.As(err, &unknown) || unknown.Law != law || unknown.Newest != info.Newest {
			return fmt.Errorf("there is no law %d, and the game says: %w", law, err)
		}
	}
	if same, err := t.Game.Over(nil); err != nil || same.Info().Data != info.Data || same.Info().Law != info.Law {
		return fmt.Errorf("over the same data set it is another game: %w", err)
	}
	for law := 1; law <= info.Newest; law++ {
		other, err := t.Game.Under(law)
		if err != nil {
			return err
		}
		if is := other.Info(); is.Game != info.Game || is.Law != law || is.Newest != info.Newest || is.Data != info.Data {
			return fmt.Errorf("under law %d it is %s law %d of %d, data %.8s", law, is.Game, is.Law, is.Newest, is.Data)
		}
		if law == info.Law {
			continue
		}
		for _, s := range t.sample("laws") {
			if err := takenOver(s, law); err != nil {
				return s.fail(fmt.Errorf("under law %d: %w", law, err))
			}
		}
	}
	return nil
}

// takenOver checks that a position can be judged by another law, with other questions, and
// is the same as before once it is judged by its own again.
func takenOver(s spot, law int) error {
	own := s.pos().Law()
	under, err := s.pos().Under(s.next(), law)
	if err != nil {
		return err
	}
	if under.Law() != law || s.pos().Law() != own {
		return fmt.Errorf("the position is judged by law %d, and the one before by law %d", under.Law(), s.pos().Law())
	}
	if err := under.Check(); err != nil {
		return err
	}
	for _, q := range under.Prompts() {
		if _, err := s.pos().Prompt(q.ID); err == nil {
			return fmt.Errorf("%s keeps its id", q.ID)
		}
		if _, err := under.Options(q.ID, nil); err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
	}
	back, err := under.Under(s.next(), own)
	if err != nil {
		return err
	}
	return difference("position and the same under its own law again", back.String(), s.texts[s.at])
}

// checkReadings: each reading is of a law that there is, every law from the second on has
// one at least, and what it takes the place of is an older one.
func checkReadings(info *engine.Info) error {
	for i, r := range info.Readings {
		if r.Law < 0 || r.Law == 1 || r.Law > info.Newest {
			return fmt.Errorf("%s is of law %d", r.Key, r.Law)
		}
		for j, old := range info.Readings {
			if r.Instead == old.Key && old.Law >= r.Law || i != j && r.Key == old.Key {
				return fmt.Errorf("%s takes the place of %s, and is not newer", r.Key, old.Key)
			}
		}
	}
	for law := 2; law <= info.Newest; law++ {
		if len(info.Changes(law-1, law)) == 0 {
			return fmt.Errorf("law %d changes nothing", law)
		}
	}
	return nil
}
