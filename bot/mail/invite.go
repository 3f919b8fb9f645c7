package mail

import (
	"errors"
	"strings"

	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// mostInvited is how many people somebody may invite in a day: the referee writes to them, who have not asked for it.
const mostInvited = 10

// Why nobody is invited: the end of what is said of it, behind "mail.invited-".
const (
	invitedAlready = "already" // one waits for an answer
	invitedMany    = "many"    // the inviter has invited so many
	invitedOff     = "off"     // they want no mails
)

// mayInvite looks whether an account may have somebody invited; why is "" or the reason why not. Where the address is nobody's an
// account is drawn for it.
func (d *Door) mayInvite(e *kept.Edit, by, address, lang string) (to kept.Person, knows bool, why string, err error) {
	to, knows, err = e.PersonOf(address)
	if err != nil {
		return to, knows, "", err
	}
	var code string
	waits, err := e.Get(kept.OfInvited+kept.Hashed(kept.Folded(address)), &code)
	if err != nil {
		return to, knows, "", err
	}
	never, err := e.Get(kept.OfNever+kept.Hashed(kept.Folded(address)), new(bool))
	if err != nil {
		return to, knows, "", err
	}
	n, err := d.invitations(e, by)
	switch {
	case err != nil:
		return to, knows, "", err
	case never || to.Off:
		return to, knows, invitedOff, nil
	case waits && !(knows && d.lapsed(e, code)):
		return to, knows, invitedAlready, nil
	case n.N >= mostInvited:
		return to, knows, invitedMany, nil
	case knows:
		return to, true, "", nil
	}
	id, err := d.book.Draw(16)
	return kept.Person{Account: prefix + id, Address: address, Lang: lang}, false, "", err
}

// invitations are those of an account within a day, through whichever door.
func (d *Door) invitations(e *kept.Edit, by string) (n kept.Counted, err error) {
	_, err = e.Get(kept.OfInviting+by, &n)
	if now := d.Now(); now.Sub(n.Since) >= kept.Day {
		n = kept.Counted{Since: now}
	}
	return n, err
}

// invited counts an invitation, or a match that is open to all.
func (d *Door) invited(e *kept.Edit, by string) error {
	n, err := d.invitations(e, by)
	if err != nil {
		return err
	}
	n.N++
	return e.Put(kept.OfInviting+by, by, n)
}

// lapsed reports whether an invitation can no longer be accepted.
func (d *Door) lapsed(e *kept.Edit, code string) bool {
	var x kept.Pending
	found, err := e.Get(kept.OfCode+code, &x)
	return err == nil && (!found || d.Now().Sub(x.At) > kept.Holds)
}

// Invite sends somebody the one mail by which an account of another door, called name there, invites them to a match in which it has a side;
// the side that is free when they accept is theirs. why is "", or why nobody is invited: "address" where it is
// none that a mail can go to, or the account's own, "match" where nobody can be invited to that match by that account, and "already", "many" and "off".
func (d *Door) Invite(account, name, lang string, id match.ID, address string) (why string, err error) {
	address = strings.Trim(strings.TrimSpace(address), "<>")
	if !outgoing.ValidAddress(address) || d.ours(address) {
		return "address", nil
	}
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return "match", nil
	}
	if err != nil {
		return "", err
	}
	l, err := s.Look(engine.Spectator)
	if err != nil {
		return "", err
	}
	if len(l.Seats(account)) == 0 || len(l.Free) == 0 || l.Challenge != nil || l.Ending != nil {
		return "match", nil
	}
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	to, _, why, err := d.mayInvite(e, account, address, lang)
	switch {
	case err != nil || why != "":
		return why, err
	case to.Account == account:
		return "address", nil
	}
	if err := d.invite(e, to, account, name, d.sayTo(to, "mail.in-discord", engine.Text("name", name)), s, l.Free[len(l.Free)-1]); err != nil {
		return "", err
	}
	if err := e.Store(); err != nil {
		return "", err
	}
	d.wakeUp()
	return "", nil
}

// invite sends the one mail by which somebody is invited to a match by an account; who says who that is, as names can be anybody's.
func (d *Door) invite(e *kept.Edit, to kept.Person, by, name, who string, s *referee.Snapshot, seat engine.Seat) error {
	if err := d.invited(e, by); err != nil {
		return err
	}
	code, err := d.book.DrawCode()
	if err != nil {
		return err
	}
	id, game, address := s.Match().ID(), s.Info(), kept.Hashed(kept.Folded(to.Address))
	x := kept.Pending{Hash: address, Lang: to.Lang, Name: to.Name, Account: to.Account, Invited: id, At: d.Now()}
	if err := e.Put(kept.OfCode+code, to.Account, x); err != nil {
		return err
	}
	if err := e.Put(kept.OfInvited+address, to.Account, code); err != nil {
		return err
	}
	in, err := d.speechOf(game)
	if err != nil {
		return err
	}
	pace := engine.Say("mail.invitation-unclocked")
	if set := strings.Fields(s.Match().Setting(schedule.SettingClock)); len(set) > 1 {
		pace = engine.Say("mail.invitation-clock", engine.Text("pace", set[1]))
	}
	out := outgoing.Mail{Auto: outgoing.Generated, Subject: d.sayTo(to, "mail.subject-invited", engine.Text("title", game.Title), engine.Text("name", name))}
	out.Blocks = []outgoing.Block{
		outgoing.Paragraph(d.sayTo(to, "mail.invitation", engine.Text("title", game.Title), engine.Text("name", who), engine.Text("match", string(id)))),
		outgoing.Paragraph(in.words.Say(to.Lang, engine.Say("mail.invitation-side", engine.Noun("seat", string(seat)))) + " " + d.sayTo(to, pace.Key, pace.Args...)),
		outgoing.Answers{{Say: strings.ToUpper(code), Text: d.sayTo(to, "mail.invitation-accept")}},
		outgoing.Paragraph(d.sayTo(to, "mail.invitation-else")),
	}
	_, err = d.delivery.Post(e, to, out, "", 0)
	return err
}
