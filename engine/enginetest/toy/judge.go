package toy

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/board"
)

// success is the least total with which a die succeeds.
const success = 4

// faces are those of the one die.
var faces = answer.Die(1, 6)

type ruling = engine.Ruling[*State]

// walk is the judging of one answer.
type walk struct {
	answer.Walk[*State]
	g    *Rules
	seat int        // who answers
	why  answer.Why // it is none of the answers
}

// questions are what is asked in each phase: the rule that refuses wrong answers, and who judges.
var questions = map[string]struct {
	rule  string
	judge func(*walk)
}{
	phaseTrap:       {"9", (*walk).trap},
	phasePlan:       {"2", (*walk).plan},
	phaseWeather:    {"3", (*walk).weather},
	phaseInitiative: {"4", (*walk).initiative},
	phaseMarch:      {"5", (*walk).march},
	phaseFight:      {"6", (*walk).fight},
	phaseLoss:       {"7", (*walk).loss},
}

// Judge walks an answer.
func (g *Rules) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	q, ok := questions[r.State().phase]
	if !ok {
		return engine.Node{}, fmt.Errorf("toy: nothing is asked in phase %q", r.State().phase)
	}
	w := &walk{g: g, seat: seatIndex(p.Seat)}
	w.Begin(r, p, path)
	w.why = w.Wrong(q.rule, "refuse.choice")
	q.judge(w)
	return w.End(w.Wrong(q.rule, "refuse.extra"), func(*ruling) {})
}

// 2 Plans.
func (w *walk) plan() {
	s := w.S()
	can := plans
	if s.effort[w.seat] == 0 {
		can = plans[:2] // no rush
	}
	kind, ok := w.Choose(answer.Options("plan", can...), w.why)
	plan := Plan{Kind: kind}
	if kind == planRush {
		plan.Effort, ok = w.Roll(answer.Numbers("effort", 1, s.effort[w.seat]), w.why)
	}
	if !ok {
		return
	}
	w.Emit(Event(Planned{Seat: w.Prompt.Seat, Plan: &plan}))
	if s.plans[1-w.seat].Kind != "" {
		w.g.reveal(w.Ruling)
	}
}

// reveal shows the plans and continues the round.
func (g *Rules) reveal(r *ruling) {
	s := r.State()
	e := Revealed{Plans: s.plans, Effort: s.effort}
	for i, p := range s.plans {
		e.Effort[i] -= p.Effort
		e.Holds[i] = p.Kind == planHold
	}
	r.Emit(Event(e))
	if s.weather {
		r.Emit(Event(Phase{Phase: phaseWeather}))
	} else {
		g.next(r)
	}
}

// 3 Weather.
func (w *walk) weather() {
	sky := answer.Options("weather", weatherDry, weatherFlood)
	sky[0].Weight = 2
	if id, ok := w.Choose(sky, w.why); ok {
		w.Emit(Event(Drawn{Weather: id}))
		w.g.next(w.Ruling)
	}
}

// 4 Who goes first.
func (w *walk) initiative() {
	shift := initiative(w.S())
	if n, ok := w.Roll(faces, w.why); ok {
		first := seats[1]
		if n+shift >= success {
			first = seats[0]
		}
		w.Emit(Event(Led{Die: n, Shift: shift, Seat: first}))
		w.Emit(Event(Phase{Phase: phaseMarch, Seat: first}))
	}
}

// initiative is the shift of the initiative die.
func initiative(s *State) int { return s.plans[0].Effort - s.plans[1].Effort }

// next asks the die who goes first where both march, continues with the seat that has not
// marched, with the next round, or ends the match.
func (g *Rules) next(r *ruling) {
	s := r.State()
	if !s.marched[0] && !s.marched[1] {
		r.Emit(Event(Phase{Phase: phaseInitiative}))
		return
	}
	lost := g.alive(s, 0) == 0 || g.alive(s, 1) == 0
	for i, seat := range seats {
		if !lost && !s.marched[i] {
			r.Emit(Event(Phase{Phase: phaseMarch, Seat: seat}))
			return
		}
	}
	if lost || s.round == s.rounds {
		end := g.result(s)
		points := [2]int{end.Score[0].Points, end.Score[1].Points}
		r.Emit(Event(Ended{Winner: end.Winner, Points: points, Early: end.Decisive}))
	} else {
		r.Emit(Event(Rounded{Round: s.round + 1}))
	}
}

