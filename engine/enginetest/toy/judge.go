package toy

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"referee/engine"
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

// allowance is the number of hexes a group marches.
const allowance = 2

type ruling = engine.Ruling[*State]

// keys returns the keys of a set-up, sorted.
func keys(set engine.Setup) []string {
	ids := make([]string, 0, len(set))
	for id := range set {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// Judge walks an answer.
func (g *Rules) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	switch p.Kind {
	case "trap":
		return g.judgeTrap(r, p, path)
	case "plan":
		return g.judgePlan(r, p, path)
	case "weather":
		return g.judgeWeather(r, path)
	case "die":
		return g.judgeDie(r, path)
	case "march":
		return g.judgeMarch(r, path)
	case "loss":
		return g.judgeLoss(r, path)
	}
	return engine.Node{}, fmt.Errorf("toy: no prompt of kind %q", p.Kind)
}

var done = engine.Node{Done: true}

// one walks a path of a single element out of options.
func one(r *ruling, path []string, options []engine.Option, rule string) (string, error) {
	if !(engine.Node{Options: options}).Has(path[0]) {
		return "", engine.Refuse(rule, "refuse.choice", engine.Text("given", path[0]))
	}
	if err := end(path[1:], rule); err != nil {
		return "", err
	}
	r.Take(path[0])
	return path[0], nil
}

// end refuses what follows a whole answer.
func end(rest []string, rule string) error {
	if len(rest) > 0 {
		return engine.Refuse(rule, "refuse.extra", engine.Text("given", rest[0]))
	}
	return nil
}

// 2 Plans.
func (g *Rules) judgePlan(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	s := r.State()
	seat, _ := seatIndex(string(p.Seat))
	options := []engine.Option{{ID: planHold, Kind: "plan"}, {ID: planMarch, Kind: "plan"}}
	if s.effort[seat] > 0 {
		options = append(options, engine.Option{ID: planRush, Kind: "plan"})
	}
	if len(path) == 0 {
		return engine.Node{Options: options}, nil
	}
	plan := Plan{Kind: path[0]}
	rest := path
	if plan.Kind == planRush && s.effort[seat] > 0 {
		r.Take(planRush)
		options = nil
		for i := 1; i <= s.effort[seat]; i++ {
			options = append(options, engine.Option{ID: strconv.Itoa(i), Kind: "effort", N: i})
		}
		rest = path[1:]
		if len(rest) == 0 {
			return engine.Node{Options: options}, nil
		}
	}
	choice, err := one(r, rest, options, "2")
	if err != nil {
		return engine.Node{}, err
	}
	if plan.Kind == planRush {
		plan.Effort, _ = strconv.Atoi(choice)
	}
	r.Emit(&Planned{Seat: p.Seat, Plan: &plan})
	if s.plans[1-seat].Kind != "" {
		g.reveal(r)
	}
	return done, nil
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
func (g *Rules) judgeWeather(r *ruling, path []string) (engine.Node, error) {
	options := []engine.Option{
		{ID: weatherDry, Kind: "weather", Weight: 2}, {ID: weatherFlood, Kind: "weather", Weight: 1},
	}
	if len(path) == 0 {
		return engine.Node{Options: options}, nil
	}
	weather, err := one(r, path, options, "3")
	if err != nil {
		return engine.Node{}, err
	}
	r.Emit(&Drawn{Weather: weather})
	g.lead(r)
	return done, nil
}

var faces = []engine.Option{
	{ID: "1", Kind: "face", N: 1},
	{ID: "2", Kind: "face", N: 2},
	{ID: "3", Kind: "face", N: 3},
	{ID: "4", Kind: "face", N: 4},
	{ID: "5", Kind: "face", N: 5},
	{ID: "6", Kind: "face", N: 6},
}

// judgeDie takes a die for initiative (4) or for a fight (6).
func (g *Rules) judgeDie(r *ruling, path []string) (engine.Node, error) {
	s := r.State()
	rule := "6"
	if s.phase == phaseInitiative {
		rule = "4"
	}
	if len(path) == 0 {
		return engine.Node{Options: slices.Clone(faces)}, nil
	}
	face, err := one(r, path, faces, rule)
	if err != nil {
		return engine.Node{}, err
	}
	die, _ := strconv.Atoi(face)
	if rule == "4" {
		first := seats[1]
		if die+initiative(s) >= success {
			first = seats[0]
		}
		r.Emit(&Led{Die: die, Shift: initiative(s), Seat: first})
		r.Emit(&Phase{Phase: phaseMarch, Seat: first})
		return done, nil
	}
	shift := g.shift(s) + g.spring(r)
	r.Emit(&Fought{Die: die, Shift: shift, Won: die+shift >= success})
	return done, nil
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
	e := &Ended{Points: g.points(r.State()), Early: early}
	switch {
	case e.Points[0] > e.Points[1]:
		e.Winner = seats[0]
	case e.Points[0] < e.Points[1]:
		e.Winner = seats[1]
	}
	r.Emit(e)
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
