package keyring_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/store/keyring"
)

// cheap is the cost of a passphrase in tests of what is not about it.
const cheap = 10

// childEnv names the file that a child writes until it is killed.
const childEnv = "REFEREE_KEYRING_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		write(path)
	}
	os.Exit(m.Run())
}

// write replaces a file without end.
func write(path string) {
	for n := 1; ; n++ {
		if err := (keyring.KeyFile{Path: path}).Replace(ringOf(1 + n%3)); err != nil {
			os.Exit(1)
		}
	}
}

var made = time.Date(2026, time.November, 22, 18, 0, 0, 0, time.UTC)

// ringOf is a ring of n keys.
func ringOf(n int) keyring.Ring {
	var ring keyring.Ring
	for i := range n {
		ring = append(ring, keyring.Key{Secret: [32]byte{byte(n - i), 7}, Made: made.AddDate(0, 0, -i)})
	}
	return ring
}

func fileIn(t *testing.T) keyring.KeyFile {
	t.Helper()
	return keyring.KeyFile{Path: filepath.Join(t.TempDir(), "referee.key")}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(a, b keyring.Ring) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Secret != b[i].Secret || !a[i].Made.Equal(b[i].Made) {
			return false
		}
	}
	return true
}

func TestARingComesBack(t *testing.T) {
	for _, passphrase := range []string{"", "correct horse"} {
		f := fileIn(t)
		f.Passphrase, f.Work = passphrase, cheap
		must(t, f.Create(ringOf(3)))
		got, content, err := f.Load()
		if err != nil || !same(got, ringOf(3)) {
			t.Errorf("%q: %v, %v", passphrase, got, err)
		}
		secret := strings.Contains(string(content), "key 2026")
		if secret != (passphrase == "") {
			t.Errorf("%q: the file holds %s", passphrase, content)
		}
		info, err := os.Stat(f.Path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", passphrase, info.Mode(), err)
		}
		left, err := os.ReadDir(filepath.Dir(f.Path))
		if err != nil || len(left) != 1 {
			t.Errorf("%q: beside it are %v, %v", passphrase, left, err)
		}
		if err := f.Create(ringOf(1)); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%q: made again: %v", passphrase, err)
		}
		must(t, f.Replace(ringOf(1)))
		if got, _, err = f.Load(); err != nil || !same(got, ringOf(1)) {
			t.Errorf("%q: replaced: %v, %v", passphrase, got, err)
		}
	}
}

func TestOneRawKeyIsARing(t *testing.T) {
	f := fileIn(t)
	raw := bytes.Repeat([]byte{9}, 32)
	must(t, os.WriteFile(f.Path, raw, 0o600))
	got, _, err := f.Load()
	if err != nil || len(got) != 1 || !bytes.Equal(got[0].Secret[:], raw) || !got[0].Made.IsZero() {
		t.Fatalf("%v, %v", got, err)
	}
	must(t, f.Replace(got)) // as text
	again, _, err := f.Load()
	if err != nil || !same(got, again) {
		t.Errorf("%v, %v", again, err)
	}
}

// TestTheFormat keeps the file what earlier versions can read.
func TestTheFormat(t *testing.T) {
	f := fileIn(t)
	const text = `referee-keys/1
# The keys that dice are rolled by, newest first: when it was made, fingerprint, key.
# Whoever reads them can foresee rolls, and without them matches cannot go on.
key 2026-11-22T18:00:00Z b8cf73d93a29764b 0207000000000000000000000000000000000000000000000000000000000000
key - cc6d757747463e4d 0107000000000000000000000000000000000000000000000000000000000000
`
	ring := ringOf(2)
	ring[1].Made = time.Time{}
	must(t, f.Create(ring))
	got, err := os.ReadFile(f.Path)
	if err != nil || string(got) != text {
		t.Errorf("%s, %v", got, err)
	}
}

