package club

import (
	"context"
	"time"

	"referee/engine/clock"
	"referee/engine/league"
)

// Waking is when an account is awake, as pairings read it: by the zone and the
// nights that it has chosen, as they are today. The zero Waking where it has
// chosen no nights.
func (ls *Leagues) Waking(ctx context.Context, account string) (league.Waking, error) {
	p, err := ls.matches.Schedule.Preferences(ctx, account)
	if err != nil {
		return league.Waking{}, err
	}
	zone, err := ls.matches.Schedule.Zone(ctx, account)
	if err != nil {
		return league.Waking{}, err
	}
	sleep, err := clock.ParseSleep(p.Sleep)
	if err != nil || sleep.From == sleep.To {
		return league.Waking{}, nil // it was checked when it was chosen
	}
	_, ahead := time.UnixMilli(ls.now()).In(zone).Zone()
	return league.Awake(sleep.To, sleep.From, ahead/int(time.Minute/time.Second)), nil
}
