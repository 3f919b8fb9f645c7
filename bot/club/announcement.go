package club

import (
	"slices"

	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// announcement is what is told of what a command has led to.
type announcement struct {
	tx    *transaction
	reply LeagueReply
}

// posts are all posts about it; here are the matches that it decided about and that are played here.
func (a announcement) posts(here []int) ([]match.Intent, error) {
	public, err := a.public()
	if err != nil {
		return nil, err
	}
	beside, err := a.atMatches(here)
	if err != nil {
		return nil, err
	}
	mailed, err := a.mailed()
	return slices.Concat(public, beside, mailed), err
}

// decided is the post about the decisions of the command.
func (a announcement) decided() post.LeagueNews {
	return post.LeagueNews{League: a.reply.League, From: a.reply.From, To: a.reply.To, By: a.tx.by()}
}

// public is what is to be posted where the league is announced: its decisions, and
// for each match that its sides are to be bid for, once more or for the first time, or
// that it is to be opened; and that nothing is left to play, when it comes to that.
func (a announcement) public() ([]match.Intent, error) {
	tx, reply := a.tx, a.reply
	if tx.card.Place == "" {
		return nil, nil
	}
	var posts []post.Kind
	if reply.From != reply.To {
		posts = append(posts, a.decided())
	}
	for no, again := range a.called() {
		posts = append(posts, post.Bidding{League: reply.League, No: no, Again: again})
	}
	for _, no := range reply.Opened {
		posts = append(posts, post.OpenMatch{League: reply.League, No: no})
	}
	if a.completed() {
		posts = append(posts, post.Complete{League: reply.League})
	}
	out := make([]match.Intent, len(posts))
	for i, p := range posts {
		var err error
		if out[i], err = post.Intent(tx.card.Place, p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// atMatches is what is to be posted where some matches are played: what an organiser or
// judge has decided about them.
func (a announcement) atMatches(numbers []int) ([]match.Intent, error) {
	tx, reply := a.tx, a.reply
	if tx.role == "" {
		return nil, nil
	}
	var out []match.Intent
	for _, no := range numbers {
		id, err := tx.link(no)
		if err != nil {
			return nil, err
		}
		card, err := tx.ls.records.Summary(tx.ctx, id)
		if err != nil {
			return nil, err
		}
		if card.Place == "" || card.Place == tx.card.Place {
			continue
		}
		in, err := post.Intent(card.Place, a.decided())
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	tx.ls.log.Info("league", "league", tx.card.ID, "account", tx.c.Account, "as", tx.role, "from", reply.From, "to", reply.To)
	return out, nil
}

// completed reports whether a command has left nothing to play in a league that was
// not so before: it waits for its organiser to end it.
func (a announcement) completed() bool {
	before, now := a.tx.lock.l, a.tx.l
	return now.Complete() && !now.Over() && (before == nil || !before.Complete())
}

// mailed is what is to be told of what a command has led to, to each who takes part in the
// league and is told by mail: they may not see where it is announced.
func (a announcement) mailed() ([]match.Intent, error) {
	tx, reply := a.tx, a.reply
	var out []match.Intent
	for _, p := range slices.Concat(tx.people, tx.fresh) {
		if p.Account == "" || !a.partakes(p.Player) {
			continue
		}
		told, err := tx.ls.matches.Schedule.ByMail(tx.ctx, p.Account)
		if err != nil {
			return nil, err
		}
		if !told {
			continue
		}
		var posts []post.Kind
		if reply.From != reply.To {
			posts = append(posts, a.decided())
		}
		for no, again := range a.called() {
			if m, _ := tx.l.Match(no); m.Seats.Has(p.Player) {
				posts = append(posts, post.Bidding{League: reply.League, No: no, Again: again})
			}
		}
		for _, what := range posts {
			in, err := post.Intent(post.MailPlace(p.Account), what)
			if err != nil {
				return nil, err
			}
			out = append(out, in)
		}
	}
	return out, nil
}

// partakes reports whether somebody plays in the league still, or is concerned by what a
// command has decided.
func (a announcement) partakes(p league.Player) bool {
	tx, reply := a.tx, a.reply
	log := tx.l.Log()
	return slices.ContainsFunc(tx.l.Members(), func(m league.Member) bool { return m.Player == p && !m.Withdrawn }) ||
		slices.ContainsFunc(tx.l.Matches(), func(m league.Match) bool { return m.Result == nil && m.Seats.Has(p) }) ||
		slices.ContainsFunc(log[reply.From:reply.To], func(e *league.Entry) bool {
			return e.Decision.Player() == p || e.Decision.Other() == p
		})
}

// called are the matches whose players are to bid now, each with whether they were asked
// before, in the order in which they are called.
func (a announcement) called() func(yield func(no int, again bool) bool) {
	return func(yield func(no int, again bool) bool) {
		for _, no := range a.tx.calls {
			if !yield(no, true) {
				return
			}
		}
		for _, no := range a.reply.Bidding {
			if !yield(no, false) {
				return
			}
		}
	}
}
