package board

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// mostLog is how many decisions of a record are told at once.
const mostLog = 200

// log tells a part of the record, with its rolls; without numbers the last of it.
func log(q *request) error {
	l, viewer, _, err := q.looking()
	if err != nil {
		return err
	}
	from, to, err := q.span(l.Seq, mostLog)
	if err != nil {
		return err
	}
	c, err := q.b.historyOf(l.Snapshot.Match())
	if err != nil {
		return err
	}
	since, err := q.since(l.Snapshot.Match(), viewer)
	if err != nil {
		return err
	}
	out, err := q.log(l, viewer, from, to, since, c)
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, out)
}

// span is the decisions from+1 to to that a request names, at most so many; the last of them if it names none.
func (q *request) span(last, most int) (from, to int, err error) {
	if to, err = q.number("to"); err != nil {
		return 0, 0, err
	}
	if to == 0 || to > last {
		to = last
	}
	if from, err = q.number("from"); err != nil {
		return 0, 0, err
	}
	if !q.URL.Query().Has("from") {
		from = to - most
	}
	if from > to {
		return 0, 0, errForm
	}
	return max(from, 0, to-most), to, nil
}

// log is a part of a record; c says where its phases begin, and what its rolls are read from, which is told of
// decisions from since on.
func (v voice) log(l referee.Look, viewer engine.Viewer, from, to, since int, c *history) ([]Entry, error) {
	s := l.Snapshot
	m := s.Match()
	lines, err := s.Lines(viewer, from, to)
	if err != nil {
		return nil, err
	}
	now := map[int]bool{}
	for _, e := range m.Line() {
		now[e.Decision.Seq] = true
	}
	pieces := map[string]bool{}
	for _, p := range l.View.Pieces {
		pieces[p.ID] = true
	}
	out := []Entry{}
	for _, e := range m.Log()[from:to] {
		d := &e.Decision
		a, answers := d.Act.(match.ActAnswer) // what else is decided stays decided
		entry := Entry{Seq: d.Seq, Seat: d.Seat, At: d.At, Lines: []Line{}, Gone: answers && !now[d.Seq], Standing: a.Standing != 0, Why: s.HasReasons(d.Seq)}
		if back, goes := d.Act.(match.ActRewind); goes {
			entry.Back = back.To
		}
		if turn, begins := c.turns[d.Seq]; begins {
			entry.Turn = v.say(turn)
		}
		for _, line := range lines {
			if line.Seq != d.Seq {
				continue
			}
			told := Line{Text: v.say(line.Said), Rule: line.Rule, Hexes: line.Said.Names(engine.ArgHex)}
			for _, id := range line.Said.Names(engine.ArgNoun) {
				if pieces[id] {
					told.Pieces = append(told.Pieces, id)
				}
			}
			entry.Lines = append(entry.Lines, told)
		}
		if a.Roll != nil {
			roll, err := v.roll(l, viewer, d, c.rolls[d.Seq], d.Seq >= since)
			if err != nil {
				return nil, err
			}
			entry.Rolls = []Roll{roll}
		}
		out = append(out, entry)
	}
	return out, nil
}

// roll tells the roll of a decision; table: with what it is read from.
func (v voice) roll(l referee.Look, viewer engine.Viewer, d *match.Decision, r rolled, table bool) (Roll, error) {
	a := d.Act.(match.ActAnswer)
	out := Roll{Text: v.say(r.ask)}
	if l.Dice != nil {
		out.Proof = pathTo(l.Match) + "/proof/" + strconv.Itoa(a.Roll.No)
	}
	if l.Snapshot.Match().VisibleTo(viewer).Withholds(d) {
		out.Proof = "" // it would tell the result
		return out, nil
	}
	open, err := known(l, viewer, d)
	if err != nil || !open {
		return out, err
	}
	if out.Face = a.Path[0]; r.die {
		out.Die = a.Roll.Faces
	} else if name, named := r.names[out.Face]; named {
		out.Face = v.say(name)
	} else if key := "noun." + out.Face; v.words.Has(v.lang, key) {
		out.Face = v.text(key)
	}
	if table {
		out.Lines, out.Bars = v.all(r.table.Lines), v.bars(r.table.Bars)
	}
	return out, nil
}

// bars are the bars of a chart in words.
func (v voice) bars(list []engine.Bar) []Bar {
	var out []Bar
	for _, bar := range list {
		out = append(out, Bar{Label: v.say(bar.Label), Part: bar.Part, Of: bar.Of, Class: bar.Class, Faces: bar.Faces})
	}
	return out
}

// known reports whether a viewer may know all that came of a decision.
func known(l referee.Look, viewer engine.Viewer, d *match.Decision) (bool, error) {
	events, err := engine.Decode(l.Snapshot.Match().Game(), d.Events())
	return err == nil && !slices.ContainsFunc(events, func(e engine.Event) bool {
		return !reflect.DeepEqual(engine.Known(e, viewer), e)
	}), err
}

// proof gives what proves a roll, which anybody can check without the match: docs/dice-format.md says how.
func proof(q *request) error {
	l, _, _, err := q.looking()
	if err != nil {
		return err
	}
	no, err := strconv.Atoi(q.PathValue("no"))
	if err != nil {
		return errNowhere
	}
	out, err := l.Snapshot.Dice.Proofs(no, no)
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, out)
}

// scenes show one after the other what was changed by some decisions; without numbers by the last.
func scenes(q *request) error {
	l, viewer, _, err := q.looking()
	if err != nil {
		return err
	}
	from, to, err := q.span(l.Seq, mostLog)
	if err != nil || to == 0 {
		return errors.Join(err, errForm)
	}
	done, err := q.alone()
	if err != nil {
		return err
	}
	defer done()
	list, err := referee.Replay(l.Snapshot.Match(), viewer, from, to)
	if err != nil {
		return err
	}
	out := []Scene{}
	for _, x := range list {
		scene := Scene{To: x.To, Lines: q.all(x.Change.Lines)}
		if scene.Overlay, err = q.b.over(l.Info.Board, x.View, q.voice, &x.Change); err != nil {
			return err
		}
		out = append(out, scene)
	}
	return q.json(http.StatusOK, out)
}

// since shows what decisions since the reader's last act have left on the map, of the last so many.
func since(q *request) error {
	l, viewer, _, err := q.looking()
	if err != nil {
		return err
	}
	m := l.Snapshot.Match()
	from, err := q.since(m, viewer)
	if err != nil {
		return err
	}
	done, err := q.alone()
	if err != nil {
		return err
	}
	defer done()
	find := func() (Traces, error) {
		out := Traces{Since: from, To: l.Seq}
		scene, err := m.VisibleTo(viewer).Since(max(from, l.Seq-mostLog))
		if err != nil {
			return out, err
		}
		out.Overlay, err = q.b.over(l.Info.Board, scene.View, q.voice, &scene.Change)
		return out, err
	}
	key := sightKey{head: l.Whole, viewer: viewer, lang: q.lang}
	out, err := q.b.traces.GetOrPut(key, mostTraces, func() func() (Traces, error) { return sync.OnceValues(find) })()
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, out)
}

// mostTraces is how many drawings of what decisions have left on a map are kept.
const mostTraces = 64
