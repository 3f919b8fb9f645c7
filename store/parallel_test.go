package store_test

import (
	"fmt"
	"io"
	"sync"
	"testing"

	"referee/engine/match"
)

// TestManyAtOnce lets many matches go on at once, while others read, back up and
// check.
func TestManyAtOnce(t *testing.T) {
	s := newStore(t)
	const matches = 6
	var writers sync.WaitGroup
	all := make([][]*match.Match, matches)
	for i := range all {
		all[i] = played(t, match.ID(fmt.Sprint("m", i)), uint64(i))
		writers.Go(func() {
			seq := 0
			for _, m := range all[i] {
				b := match.Batch{
					Match: m.ID(), After: seq, Entries: m.After(seq), Over: m.Over(), Place: "p",
					Key: fmt.Sprint(m.ID(), " ", seq), Outbox: []match.Intent{{Place: "p"}},
				}
				if _, _, err := s.Commit(t.Context(), b); err != nil {
					t.Error(err)
				}
				seq = m.Seq()
			}
			if err := s.Pack(t.Context(), last(all[i]).ID()); err != nil {
				t.Error(err)
			}
		})
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	readers.Go(func() {
		for {
			if _, err := s.Snapshot(t.Context(), io.Discard); err != nil {
				t.Error(err)
			}
			list, err := s.MatchesAt(t.Context(), "p")
			if err != nil {
				t.Error(err)
			}
			for _, c := range list {
				if _, err := s.Load(t.Context(), c.ID); err != nil {
					t.Error(err)
				}
			}
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	writers.Wait()
	close(done)
	readers.Wait()
	for _, steps := range all {
		loads(t, s, last(steps))
	}
}
