package celles

import (
	"testing"

	"referee/engine/enginetest"
)

func TestPerft(t *testing.T) {
	enginetest.RunPerft(t, openGame(t), enginetest.PerftFiles{
		Dir: "testdata/perft", Update: *update, Long: *long,
	})
}
