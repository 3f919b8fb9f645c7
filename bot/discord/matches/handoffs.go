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
func handoffs(c *command.Call, t turn.Turn) (command.Answer, error) {
	h, err := schedule.HandoffsOf(t.Look.Snapshot.Match())
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(t.Look)}
	if len(h.List) == 0 {
		return c.Said("handoffs-none")
	}
	out.Text(c.Say("handoffs", engine.Num("n", len(h.List))))
	var turns []string
	for turn := max(1, h.Turn-9); turn <= h.Turn; turn++ {
		turns = append(turns, c.Say("handoffs-turn", engine.Num("turn", turn), engine.Num("n", h.InTurn(turn))))
	}
	out.Text(turns...)
	for _, s := range once(c.Context(), people(t.Look)) {
		out.Text(waited(c, s, h.List))
	}
	if !h.Finish.IsZero() {
		out.Text(c.Say("handoffs-finish", engine.Text("day", on(h.Finish))))
	}
	return command.Answer{Card: out}, nil
}

// waited says how often somebody was waited for in some hand-offs, and how long.
func waited(c *command.Call, s referee.Sitting, list []schedule.Handoff) string {
	times, long := schedule.Handoffs{List: list}.Waited(s.Player, c.Now())
	if times == 0 {
		return c.Say("waited-never", engine.Text("who", who(c.Voice, s)))
	}
	return c.Say("waited", engine.Text("who", who(c.Voice, s)), engine.Num("n", times), engine.Text("long", lasting(c.Voice, long)),
		engine.Text("each", lasting(c.Voice, long/time.Duration(times))))
}
