package think

import (
	"referee/engine/play"
)

// Players are the players of America Triumphant beside the recruit, from the weakest to the strongest.
func Players() play.Roster { return by(built()) }

// by are the players with some weights.
func by(k *weights) play.Roster {
	s := sergeant{weights: k}
	return play.Roster{
		{About: play.About{Name: "sergeant", Version: 2, Weights: k.hash, Nodes: 40_000}, Think: s.answer},
	}
}

// sergeant looks one move ahead: of all that units which move together could do it takes what is worth most, and of
// all of them those who gain most by it.
type sergeant struct{ *weights }
