package kills

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// record is the record of a match in a file, taken apart to be forged.
type record struct {
	id      string
	lines   []map[string]any
	secrets [][]byte
	down    int64 // a moment at which the referee is down in a forged journal
}

// forge changes the longest record of a file that is not packed.
func forge(t *testing.T, path string, change func(t *testing.T, tx *bolt.Tx, m *record)) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		all := map[string]*record{}
		err := tx.Bucket([]byte("entries")).ForEach(func(k, v []byte) error {
			id, _, _ := bytes.Cut(k, []byte{0})
			m := all[string(id)]
			if m == nil {
				m = &record{id: string(id), down: farOff}
				all[m.id] = m
			}
			n, size := binary.Uvarint(v[sha256.Size:])
			text := v[sha256.Size+size:]
			var line map[string]any
			err := json.Unmarshal(text[:n], &line)
			m.lines, m.secrets = append(m.lines, line), append(m.secrets, bytes.Clone(text[n:]))
			return err
		})
		longest := &record{}
		for _, m := range all {
			if len(m.lines) > len(longest.lines) {
				longest = m
			}
		}
		change(t, tx, longest)
		return err
	})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// human is the last answer of a person that people have heard of: more follow it.
func (m *record) human(t *testing.T) int {
	t.Helper()
	for i := len(m.lines) - 2; i > 0; i-- {
		if m.lines[i]["kind"] == "answer" && m.lines[i]["by"] != nil && m.lines[i]["auto"] == nil {
			return i
		}
	}
	t.Fatalf("no person has answered anything in match %s", m.id)
	return 0
}

// write writes the record with numbers and a chain made anew, as a forger would.
func (m *record) write(t *testing.T, tx *bolt.Tx) {
	t.Helper()
	entries := tx.Bucket([]byte("entries"))
	prefix := append([]byte(m.id), 0)
	var old [][]byte
	c := entries.Cursor()
	for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		if err := entries.Delete(k); err != nil {
			t.Fatal(err)
		}
	}
	var head [sha256.Size]byte
	for i, line := range m.lines {
		line["n"] = i + 1
		text, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		head = sha256.Sum256(append(head[:], text...))
		v := append(head[:], binary.AppendUvarint(nil, uint64(len(text)))...)
		v = append(v, text...)
		secret := []byte{0}
		if i < len(m.secrets) {
			secret = m.secrets[i]
		}
		if err := entries.Put(binary.BigEndian.AppendUint32(bytes.Clone(prefix), uint32(i+1)), append(v, secret...)); err != nil {
			t.Fatal(err)
		}
	}
	m.card(t, tx, hex.EncodeToString(head[:]))
}

// card makes the card of the match agree with its record.
func (m *record) card(t *testing.T, tx *bolt.Tx, head string) {
	t.Helper()
	cards := tx.Bucket([]byte("matches"))
	var card map[string]any
	if err := json.Unmarshal(cards.Get([]byte(m.id)), &card); err != nil {
		t.Fatal(err)
	}
	card["Seq"], card["Head"] = len(m.lines), head
	text, err := json.Marshal(card)
	if err == nil {
		err = cards.Put([]byte(m.id), text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// spoil changes a byte of a line and leaves the chain.
func (m *record) spoil(t *testing.T, tx *bolt.Tx) {
	t.Helper()
	entries := tx.Bucket([]byte("entries"))
	k := binary.BigEndian.AppendUint32(append([]byte(m.id), 0), uint32(len(m.lines)))
	v := bytes.Clone(entries.Get(k))
	at := bytes.Index(v, []byte(`"at":`))
	v[at+len(`"at":`)] ^= 1
	if err := entries.Put(k, v); err != nil {
		t.Fatal(err)
	}
}
