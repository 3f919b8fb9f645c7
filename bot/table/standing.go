package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/bot/referee"
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
func standing(t *Session, words []string) error {
	seat, words, err := leaves(t, words)
	if err != nil {
		return err
	}
	switch {
	case len(words) == 0 || len(words) == 1 && words[0] == "list":
		return standings(t, seat)
	case len(words) == 1 && words[0] == "arm":
		return arm(t)
	}
	r, err := read(t, func(s *referee.Snapshot) (referee.DryRun, error) {
		return s.DryRun(t.by(seat), strings.Join(words, " "))
	})
	if err != nil {
		t.rehearsed = rehearsed{}
		return err
	}
	t.rehearsed = rehearsed{t.id, seat, r.Text}
	t.say("table.rehearsed", engine.Noun("seat", string(seat)), engine.Text("order", t.typed(r.Text)))
	for _, m := range r.Answer.Lines {
		t.tell(m)
	}
	t.say("table.arm")
	return nil
}

// leaves is the seat of a standing order: the one named before it, or the one whose
// turn it is.
func leaves(t *Session, words []string) (engine.Seat, []string, error) {
	if len(words) > 0 {
		if seat, rest, named := addressed(t, words); named {
			return seat, rest, nil
		}
	}
	seat, err := t.acting(nil)
	return seat, words, err
}

// standings lists the standing orders of a seat, and what they can be about.
func standings(t *Session, seat engine.Seat) error {
	list, err := read(t, func(s *referee.Snapshot) ([]referee.Armed, error) { return s.Standings(t.by(seat)) })
	if err != nil {
		return err
	}
	if len(list) == 0 {
		t.say("table.standing-none", engine.Noun("seat", string(seat)))
	} else {
		t.say("table.standing-list", engine.Noun("seat", string(seat)))
	}
	for _, s := range list {
		t.write(fmt.Sprintf("%4d  %s", s.Seq, t.typed(s.Text)))
	}
	for _, c := range t.info.Clauses {
		t.entry(t.typed(c.Example), "clause."+c.Name)
	}
	return nil
}

// arm arms the standing order that was rehearsed last.
func arm(t *Session) error {
	r := t.rehearsed
	if r.text == "" || r.match != t.id {
		return refused("table.arm-nothing")
	}
	t.rehearsed = rehearsed{}
	reply, err := t.Referee.AddStanding(t.by(r.seat), r.text)
	return t.answered(r.seat, reply, err)
}

// revoke revokes a standing order of any seat: "revoke 12".
func revoke(t *Session, words []string) error {
	n := 0
	if len(words) > 0 {
		n, _ = strconv.Atoi(strings.TrimPrefix(words[0], "#")) // 0: no such order
	}
	for _, s := range slices.DeleteFunc(slices.Clone(t.info.Seats), func(s engine.Seat) bool { return !t.person(s) }) {
		reply, err := t.Referee.RevokeStanding(t.by(s), n)
		if !errors.Is(err, match.ErrNoOrder) {
			return t.answered(s, reply, err)
		}
	}
	return match.ErrNoOrder
}

// unfired explains why no standing order has answered a question.
func unfired(t *Session, a referee.Ask) {
	for _, u := range a.Unfired {
		t.tell(u.Said())
	}
}
