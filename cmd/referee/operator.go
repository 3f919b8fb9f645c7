package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"referee/bot/backup"
	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
	"referee/bot/operator"
	"referee/bot/schedule"
	"referee/cmd/cli"
	"referee/engine"
)

// reach is how the referee reaches people, as far as its operator can be told of it.
type reach interface {
	Unreachable() error
	Waiting() wire.Waiting
	InvalidRequests() int
	Sessions() wire.Sessions
}

var _ reach = (*wire.Bot)(nil)

// watching tells the operator what is wrong with the referee.
func watching(ctx context.Context, owner, db string, h *house, to reach, backups *backup.Schedule, log *slog.Logger) (*operator.Watch, error) {
	account := func() (string, error) { return wire.Owner(ctx, h.store) }
	if owner != "" {
		named, err := wire.Account(wire.ID(owner))
		if err != nil {
			return nil, cli.Misused("owner: %w", err)
		}
		account = func() (string, error) { return named, nil }
	}
	dirs := []string{filepath.Dir(db)}
	troubles := []operator.Trouble{{Name: "key-unlike", Find: func(time.Time) ([]engine.Arg, bool, error) {
		return nil, h.keysUnlike(ctx) != nil, nil
	}}}
	if backups != nil {
		troubles = append(troubles, operator.Trouble{Name: "backup-late", Find: func(now time.Time) ([]engine.Arg, bool, error) {
			return backupLate(ctx, backups, now)
		}}, operator.Trouble{Name: "backup-unproven", Find: func(time.Time) ([]engine.Arg, bool, error) {
			state, err := backups.State(ctx)
			return []engine.Arg{engine.Text("match", string(state.Match)), engine.Text("file", state.Unproven)}, state.Unproven != "", err
		}})
		dirs = append(dirs, backups.Dir)
	}
	troubles = append(troubles, operator.Trouble{Name: "disk-full", Find: func(time.Time) ([]engine.Arg, bool, error) {
		return diskFull(db, dirs)
	}})
	troubles = append(troubles, operator.Trouble{Name: "fault", Find: func(now time.Time) ([]engine.Arg, bool, error) {
		return newFault(filepath.Dir(db), now)
	}})
	troubles = append(troubles, unreached(to)...)
	if h.time != nil {
		troubles = append(troubles, operator.Trouble{Name: "time-doubted", Find: func(time.Time) ([]engine.Arg, bool, error) {
			return nil, to.Unreachable() == nil && doubted(h.time.Look()), nil
		}})
	}
	return &operator.Watch{Troubles: troubles, Owner: account, Notes: h.store, Now: time.Now, Log: log}, nil
}

// When the operator is told: of posts that wait, of requests of which Discord counts half, and
// of sessions of which a tenth is left.
const (
	postsLate     = 15 * time.Minute
	invalidMany   = rest.InvalidMost / 2
	sessionsFew   = 10 // the total is so many times what is left
	doubtedTooFor = 10 * time.Minute
	faultNewFor   = 24 * time.Hour
)

// unreached are the troubles with the way to people.
func unreached(to reach) []operator.Trouble {
	return []operator.Trouble{
		{Name: "posts-wait", Find: func(time.Time) ([]engine.Arg, bool, error) {
			oldest := to.Waiting().Oldest
			return []engine.Arg{engine.Num("minutes", int(oldest.Minutes()))}, oldest >= postsLate && to.Unreachable() == nil, nil
		}},
		{Name: "requests-invalid", Find: func(time.Time) ([]engine.Arg, bool, error) {
			n := to.InvalidRequests()
			return []engine.Arg{engine.Num("n", n)}, n >= invalidMany, nil
		}},
		{Name: "sessions-used", Find: func(time.Time) ([]engine.Arg, bool, error) {
			s := to.Sessions()
			return []engine.Arg{engine.Num("left", s.Left), engine.Num("total", s.Total)}, s.Left*sessionsFew < s.Total, nil
		}},
	}
}

// doubted reports whether the time has been doubted for so long that it does not pass by itself.
func doubted(s schedule.Sight) bool { return s.Doubt != "" && s.For >= doubtedTooFor }

// newFault reports whether a fault was met lately, with the file of the last.
func newFault(dir string, now time.Time) ([]engine.Arg, bool, error) {
	found, err := faultFiles(dir)
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	last := found[len(found)-1]
	return []engine.Arg{engine.Text("file", last.path)}, now.Sub(last.at).Abs() < faultNewFor, nil
}

// backupLate reports whether a backup is a day late, and when the last one was made.
func backupLate(ctx context.Context, b *backup.Schedule, now time.Time) ([]engine.Arg, bool, error) {
	state, err := b.State(ctx)
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
