package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// CommitLeague stores a batch, all or nothing. If its key was stored before, it stores
// nothing and returns the first reply and true. It returns match.ErrConflict,
// match.ErrExists and match.ErrUnknown as [Store.Commit] does.
func (s *Store) CommitLeague(b league.Batch) (reply []byte, repeated bool, err error) {
	if err := validLeague(b); err != nil {
		return nil, false, err
	}
	err = s.update(func(tx *bolt.Tx) error {
		if b.Key != "" {
			if old := tx.Bucket(bucketLeagueKeys).Get([]byte(b.Key)); old != nil {
				reply, repeated = bytes.Clone(old), true
				return nil
			}
		}
		return commitLeague(tx, b)
	})
	if err != nil {
		return nil, false, fmt.Errorf("store: commit to league %s: %w", b.League, err)
	}
	if !repeated {
		reply = b.Reply
	}
	return reply, repeated, nil
}

// validLeague checks the texts of a batch that are used in keys.
func validLeague(b league.Batch) error {
	errs := []error{checkText("league", string(b.League)), checkText("home", b.Card.Home)}
	if b.Key != "" {
		errs = append(errs, checkText("key", b.Key))
	}
	for _, p := range b.People {
		errs = append(errs, checkText("account", p.Account))
	}
	for _, t := range b.Texts {
		errs = append(errs, validText(t))
	}
	for _, list := range [][]match.Intent{b.Outbox, b.Sent} {
		for _, i := range list {
			errs = append(errs, checkText("place", i.Place))
		}
	}
	return errors.Join(errs...)
}

func commitLeague(tx *bolt.Tx, b league.Batch) error {
	old, err := leagueCard(tx, b.League)
	switch {
	case err == nil && b.After == 0:
		return match.ErrExists
	case err != nil && (b.After != 0 || !errors.Is(err, match.ErrUnknown)):
		return err
	case err == nil && old.Seq != b.After:
		return fmt.Errorf("%w: it has %d entries, not %d", match.ErrConflict, old.Seq, b.After)
	}
	c := b.Card
	c.ID, c.Seq, c.Head = b.League, old.Seq, old.Head
	if err := appendLeague(tx, &c, b.Entries); err != nil {
		return err
	}
	if err := rehome(tx, old, c); err != nil {
		return err
	}
	for _, p := range b.People {
		if err := putMember(tx, c.ID, p); err != nil {
			return err
		}
	}
	for _, l := range b.Links {
		if err := putLink(tx, c.ID, l); err != nil {
			return err
		}
	}
	if b.Key != "" {
		if err := tx.Bucket(bucketLeagueKeys).Put([]byte(b.Key), b.Reply); err != nil {
			return err
		}
	}
	return errors.Join(putTexts(tx, b.Texts), send(tx, b.Outbox), sent(tx, b.Sent))
}

// appendLeague stores entries that continue a league's chain.
func appendLeague(tx *bolt.Tx, c *league.Summary, entries []*league.Entry) error {
	for _, e := range entries {
		if e.Decision.Seq != c.Seq+1 || c.Head.Next(e.Line) != e.Head {
			return fmt.Errorf("%w: entry %d does not continue the chain", match.ErrConflict, e.Decision.Seq)
		}
		raw := chain.Raw{Line: e.Line, Head: e.Head}
		if err := tx.Bucket(bucketLeagueEntries).Put(key(string(c.ID), uint32(e.Decision.Seq)), marshal(raw)); err != nil {
			return err
		}
		c.Seq, c.Head = e.Decision.Seq, e.Head
	}
	return nil
}

// rehome stores the summary of a league, and lists it by its home.
func rehome(tx *bolt.Tx, old, c league.Summary) error {
	homes := tx.Bucket(bucketHomes)
	if old.Home != "" && old.Home != c.Home {
		if err := homes.Delete(key(old.Home, string(c.ID))); err != nil {
			return err
		}
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := tx.Bucket(bucketLeagues).Put([]byte(c.ID), text); err != nil {
		return err
	}
	return homes.Put(key(c.Home, string(c.ID)), nil)
}

// LeagueReply is the reply to the command with a key.
func (s *Store) LeagueReply(k string) (reply []byte, ok bool, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketLeagueKeys).Get([]byte(k))
		reply, ok = bytes.Clone(v), v != nil
		return nil
	})
	return reply, ok, err
}

// LoadLeague reads the log of a league and checks its chain. It returns
// match.ErrUnknown where there is none.
func (s *Store) LoadLeague(id league.ID) (l *league.League, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		l, err = loadLeague(tx, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: load league %s: %w", id, err)
	}
	return l, nil
}

func loadLeague(tx *bolt.Tx, id league.ID) (*league.League, error) {
	c, err := leagueCard(tx, id)
	if err != nil {
		return nil, err
	}
	var raw []chain.Raw
	err = scan(tx.Bucket(bucketLeagueEntries), key(string(id)), func(_, v []byte) error {
		r, err := unmarshal(v)
		raw = append(raw, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	log, err := league.Read(raw)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	l, err := league.Fold(log)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if l.Seq() != c.Seq || l.Head() != c.Head {
		return nil, fmt.Errorf("%w (the log has %d entries, the card says %d)", ErrDamaged, l.Seq(), c.Seq)
	}
	return l, nil
}

// StoredLeague is a league with those who are named in it and where its matches are
// played, all read at once. Its log is not read where its head is known. It returns
// match.ErrUnknown.
func (s *Store) StoredLeague(id league.ID, known chain.Head) (out league.Stored, err error) {
	err = s.view(func(tx *bolt.Tx) (err error) {
		if out.Card, err = leagueCard(tx, id); err != nil {
			return err
		}
		if out.Card.Head != known {
			if out.League, err = loadLeague(tx, id); err != nil {
				return err
			}
		}
		if out.People, err = members(tx, id); err != nil {
			return err
		}
		out.Links, err = linksOf(tx, id)
		return err
	})
	if err != nil {
		return league.Stored{}, fmt.Errorf("store: read league %s: %w", id, err)
	}
	return out, nil
}

// LeagueSummary is what the store knows about a league without reading its log.
func (s *Store) LeagueSummary(id league.ID) (c league.Summary, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		c, err = leagueCard(tx, id)
		return err
	})
	return c, err
}

// Leagues lists all leagues, by id.
func (s *Store) Leagues() ([]league.Summary, error) {
	var out []league.Summary
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketLeagues).ForEach(func(k, _ []byte) error {
			c, err := leagueCard(tx, league.ID(k))
			out = append(out, c)
			return err
		})
	})
	return out, err
}

// LeaguesAt lists the leagues of a home, by id, and where their matches are played, read
// at once.
func (s *Store) LeaguesAt(home string) (out []league.Summary, links []league.Link, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		return scan(tx.Bucket(bucketHomes), key(home), func(rest, _ []byte) error {
			id, _ := splitKey(rest)
			c, err := leagueCard(tx, league.ID(id))
			if err != nil {
				return err
			}
			of, err := linksOf(tx, c.ID)
			out, links = append(out, c), append(links, of...)
			return err
		})
	})
	return out, links, err
}

func leagueCard(tx *bolt.Tx, id league.ID) (c league.Summary, err error) {
	text := tx.Bucket(bucketLeagues).Get([]byte(id))
	if text == nil {
		return c, match.ErrUnknown
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%w (a league's card: %w)", ErrDamaged, err)
	}
	return c, nil
}
