package season

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// large is how many players a season has in which more happens: in a small season,
// incidents must leave nine matches of ten to the rules.
const large = 10

// incident is something that happens in a match apart from play. The zero incident is
// none.
type incident struct {
	// after is when, in percent of the answers that the longest match took.
	after    int
	vanishes bool // somebody does not answer any more
	happens  func(ctx context.Context, s *season, no int, look referee.Look) (over bool, err error)
}

// incidents are what happens in the matches of a season, by how many were played.
var incidents = map[int]incident{
	2:  {after: 30, happens: appeal(match.Adjudication{Judgement: match.Replayed})},
	3:  {after: 40, happens: appeal(match.Adjudication{Judgement: match.Upheld})},
	5:  {after: 50, happens: appeal(match.Adjudication{Judgement: match.GoneBack})},
	7:  {after: 25, happens: substitute},
	9:  {after: 60, happens: caretaker},
	11: {after: 45, happens: draw},
}

// furtherIncidents happen in large seasons alone.
var furtherIncidents = map[int]incident{
	20: {after: 55, happens: appeal(match.Adjudication{Judgement: match.Decided, Tally: true})},
	26: {after: 20, vanishes: true, happens: vanish},
}

func (s *season) incident() incident {
	if i, ok := incidents[s.played]; ok {
		return i
	}
	if i, ok := furtherIncidents[s.played]; ok && s.players >= large {
		return i
	}
	return incident{}
}

// appeal makes an appeal of the player who is asked, a statement of the other, and a
// ruling.
func appeal(b match.Adjudication) func(context.Context, *season, int, referee.Look) (bool, error) {
	return func(ctx context.Context, s *season, no int, look referee.Look) (bool, error) {
		seats := look.Info.Seats
		if _, err := s.clubs.Judges.Appeal(ctx, seat(look, seats[0]), club.Appeal{Rules: s.cited(look.Info), Text: "This cannot be right."}); err != nil {
			return false, err
		}
		if _, err := s.clubs.Judges.Appeal(ctx, seat(look, seats[1]), club.Appeal{Text: "It is as the rules say."}); err != nil {
			return false, err
		}
		if err := s.hear(ctx); err != nil {
			return false, err
		}
		v := club.Verdict{Judgement: b.Judgement, Tally: b.Tally, Rules: s.cited(look.Info), Text: "Ruled after hearing both."}
		if b.Judgement == match.GoneBack {
			v.To = look.Seq * 3 / 4
		}
		_, err := s.clubs.Judges.Rule(ctx, referee.Command{Match: look.Match, Account: "season:judge", Name: "Judge", Door: "season", Powers: s.powers()}, v)
		if err != nil {
			return false, err
		}
		return false, s.hear(ctx)
	}
}

// cited is the rule that an appeal is about: one that leaves something open.
func (s *season) cited(info *engine.Info) []string {
	if len(info.Readings) == 0 {
		return nil
	}
	return []string{info.Readings[s.played%len(info.Readings)].Rule}
}

// substitute gives the seat of the player who is asked to somebody from outside.
func substitute(ctx context.Context, s *season, no int, look referee.Look) (bool, error) {
	out := club.Someone{Account: look.Holder(look.Asks[0].Seat).Account}
	in := club.Someone{Account: "season:Sub", Name: "Sub"}
	act := func() (club.LeagueReply, error) { return s.clubs.Leagues.Substitute(ctx, s.organiser(), no, out, in) }
	if err := s.drill(ctx, "substitute", act); err != nil {
		return false, err
	}
	_, err := act()
	return false, err
}

// caretaker gives the seat of the player who is asked to the caretaker.
func caretaker(ctx context.Context, s *season, no int, look referee.Look) (bool, error) {
	out := club.Someone{Account: look.Holder(look.Asks[0].Seat).Account}
	_, err := s.clubs.Leagues.Substitute(ctx, s.organiser(), no, out, club.Someone{})
	return false, err
}

// draw is a draw that both agree to.
func draw(ctx context.Context, s *season, _ int, look referee.Look) (bool, error) {
	seats := look.Info.Seats
	if _, err := s.r.OfferDraw(ctx, seat(look, seats[0])); err != nil {
		return false, err
	}
	_, err := s.r.Accept(ctx, seat(look, seats[1]), match.Draw)
	return false, err
}

