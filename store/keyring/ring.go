package keyring

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// format is the first line of a file.
const format = "referee-keys/1"

// comment is the second line, for people who open the file.
const comment = "# The keys that dice are rolled by, newest first: when it was made, fingerprint, key.\n" +
	"# Whoever reads them can foresee rolls, and without them matches cannot go on.\n"

// unknown stands for the time at which a key was made.
const unknown = "-"

// Key is what dice are rolled by.
type Key struct {
	Secret [32]byte
	Made   time.Time // zero: not known
}

// NewKey makes a key. It returns an error where there is no randomness.
func NewKey(now time.Time) (Key, error) {
	k := Key{Made: now.UTC().Truncate(time.Second)}
	if _, err := rand.Read(k.Secret[:]); err != nil {
		return Key{}, fmt.Errorf("make a key for the dice: %w", err)
	}
	return k, nil
}

// Fingerprint identifies a key, in 16 hex digits, without giving it away.
func (k Key) Fingerprint() string {
	sum := sha256.Sum256(append([]byte("referee-key-fingerprint/1"), k.Secret[:]...))
	return hex.EncodeToString(sum[:8])
}

// Ring is a list of keys, the one for new matches first.
type Ring []Key

// Has reports whether a key is in the ring.
func (r Ring) Has(k Key) bool {
	return slices.ContainsFunc(r, func(x Key) bool { return x.Secret == k.Secret })
}

// text is a ring as text.
func (r Ring) text() []byte {
	var b bytes.Buffer
	b.WriteString(format + "\n" + comment)
	for _, k := range r {
		made := unknown
		if !k.Made.IsZero() {
			made = k.Made.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(&b, "key %s %s %x\n", made, k.Fingerprint(), k.Secret)
	}
	return b.Bytes()
}

// parse reads the content of a file, without encryption. It returns *DamagedError or
// *OtherError.
func parse(text []byte) (Ring, error) {
	if len(text) == len(Key{}.Secret) {
		return Ring{{Secret: [32]byte(text)}}, nil
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if first != format {
		if strings.HasPrefix(first, "referee-keys/") {
			return nil, &DamagedError{1, "it is of another version: it needs a newer referee"}
		}
		return nil, &OtherError{len(text)}
	}
	var ring Ring
	for i, line := range strings.Split(rest, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		k, err := parseLine(line)
		if err == nil && ring.Has(k) {
			err = errors.New("this key occurs twice")
		}
		if err != nil {
			return nil, &DamagedError{i + 2, err.Error()}
		}
		ring = append(ring, k)
	}
	if len(ring) == 0 {
		return nil, &DamagedError{1, "no key follows"}
	}
	return ring, nil
}

// parseLine reads a key.
func parseLine(line string) (k Key, err error) {
	words := strings.Split(line, " ")
	if words[0] != "key" || len(words) != 4 {
		return k, errors.New("this version cannot read this key")
	}
	if words[1] != unknown {
		if k.Made, err = time.Parse(time.RFC3339, words[1]); err != nil {
			return k, errors.New("its time is not valid")
		}
	}
	raw, err := hex.DecodeString(words[3])
	if err != nil || len(raw) != len(k.Secret) {
		return k, errors.New("the key is not 64 hex digits")
	}
	k.Secret = [32]byte(raw)
	if k.Fingerprint() != words[2] {
		return k, errors.New("the key does not match its fingerprint")
	}
	return k, nil
}
