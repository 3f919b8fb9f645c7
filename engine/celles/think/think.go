package think

import (
	"referee/engine/play"
)

// Players are the players of Celles beside the recruit, from the weakest to the strongest.
func Players() play.Roster {
	return by(built())
}

// lost is the chance to win below which a match is given up.
const lost = 0.02

// by are the players with some weights.
func by(k *weights) play.Roster {
	s := sergeant{weights: k}
	captain := onward{
		sergeant:    s,
		activations: trials{most: 4, runs: 16, nodes: 75_000, ahead: 2, cuts: []int{3}, sure: 1.5},
		moves:       trials{most: 4, runs: 10, nodes: 30_000, ahead: 2, cuts: []int{3}, sure: 1.5},
	}
	cuts := []int{6, 12, 24}
	colonel := onward{
		sergeant:    s,
		activations: trials{most: 8, runs: 48, nodes: 1_800_000, ahead: 3, cuts: cuts, sure: 1},
		moves:       trials{most: 8, runs: 32, nodes: 600_000, ahead: 2, cuts: cuts, sure: 1},
		others:      trials{most: 8, runs: 32, nodes: 600_000, ahead: 2, cuts: cuts, sure: 1},
	}
	return play.Roster{
		{About: play.About{Name: "sergeant", Version: 3, Weights: k.hash, Nodes: 20_000}, Think: s.answer, GivesUp: lost},
		{About: play.About{Name: "captain", Version: 4, Weights: k.hash, Nodes: 75_000}, Think: captain.answer, GivesUp: lost},
		{About: play.About{Name: "colonel", Version: 4, Weights: k.hash, Nodes: 2_000_000}, Think: colonel.answer, GivesUp: lost},
	}
}

// sergeant looks one unit ahead: of all that a unit could do it takes what is worth most, and of
// all units the one that gains most by it.
type sergeant struct {
	*weights
	*memory // nil: it remembers nothing
}
