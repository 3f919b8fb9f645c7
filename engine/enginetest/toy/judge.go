package toy

import (
	"fmt"
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// The weather of a round.
const (
	weatherDry   = "dry"
	weatherFlood = "flood"
)

// How a fight ends for the attacker.
const (
	outcomeWon    = "won"
	outcomeFailed = "failed"
)

// success is the least total with which a die succeeds.
const success = 4

// faces are those of the one die.
var faces = answer.Die(1, 6)

type ruling = engine.Ruling[*State]

// walk is the judging of one answer.
type walk struct {
	answer.Walk[*State]
	g *Rules
}

// Judge walks an answer.
func (g *Rules) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	w := &walk{g: g}
	w.Begin(r, p, path)
	rule := "5"
	switch p.Kind {
	case "trap":
		rule = "9"
		w.trap()
	case "plan":
		rule = "2"
		w.plan()
	case "weather":
		rule = "3"
		w.weather()
	case "die":
		rule = w.die()
	case "march":
		w.march()
	case "loss":
		rule = "7"
		w.loss()
	default:
		return engine.Node{}, fmt.Errorf("toy: no prompt of kind %q", p.Kind)
	}
	return w.End(w.why(rule, "refuse.extra"), func(*ruling) {})
}

// why refuses a word.
func (w *walk) why(rule, key string) answer.Why {
	return func(id string) *engine.Illegal { return w.Refuse(rule, key, engine.Text("given", id)) }
}

// pick chooses one of some options.
func (w *walk) pick(rule string, options []engine.Option) (string, bool) {
	return w.Choose(options, w.why(rule, "refuse.choice"))
}

// 2 Plans.
func (w *walk) plan() {
	s := w.S()
	seat, _ := seatIndex(string(w.Prompt.Seat))
	options := answer.Options("plan", planHold, planMarch)
	if s.effort[seat] > 0 {
		options = answer.Options("plan", planHold, planMarch, planRush)
	}
	id, ok := w.pick("2", options)
	plan := Plan{Kind: id}
	if ok && id == planRush {
		options = nil
		for i := 1; i <= s.effort[seat]; i++ {
			options = append(options, engine.Option{ID: strconv.Itoa(i), Kind: "effort", N: i})
		}
		plan.Effort, ok = w.Roll(options, w.why("2", "refuse.choice"))
	}
	if !ok {
		return
	}
	w.Emit(&Planned{Seat: w.Prompt.Seat, Plan: &plan})
	if s.plans[1-seat].Kind != "" {
		w.g.reveal(w.Ruling)
	}
}

// reveal shows the plans and continues the round.
func (g *Rules) reveal(r *ruling) {
	s := r.State()
	e := &Revealed{Plans: s.plans, Effort: s.effort}
	for i, p := range s.plans {
		e.Effort[i] -= p.Effort
		e.Holds[i] = p.Kind == planHold
	}
	r.Emit(e)
	if s.weather {
		r.Emit(&Phase{Phase: phaseWeather})
		return
	}
	g.lead(r)
}

// 3 Weather.
func (w *walk) weather() {
	if id, ok := w.pick("3", []engine.Option{
		{ID: weatherDry, Kind: "weather", Weight: 2}, {ID: weatherFlood, Kind: "weather", Weight: 1},
	}); ok {
		w.Emit(&Drawn{Weather: id})
		w.g.lead(w.Ruling)
	}
}

// die takes a die for initiative (4) or for a fight (6), and returns its rule.
func (w *walk) die() string {
	s, rule := w.S(), "6"
	if s.phase == phaseInitiative {
		rule = "4"
	}
	n, ok := w.Roll(faces, w.why(rule, "refuse.choice"))
	switch {
	case !ok:
	case rule == "4":
		first := seats[1]
		if n+initiative(s) >= success {
			first = seats[0]
		}
		w.Emit(&Led{Die: n, Shift: initiative(s), Seat: first})
		w.Emit(&Phase{Phase: phaseMarch, Seat: first})
	default:
		shift := w.g.shift(s) + w.g.spring(w.Ruling)
		w.Emit(&Fought{Die: n, Shift: shift, Won: n+shift >= success})
	}
	return rule
}

// 4 Who goes first.
func (g *Rules) lead(r *ruling) {
	if s := r.State(); !s.marched[0] && !s.marched[1] {
		r.Emit(&Phase{Phase: phaseInitiative})
		return
	}
	g.next(r)
}

// initiative is the shift of the initiative die.
func initiative(s *State) int { return s.plans[0].Effort - s.plans[1].Effort }

// next continues with the seat that has not marched, or with the next round.
func (g *Rules) next(r *ruling) {
	s := r.State()
	if g.alive(s, 0) == 0 || g.alive(s, 1) == 0 {
		g.finish(r, true)
		return
	}
	for i, seat := range seats {
		if !s.marched[i] {
			r.Emit(&Phase{Phase: phaseMarch, Seat: seat})
			return
		}
	}
	if s.round == s.rounds {
		g.finish(r, false)
		return
	}
	r.Emit(&Rounded{Round: s.round + 1})
}

// 8 The end.
func (g *Rules) finish(r *ruling, early bool) {
	result := g.result(r.State())
	r.Emit(&Ended{Winner: result.Winner, Points: g.points(r.State()), Early: early})
}

// 8 Points.
func (g *Rules) points(s *State) (p [2]int) {
	for i := range seats {
		p[i] = s.given[i] + g.alive(s, i)
		for _, h := range g.board.Hexes {
			if g.count(s, i, h.At) > 0 {
				p[i] += h.VP
			}
		}
	}
	return p
}

// 9 Traps.
func (w *walk) trap() {
	var options []engine.Option
	for _, h := range w.g.board.Hexes {
		options = append(options, engine.Option{ID: h.At.String(), Kind: "hex"})
	}
	if id, ok := w.pick("9", options); ok {
		at, _ := hex.Parse(id) // it is one of the options
		w.Emit(&Trapped{Seat: w.Prompt.Seat, At: &at})
		if s := w.S(); s.trap[0].Valid() && s.trap[1].Valid() {
			w.Emit(&Phase{Phase: phasePlan})
		}
	}
}

// spring shows a trap in the hex that is attacked when the die is cast.
func (g *Rules) spring(r *ruling) (shift int) {
	s := r.State()
	if other := 1 - s.acting; s.trap[other].Valid() && s.trap[other] == s.fight.at {
		r.Emit(&Sprung{Seat: seats[other], At: s.fight.at})
		return -1
	}
	return 0
}
