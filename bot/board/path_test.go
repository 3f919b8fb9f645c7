package board_test

import (
	"flag"
	"testing"

	"referee/bot/board"
	"referee/bot/test/callpath"
)

var update = flag.Bool("update", false, "write into docs/architecture.md what a click passes")

// TestWhatAClickPasses: few functions stand between the handler and the referee, and the page lists them.
func TestWhatAClickPasses(t *testing.T) {
	s := newSite(t)
	c := &clicker{site: s, Client: s.browser()}
	st := c.state("seat=red")
	callpath.Check(t, "A click", *update, func() {
		c.does(c.Client, c.action(st, board.Action{Seat: "red", Do: "pick", Prompt: st.Asks[0].Prompt, Path: []string{"march"}}), 200)
	})
}