// 8 Points of a seat: for units, for ground, and of a bid.
func (g *Rules) pointsOf(s *State, seat int) [3]int {
	ground := 0
	for _, h := range g.board.Hexes {
		if g.in(s, seat, h.At) != 0 {
			ground += h.VP
		}
	}
	return [3]int{g.alive(s, seat).Len(), ground, s.given[seat]}
}

// 9 Traps.
func (w *walk) trap() {
	if id, ok := w.Choose(answer.Options("hex", w.g.board.IDs()...), w.why); ok {
		at, _ := w.g.board.Find(id) // it is one of the options
		w.Emit(Event(Trapped{Seat: w.Prompt.Seat, At: &at}))
		if w.S().trap[1-w.seat].Valid() {
			w.Emit(Event(Phase{Phase: phasePlan}))
		}
	}
}

// stepping is what a step is, by whether it attacks.
var stepping = map[bool]string{true: "attack", false: "step"}

// allowance is the number of hexes a group marches.
const allowance = 2

// 5 March. The path is "stay", or a group ("+red-a +red-b go"), the hexes it goes through
// and "stop". A hex further off stands for the way to it.
func (w *walk) march() {
	stay := answer.Options("stay", "stay")
	switch id, more := w.Peek(); {
	case !more:
		naming := w.naming()
		w.Stop(append(stay, naming.Options("unit", 0)...))
	case !strings.HasPrefix(id, "+"):
		if _, ok := w.Choose(stay, w.why); ok {
			w.marched()
		}
	default:
		units, ok := answer.ChooseGroup(&w.Walk, "unit", w.naming())
		for left := allowance; ok; {
			left, ok = w.advance(units, left)
		}
	}
}

// marched ends the march.
func (w *walk) marched() {
	w.Emit(Event(Marched{Seat: seats[w.S().acting]}))
	w.g.next(w.Ruling)
}

// naming is how the group is named: by units of one hex that can leave it.
func (w *walk) naming() answer.Group[int] {
	s, g := w.S(), w.g
	mine := g.alive(s, s.acting)
	apart := func(chosen group, i int) bool { return chosen != 0 && s.at[i] != s.at[chosen.First()] }
	return answer.Group[int]{
		All: mine.Filter(func(i int) bool { return len(g.ways(s, s.at[i])) > 0 }), Names: &g.names,
		May:  func(chosen group, i int) bool { return !apart(chosen, i) },
		Fits: func(chosen, _ group) bool { return chosen != 0 },
		Why: func(id string, chosen group) *engine.Illegal {
			switch i, ok := g.names.Find(id); {
			case !ok || !mine.Has(i) || chosen.Has(i):
				return w.why(id)
			case apart(chosen, i):
				return w.Wrong("5", "refuse.apart")(id)
			default:
				return w.Refuse("3", "refuse.flood", engine.Hex("from", s.at[i]))
			}
		},
	}
}

