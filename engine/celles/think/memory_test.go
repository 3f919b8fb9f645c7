package think

import (
	"fmt"
	"reflect"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

// TestMemoryChangesNoAnswer: a sergeant who remembers all that came before in a match, and answered for both sides,
// answers as one who remembers nothing, for the same nodes.
func TestMemoryChangesNoAnswer(t *testing.T) {
	thorough.Slow(t)
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	forgets, _ := Players().Find("sergeant")
	knows := play.Player{About: forgets.About, Think: sergeant{built(), newMemory()}.answer}
	for pair := range 2 {
		m := duel.Rivals{Game: g, A: forgets, B: forgets, Seed: 12}.Match(pair, 0)
		m.Decided = func(d duel.Decision) error {
			if d.Prompt.Seat == engine.Chance {
				return nil
			}
			q, err := play.At("", d.Prompt.Seat).Ask(d.Before, d.Prompt.ID)
			if err != nil {
				return err
			}
			if a, err := knows.Answer(q); err != nil || !reflect.DeepEqual(a, d.Answer) {
				return fmt.Errorf("%s: %v, and with a memory %v, %w", d.Prompt.ID, d.Answer, a, err)
			}
			return nil
		}
		if _, err := m.Play(); err != nil {
			t.Fatal(err)
		}
	}
}
