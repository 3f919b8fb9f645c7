package celles

import (
	"fmt"
	"strings"

	"referee/engine/celles/scenario"
)

// Print writes the position text: one fact a line, the order free, # begins a
// comment. What is not said has its default when the text is read:
//
//	celles 1                    the format
//	options variable_actions    optional rules in force; none
//	bid allied 3                VP that a bid gave a side; none
//	turn 3 phase action side german step move actions german 4/2 allied 2/1
//	                            phase setup, variable, supply (read only: it is gone through at
//	                            once), initiative, action, over; step draw, chit, activate, extra,
//	                            move; actions of the turn / still left
//	initiative rolled 5         the German die; or: initiative choice allied
//	vp 3
//	chit lehr spent             the action chit of this phase; spent: rule 15 made it the action
//	unit lehr-a 2114 used disrupted oos      also isolated, reduced, acted (its turn is over),
//	                            barred (failed to infiltrate), arrived (came on in this phase)
//	pending 116-b 116-c placing  still to come; placing: to be placed now
//	dead lehr-recon
//	withdrawn fbb-a reduced
//	truck 84-3                  or: truck from 4 (the turn from which it is available)
//	active formation lehr units lehr-a lehr-b moving lehr-a mp 2.5 strategic
//	                            mp: still to be spent; strategic: the bonus of 8.5 is in it
//	cup german lehr lehr 2pz combat          without it: all of the day's chits not seen elsewhere
//	available german extra_move
//	infiltrating 3307           a die is awaited
//	air lehr-a                  a die is awaited
//	stacking move               checked now: move, rebuild 3306, combat, phase
//	combat lehr-a medium with lehr-recon against 84-1 at 2113 stage roll odds 18 7 2-1 net -1 …
//	over german decisive 21 5
//
// A unit that no line names is not in the position: it is neither dead nor due.
func (g *rules) Print(s *State) string {
	p := &printer{rules: g, s: s}
	p.line("celles 1")
	if s.Variable {
		p.line("options " + optionVariable)
	}
	for sd, vp := range s.Given {
		if vp > 0 {
			p.line("bid", scenario.SideIDs[sd], fmt.Sprint(vp))
		}
	}
	p.turnLine()
	p.units()
	p.active()
	p.chits()
	p.awaited()
	if s.Combat.Stage != noCombat {
		p.combat()
	}
	return p.b.String()
}

type printer struct {
	rules *rules
	s     *State
	b     strings.Builder
}

func (p *printer) line(words ...string) {
	p.b.WriteString(strings.Join(words, " "))
	p.b.WriteByte('\n')
}

var (
	phaseIDs = [...]string{"none", "setup", "variable", "initiative", "action", "over"}
	stepIDs  = [...]string{"draw", "chit", "activate", "extra", "move"}
	mendIDs  = [...]string{"", "move", "rebuild", "combat", "phase"}
)

func (p *printer) turnLine() {
	s := p.s
	words := []string{"turn", fmt.Sprint(s.Turn), "phase", phaseIDs[s.Phase]}
	if s.Phase == phaseAction {
		words = append(words, "side", s.Side.String(), "step", stepIDs[s.Step])
	}
	if s.Turn > 0 {
		words = append(words, "actions")
		for sd := range s.Actions {
			words = append(words, scenario.SideIDs[sd], fmt.Sprintf("%d/%d", s.Actions[sd], s.Left[sd]))
		}
	}
	p.line(words...)
	switch {
	case s.Choosing != noSide:
		p.line("initiative choice", s.Choosing.String())
	case s.Rolled >= 0:
		p.line("initiative rolled", fmt.Sprint(s.Rolled))
	}
	p.line("vp", fmt.Sprint(s.VP))
	if s.Phase == phaseOver {
		words := []string{"over", "draw"}
		if s.Ended.Winner != noSide {
			words[1] = s.Ended.Winner.String()
		}
		if s.Ended.Decisive {
			words = append(words, "decisive")
		}
		p.line(append(words, fmt.Sprint(s.Ended.Points[german]), fmt.Sprint(s.Ended.Points[allied]))...)
	}
}

// unitFlag is a word after a unit.
type unitFlag struct {
	word string
	get  func(x *unit) bool
	set  func(x *unit)
}

var unitFlags = []unitFlag{
	{"used", func(x *unit) bool { return x.Used }, func(x *unit) { x.Used = true }},
	{"disrupted", func(x *unit) bool { return x.Disrupted }, func(x *unit) { x.Disrupted = true }},
	{"oos", func(x *unit) bool { return x.Supply == outOfSupply }, func(x *unit) { x.Supply = outOfSupply }},
	{"isolated", func(x *unit) bool { return x.Supply == isolated }, func(x *unit) { x.Supply = isolated }},
	{"acted", func(x *unit) bool { return x.Act == done }, func(x *unit) { x.Act = done }},
	{"barred", func(x *unit) bool { return x.Barred }, func(x *unit) { x.Barred = true }},
	{"arrived", func(x *unit) bool { return x.Arrived }, func(x *unit) { x.Arrived = true }},
	{"placing", func(x *unit) bool { return x.Placing }, func(x *unit) { x.Placing = true }},
}

