package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/backup"
	"referee/bot/control"
	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
	"referee/cmd/config"
	"referee/store"
)

// TestServeMakesBackups: a running referee makes a backup by itself, which opens, and
// says so to whoever asks.
func TestServeMakesBackups(t *testing.T) {
	c := keyed(t)
	c.Backup.Dir, c.Backup.Every, c.Backup.Keep, c.Backup.Age = filepath.Join(t.TempDir(), "b"), 24*time.Hour, 7, 720*time.Hour
	h := opened(t, c)
	begun(t, h)
	log := slog.New(slog.DiscardHandler)
	backups := scheduled(t.Context(), c.Backup, h.store, log)
	end, err := listening(t.Context(), &holder{house: h, db: c.DB, backups: backups}, log)
	if err != nil {
		t.Fatal(err)
	}
	client, err := control.Dial(c.DB)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	s, err := client.Status(ctx)
	for err == nil && s.Backups.File == "" {
		time.Sleep(20 * time.Millisecond) // the process makes it by its own clock
		s, err = client.Status(ctx)
	}
	if err != nil || s.Free == 0 || s.Backups.Fault != "" {
		t.Fatalf("%+v, %v", s, err)
	}
	var said bytes.Buffer
	if err := printStatus(&said, s); err != nil || !strings.Contains(said.String(), "last backup: "+s.Backups.File+", verified, taken at ") {
		t.Errorf("it says %s (%v)", &said, err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	copied, err := store.Open(ctx, s.Backups.File, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if at, err := copied.BackupTime(ctx); err != nil || at == 0 {
		t.Errorf("taken at %d (%v)", at, err)
	}
	if err := copied.Close(); err != nil {
		t.Error(err)
	}
}

// TestNoBackupsAreWanted where the directory for them is left empty.
func TestNoBackupsAreWanted(t *testing.T) {
	if b := scheduled(t.Context(), config.Backup{}, nil, nil); b != nil {
		t.Errorf("without a directory: %v", b)
	}
}

// TestServeTellsItsOwner: who runs the referee is told by a direct message, in the
// language of the configuration, that a backup is late; and the owner of the
// application is learnt for when the configuration names nobody.
func TestServeTellsItsOwner(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
	g := d.Guild("club")
	ada, boss := g.Member("ada", "en-GB"), g.Member("boss", "en-GB")
	d.Own(boss)
	dir := t.TempDir()
	c := config.Values{
		General: config.General{DB: filepath.Join(dir, "r.db"), Game: "toy", Lang: "fr"},
		Dice:    config.Dice{Key: filepath.Join(dir, "r.key")},
		Discord: config.Discord{Token: d.Token(), Shards: 1, Owner: ada.ID},
		Backup:  config.Backup{Dir: filepath.Join(dir, "b"), Every: 24 * time.Hour, Keep: 7, Age: 720 * time.Hour},
	}
	s, err := store.Open(t.Context(), c.DB, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	state, err := json.Marshal(backup.Status{Since: now.Add(-100 * time.Hour), Failed: now, Fault: "the disk is on fire"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.PutNote(t.Context(), "backups", state), s.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(io.Discard)
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, d.Transport()) }()
	d.Ready()
	told := func(u *discordtest.User) string {
		text := ""
		for _, m := range u.DM().Messages(nil) {
			text += m.Text()
		}
		return text
	}
	d.Until("a direct message", func() bool { return strings.Contains(told(ada), localetest.Part("fr", "referee.operator.backup-late")) })
	if text := told(boss); text != "" {
		t.Errorf("the owner of the application is told %s", text)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if s, err = store.Open(t.Context(), c.DB, store.Options{}); err != nil {
		t.Fatal(err)
	}
	if account, err := wire.Owner(t.Context(), s); err != nil || account != "discord:"+boss.ID {
		t.Errorf("the application belongs to %q (%v)", account, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestDiskFull: a disk counts as nearly full before two more copies find no room.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "r.db")
	if err := os.WriteFile(db, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "none")
	if args, full, err := diskFull(db, []string{dir, missing}); err != nil || full {
		t.Errorf("an empty file: %v, %v, %v", args, full, err)
	}
	if err := os.Truncate(db, 1<<42); err != nil { // four TB of holes
		t.Skip(err)
	}
	if args, full, err := diskFull(db, []string{missing, dir}); err != nil || !full || len(args) != 2 {
		t.Errorf("a huge one: %v, %v, %v", args, full, err)
	}
}
