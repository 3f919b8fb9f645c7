package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// journal is where one kind of record is kept: of each a card C, its entries, the keys of the
// commands that led to them, and who the players P are.
type journal[C card, P ~int] struct {
	what     string // that it keeps
	cards    []byte // id → card (JSON)
	entries  []byte // id 0 seq → entry
	listed   []byte // place or home 0 id → nothing
	keys     []byte // key → reply, after the id and 0 where named
	named    bool
	people   []byte // id 0 player → who (JSON)
	accounts []byte // account 0 id 0 player → nothing
}

// card is what an index knows of a record.
type card interface {
	Ends() chain.Tip
}

var (
	matches = journal[match.Summary, match.Player]{
		what: "match", cards: bucketMatches, entries: bucketEntries, listed: bucketPlaces,
		keys: bucketKeys, named: true, people: bucketPeople, accounts: bucketAccounts,
	}
	leagues = journal[league.Summary, league.Player]{
		what: "league", cards: bucketLeagues, entries: bucketLeagueEntries, listed: bucketHomes,
		keys: bucketLeagueKeys, people: bucketMembers, accounts: bucketMemberships,
	}
)

// readCard reads a card as it is stored.
func (j journal[C, P]) readCard(text []byte) (c C, err error) {
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("%w (a %s's card: %w)", ErrDamaged, j.what, err)
	}
	return c, nil
}

// card is the card of a record; match.ErrUnknown where there is none.
func (j journal[C, P]) card(tx *bolt.Tx, id string) (c C, err error) {
	text := tx.Bucket(j.cards).Get([]byte(id))
	if text == nil {
		return c, match.ErrUnknown
	}
	return j.readCard(text)
}

// each reads all cards, by id.
func (j journal[C, P]) each(tx *bolt.Tx, do func(id string, c C) error) error {
	return tx.Bucket(j.cards).ForEach(func(k, v []byte) error {
		c, err := j.readCard(v)
		if err != nil {
			return err
		}
		return do(string(k), c)
	})
}

// all lists all cards, by id.
func (j journal[C, P]) all(ctx context.Context, f *file) (out []C, err error) {
	err = f.view(ctx, func(tx *bolt.Tx) error {
		return j.each(tx, func(_ string, c C) error {
			out = append(out, c)
			return nil
		})
	})
	return out, err
}

// found lists what an index has under a text, by id.
func (j journal[C, P]) found(ctx context.Context, f *file, index []byte, text string) (out []C, err error) {
	err = f.view(ctx, func(tx *bolt.Tx) error {
		return j.under(tx, index, text, func(c C) error {
			out = append(out, c)
			return nil
		})
	})
	return out, err
}

// under calls do with the cards that an index lists under a text, by id.
func (j journal[C, P]) under(tx *bolt.Tx, index []byte, text string, do func(c C) error) error {
	last := ""
	return scan(tx.Bucket(index), key(text), func(rest, _ []byte) error {
		id, _ := splitKey(rest)
		if id == last {
			return nil // one person in two seats
		}
		last = id
		c, err := j.card(tx, id)
		if err != nil {
			return err
		}
		return do(c)
	})
}

// put stores a card. was and is are where it is listed.
func (j journal[C, P]) put(tx *bolt.Tx, id string, c C, was, is string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := tx.Bucket(j.cards).Put([]byte(id), text); err != nil || was == is {
		return err
	}
	if was != "" {
		if err := tx.Bucket(j.listed).Delete(key(was, id)); err != nil {
			return err
		}
	}
	return tx.Bucket(j.listed).Put(key(is, id), nil)
}

// heads writes the ids, lengths and heads of all records.
func (j journal[C, P]) heads(tx *bolt.Tx, w io.Writer) error {
	return j.each(tx, func(id string, c C) error {
		_, err := fmt.Fprintf(w, "%s %q %d %x\n", j.what, id, c.Ends().Seq, c.Ends().Head)
		return err
	})
}

// reply is what the command with a key was answered; false where none had it, or the key
// is empty.
func (j journal[C, P]) reply(tx *bolt.Tx, k string) (reply []byte, ok bool) {
	if k == "" {
		return nil, false
	}
	v := tx.Bucket(j.keys).Get([]byte(k))
	if v == nil {
		return nil, false
	}
	if j.named {
		_, v = splitKey(v)
	}
	return bytes.Clone(v), true
}

// replied is the reply to the command with a key.
func (j journal[C, P]) replied(ctx context.Context, f *file, k string) (reply []byte, ok bool, err error) {
	err = f.view(ctx, func(tx *bolt.Tx) error {
		reply, ok = j.reply(tx, k)
		return nil
	})
	return reply, ok, err
}

// once does what a command has stored, by write, unless one with its key was done before:
// then it stores nothing, and returns the first reply and true.
func (j journal[C, P]) once(
	ctx context.Context, write func(context.Context, func(tx *bolt.Tx) error) error, id, k string, reply []byte, do func(tx *bolt.Tx) error,
) (first []byte, repeated bool, err error) {
	var was struct {
		reply []byte
		found bool
	}
	err = write(ctx, func(tx *bolt.Tx) error {
		if was.reply, was.found = j.reply(tx, k); was.found {
			return nil
		}
		return do(tx)
	})
	switch {
	case err != nil:
		return nil, false, fmt.Errorf("store: commit to %s %s: %w", j.what, id, err)
	case was.found:
		return was.reply, true, nil
	}
	return reply, false, nil
}

