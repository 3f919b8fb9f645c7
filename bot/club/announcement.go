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
	beside, err := a.atMatches(here)
	if err != nil {
		return nil, err
	}
	mailed, err := a.mailed()
	return slices.Concat(a.public(), beside, mailed), err
}

// decided is the post about the decisions of the command.
func (a announcement) decided() post.LeagueNews {
	return post.LeagueNews{League: a.reply.League, From: a.reply.From, To: a.reply.To, By: a.tx.by()}
}

// news are the decisions of the command, and the matches whose sides are to be bid for, once more or for the first time:
// by a player, or by anybody.
func (a announcement) news(by league.Player) (out []post.Kind) {
	if a.reply.From != a.reply.To {
		out = append(out, a.decided())
	}
	bids := func(numbers []int, again bool) {
		for _, no := range numbers {
			if m, _ := a.tx.l.Match(no); by == league.Nobody || m.Seats.Has(by) {
				out = append(out, post.Bidding{League: a.reply.League, No: no, Again: again})
			}
		}
	}
	bids(a.tx.calls, true)
	bids(a.reply.Bidding, false)
	return out
}

// public is what is to be posted where the league is announced: its news, each match that
// is to be opened; and that nothing is left to play, when it comes to that.
func (a announcement) public() (out []match.Intent) {
	if a.tx.card.Place == "" {
		return nil
	}
	posts := a.news(league.Nobody)
	for _, no := range a.reply.Opened {
		posts = append(posts, post.OpenMatch{League: a.reply.League, No: no})
	}
	if a.completed() {
		posts = append(posts, post.Complete{League: a.reply.League})
	}
	for _, p := range posts {
		out = append(out, post.Intent(a.tx.card.Place, p))
	}
	return out
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
		card, err := tx.ls.records.Summary(tx.ctx, tx.link(no))
		if err != nil {
			return nil, err
		}
		if card.Place != "" && card.Place != tx.card.Place {
			out = append(out, post.Intent(card.Place, a.decided()))
		}
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
	var out []match.Intent
	for _, p := range slices.Concat(a.tx.people, a.tx.fresh) {
		if p.Account == "" || !a.partakes(p.Player) {
			continue
		}
		told, err := a.tx.ls.matches.Schedule.ByMail(a.tx.ctx, p.Account)
		if err != nil {
			return nil, err
		}
		if !told {
			continue
		}
		for _, what := range a.news(p.Player) {
			out = append(out, post.Intent(post.MailPlace(p.Account), what))
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
