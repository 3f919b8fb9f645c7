package celles

import (
	"strings"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// Kinds of prompt.
const (
	kindSetup      = "setup"
	kindVariable   = "variable"
	kindInitiative = "initiative"
	kindFirst      = "first"
	kindDraw       = "draw"
	kindChit       = "chit"
	kindActivate   = "activate"
	kindAir        = "air"
	kindPlace      = "place"
	kindExtra      = "extra"
	kindMove       = "move"
	kindInfiltrate = "infiltrate"
	kindStack      = "stack"
	kindCombatChit = "combat-chit"
	kindAttack     = "attack"
	kindLoss       = "loss"
	kindDisrupt    = "disrupt"
	kindRetreat    = "retreat"
	kindAdvance    = "advance"
)

// asking is the paragraph that asks each kind of prompt in which a word may be astray.
var asking = map[string]string{
	kindSetup:      "20",
	kindFirst:      "6",
	kindActivate:   "7.3",
	kindPlace:      "14",
	kindExtra:      "7.4",
	kindMove:       "7.5",
	kindStack:      "10",
	kindCombatChit: "13.1",
	kindLoss:       "11",
	kindDisrupt:    "11",
	kindRetreat:    "11.1",
	kindAdvance:    "11.2",
}

// Prompts lists the open question: in Celles there is one at a time.
func (g *rules) Prompts(s *State) []engine.Prompt {
	switch s.Phase {
	case phaseSetup:
		return answer.Ask(allied.Seat(), kindSetup, []string{"standard"})
	case phaseVariable:
		return answer.Chance(kindVariable, purpose("variable-actions"))
	case phaseInitiative:
		switch {
		case s.Choosing != noSide:
			return answer.Ask(s.Choosing.Seat(), kindFirst, []string{s.Choosing.String()})
		case s.Rolled < 0:
			return answer.Chance(kindInitiative, purpose("initiative", "german"))
		default:
			return answer.Chance(kindInitiative, purpose("initiative", "allied"))
		}
	case phaseAction:
		return g.promptAction(s)
	case phaseNone, phaseOver:
	}
	return nil
}

func (g *rules) promptAction(s *State) []engine.Prompt {
	if h, owner := g.overstacked(s); h != noHex {
		return answer.Ask(owner.Seat(), kindStack, []string{g.unitID(g.stacked(s, h, s.Mend).First())}, g.hexArg("hex", h))
	}
	if s.Combat.Stage != noCombat {
		return g.promptCombat(s)
	}
	seat := s.Side.Seat()
	switch {
	case s.Into != noHex:
		id := g.unitID(s.Moving)
		return answer.Chance(kindInfiltrate, purpose("infiltrate", g.hexID(s.Units[s.Moving].Hex)+">"+g.hexID(s.Into), id),
			g.unitArg("unit", s.Moving), g.hexArg("hex", s.Into))
	case s.Air != noUnit:
		return answer.Chance(kindAir, purpose("air", g.hexID(s.Units[s.Air].Hex), g.unitID(s.Air)), g.unitArg("unit", s.Air))
	}
	switch s.Step {
	case stepDraw:
		// 7.1: the player decides to draw
		return answer.MarkKept(answer.Ask(seat, kindDraw, []string{"draw"}, engine.Num("left", int(s.Left[s.Side]))))
	case stepChit:
		return answer.Chance(kindChit, purpose("draw", s.Side.String()), engine.Noun("side", s.Side.String()))
	case stepActivate:
		formation := engine.Noun("formation", g.d.Formations[s.Chit].ID)
		p := answer.MarkKept(answer.Ask(seat, kindActivate, g.defaultActivation(s), formation))
		if chits := g.playable(s); len(chits) > 0 {
			p[0].Ask = engine.Say("prompt.activate.first", formation,
				events.Nouns("chits", lists.Map(chits, func(t scenario.Tactical) string { return scenario.TacticalIDs[t] })))
		}
		return p
	case stepExtra:
		if u := g.placing(s); u != noUnit {
			return answer.Ask(seat, kindPlace, []string{g.unitID(u), g.hexID(g.arrivals(s, u)[0])}, g.unitArg("unit", u))
		}
		return answer.Ask(seat, kindExtra, []string{"done"})
	case stepMove:
	}
	return g.promptMove(s, seat)
}

func (g *rules) promptMove(s *State, seat engine.Seat) []engine.Prompt {
	if s.Moving == noUnit {
		return answer.Ask(seat, kindMove, []string{"end"}, engine.Num("units", g.toMove(s).Len()))
	}
	m := g.mover(s, s.Moving)
	p := answer.Ask(seat, kindMove, []string{"stop"}, g.unitArg("unit", s.Moving), mpArg("left", m.left()))
	p[0].Ask.Key = "prompt.move.on"
	switch {
	case s.Units[s.Moving].Where != onMap: // only a forged record leads here
	case len(g.moveOptions(s)) == 1:
		p[0].Ask.Key = "prompt.move.stop"
	case !m.strategic && m.bonus > m.normal:
		p[0].Ask.Key = "prompt.move.on-plain"
	}
	p[0].Keep = g.toMove(s).Len() <= 1 // to stop would end the phase
	return p
}

// defaultActivation is the chit's formation, or whoever can be activated, or
// nobody.
func (g *rules) defaultActivation(s *State) []string {
	if s.Acted {
		return []string{"done"}
	}
	if set := g.members(s, s.Chit); set != 0 {
		id := g.d.Formations[s.Chit].ID
		if id == limited && set.Len() > limitedUnits {
			return []string{id, "go"}
		}
		return []string{id}
	}
	if u := g.extras(s).First(); u != noUnit {
		return []string{g.unitID(u)}
	}
	return []string{"done"}
}

func (g *rules) promptCombat(s *State) []engine.Prompt {
	c := &s.Combat
	seat := s.Side.Enemy().Seat()
	if c.attacks() {
		seat = s.Side.Seat()
	}
	switch c.Stage {
	case stageAttChit, stageDefChit:
		return answer.Ask(seat, kindCombatChit, []string{"no"}, g.unitArg("unit", c.Active),
			engine.Text("odds", g.d.CRT.Columns[c.Column].Name), engine.Num("drm", g.rollDRM(c)))
	case stageRoll:
		return answer.Chance(kindAttack, g.attackPurpose(s), g.unitArg("unit", c.Active),
			engine.Text("odds", g.d.CRT.Columns[c.Column].Name), engine.Num("drm", g.rollDRM(c)))
	case stageDefLoss, stageAttLoss:
		return g.askHarm(s, seat, kindLoss, false)
	case stageDefDis, stageAttDis:
		return g.askHarm(s, seat, kindDisrupt, true)
	case stageDefRet, stageAttRet:
		return g.askRetreat(s, seat)
	case stageAdvance:
		return answer.Ask(seat, kindAdvance, []string{"done"})
	case noCombat, stageMend:
	}
	return nil
}

func (g *rules) askHarm(s *State, seat engine.Seat, kind string, disrupt bool) []engine.Prompt {
	n := s.Combat.Loss
	if disrupt {
		n = s.Combat.Dis
	}
	def := []string{g.unitID(g.candidates(s, disrupt).First())}
	return answer.Ask(seat, kind, def, engine.Num("n", int(n)))
}

// askRetreat's default is the first unit by its first way.
func (g *rules) askRetreat(s *State, seat engine.Seat) []engine.Prompt {
	u := s.Combat.Retreat.First()
	def := []string{g.unitID(u)}
	if u == noUnit { // of a forged record: nothing can be answered
		return answer.Ask(seat, kindRetreat, def, engine.Num("n", 0))
	}
	if ways := g.flee(s, u).ways(); len(ways) > 0 {
		def = g.defaultRetreat(s, u, ways[0])
	}
	return answer.Ask(seat, kindRetreat, def, engine.Num("n", s.Combat.Retreat.Len()))
}

// defaultRetreat is a whole path: it ends where the unit dies on its way, and
// stops where it could go on.
func (g *rules) defaultRetreat(s *State, u unitIx, so way) []string {
	r := engine.Try[*State](g, s)
	f := g.flee(r.State(), u)
	path := append([]string{g.unitID(u)}, g.enter(r, f, so)...)
	at := so[len(so)-1]
	if r.State().Units[u].Where == onMap && g.stepsIn(r.State(), at) > stackLimit && len(f.onward(at, so)) > 0 {
		path = append(path, "stop")
	}
	return path
}

// attackPurpose says what the die of an attack is for: who, from where, against
// which hexes, how hard, with whom.
func (g *rules) attackPurpose(s *State) string {
	c := &s.Combat
	words := []string{
		"attack", g.hexID(s.Units[c.Active].Hex) + ">" + strings.Join(g.hexIDs(c.targets()), ","),
		g.unitID(c.Active), intensityIDs[c.Intensity],
	}
	for u := range c.Att.Without(c.Active).All() {
		words = append(words, "+"+g.unitID(u))
	}
	return purpose(words...)
}

// purpose joins the words of a roll's purpose.
func purpose(words ...string) string { return strings.Join(words, " ") }
