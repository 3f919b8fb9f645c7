package referee

import (
	"referee/bot/authority"
	"referee/engine/match"
)

// May says whether the author of a command may do an act on its match now; else the
// error says why not. Whoever asks before a confirmation is asked again by the act
// itself.
func (r *Referee) May(c Command, act authority.Act) error {
	_, err := r.may(c, act)
	return r.faults.classify(err, c, nil)
}

// may is May, and as what the author acts. It waits for no lock.
func (r *Referee) may(c Command, act authority.Act) (authority.Role, error) {
	s, err := r.subject(c.Match, c.Account)
	if err != nil {
		return "", err
	}
	return c.Powers.May(act, s)
}

// subject is what an account has to do with a match.
func (r *Referee) subject(id match.ID, account string) (authority.Subject, error) {
	card, err := r.store.Summary(id)
	if err != nil {
		return authority.Subject{}, err
	}
	s := authority.Subject{Home: card.Home, Place: card.Place}
	if s.Party, err = r.store.HasPlayed(id, account); err != nil {
		return s, err
	}
	if s.Read, err = r.store.HasRead(id, account); err != nil {
		return s, err
	}
	return r.hook.Subject(s, id, account)
}

// maySit refuses a seat to who has read a case of the match. The caller has its lock, so
// that nobody does both at once.
func (r *Referee) maySit(id match.ID, account string) error {
	read, err := r.store.HasRead(id, account)
	if err == nil {
		_, err = authority.Powers{}.May(authority.Sit, authority.Subject{Read: read})
	}
	return err
}
