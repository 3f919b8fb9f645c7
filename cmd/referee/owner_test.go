package main

import (
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// owner is who runs the referee for a club, with what docs/install.md and docs/monitoring.md tell them: the program in a
// directory, and two people who play.
type owner struct{ *daemon }

// newOwner makes an owner.
func newOwner(t *testing.T) *owner {
	t.Helper()
	return &owner{newDaemon(t, programOf(t))}
}

// programOf is this very binary under the name of the program, by which TestMain knows it.
func programOf(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "referee")
	if err := os.Symlink(self, program); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	return program
}

// types runs the program as the owner does at their shell, in the directory of the matches, and returns what it
// says; well is whether it is to end with 0.
func (o *owner) types(well bool, args ...string) string {
	o.t.Helper()
	cmd := exec.Command(o.binary, args...)
	cmd.Dir = o.dir
	cmd.Env = append(os.Environ(), "REFEREE_DB=referee.db", "REFEREE_KEY=referee.key", "REFEREE_GAME=toy", "REFEREE_OPS_LISTEN=off")
	out, err := cmd.CombinedOutput()
	if (err == nil) != well {
		o.t.Fatalf("referee %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// hears checks that something was said.
func (o *owner) hears(said string, want ...string) {
	o.t.Helper()
	for _, w := range want {
		if !strings.Contains(said, w) {
			o.t.Errorf("%q is missing in:\n%s", w, said)
		}
	}
}

// press presses a button of what /choose shows somebody.
func (o *owner) press(u *discordtest.User, label string) string {
	o.t.Helper()
	shown := u.Slash(o.ch, "choose").Wait().Message
	b, ok := shown.Button(label)
	if !ok {
		o.t.Fatalf("%s has no button %q in:\n%s", u.Name, label, shown)
	}
	return u.Click(shown, b.CustomID).Wait().Message.Text()
}

// weather is what is rolled after both have planned.
var weather = regexp.MustCompile(`The weather: \w+\.`)

// plan has both plan, and returns the roll that follows.
func (o *owner) plan() string {
	o.t.Helper()
	o.press(o.anna, "march")
	said := weather.FindString(o.press(o.ben, "hold"))
	if said == "" {
		o.t.Fatalf("nothing was rolled:\n%s", o.shown())
	}
	return said
}

// TestAnAfternoonOfAnOwner: the referee is started, played with, copied while people play, and loses its
// directory; a restored backup and its key bring the match back, which goes on once both agree, and the same orders bring
// the same dice.
func TestAnAfternoonOfAnOwner(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	o := newOwner(t)
	safe := filepath.Join(t.TempDir(), "monday.db")
	o.hears(o.types(true, "doctor"), "referee.db does not exist yet: the first start creates it", "Nothing is wrong.")
	o.start()
	o.anna.Slash(o.ch, "match new", "side:red").Wait()
	o.ben.Slash(o.ch, "match join", "side:blue").Wait()
	o.hears(o.types(true, "backup", safe, "--with-key"), "matches: 1; leagues: 0", "all verified", "To restore it: referee restore "+safe, safe+".key: the dice key")
	o.hears(o.types(true, "status"), "matches: 1 under way, 1 in all")
	o.hears(o.types(true, "doctor"), "matches: 1 under way, 1 in all", "the running referee has its own token", "Nothing is wrong.")
	rolled := o.plan()
	o.hears(o.types(false, "restore", safe), "stop the referee that runs on it")
	o.stop()
	o.hears(o.logged(), "no database found: creating a new one", "stopped cleanly: every answered command is stored")

	if err := os.RemoveAll(o.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(o.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	said := o.types(true, "restore", safe)
	o.hears(said, "referee.key: the dice key, from "+safe+".key", "on hold until resumed: 1")
	if strings.Contains(said, "before you start the referee") {
		t.Errorf("it lacks something:\n%s", said)
	}
	o.hears(o.types(true, "doctor"), "matches: 1; leagues: 0; no referee is running on it", "no backup in data/backups yet", "Nothing is wrong.")
	o.start()
	o.d.Until("the place to be told", func() bool { return strings.Contains(o.shown(), localetest.Part("en", "referee.told.restore")) })
	goOn := localetest.Told("en", "discord.button.go-on", engine.Num("n", 4))
	o.press(o.anna, goOn)
	o.press(o.ben, goOn)
	if again := o.plan(); again != rolled {
		t.Errorf("%q, and before the loss %q", again, rolled)
	}
	o.d.Until("a backup", func() bool { return strings.Contains(o.logged(), "backup made and proven") })
	o.stop()
	o.hears(o.logged(), "database opened")
	o.hears(o.types(true, "replay", "--all"), "all results unchanged")
	o.hears(o.types(true, "store", "check"), "no errors")
}

// logged is what the program has logged.
func (o *owner) logged() string {
	o.t.Helper()
	text, err := os.ReadFile(filepath.Join(o.dir, "log"))
	if err != nil {
		o.t.Fatal(err)
	}
	return string(text)
}

// TestAnUpdate: a store of an older version is looked at, judged by the new one before it takes its place, and then
// played on; what a newer version wrote is refused, and stays as it is.
func TestAnUpdate(t *testing.T) {
	t.Parallel()
	thorough.Slow(t)
	o := newOwner(t)
	db := filepath.Join(o.dir, "referee.db")
	if err := os.WriteFile(db, unpacked(t, filepath.Join(corpus, "store-6.db.zst")), 0o600); err != nil {
		t.Fatal(err)
	}
	o.hears(o.types(true, "doctor"), "written by an older version: the next start updates it", "Nothing is wrong.")
	o.hears(o.types(true, "replay", "--all", "--over"), "matches: 26; all results unchanged")
	o.start()
	o.anna.Slash(o.ch, "match new", "side:red").Wait()
	o.ben.Slash(o.ch, "match join", "side:blue").Wait()
	o.plan()
	o.hears(o.types(true, "status"), "27 in all")
	o.stop()
	o.hears(o.types(true, "replay", "--all", "--over"), "matches: 27; all results unchanged")

	newer(t, db)
	before, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	o.hears(o.types(false, "doctor"), "written by a newer referee", "use the newer version, or restore a backup from before it")
	o.hears(o.types(false, "table", "--script", os.DevNull), "the file was written by a newer referee: use that version")
	after, err := os.ReadFile(db)
	if err != nil || string(after) != string(before) {
		t.Errorf("the file of a newer version was changed, %v", err)
	}
}

// newer has a file look as if a version that is to come had written it.
func newer(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("schema"), binary.BigEndian.AppendUint64(nil, 99))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
