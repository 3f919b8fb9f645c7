package matches

import (
	"math/big"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/engine"
)

// way is a hex that a unit can come to. cost is what the way there takes that an
// order to the hex goes, left what is left there then; nil where the game counts no points.
type way struct {
	hex        string
	cost, left *big.Rat
	rolls      bool // a roll decides
}

// waysOf lists the hexes that the piece in a path of answers can come to, or all in the hex that it ends with, in the
// order of the game.
func waysOf(q *command.Request, l referee.Look, t terrain, path []string) []way {
	var reach engine.Reach
	var err error
	if p, named := pieceIn(t, path); named {
		reach, err = l.Snapshot.Reach(q.Context(), engine.Viewer(t.seat), p.ID)
	} else if len(path) > 0 { // those of a hex go together
		reach, err = l.Snapshot.ReachFrom(q.Context(), t.seat, t.bare(path[len(path)-1]))
	}
	if err != nil {
		return nil // it was logged as a fault, and nothing is proposed
	}
	out := make([]way, len(reach.Hexes))
	for i, w := range reach.Hexes {
		out[i] = way{hex: w.To.String(), rolls: w.Rolls}
		if reach.Of > 0 {
			out[i].cost, out[i].left = big.NewRat(int64(w.Cost), int64(reach.Of)), big.NewRat(int64(w.Left), int64(reach.Of))
		}
	}
	return out
}

// wayThere says of a hex what it costs to come there, what is left then, and
// whether a roll decides.
func wayThere(q *command.Request, w way) string {
	label := command.HexName(q.Voice, w.hex)
	if w.cost != nil {
		label += " · " + q.Say("cost-there", ratio("cost", w.cost))
	}
	label += leftThere(q, w.left)
	if w.rolls {
		label += " · " + q.Say("roll-there")
	}
	return label
}

// leftThere says what is left; "" where that is not known.
func leftThere(q *command.Request, left *big.Rat) string {
	if left == nil {
		return ""
	}
	return " · " + q.Say("left-there", ratio("left", left))
}

// ratio is an exact number as an argument.
func ratio(name string, n *big.Rat) engine.Arg {
	return engine.Ratio(name, int(n.Num().Int64()), int(n.Denom().Int64()))
}
