package enginetest

import (
	"fmt"
	"slices"

	"referee/engine"
)

// checkCosts: the cost of a roll is given for every face in the same way, so that luck
// can be measured.
func checkCosts(t *tour) error {
	kinds := engine.CostKinds(t.Game)
	return t.eachPrompt("costs", func(s spot, q engine.Prompt) error {
		if q.Seat != engine.Chance {
			return nil
		}
		node, err := s.pos().Options(q.ID, nil)
		if err != nil {
			return err
		}
		var first []string
		for i, o := range node.Options {
			out, err := s.pos().Submit(s.next(), engine.Chance, q.ID, []string{o.ID})
			if err != nil {
				return err
			}
			var names []string
			for _, e := range out.Events {
				for _, c := range s.pos().Costs(e) {
					if c.N < 0 || !slices.Contains(kinds, c.Kind) || !slices.Contains(t.Game.Info().Seats, c.Seat) {
						return fmt.Errorf("face %s costs %s %d of %q", o.ID, c.Seat, c.N, c.Kind)
					}
					names = append(names, fmt.Sprintf("%s %s", c.Seat, c.Kind))
				}
			}
			if i == 0 {
				first = names
			}
			if !slices.Equal(names, first) {
				return fmt.Errorf("face %s costs %q, face %s %q: the same seats and kinds are to be named", o.ID, names, node.Options[0].ID, first)
			}
		}
		return nil
	})
}
