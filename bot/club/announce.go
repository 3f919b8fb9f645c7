package club

import (
	"context"
	"fmt"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// Announce has a league announced at another place from now on, as its organiser.
// There it is said first, by a post of no decisions; what waits where it was follows:
// its decisions, its matches that are to be opened, and what judges are asked about
// them. It stands in no log, as it changes nothing in the league. It returns
// ErrOrganiser.
func (ls *Leagues) Announce(ctx context.Context, c LeagueCommand, place string) error {
	return ls.within(ctx, c, func(tx *transaction) error { return tx.announce(place) })
}

func (tx *transaction) announce(place string) error {
	if err := tx.may(authority.Organise); err != nil || place == tx.card.Place {
		return err
	}
	b := league.Batch{League: tx.card.ID, After: tx.l.Seq()}
	said := post.LeagueNews{League: tx.card.ID, From: tx.l.Seq(), To: tx.l.Seq()}
	b.Outbox = append(b.Outbox, post.Intent(place, said))
	if tx.card.Place != "" {
		posts, err := tx.ls.matches.Outbox.Posts(tx.ctx, tx.card.Place)
		if err != nil {
			return err
		}
		for _, p := range posts {
			if err := tx.take(&b, p, place); err != nil {
				return err
			}
		}
	}
	tx.card.Place = place
	b.Card = tx.card
	if _, _, err := tx.ls.store.Commit(tx.ctx, b); err != nil {
		tx.lock.l = nil // whatever the store holds is read again
		return err
	}
	tx.lock.card = tx.card
	return nil
}

// take lets a batch move a post to another place, if it is the league's.
func (tx *transaction) take(b *league.Batch, p post.Post, place string) error {
	of, err := tx.leagueOf(p.What)
	if err != nil || of != tx.card.ID {
		return err
	}
	b.Sent = append(b.Sent, match.Intent{Place: tx.card.Place, No: p.No})
	b.Outbox = append(b.Outbox, post.Intent(place, p.What))
	return nil
}

// leagueOf is the league that a post at its place is of; "" where it is of none.
func (tx *transaction) leagueOf(what post.Kind) (league.ID, error) {
	switch k := what.(type) {
	case post.LeagueNews:
		return k.League, nil
	case post.OpenMatch:
		return k.League, nil
	case post.Bidding:
		return k.League, nil
	case post.Complete:
		return k.League, nil
	case post.Judges:
		link, _, err := tx.ls.store.LinkOf(tx.ctx, k.Match)
		return link.League, err
	case post.MatchNews, post.Call, post.Clocks, post.Relocation, post.Notice, post.Welcome:
		return "", nil
	}
	return "", fmt.Errorf("referee: whose is a %T", what)
}

// All lists all leagues, by id.
func (ls *Leagues) All(ctx context.Context) ([]league.Summary, error) { return ls.store.All(ctx) }

// AnnouncedAt lists the leagues, not over, that are announced at a place, by id.
func (ls *Leagues) AnnouncedAt(ctx context.Context, place string) ([]league.Summary, error) {
	all, err := ls.store.All(ctx)
	var out []league.Summary
	for _, s := range all {
		if s.Place == place && !s.Over {
			out = append(out, s)
		}
	}
	return out, err
}
