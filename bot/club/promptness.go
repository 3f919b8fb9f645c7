package club

import (
	"context"
	"slices"
	"time"

	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/league"
	"referee/engine/match"
)

// Reliability is how promptly somebody answers in the matches of a league: also one
// in which they play for another.
type Reliability struct {
	// Quartiles are of the times from when they could answer to their first answer,
	// nights and vacations included; Known says that there are any.
	Quartiles league.Quartiles
	Known     bool
	Handoffs  int
	Timeouts  int // how often their time was up
}

// Reliability is how promptly the players of a league and their substitutes answer,
// by player, in the matches played here. What those did who were erased since is not counted.
func (s *Statistics) Reliability(ctx context.Context, id league.ID) (map[league.Player]Reliability, error) {
	look, err := s.leagues.Look(ctx, id)
	if err != nil {
		return nil, err
	}
	times, timeouts := map[league.Player][]time.Duration{}, map[league.Player]int{}
	for _, m := range look.Members {
		times[m.Player] = nil
	}
	for _, lm := range look.Matches {
		if lm.ID == "" {
			continue
		}
		p, err := s.prompt.of(ctx, s.leagues, lm.ID, promptnessIn)
		if err != nil {
			return nil, s.leagues.classify(ctx, err, LeagueCommand{League: id})
		}
		who, err := s.membersIn(ctx, look, lm.ID)
		if err != nil {
			return nil, s.leagues.classify(ctx, err, LeagueCommand{League: id})
		}
		for _, a := range p.answers {
			times[who[a.by]] = append(times[who[a.by]], a.took)
		}
		for _, by := range p.ranOut {
			timeouts[who[by]]++
			times[who[by]] = slices.Clip(times[who[by]]) // who has answered nothing is listed, too
		}
	}
	delete(times, league.Nobody)
	out := map[league.Player]Reliability{}
	for p, took := range times {
		x := Reliability{Handoffs: len(took), Timeouts: timeouts[p]}
		x.Quartiles, x.Known = league.Responses(took)
		out[p] = x
	}
	return out, nil
}

// promptness is how promptly the players of a match answered.
type promptness struct {
	answers []firstAnswer
	ranOut  []match.Player // see ranOut
}

// firstAnswer is how long somebody took for the first answer since they were asked.
type firstAnswer struct {
	by   match.Player
	took time.Duration
}

func promptnessIn(m *match.Match) (promptness, error) {
	p := promptness{ranOut: ranOut(m)}
	for _, seat := range m.Game().Info().Seats {
		p.answers = append(p.answers, handoffs(m, seat)...)
	}
	return p, nil
}

// membersIn says who of the league the players of a match are.
func (s *Statistics) membersIn(ctx context.Context, look LeagueLook, id match.ID) (map[match.Player]league.Player, error) {
	people, err := s.leagues.records.People(ctx, id)
	out := map[match.Player]league.Player{}
	for _, p := range people {
		i := slices.IndexFunc(look.People, func(x league.Person) bool { return x.Account == p.Account && p.Account != "" })
		if i >= 0 {
			out[p.Player] = look.People[i].Player
		}
	}
	return out, err
}

// handoffs says how long whoever plays a seat took for the first answer each time
// that something else than an answer of its own had come before. They begin anew when
// they take the seat, the judges have ruled, a pause is over, or a lost key is back.
func handoffs(m *match.Match, seat engine.Seat) []firstAnswer {
	var out []firstAnswer
	asked := int64(0)
	for _, e := range m.Log() {
		d := &e.Decision
		a, answers := d.Act.(match.ActAnswer)
		switch own := answers && d.Seat == seat; {
		case own && asked != 0 && !a.Auto && d.Author != match.Referee:
			out, asked = append(out, firstAnswer{d.Author, time.Duration(d.At-asked) * time.Millisecond}), 0
		case own:
		case answers && d.Seat != engine.Chance, d.Kind() == match.KindRewind:
			asked = d.At
		case asked == 0:
		case d.Kind() == match.KindJoin && d.Seat == seat, d.Kind() == match.KindRuling, resumes(d):
			asked = d.At
		}
	}
	return out
}

// resumes reports whether clocks that stood run again after a decision.
func resumes(d *match.Decision) bool {
	return slices.ContainsFunc([]string{schedule.SettingPause, schedule.SettingKey}, func(name string) bool {
		value, set := d.Settings()[name]
		return set && value == ""
	})
}

// ranOut lists the players of a match whose time was up for good, reminders aside, as
// often as it was.
func ranOut(m *match.Match) []match.Player {
	sits := map[engine.Seat]match.Player{}
	var out []match.Player
	for _, e := range m.Log() {
		d := &e.Decision
		switch a := d.Act.(type) {
		case match.ActJoin:
			sits[d.Seat] = d.Author
		case match.ActExpire:
			if a.Then != clock.Remind {
				out = append(out, sits[d.Seat])
			}
		}
	}
	return out
}

// timeoutsIn is how often the time of each side of a match was up for good,
// reminders aside.
func timeoutsIn(m *match.Match) (out [2]int) {
	for _, e := range m.Log() {
		d := &e.Decision
		if a, ok := d.Act.(match.ActExpire); ok && a.Then != clock.Remind {
			out[slices.Index(m.Game().Info().Seats, d.Seat)]++
		}
	}
	return out
}
