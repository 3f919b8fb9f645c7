package table

import (
	"referee/bot/turn"
	"referee/engine"
)

// hint tells what the usual program of the game would do here, as an order that can be typed, and why: that it was asked is
// recorded. In a course it says which order does what is asked for.
func hint(t *Session, _ []string) error {
	if t.lesson != nil {
		t.say("tutor.hint", engine.Text("order", t.lesson.Hint(t.lang)))
		return nil
	}
	seat, err := t.acting(nil)
	if err != nil {
		return err
	}
	x, err := t.turnOf(seat)
	if err != nil {
		return err
	}
	done, err := x.Do(turn.Hint, turn.With{})
	if err != nil {
		return err
	}
	t.refused = nil
	t.say("table.hinted", engine.Noun("program", done.Hint.Program.Name), engine.Text("order", t.path(done.Hint.Order)))
	tellAll(t, done.Hint.Why.Lines)
	t.say("table.hint-recorded", engine.Num("n", done.To))
	return t.posted(done.To)
}
