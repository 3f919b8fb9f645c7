package mail

import (
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/bot/schedule"
	"referee/engine"
)

// Bound is the address that is bound to an account; "": none is.
func (d *Door) Bound(account string) (string, error) {
	var p kept.Person
	_, err := d.book.Edit().Get(kept.OfPerson+account, &p)
	return p.Address, err
}

// Bind gives a code that binds to an account of another door the address that it is mailed from, and the address that it is to be mailed
// to. It takes the place of one that was given before. lang and name are those of the account.
func (d *Door) Bind(account, name, lang string) (code, to string, err error) {
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	var old string
	if given, err := e.Get(kept.OfBinding+account, &old); err != nil {
		return "", "", err
	} else if given {
		e.Remove(kept.OfCode + old)
	}
	if code, err = d.book.DrawCode(); err != nil {
		return "", "", err
	}
	if err := e.Put(kept.OfBinding+account, account, code); err != nil {
		return "", "", err
	}
	if err := e.Put(kept.OfCode+code, account, kept.Pending{Account: account, Binds: true, Lang: lang, Name: name, At: d.Now()}); err != nil {
		return "", "", err
	}
	return strings.ToUpper(code), d.From.Address, e.Store()
}

// Unbind frees the address of an account, which is told so at its address. Where none is bound it does nothing.
func (d *Door) Unbind(account string) error {
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	var p kept.Person
	if bound, err := e.Get(kept.OfPerson+account, &p); err != nil || !bound {
		return err
	}
	if err := d.unbind(e, p, nil); err != nil {
		return err
	}
	if err := e.Store(); err != nil {
		return err
	}
	d.wakeUp()
	return nil
}

// unbind frees the address of somebody who has another door, and tells them so there; m is what asked for it, nil: nothing did. What
// waits for them is told in the other door.
func (d *Door) unbind(e *kept.Edit, p kept.Person, m *incoming.Mail) error {
	pref, err := d.Referee.Schedule.Preferences(p.Account)
	if err != nil {
		return err
	}
	if pref.Where == schedule.ByMail {
		pref.Where = schedule.InChannel
		if err := d.Referee.Schedule.Prefer(p.Account, pref); err != nil {
			return err
		}
	}
	if err := d.delivery.Drop(e, p.Account); err != nil {
		return err
	}
	e.Remove(kept.OfPerson + p.Account)
	e.Remove(kept.OfAddress + kept.Folded(p.Address))
	p.Account = "" // it is not theirs any more
	return d.saying(e, m, p, engine.Say("mail.freed"))
}

// bind binds the address of a mail that has the code which was given for it. Where the mail server does not vouch for the
// author, whoever has the code may have written any name: the address is sent another.
func (d *Door) bind(e *kept.Edit, m *incoming.Mail, p kept.Person, name string, x kept.Pending) error {
	vouched := x.Address != "" || m.Verdict.DMARC == incoming.Pass
	switch {
	case p.Account == x.Account:
		e.Remove(name)
		return d.saying(e, m, p, engine.Say("mail.bound", engine.Text("name", d.called(p))))
	case p.Account != "":
		return d.refuse(e, m, p, bound)
	case vouched:
		e.Remove(name)
		return d.belongs(e, m, x)
	}
	if first, err := e.FirstToday(m.From.Address, false); err != nil || !first {
		return err
	}
	e.Remove(name)
	x.Address, x.At = m.From.Address, d.Now()
	code, err := d.book.DrawCode()
	if err != nil {
		return err
	}
	if err := e.Put(kept.OfBinding+x.Account, x.Account, code); err != nil {
		return err
	}
	if err := e.Put(kept.OfCode+code, x.Account, x); err != nil {
		return err
	}
	p = kept.Person{Address: x.Address, Lang: x.Lang, Name: x.Name}
	out := d.letterTo(p, m, d.sayTo(p, "mail.subject-confirm"))
	out.Blocks = []outgoing.Block{
		outgoing.Paragraph(d.sayTo(p, "mail.bind", engine.Text("name", d.called(p)))),
		outgoing.Answers{{Say: strings.ToUpper(code), Text: d.sayTo(p, "mail.confirm-this")}},
		outgoing.Paragraph(d.sayTo(p, "mail.confirm-else")),
	}
	_, err = d.delivery.Post(e, p, out, "", 0)
	return err
}

// belongs binds the address of a mail to an account: where that has one already it moves.
func (d *Door) belongs(e *kept.Edit, m *incoming.Mail, x kept.Pending) error {
	e.Remove(kept.OfBinding + x.Account)
	has, err := e.Get(kept.OfPerson+x.Account, &kept.Person{})
	if err != nil {
		return err
	}
	if has {
		x.Address = m.From.Address
		return d.moved(e, m, kept.Person{}, x)
	}
	p := kept.Person{Account: x.Account, Address: m.From.Address, Lang: x.Lang, Name: x.Name}
	if err := e.PutPerson(p); err != nil {
		return err
	}
	return d.saying(e, m, p, engine.Say("mail.bound", engine.Text("name", d.called(p))))
}
