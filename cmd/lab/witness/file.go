package witness

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"
)

// StoreFile is what a store file holds, as far as it is compared.
type StoreFile struct {
	Matches map[string]*MatchRecord
	Kept    map[string]Kept // by the name of the command: "discord:1298…"
	Waiting map[string]int  // posts in the outbox, by place
	Faults  []string        // found while reading
}

// MatchRecord is the record of one match.
type MatchRecord struct {
	ID      string
	Place   string
	Entries []RecordEntry  // entry n is at n-1
	People  map[int]string // accounts, by player
	Packed  bool           // the names of its commands are forgotten
	Running bool           // a clock of it runs
}

// RecordEntry is one decision, as its line in the record has it.
type RecordEntry struct {
	Head   string `json:"-"` // of the chain up to it, in hex, recomputed here
	N      int    `json:"n"`
	Kind   string
	By     int // 0: the referee
	Prompt string
	Path   []string
	Auto   bool
	Sealed string
	Roll   *struct{ No int }
	Open   *struct{ Match string }
	To     int
	Expire *struct{ Then string }
	Set    map[string]string `json:"settings"`
	At     int64             // Unix time in milliseconds
	Door   string
}

// Kept is what the file says that a command led to: decisions From+1 to To.
type Kept struct {
	Match    string
	From, To int
}

// Read reads a file that no process holds. What is wrong with a record is among
// the faults; an error says that the file cannot be read at all.
func Read(path string) (f *StoreFile, err error) {
	defer func() {
		if p := recover(); p != nil { // bbolt panics on a damaged page
			err = fmt.Errorf("witness: %s: %v", path, p)
		}
	}()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, Timeout: 5 * time.Second})
	if err != nil {
		return nil, fmt.Errorf("witness: open %s: %w", path, err)
	}
	f = &StoreFile{Matches: map[string]*MatchRecord{}, Kept: map[string]Kept{}, Waiting: map[string]int{}}
	if err = errors.Join(db.View(f.read), db.Close()); err != nil {
		return nil, fmt.Errorf("witness: read %s: %w", path, err)
	}
	return f, nil
}

func (f *StoreFile) fault(format string, args ...any) {
	f.Faults = append(f.Faults, fmt.Sprintf(format, args...))
}

func (f *StoreFile) read(tx *bolt.Tx) error {
	for _, step := range []struct {
		bucket string
		take   func(tx *bolt.Tx, k, v []byte) error
	}{
		{"matches", f.takeMatch}, {"people", f.takePerson}, {"keys", f.takeKey}, {"outbox", f.takePost}, {"clocks", f.takeClock},
	} {
		b := tx.Bucket([]byte(step.bucket))
		if b == nil {
			return fmt.Errorf("there is no bucket %s", step.bucket)
		}
		if err := b.ForEach(func(k, v []byte) error { return step.take(tx, k, v) }); err != nil {
			return fmt.Errorf("bucket %s: %w", step.bucket, err)
		}
	}
	return nil
}

