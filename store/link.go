package store

import (
	"context"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/league"
	"referee/engine/match"
)

// putLink stores where a match of a league is played, both ways.
func putLink(tx *bolt.Tx, id league.ID, l league.Link) error {
	if l.No < 1 {
		return fmt.Errorf("match number %d", l.No)
	}
	links, back := tx.Bucket(bucketLinks), tx.Bucket(bucketLinked)
	k := key(string(id), uint32(l.No))
	if old := links.Get(k); old != nil {
		if err := back.Delete(old); err != nil {
			return err
		}
	}
	if l.Match == "" {
		return links.Delete(k)
	}
	if _, err := summaryOf(tx, l.Match); err != nil {
		return err
	}
	if err := links.Put(k, []byte(l.Match)); err != nil {
		return err
	}
	return back.Put([]byte(l.Match), k)
}

// linksOf lists the places of the matches of a league, by number.
func linksOf(tx *bolt.Tx, id league.ID) (out []league.Link, err error) {
	err = scan(tx.Bucket(bucketLinks), key(string(id)), func(rest, v []byte) error {
		out = append(out, league.Link{League: id, No: int(binary.BigEndian.Uint32(rest)), Match: match.ID(v)})
		return nil
	})
	return out, err
}

// LinkOf returns the league that a match belongs to, and its number there; false if it belongs to
// none.
func (s *Leagues) LinkOf(ctx context.Context, id match.ID) (l league.Link, ok bool, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		k := tx.Bucket(bucketLinked).Get([]byte(id))
		if k == nil {
			return nil
		}
		l, ok = readLink(k, id), true
		return nil
	})
	return l, ok, err
}

// Of returns the league that a match belongs to; false if it belongs to none.
func (s *Leagues) Of(ctx context.Context, id match.ID) (l *league.League, ok bool, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) (err error) {
		if k := tx.Bucket(bucketLinked).Get([]byte(id)); k != nil {
			l, err = loadLeague(tx, readLink(k, id).League)
		}
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("store: league of match %s: %w", id, err)
	}
	return l, l != nil, nil
}

// readLink reads a link by the key (league 0 number) of its bucket.
func readLink(k []byte, id match.ID) league.Link {
	of, rest := splitKey(k)
	return league.Link{League: league.ID(of), No: int(binary.BigEndian.Uint32(rest)), Match: id}
}
