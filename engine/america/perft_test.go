package america

import (
	"flag"
	"testing"

	"referee/engine/enginetest"
)

var (
	update = flag.Bool("update", false, "write what is found into the files of testdata")
	long   = flag.Bool("long", false, "count perft lines marked long, too")
)

func TestPerft(t *testing.T) {
	game, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.RunPerft(t, game, enginetest.PerftFiles{Dir: "testdata/perft", Update: *update, Long: *long})
}
