package schedule

import (
	"context"
	"errors"
	"slices"
	"testing"

	"referee/engine/match"
)

// shelf keeps outages as the store does, and may be full.
type shelf struct {
	OutageStore
	all   map[int64]int64
	reads int
	full  bool
}

func (s *shelf) PutOutage(ctx context.Context, o match.Outage) error {
	if s.full {
		return errors.New("the disk is full")
	}
	s.all[o.From] = o.To
	return nil
}

func (s *shelf) Outages(context.Context, int64) ([]match.Outage, error) {
	s.reads++
	var out []match.Outage
	for from, to := range s.all {
		out = append(out, match.Outage{From: from, To: to})
	}
	slices.SortFunc(out, func(a, b match.Outage) int { return int(a.From - b.From) })
	return out, nil
}

// TestOutageList is what is stored, read once, and not what could not be stored.
func TestOutageList(t *testing.T) {
	s := &shelf{all: map[int64]int64{10: 20, 30: 40}}
	l := &outageList{store: s}
	want := func(since int64, want ...match.Outage) {
		t.Helper()
		if got, err := l.list(t.Context(), since); err != nil || !slices.Equal(got, want) {
			t.Errorf("since %d: %v (%v), want %v", since, got, err, want)
		}
	}
	want(0, match.Outage{From: 10, To: 20}, match.Outage{From: 30, To: 40})
	if err := errors.Join(l.put(t.Context(), match.Outage{From: 50}), l.put(t.Context(), match.Outage{From: 50, To: 60}), l.put(t.Context(), match.Outage{From: 70})); err != nil {
		t.Fatal(err)
	}
	want(19, match.Outage{From: 10, To: 20}, match.Outage{From: 30, To: 40}, match.Outage{From: 50, To: 60}, match.Outage{From: 70})
	want(40, match.Outage{From: 50, To: 60}, match.Outage{From: 70})
	s.full = true
	if l.put(t.Context(), match.Outage{From: 70, To: 80}) == nil {
		t.Error("a full disk is no error")
	}
	want(60, match.Outage{From: 70})
	want(1000, match.Outage{From: 70})
	if s.reads != 1 {
		t.Errorf("read %d times", s.reads)
	}
}
