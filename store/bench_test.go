package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"referee/engine/chain"
	"referee/engine/match"
	"referee/store"
)

// BenchmarkCommit stores one answer with a key, an intent and a deadline, and
// waits for the disk.
func BenchmarkCommit(b *testing.B) {
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	var took []time.Duration
	var steps []*match.Match // of the match that is stored now
	n, round, at := 0, 0, 0
	for b.Loop() {
		b.StopTimer()
		if at == len(steps) {
			round++
			steps, at = played(b, match.ID(fmt.Sprint("m", round)), uint64(round)), 0
		}
		batch := match.Batch{
			Match: steps[at].ID(), Key: fmt.Sprint("key", n), Reply: []byte("done"),
			Outbox:    []match.Intent{{Place: "p", Body: []byte("say")}},
			Deadlines: []match.Deadline{{Name: "answer", At: int64(n + 1)}},
		}
		if at > 0 {
			batch.After = steps[at-1].Seq()
		}
		batch.Entries = steps[at].After(batch.After)
		n, at = n+1, at+1
		b.StartTimer()
		before := time.Now()
		if _, _, err := s.Commit(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(before))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkLoad reads a finished match, as it is and packed.
func BenchmarkLoad(b *testing.B) {
	for _, packed := range []bool{false, true} {
		b.Run(fmt.Sprintf("packed=%v", packed), func(b *testing.B) {
			s := newStore(b)
			m := last(played(b, "m", 1))
			commit(b, s, wholeMatch(m))
			if packed {
				if err := s.Pack(b.Context(), "m"); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if _, err := s.Load(b.Context(), "m"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// long is a record of 600 decisions, as long as that of a real game.
func long(b *testing.B, id match.ID) *match.Match {
	b.Helper()
	m := last(played(b, id, 1))
	r, roller := random(1)
	var err error
	for m.Seq() < 600 {
		if m.Over() {
			m, err = m.Rewind(match.By{At: 1, Door: "test"}, 3)
		} else {
			m, err = step(m, r, roller)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return m
}

// BenchmarkPack packs a match of 600 decisions.
func BenchmarkPack(b *testing.B) {
	s := newStore(b)
	n, size := 0, 0
	for b.Loop() {
		b.StopTimer()
		m := long(b, match.ID(fmt.Sprint("m", n)))
		commit(b, s, wholeMatch(m))
		size = 0
		for _, e := range m.Log() {
			size += len(e.Line) + len(e.Secret)
		}
		n++
		b.StartTimer()
		if err := s.Pack(b.Context(), m.ID()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size), "bytes-before")
}

// BenchmarkStart opens a store of matches of 600 decisions, nine in ten packed,
// and lists them. REFEREE_BENCH_MATCHES says how many they are; 500, the
// default, is a twentieth of what the store is meant for.
func BenchmarkStart(b *testing.B) {
	matches := 500
	if n, err := strconv.Atoi(os.Getenv("REFEREE_BENCH_MATCHES")); err == nil {
		matches = n
	}
	path := filepath.Join(b.TempDir(), "bench.db")
	fill(b, path, matches)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		s, err := store.Open(b.Context(), path, store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if list, err := s.Matches(b.Context()); err != nil || len(list) != matches {
			b.Fatal(len(list), err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(info.Size())/1e6, "MB")
	b.ReportMetric(float64(matches), "matches")
}

// fill makes a store of matches of 600 decisions, nine in ten packed. They
// differ in their ids.
func fill(b *testing.B, path string, matches int) {
	b.Helper()
	s, err := store.Open(b.Context(), path, store.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	model := long(b, "model")
	for i := range matches {
		id := match.ID(fmt.Sprintf("match-%05d", i))
		batch := match.Batch{
			Match: id, Entries: renamed(model, id), Place: fmt.Sprint("place ", i), Over: i%10 > 0,
			People: []match.Person{{Player: 1, Account: fmt.Sprint("user ", i%500), Name: "x"}},
		}
		commit(b, s, batch)
		if batch.Over {
			if err := s.Pack(b.Context(), id); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// renamed is a record under another id.
func renamed(m *match.Match, id match.ID) []*match.Entry {
	var head chain.Head
	out := make([]*match.Entry, m.Seq())
	for i, e := range m.Log() {
		c := *e
		if i == 0 {
			o := m.Opening()
			o.Match = id
			c.Decision.Act = match.ActOpen{Opening: &o, Events: c.Decision.Events()}
			c.Line = bytes.Replace(c.Line, []byte(m.ID()), []byte(id), 1)
		}
		head = head.Next(c.Line)
		c.Head = head
		out[i] = &c
	}
	return out
}
