package state

import "time"

// Counted is how many of something there were since a moment.
type Counted struct {
	N     int       `json:"n"`
	Since time.Time `json:"since"`
}

// MostInvited is how many people somebody may invite in a day: the referee writes to them, who have not asked for it.
const MostInvited = 10

// Why nobody is invited: the end of what is said of it, behind "mail.invited-".
const (
	invitedAlready = "already" // one waits for an answer
	InvitedMany    = "many"    // the inviter has invited so many
	invitedOff     = "off"     // they want no mails
)

// MayInvite looks whether an account may have somebody invited; why is "" or the reason why not. Where the address is nobody's an
// account is drawn for it.
func (e *Edit) MayInvite(by, address, lang string) (to Person, knows bool, why string, err error) {
	to, knows, err = e.PersonOf(address)
	if err != nil {
		return to, knows, "", err
	}
	var code string
	waits, err := e.Get(OfInvited+Hashed(Folded(address)), &code)
	if err != nil {
		return to, knows, "", err
	}
	never, err := e.Get(OfNever+Hashed(Folded(address)), new(bool))
	if err != nil {
		return to, knows, "", err
	}
	n, err := e.Invitations(by)
	switch {
	case err != nil:
		return to, knows, "", err
	case never || to.Off:
		return to, knows, invitedOff, nil
	case waits && !(knows && e.lapsed(code)):
		return to, knows, invitedAlready, nil
	case n.N >= MostInvited:
		return to, knows, InvitedMany, nil
	case knows:
		return to, true, "", nil
	}
	account, err := e.book.DrawAccount()
	return Person{Account: account, Address: address, Lang: lang}, false, "", err
}

// Invitations are those of an account within a day, through whichever door.
func (e *Edit) Invitations(by string) (n Counted, err error) {
	_, err = e.Get(OfInviting+by, &n)
	if now := e.book.Now(); now.Sub(n.Since) >= Day {
		n = Counted{Since: now}
	}
	return n, err
}

// Invited counts an invitation, or a match that is open to all.
func (e *Edit) Invited(by string) error {
	n, err := e.Invitations(by)
	if err != nil {
		return err
	}
	n.N++
	return e.Put(OfInviting+by, by, n)
}

// lapsed reports whether an invitation can no longer be accepted.
func (e *Edit) lapsed(code string) bool {
	var x Pending
	found, err := e.Get(OfCode+code, &x)
	return err == nil && (!found || e.book.Now().Sub(x.At) > Holds)
}

// newcomers are the strangers who were answered: those for whom the mail server vouches, and those for whom it does not.
type newcomers struct {
	Counted
	Unsure int `json:"unsure,omitempty"`
}

// FirstToday notes that a stranger is written to, and reports whether it is the first time in a day. Those for whom the mail
// server vouches, which is sure, have a number of their own: whoever forges addresses keeps none of them out.
func (e *Edit) FirstToday(address string, sure bool) (bool, error) {
	day := e.book.Now().UTC().Format(time.DateOnly)
	name := OfTold + Hashed(Folded(address))
	var told string
	if _, err := e.Get(name, &told); err != nil || told == day {
		return false, err
	}
	var all newcomers
	if _, err := e.Get(OfNewcomers, &all); err != nil {
		return false, err
	}
	if now := e.book.Now(); now.Sub(all.Since) >= time.Hour {
		all = newcomers{Counted: Counted{Since: now}}
	}
	n := &all.N
	if !sure {
		n = &all.Unsure
	}
	if *n == mostStrangers {
		e.book.Log.Warn("a stranger is not answered, as so many were within the hour", "sure", sure)
		return false, nil
	}
	*n++
	if err := e.Put(OfNewcomers, "", all); err != nil {
		return false, err
	}
	return true, e.Put(name, "", day)
}

// mostStrangers is how many strangers of each kind are answered in an hour, all together: whoever forges addresses has the referee write to them.
const mostStrangers = 200
