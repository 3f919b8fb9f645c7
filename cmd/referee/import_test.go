package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

var forgedFiles = flag.Int("forged", 60, "how many files TestForgedFilesAreRefused forges")

// honest are files that forgers start from: a match with proven rolls, a rewind and a
// substitute, one with secrets that are missing, and the beginning of a match of Celles
// with an attack, a retreat and draws.
func honest(t testing.TB) []fake {
	return []fake{
		sample(t, samples+"match.json", 34),
		sample(t, samples+"red.json", 10),
		sample(t, "../../docs/pictures/match.json", 24),
	}
}

// customs is a store that files of forgers are to be imported into.
type customs struct {
	store *store.Store
	with  match.Verifier
}

func newCustoms(t testing.TB, with match.Verifier) customs {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return customs{s, with}
}

// imports imports a file that a forger has changed and chained anew: nothing panics, and
// what is imported is verified, folds, can be looked at, and comes out again as it went in.
func (c customs) imports(t *testing.T, text []byte) error {
	t.Helper()
	id, wrong := c.store.Import(t.Context(), bytes.NewReader(text), c.with)
	if wrong != nil && !errors.Is(wrong, match.ErrExists) {
		file, _, _, err := c.with.Read(bytes.NewReader(text))
		if err == nil && !slices.ContainsFunc(file.Entries, (*match.Entry).Hidden) {
			t.Fatalf("verified, and not imported: %v", wrong)
		}
		return wrong
	}
	file, g, report, err := c.with.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("imported, and not verified: %v", err)
	}
	m, err := match.Fold(g, file.Entries)
	if err != nil || m.Head() != report.Head || report.Judged != report.Entries {
		t.Fatalf("imported as %+v, and not folded: %v", report, err)
	}
	m.Position().View(engine.Spectator)
	if _, err := m.VisibleTo(engine.Spectator).Changes(0, m.Seq()); err != nil {
		t.Fatal(err)
	}
	if wrong != nil {
		return nil // it is there otherwise
	}
	var out bytes.Buffer
	if err := c.store.Export(t.Context(), id, &out); err != nil || !bytes.Equal(out.Bytes(), text) {
		t.Fatalf("exported otherwise than imported: %v", err)
	}
	return nil
}

// edited is a file of which a text was exchanged in the first line that has it.
func (f fake) edited(t *testing.T, was, is string) fake {
	t.Helper()
	f = f.clone()
	for i, e := range f.Entries {
		if strings.Contains(e.Line, was) {
			f.Entries[i].Line = strings.Replace(e.Line, was, is, 1)
			return f
		}
	}
	t.Fatalf("no line has %s", was)
	return f
}

// TestImportVerifiesBeforeItStores: what verify refuses is not imported, nothing of it is
// stored, and nothing panics.
func TestImportVerifiesBeforeItStores(t *testing.T) {
	t.Parallel()
	toys, celles := sample(t, samples+"match.json", 34), sample(t, "../../docs/pictures/match.json", 60)
	for _, c := range []struct {
		name string
		file func() fake
		want string
	}{
		{"a changed die", func() fake { return toys.edited(t, `"path":["flood"]`, `"path":["dry"]`) }, "entry 6: roll 1"},
		{"a proof of zeros", func() fake {
			f := toys.clone()
			for i := range f.Entries {
				f.Entries[i].Line = regexp.MustCompile(`"proof":"[0-9a-f]*"`).ReplaceAllString(f.Entries[i].Line, `"proof":"`+strings.Repeat("0", 160)+`"`)
			}
			return f
		}, "entry 6: roll 1"},
		{"an id that leaves the folder", func() fake {
			f := toys.edited(t, `"match":"toy-1"`, `"match":"../../x"`)
			f.Match = "../../x"
			return f
		}, `the id "../../x" is not made of`},
		{"an id with escapes", func() fake {
			f := toys.edited(t, `"match":"toy-1"`, `"match":"\u001b[2J"`)
			f.Match = "\x1b[2J"
			return f
		}, `the id "\x1b[2J" is not made of`},
		{"a large data set", func() fake {
			f := toys.clone()
			f.Data.Files["more.csv"] = strings.Repeat("x", match.MaxData)
			return f
		}, "bytes of the data set"},
		{"a large file", func() fake {
			f := toys.clone()
			f.Data.Files["more.csv"] = strings.Repeat("x", match.MaxBytes)
			return f
		}, "too large: at most 16777216 bytes"},
		{"a chit that nobody drew", func() fake {
			return celles.edited(t, `"chit-drawn","data":{"side":"allied"`, `"chit-drawn","data":{"side":""`)
		}, "entry 21: "},
		{"a column that there is not", func() fake { return celles.edited(t, `"column":"`, `"column":"9-9`) }, "entry 14: "},
		{"a step of a combat that nobody fights", func() fake {
			return celles.edited(t, `"kind":"chit-drawn","data":{`, `"kind":"combat-step","data":{"step":"att-loss"}},{"kind":"chit-drawn","data":{`)
		}, "entry 7: "},
		{"a panic of the rules", func() fake {
			return celles.edited(t, `"kind":"turn-began","data":{"turn":1`, `"kind":"turn-began","data":{"turn":0`)
		}, "entry "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			name, db := filepath.Join(dir, "forged.json"), filepath.Join(dir, "referee.db")
			if err := os.WriteFile(name, c.file().chained(), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			code := run(t.Context(), []string{"import", name, "--db", db}, strings.NewReader(""), &out, &errs)
			if code != cli.Failed || !strings.Contains(errs.String(), c.want) || out.Len() > 0 || len(errs.String()) > 600 {
				t.Errorf("exit code %d, %s%s", code, errs.String(), out.String())
			}
			s, err := store.Open(t.Context(), db, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all, err := s.Matches(t.Context())
			if err := errors.Join(err, s.Close()); err != nil || len(all) > 0 {
				t.Errorf("stored %v, %v", all, err)
			}
			if code := run(t.Context(), []string{"verify", name}, strings.NewReader(""), io.Discard, io.Discard); code != cli.Failed {
				t.Errorf("verify: exit code %d", code)
			}
		})
	}
}

// TestForgedFilesAreRefused imports files with one to three changes, of all samples.
func TestForgedFilesAreRefused(t *testing.T) {
	t.Parallel()
	c := newCustoms(t, known.Verifier())
	random := rand.New(rand.NewPCG(12, 6))
	files := honest(t)
	refused := 0
	for range *forgedFiles {
		program := make([]byte, 4*(1+random.IntN(3)))
		for i := range program {
			program[i] = byte(random.IntN(256))
		}
		which := random.IntN(len(files))
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("file %d, changes %v: %v\n%s", which, program, p, debug.Stack())
				}
			}()
			if c.imports(t, poisoned(files[which], program).chained()) != nil {
				refused++
			}
		}()
	}
	if refused < *forgedFiles*8/10 || refused == *forgedFiles {
		t.Errorf("%d of %d are refused", refused, *forgedFiles)
	}
}
