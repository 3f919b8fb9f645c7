package america

import (
	"strings"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
)

// Kinds of prompt: of the course of a turn, of the movement phases and stacking, of combat.
const (
	kindSetup    = "setup"
	kindWant     = "request"
	kindRequest  = "request-die"
	kindPick     = "formations"
	kindDiscover = "discovery"
	kindDrop     = "drop"
	kindWeather  = "weather"
	kindGround   = "ground"
	kindReserve  = "reserve"
	kindPicks    = "reserves"
	kindReturn   = "return"
	kindRebuild  = "rebuild"
	kindSupply   = "supply"
	kindChits    = "chits"
	kindDraw     = "draw"
	kindPutBack  = "put-back"
	kindLand     = "land"
	kindPause    = "pause"
	kindOn       = "on"

	kindMove    = "move"
	kindExploit = "exploit"
	kindBridge  = "bridge"
	kindSlip    = "slip"
	kindStack   = "stack"

	kindAttack  = "attack"
	kindAir     = "air"
	kindSupport = "support"
	kindResolve = "resolve"
	kindEvade   = "evade"
	kindCombat  = "combat"
	kindLoss    = "loss"
	kindRetreat = "retreat"
	kindAdvance = "advance"
)

// Prompts lists the open questions: one, but that both sides choose chits at once.
func (g *rules) Prompts(s *State) []engine.Prompt {
	switch s.Phase {
	case phaseSetup:
		return g.promptSetup(s)
	case phaseInitial:
		return g.promptInitial(s)
	case phaseImpulse:
		return g.promptImpulse(s)
	case phaseEnd:
		if s.Step == stepOn && s.Scenario == scenario.Plan && int(s.Turn) < g.d.Scenarios[s.Scenario].Last {
			return answer.Ask(german.Seat(), kindOn, []string{"on"}, engine.Num("turn", int(s.Turn)))
		}
	case phaseNone, phaseOver:
	}
	return nil
}

// purpose joins the words of a roll's purpose.
func purpose(words ...string) string { return strings.Join(words, " ") }

func (g *rules) promptSetup(s *State) []engine.Prompt {
	switch s.Step {
	case stepAllied, stepGerman:
		return answer.Ask(s.Side.Seat(), kindSetup, []string{"standard"}, engine.Num("units", g.toPlace(s).Len()))
	case stepAsk:
		return answer.Ask(german.Seat(), kindWant, []string{"no"})
	case stepRequest:
		return answer.Chance(kindRequest, purpose("formations"))
	case stepPick:
		return answer.Ask(german.Seat(), kindPick, []string{"done"}, engine.Num("left", int(s.Requested)))
	case stepDiscover:
		return answer.Chance(kindDiscover, purpose("discovery", "n", num(int(s.Asked))), engine.Num("n", int(s.Asked)))
	case stepDrop:
		if !s.Planned {
			return answer.MarkSecret(answer.Ask(german.Seat(), kindDrop, []string{"none"}))
		}
	default:
	}
	return nil
}

func (g *rules) promptInitial(s *State) []engine.Prompt {
	switch s.Step {
	case stepWeather:
		if !g.turn(s).Fixed {
			drm := g.weatherDRM(s)
			return answer.Chance(kindWeather, purpose("weather", "drm", num(drm)),
				engine.Num("turn", int(s.Turn)), engine.Num("drm", drm))
		}
	case stepGround:
		drm := g.groundDRM(s)
		return answer.Chance(kindGround, purpose("ground", "drm", num(drm)),
			engine.Num("turn", int(s.Turn)), engine.Num("drm", drm))
	case stepRoll:
		drm := g.reserveDRM(s)
		return answer.Chance(kindReserve, purpose("reserve", "drm", num(drm)), engine.Num("drm", drm))
	case stepReserve:
		if list := g.picks(s); len(list) > 0 {
			return answer.Ask(german.Seat(), kindPicks, []string{g.formID(list[0])},
				engine.Num("infantry", int(s.Picks[0])), engine.Num("mech", int(s.Picks[1])))
		}
	case stepReturn:
		if u := g.returning(s); u != noUnit {
			return answer.Ask(g.sides[u].Seat(), kindReturn, []string{g.hexID(g.returnHexes(s, u)[0])}, g.unitArg("unit", u))
		}
	case stepRebuild:
		return answer.Ask(s.Side.Seat(), kindRebuild, []string{"done"}, engine.Num("left", int(rebuilds[s.Side]-s.Rebuilt)))
	case stepSupply:
		return answer.Ask(german.Seat(), kindSupply, g.defaultSupply(s), engine.Num("points", int(s.Points)))
	case stepChits:
		var all []engine.Prompt
		for i := range s.Chose {
			if sd := side(i); !s.Chose[i] && g.chits(s, sd) != 0 {
				ask := answer.Ask(sd.Seat(), kindChits, g.naming(g.chits(s, sd)), engine.Num("turn", int(s.Turn)))
				all = append(all, answer.MarkSecret(ask)...)
			}
		}
		return all
	default:
	}
	return nil
}