func (p *printer) units() {
	var listed [withdrawn + 1][]string
	for i := range p.rules.d.Units {
		u, x := unitIx(i), &p.s.Units[i]
		words := []string{p.rules.unitID(u)}
		if x.Where == onMap {
			words = append(words, p.rules.hexID(x.Hex))
		}
		if p.rules.reduced(p.s, u) && x.Where != dead {
			words = append(words, "reduced")
		}
		for _, f := range unitFlags {
			if f.get(x) {
				words = append(words, f.word)
			}
		}
		if x.Where == onMap {
			p.line("unit", strings.Join(words, " "))
		} else {
			listed[x.Where] = append(listed[x.Where], words...)
		}
	}
	for _, w := range []struct {
		where where
		word  string
	}{{pending, "pending"}, {dead, "dead"}, {withdrawn, "withdrawn"}} {
		if len(listed[w.where]) > 0 {
			p.line(append([]string{w.word}, listed[w.where]...)...)
		}
	}
	switch {
	case p.s.Truck != noUnit:
		p.line("truck", p.rules.unitID(p.s.Truck))
	case p.s.TruckAt != p.rules.d.Truck.Turn:
		p.line("truck from", fmt.Sprint(p.s.TruckAt))
	}
}

func (p *printer) active() {
	s := p.s
	if s.Chit != noForm {
		words := []string{"chit", p.rules.d.Formations[s.Chit].ID}
		if s.Acted && s.Step == stepActivate {
			words = append(words, "spent")
		}
		p.line(words...)
	}
	var units []string
	for i := range p.rules.d.Units {
		if s.Units[i].Act == waiting {
			units = append(units, p.rules.d.Units[i].ID)
		}
	}
	if len(units) == 0 && s.Moving == noUnit {
		return
	}
	words := []string{"active"}
	if s.Chit != noForm {
		words = append(words, "formation", p.rules.d.Formations[s.Chit].ID)
	}
	words = append(append(words, "units"), units...)
	if s.Moving != noUnit {
		m := p.rules.mover(s, s.Moving)
		words = append(words, "moving", p.rules.unitID(s.Moving), "mp", scenario.MP(m.left()).String())
		if s.Strategic {
			words = append(words, "strategic")
		}
		if most := p.rules.allowance(s, s.Moving, s.Strategic); most-m.left() != int(s.Spent) {
			words = append(words, "spent", scenario.MP(s.Spent).String())
		}
	}
	p.line(words...)
}

func (p *printer) chits() {
	if p.s.Turn == 0 {
		return
	}
	for sd := range p.s.Cup {
		words := []string{"cup", scenario.SideIDs[sd]}
		for f, n := range p.s.Cup[sd].Action {
			for range n {
				words = append(words, p.rules.d.Formations[f].ID)
			}
		}
		p.line(p.tacticalWords(words, &p.s.Cup[sd].Tactical)...)
	}
	for sd := range p.s.Avail {
		words := p.tacticalWords([]string{"available", scenario.SideIDs[sd]}, &p.s.Avail[sd])
		if len(words) > 2 {
			p.line(words...)
		}
	}
}

func (p *printer) tacticalWords(words []string, counts *[scenario.Tacticals]int8) []string {
	for t, n := range counts {
		for range n {
			words = append(words, scenario.TacticalIDs[t])
		}
	}
	return words
}

func (p *printer) awaited() {
	s := p.s
	if s.Into != noHex {
		p.line("infiltrating", p.rules.hexID(s.Into))
	}
	if s.Air != noUnit {
		p.line("air", p.rules.unitID(s.Air))
	}
	switch s.Mend {
	case mendNone:
	case mendRebuild:
		p.line("stacking", mendIDs[s.Mend], p.rules.hexID(s.MendHex))
	case mendMove, mendCombat, mendPhase:
		p.line("stacking", mendIDs[s.Mend])
	}
}

func (p *printer) combat() {
	c := &p.s.Combat
	words := []string{"combat", p.rules.unitID(c.Active), intensityIDs[c.Intensity], "with"}
	words = append(words, p.rules.ids(c.Att.Without(c.Active))...)
	words = append(append(words, "against"), p.rules.ids(c.Def)...)
	words = append(words, "at")
	for _, h := range c.Hexes {
		if h != noHex {
			words = append(words, p.rules.hexID(h))
		}
	}
	words = append(words, "stage", stageIDs[c.Stage])
	if c.Stage > stageMend {
		words = append(words, "odds", fmt.Sprint(c.Attack), fmt.Sprint(c.Defence),
			p.rules.d.CRT.Columns[c.Column].Name, "net", fmt.Sprint(c.Net))
	}
	for i, role := range []string{"attacker", "defender"} {
		if c.Chit[i] {
			words = append(words, "chit", role)
		}
	}
	if c.Stage > stageRoll {
		words = append(words, "result", c.Result.Attacker.String()+"/"+c.Result.Defender.String())
	}
	if c.Loss > 0 {
		words = append(words, "losses", fmt.Sprint(c.Loss))
	}
	if c.Dis > 0 {
		words = append(words, "disrupt", fmt.Sprint(c.Dis))
	}
	if c.First {
		words = append(words, "first")
	}
	if c.Retreat != 0 {
		words = append(append(words, "retreating"), p.rules.ids(c.Retreat)...)
	}
	if c.Advanced != 0 {
		words = append(append(words, "advanced"), p.rules.ids(c.Advanced)...)
	}
	for i, h := range c.From {
		if h != noHex {
			words = append(words, "from", p.rules.unitID(unitIx(i)), p.rules.hexID(h))
		}
	}
	for _, x := range c.Spared {
		if x.At != noHex {
			words = append(words, "spared", p.rules.hexID(x.From), p.rules.hexID(x.At))
		}
	}
	p.line(words...)
}
