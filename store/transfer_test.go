package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

var toyVerifier = match.Verifier{
	Open: func(o match.Opening, data match.Data) (engine.Game, error) { return toy.Open(data, o.Law) },
	Roll: dice.Check,
}

// exported is a store's file of a match, data set inside.
func exported(t *testing.T, m *match.Match) []byte {
	t.Helper()
	s := newStore(t)
	commit(t, s, wholeMatch(m))
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PutData(t.Context(), m.Opening().Data, data); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Export(t.Context(), m.ID(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestExportImport(t *testing.T) {
	steps := played(t, "m", 1)
	m := last(steps)
	text := exported(t, m)
	s := newStore(t)
	for range 2 { // the second time it is there, just so
		id, err := s.Import(t.Context(), bytes.NewReader(text), toyVerifier)
		if err != nil || id != "m" {
			t.Fatal(id, err)
		}
		loads(t, s, m)
	}
	if c, err := s.Summary(t.Context(), "m"); err != nil || !c.Over {
		t.Fatalf("imported as %+v (%v)", c, err)
	}
	if data, err := s.Data(t.Context(), m.Opening().Data); err != nil || len(data) == 0 {
		t.Fatalf("the data set did not come along (%v)", err)
	}
	var again bytes.Buffer
	if err := s.Export(t.Context(), "m", &again); err != nil || !bytes.Equal(again.Bytes(), text) {
		t.Fatal("exported again, the file differs", err)
	}
	_, err := s.Import(t.Context(), bytes.NewReader(exported(t, last(played(t, "m", 2)))), toyVerifier)
	wantErr(t, err, match.ErrExists)
	_, err = s.Import(t.Context(), bytes.NewReader(exported(t, steps[5])), toyVerifier)
	wantErr(t, err, match.ErrExists)
	loads(t, s, m)
}

func TestImportStoresNothingOnError(t *testing.T) {
	text := exported(t, last(played(t, "m", 1)))
	s := newStore(t)
	for name, bad := range map[string][]byte{
		"nothing":        nil,
		"half":           text[:len(text)/2],
		"another format": bytes.Replace(text, []byte("referee-match/1"), []byte("referee-match/0"), 1),
		"a changed line": bytes.Replace(text, []byte(`rounds\":5`), []byte(`rounds\":3`), 1),
		"changed data":   bytes.Replace(text, []byte("red-a"), []byte("red-c"), 1),
	} {
		if bytes.Equal(bad, text) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := s.Import(t.Context(), bytes.NewReader(bad), toyVerifier); err == nil {
			t.Errorf("%s: imported", name)
		}
	}
	_, err := s.Import(t.Context(), bytes.NewReader(text), match.Verifier{Open: func(match.Opening, match.Data) (engine.Game, error) {
		return nil, errors.New("no such game")
	}})
	if err == nil || !strings.Contains(err.Error(), "no such game") {
		t.Errorf("a game that does not open: %v", err)
	}
	list, err := s.Matches(t.Context())
	if err != nil || len(list) > 0 {
		t.Fatalf("there is %v (%v)", list, err)
	}
	o := last(played(t, "m", 1)).Opening()
	if data, err := s.Data(t.Context(), o.Data); err != nil || data != nil {
		t.Fatalf("there is a data set (%v)", err)
	}
}

func TestSnapshotIsAStore(t *testing.T) {
	s := newStore(t)
	m := last(played(t, "m", 1))
	commit(t, s, wholeMatch(m))
	path := filepath.Join(t.TempDir(), "backup.db")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	heads, err := s.Snapshot(t.Context(), f)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	copied := open(t, path)
	loads(t, copied, m)
	if has, err := copied.Heads(t.Context()); err != nil || has != heads || has == "" {
		t.Fatalf("the copy's heads are %q, the store's were %q (%v)", has, heads, err)
	}
	data, err := match.LoadData(toy.Files())
	if err := errors.Join(err, s.PutData(t.Context(), m.Opening().Data, data)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Snapshot(t.Context(), fullDisk{}); err == nil || !strings.Contains(err.Error(), errFull.Error()) {
		t.Fatalf("a backup to a full disk: %v", err)
	}
	// The hash is of that moment: another decision gives another.
	commit(t, s, wholeMatch(last(played(t, "m2", 2))))
	if has, err := s.Heads(t.Context()); err != nil || has == heads {
		t.Fatalf("with another match the heads are %q, as without (%v)", has, err)
	}
	if err := s.Export(t.Context(), "m", fullDisk{}); !errors.Is(err, errFull) {
		t.Fatalf("an export to a full disk: %v", err)
	}
}

var errFull = errors.New("no space left")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestTaken: a copy knows when it was taken, over a restart, until that is taken
// back; and a store that is none does not.
func TestTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "copy.db")
	for _, at := range []int64{0, 1_700_000_000_000, 0} {
		s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.PutBackupTime(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s, err = store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.BackupTime(t.Context()); err != nil || got != at {
			t.Errorf("taken at %d, want %d (%v)", got, at, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
