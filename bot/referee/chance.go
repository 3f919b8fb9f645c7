package referee

import (
	"math"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// SeatChance is the chance of a seat to win, in whole percent.
type SeatChance struct {
	Seat    engine.Seat
	Percent int
}

// Chance is the chance of each of two seats to win, as far as a viewer may know; together they are 100. It returns
// false where it is not shown: before a match begins, in a game that has no judge, and in a match that is part of
// something greater and under way. A match of a league is rated, and to know who is ahead is advice.
func (s *Snapshot) Chance(v engine.Viewer) ([]SeatChance, bool) {
	j := s.r.Games.judge(s.m)
	if j == nil || !s.m.Started() || s.m.Setting(SettingOwner) != "" && !s.m.Over() {
		return nil, false
	}
	seats := s.Info().Seats
	pos := s.m.Position()
	p := int(math.Round(100 * j.Chance(pos.Window(v))))
	if len(pos.Prompts()) > 0 {
		p = max(1, min(99, p)) // nothing is decided yet
	}
	return []SeatChance{{seats[0], p}, {seats[1], 100 - p}}, true
}

// judge says what positions of a match of two seats are worth; nil: nobody does.
func (gs *Games) judge(m *match.Match) *play.Judge {
	if len(m.Game().Info().Seats) != 2 {
		return nil
	}
	return gs.spec(m).Judge
}
