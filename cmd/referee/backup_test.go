package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/control"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// gone is a game that this program does not have, as after an update that lost it.
type gone struct{ engine.Game }

func (g gone) Info() *engine.Info {
	info := *g.Game.Info()
	info.Game = "gone"
	return &info
}

// TestBackupUnproven: a match that cannot be judged does not keep a store from being
// copied. The command, the status and whoever runs the referee are told.
func TestBackupUnproven(t *testing.T) {
	c := keyed(t)
	c.Backup.Dir, c.Backup.Every, c.Backup.Keep, c.Backup.Age = filepath.Join(t.TempDir(), "b"), 24*time.Hour, 7, 720*time.Hour
	h := opened(t, c)
	begun(t, h)
	m, err := match.Open(match.By{At: 1000, Door: "test"}, "lost", gone{toy.Strict()}, engine.Setup{"rounds": "5"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	if err := h.store.PutData(t.Context(), m.Opening().Data, data); err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.store.Commit(t.Context(), match.Batch{Match: m.ID(), Entries: m.Log()}); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	backups := scheduled(t.Context(), c.Backup, h.store, log)
	if err := backups.Step(t.Context()); err == nil {
		t.Error("it is taken for a backup")
	}
	w, err := watching(t.Context(), c.Discord.Owner, c.DB, h, fakeReach{}, backups, log)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, trouble := range w.Troubles {
		args, wrong, err := trouble.Find(time.Now())
		if err != nil {
			t.Errorf("%s: %v", trouble.Name, err)
		}
		if trouble.Name == "backup-unproven" {
			told = wrong && args[0].Text == "lost" && strings.HasSuffix(args[1].Text, ".db.unproven")
		}
	}
	if !told {
		t.Error("nobody is told")
	}
	status, err := (&holder{house: h, db: c.DB, backups: backups}).Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkUnproven(t, status)
	closed(t, h)

	path := filepath.Join(t.TempDir(), "b.db")
	code, out, errs := ran("backup", path, "--with-key", "--db", c.DB, "--key", c.Dice.Key)
	if code != 1 || !strings.Contains(errs, "not verified: match lost cannot be judged: ") || !strings.HasSuffix(errs, "the copy is kept as "+path+".unproven\n") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	for name, want := range map[string]bool{path: false, path + ".unproven": true, path + ".key": true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// checkUnproven checks that a status names the match and the copy, and no backup.
func checkUnproven(t *testing.T, s control.Status) {
	t.Helper()
	var said strings.Builder
	if err := printStatus(&said, s); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"last backup: none yet\n", "the last attempt failed at ", "match lost cannot be judged", ".db.unproven\n"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the status says %s, and not %q", &said, want)
		}
	}
}