// continued is the card of the record that a batch continues after some entries; the zero
// card of one that it begins, after none.
func (j journal[C, P]) continued(tx *bolt.Tx, id string, after int) (c C, err error) {
	c, err = j.card(tx, id)
	switch seq := c.Ends().Seq; {
	case after == 0 && err == nil:
		return c, match.ErrExists
	case after == 0 && errors.Is(err, match.ErrUnknown):
		return c, nil
	case err == nil && seq != after:
		return c, fmt.Errorf("%w: its last entry is number %d, not %d", match.ErrConflict, seq, after)
	}
	return c, err
}

// entriesFill is how full pages of entries stay when they are split. Entries are added
// at the end of their record, so that a page seldom grows again.
const entriesFill = 0.9

// appendEntries stores entries that continue a chain, and moves its tip.
func appendEntries[D chain.Decision](tx *bolt.Tx, bucket []byte, id string, tip *chain.Tip, entries []*chain.Entry[D]) error {
	b := tx.Bucket(bucket)
	b.FillPercent = entriesFill
	for _, e := range entries {
		seq := e.Decision.Number()
		if seq != tip.Seq+1 || tip.Head.Next(e.Line) != e.Head {
			return fmt.Errorf("%w: entry %d does not continue the chain", match.ErrConflict, seq)
		}
		if err := b.Put(key(id, uint32(seq)), marshal(e.Raw())); err != nil {
			return err
		}
		*tip = chain.Tip{Seq: seq, Head: e.Head}
	}
	return nil
}

// entriesOf reads the stored entries of a record, copied out of the file.
func entriesOf(tx *bolt.Tx, bucket []byte, id string) (out []chain.Raw, err error) {
	err = scan(tx.Bucket(bucket), key(id), func(_, v []byte) error {
		r, err := unmarshal(v)
		out = append(out, r)
		return err
	})
	return out, err
}

// ended checks that a record which was read ends where its card says.
func ended[D chain.Decision](entries []*chain.Entry[D], tip chain.Tip) error {
	if n := len(entries); n == 0 || n != tip.Seq || entries[n-1].Head != tip.Head {
		return fmt.Errorf("%w (the last entry of the record is number %d, its card says %d with head %s)", ErrDamaged, n, tip.Seq, tip.Head.Short())
	}
	return nil
}

// who is a person as stored.
type who struct {
	Account string `json:"account"`
	Name    string `json:"name"`
	Phrase  string `json:"phrase,omitempty"`
}

// person reads a person by the key (id 0 player) and value of their bucket.
func (j journal[C, P]) person(k, v []byte) (p chain.Person[P], err error) {
	_, rest := splitKey(k)
	var w who
	if len(rest) != 4 {
		return p, fmt.Errorf("%w (a person's key %q)", ErrDamaged, k)
	}
	if err := json.Unmarshal(v, &w); err != nil {
		return p, fmt.Errorf("%w (a person: %w)", ErrDamaged, err)
	}
	return chain.Person[P]{Player: P(binary.BigEndian.Uint32(rest)), Account: w.Account, Name: w.Name, Phrase: w.Phrase}, nil
}

// name stores who some players are.
func (j journal[C, P]) name(tx *bolt.Tx, id string, list []chain.Person[P]) error {
	for _, p := range list {
		if p.Player < 1 {
			return fmt.Errorf("store: %q has player number %d", p.Account, p.Player)
		}
		k := key(id, uint32(p.Player))
		if old := tx.Bucket(j.people).Get(k); old != nil {
			was, err := j.person(k, old)
			if err != nil {
				return err
			}
			if err := tx.Bucket(j.accounts).Delete(append(key(was.Account), k...)); err != nil {
				return err
			}
		}
		text, err := json.Marshal(who{p.Account, p.Name, p.Phrase})
		if err != nil {
			return err
		}
		if err := errors.Join(tx.Bucket(j.people).Put(k, text), tx.Bucket(j.accounts).Put(append(key(p.Account), k...), nil)); err != nil {
			return err
		}
	}
	return nil
}

// persons lists the people of a record, by player number.
func (j journal[C, P]) persons(tx *bolt.Tx, id string) (out []chain.Person[P], err error) {
	prefix := key(id)
	err = scan(tx.Bucket(j.people), prefix, func(rest, v []byte) error {
		p, err := j.person(append(prefix[:len(prefix):len(prefix)], rest...), v)
		out = append(out, p)
		return err
	})
	return out, err
}

// peopleOf lists the people of a record, by player number. Those erased are missing.
func (j journal[C, P]) peopleOf(ctx context.Context, f *file, id string) (out []chain.Person[P], err error) {
	err = f.view(ctx, func(tx *bolt.Tx) (err error) {
		out, err = j.persons(tx, id)
		return err
	})
	return out, err
}

// erase deletes who an account is, in every record.
func (j journal[C, P]) erase(tx *bolt.Tx, account string) error {
	return sweep(tx.Bucket(j.accounts), key(account), func(rest, _ []byte) error {
		return tx.Bucket(j.people).Delete(rest)
	})
}

// texts gathers what is wrong with the texts of a batch that are used in keys.
type texts []error

func (t *texts) check(what, text string) { *t = append(*t, checkText(what, text)) }

// perhaps checks a text that may be empty.
func (t *texts) perhaps(what, text string) {
	if text != "" {
		t.check(what, text)
	}
}

// batch checks what the batches of all journals have.
func batch[P ~int](what, id, k string, people []chain.Person[P], written []match.Text, outbox []match.Intent) texts {
	var t texts
	t.check(what, id)
	t.perhaps("key", k)
	for _, p := range people {
		t.check("account", p.Account)
	}
	for _, w := range written {
		t = append(t, validText(w))
	}
	for _, i := range outbox {
		t.check("place", i.Place)
	}
	return t
}
