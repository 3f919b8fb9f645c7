package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/league"
	"referee/engine/match"
)

// errChecked rolls back Check's transaction.
var errChecked = errors.New("store: checked")

// Check reads the whole file and returns every fault that it finds: pages,
// chains, and each index against what it indexes, both ways. It takes as long
// as reading everything does, and commits wait for it.
func (s *Store) Check(ctx context.Context) error {
	var faults []error
	// The pages may be checked only while nobody writes: hence a write transaction,
	// which is rolled back.
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if err := bounded(tx); err != nil {
			faults = append(faults, err)
			return errChecked
		}
		for err := range tx.Check() {
			faults = append(faults, fmt.Errorf("page: %w", err))
		}
		if len(faults) == 0 { // else what the pages hold cannot be relied on
			c := &checker{store: s, tx: tx, matches: map[string]match.Summary{}, leagues: map[string]league.Summary{}}
			c.all()
			faults = c.faults
		}
		return errChecked
	})
	if !errors.Is(err, errChecked) {
		faults = append(faults, err)
	}
	if err = errors.Join(faults...); err != nil {
		return fmt.Errorf("store: check: %w", err)
	}
	return nil
}

// bounded reports the first page that says it is longer than what is left of the
// file. bbolt's own check would count every page that it claims, up to four
// thousand million of them.
func bounded(tx *bolt.Tx) error {
	all := int(tx.Size() / int64(tx.DB().Info().PageSize))
	for id := 2; id < all; {
		p, err := tx.Page(id)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if p.Type != "free" {
			id += p.OverflowCount
		}
		if id++; id > all {
			return fmt.Errorf("page %d: it is longer than the file", p.ID)
		}
	}
	return nil
}

type checker struct {
	store   *Store
	tx      *bolt.Tx
	matches map[string]match.Summary
	leagues map[string]league.Summary
	faults  []error
}

