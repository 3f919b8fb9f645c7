package games_test

import (
	"testing"
	"testing/fstest"

	"referee/cmd/games"
	"referee/engine/match"
)

// TestTheDataBuiltInIsOpenedOnce: matches over the data set built in, and over a copy of it as a match holds one, share one
// game; those over another data set do not.
func TestTheDataBuiltInIsOpenedOnce(t *testing.T) {
	for _, m := range games.Known() {
		first, err := m.Open(m.Files(), m.Law)
		if err != nil {
			t.Fatal(err)
		}
		held, err := match.LoadData(m.Files())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := m.Open(held, m.Law); err != nil || again != first {
			t.Errorf("%s: a copy of the data set is opened again: %v", m.ID, err)
		}
		other := fstest.MapFS{}
		for name, text := range held {
			other[name] = &fstest.MapFile{Data: []byte("# another\n" + text)}
		}
		if g, err := m.Open(other, m.Law); err != nil || g == first || g.Info().Data == first.Info().Data {
			t.Errorf("%s: another data set is taken for the one built in: %v", m.ID, err)
		}
		if _, err := m.Open(m.Files(), m.Law+1); err == nil {
			t.Errorf("%s is opened under a law that there is not", m.ID)
		}
	}
}
