package season

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/play"
)

// rules are the rules of the season's league.
func (s *season) rules() league.Rules {
	r := league.Rules{
		Format: league.FormatRoundRobin, Double: !s.bids, Slots: 2, Scoring: league.Scoring{Decisive: 3, Win: 3, Draw: 1, Bye: 3},
		RoundTime: (14 * 24 * time.Hour).Milliseconds(),
		Settings:  map[string]string{schedule.SettingClock: "limit 72h then loss"},
		Caretaker: s.caretaker,
	}
	i := slices.IndexFunc(s.info.Options, func(o engine.SetupOption) bool { return o.Bid })
	switch {
	case s.bids:
		r.Bidding = (14 * 24 * time.Hour).Milliseconds()
	case i >= 0 && s.habits.worth > 0:
		r.Settings[club.SetupPrefix+s.info.Options[i].ID] = engine.BidValue(s.info.Seats[s.easier().Other()-1], s.habits.worth)
	}
	return r
}

// easier is the side that all want.
func (s *season) easier() league.Side {
	return league.Side(max(0, slices.Index(s.info.Seats, s.habits.easier)) + 1)
}

// bid has the players of a match bid for the side that all want: what it is worth, or one or two VP less.
func (s *season) bid(ctx context.Context, look club.LeagueLook, m league.Match) error {
	if !m.Bidding() {
		return nil
	}
	for _, p := range m.Seats {
		i := slices.IndexFunc(look.People, func(x league.Person) bool { return x.Player == p })
		who := club.Someone{Account: look.People[i].Account, Name: look.People[i].Name}
		vp := max(0, s.habits.worth-s.chance.Intn(3))
		if _, err := s.clubs.Leagues.Bid(ctx, s.command(who), m.No, league.Bid{Side: s.easier(), VP: vp}); err != nil {
			return err
		}
	}
	s.auctions++
	return nil
}

// play founds the league and plays it to its end.
func (s *season) play(cmd *cobra.Command) error {
	ctx := context.WithoutCancel(cmd.Context()) // what has begun is finished: it stops in between
	reply, err := s.clubs.Leagues.Found(ctx, s.organiser(), club.Founding{Home: "season", Name: fmt.Sprintf("Season %d", s.seed), Rules: s.rules()})
	if err != nil {
		return err
	}
	s.id = reply.League
	if err := s.start(ctx); err != nil {
		return err
	}
	for round := 1; ; round++ {
		look, err := s.clubs.Leagues.Look(ctx, s.id)
		if err != nil {
			return err
		}
		open := unfinished(look)
		if len(open) == 0 {
			return s.finish(ctx)
		}
		if err := s.between(ctx, round, look); err != nil {
			return fmt.Errorf("before round %d: %w", round, err)
		}
		for _, m := range open {
			if err := cli.Stopped(cmd.Context(), "%d matches; %s is not whole", s.played, s.out); err != nil {
				return err
			}
			if err := s.match(ctx, m.No); err != nil {
				return fmt.Errorf("match %d: %w", m.No, err)
			}
		}
		fmt.Fprintf(s.log, "round %d: %d matches so far\n", round, s.played)
	}
}

// unfinished lists the matches without a result.
func unfinished(look club.LeagueLook) []club.LeagueMatch {
	var out []club.LeagueMatch
	for _, m := range look.Matches {
		if m.Result == nil {
			out = append(out, m)
		}
	}
	return out
}

// match plays a match to its end, with its incidents.
func (s *season) match(ctx context.Context, no int) error {
	look, err := s.clubs.Leagues.Look(ctx, s.id)
	if err != nil {
		return err
	}
	m := find(look, no)
	if m == nil || m.Result != nil {
		return nil // undone, or lost by a withdrawal in the meantime
	}
	if err := s.bid(ctx, look, m.Match); err != nil {
		return err
	}
	s.played++
	incident := s.incident()
	place := ""
	if incident.vanishes {
		place = fmt.Sprintf("season/%d", no) // there its clock runs
	}
	id, err := s.clubs.Leagues.OpenPairing(ctx, s.organiser(), no, place)
	if err != nil {
		return err
	}
	s.begun[no] = id
	for answers := 0; ; answers++ {
		view, err := s.look(ctx, id)
		if err != nil {
			return err
		}
		if view.Ending != nil {
			s.length = max(s.length, answers)
			return s.hear(ctx)
		}
		if incident.happens != nil && answers == s.length*incident.after/100 {
			over, err := incident.happens(ctx, s, no, view)
			if err != nil || over {
				return err
			}
			continue
		}
		if view.Holder(view.Asks[0].Seat).Program != "" {
			_, _, err = s.r.Programs.Think(ctx, id)
		} else {
			err = s.answer(ctx, no, view)
		}
		if err != nil {
			return err
		}
	}
}