// takeMatch reads a card and its record: "entries" holds match 0 seq → head, line
// and secret with their lengths before them; "packed" lines and secrets alone, compressed.
func (f *StoreFile) takeMatch(tx *bolt.Tx, k, v []byte) error {
	var card struct {
		Place string
		Seq   int
		Head  string
		Over  bool
	}
	if err := json.Unmarshal(v, &card); err != nil {
		return err
	}
	m := &MatchRecord{ID: string(k), Place: card.Place, People: map[int]string{}}
	f.Matches[m.ID] = m
	var head [sha256.Size]byte
	if packed := tx.Bucket([]byte("packed")).Get(k); packed != nil {
		m.Packed = true
		dec, err := zstd.NewReader(nil)
		if err != nil {
			return err
		}
		defer dec.Close()
		rest, err := dec.DecodeAll(packed, nil)
		for err == nil && len(rest) > 0 {
			var line, secret []byte
			line, rest = part(rest)
			secret, rest = part(rest)
			head = f.add(m, head, line, secret)
		}
		if err != nil {
			f.fault("match %s: it is packed, and cannot be unpacked: %v", m.ID, err)
		}
	}
	c := tx.Bucket([]byte("entries")).Cursor()
	prefix := append([]byte(m.ID), 0)
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if n := binary.BigEndian.Uint32(k[len(prefix):]); int(n) != len(m.Entries)+1 {
			f.fault("match %s: decision %d follows decision %d", m.ID, n, len(m.Entries))
		}
		line, rest := part(v[sha256.Size:])
		secret, _ := part(rest)
		head = f.add(m, head, line, secret)
		if !bytes.Equal(head[:], v[:sha256.Size]) {
			f.fault("match %s: the head of decision %d is not that of its line", m.ID, len(m.Entries))
		}
	}
	if n := len(m.Entries); n != card.Seq || n > 0 && m.Entries[n-1].Head != card.Head {
		f.fault("match %s: its last decision is number %d, its card says %d with head %.8s", m.ID, n, card.Seq, card.Head)
	}
	return nil
}

// part reads a text that has its length before it, and returns the rest.
func part(from []byte) (text, rest []byte) {
	n, size := binary.Uvarint(from)
	return from[size : size+int(n)], from[size+int(n):]
}

// add adds a decision to a record. It returns its head.
func (f *StoreFile) add(m *MatchRecord, before [sha256.Size]byte, line, secret []byte) [sha256.Size]byte {
	head := sha256.Sum256(append(before[:], line...))
	e := RecordEntry{Head: hex.EncodeToString(head[:])}
	if err := json.Unmarshal(line, &e); err != nil {
		f.fault("match %s: decision %d cannot be read: %v", m.ID, len(m.Entries)+1, err)
	}
	if e.N != len(m.Entries)+1 {
		f.fault("match %s: the line of decision %d says that it is number %d", m.ID, len(m.Entries)+1, e.N)
	}
	if e.Sealed != "" {
		if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != e.Sealed {
			f.fault("match %s: the secret of decision %d is not the one that was sealed", m.ID, e.N)
		}
		_ = json.Unmarshal(secret, &struct{ Path *[]string }{&e.Path}) // its hash has been checked
	}
	m.Entries = append(m.Entries, e)
	return head
}

// takePerson reads match 0 player → who.
func (f *StoreFile) takePerson(_ *bolt.Tx, k, v []byte) error {
	id, player, _ := bytes.Cut(k, []byte{0})
	var who struct{ Account string }
	if err := json.Unmarshal(v, &who); err != nil {
		return err
	}
	if m := f.Matches[string(id)]; m != nil {
		m.People[int(binary.BigEndian.Uint32(player))] = who.Account
	}
	return nil
}

// takeKey reads command → match 0 reply.
func (f *StoreFile) takeKey(_ *bolt.Tx, k, v []byte) error {
	id, reply, _ := bytes.Cut(v, []byte{0})
	kept := Kept{Match: string(id)}
	if len(reply) > 0 {
		if err := json.Unmarshal(reply, &kept); err != nil {
			return err
		}
	}
	f.Kept[string(k)] = kept
	return nil
}

// takePost reads place 0 number → post.
func (f *StoreFile) takePost(_ *bolt.Tx, k, _ []byte) error {
	place, _, _ := strings.Cut(string(k), "\x00")
	f.Waiting[place]++
	return nil
}

// takeClock reads match → state of its clocks.
func (f *StoreFile) takeClock(_ *bolt.Tx, k, v []byte) error {
	var clocks struct {
		Settings string
		Paused   bool
		Hands    []struct {
			Since int64
			Up    bool
		}
	}
	if err := json.Unmarshal(v, &clocks); err != nil {
		return err
	}
	m := f.Matches[string(k)]
	if m == nil || clocks.Paused || clocks.Settings == "" || clocks.Settings == "none" {
		return nil
	}
	for _, h := range clocks.Hands {
		m.Running = m.Running || h.Since != 0 && !h.Up
	}
	return nil
}
