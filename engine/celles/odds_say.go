package celles

import "referee/engine"

// tellChances says the chances of a plan, and adds them to the chart. standing:
// somebody may have answered otherwise than by preference.
func (g *rules) tellChances(plan []attack, stages []*Chances, total *OddsTotals, standing bool, a *engine.Answer) {
	a.Lines = append(a.Lines, stages[0].tell()...)
	a.Bars = append(a.Bars, stages[0].bars()...)
	for i := 1; i < len(plan); i++ {
		c := stages[i]
		unit, intensity := g.unitArg("unit", plan[i].unit), engine.Noun("intensity", intensityIDs[plan[i].intensity])
		if c.Made == 0 {
			a.Lines = append(a.Lines, engine.Say("answer.odds-never", unit, intensity))
			continue
		}
		a.Lines = append(a.Lines, engine.Say("answer.odds-then", unit, intensity, engine.Num("n", c.Made), engine.Num("of", c.Of)))
		a.Lines = append(a.Lines, c.tell()...)
		a.Bars = append(a.Bars, engine.Bar{Label: engine.Say("answer.odds-bar-then", unit), Part: c.Taken, Of: c.Of})
	}
	if len(plan) > 1 {
		a.Lines = append(a.Lines, engine.Say("answer.odds-total",
			engine.Ratio("attacker", mean(total.Attacker), total.Of), engine.Ratio("defender", mean(total.Defender), total.Of)))
	}
	if standing {
		a.Lines = append(a.Lines, engine.Say("answer.odds-standing"))
		return
	}
	a.Lines = append(a.Lines, engine.Say("answer.odds-choices"))
}

// sides are the two sides of an attack, as the words of messages and as they fare,
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

// tell says the steps that an attack costs on average, whose retreat is blocked,
// and whether a hex is taken.
func (c *Chances) tell() []engine.Msg {
	lines := []engine.Msg{engine.Say("answer.odds-steps", engine.Ratio("attacker", mean(c.Attacker.Steps), c.Of),
		engine.Ratio("defender", mean(c.Defender.Steps), c.Of))}
	for _, x := range c.sides() {
		if x.of.Blocked > 0 {
			lines = append(lines, engine.Say("answer.odds-blocked."+x.who, engine.Num("n", x.of.Blocked), engine.Num("of", c.Of)))
		}
	}
	return append(lines, engine.Say("answer.odds-taken", engine.Num("n", c.Taken), engine.Num("of", c.Of)))
}

// bars are the same for the chart: who loses a step or more, whose retreat is
// blocked, and whether a hex is taken.
func (c *Chances) bars() []engine.Bar {
	var out []engine.Bar
	add := func(key string, part int) {
		out = append(out, engine.Bar{Label: engine.Say(key), Part: part, Of: c.Of})
	}
	for _, x := range c.sides() {
		harmed := 0
		for n, part := range x.of.Steps {
			if n > 0 {
				harmed += part
			}
		}
		add("answer.odds-bar-steps."+x.who, harmed)
		if x.of.Blocked > 0 {
			add("answer.odds-bar-blocked."+x.who, x.of.Blocked)
		}
	}
	add("answer.odds-bar-taken", c.Taken)
	return out
}
