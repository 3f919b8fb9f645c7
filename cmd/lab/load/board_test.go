package load

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/test/discordtest"
)

// TestBoardsAreTimed: a position waits from the answer that told of it until a picture of it, or
// of one after it; the words of its board may come before.
func TestBoardsAreTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, asked := newBoards(), &discordtest.User{}
		answer := func(seq int) {
			b.saw(&discordtest.Message{For: asked, Content: fmt.Sprintf("Done.\n-# m1 #%d·0123abcd", seq)})
		}
		board := func(seq int, picture string) {
			m := &discordtest.Message{Content: fmt.Sprintf("### Turn 1\n-# m1 #%d·0123abcd", seq)}
			if picture != "" {
				m.Files = []discordtest.Attachment{{ID: picture, Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x06\x40\x00\x00\x04\x98")}}
			}
			b.saw(m)
		}
		answer(1) // before anything is counted
		b.begin()
		answer(2)
		time.Sleep(time.Second)
		answer(3)
		answer(3) // looked at again
		time.Sleep(time.Second)
		board(3, "")
		if b.left() != 2 {
			t.Errorf("%d positions have no picture, want 2", b.left())
		}
		time.Sleep(2 * time.Second)
		board(3, "a")
		board(3, "a") // its words alone are edited
		answer(4)
		end := time.Now()
		time.Sleep(5 * time.Second)
		board(3, "b")
		board(4, "c")
		answer(5)
		time.Sleep(7 * time.Second)
		got := b.sum(end)
		want := boardsTold{Due: 4, Pictures: 3, Replaced: 1, Missing: 1, Words: 5, Oldest: 7, P50: 4, P99: 5, Last: 5}
		if fmt.Sprint(got.ByWidth) != "map[1600x1176:3]" {
			t.Errorf("pictures %v", got.ByWidth)
		}
		if got.ByWidth = nil; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}
