package referee

import (
	"context"

	"referee/bot/authority"
	"referee/engine/match"
)

// May says whether the author of a command may do an act on its match now; else the
// error says why not. Whoever asks before a confirmation is asked again by the act
// itself.
func (r *Referee) May(ctx context.Context, c Command, act authority.Right) error {
	_, err := r.rights.as(ctx, c, act)
	return r.faults.classify(ctx, err, c, nil)
}

// rights says who may do what to a match: package authority, by what an account has to
// do with the match.
type rights struct {
	store interface {
		Parties
		Summary(ctx context.Context, id match.ID) (match.Summary, error)
	}
	hook Hook
}

// as is as what the author of a command may do an act on its match; else the error says
// why not. It waits for no lock.
func (r rights) as(ctx context.Context, c Command, act authority.Right) (authority.Role, error) {
	s, err := r.subject(ctx, c.Match, c.Account)
	if err != nil {
		return "", err
	}
	return c.Powers.May(act, s)
}

// subject is what an account has to do with a match.
func (r rights) subject(ctx context.Context, id match.ID, account string) (authority.Subject, error) {
	card, err := r.store.Summary(ctx, id)
	if err != nil {
		return authority.Subject{}, err
	}
	s := authority.Subject{Home: card.Home, Place: card.Place}
	if s.Party, err = r.store.HasPlayed(ctx, id, account); err != nil {
		return s, err
	}
	if s.Read, err = r.store.HasReadCase(ctx, id, account); err != nil {
		return s, err
	}
	return r.hook.Subject(ctx, s, id, account)
}

// sit refuses a seat to who has read a case of the match, and to whoever comes under the account
// of a program: programs sit by [join] alone. The caller has its lock, so that nobody does both
// at once.
func (r rights) sit(ctx context.Context, id match.ID, account string) error {
	if IsProgram(account) {
		return match.ErrPlayer
	}
	read, err := r.store.HasReadCase(ctx, id, account)
	if err == nil {
		_, err = authority.Powers{}.May(authority.Sit, authority.Subject{Read: read})
	}
	return err
}

// free refuses what the players of a match are not free to do.
func (r rights) free(ctx context.Context, id match.ID, what Freedom) error {
	return r.hook.Refuse(ctx, id, what)
}