// vanish lets the clock of the player who is asked run out.
func vanish(ctx context.Context, s *season, no int, look referee.Look) (bool, error) {
	if err := s.r.Schedule.Delivered(ctx, fmt.Sprintf("season/%d", no), look.Match, look.Seq, s.now); err != nil {
		return false, err
	}
	s.now = s.now.Add(100 * time.Hour)
	if err := s.r.Schedule.RunDue(ctx, s.now); err != nil {
		return false, err
	}
	after, err := s.look(ctx, look.Match)
	if err == nil && (after.Ending == nil || after.Ending.How != match.TimedOut) {
		err = errors.New("the time of who vanished is not up")
	}
	return false, err
}

// drill does an act, undoes it, and checks that the league is as before.
func (s *season) drill(ctx context.Context, name string, act func() (club.LeagueReply, error)) error {
	before, err := s.state(ctx)
	if err != nil {
		return err
	}
	reply, err := act()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	acted, err := s.state(ctx)
	if blocks := name == "block" || name == "unblock"; err == nil && acted == before && !blocks { // nobody sees those
		err = fmt.Errorf("%s changes nothing", name)
	}
	if err != nil {
		return err
	}
	for seq := reply.To; seq > reply.From; seq-- {
		told, err := s.clubs.Leagues.Told(ctx, s.id, seq-1, seq)
		if err != nil {
			return err
		}
		if told[0].Void {
			continue // it was withdrawn with another
		}
		if _, err := s.clubs.Leagues.Undo(ctx, s.organiser(), seq); err != nil {
			return fmt.Errorf("%s: undo decision %d: %w", name, seq, err)
		}
	}
	after, err := s.state(ctx)
	if err == nil && before != after {
		err = fmt.Errorf("%s undone: the league was\n%s\nand is\n%s", name, before, after)
	}
	s.undone = append(s.undone, name)
	return errors.Join(err, s.hear(ctx))
}

// state is everything in the league that decisions change and undo restores, as a text:
// without the log, used names and the time.
func (s *season) state(ctx context.Context) (string, error) {
	look, err := s.clubs.Leagues.Look(ctx, s.id)
	if err != nil {
		return "", err
	}
	look.Card, look.People = league.Summary{Over: look.Card.Over}, nil
	for i := range look.Matches {
		look.Matches[i].Late = false
	}
	text, err := json.Marshal(look)
	return string(text), err
}

// start enters the players and begins the league, and undoes each of these acts
// once.
func (s *season) start(ctx context.Context) error {
	var order []string
	for _, p := range s.people {
		if _, err := s.clubs.Leagues.Enter(ctx, s.command(p.Someone), club.Someone{}, 0, league.Waking{}); err != nil {
			return err
		}
		order = append(order, p.Account)
	}
	o := s.organiser()
	guest := club.Someone{Account: "season:guest", Name: "Guest"}
	first := s.people[0].Someone
	return errors.Join(
		s.drill(ctx, "join", func() (club.LeagueReply, error) { return s.clubs.Leagues.Enter(ctx, o, guest, 0, league.Waking{}) }),
		s.drill(ctx, "leave", func() (club.LeagueReply, error) { return s.clubs.Leagues.Leave(ctx, o, first) }),
		s.drill(ctx, "start", func() (club.LeagueReply, error) { return s.clubs.Leagues.Start(ctx, o, order) }),
		s.begin(ctx, order),
	)
}

// begin begins the league, whose first pairing is undone once.
func (s *season) begin(ctx context.Context, order []string) error {
	o := s.organiser()
	reply, err := s.clubs.Leagues.Start(ctx, o, order)
	if err != nil {
		return err
	}
	if _, err := s.clubs.Leagues.Undo(ctx, o, reply.To); err != nil {
		return err
	}
	pair := func() (club.LeagueReply, error) { return s.clubs.Leagues.PairNow(ctx, o) }
	if err := s.drill(ctx, "pair", pair); err != nil {
		return err
	}
	_, err = pair()
	return err
}

// between does what organisers do between the rounds.
func (s *season) between(ctx context.Context, round int, look club.LeagueLook) error {
	rounds := s.players - 1 + s.players%2
	if !s.bids {
		rounds *= 2
	}
	switch {
	case round == 2:
		return s.everyday(ctx, look)
	case round == rounds*3/10 && s.players >= large:
		return s.withdraw(ctx, s.people[s.players-1].Someone)
	case round == rounds*7/10:
		return s.withdraw(ctx, s.people[s.players/2].Someone)
	}
	return nil
}