// TestARingThatWentThroughWindows: also one under a passphrase.
func TestARingThatWentThroughWindows(t *testing.T) {
	for _, passphrase := range []string{"", "a phrase"} {
		f := fileIn(t)
		f.Passphrase, f.Work = passphrase, cheap
		must(t, f.Create(ringOf(2)))
		text, err := os.ReadFile(f.Path)
		must(t, err)
		must(t, os.WriteFile(f.Path, append([]byte("\ufeff"), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))...), 0o600))
		if got, _, err := f.Load(); err != nil || !same(got, ringOf(2)) {
			t.Errorf("%q: %v, %v", passphrase, got, err)
		}
	}
	f := fileIn(t) // a key alone is no text
	raw := append([]byte("\x1f\x8b\r\n"), bytes.Repeat([]byte{9}, 28)...)
	must(t, os.WriteFile(f.Path, raw, 0o600))
	if got, _, err := f.Load(); err != nil || !bytes.Equal(got[0].Secret[:], raw) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestInvalidKeyRingsRefused(t *testing.T) {
	whole := fileIn(t)
	must(t, whole.Create(ringOf(2)))
	plain, err := os.ReadFile(whole.Path)
	must(t, err)
	locked := keyring.KeyFile{Path: whole.Path, Passphrase: "right", Work: cheap}
	must(t, locked.Replace(ringOf(2)))
	under, err := os.ReadFile(whole.Path)
	must(t, err)
	change := func(from []byte, was, is string) []byte {
		if !bytes.Contains(from, []byte(was)) {
			t.Fatalf("no %q in %s", was, from)
		}
		return bytes.Replace(from, []byte(was), []byte(is), 1)
	}
	lines := strings.SplitAfter(string(plain), "\n")
	middle := len(under) / 2
	for _, c := range []struct {
		name, passphrase string
		text             []byte
		want             string
	}{
		{"nothing", "", nil, keyring.ErrEmpty.Error()},
		{"nothing, with a passphrase", "right", nil, keyring.ErrEmpty.Error()},
		{"half a key", "", make([]byte, 31), "it has 31 bytes, but contains no keys"},
		{"a text", "", []byte("something else altogether"), "it has 25 bytes, but contains no keys"},
		{"no key", "", []byte(lines[0] + lines[1]), "line 1 is damaged: no key follows"},
		{"a later version", "", change(plain, "keys/1", "keys/2"), "line 1 is damaged: it is of another version: it needs a newer referee"},
		{"a digit", "", change(plain, " 0207", " 0307"), "line 4 is damaged: the key does not match its fingerprint"},
		{"a fingerprint", "", change(plain, "Z b8", "Z b9"), "line 4 is damaged: the key does not match its fingerprint"},
		{"a short key", "", change(plain, "0000\n", "00\n"), "line 4 is damaged: the key is not 64 hex digits"},
		{"no time", "", change(plain, "2026-11-21", "2026-13-21"), "line 5 is damaged: its time is not valid"},
		{"a later word", "", append(plain[:len(plain):len(plain)], "lock 5\n"...), "line 6 is damaged: this version cannot read this key"},
		{"a key twice", "", append(plain[:len(plain):len(plain)], lines[3]...), "line 6 is damaged: this key occurs twice"},
		{"cut off", "", plain[:len(plain)-9], "line 5 is damaged: the key is not 64 hex digits"},
		{"no passphrase", "", under, keyring.ErrLocked.Error()},
		{"a wrong one", "wrong", under, keyring.ErrPassphrase.Error()},
		{"one too many", "right", plain, keyring.ErrPlain.Error()},
		{"locked and changed", "right", append(append(under[:middle:middle], under[middle]^1), under[middle+1:]...), "is damaged"},
		{"locked and cut off", "right", under[:len(under)-60], "is damaged"},
	} {
		f := keyring.KeyFile{Path: filepath.Join(t.TempDir(), "key"), Passphrase: c.passphrase}
		must(t, os.WriteFile(f.Path, c.text, 0o600))
		if _, _, err := f.Load(); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), f.Path) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, _, err := (keyring.KeyFile{Path: "none/none"}).Load(); !errors.Is(err, keyring.ErrMissing) {
		t.Errorf("missing: %v", err)
	}
	if _, _, err := (keyring.KeyFile{Path: t.TempDir()}).Load(); err == nil || errors.Is(err, keyring.ErrMissing) {
		t.Errorf("a directory: %v", err)
	}
}

// TestALinkStays replaces a file through a link: what the link names is replaced.
func TestALinkStays(t *testing.T) {
	f := fileIn(t)
	link := keyring.KeyFile{Path: filepath.Join(t.TempDir(), "link")}
	must(t, f.Create(ringOf(1)))
	must(t, os.Symlink(f.Path, link.Path))
	must(t, link.Replace(ringOf(2)))
	if got, _, err := f.Load(); err != nil || !same(got, ringOf(2)) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestAKilledWriterLeavesAWholeFile kills a process that writes the file over and
// over: each time there is one of its rings.
func TestAKilledWriterLeavesAWholeFile(t *testing.T) {
	f := fileIn(t)
	must(t, f.Create(ringOf(1)))
	seen := map[int]int{}
	// As often as 20 times, and until something was written: each process lives a little
	// longer than the one before, as its start alone may take a slow machine seconds.
	for i := 0; i < 20 || len(seen) < 2 && i < 200; i++ {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childEnv+"="+f.Path)
		must(t, child.Start())
		time.Sleep(time.Duration(1+i) * 5 * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		got, _, err := f.Load()
		if err != nil || !same(got, ringOf(len(got))) {
			t.Fatalf("%v, %v", got, err)
		}
		seen[len(got)]++
	}
	if len(seen) < 2 {
		t.Errorf("nothing was written: %v", seen)
	}
}
