package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/chance"
	"referee/engine/kit/events"
	"referee/engine/kit/exact"
)

// OddsData is the data of the query odds.
type OddsData struct {
	Hex      string        `json:"hex"`
	With     []string      `json:"with"`
	Against  []string      `json:"against"`
	Attack   int           `json:"attack"`
	Defence  int           `json:"defence"`
	Odds     string        `json:"odds"`
	Shifts   []event.Shift `json:"shifts"`
	Column   string        `json:"column"` // with the shifts; "" where they are below the table
	Helpless bool          `json:"helpless"`
	Faces    []OddsFace    `json:"faces"`
}

// OddsFace is the result of one face of the die.
type OddsFace struct {
	Die      int `json:"die"`
	Attacker int `json:"attacker"`
	Defender int `json:"defender"`
	// Hex is what becomes of the attacked hex (9.2, 9.4).
	Hex fate `json:"hex"`
}

// fate is what becomes of an attacked hex.
type fate string

const (
	fateHeld   fate = "held"   // somebody stays there
	fateChoice fate = "choice" // it is left empty if the defender goes back, as far as they can, instead of losing steps
	fateEmpty  fate = "empty"  // it is left empty, whatever the defender chooses
)

// fate is what becomes of a hex whose defenders have the number n of a result.
func (g *rules) fate(s *State, h hexIx, def *unitSet, n int) fate {
	switch {
	case *def != s.stack(h): // somebody there was attacked before (9.72)
		return fateHeld
	case n >= s.stepsOf(*def):
		return fateEmpty
	case n/2 > 0:
		return fateChoice
	}
	return fateHeld
}

// askOdds tells the odds of an attack on a hex by some units next to it, or by all who could attack it, as if it was
// their impulse. Of air nothing is counted; the headquarters of the impulse, if it could support the attack.
func (g *rules) askOdds(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	id := q.First("hex")
	h, ok := g.d.HexIDs.Find(id)
	switch {
	case !ok:
		why, word := notHex(id)
		return engine.Answer{}, engine.Refuse("9.0", why, word)
	case s.first[h] == noUnit:
		return engine.Answer{}, engine.Refuse("9.0", "illegal.attack.nobody", g.hexArg("hex", h))
	}
	s = s.Clone()
	s.Side = g.sides[s.first[h]].Enemy()
	f := fight{hex: h, def: s.stack(h)}
	if err := g.queryAttackers(s, &f, q.Args["with"]); err != nil {
		return engine.Answer{}, err
	}
	f.support = g.backs(s, h, &f.att)
	a, data := g.oddsAnswer(s, v, &f)
	a.Data = data
	return a, nil
}

// queryAttackers is the attackers that a query names, or all who stand next to the hex and could attack it.
func (g *rules) queryAttackers(s *State, f *fight, ids []string) error {
	for _, id := range ids {
		u, err := g.queryUnit(s, "9.0", strings.TrimPrefix(id, "+"))
		if err != nil {
			return err
		}
		rule, why := g.noStrike(s, u, f.hex)
		switch {
		case g.sides[u] != s.Side:
			rule, why = "9.0", "illegal.enemy-unit"
		case g.isHQ(u):
			rule, why = "11.1", "illegal.attack.hq"
		}
		if rule != "" {
			return engine.Refuse(rule, why, g.unitArg("unit", u), g.hexArg("hex", f.hex))
		}
		f.att.Add(u)
	}
	if len(ids) > 0 {
		return nil
	}
	f.att = g.beside(s, f.hex, func(u unitIx) bool { return !g.isHQ(u) && lawful(g.noStrike(s, u, f.hex)) })
	if f.att.Empty() {
		return engine.Refuse("9.0", "illegal.attack.no-attacker", g.hexArg("hex", f.hex))
	}
	return nil
}

var _ engine.OddsPreviewer[*State] = (*rules)(nil)

// CanPreviewOdds reports whether a path names an attack: a hex and somebody who attacks it, an attack that is to be
// resolved, or an overrun.
func (g *rules) CanPreviewOdds(_ *State, p engine.Prompt, path []string) bool {
	switch p.Kind {
	case kindAttack:
		return len(path) > 1 && strings.HasPrefix(path[1], "+")
	case kindResolve:
		return len(path) > 0
	case kindMove, kindExploit:
		i := slices.Index(path, "overrun")
		return i >= 0 && i+1 < len(path)
	}
	return false
}

