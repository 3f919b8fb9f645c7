package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine/match"
)

// bounces is the address to which a mail of ours comes back: whoever did not get it does not know it.
func (d *Delivery) bounces(id string) string {
	name, _, _ := strings.Cut(id, "@")
	return outgoing.Plus(d.From.Address, "b-"+name)
}

// Bounced notes that a mail of ours has come back: a delay changes nothing. Only what names a mail that we
// sent counts, and comes as such reports do: from no sender and, where there are such addresses, to the one of that mail.
func (d *Delivery) Bounced(e *state.Edit, m *incoming.Mail) error {
	if m.Bounce == nil || m.Bounce.Original == "" || !m.Bounce.Nobody {
		return nil
	}
	if to := d.bounces(m.Bounce.Original); d.Plus && !slices.ContainsFunc(slices.Concat(m.To, m.Delivered), func(a string) bool { return state.Folded(a) == state.Folded(to) }) {
		return nil
	}
	var s state.Sent
	name := state.OfSent + m.Bounce.Original
	if found, err := e.Get(name, &s); err != nil || !found {
		return err
	}
	if !slices.ContainsFunc(m.Bounce.Recipients, func(r incoming.Recipient) bool { return r.Outcome == incoming.Failed }) {
		return nil
	}
	e.Remove(name)
	e.Remove(state.OfWaiting + s.No)
	return d.lost(e, s.Account, s.To, s.Match, s.Seq, s.At)
}

// mostBacks is how often in a match mails that come back stop the clock of who did not get them: whoever gets a mail can have
// it come back.
const mostBacks = 1

// lost notes that a mail that went out at a moment did not reach somebody: the first time in a match their clock stands until
// another does, and then it runs on. to is the hash of the address that it went to, "": it is not known; one that they have left
// since says nothing of them.
func (d *Delivery) lost(e *state.Edit, account, to string, id match.ID, seq int, at time.Time) error {
	var p state.Person
	if found, err := e.Get(state.OfPerson+account, &p); err != nil || !found {
		return err
	}
	if to != "" && to != state.Hashed(state.Folded(p.Address)) {
		return nil
	}
	p.Lost++
	d.Book.Log.Warn("mail came back", "account", account, "match", id, "times", p.Lost)
	if err := e.PutPerson(p); err != nil || id == "" {
		return err
	}
	t, err := e.ThreadOf(account, id)
	if err != nil {
		return err
	}
	if t.Seq <= seq { // what it told is to be told again
		t.Seq = min(t.Seq, max(0, seq-1))
	}
	if now := d.Book.Now(); !at.Before(t.Back) {
		t.Backs, t.Back = t.Backs+1, now
	}
	switch {
	case t.Lost == state.Reached:
		t.Lost = state.CameBack
		err = e.Wait(state.Waiting{Account: account, Match: id, Seq: seq, Next: d.Book.Now().Add(state.Day), Anew: true})
	case t.Lost == state.SentOnce && !at.Before(t.At): // none from before comes back late
		t.Lost = state.Given
		err = d.Lost(e, p, id)
	}
	if err = errors.Join(err, e.PutThread(account, id, t)); err != nil {
		return err
	}
	if t.Backs <= mostBacks {
		err = d.Schedule.Lost(e.Context(), account, id, seq)
	} else if err = d.Schedule.Delivered(e.Context(), post.DMPlace(account), id, seq, d.Book.Now()); referee.IsRefusal(err) {
		err = nil
	}
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	return err
}

// anew writes once more to somebody to whom a mail about a match came back a day ago: how it stands now,
// if they still have something to hear.
func (d *Delivery) anew(e *state.Edit, no string, w state.Waiting) error {
	e.Remove(state.OfWaiting + no)
	var p state.Person
	known, err := e.Get(state.OfPerson+w.Account, &p)
	if err != nil {
		return err
	}
	t, err := e.ThreadOf(w.Account, w.Match)
	if err != nil {
		return err
	}
	if known && t.Lost == state.CameBack {
		return d.Anew(e, p, w.Match)
	}
	return nil
}

// Drop takes back the mails to an account that wait to be sent, or for whether they come back. Its clocks
// stood until then: it may be that nothing else is told elsewhere that starts them.
func (d *Delivery) Drop(e *state.Edit, account string) error {
	names, bodies, err := d.Book.Store.After(e.Context(), state.OfWaiting, "", 0)
	if err != nil {
		return err
	}
	for i, no := range names {
		var w state.Waiting
		if err := json.Unmarshal(bodies[i], &w); err != nil {
			return fmt.Errorf("mail: read what waits as %s: %w", no, err)
		}
		if w.Account != account {
			continue
		}
		e.Remove(state.OfWaiting + no)
		if w.Match == "" {
			continue
		}
		if err := d.known(e.Context(), w, d.Book.Now()); err != nil {
			return err
		}
	}
	return nil
}

// known says that somebody knows what a mail told, at a place of theirs.
func (d *Delivery) known(ctx context.Context, w state.Waiting, at time.Time) error {
	err := d.Schedule.Delivered(ctx, post.MailPlace(w.Account), w.Match, w.Seq, at)
	if errors.Is(err, match.ErrUnknown) || referee.IsRefusal(err) {
		return nil
	}
	return err
}
