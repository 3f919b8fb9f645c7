package club

import (
	"slices"

	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// mailed is what is to be told of what a command has led to, to each who takes part in the
// league and is told by mail: they may not see where it is announced.
func (tx *transaction) mailed(reply LeagueReply) ([]match.Intent, error) {
	var out []match.Intent
	for _, p := range slices.Concat(tx.people, tx.fresh) {
		if p.Account == "" || !tx.partakes(p.Player, reply) {
			continue
		}
		told, err := tx.ls.matches.Schedule.ByMail(p.Account)
		if err != nil {
			return nil, err
		}
		if !told {
			continue
		}
		var posts []post.Kind
		if reply.From != reply.To {
			posts = append(posts, post.LeagueNews{League: reply.League, From: reply.From, To: reply.To, By: tx.by()})
		}
		for no, again := range tx.called(reply) {
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
func (tx *transaction) partakes(p league.Player, reply LeagueReply) bool {
	log := tx.l.Log()
	return slices.ContainsFunc(tx.l.Members(), func(m league.Member) bool { return m.Player == p && !m.Withdrawn }) ||
		slices.ContainsFunc(tx.l.Matches(), func(m league.Match) bool { return m.Result == nil && m.Seats.Has(p) }) ||
		slices.ContainsFunc(log[reply.From:reply.To], func(e *league.Entry) bool {
			return e.Decision.Player() == p || e.Decision.Other() == p
		})
}

// called are the matches whose players are to bid now, each with whether they were asked
// before, in the order in which they are called.
func (tx *transaction) called(reply LeagueReply) func(yield func(no int, again bool) bool) {
	return func(yield func(no int, again bool) bool) {
		for _, no := range tx.calls {
			if !yield(no, true) {
				return
			}
		}
		for _, no := range reply.Bidding {
			if !yield(no, false) {
				return
			}
		}
	}
}
