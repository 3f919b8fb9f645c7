package celles

import (
	"fmt"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/celles/scenario"
)

// Parse reads a position text, in the form that Print describes.
func (g *rules) Parse(text string) (*State, error) {
	p := &parser{rules: g, s: g.New()}
	lines, err := p.split(text)
	if err != nil {
		return nil, err
	}
	// Lines may be in any order, but are read in this one.
	for _, word := range lineOrder {
		for _, l := range lines {
			if l.words[0] != word {
				continue
			}
			p.at, p.words = l.number, l.words[1:]
			p.read(word)
			if p.err == nil && len(p.words) > 0 {
				p.fail("what does %q mean here?", p.words[0])
			}
			if p.err != nil {
				return nil, p.err
			}
		}
	}
	p.finish()
	return p.s, p.err
}

var lineOrder = []string{
	"celles", "options", "bid", "turn", "initiative", "vp", "unit", "pending", "dead", "withdrawn",
	"truck", "chit", "active", "available", "cup", "infiltrating", "air", "stacking", "combat", "over",
}

type textLine struct {
	number int
	words  []string
}

// parser reads one position text.
type parser struct {
	rules *rules
	s     *State
	at    int // number of the line
	words []string
	err   error

	step, actions bool // were given
	supply        bool // phase 2 is still to come
	cups          [2]bool
}

// split splits a text into lines of words, without comments.
func (p *parser) split(text string) ([]textLine, error) {
	var lines []textLine
	for i, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words := strings.Fields(l)
		if len(words) == 0 {
			continue
		}
		known := false
		for _, w := range lineOrder {
			known = known || w == words[0]
		}
		if !known {
			return nil, &engine.SyntaxError{Line: i + 1, Text: fmt.Sprintf("no line begins with %q", words[0])}
		}
		lines = append(lines, textLine{i + 1, words})
	}
	if len(lines) == 0 || lines[0].words[0] != "celles" {
		return nil, &engine.SyntaxError{Line: 1, Text: `a position text begins with "celles 1"`}
	}
	return lines, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &engine.SyntaxError{Line: p.at, Text: fmt.Sprintf(format, args...)}
	}
}

