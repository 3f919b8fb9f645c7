package referee

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// dueLeague is the name of the deadline at which a league hears of its match.
const dueLeague = "league"

// SettingLeague says in the record of a match which league it is of, and its
// number there: "k3j5x2qa/17".
const SettingLeague = "league"

// OpenPairing opens a match of a league where it is to be played, and seats its
// players; place is "" where it has none. Said again it changes nothing. Without an
// account it is the league that does it, else its organiser. It returns ErrOrganiser, league.ErrMatch where there is no such match to play, and ErrBidding
// while its sides are bid for.
func (r *Referee) OpenPairing(c LeagueCommand, no int, place string) (match.ID, error) {
	s, err := r.enterLeague(c)
	if err != nil {
		return "", r.leagueJudged(err, c)
	}
	defer s.hall.mu.Unlock()
	if c.Account != "" {
		if err := s.may(authority.Organise); err != nil {
			return "", r.leagueJudged(err, c)
		}
	}
	id, err := s.open(no, place)
	return id, r.leagueJudged(err, c)
}

func (s *session) open(no int, place string) (match.ID, error) {
	if id, err := s.link(no); id != "" || err != nil {
		return id, err
	}
	m, ok := s.l.Match(no)
	switch {
	case !ok || m.Result != nil:
		return "", league.ErrMatch
	case s.l.Restored() > 0:
		return "", league.ErrRestored
	case m.Bidding():
		return "", ErrBidding
	}
	o, err := openingOf(s.card.Game, s.l.Rules(), place)
	o.Home = s.card.Home
	if err == nil {
		err = s.give(&o, m.Auction)
	}
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s/%d", s.card.ID, no)
	o.Settings[SettingLeague] = name
	reply, err := s.r.Open(Command{Door: s.c.Door, Key: "league:" + name}, o)
	if err != nil {
		return "", err
	}
	s.links = append(s.links, league.Link{No: no, Match: reply.Match})
	if err := s.start(reply.Match, name, m.Pair); err != nil {
		return "", err
	}
	if m.Seats != m.Pair {
		if err := s.seat(reply.Match, m.Seats); err != nil {
			return "", err
		}
	}
	b := league.Batch{League: s.card.ID, After: s.l.Seq(), Card: s.card, Links: s.links}
	if _, _, err := s.r.store.CommitLeague(b); err != nil {
		s.hall.l = nil
		return "", err
	}
	return reply.Match, nil
}

// start seats the pair of a match, so that it begins. Who is not known any more
// leaves his seat free, for a substitute. What each adds to the dice is known
// since he joined the league; name, of the match in it, tells the matches apart.
func (s *session) start(id match.ID, name string, pair league.Pair) error {
	m, err := s.r.asItIs(id)
	if err != nil {
		return err
	}
	for i, seat := range m.Game().Info().Seats[:2] {
		p, ok := s.person(pair[i])
		if !ok || m.Player(seat) != match.Referee {
			continue
		}
		c := Command{Match: id, Seat: seat, Account: p.Account, Name: p.Name, Door: s.c.Door}
		if p.Phrase != "" {
			c.Phrase = name + " " + p.Phrase
		}
		_, err := s.r.join(c)
		if err != nil {
			return err
		}
	}
	return nil
}

// person is who a player is; false where nothing is known of him.
func (s *session) person(p league.Player) (league.Person, bool) {
	for _, x := range slices.Concat(s.people, s.fresh) {
		if x.Player == p {
			return x, true
		}
	}
	return league.Person{}, false
}

// seat seats who is to play a match; Nobody is the caretaker.
func (s *session) seat(id match.ID, seats league.Pair) error {
	look, err := s.r.Look(id, engine.Judge)
	if err != nil {
		return err
	}
	var care []string
	for i, seat := range look.Info.Seats[:2] {
		c := Command{Match: id, Seat: seat, Account: s.c.Account, Door: s.c.Door}
		p, known := s.person(seats[i])
		held := look.Holder(seat)
		if seats[i] == league.Nobody {
			care = append(care, string(seat))
		}
		if known && held.Account == p.Account || !known && held.Player == match.Referee {
			continue
		}
		if held.Player != match.Referee {
			if _, err := s.r.unseat(c); err != nil {
				return err
			}
		}
		if known {
			c.Account, c.Name = p.Account, p.Name
			if _, err := s.r.join(c); err != nil {
				return err
			}
		}
	}
	if look.Settings[SettingCaretaker] == strings.Join(care, " ") {
		return nil
	}
	_, err = s.r.conduct(Command{Match: id, Account: s.c.Account, Door: s.c.Door},
		map[string]string{SettingCaretaker: strings.Join(care, " ")})
	return err
}

// tellLeague sets the deadline at which a league hears of its match, where what a
// command has led to concerns it: the match is over, or goes on again, or judges
// are asked or have ruled.
func (r *Referee) tellLeague(b *match.Batch, before, next *match.Match) error {
	was := before != nil && before.Over()
	concerns := was != next.Over() || slices.ContainsFunc(b.Entries, func(e *match.Entry) bool {
		return e.Decision.Kind == match.KindAppeal || e.Decision.Kind == match.KindRuling
	})
	if !concerns {
		return nil
	}
	if _, ok, err := r.store.LinkOf(next.ID()); !ok || err != nil {
		return err
	}
	last := next.Log()[next.Seq()-1].Decision.At
	b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueLeague, At: max(last, 1)})
	return nil
}

