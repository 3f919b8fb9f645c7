package state

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Day is one of 24 hours.
const Day = 24 * time.Hour

// remembered is for how long it is known of a mail that it came in or went out, and of a token that
// it was worth something once.
const remembered = 90 * Day

// mostSwept is how many records are looked at before others have their turn.
const mostSwept = 200

// Sweep deletes what nobody needs any more: keys of mails that were taken in, ids of those that went
// out, tokens that move nothing, codes that nobody has sent, notes about strangers. ended reports of a token whether the match or
// the league that it is about is over, and, of one that is not, whether it is because there is no such match.
func (b *Book) Sweep(ctx context.Context, ended func(ctx context.Context, t Token) (over, none bool, err error)) error {
	goneToken := func(e *Edit, body []byte) (bool, error) { return b.goneToken(ctx, e, body, ended) }
	for _, s := range []struct {
		prefix string
		gone   func(e *Edit, body []byte) (bool, error)
	}{
		{OfHandled, b.goneHandled}, {OfSent, b.goneSent}, {OfToken, goneToken}, {OfCode, b.goneCode}, {OfTold, b.goneTold}, {OfAsks, b.goneAsking}, {OfInviting, b.goneInviting},
	} {
		for after, more := "", true; more; {
			var err error
			if after, more, err = b.sweepSome(ctx, s.prefix, after, s.gone); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweepSome deletes, in one transaction, those of the next records under a prefix that are gone. It returns
// the last that it has looked at, and whether there may be more.
func (b *Book) sweepSome(ctx context.Context, prefix, after string, gone func(e *Edit, body []byte) (bool, error)) (last string, more bool, err error) {
	err = b.Change(ctx, func(e *Edit) error {
		names, bodies, err := b.Store.After(ctx, prefix, after, mostSwept)
		for i, name := range names {
			out, err := gone(e, bodies[i])
			if err != nil {
				return fmt.Errorf("mail: sweep %q: %w", prefix+name, err)
			}
			if out {
				e.Remove(prefix + name)
			}
			last = name
		}
		more = len(names) == mostSwept
		return err
	})
	return last, more, err
}

// Past reports whether a moment is longer ago than that.
func (b *Book) Past(at time.Time, long time.Duration) bool { return b.Now().Sub(at) > long }

func (b *Book) goneHandled(_ *Edit, body []byte) (bool, error) {
	var at time.Time
	err := json.Unmarshal(body, &at)
	return b.Past(at, remembered), err
}

// goneSent: a bounce comes within days.
func (b *Book) goneSent(_ *Edit, body []byte) (bool, error) {
	var s Sent
	err := json.Unmarshal(body, &s)
	return b.Past(s.At, remembered), err
}

// goneToken: a token is kept while it may be answered. Of a match that is over the newest mail has told so.
func (b *Book) goneToken(ctx context.Context, e *Edit, body []byte, ended func(ctx context.Context, t Token) (over, none bool, err error)) (bool, error) {
	var t Token
	if err := json.Unmarshal(body, &t); err != nil {
		return false, err
	}
	if t.Void != "" {
		return b.Past(t.At, remembered), nil
	}
	over, none, err := ended(ctx, t)
	if err != nil || !over {
		return none, err
	}
	of := t.Match
	if t.League != "" {
		of = AboutLeague(t.League)
	}
	told, err := e.ThreadOf(t.Account, of)
	return b.Past(told.At, remembered), err
}

// goneAsking: who asks to be entered into a league may ask again.
func (b *Book) goneAsking(_ *Edit, body []byte) (bool, error) {
	var x Asking
	err := json.Unmarshal(body, &x)
	return b.Past(x.At, Holds), err
}

// goneCode: that of an invitation stays, as it says for which account a seat is kept.
func (b *Book) goneCode(_ *Edit, body []byte) (bool, error) {
	var x Pending
	err := json.Unmarshal(body, &x)
	return x.Invited == "" && b.Past(x.At, Holds), err
}

func (b *Book) goneTold(_ *Edit, body []byte) (bool, error) {
	var told string
	if err := json.Unmarshal(body, &told); err != nil {
		return false, err
	}
	at, err := time.Parse(time.DateOnly, told)
	return b.Past(at, 2*Day), err
}

func (b *Book) goneInviting(_ *Edit, body []byte) (bool, error) {
	var n Counted
	err := json.Unmarshal(body, &n)
	return b.Past(n.Since, Day), err
}
