package orders

import "referee/engine"

// Loses reports whether an order throws away a path that was held. To name another piece
// in place of one that was only named loses nothing.
func (o Order) Loses(held []string) bool { return o.Drops && (o.Whole || len(held) > 1) }

// mostFinishes is how many words are named that would make an order whole. Where there
// are more, which one is meant is the very question.
const mostFinishes = 3

// Finishes lists the words that would make a path whole: those of the game's templates,
// which say no more than that ("stop"), or where there are none, others.
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
