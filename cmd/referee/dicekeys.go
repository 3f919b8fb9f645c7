package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/bot/files"
	"referee/bot/notebook"
	"referee/cmd/config"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
	"referee/store/keyring"
)

// keyWork is the cost of the passphrase of a key file that is written; 0: the usual
// one, which is too slow for tests.
var keyWork int

// diceKeys are the keys that dice are rolled by, and their file.
type diceKeys struct {
	from config.Dice
	file keyring.KeyFile
	ring keyring.Ring // empty: there is no file

	mu      sync.Mutex // held while the file is checked for changes
	content []byte     // of the file when it was last found good
}

// readKeys reads the key file. It is not an error if there is none.
func readKeys(c config.Dice) (*diceKeys, error) {
	passphrase, err := keyPassphrase(c)
	if err != nil {
		return nil, err
	}
	k := &diceKeys{from: c, file: keyring.KeyFile{Path: c.Key, Passphrase: passphrase, Work: keyWork}}
	k.ring, k.content, err = k.file.Load()
	if errors.Is(err, keyring.ErrMissing) {
		return k, nil
	}
	return k, k.explained(err)
}

// keyPassphrase returns the passphrase of the key file; "": it is not encrypted.
func keyPassphrase(c config.Dice) (string, error) {
	return secret(c.Passphrase, c.PassphraseFile, "the passphrase of the keys", "passphrase")
}

// explained adds to the error of a key file what to do about it.
func (k *diceKeys) explained(err error) error {
	const again = "restore the file from the backup"
	var other *keyring.OtherError
	var damaged *keyring.DamagedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &other):
		return fmt.Errorf("%s has %d bytes, but a dice key has 32: name another file with --key", k.file.Path, other.Size)
	case errors.As(err, &damaged):
		return fmt.Errorf("%w: %s", err, again)
	case errors.Is(err, keyring.ErrEmpty):
		return fmt.Errorf("%w: %s; if no match was ever opened with it, delete it: the next start creates a new one", err, again)
	case errors.Is(err, keyring.ErrLocked):
		return fmt.Errorf("%w: set REFEREE_DICE_PASSPHRASE in the environment, or name a file in dice.passphrasefile", err)
	case errors.Is(err, keyring.ErrPassphrase):
		return fmt.Errorf("%w: check REFEREE_DICE_PASSPHRASE, or the file named by dice.passphrasefile", err)
	case errors.Is(err, keyring.ErrPlain):
		return fmt.Errorf("%w: run \"referee key encrypt\", or remove the passphrase from the configuration", err)
	}
	return err
}

// server is the dice server with the keys; nil without any.
func (k *diceKeys) server() *dice.Server {
	var secrets [][32]byte
	for _, key := range k.ring {
		secrets = append(secrets, key.Secret)
	}
	if len(secrets) == 0 {
		return nil
	}
	return dice.NewServer(secrets[0], secrets[1:]...)
}

// make makes a first key.
func (k *diceKeys) make(now time.Time) error {
	key, err := keyring.NewKey(now)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(k.file.Path), 0o700); err != nil {
		return fmt.Errorf("directory for %s: %w", k.file.Path, files.Reason(err))
	}
	ring := keyring.Ring{key}
	if err := k.file.Create(ring); err != nil {
		return err
	}
	k.ring = ring
	k.content, err = k.file.Content()
	return err
}

// startKeys reads the keys that a referee starts with, and makes a first one if none is
// needed yet. It returns an error if matches that are played here depend on other keys:
// without them they would stop without a message.
func startKeys(ctx context.Context, c config.Dice, s *store.Store) (*diceKeys, keyDependents, error) {
	k, err := readKeys(c)
	if err != nil {
		return nil, keyDependents{}, err
	}
	h, err := k.check(ctx, s)
	if err == nil && len(k.ring) == 0 {
		err = k.make(time.Now())
	}
	return k, h, err
}

// regain lets the matches continue whose keys are back.
func (h *house) regain(ctx context.Context, matches keyDependents) error {
	if len(matches.back) == 0 {
		return nil
	}
	for _, id := range matches.back {
		if err := h.RegainKey(ctx, id); err != nil {
			return err
		}
	}
	return putLostKeys(ctx, h.store, matches.lost)
}

// keysUnlike says how the key file differs by now from what the matches under way need,
// so that the next start would fail; nil if it does not.
func (h *house) keysUnlike(ctx context.Context) error {
	if h.keys == nil {
		return nil
	}
	return h.keys.unlike(ctx, h.store)
}

// noteLost is the name of the note in a store that lists the matches whose keys the
// operator said are lost, as JSON.
const noteLost = "lostkeys"