// advance takes one more element of a march of units that have so many hexes left: a hex, or
// "stop"; false: the march, or the walk, is over.
func (w *walk) advance(units group, left int) (int, bool) {
	s, g := w.S(), w.g
	at, attacks := s.at[units.First()], s.fight.units != 0
	if attacks {
		left = 0
	}
	id, _ := w.Peek()
	reach := g.reach(s, s.acting, at, left)
	if to, ok := g.board.Find(id); ok && reach.To(to) > 0 {
		way, ids := reach.Way(to), []string{}
		for _, to := range way {
			from := s.at[units.First()]
			if ids = append(ids, to.String()); g.in(s, 1-s.acting, to) != 0 {
				w.Emit(Event(Attacked{Units: g.names.IDs(units), From: from, At: to}))
			} else {
				w.Emit(Event(Stepped{Units: g.names.IDs(units), From: from, To: to}))
			}
		}
		w.Accept(ids...)
		return left - len(way), true
	}
	var options []engine.Option
	for _, to := range g.ways(s, at) {
		if left > 0 {
			attack := g.in(s, 1-s.acting, to) != 0
			options = append(options, engine.Option{ID: to.String(), Kind: stepping[attack]})
		}
	}
	if left < allowance {
		options = append(options, engine.Option{ID: "stop", Kind: "stop"})
	}
	_, stops := w.Choose(options, func(id string) *engine.Illegal {
		switch to, err := hex.Parse(id); {
		case err != nil:
			return w.why(id)
		case g.flooded(s, at, to):
			return w.Refuse("3", "refuse.flood", engine.Hex("from", at))
		default:
			return w.Refuse("5", "refuse.far", engine.Hex("at", to), engine.Num("left", left))
		}
	})
	switch {
	case stops && attacks:
		w.Emit(Event(Phase{Phase: phaseFight, Seat: seats[s.acting]}))
	case stops:
		w.marched()
	}
	return 0, false
}

// ways lists the hexes that can be entered from a hex.
func (g *Rules) ways(s *State, from hex.Coord) []hex.Coord {
	return slices.DeleteFunc(g.board.Neighbours(from), func(to hex.Coord) bool { return g.flooded(s, from, to) })
}

// 3 In a flood the river cannot be crossed.
func (g *Rules) flooded(s *State, a, b hex.Coord) bool {
	return s.flood && g.board.Between(a, b, engine.MinorRiver)
}

// reach is the hexes that a seat's units can get to. Only the last hex of a way may be the
// enemy's.
func (g *Rules) reach(s *State, seat int, from hex.Coord, left int) board.Steps {
	return g.board.Within(left, from, func(at hex.Coord) []hex.Coord {
		if g.in(s, 1-seat, at) != 0 {
			return nil
		}
		return g.ways(s, at)
	})
}

// 6 The shift of a fight's die. Under the first law whoever holds is harder to attack in every
// hex (reading.hold).
func (g *Rules) shift(s *State) int {
	at, other := s.fight.at, 1-s.acting
	n := s.plans[s.acting].Effort + s.fight.units.Len() - g.in(s, other, at).Len()
	if s.plans[other].Kind == planHold && (g.info.Law < 2 || g.board.Hexes[g.board.Index(at)].VP > 0) {
		n--
	}
	return n
}

// 6 Fights. A trap is shown when the die is cast (9).
func (w *walk) fight() {
	s, g := w.S(), w.g
	if n, ok := w.Roll(faces, w.why); ok {
		shift, other := g.shift(s), 1-s.acting
		if s.trap[other].Valid() && s.trap[other] == s.fight.at {
			w.Emit(Event(Sprung{Seat: seats[other], At: s.fight.at}))
			shift--
		}
		w.Emit(Event(Fought{Die: n, Shift: shift, Won: n+shift >= success}))
	}
}

// losers is the seat that must lose a unit and the units it may lose.
//
// 7 Losses.
func (g *Rules) losers(s *State) (seat int, units group) {
	if s.fight.outcome == outcomes[true] {
		return 1 - s.acting, g.in(s, 1-s.acting, s.fight.at)
	}
	return s.acting, s.fight.units
}

// 7 Losses.
func (w *walk) loss() {
	s, g := w.S(), w.g
	_, units := g.losers(s)
	if id, ok := w.Choose(answer.Options("unit", g.names.IDs(units)...), w.why); ok {
		f := s.fight
		w.Emit(Event(Lost{Unit: id}))
		if f.outcome == outcomes[true] && g.in(s, 1-s.acting, f.at) == 0 {
			w.Emit(Event(Stepped{Units: g.names.IDs(f.units), From: f.from, To: f.at}))
		}
		w.marched()
	}
}
