package club

import (
	"context"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine/match"
)

// matchHook says to matches what their leagues decide, and has leagues and judges told
// of what they come to.
type matchHook struct {
	ls *Leagues
	js *Judges
}

// Subject implements [referee.Hook].
func (h matchHook) Subject(ctx context.Context, s authority.Subject, id match.ID, account string) (authority.Subject, error) {
	link, linked, err := h.ls.store.LinkOf(ctx, id)
	if err != nil || !linked {
		return s, err
	}
	of, err := h.ls.load(ctx, &leagueLock{}, LeagueCommand{League: link.League, Account: account})
	if err != nil {
		return s, err
	}
	s.League, s.Home, s.Ended = true, of.card.Home, of.l.Over()
	m, _ := of.l.Match(link.No)
	party, err := of.concerns(m)
	s.Party = s.Party || party
	return s, err
}

// Refuse implements [referee.Hook]: with ErrNoAbandon for a match of a league; with ErrSeats and
// ErrLeagueMoves while that goes on; with ErrLeagueStands until it does.
func (h matchHook) Refuse(ctx context.Context, id match.ID, what referee.Freedom) error {
	l, of, err := h.ls.store.Of(ctx, id)
	if err != nil || !of {
		return err
	}
	switch on := !l.Over(); {
	case what == referee.FreeSeats && on:
		return ErrSeats
	case what == referee.FreePlace && on:
		return ErrLeagueMoves
	case what == referee.FreeEnd:
		return ErrNoAbandon
	case what == referee.FreeResume && on && l.Restored() > 0:
		return ErrLeagueStands
	}
	return nil
}

// Commit implements [referee.Hook].
func (h matchHook) Commit(ctx context.Context, b *match.Batch, before, after *match.Match, judges string) error {
	return errors.Join(h.tellLeague(ctx, b, before, after), h.tellJudges(ctx, b, after, judges))
}

// tellLeague sets the deadline at which a league hears of its match, where what a
// command has led to concerns it: the match is over, or goes on again, or judges
// are asked or have ruled.
func (h matchHook) tellLeague(ctx context.Context, b *match.Batch, before, after *match.Match) error {
	was := before != nil && before.Over()
	concerns := was != after.Over() || slices.ContainsFunc(b.Entries, func(e *match.Entry) bool {
		return e.Decision.Kind() == match.KindAppeal || e.Decision.Kind() == match.KindRuling
	})
	if !concerns {
		return nil
	}
	if _, ok, err := h.ls.store.LinkOf(ctx, after.ID()); !ok || err != nil {
		return err
	}
	last := after.Log()[after.Seq()-1].Decision.At
	b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueLeague, At: max(last, 1)})
	return nil
}

// tellJudges adds the posts that tell the judges, at a place and those who were named by mail, where they have chosen that: of
// an appeal, or that the match goes on after a backup as far as to wait for them.
func (h matchHook) tellJudges(ctx context.Context, b *match.Batch, after *match.Match, place string) error {
	_, asked := after.Appealed()
	_, stands := after.Restored()
	concerns := slices.ContainsFunc(b.Entries, func(e *match.Entry) bool {
		return e.Decision.Kind() == match.KindAppeal || e.Decision.Kind() == match.KindResume && asked && !stands
	})
	if place == "" || !concerns {
		return nil
	}
	card, err := h.ls.records.Summary(ctx, b.Match)
	if err != nil {
		return err
	}
	named, err := h.js.Named(card.Home)
	if err != nil {
		return err
	}
	places := []string{place}
	for _, account := range named {
		plays, err := h.ls.records.HasPlayed(ctx, b.Match, account)
		if err != nil {
			return err
		}
		told, err := h.ls.matches.Schedule.ByMail(ctx, account)
		if err != nil {
			return err
		}
		if told && !plays {
			places = append(places, post.MailPlace(account))
		}
	}
	for _, place := range places {
		b.Outbox = append(b.Outbox, post.Intent(place, post.Judges{Match: b.Match, From: b.After, To: b.After + len(b.Entries)}))
	}
	return nil
}
