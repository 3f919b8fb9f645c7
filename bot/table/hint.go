package table

import (
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
)

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
	order, err := t.orderOf(seat, h)
	if err != nil {
		return err
	}
	t.say("table.hinted", engine.Noun("program", h.Program.Name), engine.Text("order", order))
	tellAll(t, h.Why.Lines)
	t.say("table.hint-recorded", engine.Num("n", reply.To))
	return t.posted(reply.To)
}

// orderOf is the answer of a hint as it can be typed: with the verb that is for it, without what is only for programs, as far as it
// is read as that answer.
func (t *Session) orderOf(seat engine.Seat, h referee.Hint) (string, error) {
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return "", err
	}
	bare := slices.Clone(h.Path)
	for _, v := range t.info.Verbs {
		for _, slot := range v.Slots {
			for i, word := range bare {
				bare[i] = strings.TrimPrefix(word, slot.Goal)
			}
		}
	}
	tries := [][]string{bare}
	for _, v := range t.info.Verbs {
		if slices.Contains(v.Kinds, h.Prompt.Kind()) && v.Name != bare[0] {
			tries = slices.Insert(tries, len(tries)-1, append([]string{v.Name}, bare...))
		}
	}
	if gameSays(t, bare[0]) {
		slices.Reverse(tries)
	}
	for _, words := range tries {
		o, err := s.Read(t.by(seat), strings.Join(words, " "))
		if err == nil && o.Prompt == h.Prompt && slices.Equal(o.Path, h.Path) {
			return t.path(words), nil
		}
	}
	return t.path(h.Path), nil
}
