package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/league"
)

// Leagues is what a file keeps of leagues and of judgements.
type Leagues struct{ file *file }

// Leagues returns what the file keeps of leagues and of judgements.
func (s *Store) Leagues() *Leagues { return &Leagues{s.file} }

// Commit stores a batch, all or nothing. If its key was stored before, it stores
// nothing and returns the first reply and true. It returns match.ErrConflict,
// match.ErrExists and match.ErrUnknown as [Store.Commit] does.
func (s *Leagues) Commit(ctx context.Context, b league.Batch) (reply []byte, repeated bool, err error) {
	if err := validLeague(b); err != nil {
		return nil, false, err
	}
	return leagues.once(ctx, s.file.update, string(b.League), b.Key, b.Reply, func(tx *bolt.Tx) error { return commitLeague(tx, b) })
}

// validLeague checks the texts of a batch that are used in keys.
func validLeague(b league.Batch) error {
	t := batch("league", string(b.League), b.Key, b.People, b.Texts, slices.Concat(b.Outbox, b.Sent))
	t.check("home", b.Card.Home)
	return errors.Join(t...)
}

func commitLeague(tx *bolt.Tx, b league.Batch) error {
	old, err := leagues.continued(tx, string(b.League), b.After)
	if err != nil {
		return err
	}
	c := b.Card
	c.ID, c.Tip = b.League, old.Tip
	if err := appendEntries(tx, bucketLeagueEntries, string(c.ID), &c.Tip, b.Entries); err != nil {
		return err
	}
	if err := leagues.put(tx, string(c.ID), c, old.Home, c.Home); err != nil {
		return err
	}
	if err := leagues.name(tx, string(c.ID), b.People); err != nil {
		return err
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

// Reply returns the reply to the command with a key.
func (s *Leagues) Reply(ctx context.Context, k string) (reply []byte, ok bool, err error) {
	return leagues.replied(ctx, s.file, k)
}

// Load reads the log of a league and checks its chain. It returns match.ErrUnknown if there
// is none.
func (s *Leagues) Load(ctx context.Context, id league.ID) (l *league.League, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
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
	raw, err := entriesOf(tx, bucketLeagueEntries, string(id))
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
	return l, ended(log, c.Tip)
}

// Stored returns a league with the people named in it and the places of its matches, all read
// in one transaction. It skips the log if known is its head. It returns match.ErrUnknown.
func (s *Leagues) Stored(ctx context.Context, id league.ID, known chain.Head) (out league.Stored, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) (err error) {
		if out.Card, err = leagueCard(tx, id); err != nil {
			return err
		}
		if out.Card.Head != known {
			if out.League, err = loadLeague(tx, id); err != nil {
				return err
			}
		}
		if out.People, err = leagues.persons(tx, string(id)); err != nil {
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

// Summary returns the summary of a league without reading its log.
func (s *Leagues) Summary(ctx context.Context, id league.ID) (c league.Summary, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		c, err = leagueCard(tx, id)
		return err
	})
	return c, err
}

// All lists all leagues, by id.
func (s *Leagues) All(ctx context.Context) ([]league.Summary, error) { return leagues.all(ctx, s.file) }

// People lists the persons of a league, by player number. Those erased are
// missing.
func (s *Leagues) People(ctx context.Context, id league.ID) ([]league.Person, error) {
	return leagues.peopleOf(ctx, s.file, string(id))
}

// At lists the leagues of a home, by id, and the places of their matches, read in one
// transaction.
func (s *Leagues) At(ctx context.Context, home string) (out []league.Summary, links []league.Link, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		return leagues.under(tx, bucketHomes, home, func(c league.Summary) error {
			of, err := linksOf(tx, c.ID)
			out, links = append(out, c), append(links, of...)
			return err
		})
	})
	return out, links, err
}

func leagueCard(tx *bolt.Tx, id league.ID) (league.Summary, error) {
	return leagues.card(tx, string(id))
}