// PreviewOdds tells the odds of the attack that a path names, with the headquarters if it may still support it. Air is not
// counted: it is laid later, and in part in secret.
func (g *rules) PreviewOdds(
	s *State, v engine.Viewer, p engine.Prompt, path []string, _ engine.Choose,
) (engine.Answer, error) {
	f := fight{}
	switch p.Kind {
	case kindMove, kindExploit:
		i := slices.Index(path, "overrun")
		r := engine.Try[*State](g, s)
		if _, err := g.Judge(r, p, path[:i+1]); err != nil {
			return engine.Answer{}, err
		}
		s = r.State()
		h, ok := g.d.HexIDs.Find(path[i+1])
		if !ok {
			why, word := notHex(path[i+1])
			return engine.Answer{}, engine.Refuse("9.6", why, word)
		}
		units := s.Moving
		for _, id := range path[:i] {
			if u, ok := g.d.UnitIDs.Find(strings.TrimPrefix(id, "+")); ok && strings.HasPrefix(id, "+") {
				units.Add(u)
			}
		}
		if !lawful(g.noOverrunOf(s, units, h)) {
			return engine.Answer{}, g.notOverrun(s, units, h)
		}
		f = *g.overrunFight(s, units, h, g.backsOverrun(s, units, h) && !slices.Contains(path[i:], "alone"))
	default:
		h, ok := g.d.HexIDs.Find(path[0])
		if !ok {
			why, word := notHex(path[0])
			return engine.Answer{}, engine.Refuse("9.0", why, word)
		}
		if p.Kind == kindResolve {
			f = g.fightFor(s, h)
			break
		}
		var att unitSet
		for _, id := range path[1:] {
			u, ok := g.d.UnitIDs.Find(strings.TrimPrefix(id, "+"))
			if !ok {
				continue
			}
			if rule, why := g.noAttack(s, u, h); rule != "" {
				return engine.Answer{}, engine.Refuse(rule, why, g.unitArg("unit", u), g.hexArg("hex", h))
			}
			att.Add(u)
		}
		f = g.declaring(s, h, att)
	}
	if f.att.Empty() || f.def.Empty() {
		return engine.Answer{}, engine.Refuse("9.0", "illegal.attack.nobody", g.hexArg("hex", f.hex))
	}
	if o := g.reckon(s, &f); !g.possible(&o) && p.Kind != kindResolve {
		return engine.Answer{}, engine.Refuse("9.1", "illegal.attack.weak", g.hexArg("hex", f.hex),
			engine.Num("attack", o.attack), engine.Num("defence", o.defence))
	}
	a, _ := g.oddsAnswer(s, v, &f)
	return a, nil
}

