package discord

import (
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
)

var handoffsCommand = &command{path: "match/handoffs", parts: []string{"match"}, do: handoffs}

// handoffs reports how a match goes between its players: /match handoffs.
func handoffs(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	h, err := c.Referee.Schedule().Handoffs(l.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	if len(h.List) == 0 {
		return c.said("handoffs-none")
	}
	out.text(c.say("handoffs", engine.Num("n", len(h.List))))
	var turns []string
	for turn := max(1, h.Turn-9); turn <= h.Turn; turn++ {
		turns = append(turns, c.say("handoffs-turn", engine.Num("turn", turn), engine.Num("n", h.InTurn(turn))))
	}
	out.text(turns...)
	seen := map[string]bool{}
	for _, s := range l.Sitting {
		if name := who(s); !seen[name] {
			seen[name] = true
			out.text(waited(c, s, h.List))
		}
	}
	if !h.Finish.IsZero() {
		out.text(c.say("handoffs-finish", engine.Text("day", on(h.Finish))))
	}
	return answer{card: out}, nil
}

// waited says how often somebody was waited for in some hand-offs, and how long.
func waited(c *call, s referee.Sitting, list []schedule.Handoff) string {
	times, long := schedule.Handoffs{List: list}.Waited(s.Player, c.Now())
	if times == 0 {
		return c.say("waited-never", engine.Text("who", who(s)))
	}
	return c.say("waited", engine.Text("who", who(s)), engine.Num("n", times), engine.Text("long", lasting(c.voice, long)),
		engine.Text("each", lasting(c.voice, long/time.Duration(times))))
}
