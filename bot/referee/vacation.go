package referee

import (
	"slices"
	"strings"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of pauses, vacations and zones.
var (
	ErrAgree    = refusal.New("referee.refuse.agree", "referee: that is changed by agreement of both players alone")
	ErrPause    = refusal.New("referee.refuse.pause", "referee: a pause is on, or until a moment to come, such as 2026-12-24T18:00:00Z")
	ErrVacation = refusal.New("referee.refuse.vacation-days", "referee: there are not so many days of vacation left, or it begins in the past")
	ErrZone     = refusal.New("referee.refuse.zone", "referee: there is no such zone; one is Europe/Paris")
)

// Vacation lets a player be away for some days, in their zone, and not sooner than
// now: their clock stands. Both players see it. A day that was taken before counts
// once. It returns ErrVacation where they have not so many days left, match.ErrPlayer.
func (r *Referee) Vacation(c Command, v clock.Vacation) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		s, err := clock.Parse(m.Setting(SettingClock))
		if err != nil {
			return nil, err
		}
		zone, err := r.zoneOf(c.Account)
		if err != nil {
			return nil, err
		}
		taken := vacations(m, by.Player)
		window := v.Window(zone)
		if window.To.Before(time.UnixMilli(by.At)) || daysOf(append(taken, v)) > s.Vacation {
			return nil, ErrVacation
		}
		return m.SetAs(by, c.Seat, map[string]string{away(by.Player): strings.TrimSpace(m.Setting(away(by.Player)) + " " + v.String())})
	})
}

// vacations lists what a player has taken.
func vacations(m *match.Match, p match.Player) []clock.Vacation {
	var out []clock.Vacation
	for _, text := range strings.Fields(m.Setting(away(p))) {
		if v, err := clock.ParseVacation(text); err == nil {
			out = append(out, v)
		}
	}
	return out
}

// daysOf counts the days of vacations, each once.
func daysOf(list []clock.Vacation) int {
	var days []time.Time
	for _, v := range list {
		for d := v.First; !d.After(v.Last); d = d.AddDate(0, 0, 1) {
			days = append(days, d)
		}
	}
	slices.SortFunc(days, time.Time.Compare)
	return len(slices.CompactFunc(days, time.Time.Equal))
}
