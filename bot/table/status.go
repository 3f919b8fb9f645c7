package table

import (
	"slices"
	"strings"
	"time"

	"referee/bot/describe"
	"referee/engine"
	"referee/engine/match"
)

// state prints the state of the match: turn and phase, tracks and boxes beside the map,
// and who is asked.
func state(q *request, _ []string) error {
	look := q.look
	q.write("— " + q.spoken(look.View.Status))
	if counts := countsOf(q, look.View); counts != "" {
		q.write(counts)
	}
	if board := look.Snapshot.Board(); board.Key != "" {
		q.write(q.spoken(board))
	}
	if look.Info.Board == nil {
		for _, m := range describe.Lines(look.View) {
			q.tell(m)
		}
		look.View.Boxes = nil
	}
	for _, b := range look.View.Boxes {
		in := describe.MarkersIn(b)
		for _, p := range b.Pieces {
			in = append(in, engine.Text("", p.ID))
		}
		q.say("table.units-box", engine.Sub("label", b.Label), engine.List("units", in...))
	}
	if look.Ending != nil {
		ending(q, look)
	}
	for _, a := range look.Asks {
		q.question(a)
	}
	return nil
}

// countsOf says what the tracks count, except the turns, which are in the status.
func countsOf(q *request, v engine.View) string {
	here := func(m engine.Marker) bool { return m.Here }
	turns := slices.IndexFunc(v.Tracks, func(t engine.Track) bool {
		return slices.ContainsFunc(t.Cells, func(c engine.Cell) bool { return slices.ContainsFunc(c.Markers, here) })
	})
	var out []string
	for i, track := range v.Tracks {
		var here []string
		for _, c := range track.Cells {
			for _, m := range c.Markers {
				if i != turns {
					here = append(here, q.spoken(engine.Say("table.count", engine.Sub("marker", m.Label), engine.Text("cell", c.Label))))
				}
			}
		}
		slices.Sort(here) // in an order that does not depend on the counts
		out = append(out, here...)
	}
	if len(out) == 0 {
		return ""
	}
	return "   " + strings.Join(out, " · ")
}

// tellCounts prints what is counted, if that has changed.
func tellCounts(q *request, v engine.View) {
	if now := countsOf(q, v); now != "" && now != q.counts {
		q.counts = now
		q.write(now)
	}
}

// mostRecalled is how many lines are recalled at most.
const mostRecalled = 20

// recall tells what has happened since the last order of the player who is asked, or, if
// they gave none, in the last phase.
func recall(q *request, last int) error {
	from, own, err := sinceSeen(q.seen, eyes(q))
	if err != nil {
		return err
	}
	lines, err := q.seen.Lines(q.viewer(), from, last)
	if err != nil {
		return err
	}
	switch {
	case len(lines) == 0:
	case !own:
		q.say("table.recalled")
	default:
		q.say("table.recalled-since", engine.Num("n", from))
	}
	if more := len(lines) - mostRecalled; more > 0 {
		q.say("table.recalled-more", engine.Num("n", mostRecalled))
		lines = lines[more:]
	}
	for _, l := range lines {
		q.tell(l.Said)
	}
	return q.posted(last)
}

// matches lists the matches of the store, each with its state, who is asked, and when
// its last order came.
func matches(q *request, _ []string) error {
	list, err := q.Referee.Index.Matches(q.ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		q.say("table.no-match")
	}
	for _, m := range list {
		if err := listedMatch(q, m); err != nil {
			return err
		}
	}
	return nil
}

func listedMatch(q *request, m match.Summary) error {
	look, err := q.lookOn(m.ID)
	if err != nil {
		q.say("table.match-unread", engine.Text("match", string(m.ID)), engine.Text("game", m.Game))
		return nil
	}
	words, err := q.wordsFor(look.Info)
	if err != nil {
		return err
	}
	say := func(key string, args ...engine.Arg) string { return words.Say(q.lang, engine.Say(key, args...)) }
	var sides, asked []engine.Arg
	for _, s := range look.Sitting {
		name := engine.Text("name", s.Name)
		if s.Program != "" {
			name = engine.Noun("name", s.Program)
		}
		if s.Name != "" && s.Name != string(s.Seat) {
			sides = append(sides, engine.Sub("", engine.Say("table.match-side", engine.Noun("seat", string(s.Seat)), name)))
		}
	}
	for _, a := range look.Asks {
		asked = append(asked, engine.Noun("", string(a.Seat)))
	}
	line := say("table.match", engine.Text("match", string(m.ID)), engine.Text("game", look.Info.Title),
		engine.Sub("status", look.View.Status), engine.Num("n", look.Seq),
		engine.Text("when", time.UnixMilli(look.At).Format("2006-01-02 15:04")))
	if len(asked) > 0 {
		line += " " + say("table.match-asked", engine.List("seats", asked...))
	}
	if len(sides) > 0 {
		line += " " + say("table.match-sides", engine.List("sides", sides...))
	}
	if m.ID == q.id {
		line += " " + say("table.match-here")
	}
	q.write(line)
	return nil
}
