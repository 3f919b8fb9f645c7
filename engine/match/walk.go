package match

import "referee/engine"

// Walk calls do with the match after each of its decisions in order, until do returns an error. It
// costs as much as folding the match once.
func (m *Match) Walk(do func(*Match) error) error {
	game, err := m.opened()
	if err != nil {
		return err
	}
	rec := newRecord(game)
	after := make([]engine.Position, len(m.log)+1) // by decision
	after[0] = game.Empty()
	for i, e := range m.log {
		d := &e.Decision
		if rec, err = rec.after(m.log[:i], d); err != nil {
			return badEntry(d.Seq, err)
		}
		pos := after[i]
		if a, back := d.Act.(ActRewind); back {
			pos = after[a.To]
		}
		if d.moves() {
			if pos, err = step(game, pos, d); err != nil {
				return badEntry(d.Seq, err)
			}
		}
		if game, err = under(game, pos.Law()); err != nil {
			return badEntry(d.Seq, err)
		}
		after[i+1] = pos
		if err := do(&Match{game: game, log: m.log[: i+1 : i+1], pos: pos, record: rec}); err != nil {
			return err
		}
	}
	return nil
}
