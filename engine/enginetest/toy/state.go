package toy

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
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

// The plans a seat can make.
const (
	planHold  = "hold"
	planMarch = "march"
	planRush  = "rush"
)

// Plan is what a seat means to do in a round. The zero Plan is none yet.
type Plan struct {
	Kind   string `json:"kind,omitempty"`   // hold, march or rush
	Effort int    `json:"effort,omitempty"` // points spent by a rush
}

// State is the truth about one match.
type State struct {
	rounds, round int
	weather       bool   // the match is played with weather
	given         [2]int // points of a bid, by seat
	phase         string
	acting        int          // index of the seat that marches
	trap          [2]hex.Coord // by seat; zero: none, or it is sprung
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

// Clone copies s.
func (s *State) Clone() *State {
	c := *s
	c.at = slices.Clone(s.at)
	return &c
}

// seats lists the seats; a State's arrays are indexed by it.
var seats = [2]engine.Seat{"red", "blue"}

func seatIndex(s string) (int, bool) {
	i := slices.Index(seatIDs, s)
	return max(i, 0), i >= 0
}

// count is the number of units that a seat has in a hex.
func (g *Rules) count(s *State, seat int, at hex.Coord) int {
	return set.Where(len(g.units), func(i int) bool { return g.units[i].seat == seat && s.at[i] == at }).Len()
}

// alive is the number of units that a seat has left.
func (g *Rules) alive(s *State, seat int) int {
	return set.Where(len(g.units), func(i int) bool { return g.units[i].seat == seat && s.at[i].Valid() }).Len()
}

// Check reports the first invariant that does not hold.
func (g *Rules) Check(s *State) error {
	if s.round < 1 || s.round > s.rounds {
		return fmt.Errorf("round %d of %d", s.round, s.rounds)
	}
	for i, at := range s.at {
		if at.Valid() && !g.onBoard(at) {
			return fmt.Errorf("unit %s is off the board", g.units[i].id)
		}
		if at.Valid() && g.count(s, 1-g.units[i].seat, at) > 0 {
			return fmt.Errorf("both seats stand in %s", at)
		}
	}
	for i, at := range s.trap {
		if at.Valid() && !g.onBoard(at) {
			return fmt.Errorf("the trap of %s is off the board", seats[i])
		}
	}
	for i, p := range s.plans {
		switch p.Kind {
		case "", planHold, planMarch:
			if p.Effort != 0 {
				return fmt.Errorf("%s spends effort without a rush", seats[i])
			}
		case planRush:
			if p.Effort < 1 || !s.revealed && p.Effort > s.effort[i] {
				return fmt.Errorf("%s rushes with %d of %d", seats[i], p.Effort, s.effort[i])
			}
		default:
			return fmt.Errorf("%s has the plan %q", seats[i], p.Kind)
		}
		if s.effort[i] < 0 || s.effort[i] > g.effort {
			return fmt.Errorf("%s has %d points of effort", seats[i], s.effort[i])
		}
		if s.revealed && p.Kind == "" {
			return fmt.Errorf("the plans are shown and %s has none", seats[i])
		}
	}
	return g.checkFight(s)
}

// checkFight checks that a fight is complete.
func (g *Rules) checkFight(s *State) error {
	if s.phase != phaseFight && s.phase != phaseLoss {
		return nil
	}
	if s.phase == phaseFight && (s.fight.units == 0 || g.count(s, 1-s.acting, s.fight.at) == 0) {
		return fmt.Errorf("a fight in %s without two sides", s.fight.at)
	}
	for i, u := range g.units {
		// Who has won may stand in the hex already.
		placed := s.at[i] == s.fight.from || s.fight.outcome == outcomeWon && s.at[i] == s.fight.at
		if s.fight.units.Has(i) && (u.seat != s.acting || !placed) {
			return fmt.Errorf("unit %s cannot be in the fight", u.id)
		}
	}
	if (s.phase == phaseLoss) != (s.fight.outcome != "") {
		return fmt.Errorf("outcome %q of a fight in phase %s", s.fight.outcome, s.phase)
	}
	return nil
}
