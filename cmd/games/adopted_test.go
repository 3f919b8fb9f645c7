package games_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"referee/cmd/games"
	"referee/engine/enginetest"
	"referee/engine/enginetest/matchtest"
	"referee/engine/match"
)

// TestAMatchContinuesOnAnotherBoard: in each game a match whose players adopt a board with other terrain is played to its end on
// it, and its file alone is verified.
func TestAMatchContinuesOnAnotherBoard(t *testing.T) {
	for _, module := range games.Known() {
		t.Run(module.ID, func(t *testing.T) {
			t.Parallel()
			g, err := module.Open(module.Files(), module.Law)
			if err != nil {
				t.Fatal(err)
			}
			if g.Info().Board == nil {
				t.Skip("the game has no map: a data set of another owner is no other board of it")
			}
			policy := enginetest.Bias(module.Weights)
			whole := matchtest.Played(t, g, policy)
			m, err := whole.At(whole.Line()[len(whole.Line())/2].Decision.Seq)
			if err != nil {
				t.Fatal(err)
			}
			from, err := match.LoadData(module.Files())
			if err != nil {
				t.Fatal(err)
			}
			change := func(file, was, is string, times int) *match.BoardChange {
				to := match.Data{file: strings.Replace(from[file], was, is, times)}
				other, err := g.Over(to)
				if err != nil {
					t.Fatal(err)
				}
				return match.ChangeBoard(other.Info().Data, from, to)
			}
			offer := func(b *match.BoardChange) (*match.Match, error) {
				return m.Offer(match.By{Player: 1}, g.Info().Seats[0], match.ActOffer{Offer: match.NewBoard, Board: b})
			}
			newer := change("hexes.csv", ",clear,", ",woods,", 40)
			if m, err = offer(newer); err != nil {
				t.Fatal(err)
			}
			if m, err = m.Accept(match.By{Player: 2}, g.Info().Seats[1], match.NewBoard); err != nil {
				t.Fatal(err)
			}
			at := m.Seq()
			if board := m.Game().Info().Board; m.Game().Info().Data != newer.Data || slices.Equal(board.Hexes, g.Info().Board.Hexes) {
				t.Error("the board is the same as before")
			}
			m = matchtest.PlayedOn(t, m, policy)
			var file bytes.Buffer
			if err := match.Encode(&file, &match.File{Data: from, Entries: m.Log()}); err != nil {
				t.Fatal(err)
			}
			_, _, report, err := games.Known().Verifier().Read(&file)
			if err != nil || !slices.Equal(report.Course.Boards, []match.BoardAdoption{{Seq: at, Data: newer.Data}}) || report.Judged != m.Seq() {
				t.Errorf("%d of %d decisions judged, boards %v: %v", report.Judged, m.Seq(), report.Course.Boards, err)
			}
			folded, err := match.Fold(g, m.Log())
			if err != nil || folded.Position().String() != m.Position().String() || folded.Game().Info().Data != newer.Data {
				t.Errorf("folded it is another match: %v", err)
			}
		})
	}
}
