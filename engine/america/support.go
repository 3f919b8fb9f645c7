package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// 9.0, 11.1, 11.3 What headquarters and aircraft add to attacks.

// mayCover reports whether the Allied defender has air points to lay, which count in twos (9.57).
func (g *rules) mayCover(s *State) bool {
	return s.Side == german && s.Air >= airMost && s.Listed > 0 && !s.Covered
}

// hexesOf lists the hexes that are to be attacked, by their numbers.
func (s *State) hexesOf() []hexIx {
	return lists.Map(s.List[:s.Listed], func(a attack) hexIx { return a.Hex })
}

// cover asks the defender in secret which attacked hexes get two air points each.
func (w *walk) cover() {
	s := w.S()
	few := answer.Subset[hexIx]{List: s.hexesOf(), Names: &w.rules.d.HexIDs}
	most := int(s.Air) / airMost
	chosen, ok := answer.ChooseGroup(&w.Walk, "cover", answer.Group[answer.Place]{
		All: few.All(), Names: &few,
		May: func(chosen set.Small[answer.Place], _ answer.Place) bool { return chosen.Len() < most },
		Why: func(id string, chosen set.Small[answer.Place]) *engine.Illegal {
			return w.notHelped(id, "air", few.List, chosen.Len() >= most, int(s.Air))
		},
	})
	if ok {
		hexes := w.rules.hexIDs(few.Of(chosen))
		w.Emit(event.CoverLaid{Seat: w.Prompt.Seat, Hexes: &hexes})
	}
}

// notHelped refuses a word after hexes that are to be helped: it is no attacked hex, the points are used up, or the
// hex is named already.
func (w *walk) notHelped(id, by string, list []hexIx, spent bool, left int) *engine.Illegal {
	h, ok := w.rules.d.HexIDs.Find(id)
	rule := map[string]string{"air": "11.3", "hq": "11.1"}[by]
	switch {
	case !ok:
		return w.Refuse(rule, "illegal.help.word", engine.Text("word", id))
	case !slices.Contains(w.S().hexesOf(), h):
		return w.Refuse(rule, "illegal.help.hex", w.rules.hexArg("hex", h))
	case !slices.Contains(list, h): // the headquarters cannot support it
		return w.Refuse(rule, w.rules.notBacked(w.S(), h), w.rules.hexArg("hex", h), w.rules.unitArg("unit", w.rules.d.HQs[w.S().HQ].Unit))
	case spent:
		return w.Refuse(rule, "illegal."+by+".spent", engine.Num("left", left))
	}
	return w.Refuse(rule, "illegal."+by+".twice", w.rules.hexArg("hex", h))
}

// notBacked says why the active headquarters does not support the attack on a hex.
func (g *rules) notBacked(s *State, h hexIx) string {
	f := g.fightFor(s, h)
	switch {
	case !s.HQs[s.HQ].Combat:
		return "illegal.hq.supply"
	case s.Units[g.d.HQs[s.HQ].Unit].Strategic:
		return "illegal.hq.strategic"
	case s.inZOC(g.hqHex(s, s.HQ), s.Side):
		return "illegal.hq.zone"
	case !g.backs(s, h, &f.att):
		return "illegal.hq.range"
	}
	return "illegal.hq.idle"
}

// earlyTurns are the turns, from the first, in which German headquarters support more (11.13): 16 and 17 December.
const earlyTurns = 2

// supportMost is how many attacks a headquarters may support in its impulse, and how many overruns (11.13).
func (g *rules) supportMost(s *State, q hqIx) int {
	if s.Turn <= earlyTurns {
		return g.d.HQs[q].Early
	}
	return g.d.HQs[q].Support
}

// backs reports whether the active headquarters may support an attack by some units on a hex: it is in combat supply,
// did not move strategically, and the hex and all attackers are in its range (11.1, 5.2).
func (g *rules) backs(s *State, h hexIx, att *unitSet) bool {
	q := s.HQ
	if q == noHQ || !s.HQs[q].Combat || s.Units[g.d.HQs[q].Unit].Strategic || !g.supports(s, q, h) {
		return false
	}
	at := g.hqHex(s, q)
	return !att.Any(func(u unitIx) bool { return g.distance(at, s.Units[u].Hex) > g.d.HQs[q].Range })
}

// backed lists the attacked hexes where the active headquarters would change the odds, by their numbers.
func (g *rules) backed(s *State) []hexIx {
	var list []hexIx
	for _, h := range s.hexesOf() {
		f := g.fightFor(s, h)
		if g.backs(s, h, &f.att) && g.defenceStrength(s, h, &f.def, false) > 0 {
			list = append(list, h)
		}
	}
	return list
}

// strikes is how many air points the attacker may use (11.3).
func (s *State) strikes() int {
	if s.Side == allied {
		return int(s.Air)
	}
	return 0
}

// forwardSupport supports all attacks where the headquarters may support them all and there is no air: nothing is
// spared by less.
func (g *rules) forwardSupport(r *ruling) bool {
	s := r.State()
	list := g.backed(s)
	if s.strikes() > 0 || len(list) > g.supportLeft(s) {
		return false
	}
	g.supported(r, list, nil)
	return true
}

// supportLeft is how many more attacks the active headquarters may support in its impulse.
func (g *rules) supportLeft(s *State) int {
	if s.HQ == noHQ {
		return 0
	}
	return max(0, g.supportMost(s, s.HQ)-int(s.Attacks))
}

