package table

import (
	"slices"
	"strings"
	"time"

	"referee/bot/describe"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// state prints the state of the match: turn and phase, tracks and boxes beside the map,
// and who is asked.
func state(t *Session, _ []string) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	t.write("— " + t.spoken(look.View.Status))
	if counts := counted(t, look.View); counts != "" {
		t.write(counts)
	}
	for _, b := range look.View.Boxes {
		in := describe.MarkersIn(b)
		for _, p := range b.Pieces {
			in = append(in, engine.Text("", p.ID))
		}
		t.say("table.units-box", engine.Sub("label", b.Label), engine.List("units", in...))
	}
	if look.Ending != nil {
		ending(t, look)
	}
	for _, a := range look.Asks {
		t.question(a)
	}
	return nil
}

// counted says what the tracks count, except the turns, which are in the status.
func counted(t *Session, v engine.View) string {
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
					here = append(here, t.spoken(engine.Say("table.count", engine.Sub("marker", m.Label), engine.Text("cell", c.Label))))
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

// left prints what is counted, if that has changed.
func left(t *Session, v engine.View) {
	if now := counted(t, v); now != "" && now != t.counts {
		t.counts = now
		t.write(now)
	}
}

// recalled is how many lines are recalled at most.
const recalled = 20

// recall tells what has happened since the last order of the player who is asked, or, if
// they gave none, in the last phase.
func recall(t *Session, last int) error {
	viewer, err := eyes(t)
	if err != nil {
		return err
	}
	s, err := t.snapshot(t.id)
	if err != nil {
		return err
	}
	from, own, err := sinceSeen(s, viewer)
	if err != nil {
		return err
	}
	lines, err := s.Lines(t.viewer(), from, last)
	if err != nil {
		return err
	}
	switch {
	case len(lines) == 0:
	case !own:
		t.say("table.recalled")
	default:
		t.say("table.recalled-since", engine.Num("n", from))
	}
	if more := len(lines) - recalled; more > 0 {
		t.say("table.recalled-more", engine.Num("n", recalled))
		lines = lines[more:]
	}
	for _, l := range lines {
		t.tell(l.Said)
	}
	return t.posted(last)
}

// matches lists the matches of the store, each with its state, who is asked, and when
// its last order came.
func matches(t *Session, _ []string) error {
	list, err := t.Referee.Index.Matches()
	if err != nil {
		return err
	}
	if len(list) == 0 {
		t.say("table.no-match")
	}
	for _, m := range list {
		if err := listedMatch(t, m); err != nil {
			return err
		}
	}
	return nil
}

func listedMatch(t *Session, m match.Summary) error {
	look, err := readOf(t, m.ID, func(s *referee.Snapshot) (referee.Look, error) { return s.Look(engine.Spectator) })
	if err != nil {
		t.say("table.match-unread", engine.Text("match", string(m.ID)), engine.Text("game", m.Game))
		return nil
	}
	words, err := t.wordsFor(look.Info)
	if err != nil {
		return err
	}
	say := func(key string, args ...engine.Arg) string { return words.Say(t.lang, engine.Say(key, args...)) }
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
	if m.ID == t.id {
		line += " " + say("table.match-here")
	}
	t.write(line)
	return nil
}
