package matches

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// changes says what has happened since who asks has acted or looked last: in a
// paragraph and a picture that moves, what was rolled, what is asked now, and who
// waited how long.
func changes(q *command.Request, out *command.Card, l referee.Look) error {
	since, err := since(q, l)
	if err != nil {
		return err
	}
	lines, err := l.Snapshot.Lines(viewerOf(q, l), since, l.Seq)
	if err != nil {
		return err
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool { return isBeforehand(l.Said) })
	if since == l.Seq || len(lines) == 0 {
		out.Text(q.Say("changes-none"))
		out.Text(askedNow(q, l)...)
		out.Picture.Alt = alt(q.Voice, l, engine.Answer{})
		showUpright(q, out, l)
		return nil
	}
	out.Text(q.Say("changes", engine.Num("n", since)))
	out.Text(paragraph(q, lines)...)
	out.Text(askedNow(q, l)...)
	if err := waits(q, out, l, since); err != nil {
		return err
	}
	return movedSince(q, out, l, since)
}

// paragraph tells what happened in one paragraph, and lists what was rolled.
func paragraph(q *command.Request, lines []referee.Line) []string {
	var told, rolled []string
	last := 0
	for _, line := range lines {
		text := q.Tell(line.Said)
		told = append(told, text)
		if line.Seat == engine.Chance && line.Seq != last { // what follows from a roll is no roll
			rolled = append(rolled, "- `"+strconv.Itoa(line.Seq)+"` "+text)
			last = line.Seq
		}
	}
	const room = command.MaxText/2 - 300
	out := []string{strings.Join(command.Fitting(told, room, q.Say("and-more-lines")), " ")}
	if len(rolled) > 0 {
		out = append(append(out, q.Say("rolls", engine.Num("n", len(rolled)))), command.Fitting(rolled, room, q.Say("and-more-lines"))...)
	}
	return out
}

// askedNow says who is asked what, and until when.
func askedNow(q *command.Request, l referee.Look) []string {
	if l.Ending != nil {
		return ending(q.Voice, l)
	}
	lines := public(q.Voice, l)
	times, _, err := times(q.Context(), q.Handlers, q.Voice, l)
	if err != nil {
		q.Log.Warn("clocks not shown", "match", l.Match, "error", err)
	}
	return append(lines, times...)
}

// waits says who was waited for since a decision, and how long.
func waits(q *command.Request, out *command.Card, l referee.Look, since int) error {
	h, err := schedule.HandoffsOf(l.Snapshot.Match())
	if err != nil {
		return err
	}
	h.List = slices.DeleteFunc(h.List, func(x schedule.Handoff) bool { return x.Seq < since && !x.To.IsZero() })
	for _, s := range once(people(l)) {
		if times, _ := h.Waited(s.Player, q.Now()); times > 0 {
			out.Text("-# " + waited(q, s, h.List))
		}
	}
	return nil
}

// movedSince adds the picture: one scene after the other, or one with what changed.
func movedSince(q *command.Request, out *command.Card, l referee.Look, since int) error {
	viewer := out.Picture.Viewer
	if q.Animate == nil {
		scene, err := l.Snapshot.Match().VisibleTo(viewer).Changes(since, l.Seq)
		if err != nil {
			return err
		}
		out.Picture.Scenes = []match.Scene{scene}
	} else {
		scenes, err := referee.Replay(l.Snapshot.Match(), viewer, since, l.Seq)
		if err != nil {
			return err
		}
		out.Picture.Scenes = scenes
	}
	out.Picture.Alt = alt(q.Voice, l, match.MergeScenes(out.Picture.Scenes))
	return nil
}
