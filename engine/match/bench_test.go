package match_test

import (
	"testing"

	"referee/engine/enginetest/chaintest"
	"referee/engine/match"
)

// BenchmarkFold reads and folds the record of a finished match, as it is done
// when a match is taken from the store.
func BenchmarkFold(b *testing.B) {
	m := newTable(b, 1).finish()
	list := chaintest.Raws(m.Log())
	b.ReportAllocs()
	for b.Loop() {
		entries, err := match.Read(list)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := match.Fold(m.Game(), entries); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Seq()), "decisions")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Seq()), "ns/decision")
}

// BenchmarkRead reads a record of 600 decisions and checks its chain.
func BenchmarkRead(b *testing.B) {
	tb := newTable(b, 1)
	for tb.m.Seq() < 600 {
		tb.finish()
		tb.take(tb.m.Rewind(tb.by(match.Referee), 3))
	}
	list := chaintest.Raws(tb.m.Log()[:600])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := match.Read(list); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnswer judges and appends one answer.
func BenchmarkAnswer(b *testing.B) {
	tb := newTable(b, 1)
	tb.until(asked("march"))
	p := tb.m.Position().Prompts()[0]
	by := tb.by(tb.m.Player(p.Seat))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tb.m.Answer(by, p.Seat, p.ID, []string{"stay"}); err != nil {
			b.Fatal(err)
		}
	}
}
