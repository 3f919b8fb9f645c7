package league

import (
	"testing"

	"referee/engine/enginetest/chaintest"
)

// BenchmarkFold reads and folds the log of a league of sixteen who have all met, as it is
// done when a league is taken from the store.
func BenchmarkFold(b *testing.B) {
	l := new(League)
	do := func(d Decision, err error) {
		b.Helper()
		if err == nil {
			l, err = l.Do(d)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	do(Decision{Author: 1, Act: ActCreate{Rules: &Rules{League: "test", Format: FormatRoundRobin, Slots: 1, Scoring: PlainScoring()}}}, nil)
	for p := Player(1); p <= 16; p++ {
		do(Decision{Author: p, Act: ActJoin{Player: p}}, nil)
	}
	for do(l.Begin(nil, 0)); !l.Complete(); {
		do(l.Next(0))
		for _, m := range l.Matches() {
			if m.Result == nil {
				do(Decision{Act: ActResult{Match: m.No, Result: &Result{How: Played, Winner: First, VP: 1}}}, nil)
			}
		}
	}
	raw := chaintest.Raws(l.Log())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := reread(raw); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(l.Seq()), "decisions")
}
