package operator_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/operator"
	"referee/bot/post"
	"referee/engine"
	"referee/store"
)

// TestWatch: a trouble is told once a day for as long as it lasts, over a restart, and
// once when it is over; each trouble by itself; and nobody is told who is not known.
func TestWatch(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		wrong, owner := map[string]bool{}, ""
		find := func(name string) operator.Trouble {
			return operator.Trouble{Name: name, Find: func(time.Time) ([]engine.Arg, bool, error) {
				return []engine.Arg{engine.Text("dir", "/data")}, wrong[name], nil
			}}
		}
		pass := func(d time.Duration, want string) {
			t.Helper()
			w := &operator.Watch{
				Troubles: []operator.Trouble{find("disk-full"), find("backup-late")},
				Owner:    func() (string, error) { return owner, nil },
				Notes:    s, Now: time.Now, Log: slog.New(slog.DiscardHandler),
			}
			ctx, stop := context.WithTimeout(t.Context(), d)
			defer stop()
			w.Run(ctx)
			var keys []string
			list, err := s.Outbox(t.Context(), post.DMPlace("discord:1"))
			if err != nil {
				t.Fatal(err)
			}
			for _, in := range list {
				_, key, _ := strings.Cut(string(in.Body), "referee.operator.")
				key, _, _ = strings.Cut(key, `"`)
				keys = append(keys, key)
				if err := s.Sent(t.Context(), in.Place, in.No); err != nil {
					t.Fatal(err)
				}
			}
			if got := strings.Join(keys, " "); got != want {
				t.Errorf("told %q, want %q", got, want)
			}
		}
		pass(time.Hour, "")
		wrong["disk-full"] = true
		pass(time.Hour, "") // nobody is known
		owner = "discord:1"
		pass(time.Hour, "disk-full")
		wrong["backup-late"] = true
		pass(20*time.Hour, "backup-late")
		pass(10*time.Hour, "disk-full backup-late")
		wrong["disk-full"] = false
		pass(time.Hour, "disk-full-well")
		pass(24*time.Hour, "backup-late")
		wrong["backup-late"] = false
		pass(48*time.Hour, "backup-late-well")
	})
}
