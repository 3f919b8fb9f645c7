package turn

import (
	"slices"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Undone is what a match loses that goes back to an earlier decision.
type Undone struct {
	N     int          // how many decisions: orders and what chance did
	First int          // the first of them
	Said  []engine.Msg // what came of them, as a viewer may know it
	// Lost is what came of the first decision and of the first roll after it, or else of the first draw, in a few lines.
	Lost   []engine.Msg
	Chance string // what chance has done: Rolled, Drawn or nothing
}

// Undoing tells what a match would lose that went back to decision to, or did lose by that, as it stood after decision at.
func Undoing(s *referee.Snapshot, viewer engine.Viewer, at, to int) (u Undone, err error) {
	m := s.Match()
	if at != m.Seq() {
		if m, err = m.At(at); err != nil {
			return u, err
		}
	}
	line := m.Line()
	line = line[slices.IndexFunc(line, func(e *match.Entry) bool { return e.Decision.Seq == to })+1:]
	if u.N = len(line); u.N == 0 {
		return u, nil
	}
	u.First = line[0].Decision.Seq
	told, err := s.Lines(viewer, to, at)
	if err != nil {
		return u, err
	}
	said := map[int][]engine.Msg{}
	for _, l := range told {
		said[l.Seq] = append(said[l.Seq], l.Said)
	}
	came := u.First
	for _, e := range line {
		u.Said = append(u.Said, said[e.Decision.Seq]...)
		a, answers := e.Decision.Act.(match.ActAnswer)
		if !answers || a.Roll == nil || u.Chance == Rolled {
			continue
		}
		die, err := rolledDie(m, &e.Decision, a)
		if err != nil {
			return u, err
		}
		if die {
			came, u.Chance = e.Decision.Seq, Rolled
		} else if u.Chance == "" {
			came, u.Chance = e.Decision.Seq, Drawn
		}
	}
	const mostLost = 2 // lines of a decision
	for _, seq := range slices.Compact([]int{u.First, came}) {
		u.Lost = append(u.Lost, said[seq][:min(len(said[seq]), mostLost)]...)
	}
	return u, nil
}

// rolledDie reports whether an answer of Chance is of a die. Without a key the record does not say so.
func rolledDie(m *match.Match, d *match.Decision, a match.ActAnswer) (bool, error) {
	if d.Sealed != "" { // its faces would tell what is left to draw
		return false, nil
	}
	if m.Opening().Dice != nil {
		return a.Roll.Die(), nil
	}
	before, err := m.At(d.Seq - 1)
	if err != nil {
		return false, err
	}
	return match.RollsDie(before.Position(), a.Prompt)
}
