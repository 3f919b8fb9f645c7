package table

import (
	"strings"

	"referee/engine"
)

// cells is how long the bar of chances is.
const cells = 20

// forecast prints how likely either side is to win: a bar, and a sentence.
func forecast(t *Session, _ []string) error {
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return err
	}
	list, shown := s.Chance(t.viewer())
	if !shown {
		return refused("chance.hidden")
	}
	if !t.Plain {
		n := (list[0].Percent*cells + 50) / 100
		t.write("   " + strings.Repeat("█", n) + strings.Repeat("░", cells-n))
	}
	t.say("chance.told", engine.Noun("first", string(list[0].Seat)), engine.Num("p", list[0].Percent),
		engine.Noun("second", string(list[1].Seat)), engine.Num("q", list[1].Percent))
	return nil
}

// accounted prints where the margin of a match came from that is over.
func accounted(t *Session, _ []string) error {
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return err
	}
	if s.Match().Over() {
		t.say("table.account-wait")
	}
	said, err := s.Account(t.ctx)
	tellAll(t, said)
	return err
}