// next takes the next word of the line.
func (p *parser) next(what string) string {
	if len(p.words) == 0 {
		p.fail("%s is missing", what)
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// is takes the next word if it is w.
func (p *parser) is(w string) bool {
	if p.err != nil || len(p.words) == 0 || p.words[0] != w {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *parser) number(what string, low, high int) int {
	w := p.next(what)
	n, err := strconv.Atoi(w)
	if p.err == nil && (err != nil || n < low || n > high) {
		p.fail("%s: %q is no number from %d to %d", what, w, low, high)
		return low
	}
	return n
}

// oneOf takes the next word, which must be one of ids.
func (p *parser) oneOf(what string, ids []string) int {
	w := p.next(what)
	for i, id := range ids {
		if id == w && id != "" {
			return i
		}
	}
	p.fail("%s: %q is none of %s", what, w, strings.Join(ids, " "))
	return 0
}

func (p *parser) side() side { return side(p.oneOf("side", scenario.SideIDs[:])) }

func (p *parser) hex() hexIx {
	w := p.next("hex")
	h, ok := p.rules.d.HexByID[w]
	if !ok {
		p.fail("%q is no hex of the map", w)
		return noHex
	}
	return h
}

func (p *parser) unit() unitIx {
	w := p.next("unit")
	u, ok := p.rules.d.UnitByID[w]
	if !ok {
		p.fail("%q is no unit", w)
		return 0
	}
	return u
}

// unitSet takes the units that follow.
func (p *parser) unitSet() unitSet {
	var set unitSet
	for len(p.words) > 0 {
		u, ok := p.rules.d.UnitByID[p.words[0]]
		if !ok {
			break
		}
		set = set.With(u)
		p.words = p.words[1:]
	}
	return set
}

func (p *parser) formation() formIx {
	w := p.next("formation")
	f, ok := p.rules.d.FormationByID[w]
	if !ok {
		p.fail("%q is no formation", w)
		return noForm
	}
	return f
}

func (p *parser) mp() int {
	w := p.next("movement points")
	m, err := scenario.ParseMP(w)
	if err != nil {
		p.fail("%q is no number of movement points", w)
	}
	return int(m)
}

func (p *parser) read(word string) {
	s := p.s
	switch word {
	case "celles":
		if n := p.number("format", 0, 1000); p.err == nil && n != 1 {
			p.fail("format %d is not known; this program reads format 1", n)
		}
	case "options":
		p.oneOf("option", []string{optionVariable})
		s.Variable = true
	case "bid":
		sd := p.side()
		s.Given = [2]int16{}
		s.Given[sd] = int16(p.number("vp", 1, bidMost))
	case "turn":
		p.turnLine()
	case "initiative":
		if p.is("rolled") {
			s.Rolled = int8(p.number("die", 0, 9))
		} else if p.oneOf("initiative", []string{"choice"}); p.err == nil {
			s.Choosing = p.side()
		}
	case "vp":
		s.VP = int16(p.number("vp", 0, 999))
	case "unit":
		u := p.placed()
		p.flags(u)
	case "pending":
		p.listed(pending)
	case "dead":
		p.listed(dead)
	case "withdrawn":
		p.listed(withdrawn)
	case "truck":
		if p.is("from") {
			s.TruckAt = int8(p.number("turn", 0, 99))
		} else {
			s.Truck = p.unit()
		}
	case "chit":
		s.Chit = p.formation()
		s.Acted = p.is("spent")
	case "active":
		p.active()
	case "available", "cup":
		p.chits(word)
	case "infiltrating":
		s.Into = p.hex()
	case "air":
		s.Air = p.unit()
	case "stacking":
		if s.Mend = mend(p.oneOf("stacking", mendIDs[:])); s.Mend == mendRebuild {
			s.MendHex = p.hex()
		}
	case "combat":
		p.combat()
	case "over":
		p.over()
	}
}

func (p *parser) turnLine() {
	s := p.s
	s.Turn, s.Phase = int8(p.number("turn", 0, len(p.rules.d.Turns))), phaseAction
	for len(p.words) > 0 && p.err == nil {
		switch w := p.next("word"); w {
		case "phase":
			if p.supply = p.is("supply"); p.supply {
				s.Phase = phaseInitiative
			} else {
				s.Phase = phase(p.oneOf("phase", phaseIDs[:]))
			}
		case "side":
			s.Side = p.side()
		case "step":
			s.Step, p.step = actionStep(p.oneOf("step", stepIDs[:])), true
		case "actions":
			p.actions = true
			p.readActions()
		default:
			p.fail("what does %q mean here?", w)
		}
	}
	if s.Turn == 0 && s.Phase != phaseSetup {
		p.fail("turn 0 has no phase but setup")
	}
	if s.Turn > 0 && !p.actions {
		s.Actions = p.rules.turn(s).Actions
		s.Left = s.Actions
	}
}

// readActions reads "german 4/2 allied 2/1".
func (p *parser) readActions() {
	for sd, id := range scenario.SideIDs {
		if !p.is(id) {
			p.fail("actions want the form: german 4/2 allied 2/1")
			return
		}
		var most, left int
		if _, err := fmt.Sscanf(p.next("actions"), "%d/%d", &most, &left); err != nil || most < 0 || most > 99 {
			p.fail("actions want the form: german 4/2 allied 2/1")
			return
		}
		p.s.Actions[sd], p.s.Left[sd] = int8(most), int8(left)
	}
}

// fresh takes a unit that no line has named yet.
func (p *parser) fresh(w where) unitIx {
	u := p.unit()
	if p.err == nil && p.s.Units[u].Where != away {
		p.fail("%s stands in two lines", p.rules.unitID(u))
	}
	if p.err == nil {
		p.s.Units[u] = unit{Where: w, Hex: noHex, Steps: p.rules.d.Units[u].Steps}
		if w == dead {
			p.s.Units[u].Steps = 0
		}
	}
	return u
}

// placed reads a unit and, before or after its flags, its hex.
func (p *parser) placed() unitIx {
	u := p.fresh(onMap)
	for i, w := range p.words {
		if h, ok := p.rules.d.HexByID[w]; ok && p.err == nil {
			p.s.Units[u].Hex = h
			p.words = append(p.words[:i:i], p.words[i+1:]...)
			return u
		}
	}
	p.fail("the unit's hex is missing")
	return u
}

// flags reads the words after a unit, and puts it on the map if it has a hex.
func (p *parser) flags(u unitIx) {
	for len(p.words) > 0 && p.err == nil && p.flag(u) {
	}
	if p.err == nil {
		p.rules.derive(p.s, p.rules.side(u))
	}
}

func (p *parser) flag(u unitIx) bool {
	x := &p.s.Units[u]
	if p.is("reduced") {
		if p.rules.d.Units[u].Steps != 2 {
			p.fail("%s has one step and cannot be reduced", p.rules.unitID(u))
		}
		x.Steps = 1
		return true
	}
	for _, f := range unitFlags {
		if p.is(f.word) {
			f.set(x)
			return true
		}
	}
	return false
}

func (p *parser) listed(w where) {
	for len(p.words) > 0 && p.err == nil {
		u := p.fresh(w)
		for p.err == nil && p.flag(u) {
		}
	}
}

func (p *parser) active() {
	s := p.s
	if p.is("formation") {
		s.Chit = p.formation()
	}
	if !p.step {
		s.Step, p.step = stepMove, true
	}
	s.Acted = true
	if p.is("units") {
		for u := range p.unitSet().All() {
			s.Units[u].Act = waiting
		}
	}
	if !p.is("moving") {
		return
	}
	u := p.unit()
	if p.err != nil {
		return
	}
	if s.Units[u].Where != onMap && s.Combat.Stage == noCombat && s.Units[u].Where != dead {
		p.fail("%s is not on the map and cannot move", p.rules.unitID(u))
		return
	}
	s.Moving = u
	if s.Units[u].Where == onMap {
		s.Units[u].Act = waiting
	}
	p.spent(u)
}

// spent reads how far the active unit has come. Without a word it has just
// become active.
func (p *parser) spent(u unitIx) {
	s := p.s
	mp, spent := -1, -1
	said := false
	for len(p.words) > 0 && p.err == nil {
		switch w := p.next("word"); w {
		case "mp":
			mp, said = p.mp(), true
		case "spent":
			spent = p.mp()
		case "strategic":
			s.Strategic = true
		default:
			p.fail("what does %q mean here?", w)
		}
	}
	switch {
	case spent >= 0:
		s.Spent = int16(spent)
	case mp >= 0:
		most := p.rules.allowance(s, u, s.Strategic)
		if mp > most {
			p.fail("%s has %s MP at the most", p.rules.unitID(u), scenario.MP(most))
		}
		s.Spent = int16(most - mp)
	}
	if !said && s.Units[u].Where == onMap {
		s.Strategic = p.rules.strategicStart(s, u)
	}
}

func (p *parser) chits(word string) {
	s := p.s
	sd := p.side()
	if word == "cup" {
		p.cups[sd] = true
	}
	for len(p.words) > 0 && p.err == nil {
		w := p.next("chit")
		t, ok := scenario.TacticalByID(w)
		f, action := p.rules.d.FormationByID[w]
		switch {
		case ok && word == "cup":
			s.Cup[sd].Tactical[t]++
		case ok:
			s.Avail[sd][t]++
		case action && word == "cup":
			s.Cup[sd].Action[f]++
		default:
			p.fail("%q is no chit that can be here", w)
		}
	}
}

func (p *parser) combat() {
	s := p.s
	c := newCombat(p.unit())
	c.Intensity = int8(p.oneOf("intensity", intensityIDs[:]))
	c.Att = unitSet(0).With(c.Active)
	hexes := 0
	for len(p.words) > 0 && p.err == nil {
		switch w := p.next("word"); w {
		case "with":
			c.Att |= p.unitSet()
		case "against":
			c.Def = p.unitSet()
		case "at":
			for len(p.words) > 0 && hexes < len(c.Hexes) {
				h, ok := p.rules.d.HexByID[p.words[0]]
				if !ok {
					break
				}
				c.Hexes[hexes], p.words = h, p.words[1:]
				hexes++
			}
		case "stage":
			c.Stage = combatStage(p.oneOf("stage", stageIDs[:]))
		case "odds":
			c.Attack, c.Defence = int16(p.number("attack", 0, 9999)), int16(p.number("defence", 0, 9999))
			if c.Column = p.rules.column(p.next("column")); c.Column < 0 {
				p.fail("no such column")
			}
		case "net":
			c.Net = int8(p.number("net", -99, 99))
		case "chit":
			c.Chit[p.oneOf("role", []string{"attacker", "defender"})] = true
		case "result":
			a, d, _ := strings.Cut(p.next("result"), "/")
			c.Result = scenario.CombatResult{Attacker: scenario.ParseEffect(a), Defender: scenario.ParseEffect(d)}
		case "losses":
			c.Loss = int8(p.number("losses", 0, 9))
		case "disrupt":
			c.Dis = int8(p.number("disrupt", 0, 9))
		case "first":
			c.First = true
		case "retreating":
			c.Retreat = p.unitSet()
		case "advanced":
			c.Advanced = p.unitSet()
		case "from":
			u := p.unit()
			c.From[u] = p.hex()
		case "spared":
			c.spare(p.hex(), p.hex())
		default:
			p.fail("what does %q mean here?", w)
		}
	}
	if p.err == nil && (c.Stage == noCombat || c.Def == 0) {
		p.fail("a combat wants a stage and defenders")
	}
	s.Combat = c
}

func (p *parser) over() {
	e := &p.s.Ended
	if !p.is("draw") {
		e.Winner = p.side()
	}
	e.Decisive = p.is("decisive")
	e.Points[german] = int16(p.number("points", 0, 999))
	e.Points[allied] = int16(p.number("points", 0, 999))
}

// finish sets defaults for what the text leaves out.
func (p *parser) finish() {
	s := p.s
	if s.Turn == 0 || p.err != nil {
		return
	}
	played := s.Chit != noForm
	if s.Phase == phaseAction && !p.step && played {
		s.Step = stepActivate
	}
	if played && !p.actions {
		s.Left[s.Side] = max(0, s.Left[s.Side]-1)
	}
	for sd := range s.Cup {
		if p.cups[sd] {
			continue
		}
		s.Cup[sd] = p.rules.fullCup(s, side(sd))
		for t, n := range s.Avail[sd] {
			s.Cup[sd].Tactical[t] = max(0, s.Cup[sd].Tactical[t]-n)
		}
		if played && s.Side == side(sd) && s.Cup[sd].Action[s.Chit] > 0 {
			s.Cup[sd].Action[s.Chit]--
		}
	}
	r := engine.Try[*State](p.rules, s)
	switch {
	case p.supply:
		p.rules.afterChits(r)
	case s.Phase != phaseOver && len(p.rules.Prompts(s)) == 0:
		p.rules.settle(r)
	}
	p.s = r.State()
}
