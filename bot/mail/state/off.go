package state

import "context"

// Rid is whom a token of the page that switches reminders off rids of mails: an account while it has this address, or nobody who is known yet.
type Rid struct {
	Account string `json:"account"`
	Hash    string `json:"hash"` // of the address
}

// OffToken is what stands behind the address of the page that switches reminders off, for somebody at theirs; it moves nothing, and says nothing of them.
func (e *Edit) OffToken(p Person) (string, error) {
	var token string
	var r Rid
	hash := Hashed(Folded(p.Address))
	if _, err := e.Get(OfOffOf+p.Account, &token); err != nil {
		return "", err
	}
	known, err := e.Get(OfOff+token, &r)
	if err != nil || known && r.Hash == hash {
		return token, err
	}
	if token, err = e.book.Draw(TokenLetters); err != nil {
		return "", err
	}
	if err := e.Put(OfOffOf+p.Account, p.Account, token); err != nil {
		return "", err
	}
	return token, e.Put(OfOff+token, p.Account, Rid{p.Account, hash})
}

// SwitchOff rids of reminders whom a token is for, once or again; false: there is no such token.
func (b *Book) SwitchOff(ctx context.Context, token string) (known bool, err error) {
	err = b.Change(ctx, func(e *Edit) error {
		var r Rid
		if known, err = e.Get(OfOff+token, &r); err != nil || !known {
			return err
		}
		return e.switchOff(r)
	})
	return known, err
}

// switchOff rids one of reminders.
func (e *Edit) switchOff(r Rid) error {
	var p Person
	known, err := e.Get(OfPerson+r.Account, &p)
	switch {
	case err != nil:
		return err
	case !known: // they were invited, and have not answered
		var never bool
		if _, err = e.Get(OfNever+r.Hash, &never); err == nil && !never {
			err = e.Put(OfNever+r.Hash, "", true)
		}
	case Hashed(Folded(p.Address)) == r.Hash && !p.Off:
		p.Off = true
		err = e.PutPerson(p)
	}
	return err
}
