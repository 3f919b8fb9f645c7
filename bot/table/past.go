package table

import (
	"fmt"
	"io"
	"strconv"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Animator draws scenes one after the other into an animated GIF; say puts
// messages into the reader's words.
type Animator func(w io.Writer, board *engine.Board, scenes []match.Scene, say func(engine.Msg) string) error

// changed tells what has happened since the last order of the person at the screen, or
// since a decision, and draws it: "changed", "changed 12".
func changed(q *request, words []string) error {
	viewer := eyes(q)
	var since int
	var err error
	if len(words) == 0 {
		since, _, err = sinceSeen(q.seen, viewer)
	} else if since, err = strconv.Atoi(words[0]); err != nil || since < 0 || since > q.look.Seq {
		return refused("table.changed-number", engine.Num("n", q.look.Seq))
	}
	if err != nil {
		return err
	}
	if since == q.look.Seq {
		q.say("table.changed-nothing", engine.Num("n", since))
		return nil
	}
	q.say("table.changed", engine.Num("n", since))
	if err := numberedLines(q, since); err != nil {
		return err
	}
	scene, err := q.seen.Match().VisibleTo(viewer).Changes(since, q.look.Seq)
	if err != nil {
		return err
	}
	return q.picture(fmt.Sprintf("%s-%d-changed.png", q.id, q.look.Seq), viewer, scene.Change)
}

// sinceSeen is the last decision of a viewer's seat. If there is none, it is the
// beginning of the last phase, and own is false.
func sinceSeen(s *referee.Snapshot, v engine.Viewer) (from int, own bool, err error) {
	if from = referee.LastDecision(s.Match(), []engine.Seat{engine.Seat(v)}); from > 0 {
		return from, true, nil
	}
	from, _, err = referee.SpanPhase.Last(s.Match())
	return from, false, err
}

// replay draws the last complete phase, the last turn, or some decisions, one after the
// other: "replay", "replay turn", "replay 12 20".
func replay(q *request, words []string) error {
	switch {
	case q.info.Board == nil:
		return referee.ErrNoBoard
	case q.Animate == nil:
		return referee.ErrNoMaps
	}
	viewer := eyes(q)
	from, to, ok, err := span(q, words, q.look.Seq)
	if err != nil {
		return err
	}
	switch {
	case to > q.look.Seq:
		return refused("table.replay-end", engine.Num("no", to), engine.Num("n", q.look.Seq))
	case !ok:
		return refused("table.replay-which", engine.Num("n", q.look.Seq))
	}
	q.say("table.replay-drawn", engine.Num("from", from+1), engine.Num("to", to))
	scenes, err := referee.Replay(q.seen.Match(), viewer, from, to)
	if err != nil {
		return err
	}
	path, err := q.file(fmt.Sprintf("%s-%d-%d.gif", q.id, from+1, to), func(w io.Writer) error {
		return q.Animate(w, q.info.Board, scenes, q.spoken)
	})
	if err != nil {
		return err
	}
	q.say("table.replay", engine.Num("from", from+1), engine.Num("to", to), engine.Text("path", path))
	return nil
}

// span is what a replay is of: decisions from+1 to to. ok is false if the words do not
// name one.
func span(q *request, words []string, last int) (from, to int, ok bool, err error) {
	if len(words) == 0 {
		words = []string{string(referee.SpanPhase)}
	}
	if span := referee.Span(words[0]); len(words) == 1 && (span == referee.SpanPhase || span == referee.SpanTurn) {
		from, to, err = span.Last(q.seen.Match())
		return from, to, true, err
	}
	if len(words) != 2 {
		return 0, 0, false, nil
	}
	first, errFirst := strconv.Atoi(words[0])
	to, errTo := strconv.Atoi(words[1])
	return first - 1, to, errFirst == nil && errTo == nil && 1 <= first && first <= to && to <= last, nil
}
