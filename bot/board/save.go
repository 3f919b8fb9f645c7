package board

import (
	"bytes"

	"referee/bot/referee"
	"referee/engine"
)

// saveable reports whether a match can be saved as a page: not what a turn file holds, which is half of one.
func (b *Board) saveable() bool { return b.Replay != nil && b.Turn == nil }

// replayAt is where the page is that plays a match again.
func replayAt(l referee.Look) string { return pathTo(l.Match) + "/replay" }

// replay serves a match as one page that plays it again, for download. The page shows what a spectator sees, because its
// owner can pass it on.
func replay(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if !q.b.saveable() {
		return errNowhere
	}
	l, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return err
	}
	done, err := q.alone()
	if err != nil {
		return err
	}
	var page bytes.Buffer
	err = q.b.Replay(&page, q.b.Drawer, l, q.lang)
	done()
	if err != nil {
		return err
	}
	return q.attachment(string(l.Match)+".html", page.Bytes())
}
