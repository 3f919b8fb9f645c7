package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/store"
	"referee/store/keyring"
)

// keyed is a configuration with a store and a key in a directory of its own.
func keyed(t testing.TB) config.Values {
	t.Helper()
	dir := t.TempDir()
	return config.Values{General: config.General{Game: "toy", DB: filepath.Join(dir, "referee.db")}, Dice: config.Dice{Key: filepath.Join(dir, "referee.key")}}
}

func opened(t testing.TB, c config.Values) *house {
	t.Helper()
	h, err := openHouse(t.Context(), c.General, c.Dice, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func closed(t testing.TB, h *house) {
	t.Helper()
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
}

// runs has a referee run over a store until the test ends, for commands that find it there.
func runs(t *testing.T, c config.Values) *house {
	t.Helper()
	h := opened(t, c)
	end, err := listening(t.Context(), &holder{house: h, db: c.DB}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
		closed(t, h)
	})
	return h
}

// begun opens a match with its players.
func begun(t testing.TB, h *house) match.ID {
	t.Helper()
	r, err := h.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Setup: engine.Setup{"weather": "off"}, Place: "here"})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		if _, err := h.Join(t.Context(), referee.Command{Match: r.Match, Seat: seat, Account: "test:" + string(seat), Door: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	return r.Match
}

func ran(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// TestKeysBesideARunningReferee: they are shown, and not changed.
func TestKeysBesideARunningReferee(t *testing.T) {
	thorough.Slow(t)
	c := keyed(t)
	h := opened(t, c)
	begun(t, h)
	end, err := listening(t.Context(), &holder{house: h, db: c.DB}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	was, err := os.ReadFile(c.Dice.Key)
	if err != nil {
		t.Fatal(err)
	}
	args := func(more ...string) []string {
		return append(append([]string{"key"}, more...), "--db", c.DB, "--key", c.Dice.Key)
	}
	t.Setenv("REFEREE_KEYPASSPHRASE", "")
	if code, out, errs := ran(args("show")...); code != cli.Done || !strings.Contains(out, "for new matches; matches under way: 1\n") {
		t.Errorf("show: %d %s%s", code, out, errs)
	}
	var refused sync.WaitGroup // each waits a while for the file
	for _, more := range [][]string{{"rotate"}, {"prune", "--force"}, {"add", c.Dice.Key}, {"forsake", "--all"}} {
		refused.Go(func() {
			if code, out, errs := ran(args(more...)...); code != cli.Failed || !strings.Contains(errs, "another process uses the file") {
				t.Errorf("%s: %d %s%s", more, code, out, errs)
			}
		})
	}
	refused.Wait()
	t.Setenv("REFEREE_KEYPASSPHRASE", "secret")
	if code, _, errs := ran(args("encrypt")...); code != cli.Failed || !strings.Contains(errs, "another process uses the file") {
		t.Errorf("encrypt: %d %s", code, errs)
	}
	is, err := os.ReadFile(c.Dice.Key)
	if err != nil || !bytes.Equal(was, is) {
		t.Errorf("the file changed: %v", err)
	}
	if code, out, errs := ran("status", "--db", c.DB); code != cli.Done || strings.Contains(out, "keys of the dice") {
		t.Errorf("status: %d %s%s", code, out, errs)
	}
	if err := os.Remove(c.Dice.Key); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := ran("status", "--db", c.DB); code != cli.Done ||
		!strings.Contains(out, "dice keys: the next start would fail: "+c.Dice.Key+" is missing, with") {
		t.Errorf("status without the file: %d %s%s", code, out, errs)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	closed(t, h)
}

// TestTheKeysAreWatched: a file that would stop the next start is told while the
// referee runs.
func TestTheKeysAreWatched(t *testing.T) {
	c := keyed(t)
	h := opened(t, c)
	defer closed(t, h)
	good, err := os.ReadFile(c.Dice.Key)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name, want string) {
		t.Helper()
		err := h.keysUnlike(t.Context())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	put := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(c.Dice.Key, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check("at the start", "")
	put(bytes.Repeat([]byte{7}, 32))
	check("another key, and no match", "does not hold key")
	id := begun(t, h)
	check("another key", "does not hold the dice keys of matches under way (1: "+string(id)+")")
	put(nil)
	check("empty", "it is empty")
	if err := os.Remove(c.Dice.Key); err != nil {
		t.Fatal(err)
	}
	check("gone", "is missing, with the dice keys of matches under way (1: "+string(id)+")")
	put(good)
	check("back", "")
	more, err := keyring.NewKey(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := h.keys.file.Replace(append(keyring.Ring{more}, h.keys.ring...)); err != nil {
		t.Fatal(err)
	}
	check("with one more", "")
	check("looked at again", "")
}

// TestImportedMatchesStopNoStart: a match that came from elsewhere never had its key
// here. Once somebody plays it here it counts.
func TestImportedMatchesStopNoStart(t *testing.T) {
	from := opened(t, keyed(t))
	id := begun(t, from)
	var file bytes.Buffer
	if err := from.Files.Export(t.Context(), &file, id, engine.Judge); err != nil {
		t.Fatal(err)
	}
	closed(t, from)
	c := keyed(t)
	h := opened(t, c)
	if _, err := h.Files.Import(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	closed(t, h)
	h = opened(t, c)
	if err := h.Claim(t.Context(), referee.Command{Match: id, Seat: "red", Account: "test:x", Door: "test"}, "there"); err != nil {
		t.Fatal(err)
	}
	closed(t, h)
	if _, err := openHouse(t.Context(), c.General, c.Dice, fixed{}); err == nil || !strings.Contains(err.Error(), string(id)) {
		t.Errorf("claimed: %v", err)
	}
}

// TestManyMatchesAreNamedInPart loses the key of many.
func TestManyMatchesAreNamedInPart(t *testing.T) {
	c := keyed(t)
	h := opened(t, c)
	for range mostNamed + 5 {
		begun(t, h)
	}
	closed(t, h)
	if err := os.Remove(c.Dice.Key); err != nil {
		t.Fatal(err)
	}
	_, err := openHouse(t.Context(), c.General, c.Dice, fixed{})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("(%d: ", mostNamed+5)) || !strings.Contains(err.Error(), ", 5 more)") {
		t.Errorf("%v", err)
	}
}

// BenchmarkStartKeys is what a start costs with 2,000 matches under way, on the oldest
// of three keys.
func BenchmarkStartKeys(b *testing.B) {
	c := keyed(b)
	h := opened(b, c)
	for range 2000 {
		begun(b, h)
	}
	closed(b, h)
	for range 2 {
		if code, _, errs := ran("key", "rotate", "--db", c.DB, "--key", c.Dice.Key); code != cli.Done {
			b.Fatal(errs)
		}
	}
	s, err := store.Open(b.Context(), c.DB, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}()
	for b.Loop() {
		if _, matches, err := startKeys(b.Context(), c.Dice, s); err != nil || matches.on[2] != 2000 {
			b.Fatal(matches.on, err)
		}
	}
}
