package table

import (
	"referee/bot/turn"
	"referee/engine"
)

// hint tells what the usual program of the game would do here, as an order that can be typed, and why: that it was asked is
// recorded. In a course it says which order does what is asked for.
func hint(q *request, _ []string) error {
	if q.lesson != nil {
		q.say("tutor.hint", engine.Text("order", q.lesson.Hint(q.lang)))
		return nil
	}
	x, err := q.turnFor(nil)
	if err != nil {
		return err
	}
	done, err := x.Do(q.ctx, turn.Hint, turn.With{})
	if err != nil {
		return err
	}
	q.refused = nil
	q.say("table.hinted", engine.Noun("program", done.Hint.Program.Name), engine.Text("order", q.path(done.Hint.Order)))
	tellAll(q, done.Hint.Why.Lines)
	q.say("table.hint-recorded", engine.Num("n", done.To))
	return q.posted(done.To)
}
