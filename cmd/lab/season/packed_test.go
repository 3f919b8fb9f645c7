package season

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
	"referee/store"
)

// mostPacked is how many bytes the file holds of a finished match at most, keys and
// values of all buckets together.
const mostPacked = 40_000

// packedMatchesAreSmall packs the matches of a season of Celles, with proven dice,
// and weighs each: every entry of the file that names it counts as its own.
func packedMatchesAreSmall(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "season.db")
	text, err := os.ReadFile(filepath.Join(dir, "season.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	before, err := s.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	packed, left, err := s.PackFinished(t.Context(), time.Now().UnixMilli())
	if err != nil || packed < 20 {
		t.Fatalf("%d packed, %d left: %v", packed, left, err)
	}
	if err := s.Check(t.Context()); err != nil { // every chain reads as before
		t.Error(err)
	}
	if after, err := s.Heads(t.Context()); err != nil || after != before {
		t.Errorf("the heads are %s, before %s (%v)", after, before, err)
	}
	all, err := s.Matches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	weights := weigh(t, path, all)
	most, sum, decisions := 0, 0, 0
	for _, m := range all {
		if !m.Over {
			continue
		}
		w := weights[m.ID]
		most, sum, decisions = max(most, w), sum+w, decisions+m.Seq
		if w > mostPacked {
			t.Errorf("match %s, %d decisions: %d bytes", m.ID, m.Seq, w)
		}
	}
	t.Logf("%d packed, %d left; of %d decisions and %d bytes on average, %d at most", packed, left, decisions/packed, sum/packed, most)
}

// weigh sums up what a store holds of each match.
func weigh(t *testing.T, path string, all []match.Summary) map[match.ID]int {
	t.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	weights := map[match.ID]int{}
	err = db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				for _, m := range all {
					if bytes.Contains(k, []byte(m.ID)) || bytes.Contains(v, []byte(m.ID)) {
						weights[m.ID] += len(k) + len(v)
					}
				}
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return weights
}
