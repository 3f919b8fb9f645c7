package table

import (
	"errors"

	"referee/bot/referee"
	"referee/engine/match"
)

// agree agrees, for all people at the table, that a match goes on that was restored
// from a backup.
func agree(t *Session, _ []string) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	reply := referee.Reply{From: look.Seq}
	for _, seat := range t.info.Seats {
		if !t.person(seat) {
			continue // a program agrees by itself
		}
		next, err := t.Referee.Resume(t.by(seat), "")
		if reply.To > 0 && errors.Is(err, match.ErrNotOnHold) { // one account has agreed for all
			break
		}
		if err != nil {
			return err
		}
		reply.To = next.To
	}
	return t.answered(t.mine, reply, nil)
}