func (c *checker) all() {
	c.eachLeague()
	c.eachMatch()
	c.packed()
	c.running()
	checkJournal(c, matches, c.matches, func(m match.Summary) string { return m.Place })
	checkJournal(c, leagues, c.leagues, func(l league.Summary) string { return l.Home })
	c.keys()
	c.deadlines()
	c.outbox()
	c.drafts()
	c.clocks()
	c.fingerprints()
	c.data()
	c.texts()
	c.links()
	c.shelf(mail)
	c.shelf(board)
	c.boards()
	c.files()
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

// each reads a bucket from end to end.
func (c *checker) each(bucket []byte, do func(k, v []byte)) {
	err := c.tx.Bucket(bucket).ForEach(func(k, v []byte) error {
		do(k, v)
		return nil
	})
	if err != nil {
		c.fault("bucket %s: %w", bucket, err)
	}
}

// want notes a key that an index should have.
func (c *checker) want(bucket, k []byte, format string, args ...any) {
	if c.tx.Bucket(bucket).Get(k) == nil {
		c.fault(format, args...)
	}
}

// known notes an index's key whose match is not there.
func (c *checker) known(id, where string) {
	if _, ok := c.matches[id]; !ok {
		c.fault("%s: there is no match %q", where, id)
	}
}

func (c *checker) eachMatch() {
	c.each(bucketMatches, func(k, v []byte) {
		card, err := matches.readCard(v)
		if err != nil {
			c.fault("match %s: %w", k, err)
			return
		}
		c.matches[string(k)] = card
		entries, _, err := c.store.load(c.tx, match.ID(k))
		if err != nil {
			c.fault("match %s: %w", k, err)
			return
		}
		o, err := match.Pinned(entries)
		if err != nil || o.Match != card.ID || o.Game != card.Game || o.Law != card.Law || o.Data != card.Data || string(card.ID) != string(k) {
			c.fault("match %s: the card does not agree with the first entry", k)
		}
	})
}

func (c *checker) eachLeague() {
	c.each(bucketLeagues, func(k, v []byte) {
		card, err := leagues.readCard(v)
		if err != nil {
			c.fault("league %s: %w", k, err)
			return
		}
		c.leagues[string(k)] = card
		l, err := loadLeague(c.tx, league.ID(k))
		if err != nil {
			c.fault("league %s: %w", k, err)
			return
		}
		if string(card.ID) != string(k) || l.Rules().League != string(k) || l.Over() != card.Over {
			c.fault("league %s: the card does not agree with the log", k)
		}
	})
}

func (c *checker) packed() {
	c.each(bucketPacked, func(k, _ []byte) {
		c.known(string(k), "packed")
		prefix := key(string(k))
		if first, _ := c.tx.Bucket(bucketEntries).Cursor().Seek(prefix); bytes.HasPrefix(first, prefix) {
			c.fault("match %s: packed, and has entry %x beside it", k, first)
		}
	})
}

func (c *checker) running() {
	for id, card := range c.matches {
		if !card.Over {
			c.want(bucketRunning, key(card.Home, id), "match %s: not listed as under way at %q", id, card.Home)
		}
	}
	c.each(bucketRunning, func(k, _ []byte) {
		home, rest := splitKey(k)
		id, _ := splitKey(rest)
		if card, ok := c.matches[id]; !ok || card.Over || card.Home != home {
			c.fault("%q lists match %q as under way, which is not", home, id)
		}
	})
}

// checkJournal checks what all journals have against their cards: entries, where records are
// listed, and who is in them. at is where a card is to be listed; "": nowhere.
func checkJournal[C card, P ~int](c *checker, j journal[C, P], cards map[string]C, at func(C) string) {
	owned := func(bucket []byte) {
		last := ""
		c.each(bucket, func(k, _ []byte) {
			id, _ := splitKey(k)
			if _, ok := cards[id]; !ok && id != last {
				c.fault("%s: there is no %s %q", bucket, j.what, id)
			}
			last = id
		})
	}
	owned(j.entries)
	owned(j.people)
	for id, card := range cards {
		if place := at(card); place != "" {
			c.want(j.listed, key(place, id), "%s %s: not listed at %q", j.what, id, place)
		}
	}
	c.each(j.listed, func(k, _ []byte) {
		place, rest := splitKey(k)
		id, _ := splitKey(rest)
		if card, ok := cards[id]; !ok || at(card) != place {
			c.fault("%q lists %s %q, which is elsewhere", place, j.what, id)
		}
	})
	c.each(j.people, func(k, v []byte) {
		p, err := j.person(k, v)
		if err != nil {
			c.fault("person %q: %w", k, err)
			return
		}
		id, _ := splitKey(k)
		c.want(j.accounts, append(key(p.Account), k...), "%s %s: player %d is not listed by account", j.what, id, p.Player)
	})
	c.each(j.accounts, func(k, _ []byte) {
		account, rest := splitKey(k)
		v := c.tx.Bucket(j.people).Get(rest)
		if p, err := j.person(rest, v); v == nil || err != nil || p.Account != account {
			c.fault("account %q lists a player of a %s who is another", account, j.what)
		}
	})
}

func (c *checker) keys() {
	c.each(bucketKeys, func(k, v []byte) {
		id, _ := splitKey(v)
		c.known(id, "keys")
		c.want(bucketMatchKeys, append(key(id), k...), "match %s: key %q is not listed", id, k)
	})
	c.each(bucketReplies, func(k, _ []byte) {
		at, name := k[:min(8, len(k))], k[min(8, len(k)):]
		id, _ := splitKey(c.tx.Bucket(bucketKeys).Get(name))
		if listed := c.tx.Bucket(bucketMatchKeys).Get(append(key(id), name...)); !bytes.Equal(listed, at) || len(at) != 8 {
			c.fault("match %s: the time of key %q is another", id, name)
		}
	})
	c.each(bucketMatchKeys, func(k, at []byte) {
		id, name := splitKey(k)
		if len(at) > 0 {
			c.want(bucketReplies, append(bytes.Clone(at), name...), "match %s: key %q is not listed by time", id, name)
		}
		if !bytes.HasPrefix(c.tx.Bucket(bucketKeys).Get(name), key(id)) {
			c.fault("match %s lists key %q, which is not its own", id, name)
		}
	})
}

func (c *checker) deadlines() {
	c.each(bucketDeadlines, func(k, v []byte) {
		id, _ := splitKey(k)
		c.known(id, "deadlines")
		if len(v) < 8 {
			c.fault("match %s: a deadline has no time", id)
			return
		}
		c.want(bucketDue, append(v[:8:8], k...), "match %s: a deadline is not listed by time", id)
	})
	c.each(bucketDue, func(k, _ []byte) {
		if _, err := readDeadline(c.tx, k); err != nil {
			c.fault("due: %w", err)
		}
	})
}

func (c *checker) outbox() {
	c.each(bucketOutbox, func(k, _ []byte) {
		if place, rest := splitKey(k); place == "" || len(rest) != 8 {
			c.fault("outbox: key %q", k)
		}
	})
}

func (c *checker) drafts() {
	c.each(bucketDrafts, func(k, _ []byte) {
		id, _ := splitKey(k)
		c.known(id, "drafts")
	})
}

func (c *checker) clocks() {
	c.each(bucketClocks, func(k, _ []byte) { c.known(string(k), "clocks") })
	c.each(bucketMemos, func(k, _ []byte) {
		_, rest := splitKey(k)
		id, _ := splitKey(rest)
		c.known(id, "memos")
	})
	c.each(bucketOutages, func(k, v []byte) {
		if _, err := readOutage(k, v); err != nil {
			c.fault("outage: %w", err)
		}
	})
}

func (c *checker) fingerprints() {
	if c.tx.Bucket(bucketMeta).Get(keyFingerprints) == nil {
		c.fault("the key of the fingerprints is missing")
	}
	for _, bucket := range [][]byte{bucketReaders, bucketFormer} {
		c.each(bucket, func(k, _ []byte) {
			id, _ := splitKey(k)
			c.known(id, string(bucket))
		})
	}
}

func (c *checker) data() {
	c.each(bucketData, func(k, v []byte) {
		if _, err := readData(c.tx, k, v); err != nil {
			c.fault("data %.8q: %w", k, err)
		}
	})
	c.each(bucketDataSums, func(k, _ []byte) {
		c.want(bucketData, k, "data %.8q: its sum is kept, and it is not", k)
	})
}

func (c *checker) texts() {
	c.each(bucketTexts, func(k, v []byte) {
		var t match.Text
		if err := json.Unmarshal(v, &t); err != nil || t.Hash != string(k) || !t.Holds() {
			c.fault("text %s does not match its hash", k)
			return
		}
		c.want(bucketTextsOf, key(t.Account, t.Hash), "text %s: not listed by its account", k)
	})
	c.each(bucketTextsOf, func(k, _ []byte) {
		account, rest := splitKey(k)
		hash, _ := splitKey(rest)
		c.want(bucketTexts, []byte(hash), "account %q: text %s is missing", account, hash)
	})
	c.each(bucketJudged, func(k, _ []byte) { c.known(string(k), "judged") })
}

func (c *checker) links() {
	c.each(bucketLinks, func(k, v []byte) {
		if id, _ := splitKey(k); c.leagues[id].ID == "" {
			c.fault("links: there is no league %q", id)
		}
		c.known(string(v), "links")
		if back := c.tx.Bucket(bucketLinked).Get(v); string(back) != string(k) {
			c.fault("match %s: not known to be of its league", v)
		}
	})
	c.each(bucketLinked, func(k, v []byte) {
		if to := c.tx.Bucket(bucketLinks).Get(v); string(to) != string(k) {
			c.fault("match %s: its league does not know it", k)
		}
	})
}
