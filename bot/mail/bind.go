package mail

import (
	"context"
	"errors"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/state"
	"referee/bot/schedule"
	"referee/engine"
)

// Bound is the address that is bound to an account; "": none is.
func (d *Door) Bound(ctx context.Context, account string) (string, error) {
	var p state.Person
	_, err := d.book.Edit(ctx).Get(state.OfPerson+account, &p)
	return p.Address, err
}

// Bind gives a code that binds to an account of another door the address that it is mailed from, and the address that it is to be mailed
// to. It takes the place of one that was given before. lang and name are those of the account.
func (d *Door) Bind(ctx context.Context, account, name, lang string) (code, to string, err error) {
	err = d.book.Change(ctx, func(e *state.Edit) error {
		var old string
		if given, err := e.Get(state.OfBinding+account, &old); err != nil {
			return err
		} else if given {
			e.Remove(state.OfCode + old)
		}
		if code, err = d.book.DrawCode(); err != nil {
			return err
		}
		return errors.Join(
			e.Put(state.OfBinding+account, account, code),
			e.Put(state.OfCode+code, account, state.Pending{Account: account, Binds: true, Lang: lang, Name: name, At: d.Now()}))
	})
	return strings.ToUpper(code), d.From.Address, err
}

// Unbind frees the address of an account, which is told so at its address. Where none is bound it does nothing.
func (d *Door) Unbind(ctx context.Context, account string) error {
	return d.woken(d.book.Change(ctx, func(e *state.Edit) error {
		r := request{door: d, edit: e}
		if bound, err := e.Get(state.OfPerson+account, &r.person); err != nil || !bound {
			return err
		}
		return r.unbind()
	}))
}

// unbind frees the address of somebody who has another door, and tells them so there. What waits for them is told in the other door.
func (r *request) unbind() error {
	pref, err := r.door.Referee.Schedule.Preferences(r.edit.Context(), r.person.Account)
	if err != nil {
		return err
	}
	if pref.Where == schedule.ByMail {
		pref.Where = schedule.InChannel
		if err := r.door.Referee.Schedule.Prefer(r.edit.Context(), r.person.Account, pref); err != nil {
			return err
		}
	}
	if err := r.door.delivery.Drop(r.edit, r.person.Account); err != nil {
		return err
	}
	r.edit.Remove(state.OfPerson + r.person.Account)
	r.edit.Remove(state.OfAddress + state.Folded(r.person.Address))
	r.person.Account = "" // it is not theirs any more
	return r.notify(engine.Say("mail.freed"))
}

// bind binds the address of a mail that has the code which was given for it. Where the mail server does not vouch for the
// author, whoever has the code may have written any name: the address is sent another.
func (r *request) bind(name string, x state.Pending) error {
	vouched := x.Address != "" || r.mail.Verdict.DMARC == incoming.Pass
	switch {
	case r.person.Account == x.Account:
		r.edit.Remove(name)
		return r.notify(engine.Say("mail.bound", engine.Text("name", r.called())))
	case r.person.Account != "":
		return r.refuse(bound)
	case vouched:
		r.edit.Remove(name)
		return r.belongs(x)
	}
	if first, err := r.edit.FirstToday(r.mail.From.Address, false); err != nil || !first {
		return err
	}
	r.edit.Remove(name)
	x.Address, x.At = r.mail.From.Address, r.door.Now()
	code, err := r.door.book.DrawCode()
	if err != nil {
		return err
	}
	if err := r.edit.Put(state.OfBinding+x.Account, x.Account, code); err != nil {
		return err
	}
	if err := r.edit.Put(state.OfCode+code, x.Account, x); err != nil {
		return err
	}
	r.person = state.Person{Address: x.Address, Lang: x.Lang, Name: x.Name}
	return r.sendCode(code, r.text("mail.bind", engine.Text("name", r.called())), "mail.confirm-this")
}

// belongs binds the address of a mail to an account: where that has one already it moves.
func (r *request) belongs(x state.Pending) error {
	r.edit.Remove(state.OfBinding + x.Account)
	has, err := r.edit.Get(state.OfPerson+x.Account, &state.Person{})
	if err != nil {
		return err
	}
	if has {
		x.Address = r.mail.From.Address
		return r.moved(x)
	}
	r.person = state.Person{Account: x.Account, Address: r.mail.From.Address, Lang: x.Lang, Name: x.Name}
	if err := r.edit.PutPerson(r.person); err != nil {
		return err
	}
	return r.notify(engine.Say("mail.bound", engine.Text("name", r.called())))
}
