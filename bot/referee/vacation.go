package referee

import (
	"context"
	"strings"
	"time"

	"referee/bot/schedule"
	"referee/engine/clock"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of pauses and vacations.
var (
	ErrAgree    = refusal.New("referee.refuse.agree", "referee: both players must agree to that")
	ErrPause    = refusal.New("referee.refuse.pause", "referee: a pause lasts until it is ended, or until a time in the future, such as 2026-12-24T18:00:00Z")
	ErrNoClock  = refusal.New("referee.refuse.no-clock", "referee: the match has no clock, so there is nothing to pause")
	ErrPaused   = refusal.New("referee.refuse.paused", "referee: the match is already paused")
	ErrVacation = refusal.New("referee.refuse.vacation-days", "referee: there are not that many vacation days left, or the dates are in the past")
)

// Vacation lets a player be away for some days, in their zone, and not sooner than
// now: their clock stands. Both players see it. A day that was taken before counts
// once. It returns ErrVacation where they have not so many days left, match.ErrPlayer.
func (r *Referee) Vacation(ctx context.Context, c Command, v clock.Vacation) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		s, err := clock.Parse(m.Setting(schedule.SettingClock))
		if err != nil {
			return nil, err
		}
		zone, err := r.Schedule.Zone(ctx, c.Account)
		if err != nil {
			return nil, err
		}
		window := v.Window(zone)
		if window.To.Before(time.UnixMilli(by.At)) || schedule.DaysAway(m, by.Player, v) > s.Vacation {
			return nil, ErrVacation
		}
		away := schedule.SettingAway(by.Player)
		return m.SetAs(by, c.Seat, map[string]string{away: strings.TrimSpace(m.Setting(away) + " " + v.String())})
	})
}
