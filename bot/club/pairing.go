package club

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// dueLeague is the name of the deadline at which a league hears of its match.
const dueLeague = "league"

// SettingLeague says in the record of a match which league it is of, and its
// number there: "k3j5x2qa/17".
const SettingLeague = referee.SettingOwner

// OpenPairing opens a match of a league where it is to be played, and seats its
// players; place is "" where it has none. Said again it changes nothing. Without an
// account it is the league that does it, else its organiser. It returns ErrOrganiser, league.ErrMatch where there is no such match to play, and ErrBidding
// while its sides are bid for.
func (ls *Leagues) OpenPairing(ctx context.Context, c LeagueCommand, no int, place string) (id match.ID, err error) {
	err = ls.within(ctx, c, func(tx *transaction) (err error) {
		if c.Account != "" {
			err = tx.may(authority.Organise)
		}
		if err == nil {
			id, err = tx.open(no, place)
		}
		return err
	})
	return id, err
}

func (tx *transaction) open(no int, place string) (match.ID, error) {
	if id := tx.link(no); id != "" {
		return id, nil
	}
	m, ok := tx.l.Match(no)
	switch {
	case !ok || m.Result != nil:
		return "", league.ErrMatch
	case tx.l.Restored() > 0:
		return "", league.ErrRestored
	case m.Bidding():
		return "", ErrBidding
	}
	o, err := openingOf(tx.card.Game, tx.l.Rules(), place)
	o.Home = tx.card.Home
	if err == nil {
		err = tx.give(&o, m.Auction)
	}
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s/%d", tx.card.ID, no)
	o.Settings[SettingLeague] = name
	reply, err := tx.ls.office.Open(tx.ctx, referee.Command{Door: tx.c.Door, Key: "league:" + name}, o, pinnedTo(tx.card.Game, tx.l.Rules()))
	if err != nil {
		return "", err
	}
	if err := tx.start(reply.Match, name, m.Pair); err != nil {
		return "", err
	}
	if m.Seats != m.Pair {
		if err := tx.seat(reply.Match, m); err != nil {
			return "", err
		}
	}
	b := league.Batch{League: tx.card.ID, After: tx.l.Seq(), Card: tx.card, Links: []league.Link{{No: no, Match: reply.Match}}}
	if _, _, err := tx.ls.store.Commit(tx.ctx, b); err != nil {
		tx.lock.l = nil
		return "", err
	}
	return reply.Match, nil
}

// start seats the pair of a match, so that it begins. Who is not known any more
// leaves their seat free, for a substitute. What each adds to the dice is known
// since they joined the league; name, of the match in it, tells the matches apart.
func (tx *transaction) start(id match.ID, name string, pair league.Pair) error {
	m, err := tx.ls.office.Match(tx.ctx, id)
	if err != nil {
		return err
	}
	for i, seat := range m.Game().Info().Seats[:2] {
		p, ok := tx.person(pair[i])
		if !ok || m.Player(seat) != match.Referee {
			continue
		}
		c := referee.Command{Match: id, Seat: seat, Account: p.Account, Name: p.Name, Door: tx.c.Door}
		if p.Phrase != "" {
			c.Phrase = name + " " + p.Phrase
		}
		_, err := tx.ls.office.Join(tx.ctx, c)
		if err != nil {
			return err
		}
	}
	return nil
}

// person is who a player is; false where nothing is known of them.
func (tx *transaction) person(p league.Player) (league.Person, bool) {
	return personIn(slices.Concat(tx.people, tx.fresh), p)
}

// personIn is who of some people a player is; false where nothing is known of them.
func personIn(people []league.Person, p league.Player) (league.Person, bool) {
	for _, x := range people {
		if x.Player == p && p != league.Nobody {
			return x, true
		}
	}
	return league.Person{}, false
}

// playerIn is an account's number among some people; Nobody where it has none.
func playerIn(people []league.Person, account string) league.Player {
	for _, x := range people {
		if x.Account == account && account != "" {
			return x.Player
		}
	}
	return league.Nobody
}

// seat seats who is to play a match; Nobody is the caretaker: a program that takes the seat, or
// else the referee, who answers for it while it is free.
func (tx *transaction) seat(id match.ID, planned league.Match) error {
	s, err := tx.ls.matches.Snapshot(tx.ctx, id)
	if err != nil {
		return err
	}
	look, err := s.Look(tx.ctx, engine.Judge)
	if err != nil {
		return err
	}
	var care []string
	for i, seat := range look.Info.Seats[:2] {
		c := referee.Command{Match: id, Seat: seat, Account: tx.c.Account, Door: tx.c.Door}
		p, known := tx.person(planned.Seats[i])
		held := look.Holder(seat)
		program := planned.Care[i]
		if planned.Seats[i] == league.Nobody && program == "" {
			care = append(care, string(seat))
		}
		sits, isProgram := s.Match().Program(seat)
		switch {
		case program != "" && isProgram && sits.Name == program,
			known && held.Account == p.Account,
			!known && program == "" && held.Player == match.Referee:
			continue
		}
		if held.Player != match.Referee {
			if _, err := tx.ls.office.Unseat(tx.ctx, c); err != nil {
				return err
			}
		}
		switch {
		case program != "":
			_, err = tx.ls.office.SeatProgram(tx.ctx, c, program)
		case known:
			c.Account, c.Name = p.Account, p.Name
			_, err = tx.ls.office.Join(tx.ctx, c)
		}
		if err != nil {
			return err
		}
	}
	if look.Settings[referee.SettingCaretaker] == strings.Join(care, " ") {
		return nil
	}
	_, err = tx.ls.office.ChangeSettings(tx.ctx, referee.Command{Match: id, Account: tx.c.Account, Door: tx.c.Door},
		map[string]string{referee.SettingCaretaker: strings.Join(care, " ")})
	return err
}

