package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/match"
)

// Commit stores a batch, all or nothing. If its key was stored before, it stores
// nothing and returns the first reply and true. It returns match.ErrConflict if the
// match has other entries than those the batch follows, ErrUnknown if there is no match
// to follow, ErrExists if the batch opens a match that is there already.
func (s *Store) Commit(b match.Batch) (reply []byte, repeated bool, err error) {
	if err := valid(b); err != nil {
		return nil, false, err
	}
	err = s.together(func(tx *bolt.Tx) error {
		reply, repeated = nil, false
		if b.Key != "" {
			if old := tx.Bucket(bucketKeys).Get([]byte(b.Key)); old != nil {
				_, first := splitKey(old)
				reply, repeated = bytes.Clone(first), true
				return nil
			}
		}
		return s.commit(tx, b)
	})
	if err != nil {
		return nil, false, fmt.Errorf("store: commit to match %s: %w", b.Match, err)
	}
	if !repeated {
		reply = b.Reply
	}
	return reply, repeated, nil
}

// valid checks the texts of a batch that are used in keys.
func valid(b match.Batch) error {
	errs := []error{checkText("match", string(b.Match))}
	if b.Key != "" {
		errs = append(errs, checkText("key", b.Key))
	}
	if b.Place != "" {
		errs = append(errs, checkText("place", b.Place))
	}
	if b.Home != "" {
		errs = append(errs, checkText("home", b.Home))
	}
	for _, p := range b.People {
		errs = append(errs, checkText("account", p.Account))
	}
	for _, i := range b.Outbox {
		errs = append(errs, checkText("place", i.Place))
	}
	for seat := range b.Drafts {
		errs = append(errs, checkText("seat", string(seat)))
	}
	for _, t := range b.Texts {
		errs = append(errs, validText(t))
	}
	for _, d := range b.Deadlines {
		errs = append(errs, checkText("deadline", d.Name))
		if d.At < 0 {
			errs = append(errs, fmt.Errorf("store: deadline %s before 1970", d.Name))
		}
	}
	return errors.Join(errs...)
}

func (s *Store) commit(tx *bolt.Tx, b match.Batch) error {
	c, err := follow(tx, b)
	if err != nil {
		return err
	}
	if err := appendEntries(tx, &c, b.Entries); err != nil {
		return err
	}
	c.Over = b.Over
	if b.Place != "" && b.Place != c.Place {
		if err := move(tx, &c, b.Place); err != nil {
			return err
		}
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
	if err := putCard(tx, c); err != nil {
		return err
	}
	for _, p := range b.People {
		if err := putPerson(tx, c.ID, p); err != nil {
			return err
		}
	}
	if b.Key != "" {
		if err := putKey(tx, b, s.now().UnixMilli()); err != nil {
			return err
		}
	}
	return errors.Join(judgedIn(tx, c.ID, b.Entries), putTexts(tx, b.Texts), send(tx, b.Outbox),
		setDeadlines(tx, c.ID, b.Deadlines), putClock(tx, b), putDrafts(tx, b))
}

// follow is the summary of the match that a batch follows or opens.
func follow(tx *bolt.Tx, b match.Batch) (match.Summary, error) {
	c, err := summaryOf(tx, b.Match)
	if b.After > 0 {
		if err == nil && c.Seq != b.After {
			err = fmt.Errorf("%w: it has %d entries, not %d", match.ErrConflict, c.Seq, b.After)
		}
		return c, err
	}
	if err == nil {
		return c, match.ErrExists
	}
	if !errors.Is(err, match.ErrUnknown) {
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

// entriesFill is how full pages of entries stay when they are split. Entries are added
// at the end of their match, so that a page seldom grows again.
const entriesFill = 0.9

// appendEntries stores entries that continue a match's chain.
func appendEntries(tx *bolt.Tx, c *match.Summary, entries []*match.Entry) error {
	if len(entries) > 0 && tx.Bucket(bucketPacked).Get([]byte(c.ID)) != nil {
		if err := unpackEntries(tx, c.ID); err != nil {
			return err
		}
	}
	bucket := tx.Bucket(bucketEntries)
	bucket.FillPercent = entriesFill
	for _, e := range entries {
		if e.Decision.Seq != c.Seq+1 || c.Head.Next(e.Line) != e.Head {
			return fmt.Errorf("%w: entry %d does not continue the chain", match.ErrConflict, e.Decision.Seq)
		}
		raw := chain.Raw{Line: e.Line, Head: e.Head, Secret: e.Secret}
		if err := bucket.Put(key(string(c.ID), uint32(e.Decision.Seq)), marshal(raw)); err != nil {
			return err
		}
		c.Seq, c.Head = e.Decision.Seq, e.Head
	}
	return nil
}

// move changes the place of a match.
func move(tx *bolt.Tx, c *match.Summary, place string) error {
	places := tx.Bucket(bucketPlaces)
	if c.Place != "" {
		if err := places.Delete(key(c.Place, string(c.ID))); err != nil {
			return err
		}
	}
	c.Place = place
	return places.Put(key(place, string(c.ID)), nil)
}

// summaryOf reads the summary of a match.
func summaryOf(tx *bolt.Tx, id match.ID) (match.Summary, error) {
	text := tx.Bucket(bucketMatches).Get([]byte(id))
	if text == nil {
		return match.Summary{}, match.ErrUnknown
	}
	return decodeSummary(text)
}

func decodeSummary(text []byte) (match.Summary, error) {
	var c match.Summary
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%w (a match's card: %w)", ErrDamaged, err)
	}
	return c, nil
}

func putCard(tx *bolt.Tx, c match.Summary) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketMatches).Put([]byte(c.ID), text)
}
