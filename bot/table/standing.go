package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// rehearsed is a standing order that was typed, and is not armed yet.
type rehearsed struct {
	match match.ID
	seat  engine.Seat
	text  string
}

// standing lists the standing orders of a seat, rehearses one, or arms the one that was
// rehearsed last: "standing list", "standing red: lose units red-a", "standing arm".
func standing(q *request, words []string) error {
	seat, words, err := standingSeat(q, words)
	if err != nil {
		return err
	}
	switch {
	case len(words) == 0 || len(words) == 1 && words[0] == "list":
		return standings(q, seat)
	case len(words) == 1 && words[0] == "arm":
		return arm(q)
	}
	r, err := q.seen.DryRun(q.ctx, q.by(seat), strings.Join(words, " "))
	if err != nil {
		q.rehearsed = rehearsed{}
		return err
	}
	q.rehearsed = rehearsed{q.id, seat, r.Text}
	q.say("table.rehearsed", engine.Noun("seat", string(seat)), engine.Text("order", q.typed(r.Text)))
	tellAll(q, r.Answer.Lines)
	q.say("table.arm")
	return nil
}

// standingSeat is the seat of a standing order: the one named before it, or the one whose
// turn it is.
func standingSeat(q *request, words []string) (engine.Seat, []string, error) {
	if len(words) > 0 {
		if seat, rest, named := cutSeat(q, words); named {
			return seat, rest, nil
		}
	}
	seat, err := q.acting(nil)
	return seat, words, err
}

// standings lists the standing orders of a seat, and what they can be about.
func standings(q *request, seat engine.Seat) error {
	list, err := q.seen.Standings(q.ctx, q.by(seat))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		q.say("table.standing-none", engine.Noun("seat", string(seat)))
	} else {
		q.say("table.standing-list", engine.Noun("seat", string(seat)))
	}
	for _, s := range list {
		q.write(fmt.Sprintf("%4d  %s", s.Seq, q.typed(s.Text)))
	}
	for _, c := range q.info.Clauses {
		q.entry(q.typed(c.Example), "clause."+c.Name)
	}
	return nil
}

// arm arms the standing order that was rehearsed last.
func arm(q *request) error {
	r := q.rehearsed
	if r.text == "" || r.match != q.id {
		return refused("table.arm-nothing")
	}
	q.rehearsed = rehearsed{}
	return q.does(r.seat, turn.Stand, turn.With{Text: r.text})
}

// revoke revokes a standing order of any seat: "revoke 12".
func revoke(q *request, words []string) error {
	n := 0
	if len(words) > 0 {
		n, _ = strconv.Atoi(strings.TrimPrefix(words[0], "#")) // 0: no such order
	}
	for _, s := range slices.DeleteFunc(slices.Clone(q.info.Seats), func(s engine.Seat) bool { return !q.person(s) }) {
		if err := q.does(s, turn.Revoke, turn.With{N: n}); !errors.Is(err, match.ErrNoOrder) {
			return err
		}
	}
	return match.ErrNoOrder
}

// tellUnfired explains why no standing order has answered a question.
func tellUnfired(q *request, a referee.Ask) {
	for _, u := range a.Unfired {
		q.tell(u.Said())
	}
}
