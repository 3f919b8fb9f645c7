package timekeeper

import (
	"context"
	"time"

	"referee/bot/schedule"
)

// When the operator is told of a doubt.
const (
	lookEvery = time.Second
	sayAfter  = 30 * time.Second // a shorter one ends by itself
	sayEvery  = time.Hour
)

// advice says what to do about a doubt.
var advice = map[schedule.Doubt]string{
	schedule.DoubtUnknown: "Discord's answers say nothing of the time: let the machine reach discord.com, with no proxy between that drops their Date",
	schedule.DoubtAhead:   "set the clock of the machine (NTP); if it is right, a proxy changes the Date of Discord's answers",
	schedule.DoubtBehind:  "set the clock of the machine (NTP); if it is right, a proxy changes the Date of Discord's answers",
}

// Run looks at the clocks until ctx ends, and tells the operator of doubts that
// last.
func (k *Keeper) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var said teller
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			said.tell(k, k.Look())
		}
	}
}

// teller remembers what the operator was told.
type teller struct {
	doubt schedule.Doubt
	at    time.Duration // of the doubt
}

func (t *teller) tell(k *Keeper, s schedule.Sight) {
	switch {
	case s.Doubt == "" && t.doubt != "":
		k.log.Info("the time is believed again: the clocks of matches run")
		*t = teller{}
	case s.Doubt == "" || s.For < sayAfter:
	case s.Doubt != t.doubt || s.For-t.at >= sayEvery:
		k.log.Error("the system clock is not trusted: the clocks of all matches are stopped", "why", string(s.Doubt),
			"ahead", s.Ahead.Round(time.Second), "for", s.For.Round(time.Second), "do", advice[s.Doubt])
		*t = teller{s.Doubt, s.For}
	}
}
