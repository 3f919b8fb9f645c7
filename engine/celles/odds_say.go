package celles

import (
	"slices"

	"referee/engine"
)

// tellChances says the chances of a plan. standing: somebody may have answered by
// standing orders rather than by preference.
func (g *rules) tellChances(plan []attack, stages []*Chances, total *OddsTotals, standing bool, a *engine.Answer) {
	a.Lines = append(a.Lines, stages[0].tell()...)
	for i := 1; i < len(plan); i++ {
		c := stages[i]
		unit, intensity := g.unitArg("unit", plan[i].unit), engine.Noun("intensity", intensityIDs[plan[i].intensity])
		if c.Made == 0 {
			a.Lines = append(a.Lines, engine.Say("answer.odds-never", unit, intensity))
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.odds-then", unit, intensity, engine.Num("n", c.Made), engine.Num("of", c.Of)))
		a.Lines = append(a.Lines, c.tell()...)
	}
	if len(plan) > 1 {
		a.Lines = slices.Insert(a.Lines, a.Heads, engine.Say("answer.odds-total",
			engine.Ratio("attacker", mean(total.Attacker), total.Of), engine.Ratio("defender", mean(total.Defender), total.Of)))
		a.Heads++ // the picture shows only the first attack
	}
	if standing {
		a.Lines = append(a.Lines, engine.Say("answer.odds-standing"))
		return
	}
	a.Lines = append(a.Lines, engine.Say("answer.odds-choices"))
}

// sides are the two sides of an attack, with their names in messages and their chances,
// the defender first.
func (c *Chances) sides() [2]struct {
	who string
	of  *SideChances
} {
	return [2]struct {
		who string
		of  *SideChances
	}{{"defender", &c.Defender}, {"attacker", &c.Attacker}}
}

// tell says the steps that an attack costs on average, who loses any, whose
// retreat is blocked, and whether a hex is taken.
func (c *Chances) tell() []engine.Msg {
	lines := []engine.Msg{
		engine.Say("answer.odds-steps", engine.Ratio("attacker", mean(c.Attacker.Steps), c.Of), engine.Ratio("defender", mean(c.Defender.Steps), c.Of)),
		engine.Say("answer.odds-harm", engine.Num("attacker", c.Attacker.harmed()), engine.Num("defender", c.Defender.harmed()), engine.Num("of", c.Of)),
	}
	for _, x := range c.sides() {
		if x.of.Blocked > 0 {
			lines = append(lines, engine.Say("answer.odds-blocked."+x.who, engine.Num("n", x.of.Blocked), engine.Num("of", c.Of)))
		}
	}
	return append(lines, engine.Say("answer.odds-taken", engine.Num("n", c.Taken), engine.Num("of", c.Of)))
}

// harmed is the chance that a side loses a step or more.
func (c *SideChances) harmed() int {
	n := 0
	for _, part := range c.Steps[min(1, len(c.Steps)):] {
		n += part
	}
	return n
}