// naming is the answer that names all of some headquarters.
func (g *rules) naming(hqs hqSet) []string {
	return append(hqs.IDs(func(q hqIx) string { return "+" + g.hqID(q) }), "go")
}

// defaultSupply is combat supply for as many headquarters as can be paid.
func (g *rules) defaultSupply(s *State) []string {
	var chosen hqSet
	for q := range g.payable(s).All() {
		if with := chosen.With(q); g.cost(with) <= int(s.Points) {
			chosen = with
		}
	}
	return g.naming(chosen)
}

// promptImpulse is the question of an impulse. Once it has begun, no secret decides whether a die is rolled in it: air cover shifts
// the column of a combat (9.57), and the drop begins with an impulse (11.2).
func (g *rules) promptImpulse(s *State) []engine.Prompt {
	switch {
	case s.Step == stepDraw:
		return answer.Chance(kindDraw, purpose("draw", num(g.cup(s).Len())), engine.Num("chits", g.cup(s).Len()))
	case s.Step == stepPutBack:
		return answer.Ask(german.Seat(), kindPutBack, []string{"play"}, engine.Noun("hq", g.hqID(s.HQ)))
	case s.Step == stepLand:
		unit, at := g.unitID(g.d.Drop), g.hexID(s.Drop.Hex)
		return answer.Chance(kindLand, purpose("drop", at, unit), g.unitArg("unit", g.d.Drop), g.hexArg("hex", s.Drop.Hex))
	case s.Step == stepPause:
		drm, number := g.pauseDRM(s), g.pauseNumber(s)
		return answer.Chance(kindPause, purpose("pause", s.Side.String(), "drm", num(drm), "number", num(number)),
			engine.Noun("side", s.Side.String()), engine.Num("drm", drm), engine.Num("number", number))
	case s.Mend:
		return answer.MarkOpen(g.promptStacks(s))
	case s.Combat.Stage != noCombat || s.Step >= stepDeclare && s.Step <= stepFight:
		return answer.MarkOpen(g.promptFight(s))
	case s.Step == stepMove || s.Step == stepExploit:
		return answer.MarkOpen(g.promptGround(s))
	}
	return nil
}

// promptFight is the question of the combat phase, or of an overrun.
func (g *rules) promptFight(s *State) []engine.Prompt {
	if s.Combat.Stage != noCombat {
		return g.promptCombat(s)
	}
	own, other := s.Side.Seat(), s.Side.Enemy().Seat()
	switch s.Step {
	case stepDeclare:
		return answer.MarkKept(answer.Ask(own, kindAttack, []string{"done"}, engine.Num("n", int(s.Listed))))
	case stepCover:
		return answer.MarkSecret(answer.Ask(other, kindAir, []string{"go"}, engine.Num("air", int(s.Air)),
			engine.Num("shift", g.d.Shifts.AirCover)))
	case stepSupport:
		return answer.Ask(own, kindSupport, g.defaultSupport(s), engine.Num("n", g.supportLeft(s)),
			engine.Num("air", s.strikes()))
	case stepFight:
		if left := s.unresolved(); len(left) > 0 {
			return answer.Ask(own, kindResolve, []string{g.hexID(left[0])}, engine.Num("n", len(left)))
		}
	default:
	}
	return nil
}

