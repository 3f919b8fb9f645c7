package matches

import (
	"encoding/json"
	"math/big"
	"slices"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/engine"
)

// queryReach is the query that tells where a unit can come to. A game need not
// have it.
const queryReach = "reach"

// way is a hex that a unit can come to. cost is what the way there takes that an
// order to the hex goes, left what is left there then; nil where the game does not
// say.
type way struct {
	hex        string
	cost, left *big.Rat
	rolls      bool // a roll decides
}

// waysOf lists the hexes that what was named can come to, in the order of the
// game.
func waysOf(c *command.Call, l referee.Look, seat engine.Seat, named string) []way {
	if !slices.ContainsFunc(l.Info.Queries, func(q engine.QueryInfo) bool { return q.Name == queryReach }) {
		return nil
	}
	a, err := l.Snapshot.Ask(engine.Viewer(seat), queryReach+named)
	if err != nil {
		return nil // nothing is proposed for what cannot be asked
	}
	costs := costsOf(a.Data)
	var out []way
	for _, m := range a.Marks {
		w := way{hex: m.At.String(), left: exact(m.Text), rolls: m.Class == engine.MarkRisk}
		w.cost = costs[w.hex]
		out = append(out, w)
	}
	return out
}

// costsOf reads what it costs to come to hexes from the data of an answer, as
// programs get it: "hexes" with "hex" and "mp".
func costsOf(data any) map[string]*big.Rat {
	text, err := json.Marshal(data)
	if err != nil {
		return nil
	}
	var reach struct {
		Hexes []struct {
			Hex string `json:"hex"`
			MP  string `json:"mp"`
		} `json:"hexes"`
	}
	if json.Unmarshal(text, &reach) != nil {
		return nil // another game's reach is of another shape
	}
	out := map[string]*big.Rat{}
	for _, h := range reach.Hexes {
		out[h.Hex] = exact(h.MP)
	}
	return out
}

// exact reads a number such as 2.5 or 14/3; nil where it is none.
func exact(text string) *big.Rat {
	if n, ok := new(big.Rat).SetString(text); ok {
		return n
	}
	return nil
}

// wayThere says of a hex what it costs to come there, what is left then, and
// whether a roll decides.
func wayThere(c *command.Call, w way) string {
	label := command.HexName(c.Voice, w.hex)
	if w.cost != nil {
		label += " · " + c.Say("cost-there", ratio("cost", w.cost))
	}
	label += leftThere(c, w.left)
	if w.rolls {
		label += " · " + c.Say("roll-there")
	}
	return label
}

// leftThere says what is left; "" where that is not known.
func leftThere(c *command.Call, left *big.Rat) string {
	if left == nil {
		return ""
	}
	return " · " + c.Say("left-there", ratio("left", left))
}

// ratio is an exact number as an argument.
func ratio(name string, n *big.Rat) engine.Arg {
	return engine.Ratio(name, int(n.Num().Int64()), int(n.Denom().Int64()))
}
