package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// The buckets, by what they hold. In keys, texts end with a zero byte and
// numbers are big-endian, so that they sort. What the door of mail and the board in the browser keep is described in shelf.go.
var (
	bucketMeta      = []byte("meta")      // "schema" → version, "fingerprints" → key
	bucketMatches   = []byte("matches")   // match → card (JSON)
	bucketEntries   = []byte("entries")   // match 0 seq → entry
	bucketPacked    = []byte("packed")    // match → all its entries, compressed
	bucketData      = []byte("data")      // hash → files (JSON)
	bucketDataSums  = []byte("datasums")  // hash → SHA-256 of the files as they are kept
	bucketKeys      = []byte("keys")      // key → match 0 reply
	bucketMatchKeys = []byte("matchkeys") // match 0 key → time; nothing once its reply is shortened
	bucketReplies   = []byte("replies")   // time key → nothing, of replies that are whole
	bucketPlaces    = []byte("places")    // place 0 match → nothing
	bucketRunning   = []byte("running")   // home 0 match 0 → nothing, of matches that are not over
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
	bucketReaders   = []byte("readers")   // match 0 fingerprint → nothing
	bucketFormer    = []byte("former")    // match 0 fingerprint → nothing

	bucketLeagues       = []byte("leagues")       // league → card (JSON)
	bucketLeagueEntries = []byte("leagueentries") // league 0 seq → entry
	bucketLeagueKeys    = []byte("leaguekeys")    // key → reply
	bucketHomes         = []byte("homes")         // home 0 league 0 → nothing
	bucketMembers       = []byte("members")       // league 0 player → who (JSON)
	bucketMemberships   = []byte("memberships")   // account 0 league 0 player → nothing
	bucketLinks         = []byte("links")         // league 0 number → match
	bucketLinked        = []byte("linked")        // match → league 0 number
	bucketFormerMembers = []byte("formermembers") // league 0 fingerprint player → nothing
)

var (
	keySchema       = []byte("schema")
	keyFingerprints = []byte("fingerprints")
)

// migrations bring a file from version i to i+1, the first from nothing. They are kept
// for ever: a file of any age can be brought up to date. Each is tested with a file of
// the version before.
var migrations = []func(tx *bolt.Tx) error{
	createBuckets,
	indexAccounts,
	createDrafts,
	createNotes,
	createClocks,
	createLeagues,
	createFingerprints,
	indexReplies,
	sumData,
	indexRunning,
}

// migrate brings the file up to date. A file that is up to date is not written to.
func (f *file) migrate(ctx context.Context) error {
	var version uint64
	err := f.view(ctx, func(tx *bolt.Tx) (err error) {
		version, err = schema(tx)
		return err
	})
	if err != nil || version == uint64(len(migrations)) {
		return err
	}
	return f.update(ctx, migrate)
}

// schema is the version of a file; 0 of one that is empty.
func schema(tx *bolt.Tx) (uint64, error) {
	b := tx.Bucket(bucketMeta)
	if b == nil {
		return 0, nil
	}
	v := b.Get(keySchema)
	if len(v) != 8 {
		return 0, fmt.Errorf("%w (it has no version)", ErrDamaged)
	}
	version := binary.BigEndian.Uint64(v)
	if version > uint64(len(migrations)) {
		return 0, fmt.Errorf("%w (it has version %d, this referee knows %d)", ErrNewer, version, len(migrations))
	}
	return version, nil
}

// migrate brings a file up to date, in one transaction.
func migrate(tx *bolt.Tx) error {
	version, err := schema(tx)
	if err != nil {
		return err
	}
	for i, step := range migrations[version:] {
		if err := step(tx); err != nil {
			return fmt.Errorf("update the file to version %d: %w", version+uint64(i)+1, err)
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
		p, err := matches.person(k, v)
		if err != nil {
			return err
		}
		id, _ := splitKey(k)
		return accounts.Put(key(p.Account, id, uint32(p.Player)), nil)
	})
}

// createDrafts makes version 3: unfinished orders survive a restart.
func createDrafts(tx *bolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(bucketDrafts)
	return err
}

// createNotes makes version 4: notes of front ends.
func createNotes(tx *bolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(bucketNotes)
	return err
}

// createClocks makes version 5: clocks, profiles, outages.
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

// createFingerprints makes version 7: who has read a case, and who has played and was
// erased, without a name.
func createFingerprints(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketReaders, bucketFormer, bucketFormerMembers} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	secret := make([]byte, sha256.Size)
	if _, err := rand.Read(secret); err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(keyFingerprints, secret)
}

// indexReplies makes version 8: replies are found by their age. Those that are there
// count as older than any.
func indexReplies(tx *bolt.Tx) error {
	replies, err := tx.CreateBucketIfNotExists(bucketReplies)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketKeys).ForEach(func(k, v []byte) error {
		id, _ := splitKey(v)
		if err := tx.Bucket(bucketMatchKeys).Put(append(key(id), k...), number(0)); err != nil {
			return err
		}
		return replies.Put(append(number(0), k...), nil)
	})
}

// sumData makes version 9: data sets are kept with a sum of their bytes, by which damage
// on the disk is noticed. Those that are there are trusted.
func sumData(tx *bolt.Tx) error {
	sums, err := tx.CreateBucketIfNotExists(bucketDataSums)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketData).ForEach(func(hash, text []byte) error {
		sum := sha256.Sum256(text)
		return sums.Put(hash, sum[:])
	})
}

// indexRunning makes version 10: the matches of a server that are not over are found without
// reading all.
func indexRunning(tx *bolt.Tx) error {
	if _, err := tx.CreateBucketIfNotExists(bucketRunning); err != nil {
		return err
	}
	return matches.each(tx, func(_ string, c match.Summary) error { return listRunning(tx, match.Summary{Over: true}, c) })
}