// oddsAnswer describes a fight: strengths, every shift, and what each face of the die does.
func (g *rules) oddsAnswer(s *State, v engine.Viewer, f *fight) (engine.Answer, *OddsData) {
	o := g.reckon(s, f)
	data := &OddsData{
		Hex: g.hexID(f.hex), With: g.ids(f.att), Against: g.ids(f.def), Attack: o.attack, Defence: o.defence,
		Odds: oddsName(o.attack, o.defence), Shifts: o.named(), Helpless: o.helpless, Faces: []OddsFace{},
	}
	a := engine.Answer{Lines: []engine.Msg{engine.Say("answer.odds", g.hexArg("hex", f.hex),
		events.Nouns("with", data.With), events.Nouns("against", data.Against))}}
	a.Marks = []engine.Mark{g.mark(f.hex, engine.MarkTarget)}
	for u := range f.att.All() {
		m := g.mark(s.Units[u].Hex, engine.MarkAttacker)
		if !slices.Contains(a.Marks, m) {
			a.Marks = append(a.Marks, m)
		}
	}
	if !g.possible(&o) && s.declared(f.hex) < 0 {
		a.Lines = append(a.Lines,
			engine.Say("answer.odds-below", engine.Num("attack", o.attack), engine.Num("defence", o.defence)))
		return a, data
	}
	e := g.combatBegan(f, &o)
	data.Column = e.Column
	a.Lines = append(a.Lines, e.Tell())
	a.Heads = 2
	owed, fates := [2]int{}, map[fate]int{}
	for die := 1; die <= len(faces); die++ {
		r := g.result(&o, f.hex, die)
		what := g.fate(s, f.hex, &f.def, int(r.Defender))
		data.Faces = append(data.Faces, OddsFace{die, int(r.Attacker), int(r.Defender), what})
		fates[what]++
		owed[0] += min(mustLose(int(r.Attacker), f.overrun), s.stepsOf(f.att))
		owed[1] += min(mustLose(int(r.Defender), false), s.stepsOf(f.def))
	}
	a.Bars = g.outcomes(&o, f.hex)
	a.Chart = len(a.Lines)
	for _, b := range a.Bars {
		r := g.result(&o, f.hex, int(b.Faces[0][0]-'0'))
		a.Lines = append(a.Lines, engine.Say("answer.odds-face", engine.Text("faces", exact.FormatRanges(b.Faces)),
			event.Half("attacker", int(r.Attacker)), event.Half("defender", int(r.Defender)),
			engine.Sub("outcome", b.Label)))
	}
	a.Lines = append(a.Lines, engine.Say("answer.odds-steps", engine.Ratio("attacker", owed[0], len(faces)),
		engine.Ratio("defender", owed[1], len(faces))),
		engine.Say("answer.odds-empty", engine.Num("sure", fates[fateEmpty]), engine.Num("of", len(faces)),
			engine.Num("either", fates[fateEmpty]+fates[fateChoice])))
	either := 0 // as often as for certain, which is not said twice
	if fates[fateChoice] > 0 {
		either = fates[fateEmpty] + fates[fateChoice]
	}
	key := "answer.odds-summary"
	if v == engine.Viewer(s.Side.Seat()) {
		key += ".own"
	}
	summary := engine.Say(key, engine.Num("sure", fates[fateEmpty]), engine.Num("of", len(faces)), engine.Num("either", either),
		engine.Ratio("attacker", owed[0], len(faces)), engine.Ratio("defender", owed[1], len(faces)))
	a.Summary = &summary
	a.Lines = append(a.Lines, g.guesses(s, f, &o)...)
	return a, data
}

var _ engine.RollTabler[*State] = (*rules)(nil)

// RollTable returns the outcomes of the roll of a combat. Its shifts were told when it began.
func (g *rules) RollTable(s *State, p engine.Prompt) engine.Answer {
	if p.Kind != kindCombat {
		return engine.Answer{}
	}
	c := &s.Combat
	return engine.Answer{Bars: g.outcomes(&odds{net: int(c.Column), helpless: c.Helpless}, c.Hex)}
}

// outcomes are the possible results of the die for an attack on a hex, and the faces for each.
func (g *rules) outcomes(o *odds, h hexIx) []engine.Bar {
	return chance.Faces(faces, func(n int) scenario.CombatResult { return g.result(o, h, n) },
		func(r scenario.CombatResult) engine.Bar { return engine.Bar{Label: sayResult(r), Class: classOf(r)} })
}

// mustLose is how many steps a number of a result takes without a choice (9.2): half of it, or all.
func mustLose(n int, all bool) int {
	if all {
		return n
	}
	return up(n, 2)
}

// classOf says what a result is for the attacker.
func classOf(r scenario.CombatResult) engine.Class {
	switch {
	case r.Defender > r.Attacker && r.Attacker == 0:
		return engine.Good
	case r.Defender > 0:
		return engine.Mixed
	case r.Attacker > 0:
		return engine.Bad
	}
	return engine.Even
}

// sayResult is a result in words: the steps that each side must lose, and what it has to go back or lose besides.
func sayResult(r scenario.CombatResult) engine.Msg {
	side := func(name string, n int8) engine.Arg {
		if n == 0 {
			return engine.Sub(name, engine.Say("answer.pays-none"))
		}
		pays := engine.Say("answer.pays", engine.Num("steps", up(int(n), 2)), engine.Num("rest", int(n)/2))
		return engine.Sub(name, pays)
	}
	return engine.Say("answer.outcome", side("attacker", r.Attacker), side("defender", r.Defender))
}
