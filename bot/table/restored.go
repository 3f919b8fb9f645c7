package table

import (
	"errors"

	"referee/bot/referee"
	"referee/engine/match"
)

// goOn agrees, for all people at the table, that a match goes on that was restored
// from a backup.
func goOn(q *request, _ []string) error {
	reply := referee.Reply{From: q.look.Seq}
	for _, seat := range q.info.Seats {
		if !q.person(seat) {
			continue // a program agrees by itself
		}
		next, err := q.Referee.Resume(q.ctx, q.by(seat), "")
		if reply.To > 0 && errors.Is(err, match.ErrNotOnHold) { // one account has agreed for all
			break
		}
		if err != nil {
			return err
		}
		reply.To = next.To
	}
	return q.tellReply(q.mine, reply, nil)
}
