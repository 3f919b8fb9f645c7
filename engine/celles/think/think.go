package think

import "referee/engine/play"

// Players are the players of Celles beside the recruit, from the weakest to the strongest.
func Players() play.Roster {
	return by(built())
}

// lost is the chance to win below which a match is given up.
const lost = 0.02

// by are the players with some weights.
func by(k *weights) play.Roster {
	s := sergeant{weights: k}
	captain := onward{s, trials{most: 4, runs: 16, nodes: 75_000, ahead: 2}, trials{most: 4, runs: 10, nodes: 30_000, ahead: 2}}
	colonel := onward{s, trials{most: 4, runs: 48, nodes: 600_000, ahead: 3}, trials{most: 6, runs: 32, nodes: 200_000, ahead: 2}}
	return play.Roster{
		{About: play.About{Name: "sergeant", Version: 2, Weights: k.hash, Nodes: 20_000}, Think: s.answer, GivesUp: lost},
		{About: play.About{Name: "captain", Version: 3, Weights: k.hash, Nodes: 75_000}, Think: captain.answer, GivesUp: lost},
		{About: play.About{Name: "colonel", Version: 2, Weights: k.hash, Nodes: 600_000}, Think: colonel.answer, GivesUp: lost},
	}
}
