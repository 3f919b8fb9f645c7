package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"referee/bot/backup"
	"referee/bot/discord/wire"
	"referee/bot/operator"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
)

// watching tells the operator what is wrong with the referee.
func watching(c config.Values, h *house, backups *backup.Schedule, log *slog.Logger) (*operator.Watch, error) {
	owner := func() (string, error) { return wire.Owner(h.store) }
	if c.Owner != "" {
		account, err := wire.Account(wire.ID(c.Owner))
		if err != nil {
			return nil, cli.Misused("owner: %w", err)
		}
		owner = func() (string, error) { return account, nil }
	}
	dirs := []string{filepath.Dir(c.DB)}
	troubles := []operator.Trouble{{Name: "key-unlike", Find: func(time.Time) ([]engine.Arg, bool, error) {
		return nil, h.keysUnlike() != nil, nil
	}}}
	if backups != nil {
		troubles = append(troubles, operator.Trouble{Name: "backup-late", Find: func(now time.Time) ([]engine.Arg, bool, error) {
			return backupLate(backups, now)
		}}, operator.Trouble{Name: "backup-unproven", Find: func(time.Time) ([]engine.Arg, bool, error) {
			state, err := backups.State()
			return []engine.Arg{engine.Text("match", string(state.Match)), engine.Text("file", state.Unproven)}, state.Unproven != "", err
		}})
		dirs = append(dirs, backups.Dir)
	}
	troubles = append(troubles, operator.Trouble{Name: "disk-full", Find: func(time.Time) ([]engine.Arg, bool, error) {
		return diskFull(c.DB, dirs)
	}})
	return &operator.Watch{Troubles: troubles, Owner: owner, Notes: h.store, Now: time.Now, Log: log}, nil
}

// backupLate reports whether a backup is a day late, and when the last one was made.
func backupLate(b *backup.Schedule, now time.Time) ([]engine.Arg, bool, error) {
	state, err := b.State()
	if err != nil || state.Since.IsZero() {
		return nil, false, err
	}
	last := "—"
	if !state.Last.At.IsZero() {
		last = state.Last.At.UTC().Format("2006-01-02 15:04 UTC")
	}
	return []engine.Arg{engine.Text("last", last)}, now.After(b.Late(state)), nil
}

// leastFree is how many bytes should be free on a disk, in addition to room for two
// more copies of the store.
const leastFree = 256 << 20

// tooFull reports whether a disk has too few bytes free for a store of a size.
func tooFull(free uint64, size int64) bool { return free < leastFree+2*uint64(size) }

// diskFull reports the first of some directories whose disk is nearly full.
func diskFull(db string, dirs []string) ([]engine.Arg, bool, error) {
	info, err := os.Stat(db)
	if err != nil {
		return nil, false, err
	}
	for _, dir := range dirs {
		free, err := diskFree(dir)
		if errors.Is(err, os.ErrNotExist) {
			continue // it is made with the first backup
		}
		if err != nil {
			return nil, false, err
		}
		if tooFull(free, info.Size()) {
			return []engine.Arg{engine.Text("dir", dir), engine.Num("free", int(free>>20))}, true, nil
		}
	}
	return nil, false, nil
}
