package store_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
	"referee/store"
)

// written is a file with some matches in it, closed.
func written(t *testing.T) (path string, matches []*match.Match) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []match.ID{"a", "b", "c", "d"} {
		m := last(played(t, id, uint64(i)))
		b := wholeMatch(m)
		b.Place, b.Key = "p", "key "+string(id)
		b.People = []match.Person{{Player: 1, Account: "table:anna", Name: "Anna"}}
		commit(t, s, b)
		matches = append(matches, m)
	}
	if err := errors.Join(s.Pack(t.Context(), "d"), s.Close()); err != nil {
		t.Fatal(err)
	}
	return path, matches
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// refused fails unless a file is refused with an error that says what to do,
// and left as it was.
func refused(t *testing.T, path string, want error) {
	t.Helper()
	before := read(t, path)
	s, err := store.Open(t.Context(), path, store.Options{})
	if err == nil {
		err = s.Close()
		t.Fatal("opened", err)
	}
	if !errors.Is(err, want) || !strings.Contains(err.Error(), path) {
		t.Fatalf("got %v, want %v and the path", err, want)
	}
	if !bytes.Equal(read(t, path), before) {
		t.Fatal("the refused file was written")
	}
}

func TestHalfAFileIsRefused(t *testing.T) {
	path, _ := written(t)
	text := read(t, path)
	for _, n := range []int{1, 100, 4096, 8192, len(text) / 2} {
		if err := os.WriteFile(path, text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		refused(t, path, store.ErrDamaged)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 4000)), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, path, store.ErrDamaged)
}

// TestDamageIsNoticed spoils bytes anywhere behind the first two pages. What is
// read afterwards is what was written, or an error.
func TestDamageIsNoticed(t *testing.T) {
	path, matches := written(t)
	text := read(t, path)
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	noticed := 0
	for range 60 {
		spoilt := bytes.Clone(text)
		at := 2*os.Getpagesize() + r.IntN(len(text)-2*os.Getpagesize()-16)
		for i := range 16 {
			spoilt[at+i] ^= byte(r.IntN(256))
		}
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			noticed++
			continue
		}
		checked := s.Check(t.Context())
		if checked != nil {
			noticed++
		}
		for _, m := range matches {
			got, err := s.Load(t.Context(), m.ID())
			if err != nil {
				if checked == nil {
					t.Errorf("byte %d (seed %d): match %s cannot be read (%v), and Check finds nothing", at, seed, m.ID(), err)
				}
				continue
			}
			if got[len(got)-1].Head != m.Head() {
				t.Errorf("byte %d (seed %d): match %s reads as another", at, seed, m.ID())
			}
		}
		if err := s.Close(); err != nil {
			t.Logf("close: %v", err)
		}
	}
	if noticed < 10 {
		t.Errorf("only %d of 60 damages were noticed", noticed)
	}
}

// TestEndlessDamage spoils what would keep bbolt busy for ever: a page that claims to
// run on beyond the file, and a small bucket whose page is no leaf.
func TestEndlessDamage(t *testing.T) {
	path, _ := written(t)
	text := read(t, path)
	const leaf = 0x02
	size, pages, small := os.Getpagesize(), 0, 0
	for at := 2 * size; at < len(text); at += size {
		if binary.LittleEndian.Uint64(text[at:]) != uint64(at/size) || text[at+8] != leaf {
			continue
		}
		pages++
		spoilt := bytes.Clone(text)
		binary.LittleEndian.PutUint32(spoilt[at+12:], 1<<31) // pages that follow it
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := store.Open(t.Context(), path, store.Options{NoSync: true}); err == nil {
			if err := s.Check(t.Context()); err == nil {
				pages-- // it is free
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		// An empty bucket: its name, its head of 16 bytes, and that of its page, flags at 8.
		spoilt = bytes.Clone(text)
		if i := bytes.Index(spoilt[at:at+size], append([]byte("judged"), make([]byte, 24)...)); i >= 0 {
			spoilt[at+i+len("judged")+16+8] = 0
			if err := os.WriteFile(path, spoilt, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
			if errors.Is(err, store.ErrDamaged) {
				small++
			} else if err := s.Close(); err != nil { // it was free
				t.Error(err)
			}
		}
	}
	if pages == 0 || small == 0 {
		t.Fatalf("%d pages and %d small buckets were spoilt", pages, small)
	}
}

// version sets what version a closed file says it has, after edit.
func version(t *testing.T, path string, n byte, edit func(tx *bolt.Tx) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		if err := edit(tx); err != nil {
			return err
		}
		if n < 8 {
			if err := tx.DeleteBucket([]byte("replies")); err != nil {
				return err
			}
		}
		return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte{0, 0, 0, 0, 0, 0, 0, n})
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestVersion1IsBroughtUpToDate(t *testing.T) {
	path, matches := written(t)
	version(t, path, 1, func(tx *bolt.Tx) error {
		return errors.Join(tx.DeleteBucket([]byte("accounts")), tx.DeleteBucket([]byte("drafts")), tx.DeleteBucket([]byte("notes")))
	})
	s := open(t, path) // its cleanup compares the indexes
	list, err := s.MatchesOf(t.Context(), "table:anna")
	if err != nil || len(list) != len(matches) {
		t.Fatalf("got %v (%v), want %d matches", list, err, len(matches))
	}
}

func TestVersion2IsBroughtUpToDate(t *testing.T) {
	path, matches := written(t)
	version(t, path, 2, func(tx *bolt.Tx) error {
		return errors.Join(tx.DeleteBucket([]byte("drafts")), tx.DeleteBucket([]byte("notes")))
	})
	s := open(t, path)
	if err := s.PutDraft(t.Context(), matches[0].ID(), "red", []byte("half")); err != nil {
		t.Fatal(err)
	}
}

func TestVersion3IsBroughtUpToDate(t *testing.T) {
	path, _ := written(t)
	version(t, path, 3, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("notes")) })
	s := open(t, path)
	if err := s.PutNote(t.Context(), "a", []byte("b")); err != nil {
		t.Fatal(err)
	}
}

func TestNewerVersionIsRefused(t *testing.T) {
	path, _ := written(t)
	version(t, path, 99, func(*bolt.Tx) error { return nil })
	refused(t, path, store.ErrNewer)
}

// TestFullDisk lets a process play until its file may not grow: the command that has no
// room fails, those before it are there, and with room it continues.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the limit on a file's size is set as Linux does it")
	}
	path := filepath.Join(t.TempDir(), "test.db")
	seq := 0
	for _, limit := range []int{200_000, 400_000} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+path, limitEnv+"="+strconv.Itoa(limit))
		var said, complaint bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &complaint
		if err := cmd.Run(); err == nil || !strings.Contains(complaint.String(), "file too large") {
			t.Fatalf("it ended with %v: %s", err, &complaint)
		}
		lines := strings.Fields(said.String())
		stored := inspect(t, path)
		if len(lines) == 0 || number(t, lines[len(lines)-1]) != stored || stored <= seq {
			t.Fatalf("%d decisions are stored, before there were %d; it said %v", stored, seq, lines)
		}
		seq = stored
	}
}
