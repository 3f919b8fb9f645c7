package table

import (
	"errors"
	"slices"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// runPrograms lets programs answer until a person is asked, and prints what they did in each phase.
func (q *request) runPrograms() error {
	for q.mine != "" && q.think != nil {
		reply, did, err := q.runProgram()
		if err != nil || !did {
			return err
		}
		q.lastReply.to = reply.To
		if err := q.refresh(); err != nil {
			return err
		}
		if err := q.tellPhase(reply.From, reply.To); err != nil {
			return err
		}
		if err := q.await(); err != nil {
			return err
		}
	}
	return nil
}

// runProgram lets programs answer once. If that takes long it says so, and that the table can be left meanwhile.
func (t *Session) runProgram() (referee.Reply, bool, error) {
	type answered struct {
		reply referee.Reply
		did   bool
		err   error
	}
	got := make(chan answered, 1)
	id := t.id
	go func() {
		reply, did, err := t.think(id)
		got <- answered{reply, did, err}
	}()
	var a answered
	select {
	case a = <-got:
		return a.reply, a.did, a.err
	case <-t.Long():
	}
	s, err := t.Referee.Snapshot(t.ctx, id)
	if err == nil {
		seat, program := opponent(s.Match())
		t.say("table.thinking", engine.Noun("program", program), engine.Noun("seat", string(seat)))
		err = t.lines.Aside(func() { a = <-got })
	} else {
		a = <-got
	}
	return a.reply, a.did, errors.Join(err, a.err)
}

// opponent is the first seat that a program has, and its name.
func opponent(m *match.Match) (engine.Seat, string) {
	for _, s := range m.Game().Info().Seats {
		if p, is := m.Program(s); is {
			return s, p.Name
		}
	}
	return "", ""
}

// tellPhase prints what programs did, and how to ask why.
func (q *request) tellPhase(from, to int) error {
	seat, program := opponent(q.seen.Match())
	q.say("table.played", engine.Noun("program", program), engine.Noun("seat", string(seat)))
	if err := q.tellDecisions(q.viewer(), from, to); err != nil {
		return err
	}
	reasons, err := q.seen.Why(q.ctx, q.viewer(), from, to)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(reasons, func(r referee.Reason) bool { return !r.Gone }) {
		q.say("table.played-why", q.command("why"))
	}
	return nil
}
