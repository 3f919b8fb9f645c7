package workshop

import (
	"testing"

	"referee/engine"
)

func BenchmarkStroke(b *testing.B) {
	for _, id := range []string{"celles", "america-triumphant"} {
		b.Run(id, func(b *testing.B) {
			bench, err := Open(game(b, id), b.TempDir()+"/x.json")
			if err != nil {
				b.Fatal(err)
			}
			say := func(m engine.Msg) string { return m.Key }
			for b.Loop() {
				for _, brush := range []string{"woods", "clear"} {
					if _, err := bench.Do(Stroke{Brush: brush, Hexes: []string{"1603", "1604", "1605"}}); err != nil {
						b.Fatal(err)
					}
					if _, err := bench.problems(); err != nil {
						b.Fatal(err)
					}
					bench.contradictions(say)
					bench.guesses()
				}
			}
		})
	}
}
