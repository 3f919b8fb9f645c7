package mail

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// Bound is the address that is bound to an account; "": none is.
func (d *Door) Bound(account string) (string, error) {
	var p person
	_, err := d.edit().get(ofPerson+account, &p)
	return p.Address, err
}

// Bind gives a code that binds to an account of another door the address that it is mailed from, and the address that it is to be mailed
// to. It takes the place of one that was given before. lang and name are those of the account.
func (d *Door) Bind(account, name, lang string) (code, to string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.edit()
	var old string
	if given, err := e.get(ofBinding+account, &old); err != nil {
		return "", "", err
	} else if given {
		e.remove(ofCode + old)
	}
	if code, err = d.drawCode(); err != nil {
		return "", "", err
	}
	if err := e.put(ofBinding+account, account, code); err != nil {
		return "", "", err
	}
	if err := e.put(ofCode+code, account, pending{Account: account, Binds: true, Lang: lang, Name: name, At: d.Now()}); err != nil {
		return "", "", err
	}
	return strings.ToUpper(code), d.From.Address, e.store()
}

// Unbind frees the address of an account, which is told so at its address. Where none is bound it does nothing.
func (d *Door) Unbind(account string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.edit()
	var p person
	if bound, err := e.get(ofPerson+account, &p); err != nil || !bound {
		return err
	}
	if err := d.unbind(e, p, nil); err != nil {
		return err
	}
	if err := e.store(); err != nil {
		return err
	}
	d.wakeUp()
	return nil
}

// unbind frees the address of somebody who has another door, and tells them so there; m is what asked for it, nil: nothing did. What
// waits for them is told in the other door.
func (d *Door) unbind(e *edit, p person, m *incoming.Mail) error {
	pref, err := d.Referee.Schedule().Preferences(p.Account)
	if err != nil {
		return err
	}
	if pref.Where == schedule.ByMail {
		pref.Where = schedule.InChannel
		if err := d.Referee.Schedule().Prefer(p.Account, pref); err != nil {
			return err
		}
	}
	if err := d.drop(e, p.Account); err != nil {
		return err
	}
	e.remove(ofPerson + p.Account)
	e.remove(ofAddress + folded(p.Address))
	p.Account = "" // it is not theirs any more
	return d.saying(e, m, p, engine.Say("mail.freed"))
}

// drop takes back the mails to an account that wait to be sent, or for whether they come back. Its clocks
// stood until then: it may be that nothing else is told elsewhere that starts them.
func (d *Door) drop(e *edit, account string) error {
	names, bodies, err := d.Store.MailAfter(ofWaiting, "", 0)
	if err != nil {
		return err
	}
	for i, no := range names {
		var w waiting
		if err := json.Unmarshal(bodies[i], &w); err != nil {
			return fmt.Errorf("mail: read what waits as %s: %w", no, err)
		}
		if w.Account != account {
			continue
		}
		e.remove(ofWaiting + no)
		if w.Match == "" {
			continue
		}
		if err := d.known(w, d.Now()); err != nil {
			return err
		}
	}
	return nil
}

// bind binds the address of a mail that has the code which was given for it. Where the mail server does not vouch for the
// author, whoever has the code may have written any name: the address is sent another.
func (d *Door) bind(e *edit, m *incoming.Mail, p person, name string, x pending) error {
	vouched := x.Address != "" || m.Verdict.DMARC == incoming.Pass
	switch {
	case p.Account == x.Account:
		e.remove(name)
		return d.saying(e, m, p, engine.Say("mail.bound", engine.Text("name", d.called(p))))
	case p.Account != "":
		return d.refuse(e, m, p, bound)
	case vouched:
		e.remove(name)
		return d.belongs(e, m, x)
	}
	if first, err := d.firstToday(e, m.From.Address); err != nil || !first {
		return err
	}
	e.remove(name)
	x.Address, x.At = m.From.Address, d.Now()
	code, err := d.drawCode()
	if err != nil {
		return err
	}
	if err := e.put(ofBinding+x.Account, x.Account, code); err != nil {
		return err
	}
	if err := e.put(ofCode+code, x.Account, x); err != nil {
		return err
	}
	p = person{Address: x.Address, Lang: x.Lang, Name: x.Name}
	out := d.letterTo(p, m, d.sayTo(p, "mail.subject-confirm"))
	out.Blocks = []outgoing.Block{
		outgoing.Paragraph(d.sayTo(p, "mail.bind", engine.Text("name", d.called(p)))),
		outgoing.Answers{{Say: strings.ToUpper(code), Text: d.sayTo(p, "mail.confirm-this")}},
		outgoing.Paragraph(d.sayTo(p, "mail.confirm-else")),
	}
	_, err = e.post(p, out, "", 0)
	return err
}

// belongs binds the address of a mail to an account: where that has one already it moves.
func (d *Door) belongs(e *edit, m *incoming.Mail, x pending) error {
	e.remove(ofBinding + x.Account)
	has, err := e.get(ofPerson+x.Account, &person{})
	if err != nil {
		return err
	}
	if has {
		x.Address = m.From.Address
		return d.moved(e, m, person{}, x)
	}
	p := person{Account: x.Account, Address: m.From.Address, Lang: x.Lang, Name: x.Name}
	if err := e.putPerson(p); err != nil {
		return err
	}
	return d.saying(e, m, p, engine.Say("mail.bound", engine.Text("name", d.called(p))))
}

// known says that somebody knows what a mail told, at a place of theirs.
func (d *Door) known(w waiting, at time.Time) error {
	err := d.Referee.Schedule().Delivered(post.MailPlace(w.Account), w.Match, w.Seq, at)
	if errors.Is(err, match.ErrUnknown) || referee.IsRefusal(err) {
		return nil
	}
	return err
}
