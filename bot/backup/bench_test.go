package backup_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// BenchmarkStall stores a hundred answers a second, each waiting for the disk, in a
// file of 400 MB that grows meanwhile: with nothing else, and while backups of it
// are made. It reports how long the longest took.
func BenchmarkStall(b *testing.B) {
	path := filepath.Join(b.TempDir(), "r.db")
	s, err := store.Open(b.Context(), path, store.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	data, err := match.LoadData(toy.Files())
	if err == nil {
		err = s.PutData(b.Context(), begun(b, "m").Opening().Data, data)
	}
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 0))
	body := make([]byte, 4<<20)
	for i := range 100 {
		for j := range body {
			body[j] = byte(r.Uint32())
		}
		if err := s.PutNote(b.Context(), fmt.Sprint("ballast ", i), body); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for _, under := range []bool{false, true} {
		b.Run(fmt.Sprintf("backup=%v", under), func(b *testing.B) {
			s, err := store.Open(b.Context(), path, store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				done := make(chan error, 1)
				go func() {
					if !under {
						time.Sleep(3 * time.Second)
						done <- nil
						return
					}
					copied := filepath.Join(b.TempDir(), "copy.db")
					_, err := maker(b.Context(), s).Make(b.Context(), copied, true)
					done <- err
				}()
				answer(b, s, done)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// answer commits until something is done, and reports how that went.
func answer(b *testing.B, s *store.Store, done <-chan error) {
	b.Helper()
	start, n := time.Now(), 0
	var longest time.Duration
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
			b.ReportMetric(float64(n)/time.Since(start).Seconds(), "commits/s")
			return
		case <-tick.C:
		}
		m := begun(b, match.ID(fmt.Sprintf("m%d-%d", start.UnixNano(), n)))
		n++
		before := time.Now()
		batch := match.Batch{Match: m.ID(), Entries: m.Log(), Key: "key " + string(m.ID()), Reply: make([]byte, 1300)}
		if _, _, err := s.Commit(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
		longest = max(longest, time.Since(before))
	}
}
