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

// changed says what has happened since the last order of whoever sits before the
// screen, or since a decision, and draws it: "changed", "changed 12".
func (t *Table) changed(words []string) error {
	viewer, err := t.eyes()
	if err != nil {
		return err
	}
	look, err := t.Referee.Look(t.id, viewer)
	if err != nil {
		return err
	}
	var since int
	if len(words) == 0 {
		since, err = t.since(viewer)
	} else if since, err = strconv.Atoi(words[0]); err != nil || since < 0 || since > look.Seq {
		return mistaken("table.changed-number", engine.Num("n", look.Seq))
	}
	if err != nil {
		return err
	}
	if since == look.Seq {
		t.say("table.changed-nothing", engine.Num("n", since))
		return nil
	}
	t.say("table.changed", engine.Num("n", since))
	if err := t.numbered(since, look.Seq, false); err != nil {
		return err
	}
	scene, err := t.Referee.Changes(t.id, viewer, since)
	if err != nil {
		return err
	}
	path, err := t.picture(fmt.Sprintf("%s-%d-changed.png", t.id, look.Seq), viewer, scene.Change)
	if err != nil {
		return err
	}
	t.say("table.map", engine.Text("path", path))
	return nil
}

// since is the last decision of a viewer's seat. To whoever has made none, the
// last phase is news.
func (t *Table) since(v engine.Viewer) (int, error) {
	own, err := t.Referee.Acted(t.id, []engine.Seat{engine.Seat(v)})
	if err != nil || own > 0 {
		return own, err
	}
	from, _, err := t.Referee.LastSpan(t.id, v, referee.SpanPhase)
	return from, err
}

// replay draws the last phase that is over, the last turn, or some decisions,
// one after the other: "replay", "replay turn", "replay 12 20".
func (t *Table) replay(words []string) error {
	if t.Animate == nil {
		return referee.ErrNoMaps
	}
	viewer, err := t.eyes()
	if err != nil {
		return err
	}
	look, err := t.Referee.Look(t.id, viewer)
	if err != nil {
		return err
	}
	from, to, ok, err := t.span(words, viewer, look.Seq)
	if err != nil {
		return err
	}
	switch {
	case to > look.Seq:
		return mistaken("table.replay-end", engine.Num("no", to), engine.Num("n", look.Seq))
	case !ok:
		return mistaken("table.replay-which", engine.Num("n", look.Seq))
	}
	t.say("table.replay-drawn", engine.Num("from", from+1), engine.Num("to", to))
	scenes, err := t.Referee.Replay(t.id, viewer, from, to)
	if err != nil {
		return err
	}
	path, err := t.file(fmt.Sprintf("%s-%d-%d.gif", t.id, from+1, to), func(w io.Writer) error {
		return t.Animate(w, t.info.Board, scenes, t.spoken)
	})
	if err != nil {
		return err
	}
	t.say("table.replay", engine.Num("from", from+1), engine.Num("to", to), engine.Text("path", path))
	return nil
}

// span is what a replay is of: decisions from+1 to to. ok is false where the words
// do not say it.
func (t *Table) span(words []string, v engine.Viewer, last int) (from, to int, ok bool, err error) {
	if len(words) == 0 {
		words = []string{string(referee.SpanPhase)}
	}
	if s := referee.Span(words[0]); len(words) == 1 && (s == referee.SpanPhase || s == referee.SpanTurn) {
		from, to, err = t.Referee.LastSpan(t.id, v, s)
		return from, to, true, err
	}
	if len(words) != 2 {
		return 0, 0, false, nil
	}
	first, errFirst := strconv.Atoi(words[0])
	to, errTo := strconv.Atoi(words[1])
	return first - 1, to, errFirst == nil && errTo == nil && 1 <= first && first <= to && to <= last, nil
}
