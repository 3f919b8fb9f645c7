package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"referee/bot/mail/incoming"
	"referee/engine/match"
)

const day = 24 * time.Hour

// remembered is for how long it is known of a mail that it came in or went out, and of a token that
// it was worth something once.
const remembered = 90 * day

// mostAge is how old a mail may be that is obeyed at once: while it is younger, its key is kept if it came
// before. It leaves a month for clocks of writers that go wrong.
const mostAge = 60 * day

// fresh reports whether a mail says that it was written lately. One that does not may have been taken in so
// long ago that nobody remembers it: it waits for a code.
func (d *Door) fresh(m *incoming.Mail) bool {
	age := d.Now().Sub(m.Date)
	return -day <= age && age <= mostAge
}

// mostSwept is how many records are looked at before others have their turn.
const mostSwept = 200

// Sweep deletes what nobody needs any more: keys of mails that were taken in, ids of those that went
// out, tokens that move nothing, codes that nobody has sent, notes about strangers.
func (d *Door) Sweep(ctx context.Context) error {
	for _, s := range []struct {
		prefix string
		gone   func(e *edit, body []byte) (bool, error)
	}{
		{ofHandled, d.goneHandled}, {ofSent, d.goneSent}, {ofToken, d.goneToken}, {ofCode, d.goneCode}, {ofTold, d.goneTold}, {ofAsks, d.goneAsking}, {ofInviting, d.goneInviting},
	} {
		for after, more := "", true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			if after, more, err = d.sweepSome(s.prefix, after, s.gone); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweepSome deletes, in one transaction, those of the next records under a prefix that are gone. It returns
// the last that it has looked at, and whether there may be more.
func (d *Door) sweepSome(prefix, after string, gone func(e *edit, body []byte) (bool, error)) (last string, more bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	names, bodies, err := d.Store.MailAfter(prefix, after, mostSwept)
	if err != nil || len(names) == 0 {
		return "", false, err
	}
	e := d.edit()
	for i, name := range names {
		out, err := gone(e, bodies[i])
		if err != nil {
			return "", false, fmt.Errorf("mail: sweep %q: %w", prefix+name, err)
		}
		if out {
			e.remove(prefix + name)
		}
	}
	return names[len(names)-1], len(names) == mostSwept, e.store()
}

// past reports whether a moment is longer ago than that.
func (d *Door) past(at time.Time, long time.Duration) bool { return d.Now().Sub(at) > long }

func (d *Door) goneHandled(_ *edit, body []byte) (bool, error) {
	var at time.Time
	err := json.Unmarshal(body, &at)
	return d.past(at, remembered), err
}

// goneSent: a bounce comes within days.
func (d *Door) goneSent(_ *edit, body []byte) (bool, error) {
	var s sent
	err := json.Unmarshal(body, &s)
	return d.past(s.At, remembered), err
}

// goneToken: a token is kept while it may be answered. Of a match that is over the newest mail has told so.
func (d *Door) goneToken(e *edit, body []byte) (bool, error) {
	var t token
	if err := json.Unmarshal(body, &t); err != nil {
		return false, err
	}
	if t.Void != "" {
		return d.past(t.At, remembered), nil
	}
	if t.League != "" {
		over, err := d.leagueOver(t.League)
		if err != nil || !over {
			return false, err
		}
		told, err := e.threadOf(t.Account, ofLeague(t.League))
		return d.past(told.At, remembered), err
	}
	s, err := d.Referee.Summary(t.Match)
	if errors.Is(err, match.ErrUnknown) {
		return true, nil
	}
	if err != nil || !s.Over {
		return false, err
	}
	told, err := e.threadOf(t.Account, t.Match)
	return d.past(told.At, remembered), err
}

// goneAsking: who asks to be entered into a league may ask again.
func (d *Door) goneAsking(_ *edit, body []byte) (bool, error) {
	var x asking
	err := json.Unmarshal(body, &x)
	return d.past(x.At, holds), err
}

// goneCode: that of an invitation stays, as it says for which account a seat is kept.
func (d *Door) goneCode(_ *edit, body []byte) (bool, error) {
	var x pending
	err := json.Unmarshal(body, &x)
	return x.Invited == "" && d.past(x.At, holds), err
}

func (d *Door) goneTold(_ *edit, body []byte) (bool, error) {
	var told string
	if err := json.Unmarshal(body, &told); err != nil {
		return false, err
	}
	at, err := time.Parse(time.DateOnly, told)
	return d.past(at, 2*day), err
}

func (d *Door) goneInviting(_ *edit, body []byte) (bool, error) {
	var n counted
	err := json.Unmarshal(body, &n)
	return d.past(n.Since, day), err
}
