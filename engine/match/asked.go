package match

import (
	"fmt"

	"referee/engine"
)

// RollPrompts lists the prompts that the rolls of Made answered, in the same order: they give the purpose
// of each in the game's words.
func (m *Match) RollPrompts() ([]engine.Prompt, error) {
	game, err := m.opened()
	if err != nil {
		return nil, err
	}
	var out []engine.Prompt
	after := make([]engine.Position, len(m.log)+1) // by decision
	after[0] = game.Empty()
	for i, e := range m.log {
		d := &e.Decision
		if a, ok := d.Act.(ActAnswer); ok && d.Seat == engine.Chance {
			p, err := promptOf(after[i], a.Prompt)
			if err != nil {
				return nil, badEntry(d.Seq, err)
			}
			out = append(out, p)
		}
		before := after[i]
		if a, back := d.Act.(ActRewind); back {
			before = after[a.To]
		}
		after[i+1] = before
		if !d.moves() {
			continue
		}
		if after[i+1], err = step(game, before, d); err != nil {
			return nil, badEntry(d.Seq, err)
		}
	}
	return out, nil
}

// promptOf finds an open prompt.
func promptOf(pos engine.Position, id engine.PromptID) (engine.Prompt, error) {
	for _, p := range pos.Prompts() {
		if p.ID == id {
			return p, nil
		}
	}
	return engine.Prompt{}, fmt.Errorf("match: %s is not asked there", id)
}
