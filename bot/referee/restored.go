package referee

import (
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/refusal"
)

// doorRestore is the door of what is done to a store that is put back from a backup.
const doorRestore = "restore"

// ErrLeagueStands says that a match of a league which was put back from a backup goes
// on when the league does.
var ErrLeagueStands = refusal.New("referee.refuse.league-stands", "referee: the league was restored from a backup, and its organiser says when its matches go on")

// StandStill notes that a match, not over, was put back from a backup: it stands until
// its players agree to go on, see [Referee.GoOn]. Its place is told.
func (r *Referee) StandStill(id match.ID) error {
	_, err := r.do(Command{Match: id, Door: doorRestore, due: true}, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Restore(by)
	})
	return err
}

// GoOn agrees, for a seat, that a match goes on which was put back from a backup. It
// does so when all who hold a seat have agreed, of whom somebody is known. It returns
// match.ErrGoesOn, match.ErrAgreed, and ErrLeagueStands for a match of a league that
// stands. bench is where the judges are told once more that they are asked, if they
// are; "": nowhere.
func (r *Referee) GoOn(c Command, bench string) (Reply, error) {
	c.bench = bench
	if err := r.leagueStands(c.Match); err != nil {
		return Reply{}, r.judged(err, c, nil)
	}
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		next, err := m.GoOn(by, c.Seat)
		if err != nil {
			return nil, err
		}
		state, waits := next.Restored()
		if !waits {
			return next, nil
		}
		people, err := r.store.People(m.ID())
		if err != nil {
			return nil, err
		}
		for _, seat := range m.Game().Info().Seats {
			p := m.Player(seat)
			known := slices.ContainsFunc(people, func(x match.Person) bool { return x.Player == p })
			if p != match.Referee && known && !slices.Contains(state.Agreed, seat) {
				return next, nil
			}
		}
		return next.GoOn(match.By{At: by.At, Door: by.Door}, "") // who is asked still was erased
	})
}

// goOn has a match go on in the referee's name.
func (r *Referee) goOn(c Command, bench string) error {
	c.judge, c.Seat, c.bench = true, "", bench
	_, err := r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.GoOn(by, "") })
	return err
}

// leagueStands refuses what waits for the organiser of a match's league.
func (r *Referee) leagueStands(id match.ID) error {
	link, linked, err := r.store.LinkOf(id)
	if err != nil || !linked {
		return err
	}
	l, err := r.store.LoadLeague(link.League)
	if err == nil && l.Restored() > 0 && !l.Over() {
		err = ErrLeagueStands
	}
	return err
}

// restoredTold says that a match was put back from a backup, or who wants to go on.
func restoredTold(m *match.Match, d *match.Decision) engine.Msg {
	switch {
	case d.Kind == match.KindRestore:
		back := m.Log()[d.Seq-2]
		return engine.Say("referee.told.restore", engine.Num("n", back.Decision.Seq), engine.Text("head", back.Head.Short()))
	case d.Kind == match.KindGoOn && d.Seat == "":
		return engine.Say("referee.told.goes-on")
	case d.Kind == match.KindGoOn:
		return engine.Say("referee.told.go-on", engine.Noun("seat", string(d.Seat)))
	}
	return engine.Msg{}
}

// StandLeague notes that a league, not over, was put back from a backup: nothing in it
// begins or is counted by itself, and its organiser alone decides something, until they
// say that it goes on. Its place is told.
func (r *Referee) StandLeague(id league.ID) error {
	_, err := r.decide(LeagueCommand{League: id, Door: doorRestore}, func(s *session) error {
		return s.do(league.Decision{Kind: league.KindRestore})
	})
	return err
}

// GoOnLeague has a league go on that was put back from a backup, as its organiser,
// and with it its matches. Those that they play or have played wait until both players agree.
// It returns ErrOrganiser and league.ErrGoesOn.
func (r *Referee) GoOnLeague(c LeagueCommand) (LeagueReply, error) {
	return r.organise(c, func(s *session) error {
		if err := s.do(league.Decision{Kind: league.KindGoOn}); err != nil {
			return err
		}
		return s.hearAll()
	})
}

// stands refuses what nobody but the organiser does in a league that was put back and
// does not go on yet.
func (s *session) stands() error {
	if s.l == nil || s.l.Restored() == 0 || s.c.Account == "" {
		return nil
	}
	if _, err := s.c.Powers.May(authority.Organise, authority.Subject{Home: s.card.Home, League: true}); err != nil {
		return league.ErrRestored
	}
	return nil
}

// goesOn has a match go on that was put back from a backup, if its league goes on. If
// who said that plays it or has played it, or is not known any more, its players are
// told that it waits for them.
func (s *session) goesOn(planned league.Match, id match.ID, c Command) error {
	m, err := s.r.asItIs(id)
	if err != nil {
		return err
	}
	if _, waits := m.Restored(); !waits || m.Over() || s.l.Restored() > 0 {
		return nil
	}
	d := s.lastGoOn()
	own, err := s.decidedOwn(d, planned)
	switch {
	case err != nil:
		return err
	case !own:
		return s.r.goOn(c, s.card.Place)
	case d.At == s.at:
		return s.r.show(id)
	}
	return nil
}

// lastGoOn is the decision by which the league last went on after a backup.
func (s *session) lastGoOn() *league.Decision {
	for _, e := range slices.Backward(s.l.Log()) {
		if e.Decision.Kind == league.KindGoOn {
			return &e.Decision
		}
	}
	return &league.Decision{}
}

// decidedOwn reports whether a match is one that the author of a decision plays or has
// played, or whether that cannot be known any more.
func (s *session) decidedOwn(d *league.Decision, m league.Match) (bool, error) {
	if d.Author == league.Nobody {
		return false, nil
	}
	author, known := s.person(d.Author)
	if !known {
		return true, nil
	}
	return s.involves(author.Account, m)
}

// show has a match shown where it is played, though nothing has happened in it.
func (r *Referee) show(id match.ID) error {
	rm, err := r.enter(id)
	if err != nil {
		return err
	}
	defer r.rooms.leave(rm)
	if rm.place == "" {
		return nil
	}
	in, err := post.Post{Match: id, From: rm.m.Seq(), To: rm.m.Seq()}.Intent(rm.place)
	if err != nil {
		return err
	}
	return r.note(rm, match.Batch{Outbox: []match.Intent{in}})
}