// withdraw withdraws a player, after it was done and undone once.
func (s *season) withdraw(ctx context.Context, p club.Someone) error {
	act := func() (club.LeagueReply, error) { return s.clubs.Leagues.Withdraw(ctx, s.organiser(), p) }
	if err := s.drill(ctx, "withdraw", act); err != nil {
		return err
	}
	_, err := act()
	return err
}

// everyday does acts and undoes each of them.
func (s *season) everyday(ctx context.Context, look club.LeagueLook) error {
	o, a, b := s.organiser(), s.people[0].Someone, s.people[1].Someone
	open := unfinished(look)[0].No
	done := look.Matches[0]
	other := league.Result{How: league.Adjudicated, Winner: league.First}
	if done.Result.Winner == league.First {
		other.Winner = league.Second
	}
	away := s.now.UnixMilli()
	rules := s.rules()
	rules.Scoring.Win = 2
	acts := []struct {
		name string
		do   func() (club.LeagueReply, error)
	}{
		{"amend", func() (club.LeagueReply, error) { return s.clubs.Leagues.Amend(ctx, o, rules) }},
		{"result", func() (club.LeagueReply, error) { return s.clubs.Leagues.Report(ctx, o, open, other) }},
		{"correct", func() (club.LeagueReply, error) { return s.clubs.Leagues.Correct(ctx, o, done.No, &other) }},
		{"block", func() (club.LeagueReply, error) { return s.clubs.Leagues.Block(ctx, o, a, b, false) }},
		{"unblock", func() (club.LeagueReply, error) { return s.clubs.Leagues.Block(ctx, o, a, b, true) }},
		{"vacation", func() (club.LeagueReply, error) {
			return s.clubs.Leagues.Away(ctx, s.command(a), club.Someone{}, away, away+1)
		}},
		{"wish", func() (club.LeagueReply, error) {
			return s.clubs.Leagues.Wish(ctx, s.command(a), 3, league.Awake(8*60, 23*60, 60))
		}},
		{"undo", func() (club.LeagueReply, error) { return s.undoing(ctx, o, done.No) }},
	}
	for _, act := range acts {
		if err := s.drill(ctx, act.name, act.do); err != nil {
			return err
		}
	}
	return s.benchDrill(ctx)
}

// undoing undoes the result of a match.
func (s *season) undoing(ctx context.Context, o club.LeagueCommand, no int) (club.LeagueReply, error) {
	seq, err := s.decided(ctx, league.KindResult, no)
	if err != nil {
		return club.LeagueReply{}, err
	}
	return s.clubs.Leagues.Undo(ctx, o, seq)
}

// benchDrill undoes an appeal and a ruling in the log of the league; in the record of
// the match they stay.
func (s *season) benchDrill(ctx context.Context) error {
	for _, kind := range []league.Kind{league.KindAppeal, league.KindRuling} {
		seq, err := s.decided(ctx, kind, 0)
		if err != nil {
			return err
		}
		undo := func() (club.LeagueReply, error) { return s.clubs.Leagues.Undo(ctx, s.organiser(), seq) }
		before, err := s.state(ctx)
		if err != nil {
			return err
		}
		if _, err := undo(); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		after, err := s.state(ctx)
		if err != nil || before != after {
			return errors.Join(err, fmt.Errorf("%s undone: the standings differ", kind))
		}
		s.undone = append(s.undone, string(kind))
	}
	return nil
}

// decided is the first decision of a kind that stands, about a match; 0 stands for
// any.
func (s *season) decided(ctx context.Context, kind league.Kind, no int) (int, error) {
	f, err := s.clubs.Leagues.Export(ctx, s.id, func(int, match.ID) string { return "" })
	if err != nil {
		return 0, err
	}
	l, err := f.Read()
	if err != nil {
		return 0, err
	}
	for _, e := range l.Log() {
		d := &e.Decision
		if d.Kind() == kind && (no == 0 || d.Match() == no) && !l.Undone(d.Seq) {
			return d.Seq, nil
		}
	}
	return 0, fmt.Errorf("no decision %q about match %d", kind, no)
}
