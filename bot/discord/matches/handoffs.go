package matches

import (
	"time"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
)

var handoffsCommand = &command.Command{Path: "clock/handoffs", Parts: []string{"match"}, Do: command.Here(handoffs)}

// handoffs reports how a match goes between its players: /clock handoffs.
func handoffs(q *command.Request, t turn.Turn) (command.Response, error) {
	h, err := schedule.HandoffsOf(t.Look.Snapshot.Match())
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(t.Look)
	if len(h.List) == 0 {
		return q.Said("handoffs-none")
	}
	out.Text(q.Say("handoffs", engine.Num("n", len(h.List))))
	var turns []string
	for turn := max(1, h.Turn-9); turn <= h.Turn; turn++ {
		turns = append(turns, q.Say("handoffs-turn", engine.Num("turn", turn), engine.Num("n", h.InTurn(turn))))
	}
	out.Text(turns...)
	for _, s := range once(people(t.Look)) {
		out.Text(waited(q, s, h.List))
	}
	if !h.Finish.IsZero() {
		out.Text(q.Say("handoffs-finish", engine.Text("day", on(h.Finish))))
	}
	return command.Response{Card: out}, nil
}

// waited says how often somebody was waited for in some hand-offs, and how long.
func waited(q *command.Request, s referee.Sitting, list []schedule.Handoff) string {
	times, long := schedule.Handoffs{List: list}.Waited(s.Player, q.Now())
	if times == 0 {
		return q.Say("waited-never", engine.Text("who", who(q.Voice, s)))
	}
	return q.Say("waited", engine.Text("who", who(q.Voice, s)), engine.Num("n", times), engine.Text("long", lasting(q.Voice, long)),
		engine.Text("each", lasting(q.Voice, long/time.Duration(times))))
}