// hearMatch takes over into a league what its match has come to.
func (r *Referee) hearMatch(d match.Deadline, _ time.Time) error {
	link, ok, err := r.store.LinkOf(d.Match)
	if err != nil {
		return err
	}
	heard := 0
	if ok {
		if heard, err = r.flow(link); err != nil {
			return err
		}
	}
	rm, err := r.enter(d.Match)
	if err != nil {
		return err
	}
	defer r.rooms.leave(rm)
	if ok && rm.m.Seq() != heard {
		r.schedule.Wake() // what came meanwhile is due still
		return nil
	}
	return r.note(rm, match.Batch{Deadlines: []match.Deadline{{Name: dueLeague}}})
}

// flow brings the log of a league up to date with one of its matches, as it was after
// decision heard of that.
func (r *Referee) flow(link league.Link) (heard int, err error) {
	_, err = r.decide(LeagueCommand{League: link.League, Door: doorClock}, func(s *session) error {
		s.flows = true
		heard, err = s.hear(link)
		return err
	})
	return heard, err
}

// hearAll brings the log up to date with all matches that are played here.
func (s *session) hearAll() error {
	links, err := s.r.store.Links(s.card.ID)
	if err != nil {
		return err
	}
	for _, l := range links {
		if _, err := s.hear(l); err != nil {
			return err
		}
	}
	return nil
}

// hear brings the log up to date with a match that is played here. What a person
// has reported stands until a judge adjudicates. Once the league is over no match
// gets a result or loses it any more; but one that is not true any more is
// corrected. It returns after which decision of the match it has heard.
func (s *session) hear(link league.Link) (int, error) {
	c := s.c
	defer func() { s.c = c }()
	s.c.Account, s.c.Door = "", doorClock
	m, err := s.r.asItIs(link.Match)
	if err != nil {
		return 0, err
	}
	planned, ok := s.l.Match(link.No)
	if !ok || s.l.Restored() > 0 { // all is heard when the league goes on
		return m.Seq(), nil
	}
	adjudicated, err := s.bench(link.No, m)
	if err != nil {
		return 0, err
	}
	result, ended := ResultOf(m)
	_, flowed := Flowed(s.l, link.No)
	switch {
	case planned.Result == nil && ended && !s.l.Over():
		err = s.do(league.Decision{Kind: league.KindResult, Match: link.No, Result: &result})
	case planned.Result != nil && !m.Over() && !s.l.Over():
		err = s.do(league.Decision{Kind: league.KindCorrect, Match: link.No})
	case planned.Result != nil && ended && (flowed || adjudicated) && *planned.Result != result:
		err = s.do(league.Decision{Kind: league.KindCorrect, Match: link.No, Result: &result})
	}
	return m.Seq(), err
}

// bench takes over the appeals and rulings of a match that the log lacks, and says
// whether a judge has adjudicated it by one of them.
func (s *session) bench(no int, m *match.Match) (adjudicated bool, err error) {
	told := map[league.Kind]int{}
	for _, e := range s.l.Log() {
		if e.Decision.Match == no {
			told[e.Decision.Kind]++
		}
	}
	for _, e := range m.Log() {
		d := &e.Decision
		var kind league.Kind
		switch {
		case d.Kind == match.KindAppeal && d.Bench.From > 0:
			kind = league.KindAppeal
		case d.Kind == match.KindRuling:
			kind = league.KindRuling
		default:
			continue
		}
		if told[kind]--; told[kind] >= 0 {
			continue
		}
		b := d.Bench
		err := s.do(league.Decision{Kind: kind, Match: no, Reason: b.Reason, Ruling: &league.Ruling{
			Verdict: league.Verdict(b.Judgement), From: b.From, To: b.To, Rules: b.Rules,
		}})
		if err != nil {
			return false, err
		}
		adjudicated = adjudicated || d.Kind == match.KindRuling && b.Judgement == match.Decided
	}
	return adjudicated, nil
}

// ResultOf is what the end of a match counts as in a league; false where it has
// not ended, or without a result. A match that was given up counts as played, a
// time that ran out as a forfeit.
func ResultOf(m *match.Match) (league.Result, bool) {
	end, over := m.Ending()
	seats := m.Game().Info().Seats
	out := league.Result{How: league.Played}
	switch {
	case !over || end.How == match.Abandoned || len(seats) != 2:
		return out, false
	case end.How == match.TimedOut:
		out.How = league.Forfeited
	case end.How == match.Adjudicated:
		out.How = league.Adjudicated
	}
	if i := slices.Index(seats, end.Winner); i >= 0 {
		out.Winner = league.Side(i + 1)
	}
	score := m.Position().View(engine.Judge).Result
	if score == nil && end.How == match.Adjudicated {
		if tally, ok := engine.Tally(m.Position()); ok {
			score = &tally
		}
	}
	if score != nil && score.Winner == end.Winner {
		out.Decisive = end.How == match.Played && score.Decisive
		out.VP = margin(score.Score, seats[0])
	}
	out.Timeouts = timeoutsIn(m)
	return out, true
}

// margin is the points of a seat less those of the other.
func margin(score []engine.Score, first engine.Seat) int {
	n := 0
	for _, s := range score {
		if s.Seat == first {
			n += s.Points
		} else {
			n -= s.Points
		}
	}
	return n
}
