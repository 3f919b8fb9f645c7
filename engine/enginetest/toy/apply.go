package toy

import (
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/hex"
)

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	switch e := e.(type) {
	case *Begun:
		s.rounds, s.round, s.weather, s.given = e.Rounds, 1, e.Weather, e.Given
		s.phase = phasePlan
		if e.Traps {
			s.phase = phaseTrap
		}
		s.effort = [2]int{g.effort, g.effort}
		for i, u := range g.units {
			s.at[i] = u.start
		}
	case *Planned:
		i, ok := seatIndex(string(e.Seat))
		if !ok || e.Plan == nil {
			return fmt.Errorf("toy: apply planned: seat %q, plan %v", e.Seat, e.Plan)
		}
		s.plans[i] = *e.Plan
	case *Trapped:
		i, ok := seatIndex(string(e.Seat))
		if !ok || e.At == nil {
			return fmt.Errorf("toy: apply trapped: seat %q, hex %v", e.Seat, e.At)
		}
		s.trap[i] = *e.At
	case *Sprung:
		i, ok := seatIndex(string(e.Seat))
		if !ok {
			return fmt.Errorf("toy: apply sprung: no seat %q", e.Seat)
		}
		s.trap[i] = hex.Coord{}
	case *Revealed:
		s.revealed = true
		s.plans, s.effort, s.marched = e.Plans, e.Effort, e.Holds
	case *Phase:
		s.phase = e.Phase
		if i, ok := seatIndex(string(e.Seat)); ok {
			s.acting = i
		}
	case *Drawn:
		s.flood = e.Weather == weatherFlood
	case *Led:
		i, ok := seatIndex(string(e.Seat))
		if !ok {
			return fmt.Errorf("toy: apply led: no seat %q", e.Seat)
		}
		s.acting = i
	case *Stepped:
		return g.each(e.Units, func(i int) { s.at[i] = e.To })
	case *Attacked:
		if len(e.Units) == 0 {
			return errors.New("toy: apply attacked: nobody attacks")
		}
		s.fight = fight{from: e.From, at: e.At}
		return g.each(e.Units, func(i int) { s.fight.units = s.fight.units.With(i) })
	case *Fought:
		s.phase, s.fight.outcome = phaseLoss, outcomeFailed
		if e.Won {
			s.fight.outcome = outcomeWon
		}
	case *Lost:
		return g.each([]string{e.Unit}, func(i int) {
			s.at[i] = hex.Coord{}
			s.fight.units = s.fight.units.Without(i)
		})
	case *Marched:
		i, ok := seatIndex(string(e.Seat))
		if !ok {
			return fmt.Errorf("toy: apply marched: no seat %q", e.Seat)
		}
		s.marched[i], s.fight, s.phase = true, fight{}, phaseMarch
	case *Rounded:
		s.round, s.phase = e.Round, phasePlan
		s.plans, s.marched = [2]Plan{}, [2]bool{}
		s.revealed, s.flood, s.acting = false, false, 0
	case *Ended:
		s.phase, s.fight = phaseOver, fight{}
	default:
		return fmt.Errorf("toy: apply %s: unknown event", e.Kind())
	}
	return nil
}

// each calls do with the index of each unit named.
func (g *Rules) each(ids []string, do func(i int)) error {
	for _, id := range ids {
		i := g.unit(id)
		if i < 0 {
			return fmt.Errorf("toy: apply: no unit %q", id)
		}
		do(i)
	}
	return nil
}
