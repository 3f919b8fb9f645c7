package selfplay

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/events"
)

// cellesTally counts tactical chits that were played, and the results of attacks
// by the side that suffers them: steps (*), D and R as the table gives them.
func cellesTally() func(engine.Event) []string {
	attacker, defender := "", ""
	return func(e engine.Event) []string {
		var out []string
		switch e := events.Fact(e).(type) {
		case event.PhaseBegan:
			attacker, defender = "german", "allied"
			if e.Side == defender {
				attacker, defender = defender, attacker
			}
		case event.ChitPlayed:
			out = append(out, "chit "+e.Side+" "+e.Chit)
		case event.AttackRolled:
			for _, r := range e.Attacker {
				out = append(out, attacker+" attacker "+string(r))
			}
			for _, r := range e.Defender {
				out = append(out, defender+" defender "+string(r))
			}
		}
		return out
	}
}
