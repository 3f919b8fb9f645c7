package backup_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/backup"
	"referee/engine"
	"referee/engine/match"
)

// scheduled is a schedule whose clock a test moves.
func scheduled(t *testing.T) (*backup.Schedule, *time.Time) {
	t.Helper()
	s, now := filled(t), noon
	m := maker(t.Context(), s)
	m.Now = func() time.Time { return now }
	return &backup.Schedule{
		Maker: m, Dir: filepath.Join(t.TempDir(), "backups"), Every: 24 * time.Hour, Keep: 3, Age: 100 * time.Hour,
		Notes: s, Log: slog.New(slog.DiscardHandler),
	}, &now
}

func TestSchedule(t *testing.T) {
	s, now := scheduled(t)
	step := func(after time.Duration, want string) {
		t.Helper()
		*now = now.Add(after)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := files(t, s.Dir); got != want {
			t.Errorf("at %s there is %s, want %s", now, got, want)
		}
	}
	const first, second, third = "referee-20261122T120000Z.db", "referee-20261123T120000Z.db", "referee-20261124T120000Z.db"
	step(0, first)
	step(23*time.Hour, first)
	step(time.Hour, first+" "+second)
	step(24*time.Hour, first+" "+second+" "+third)
	for _, name := range []string{"mine.db", ".referee-20261101T120000Z.db.17.part"} { // the second is from a process that was killed
		if err := os.WriteFile(filepath.Join(s.Dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	step(24*time.Hour, "mine.db "+second+" "+third+" referee-20261125T120000Z.db") // three by count
	step(90*time.Hour, "mine.db referee-20261125T120000Z.db referee-20261129T060000Z.db")
	state, err := s.State(t.Context())
	if err != nil || state.Last.At != *now || state.Last.Matches != 2 || state.Since != noon || state.Fault != "" {
		t.Errorf("it stands so: %+v (%v)", state, err)
	}
	info, err := os.Stat(s.Dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory is %v (%v)", info, err)
	}
	if at := s.Late(state); at != now.Add(48*time.Hour) {
		t.Errorf("late at %s", at)
	}
}

// TestScheduleFails: a failure is kept, the older backups stay, however old they are,
// and it is tried again after an hour.
func TestScheduleFails(t *testing.T) {
	s, now := scheduled(t)
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	before, whole, tries := files(t, s.Dir), s.Maker.From, 0
	s.Maker.From = func(context.Context, io.Writer) (string, error) {
		tries++
		return "", errors.New("no space left on device")
	}
	*now = now.Add(200 * time.Hour)
	for range 3 { // the second and third look come too soon
		err := s.Step(t.Context())
		if tries != 1 || (err != nil && !strings.Contains(err.Error(), "no space left")) {
			t.Errorf("%d tries: %v", tries, err)
		}
		*now = now.Add(time.Minute)
	}
	state, err := s.State(t.Context())
	if err != nil || state.Fault == "" || state.Last.At != noon || !now.After(s.Late(state)) {
		t.Errorf("it stands so: %+v (%v)", state, err)
	}
	if got := files(t, s.Dir); got != before {
		t.Errorf("there is %s, before %s", got, before)
	}
	*now = now.Add(time.Hour)
	s.Maker.From = whole
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state, err := s.State(t.Context()); err != nil || state.Fault != "" || now.After(s.Late(state)) {
		t.Errorf("it stands so: %+v (%v)", state, err)
	}
	if got := files(t, s.Dir); strings.Contains(got, before) || strings.Contains(got, " ") {
		t.Errorf("there is %s", got)
	}
}

// TestScheduleUnproven: copies that are not proven are kept beside the backups, in the
// same number, and count for nothing; once one is proven, their age counts.
func TestScheduleUnproven(t *testing.T) {
	s, now := scheduled(t)
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	const first = "referee-20261122T120000Z.db"
	whole := s.Maker.Game
	s.Maker.Game = func(match.Opening, match.Data) (engine.Game, error) { return nil, errors.New("no such game") }
	for range 5 {
		*now = now.Add(24 * time.Hour)
		var u *backup.Unproven
		if err := s.Step(t.Context()); !errors.As(err, &u) {
			t.Errorf("got %v", err)
		}
		*now = now.Add(2 * time.Hour) // nothing is tried before a backup is due again
		if err := s.Step(t.Context()); err != nil {
			t.Errorf("got %v", err)
		}
	}
	const second, third, last = "referee-20261125T160000Z.db.unproven", "referee-20261126T180000Z.db.unproven", "referee-20261127T200000Z.db.unproven"
	if got := files(t, s.Dir); got != strings.Join([]string{first, second, third, last}, " ") {
		t.Errorf("there is %s", got)
	}
	state, err := s.State(t.Context())
	if err != nil || state.Last.At != noon || state.Match != "m1" || state.Unproven != filepath.Join(s.Dir, last) ||
		!strings.Contains(state.Fault, "match m1") || !now.After(s.Late(state)) {
		t.Errorf("it stands so: %+v (%v)", state, err)
	}
	s.Maker.Game = whole
	*now = now.Add(48 * time.Hour)
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := files(t, s.Dir); got != third+" "+last+" referee-20261129T220000Z.db" {
		t.Errorf("there is %s", got)
	}
	if state, err = s.State(t.Context()); err != nil || state.Fault != "" || state.Unproven != "" || state.Match != "" || state.Last.At != *now {
		t.Errorf("it stands so: %+v (%v)", state, err)
	}
}
