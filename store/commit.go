package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Commit stores a batch, all or nothing. If its key was stored before, it stores
// nothing and returns the first reply and true. It returns match.ErrConflict if the
// match has other entries than those the batch follows, ErrUnknown if there is no match
// to follow, ErrExists if the batch opens a match that is there already.
func (s *Store) Commit(ctx context.Context, b match.Batch) (reply []byte, repeated bool, err error) {
	if err := valid(b); err != nil {
		return nil, false, err
	}
	return matches.once(ctx, s.together, string(b.Match), b.Key, b.Reply, func(tx *bolt.Tx) error { return commit(tx, b, s.now()) })
}

// valid checks the texts of a batch that are used in keys.
func valid(b match.Batch) error {
	t := batch("match", string(b.Match), b.Key, b.People, b.Texts, b.Outbox)
	t.perhaps("place", b.Place)
	t.perhaps("home", b.Home)
	for seat := range b.Drafts {
		t.check("seat", string(seat))
	}
	for _, d := range b.Deadlines {
		t.check("deadline", d.Name)
		if d.At < 0 {
			t = append(t, fmt.Errorf("store: deadline %s before 1970", d.Name))
		}
	}
	return errors.Join(t...)
}

// commit stores a batch; its reply may be shortened some time after now.
func commit(tx *bolt.Tx, b match.Batch, now time.Time) error {
	c, err := follow(tx, b)
	if err != nil {
		return err
	}
	if len(b.Entries) > 0 && tx.Bucket(bucketPacked).Get([]byte(c.ID)) != nil {
		if err := unpackEntries(tx, c.ID); err != nil {
			return err
		}
	}
	if err := appendEntries(tx, bucketEntries, string(c.ID), &c.Tip, b.Entries); err != nil {
		return err
	}
	was := c
	was.Over = b.After == 0 || c.Over // one that is opened is listed nowhere yet
	c.Over = b.Over
	if b.Place != "" {
		c.Place = b.Place
	}
	if b.Home != "" {
		c.Home = b.Home
	}
	if b.Moving != nil {
		c.Moving = b.Moving
		if len(b.Moving.Agreed) == 0 {
			c.Moving = nil
		}
	}
	if b.Challenge != nil {
		c.Challenge = b.Challenge
		if *b.Challenge == (match.Challenge{}) {
			c.Challenge = nil
		}
	}
	if err := matches.put(tx, string(c.ID), c, was.Place, c.Place); err != nil {
		return err
	}
	if err := listRunning(tx, was, c); err != nil {
		return err
	}
	if err := matches.name(tx, string(c.ID), b.People); err != nil {
		return err
	}
	if b.Key != "" {
		if err := putKey(tx, b, now.UnixMilli()); err != nil {
			return err
		}
	}
	return errors.Join(judgedIn(tx, c.ID, b.Entries), putTexts(tx, b.Texts), send(tx, b.Outbox),
		setDeadlines(tx, c.ID, b.Deadlines), putClock(tx, b), putDrafts(tx, b))
}

// follow is the summary of the match that a batch follows or opens.
func follow(tx *bolt.Tx, b match.Batch) (match.Summary, error) {
	c, err := matches.continued(tx, string(b.Match), b.After)
	if err != nil || b.After > 0 {
		return c, err
	}
	o, err := match.Pinned(b.Entries)
	if err != nil {
		return c, err
	}
	if o.Match != b.Match {
		return c, fmt.Errorf("the batch opens match %s", o.Match)
	}
	return match.Summary{ID: o.Match, Game: o.Game, Law: o.Law, Data: o.Data}, nil
}

// summaryOf reads the summary of a match.
func summaryOf(tx *bolt.Tx, id match.ID) (match.Summary, error) { return matches.card(tx, string(id)) }
