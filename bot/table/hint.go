package table

import "referee/engine"

// hint tells what the usual program of the game would do here, as an order that can be typed, and why: that it was asked is
// recorded. In a course it says which order does what is asked for.
func hint(t *Session, _ []string) error {
	if t.lesson != nil {
		t.say("tutor.hint", engine.Text("order", t.lesson.Hint(t.Lang)))
		return nil
	}
	seat, err := t.acting(nil)
	if err != nil {
		return err
	}
	h, reply, err := t.Referee.Hint(t.by(seat))
	if err != nil {
		return err
	}
	t.refused = nil
	t.say("table.hinted", engine.Noun("program", h.Program.Name), engine.Text("order", t.path(h.Order)))
	tellAll(t, h.Why.Lines)
	t.say("table.hint-recorded", engine.Num("n", reply.To))
	return t.posted(reply.To)
}
