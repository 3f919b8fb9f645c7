package dice

import (
	"fmt"
	"time"

	"referee/engine/dice/beacon"
	"referee/engine/match"
)

// scheme names how the rounds of the beacon are signed.
const scheme = "bls-unchained-g1-rfc9380"

// described is a chain as a match's first decision holds it.
func described(c beacon.Chain, margin time.Duration) *match.Beacon {
	return &match.Beacon{
		Chain: fmt.Sprintf("%x", c.Hash), Key: fmt.Sprintf("%x", c.Key), Scheme: scheme,
		Genesis: c.Genesis.Unix(), Period: int64(c.Period / time.Second), Margin: int64(margin / time.Second),
	}
}

// chain is the chain that a match's first decision holds.
func chain(b *match.Beacon) (beacon.Chain, error) {
	if b.Scheme != scheme {
		return beacon.Chain{}, fmt.Errorf("the beacon's scheme %q is unknown here: it needs a newer referee", b.Scheme)
	}
	hash, err := unhex("the beacon's chain", b.Chain)
	if err != nil {
		return beacon.Chain{}, err
	}
	key, err := unhex("the beacon's key", b.Key)
	if err != nil {
		return beacon.Chain{}, err
	}
	c := beacon.Chain{Genesis: time.Unix(b.Genesis, 0).UTC(), Period: time.Duration(b.Period) * time.Second}
	if len(hash) != len(c.Hash) || len(key) != len(c.Key) {
		return beacon.Chain{}, fmt.Errorf("the beacon's chain or key is too short or too long")
	}
	copy(c.Hash[:], hash)
	copy(c.Key[:], key)
	return c, nil
}

// Source names a beacon that the world watches: "quicknet"; "" where it is another,
// of which whoever named it may know the rounds before their time.
func Source(b *match.Beacon) string {
	q := *described(beacon.Quicknet(), 0)
	q.Margin = b.Margin
	if *b == q {
		return "quicknet"
	}
	return ""
}