// promptCombat is the question of the combat under way.
func (g *rules) promptCombat(s *State) []engine.Prompt {
	c := &s.Combat
	seat := s.sufferer().Seat()
	switch c.Stage {
	case stageEvade:
		return answer.Ask(seat, kindEvade, []string{"stand"}, g.hexArg("hex", c.Hex))
	case stageRoll:
		return answer.Chance(kindCombat, g.combatPurpose(s), g.hexArg("hex", c.Hex),
			engine.Text("column", g.d.CRT.At(int(c.Column)).Name))
	case stageAttLoss, stageDefLoss, stageAttPay, stageDefPay:
		seat = g.chooser(s).Seat()
		first := g.candidates(s, s.payers()).First()
		return answer.Ask(seat, kindLoss, []string{g.unitID(first)}, engine.Num("n", int(c.Owed)))
	case stageAttRetreat, stageDefRetreat:
		return answer.Ask(seat, kindRetreat, g.defaultRetreat(s), engine.Num("n", int(c.Way)))
	case stageAdvance:
		p := answer.Ask(seat, kindAdvance, []string{"done"}, g.hexArg("hex", c.Hex))
		if c.Overrun {
			p[0].Ask.Key, p[0].Default = "prompt.advance.in", []string{"stop"}
		}
		return p
	case noCombat, stageEnd:
	}
	return nil
}

// defaultSupport is the first attacks that the headquarters can support, and no air.
func (g *rules) defaultSupport(s *State) []string {
	if hexes, most := g.backed(s), g.supportLeft(s); len(hexes) > most {
		return append(g.plus(hexes[:most]), "go")
	}
	return []string{"go"}
}

// combatPurpose says what the die of a combat is for: from where, against which hex, in which column.
func (g *rules) combatPurpose(s *State) string {
	c := &s.Combat
	word := "attack"
	if c.Overrun {
		word = "overrun"
	}
	return purpose(append([]string{word, g.hexID(c.Hex), g.d.CRT.At(int(c.Column)).Name}, g.ids(s.here(c.Att))...)...)
}

// defaultRetreat is a whole answer: to stay, or the first who can go by their first way.
func (g *rules) defaultRetreat(s *State) []string {
	if g.mayStay(s) {
		return []string{"stay"}
	}
	u := g.escapees(s).First()
	if u == noUnit { // of a forged record: nothing can be answered
		return nil
	}
	path := []string{"+" + g.unitID(u)}
	v := g.fleeing(s, unitSet{}.With(u))
	for at, k := v.from, 1; k <= v.most; k++ {
		next := v.nexts(at, k)
		if len(next) == 0 {
			return path
		}
		at = next[0]
		path = append(path, g.hexID(at))
	}
	return path
}

// moveKinds are those that ask for moves, by step.
var moveKinds = map[step]string{stepMove: kindMove, stepExploit: kindExploit}

// promptGround is the question of a movement phase: s.Step is stepMove or stepExploit, and not s.Mend.
func (g *rules) promptGround(s *State) []engine.Prompt {
	if s.Combat.Stage != noCombat { // an overrun
		return g.promptFight(s)
	}
	u := s.Moving.First()
	if s.Die != noDie {
		kind := dieIDs[s.Die]
		return answer.Chance(kind, purpose(kind, g.hexID(s.Units[u].Hex)+">"+g.hexID(s.Into), g.unitID(u)),
			g.unitArg("unit", u), g.hexArg("hex", s.Into))
	}
	kind := moveKinds[s.Step]
	if u == noUnit {
		return answer.MarkKept(answer.Ask(s.Side.Seat(), kind, []string{"end"}, engine.Noun("hq", g.hqID(s.HQ))))
	}
	for v := range s.Moving.All() { // of several that one is named which comes least far
		if g.left(s, v) < g.left(s, u) {
			u = v
		}
	}
	p := answer.Ask(s.Side.Seat(), kind, []string{"stop"}, g.unitArg("unit", u), scenario.MP(g.left(s, u)).Arg("left"))
	p[0].Ask.Key = "prompt.move.on"
	return p
}

// 6.2 The enemy removes what is too much.

// promptStacks asks the enemy of an overstacked hex for a unit to remove.
func (g *rules) promptStacks(s *State) []engine.Prompt {
	h, owner := g.overstacked(s)
	if h == noHex {
		return nil
	}
	def := []string{g.unitID(g.surplus(s, h).First())}
	return answer.Ask(owner.Enemy().Seat(), kindStack, def, g.hexArg("hex", h), engine.Num("n", g.excess(s, h)))
}