// syncMatch takes over into a league what its match has come to.
func (ls *Leagues) syncMatch(ctx context.Context, d match.Deadline, _ time.Time) error {
	link, ok, err := ls.store.LinkOf(ctx, d.Match)
	if err != nil {
		return err
	}
	if !ok {
		return ls.office.Cancel(ctx, d)
	}
	heard, err := ls.flow(ctx, link)
	if err != nil {
		return err
	}
	return ls.office.Settle(ctx, d, heard)
}

// flow brings the log of a league up to date with one of its matches, as it was after
// decision heard of that.
func (ls *Leagues) flow(ctx context.Context, link league.Link) (heard int, err error) {
	_, err = ls.decide(ctx, LeagueCommand{League: link.League, Door: referee.DoorClock}, func(tx *transaction) error {
		tx.flows = true
		heard, err = tx.sync(link)
		return err
	})
	return heard, err
}

// syncAll brings the log up to date with all matches that are played here.
func (tx *transaction) syncAll() error {
	for _, l := range tx.linked {
		if _, err := tx.sync(l); err != nil {
			return err
		}
	}
	return nil
}

// sync brings the log up to date with a match that is played here. What a person
// has reported stands until a judge adjudicates. Once the league is over no match
// gets a result or loses it any more; but one that is not true any more is
// corrected. It returns after which decision of the match it has heard.
func (tx *transaction) sync(link league.Link) (int, error) {
	c := tx.c
	defer func() { tx.c = c }()
	tx.c.Account, tx.c.Door = "", referee.DoorClock
	m, err := tx.ls.office.Match(tx.ctx, link.Match)
	if err != nil {
		return 0, err
	}
	planned, ok := tx.l.Match(link.No)
	if !ok || tx.l.Restored() > 0 { // all is heard when the league goes on
		return m.Seq(), nil
	}
	adjudicated, err := tx.judged(link.No, m)
	if err != nil {
		return 0, err
	}
	result, ended := ResultOf(m)
	_, flowed := Flowed(tx.l, link.No)
	switch {
	case planned.Result == nil && ended && !tx.l.Over():
		err = tx.do(league.Decision{Act: league.ActResult{Match: link.No, Result: &result}})
	case planned.Result != nil && !m.Over() && !tx.l.Over():
		err = tx.do(league.Decision{Act: league.ActCorrect{Match: link.No}})
	case planned.Result != nil && ended && (flowed || adjudicated) && *planned.Result != result:
		err = tx.do(league.Decision{Act: league.ActCorrect{Match: link.No, Result: &result}})
	}
	return m.Seq(), err
}

// judged takes over the appeals and rulings of a match that the log lacks, and says
// whether a judge has adjudicated it by one of them.
func (tx *transaction) judged(no int, m *match.Match) (adjudicated bool, err error) {
	told := map[league.Kind]int{}
	for _, e := range tx.l.Log() {
		if e.Decision.Match() == no {
			told[e.Decision.Kind()]++
		}
	}
	for _, e := range m.Log() {
		d := &e.Decision
		b := d.Adjudication()
		var act league.Act
		switch {
		case d.Kind() == match.KindAppeal && b.From > 0:
			act = league.ActAppeal{Match: no, Ruling: rulingOf(b)}
		case d.Kind() == match.KindRuling:
			act = league.ActRuling{Match: no, Ruling: rulingOf(b)}
		default:
			continue
		}
		if told[act.Kind()]--; told[act.Kind()] >= 0 {
			continue
		}
		if err := tx.do(league.Decision{Reason: b.Reason, Act: act}); err != nil {
			return false, err
		}
		adjudicated = adjudicated || d.Kind() == match.KindRuling && b.Judgement == match.Decided
	}
	return adjudicated, nil
}

// rulingOf is what an appeal or a ruling of a match says, as its league has it.
func rulingOf(b *match.Adjudication) *league.Ruling {
	return &league.Ruling{Verdict: league.Verdict(b.Judgement), From: b.From, To: b.To, Rules: b.Rules}
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
	if out.VP = end.Margin; out.Winner == league.Second {
		out.VP = -end.Margin
	}
	score := m.Position().View(engine.Judge).Result
	if score == nil && end.How == match.Adjudicated {
		if tally, ok := m.Position().Tally(); ok {
			score = &tally
		}
	}
	if score != nil && score.Winner == end.Winner && end.Margin == 0 {
		if end.How == match.Played {
			out.Decisive, out.Degree = score.Decisive, score.Degree
		}
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
