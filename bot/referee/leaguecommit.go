package referee

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// mostRounds bounds how many openings follow one command.
const mostRounds = 100

// follow does what follows by itself, in the referee's name: bids are opened, who has
// made none is called, and what can be played now is paired.
func (s *session) follow() error {
	if s.l == nil || s.l.Over() || s.l.Restored() > 0 {
		return nil
	}
	c := s.c
	defer func() { s.c = c }()
	s.c.Account = ""
	if err := s.award(); err != nil {
		return err
	}
	s.remind()
	if s.card.Hold {
		return nil
	}
	return s.pair()
}

// pair opens what can be played now.
func (s *session) pair() error {
	for range mostRounds {
		if !s.l.Started() {
			return nil
		}
		d, err := s.l.Next(s.at)
		if errors.Is(err, league.ErrNothing) || !s.wouldPair(d) {
			return nil
		}
		if err == nil {
			err = s.do(d)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("pairs without an end")
}

// wouldPair reports whether what is to be paired does not wait for a time that is
// put off by an outage.
func (s *session) wouldPair(d league.Decision) bool {
	if s.ripe >= s.at {
		return true
	}
	before, err := s.l.Next(s.ripe)
	return err == nil && before.Round == d.Round && slices.Equal(before.Pairs, d.Pairs)
}

// commit stores what a command led to, and takes the league over.
func (s *session) commit() (LeagueReply, error) {
	from := 0
	if s.hall.l != nil {
		from = s.hall.l.Seq()
	}
	reply := LeagueReply{League: s.card.ID, From: from, To: s.l.Seq(), Head: s.l.Head().Short(), Ended: s.ended, Held: s.card.Hold}
	numbers := s.numbers(from)
	here, err := s.played(numbers)
	if err != nil {
		return LeagueReply{}, err
	}
	if err := s.unread(here); err != nil {
		return LeagueReply{}, err
	}
	reply.Opened, reply.Bidding = s.waiting(numbers, here)
	s.call(reply.Bidding)
	if s.flows { // the matches are as the log says: it says what they say
		here = nil
	}
	s.card.Align = append(slices.Clip(s.card.Align), here...)
	s.card.Over, s.card.Due = s.l.Over(), s.due()
	b := league.Batch{
		League: s.card.ID, After: from, Entries: s.l.Log()[from:], Card: s.card, Key: s.c.Key,
		People: s.fresh, Links: s.links, Texts: s.texts,
	}
	if b.Reply, err = json.Marshal(reply); err != nil {
		return LeagueReply{}, fmt.Errorf("referee: keep reply: %w", err)
	}
	if b.Outbox, err = s.news(reply); err != nil {
		return LeagueReply{}, err
	}
	told, err := s.toldAt(here, reply)
	if err != nil {
		return LeagueReply{}, err
	}
	b.Outbox = append(b.Outbox, told...)
	if _, _, err := s.r.store.CommitLeague(b); err != nil {
		s.hall.l = nil // whatever the store holds is read again
		return LeagueReply{}, err
	}
	s.card.Seq, s.card.Head = s.l.Seq(), s.l.Head()
	s.hall.l, s.hall.card = s.l, s.card
	s.people, s.fresh = append(s.people, s.fresh...), nil
	s.r.halls.set(s.card.ID, s.card.Due)
	s.r.schedule.Wake()
	if err := s.settle(); err != nil { // it is due again, and what was decided stands
		s.r.log.Error("matches are not as their league says", "league", s.card.ID, "error", err)
	}
	reply.Lines, err = s.told(reply.From, reply.To)
	return reply, err
}

// settle brings the matches that are played here into line with the log. Where that
// fails it is due again.
func (s *session) settle() error {
	if len(s.card.Align) == 0 || s.c.Door == doorRestore { // nothing is played while a store is put back
		return nil
	}
	if err := s.align(s.card.Align); err != nil {
		return err
	}
	s.card.Align, s.card.Due = nil, s.due()
	b := league.Batch{League: s.card.ID, After: s.l.Seq(), Card: s.card}
	if _, _, err := s.r.store.CommitLeague(b); err != nil {
		s.hall.l = nil
		return err
	}
	s.hall.card = s.card
	s.r.halls.set(s.card.ID, s.card.Due)
	return nil
}

// waiting lists those of some matches that wait to be opened, and those whose sides
// are to be bid for; here are those that are open. Some had a result before they were
// opened, which was undone, or somebody comes in who has not bid.
func (s *session) waiting(numbers, here []int) (opened, bidding []int) {
	for _, no := range numbers {
		m, ok := s.l.Match(no)
		switch {
		case !ok || m.Result != nil || slices.Contains(opened, no) || slices.Contains(bidding, no):
		case m.Bidding():
			bidding = append(bidding, no)
		case !slices.Contains(here, no):
			opened = append(opened, no)
		}
	}
	return opened, bidding
}

// news is what is to be posted where the league is announced: its decisions, and
// for each match that its sides are to be bid for, once more or for the first time, or
// that it is to be opened; and that nothing is left to play, when it comes to that.
func (s *session) news(reply LeagueReply) ([]match.Intent, error) {
	if s.card.Place == "" {
		return nil, nil
	}
	var posts []post.Post
	if reply.From != reply.To {
		posts = append(posts, post.Post{League: reply.League, From: reply.From, To: reply.To, By: s.by()})
	}
	for _, no := range s.calls {
		posts = append(posts, post.Post{League: reply.League, Bids: no, Again: true})
	}
	for _, no := range reply.Bidding {
		posts = append(posts, post.Post{League: reply.League, Bids: no})
	}
	for _, no := range reply.Opened {
		posts = append(posts, post.Post{League: reply.League, Opens: no})
	}
	if s.completed() {
		posts = append(posts, post.Post{League: reply.League, Complete: true})
	}
	out := make([]match.Intent, len(posts))
	for i, p := range posts {
		var err error
		if out[i], err = p.Intent(s.card.Place); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// unread refuses that somebody comes to play a match, of which they have read a case.
func (s *session) unread(numbers []int) error {
	for _, no := range numbers {
		id, err := s.link(no)
		if err != nil {
			return err
		}
		m, _ := s.l.Match(no)
		for _, p := range m.Seats {
			x, known := s.person(p)
			if !known {
				continue
			}
			if err := s.r.maySit(Command{Match: id, Account: x.Account}); err != nil {
				return err
			}
		}
	}
	return nil
}

// toldAt is what is to be posted where some matches are played: what an organiser or
// judge has decided about them.
func (s *session) toldAt(numbers []int, reply LeagueReply) ([]match.Intent, error) {
	if s.role == "" {
		return nil, nil
	}
	var out []match.Intent
	for _, no := range numbers {
		id, err := s.link(no)
		if err != nil {
			return nil, err
		}
		card, err := s.r.store.Summary(id)
		if err != nil {
			return nil, err
		}
		if card.Place == "" || card.Place == s.card.Place {
			continue
		}
		in, err := post.Post{League: reply.League, From: reply.From, To: reply.To, By: s.by()}.Intent(card.Place)
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	s.r.log.Info("league", "league", s.card.ID, "account", s.c.Account, "as", s.role, "from", reply.From, "to", reply.To)
	return out, nil
}

// completed reports whether a command has left nothing to play in a league that was
// not so before: it waits for its organiser to end it.
func (s *session) completed() bool {
	before := s.hall.l
	return s.l.Complete() && !s.l.Over() && (before == nil || !before.Complete())
}

// due is when time alone may let something begin: bids are to be opened, a round is
// over, or somebody comes back from a vacation. 0: never.
func (s *session) due() int64 {
	now := s.ripe // what came since has not been looked at
	if len(s.card.Align) > 0 {
		return now
	}
	if s.l.Over() || !s.l.Started() || s.l.Restored() > 0 {
		return 0
	}
	next := int64(0)
	at := func(t int64) {
		if t > now {
			next = earlier(next, t)
		}
	}
	for _, m := range s.l.Matches() {
		if m.Result == nil {
			at(m.Until)
		}
		if m.Bidding() {
			next = earlier(next, max(m.Auction.Until, now))
			at(m.Half())
		}
	}
	for _, m := range s.l.Members() {
		for _, a := range m.Away {
			at(a.Until)
		}
	}
	return next
}

// set notes when something is due in a league.
func (h *halls) set(id league.ID, at int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.due == nil {
		return // read with the others when it is first asked for
	}
	delete(h.due, id)
	if at != 0 {
		h.due[id] = at
	}
}

// dueBy lists the leagues in which something is due by now.
func (h *halls) dueBy(now int64, all func() ([]league.Summary, error)) ([]league.ID, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.due == nil {
		cards, err := all()
		if err != nil {
			return nil, err
		}
		h.due = map[league.ID]int64{}
		for _, c := range cards {
			if c.Due != 0 {
				h.due[c.ID] = c.Due
			}
		}
	}
	var out []league.ID
	for id, at := range h.due {
		if at <= now {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out, nil
}

// tendLeagues opens what can be played since its time has come.
func (r *Referee) tendLeagues(now int64) error {
	now, err := r.schedule.Settled(now)
	if err != nil {
		return err
	}
	ids, err := r.halls.dueBy(now, r.store.Leagues)
	errs := []error{err}
	for _, id := range ids {
		_, err := r.decide(LeagueCommand{League: id, Door: doorClock}, func(*session) error { return nil })
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