// find finds a match in a league; nil where it is not there.
func find(look club.LeagueLook, no int) *club.LeagueMatch {
	for i := range look.Matches {
		if look.Matches[i].No == no {
			return &look.Matches[i]
		}
	}
	return nil
}

// hear tells the league the results of its matches.
func (s *season) hear(ctx context.Context) error {
	s.now = s.now.Add(time.Minute)
	return s.r.Schedule.RunDue(ctx, s.now)
}

// seat makes a command of the player of a seat.
func seat(look referee.Look, at engine.Seat) referee.Command {
	h := look.Holder(at)
	return referee.Command{Match: look.Match, Seat: at, Account: h.Account, Name: h.Name, Door: "season"}
}

// player is the scripted player of an account. Substitutes play like the median player.
func (s *season) player(account string) scripted {
	for _, p := range s.people {
		if p.Account == account {
			return p
		}
	}
	return scripted{skill: 50, pace: 5}
}

// answer gives the answer of a scripted player to the first open question, soundly
// as often as their skill says.
func (s *season) answer(ctx context.Context, no int, look referee.Look) error {
	ask := look.Asks[0]
	by := seat(look, ask.Seat)
	p := s.player(by.Account)
	s.now = s.now.Add(time.Duration(1+s.chance.Intn(p.pace*60)) * time.Second)
	path, err := s.path(ctx, look, by, ask.Prompt, s.chance.Intn(100) < p.skill)
	if err != nil {
		return err
	}
	reply, err := s.r.Answer(ctx, by, ask.Prompt, path)
	if err != nil {
		return err
	}
	return s.watch(no, reply)
}

// path is an answer to a question, sound or rash.
func (s *season) path(ctx context.Context, look referee.Look, by referee.Command, id engine.PromptID, sound bool) (path []string, err error) {
	weights := s.habits.rash
	if sound && s.program.Think != nil {
		q, err := play.At(string(look.Match), by.Seat).Ask(look.Snapshot.Match().Position(), id)
		if err != nil {
			return nil, err
		}
		a, err := s.program.Answer(q)
		return a.Path, err
	} else if sound {
		weights = s.habits.sound
	}
	for {
		node, err := look.Snapshot.Options(ctx, by, id, path)
		if err != nil || node.Done {
			return path, err
		}
		path = append(path, s.choose(node.Options, weights).ID)
	}
}

// choose chooses by weights; those not listed are 1.
func (s *season) choose(options []engine.Option, weights map[string]int) engine.Option {
	weigh := func(o engine.Option) int { return max(1, weights[o.Kind]) }
	total := 0
	for _, o := range options {
		total += weigh(o)
	}
	n := s.chance.Intn(total)
	for _, o := range options {
		if n -= weigh(o); n < 0 {
			return o
		}
	}
	return options[len(options)-1]
}

// watch notes whether there was a fight in a match: a roll for an attack.
func (s *season) watch(no int, reply referee.Reply) error {
	if s.fought[no] {
		return nil
	}
	for _, roll := range reply.Now.Match().VisibleTo(engine.Judge).Rolls() {
		if roll.Seq > reply.From && fight(roll) {
			s.fought[no] = true
		}
	}
	return nil
}

// look is a match as everybody may see it.
func (s *season) look(ctx context.Context, id match.ID) (referee.Look, error) {
	now, err := s.r.Snapshot(ctx, id)
	if err != nil {
		return referee.Look{}, err
	}
	return now.Look(ctx, engine.Spectator)
}

// fight reports whether a roll is for an attack or a fight, by its purpose.
func fight(roll match.RecordedRoll) bool {
	return strings.HasPrefix(roll.Rolled.For, "attack") || strings.HasPrefix(roll.Rolled.For, "fight")
}

// finish ends the league.
func (s *season) finish(ctx context.Context) error {
	if err := s.drill(ctx, "finish", func() (club.LeagueReply, error) { return s.clubs.Leagues.Finish(ctx, s.organiser()) }); err != nil {
		return err
	}
	_, err := s.clubs.Leagues.Finish(ctx, s.organiser())
	return err
}
