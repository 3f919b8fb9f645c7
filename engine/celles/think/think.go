package think

import "referee/engine/play"

// Players are the players of Celles beside the recruit, from the weakest to the strongest.
func Players() play.Roster {
	return by(built())
}

// by are the players with some weights.
func by(k *weights) play.Roster {
	return play.Roster{
		{About: play.About{Name: "sergeant", Version: 2, Weights: k.hash, Nodes: 20_000}, Think: sergeant{k}.answer},
		{About: play.About{Name: "captain", Version: 2, Weights: k.hash, Nodes: 60_000}, Think: captain{sergeant{k}}.answer},
		{About: play.About{Name: "colonel", Version: 1, Weights: k.hash, Nodes: 200_000}, Think: colonel{captain{sergeant{k}}}.answer},
	}
}
