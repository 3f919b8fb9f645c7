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
	goneToken := func(e *Edit, body []byte) (bool, error) { return b.goneToken(e, body, ended) }
	for _, s := range []struct {
		prefix string
		gone   func(e *Edit, body []byte) (bool, error)
	}{
		{OfHandled, where(func(at time.Time) bool { return b.Past(at, remembered) })},
		{OfSent, where(func(x Sent) bool { return b.Past(x.At, remembered) })}, // a bounce comes within days
		{OfToken, goneToken},
		{OfCode, where(func(x Pending) bool { return x.Invited == "" && b.Past(x.At, Holds) })}, // an invitation says for which account a seat is kept
		{OfTold, where(func(day string) bool {
			at, err := time.Parse(time.DateOnly, day)
			return err == nil && b.Past(at, 2*Day)
		})},
		{OfAsks, where(func(x Asking) bool { return b.Past(x.At, Holds) })}, // who has asked may ask again
		{OfInviting, where(func(n Counted) bool { return b.Past(n.Since, Day) })},
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

// where reports of a record whether it is gone.
func where[T any](gone func(x T) bool) func(e *Edit, body []byte) (bool, error) {
	return func(_ *Edit, body []byte) (bool, error) {
		var x T
		err := json.Unmarshal(body, &x)
		return err == nil && gone(x), err
	}
}

// goneToken: a token is kept while it may be answered. Of a match that is over the newest mail has told so.
func (b *Book) goneToken(e *Edit, body []byte, ended func(ctx context.Context, t Token) (over, none bool, err error)) (bool, error) {
	var t Token
	if err := json.Unmarshal(body, &t); err != nil {
		return false, err
	}
	if t.Void != "" {
		return b.Past(t.At, remembered), nil
	}
	over, none, err := ended(e.ctx, t)
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
