package store

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// The buckets, by what they hold. In keys, texts end with a zero byte and
// numbers are big-endian, so that they sort.
var (
	bucketMeta      = []byte("meta")      // "schema" → version
	bucketMatches   = []byte("matches")   // match → card (JSON)
	bucketEntries   = []byte("entries")   // match 0 seq → entry
	bucketPacked    = []byte("packed")    // match → all its entries, compressed
	bucketData      = []byte("data")      // hash → files (JSON)
	bucketKeys      = []byte("keys")      // key → match 0 reply
	bucketMatchKeys = []byte("matchkeys") // match 0 key → nothing
	bucketPlaces    = []byte("places")    // place 0 match → nothing
	bucketPeople    = []byte("people")    // match 0 player → who (JSON)
	bucketAccounts  = []byte("accounts")  // account 0 match 0 player → nothing
	bucketDrafts    = []byte("drafts")    // match 0 seat 0 → body
	bucketOutbox    = []byte("outbox")    // place 0 number → body
	bucketDeadlines = []byte("deadlines") // match 0 name → time body
	bucketDue       = []byte("due")       // time match 0 name → nothing
	bucketNotes     = []byte("notes")     // name → body
	bucketClocks    = []byte("clocks")    // match → body
	bucketProfiles  = []byte("profiles")  // account → body
	bucketMemos     = []byte("memos")     // account 0 match → text
	bucketOutages   = []byte("outages")   // from → to
	bucketTexts     = []byte("texts")     // hash → text (JSON)
	bucketTextsOf   = []byte("textsof")   // account 0 hash 0 → nothing
	bucketJudged    = []byte("judged")    // match → nothing

	bucketLeagues       = []byte("leagues")       // league → card (JSON)
	bucketLeagueEntries = []byte("leagueentries") // league 0 seq → entry
	bucketLeagueKeys    = []byte("leaguekeys")    // key → reply
	bucketHomes         = []byte("homes")         // home 0 league 0 → nothing
	bucketMembers       = []byte("members")       // league 0 player → who (JSON)
	bucketMemberships   = []byte("memberships")   // account 0 league 0 player → nothing
	bucketLinks         = []byte("links")         // league 0 number → match
	bucketLinked        = []byte("linked")        // match → league 0 number
)

var keySchema = []byte("schema")

// migrations bring a file from version i to i+1, the first from nothing. They
// are for ever: a file of any age must come up to date. Each is tested with a
// file of the version before.
var migrations = []func(tx *bolt.Tx) error{
	createBuckets,
	indexAccounts,
	createDrafts,
	createNotes,
	createClocks,
	createLeagues,
}

// migrate brings a file up to date, in one transaction.
func migrate(tx *bolt.Tx) error {
	version := uint64(0)
	if b := tx.Bucket(bucketMeta); b != nil {
		v := b.Get(keySchema)
		if len(v) != 8 {
			return fmt.Errorf("%w (it has no version)", ErrDamaged)
		}
		version = binary.BigEndian.Uint64(v)
	}
	if version > uint64(len(migrations)) {
		return fmt.Errorf("%w (it has version %d, this one knows %d)", ErrNewer, version, len(migrations))
	}
	if version == uint64(len(migrations)) {
		return nil
	}
	for i, step := range migrations[version:] {
		if err := step(tx); err != nil {
			return fmt.Errorf("bring the file to version %d: %w", version+uint64(i)+1, err)
		}
	}
	return tx.Bucket(bucketMeta).Put(keySchema, number(uint64(len(migrations))))
}

// createBuckets makes version 1.
func createBuckets(tx *bolt.Tx) error {
	for _, name := range [][]byte{
		bucketMeta, bucketMatches, bucketEntries, bucketPacked, bucketData,
		bucketKeys, bucketMatchKeys, bucketPlaces, bucketPeople, bucketOutbox, bucketDeadlines, bucketDue,
	} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}

// indexAccounts makes version 2: a person's matches are found by account.
func indexAccounts(tx *bolt.Tx) error {
	accounts, err := tx.CreateBucketIfNotExists(bucketAccounts)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketPeople).ForEach(func(k, v []byte) error {
		p, err := readPerson(k, v)
		if err != nil {
			return err
		}
		id, _ := cut(k)
		return accounts.Put(key(p.Account, id, uint32(p.Player)), nil)
	})
}

// createDrafts makes version 3: what is half built is kept over a restart.
func createDrafts(tx *bolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(bucketDrafts)
	return err
}

// createNotes makes version 4: doors remember what is outside.
func createNotes(tx *bolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(bucketNotes)
	return err
}

// createClocks makes version 5: clocks, who wants to be told what, outages.
func createClocks(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketClocks, bucketProfiles, bucketMemos, bucketOutages} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}

// createLeagues makes version 6: leagues, what judges are asked, and what was
// written about it.
func createLeagues(tx *bolt.Tx) error {
	for _, name := range [][]byte{
		bucketTexts, bucketTextsOf, bucketJudged, bucketLeagues, bucketLeagueEntries, bucketLeagueKeys,
		bucketHomes, bucketMembers, bucketMemberships, bucketLinks, bucketLinked,
	} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}