// keyDependents lists the matches of a store by the keys that they depend on.
type keyDependents struct {
	on      []int      // matches under way, by the number of the key
	settled []int      // matches that are over in a league that is not, likewise
	none    []match.ID // under way, with a key that is not here
	lost    []match.ID // likewise, and the operator said that it is lost
	foreign []match.ID // likewise, but only imported: nobody plays them here
	back    []match.ID // the operator said that their key is lost, but it is here
}

// dependents finds out which matches depend on which keys, by the first decision of each.
func (k *diceKeys) dependents(ctx context.Context, s *store.Store) (keyDependents, error) {
	h := keyDependents{on: make([]int, len(k.ring)), settled: make([]int, len(k.ring))}
	lost, err := lostKeys(ctx, s)
	if err != nil {
		return h, err
	}
	all, err := s.Opened(ctx)
	if err != nil {
		return h, err
	}
	server := k.server()
	for _, o := range all {
		if o.Dice == nil {
			continue
		}
		which, fits := 0, false
		if server != nil {
			which, fits = server.Which(o.Match, *o.Dice)
		}
		said := slices.Contains(lost, o.Match)
		switch {
		case fits && said:
			h.back = append(h.back, o.Match)
			fallthrough
		case fits && !o.Over:
			h.on[which]++
		case fits:
			h.settled[which]++
		case o.Over:
		case said:
			h.lost = append(h.lost, o.Match)
		default:
			if err := h.addMissing(ctx, s, o); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}

// check returns the dependents, with an error if matches depend on keys that are not here.
func (k *diceKeys) check(ctx context.Context, s *store.Store) (keyDependents, error) {
	h, err := k.dependents(ctx, s)
	if err == nil {
		err = k.missing(h)
	}
	return h, err
}

// addMissing adds a match whose key is missing. An imported match that nobody plays here
// never had its key here.
func (h *keyDependents) addMissing(ctx context.Context, s *store.Store, o match.Opened) error {
	people, err := s.People(ctx, o.Match)
	if o.Place == "" && len(people) == 0 {
		h.foreign = append(h.foreign, o.Match)
	} else {
		h.none = append(h.none, o.Match)
	}
	return err
}

// lostKeys lists the matches whose keys the operator said are lost.
func lostKeys(ctx context.Context, s *store.Store) ([]match.ID, error) {
	return notebook.Read[[]match.ID](ctx, s, noteLost)
}

// putLostKeys keeps that list.
func putLostKeys(ctx context.Context, s *store.Store, list []match.ID) error {
	if len(list) == 0 {
		return s.PutNote(ctx, noteLost, nil)
	}
	return notebook.Write(ctx, s, noteLost, list)
}

// mostNamed is how many matches are named at most in a sentence.
const mostNamed = 10

// namedMatches lists matches in a sentence.
func namedMatches(list []match.ID) string {
	var names []string
	for _, id := range list[:min(len(list), mostNamed)] {
		names = append(names, string(id))
	}
	if more := len(list) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// missing says what to do if matches depend on keys that are not here; nil if none
// does.
func (k *diceKeys) missing(h keyDependents) error {
	if len(h.none) == 0 {
		return nil
	}
	where := k.file.Path + " does not hold"
	if len(k.ring) == 0 {
		where = k.file.Path + " is missing, with"
	}
	return fmt.Errorf("%s the dice keys of matches under way (%d: %s): restore the file from the backup, "+
		"or add the keys of an older one with \"referee key add FILE\"; if they are lost for good, \"referee key lost --all\" puts these "+
		"matches on hold until a key is restored, and tells their players. A match of a table with --seed resumes with the same --seed",
		where, len(h.none), namedMatches(h.none))
}

// unlike says how the key file differs from what the matches of a store need; nil if it
// does not. It is cheap while the file does not change. It is for monitoring a running
// referee, which has the keys in memory and continues to roll, although the next start
// would fail.
func (k *diceKeys) unlike(ctx context.Context, s *store.Store) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	content, err := k.file.Content()
	if err == nil && bytes.Equal(content, k.content) {
		return nil
	}
	if err != nil && !errors.Is(err, keyring.ErrMissing) {
		return err
	}
	now, err := readKeys(k.from)
	if err != nil {
		return err
	}
	_, err = now.check(ctx, s)
	if err == nil && !now.ring.Has(k.ring[0]) {
		err = fmt.Errorf("%s does not hold key %s, which new matches use: restore the file from the backup before the next start",
			k.file.Path, k.ring[0].Fingerprint())
	}
	if err == nil {
		k.content = now.content
	}
	return err
}
