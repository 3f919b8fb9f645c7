package mail

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/engine"
	"referee/engine/match"
)

// moves sends a code to another address, which is theirs once it answers with it. No more than one goes out in a day,
// as the address may be a stranger's, and the newest alone holds, as the one before may have been mistyped.
func (v *visit) moves(to string) ([]engine.Msg, error) {
	_, taken, err := v.e.PersonOf(to)
	if err != nil {
		return nil, err
	}
	if taken || !outgoing.ValidAddress(to) || v.ours(to) {
		return said("mail.address-not"), nil
	}
	if v.Now().Sub(v.p.Asked) < kept.Day {
		return said("mail.address-wait"), nil
	}
	code, err := v.book.Draw(10)
	if err != nil {
		return nil, err
	}
	code = code[:5] + "-" + code[5:]
	if v.p.Moving != "" {
		v.e.Remove(kept.OfCode + v.p.Moving)
	}
	v.p.Moving, v.p.Asked = code, v.Now()
	if err := v.e.PutPerson(v.p); err != nil {
		return nil, err
	}
	x := kept.Pending{Address: to, Lang: v.p.Lang, Name: v.p.Name, Account: v.p.Account, Moves: true, At: v.Now()}
	if err := v.e.Put(kept.OfCode+code, v.p.Account, x); err != nil {
		return nil, err
	}
	next := v.p
	next.Address = to
	out := v.letterTo(next, nil, v.sayTo(next, "mail.subject-confirm"))
	out.Blocks = []outgoing.Block{
		outgoing.Paragraph(v.sayTo(next, "mail.address-confirm")),
		outgoing.Answers{{Say: strings.ToUpper(code), Text: v.sayTo(next, "mail.address-this")}},
		outgoing.Paragraph(v.sayTo(next, "mail.confirm-else")),
	}
	if _, err := v.delivery.Post(v.e, next, out, "", 0); err != nil {
		return nil, err
	}
	return said("mail.address-asked", engine.Text("address", to)), nil
}

// moved gives somebody the address that has answered with the code: the tokens that went to the old one are worth
// nothing any more, and what waits for them is told anew. at is who has the address already.
func (d *Door) moved(e *kept.Edit, m *incoming.Mail, at kept.Person, x kept.Pending) error {
	if at.Account != "" {
		return d.refuse(e, m, at, unknown)
	}
	var p kept.Person
	if known, err := e.Get(kept.OfPerson+x.Account, &p); err != nil || !known {
		return err
	}
	notice := d.letterTo(p, nil, d.sayTo(p, "mail.subject-account"))
	notice.Blocks = []outgoing.Block{outgoing.Paragraph(d.sayTo(p, "mail.address-was", engine.Text("address", x.Address)))}
	if _, err := d.delivery.Post(e, p, notice, "", 0); err != nil {
		return err
	}
	e.Remove(kept.OfAddress + kept.Folded(p.Address))
	p.Address, p.Moving, p.Lost = x.Address, "", 0
	if err := e.PutPerson(p); err != nil {
		return err
	}
	if err := d.saying(e, m, p, engine.Say("mail.address-is")); err != nil {
		return err
	}
	ids, bodies, err := d.Store.After(kept.OfThread+p.Account+" ", "", 0)
	if err != nil {
		return err
	}
	for i, id := range ids {
		var t kept.Thread
		if err := json.Unmarshal(bodies[i], &t); err != nil {
			return fmt.Errorf("mail: read the thread of %s: %w", id, err)
		}
		if err := d.movedThread(e, p, match.ID(id), t); err != nil {
			return err
		}
	}
	return nil
}

// movedThread begins the mails about a match anew, at another address.
func (d *Door) movedThread(e *kept.Edit, p kept.Person, id match.ID, t kept.Thread) error {
	for _, name := range t.Tokens {
		e.Remove(kept.OfToken + name)
	}
	t.Tokens, t.IDs, t.Lost = nil, nil, kept.Reached
	if err := e.PutThread(p.Account, id, t); err != nil {
		return err
	}
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	if err != nil || s.Match().Over() {
		return err
	}
	seat := s.Seat(p.Account)
	if seat == "" {
		return nil
	}
	v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: seat}, told: map[int]bool{}}
	return v.answer()
}
