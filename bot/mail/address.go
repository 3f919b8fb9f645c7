package mail

import (
	"encoding/json"
	"fmt"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/engine"
	"referee/engine/match"
)

// moves sends a code to another address, which is theirs once it answers with it. No more than one goes out in a day,
// as the address may be a stranger's, and the newest alone holds, as the one before may have been mistyped.
func (r *request) moves(to string) ([]engine.Msg, error) {
	_, taken, err := r.edit.PersonOf(to)
	if err != nil {
		return nil, err
	}
	if taken || !outgoing.ValidAddress(to) || r.door.ours(to) {
		return said("mail.address-not"), nil
	}
	if r.door.Now().Sub(r.person.Asked) < state.Day {
		return said("mail.address-wait"), nil
	}
	code, err := r.door.book.DrawCode()
	if err != nil {
		return nil, err
	}
	if r.person.Moving != "" {
		r.edit.Remove(state.OfCode + r.person.Moving)
	}
	r.person.Moving, r.person.Asked = code, r.door.Now()
	if err := r.edit.PutPerson(r.person); err != nil {
		return nil, err
	}
	x := state.Pending{Address: to, Lang: r.person.Lang, Name: r.person.Name, Account: r.person.Account, Moves: true, At: r.door.Now()}
	if err := r.edit.Put(state.OfCode+code, r.person.Account, x); err != nil {
		return nil, err
	}
	next := r.to(r.person)
	next.person.Address = to
	return said("mail.address-asked", engine.Text("address", to)), next.sendCode(code, r.text("mail.address-confirm"), "mail.address-this")
}

// moved gives somebody the address that has answered with the code: the tokens that went to the old one are worth
// nothing any more, and what waits for them is told anew.
func (r *request) moved(x state.Pending) error {
	if r.person.Account != "" { // who has the address already
		return r.refuse(unknown)
	}
	var p state.Person
	if known, err := r.edit.Get(state.OfPerson+x.Account, &p); err != nil || !known {
		return err
	}
	if err := r.to(p).notify(engine.Say("mail.address-was", engine.Text("address", x.Address))); err != nil {
		return err
	}
	r.edit.Remove(state.OfAddress + state.Folded(p.Address))
	p.Address, p.Moving, p.Lost = x.Address, "", 0
	if err := r.edit.PutPerson(p); err != nil {
		return err
	}
	r.person = p
	if err := r.notify(engine.Say("mail.address-is")); err != nil {
		return err
	}
	ids, bodies, err := r.door.Store.After(r.edit.Context(), state.OfThread+p.Account+" ", "", 0)
	if err != nil {
		return err
	}
	for i, id := range ids {
		var t state.Thread
		if err := json.Unmarshal(bodies[i], &t); err != nil {
			return fmt.Errorf("mail: read the thread of %s: %w", id, err)
		}
		if err := r.movedThread(match.ID(id), t); err != nil {
			return err
		}
	}
	return nil
}

// movedThread begins the mails about a match anew, at another address.
func (r *request) movedThread(id match.ID, t state.Thread) error {
	for _, name := range t.Tokens {
		r.edit.Remove(state.OfToken + name)
	}
	t.Tokens, t.IDs, t.Lost = nil, nil, state.Reached
	if err := r.edit.PutThread(r.person.Account, id, t); err != nil {
		return err
	}
	s, err := r.door.Referee.Snapshot(r.edit.Context(), id)
	if err != nil {
		return present(err)
	}
	if seat := s.Seat(r.person.Account); seat != "" && !s.Match().Over() {
		return r.news(id, seat).answer()
	}
	return nil
}
