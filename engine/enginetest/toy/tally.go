package toy

import "referee/engine"

// Tally counts as after the last round (rule 8).
func (g *Rules) Tally(s *State) engine.Result { return *g.result(s) }
