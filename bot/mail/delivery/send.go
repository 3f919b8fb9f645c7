package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
)

// mostTries is how often one mail is tried, for some two days: then it counts as come back.
const mostTries = 60

// Deliver tries what waits, if any of it can be due.
func (d *Delivery) Deliver(ctx context.Context) error {
	if !d.Book.Stirred.Swap(false) && d.Book.Now().Before(d.due) {
		return nil
	}
	due, err := d.sendDue(ctx)
	if d.due = due; err != nil {
		d.Book.Stirred.Store(true)
	}
	return err
}

// longest is the latest moment at which what waits is looked at, though nothing new has come.
const longest = time.Hour

// sendDue tries the mails that wait and are due, in their order, and counts as delivered what was taken
// and has not come back. After one that fails nothing else goes to the same person. It returns when the next of those is due that are not.
func (d *Delivery) sendDue(ctx context.Context) (due time.Time, err error) {
	failing := map[string]bool{}
	due = d.Book.Now().Add(longest)
	after := ""
	for ctx.Err() == nil {
		names, bodies, err := d.Book.Store.After(ctx, state.OfWaiting, after, mostAtOnce)
		if err != nil || len(names) == 0 {
			return due, err
		}
		for i, no := range names {
			after = no
			var w state.Waiting
			if err := json.Unmarshal(bodies[i], &w); err != nil {
				return due, fmt.Errorf("mail: read what waits as %s: %w", no, err)
			}
			early := d.Book.Now().Before(w.Next)
			if early && w.Next.Before(due) {
				due = w.Next
			}
			if early || failing[w.Mail.To] && !w.Sent {
				failing[w.Mail.To] = failing[w.Mail.To] || early && !w.Sent && !w.Anew // the next would come before it
				continue
			}
			if w.Anew {
				err = d.Book.Change(ctx, func(e *state.Edit) error { return d.anew(e, no, w) })
			} else if w.Sent {
				err = d.Book.Change(ctx, func(e *state.Edit) error { return d.settled(e, no, w) })
			} else if err = d.send(ctx, no, w); err != nil {
				failing[w.Mail.To] = true
				d.Book.Log.Warn("mail not sent, trying again", "account", w.Account, "error", err)
				err = nil
			}
			if err != nil {
				return due, err
			}
		}
	}
	return due, ctx.Err()
}

// mostAtOnce is how many mails are in memory at once, with their pictures and files.
const mostAtOnce = 10

// send tries one mail. An error says that it is tried again.
func (d *Delivery) send(ctx context.Context, no string, w state.Waiting) error {
	failed := d.Send(ctx, w.Mail.Outgoing())
	if failed != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	again := false // what became of it is stored though the process ends: it would be sent twice
	ctx = context.WithoutCancel(ctx)
	err := d.Book.Change(ctx, func(e *state.Edit) (err error) {
		again, err = d.tried(e, no, w, failed)
		return err
	})
	if again {
		err = errors.Join(failed, err)
	}
	return err
}

// tried notes what became of a mail that was handed over, and reports whether it is to be tried again.
func (d *Delivery) tried(e *state.Edit, no string, w state.Waiting, failed error) (again bool, err error) {
	name := state.OfWaiting + no
	switch {
	case failed == nil:
		w.Sent, w.At, w.Next = true, d.Book.Now(), d.Book.Now().Add(d.Settle)
		if err := e.Put(state.OfSent+w.Mail.ID, w.Account, state.Sent{Account: w.Account, Match: w.Match, Seq: w.Seq, No: no, At: w.At, To: state.Hashed(state.Folded(w.Mail.To))}); err != nil {
			return false, err
		}
		if w.Match == "" {
			e.Remove(name) // nobody waits for it
			return false, nil
		}
		w.Mail.Blocks, w.Mail.Attachment, w.Mail.Files = nil, nil, nil // it is out
		return false, e.Put(name, w.Account, w)
	case outgoing.Forever(failed) || w.Failed+1 >= mostTries:
		d.Book.Log.Warn("mail cannot be sent", "account", w.Account, "error", failed)
		e.Remove(name)
		return false, d.lost(e, w.Account, state.Hashed(state.Folded(w.Mail.To)), w.Match, w.Seq, d.Book.Now())
	}
	w.Failed++
	w.Next = d.Book.Now().Add(outgoing.Again(w.Failed))
	return true, e.Put(name, w.Account, w)
}

// settled counts a mail as delivered that has not come back.
func (d *Delivery) settled(e *state.Edit, no string, w state.Waiting) error {
	var now state.Waiting
	there, err := e.Get(state.OfWaiting+no, &now)
	if err != nil || !there {
		return err // it has come back meanwhile
	}
	if err := d.known(e.Context(), w, w.At); err != nil {
		return err
	}
	e.Remove(state.OfWaiting + no)
	return nil
}
