package matches

import (
	"maps"
	"slices"
	"time"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// offering says what is offered, by whom, and what accepting it would mean, as everybody may know it.
func offering(h *command.Handlers, v command.Voice, l referee.Look) []string {
	by := engine.Text("who", named(v, l, l.Offerer))
	open := "-# " + v.Say("offer-open")
	switch l.Offer {
	case match.Draw:
		return []string{v.Say("offer-stands", by), open}
	case match.TakeBack:
		return asksBack(h, v, l, by)
	case match.Law:
		return otherwise(v, l, "law-stands")
	case match.NewBoard:
		said := engine.Say("referee.told.offer-board", engine.Noun("seat", string(l.Offerer)), engine.Text("board", l.OfferedBoard.Called))
		return v.TellAll(append([]engine.Msg{said}, l.OfferedBoard.Changes...))
	case match.NewSettings:
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(l.Proposed)) {
		text := l.Proposed[name]
		switch name {
		case referee.SettingHints:
			lines = append(lines, v.Say("proposes-hints", by))
		case schedule.SettingClock:
			s, err := clock.Parse(text)
			if err != nil {
				continue
			}
			if s.Runs() {
				lines = append(lines, v.Say("proposes-clock", by), clockSettings(v, s))
			} else {
				lines = append(lines, v.Say("proposes-none", by))
			}
			if now, err := clock.Parse(l.Settings[schedule.SettingClock]); err == nil && now.Runs() {
				lines = append(lines, "-# "+v.Say("clock-now", engine.Text("clock", clockSettings(v, now))))
			}
		case schedule.SettingPause:
			if at, err := time.Parse(time.RFC3339, text); err == nil {
				lines = append(lines, v.Say("proposes-pause-until", by, engine.Text("until", stamp(at))))
			} else {
				lines = append(lines, v.Say("proposes-pause", by))
			}
		}
	}
	return append(lines, open)
}

// undoneRoom is how many characters of what a take-back would undo a request tells.
const undoneRoom = 600

// asksBack says what a request to go back would undo, and when it lapses.
func asksBack(h *command.Handlers, v command.Voice, l referee.Look, by engine.Arg) []string {
	u, err := turn.Undoing(l.Snapshot, engine.Spectator, l.Seq, l.AskedBack)
	if err != nil {
		h.Log.Error("not said what a take-back undoes", "match", l.Match, "error", err)
	}
	key := "asks-back"
	if u.Chance != "" {
		key += "." + u.Chance
	}
	said := lists.Map(u.Said, func(m engine.Msg) string { return "> " + v.Tell(m) })
	lines := append([]string{v.Say(key, by, engine.Num("n", u.N))}, command.Fitting(said, undoneRoom, "> …")...)
	return append(lines, "-# "+v.Say("asks-back-lapses", engine.Text("when", until(l.Lapses()))))
}

// allows is the player's decision of a post that allowed the request to go back which stood before it; nil: none did.
func (n news) allows() *match.Decision {
	if n.was.AskedBack == 0 {
		return nil
	}
	for _, e := range n.now.Snapshot.Match().After(n.post.From) {
		if a, accepts := e.Decision.Act.(match.ActAccept); accepts && a.Offer == match.TakeBack && e.Decision.Seq <= n.post.To {
			return &e.Decision
		}
	}
	return nil
}

// wentBack says to the player who has asked for it where a match is back at.
func wentBack(n news, allowed *match.Decision, who string) (string, error) {
	u, err := turn.Undoing(n.now.Snapshot, engine.Spectator, n.post.From, n.was.AskedBack)
	args := []engine.Arg{engine.Text("who", who), engine.Text("other", named(n.Voice, n.now, allowed.Seat)), engine.Num("n", n.was.AskedBack)}
	if err != nil || len(u.Said) == 0 {
		return n.Say("back-for.untold", args...), err
	}
	return n.Say("back-for", append(args, engine.Text("what", n.Tell(u.Said[0])))...), nil
}
