package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// corpus are files that older versions have written; its README says which.
const corpus = "testdata/corpus"

// unpacked reads a file of the corpus.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	r, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}

// old lists the files of the corpus of one kind: by where each was written out.
func old(t *testing.T, kind string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(corpus, kind))
	if err != nil || len(names) == 0 {
		t.Fatalf("no %s: %v", kind, err)
	}
	out := map[string]string{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".zst")
		path := filepath.Join(t.TempDir(), base)
		if err := os.WriteFile(path, unpacked(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
		out[base] = path
	}
	return out
}

// holds runs a command that must find nothing wrong.
func holds(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := ran(args...)
	if code != 0 {
		t.Errorf("%v: %d\n%s%s", args, code, out, errs)
	}
	return out
}

// TestStoresOfEveryVersion: a store of any age opens, its matches are judged as they were, and
// what it exports verifies.
func TestStoresOfEveryVersion(t *testing.T) {
	t.Parallel()
	for name, db := range old(t, "store-*.db.zst") {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadFile(db)
			if err != nil {
				t.Fatal(err)
			}
			if out := holds(t, "replay", "--all", "--over", "--db", db); !strings.Contains(out, "all results unchanged") {
				t.Errorf("it said %s", out)
			}
			after, err := os.ReadFile(db)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("replay has changed the store, %v", err)
			}
			holds(t, "store", "check", "--db", db)
			if n := strings.TrimSuffix(strings.TrimPrefix(name, "store-"), ".db"); len(n) > 1 || n > "5" { // there were no leagues before
				dir := filepath.Join(t.TempDir(), "out")
				holds(t, "league", "export", "--game", "toy", "--db", db, "--out", dir)
				holds(t, "league", "verify", dir)
			}
		})
	}
}

// TestTablesOfEveryVersion: a match under way goes on from the order that is half built.
func TestTablesOfEveryVersion(t *testing.T) {
	for name, db := range old(t, "table-*.db.zst") {
		t.Run(name, func(t *testing.T) {
			script := filepath.Join(t.TempDir(), "orders.txt")
			if err := os.WriteFile(script, []byte("2215\nstop\nend\nstatus\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			out := holds(t, "table", "--game", "celles", "--terminal", "--seed", "corpus37", "--db", db, "--key", db+".key", "--script", script)
			if !strings.Contains(out, "2215") {
				t.Errorf("it said %s", out)
			}
			holds(t, "replay", "--all", "--db", db)
		})
	}
}

// TestMatchesOfEveryVersion: a finished match is judged as it was, and its dice hold.
func TestMatchesOfEveryVersion(t *testing.T) {
	t.Parallel()
	for name, file := range old(t, "match-*.json.zst") {
		t.Run(name, func(t *testing.T) {
			if out := holds(t, "replay", file); !strings.Contains(out, "divergences: 0") {
				t.Errorf("it said %s", out)
			}
			holds(t, "verify", file)
		})
	}
}

// TestLeaguesOfEveryVersion: a season that was exported holds.
func TestLeaguesOfEveryVersion(t *testing.T) {
	t.Parallel()
	for name, file := range old(t, "league-*.tar.zst") {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			untar(t, file, dir)
			holds(t, "league", "verify", dir)
		})
	}
}

// untar unpacks an archive of ours.
func untar(t *testing.T, file, dir string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.FileInfo().IsDir() {
			if err := root.MkdirAll(h.Name, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := root.WriteFile(h.Name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
