package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"referee/bot/notebook"
	"referee/engine/match"
)

// Schedule regularly makes backups in a directory, and keeps the most recent ones.
type Schedule struct {
	Maker Maker
	Dir   string
	// Every is the time between two backups.
	Every time.Duration
	// Keep is how many backups are kept, and Age how long; 0: no limit. The newest is
	// always kept. The same holds for unproven copies; once a backup is proven again,
	// even the newest of those is removed when it is too old.
	Keep  int
	Age   time.Duration
	Notes notebook.Store
	Log   *slog.Logger
}

// Status is the state of a schedule's backups.
type Status struct {
	Since  time.Time `json:"since"` // when the first was to be made
	Last   Made      `json:"last"`  // the last that was proven
	Failed time.Time `json:"failed,omitzero"`
	Fault  string    `json:"fault,omitempty"` // why the last try failed; "" where it did not
	// Match is the first that could not be judged in the last try, and Unproven the
	// copy that is kept all the same; "" where it was not so.
	Match    match.ID `json:"match,omitempty"`
	Unproven string   `json:"unproven,omitempty"`
}

// noteState is the name of the note with the Status.
const noteState = "backups"

// How often the schedule checks, by the wall clock, whether a backup is due, and when a
// failed one is tried again.
const (
	lookEvery  = time.Minute
	retryAfter = time.Hour
)

// names matches the names of backups here, unprovenNames those of unproven copies,
// partNames those of unfinished ones.
var (
	names         = regexp.MustCompile(`^referee-[0-9]{8}T[0-9]{6}Z\.db$`)
	unprovenNames = regexp.MustCompile(`^referee-[0-9]{8}T[0-9]{6}Z\.db\.unproven$`)
	partNames     = regexp.MustCompile(`^\.referee-[0-9]{8}T[0-9]{6}Z\.db\.[0-9]+\.part$`)
)

// nameFormat makes them.
const nameFormat = "referee-20060102T150405Z.db"

// Run makes backups when they are due until ctx ends.
func (s *Schedule) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := s.Step(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("no proven backup was made", "dir", s.Dir, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Forget forgets which backups were made, so that the next is due at once.
func Forget(ctx context.Context, n notebook.Store) error {
	if err := n.PutNote(ctx, noteState, nil); err != nil {
		return fmt.Errorf("backup: forget how they stand: %w", err)
	}
	return nil
}

// State is the state of the backups.
func (s *Schedule) State(ctx context.Context) (Status, error) {
	return notebook.Read[Status](ctx, s.Notes, noteState)
}

// Late is when the last backup, or the first, will be a day late.
func (s *Schedule) Late(state Status) time.Time {
	last := state.Since
	if state.Last.At.After(last) {
		last = state.Last.At
	}
	return last.Add(s.Every + 24*time.Hour)
}

// Step makes a backup if one is due. The error of a failed one is stored, too.
func (s *Schedule) Step(ctx context.Context) error {
	now := s.Maker.Now()
	state, err := s.State(ctx)
	if err != nil {
		return err
	}
	retry := min(s.Every, retryAfter)
	if state.Unproven != "" {
		retry = s.Every // there is a copy, and only another version of the program can prove it
	}
	if now.Sub(state.Last.At).Abs() < s.Every || state.Fault != "" && now.Sub(state.Failed).Abs() < retry {
		return nil
	}
	if state.Since.IsZero() {
		state.Since = now
	}
	made, err := s.make(ctx, now)
	if ctx.Err() != nil {
		return err // it was stopped, and has not failed
	}
	state = Status{Since: state.Since, Last: state.Last}
	var doubtful *Unproven
	switch {
	case err == nil:
		state.Last = made
		s.Log.Info("backup made and proven", "file", made.Path, "bytes", made.Bytes, "matches", made.Matches, "leagues", made.Leagues)
		err = errors.Join(s.discard(now, names, 1), s.discard(now, unprovenNames, 0))
	case errors.As(err, &doubtful):
		state.Match, state.Unproven = doubtful.Match, doubtful.Path
		state.Failed, state.Fault = now, err.Error()
		err = errors.Join(err, s.discard(now, unprovenNames, 1))
	default:
		state.Failed, state.Fault = now, err.Error()
	}
	return errors.Join(err, notebook.Write(ctx, s.Notes, noteState, state))
}

// make makes a backup.
func (s *Schedule) make(ctx context.Context, now time.Time) (Made, error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return Made{}, err
	}
	return s.Maker.Make(ctx, filepath.Join(s.Dir, now.UTC().Format(nameFormat)), false)
}

// discard removes files with some names that are too many or too old, except a number
// of the newest, and what a killed process has left. Other files stay.
func (s *Schedule) discard(now time.Time, of *regexp.Regexp, least int) error {
	list, err := os.ReadDir(s.Dir)
	if err != nil {
		return err
	}
	var errs []error
	kept := 0
	for _, f := range slices.Backward(list) { // the newest first
		at, dated := time.Parse(nameFormat, strings.TrimSuffix(f.Name(), unproven))
		switch {
		case partNames.MatchString(f.Name()):
		case !of.MatchString(f.Name()) || dated != nil:
			continue
		case kept < least, (s.Keep == 0 || kept < s.Keep) && (s.Age == 0 || now.Sub(at) <= s.Age):
			kept++
			continue
		}
		errs = append(errs, os.Remove(filepath.Join(s.Dir, f.Name())))
	}
	return errors.Join(errs...)
}
