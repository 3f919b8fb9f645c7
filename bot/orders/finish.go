package orders

import "referee/engine"

// Loses reports whether an order discards a path that was held. Naming another piece in
// place of one that was only named loses nothing.
func (o Order) Loses(held []string) bool { return o.Drops && (o.Whole || len(held) > 1) }

// mostFinishes is how many words that would complete an order are named at most. If
// there are more, the player has to choose anyway.
const mostFinishes = 3

// Finishes lists the words that would complete a path: those of the game's templates,
// which do nothing else ("stop"), or if there are none, others.
func (o *Reader) Finishes(pos engine.Position, h Held) []string {
	node, err := pos.Options(h.Prompt, h.Path)
	if err != nil {
		return nil
	}
	for _, template := range []bool{true, false} {
		var out []string
		for _, option := range node.Options {
			if o.literal(option.ID) != template {
				continue
			}
			if next, err := pos.Options(h.Prompt, join(h.Path, option.ID)); err == nil && next.Done {
				out = append(out, option.ID)
			}
		}
		if n := len(out); n > 0 && n <= mostFinishes {
			return out
		}
	}
	return nil
}