// supported gives the support of the attacker, and shows all air.
func (g *rules) supported(r *ruling, hexes, air []hexIx) {
	s := r.State()
	e := event.SupportGiven{
		HQ: g.hqID(s.HQ), Hexes: g.hexIDs(hexes), Air: g.hexIDs(air), Cover: []string{}, Left: int(s.Air) - len(air),
	}
	for _, a := range s.List[:s.Listed] {
		if a.Cover > 0 {
			e.Cover, e.Left = append(e.Cover, g.hexID(a.Hex)), e.Left-int(a.Cover)
		}
	}
	e.Shown = s.Covered
	emit(r, e)
}

// supporting is the walk of what the attacker gives.
type supporting struct {
	*walk
	backed []hexIx // hexes of the attacks that the headquarters may support, if there is a choice
	most   int     // how many of them
	given  []hexIx // where there is no choice
	typed  struct{ hq, air []hexIx }
}

// support asks the attacker which attacks the headquarters supports, "+hex" each, if it cannot support them all, and
// where air points go, a hex each. They may be typed in any order; "go" ends the list.
func (w *walk) support() {
	s := w.S()
	a := supporting{walk: w, backed: w.rules.backed(s), most: w.rules.supportLeft(s)}
	if len(a.backed) <= a.most {
		a.given, a.backed = a.backed, nil
	}
	for {
		word, _ := w.Peek()
		id, plus := strings.CutPrefix(word, "+")
		h, known := w.rules.d.HexIDs.Find(id)
		switch {
		case !known:
			a.end()
			return
		case plus && a.mayBack(h):
			a.typed.hq = append(a.typed.hq, h)
		case !plus && a.mayStrike(h):
			a.typed.air = append(a.typed.air, h)
		case plus:
			w.Fail(w.notHelped(id, "hq", a.backed, len(a.typed.hq) >= a.most, a.most))
			return
		default:
			w.Fail(w.notHelped(id, "air", s.hexesOf(), len(a.typed.air) >= s.strikes(), s.strikes()))
			return
		}
		w.Accept()
	}
}

// end records what is typed, in order, and ends the answer if "go" follows.
func (w *supporting) end() {
	s := w.S()
	slices.Sort(w.typed.hq)
	slices.Sort(w.typed.air)
	for _, id := range append(w.rules.plus(w.typed.hq), w.rules.hexIDs(w.typed.air)...) {
		w.Ruling.Take(id)
	}
	switch id, more := w.Peek(); {
	case !more:
		w.Stop(w.options())
	case id != "go":
		w.Reject(id, func(id string) *engine.Illegal { return w.notHelped(id, "air", s.hexesOf(), false, s.strikes()) })
	default:
		w.Take()
		w.rules.supported(w.Ruling, append(w.given, w.typed.hq...), w.typed.air)
	}
}

// mayBack reports whether the headquarters may support the attack on a hex besides those typed.
func (w *supporting) mayBack(h hexIx) bool {
	return slices.Contains(w.backed, h) && !slices.Contains(w.typed.hq, h) && len(w.typed.hq) < w.most
}

// mayStrike reports whether an air point may go to a hex besides those typed.
func (w *supporting) mayStrike(h hexIx) bool {
	s := w.S()
	n := lists.Count(w.typed.air, func(a hexIx) bool { return a == h })
	return slices.Contains(s.hexesOf(), h) && n < airMost && len(w.typed.air) < s.strikes()
}

// options lists what may follow in order, the headquarters first, and "go".
func (w *supporting) options() []engine.Option {
	s := w.S()
	var opts []engine.Option
	last := func(list []hexIx) hexIx {
		if len(list) == 0 {
			return noHex
		}
		return list[len(list)-1]
	}
	for _, h := range w.backed {
		if len(w.typed.air) == 0 && h > last(w.typed.hq) && w.mayBack(h) {
			opts = append(opts, engine.Option{ID: "+" + w.rules.hexID(h), Kind: "support", N: w.rules.hqShift(s)})
		}
	}
	for _, h := range s.hexesOf() {
		if h >= last(w.typed.air) && w.mayStrike(h) {
			opts = append(opts, engine.Option{ID: w.rules.hexID(h), Kind: "strike", N: w.rules.d.Shifts.Air})
		}
	}
	return append(opts, answer.Words("go")...)
}

// 12.4 Reconnaissance.

// evadeHexes is how far units of reconnaissance go before the die, no less (12.4).
const evadeHexes = 3

// evaders reports whether the defenders of a fight may go before the die: all are of reconnaissance, stand alone in
// their hex, and have a way together.
func (g *rules) evaders(s *State, f *fight) bool {
	others := func(u unitIx) bool { return g.d.Units[u].Type != scenario.Recon }
	if !s.Options.Has(optRecon) || f.def.Any(others) || s.stack(f.hex) != f.def {
		return false
	}
	v := g.flight(s, f.def, f.hex, evadeHexes, &f.att)
	return v.open(f.hex, 1)
}

// evade asks the defenders whether they go before the die, and where (12.4).
func (w *walk) evade() {
	s := w.S()
	c := &s.Combat
	v := w.rules.flight(s, c.Def, c.Hex, evadeHexes, &c.Att)
	next := v.nexts(c.Hex, 1)
	opts := append(w.hexOptions(next), answer.Words("stand")...)
	id, ok := w.Choose(opts, w.notFleeing(&v, c.Hex, 1, next))
	switch {
	case !ok:
	case id == "stand":
		w.Emit(event.CombatStage{Stage: stageIDs[stageRoll]})
	default:
		if w.flee(&v, w.rules.d.HexIDs.Of(id)) {
			w.rules.stage(w.Ruling, stageAdvance)
		}
	}
}
