package toy

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// The phases of a round, in order.
const (
	phaseTrap       = "trap"
	phasePlan       = "plan"
	phaseWeather    = "weather"
	phaseInitiative = "initiative"
	phaseMarch      = "march"
	phaseFight      = "fight"
	phaseLoss       = "loss"
	phaseOver       = "over"
)

// The plans that a seat can make, and the weather of a round.
const (
	planHold     = "hold"
	planMarch    = "march"
	planRush     = "rush"
	weatherDry   = "dry"
	weatherFlood = "flood"
)

// Plan is what a seat means to do in a round. The zero Plan is none yet.
type Plan struct {
	Kind   string `json:"kind,omitempty"`   // hold, march or rush
	Effort int    `json:"effort,omitempty"` // points spent by a rush
}

// State is the truth about one match. Its arrays are by seat.
type State struct {
	rounds, round int
	weather       bool   // the match is played with weather
	given         [2]int // points of a bid
	phase         string
	acting        int          // index of the seat that marches
	trap          [2]hex.Coord // zero: none, or it is sprung
	plans         [2]Plan
	revealed      bool
	effort        [2]int
	marched       [2]bool // has marched, or holds
	flood         bool
	at            []hex.Coord // by unit; zero: lost
	fight         fight
}

// fight is an attack under way.
type fight struct {
	from, at hex.Coord
	units    group  // attackers
	outcome  string // "won" or "failed" once the die is cast
}

// outcomes are how a fight can end for who attacks: whether it is won.
var outcomes = map[bool]string{true: "won", false: "failed"}

// group is a set of units, by index.
type group = set.Small[int]

// Clone copies s.
func (s *State) Clone() *State {
	c := *s
	c.at = slices.Clone(s.at)
	return &c
}

// seats lists the seats; a State's arrays are indexed by it.
var (
	seats   = [2]engine.Seat{"red", "blue"}
	seatIDs = []string{string(seats[0]), string(seats[1])}
)

// seatIndex is the index of a seat, or -1.
func seatIndex(s engine.Seat) int { return slices.Index(seats[:], s) }

// marching reports whether the phase is that of the seat that acts.
func (s *State) marching() bool {
	return s.phase == phaseMarch || s.phase == phaseFight || s.phase == phaseLoss
}

// alive are the units that a seat has left.
func (g *Rules) alive(s *State, seat int) group {
	return set.Where(len(g.side), func(i int) bool { return g.side[i] == seat && s.at[i].Valid() })
}

// in are the units that a seat has in a hex.
func (g *Rules) in(s *State, seat int, at hex.Coord) group {
	return g.alive(s, seat).Filter(func(i int) bool { return s.at[i] == at })
}

// Apply is the only writer of a State.
func (g *Rules) Apply(s *State, e engine.Event) error {
	var look names.Lookup
	seat := func(id engine.Seat) int { return look.One("seat", string(id), seatIDs) }
	units := func(ids ...string) group { return names.FindAll(&look, "unit", &g.names, ids) }
	switch e := events.Fact(e).(type) {
	case Begun:
		s.rounds, s.round, s.weather, s.given = e.Rounds, 1, e.Weather, e.Given
		s.phase = phasePlan
		if e.Traps {
			s.phase = phaseTrap
		}
		s.effort = [2]int{g.effort, g.effort}
		copy(s.at, g.start)
	case Trapped:
		s.trap[seat(e.Seat)] = names.Known(&look, "hex", e.At)
	case Planned:
		s.plans[seat(e.Seat)] = names.Known(&look, "plan", e.Plan)
	case Revealed:
		s.revealed, s.plans, s.effort, s.marched = true, e.Plans, e.Effort, e.Holds
	case Phase:
		s.phase, s.acting = e.Phase, max(seatIndex(e.Seat), 0)
	case Drawn:
		s.flood = e.Weather == weatherFlood
	case Led:
		s.acting = seat(e.Seat)
	case Stepped:
		for i := range units(e.Units...).All() {
			s.at[i] = e.To
		}
	case Attacked:
		s.fight = fight{from: e.From, at: e.At, units: units(e.Units...)}
	case Sprung:
		s.trap[seat(e.Seat)] = hex.Coord{}
	case Fought:
		s.phase, s.fight.outcome = phaseLoss, outcomes[e.Won]
	case Lost:
		for i := range units(e.Unit).All() {
			s.at[i] = hex.Coord{}
			s.fight.units = s.fight.units.Without(i)
		}
	case Marched:
		s.marched[seat(e.Seat)], s.fight, s.phase = true, fight{}, phaseMarch
	case Rounded:
		s.round, s.phase = e.Round, phasePlan
		s.plans, s.marched = [2]Plan{}, [2]bool{}
		s.revealed, s.flood, s.acting = false, false, 0
	case Ended:
		s.phase, s.fight = phaseOver, fight{}
	default:
		return fmt.Errorf("toy: apply %T: unknown event", e)
	}
	if look.Err != nil {
		return fmt.Errorf("toy: apply %s: %w", e.Kind(), look.Err)
	}
	return nil
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	if s.round < 1 || s.round > s.rounds || s.phase == "" {
		return fmt.Errorf("round %d of %d, phase %q", s.round, s.rounds, s.phase)
	}
	for i, seat := range g.side {
		if g.in(s, 1-seat, s.at[i]) != 0 {
			return fmt.Errorf("both seats stand in %s", s.at[i])
		}
	}
	for i, p := range s.plans {
		if (p.Effort > 0) != (p.Kind == planRush) || s.effort[i] < 0 || !s.revealed && p.Effort > s.effort[i] {
			return fmt.Errorf("%s has the plan %q with %d of %d points of effort", seats[i], p.Kind, p.Effort, s.effort[i])
		}
	}
	f, over := s.fight, s.phase == phaseLoss
	if s.phase != phaseFight && !over {
		return nil
	}
	if over != (f.outcome != "") || !over && (f.units == 0 || g.in(s, 1-s.acting, f.at) == 0) {
		return fmt.Errorf("a fight in %s without two sides, or with the outcome %q", f.at, f.outcome)
	}
	// Who has won may stand in the hex already.
	placed := g.in(s, s.acting, f.from) | g.in(s, s.acting, f.at)
	if strange := f.units &^ placed; strange != 0 {
		return fmt.Errorf("%v cannot be in the fight", g.names.IDs(strange))
	}
	return nil
}
