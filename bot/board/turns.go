package board

import (
	"slices"
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// mostHistories is how many records have their histories kept: to find one, a record is folded.
const mostHistories = 64

// history is what the positions of a record say of its decisions.
type history struct {
	turns   map[int]engine.Msg // the headings where turns and phases begin, by the decision before which each stands
	moments []engine.Moment    // after each decision
	rolls   map[int]rolled     // by decision
}

// rolled is the question that a roll has answered.
type rolled struct {
	ask   engine.Msg
	die   bool                  // it is one die, and no draw
	names map[string]engine.Msg // what the game itself calls that which can be drawn, by element
	table engine.Answer         // of rolls among the last [mostLog] decisions
}

// historyOf is the history of a record.
func (b *Board) historyOf(m *match.Match) (*history, error) {
	find := func() (*history, error) {
		c := &history{turns: map[int]engine.Msg{}, moments: make([]engine.Moment, 1, m.Seq()+1), rolls: map[int]rolled{}}
		var before engine.Position
		return c, m.History().Walk(func(at *match.Match) error {
			pos, seq := at.Position(), at.Seq()
			now := pos.Moment()
			if now != c.moments[seq-1] {
				if status := pos.View(engine.Spectator).Status; status.Key != "" {
					c.turns[seq+1] = status
				}
			}
			c.moments = append(c.moments, now)
			if a, ok := at.Log()[seq-1].Decision.Act.(match.ActAnswer); ok && a.Roll != nil {
				r, err := asksRoll(before, a.Prompt)
				if err != nil {
					return err
				}
				if seq > m.Seq()-mostLog {
					r.table = before.RollTable(a.Prompt)
				}
				c.rolls[seq] = r
			}
			before = pos
			return nil
		})
	}
	return b.histories.GetOrPut(m.Head().String(), mostHistories, func() func() (*history, error) { return sync.OnceValues(find) })()
}

// asksRoll is the roll that a position asks for by a prompt, without its table.
func asksRoll(pos engine.Position, id engine.PromptID) (rolled, error) {
	p, err := pos.Prompt(id)
	if err != nil {
		return rolled{}, err
	}
	out := rolled{ask: p.Ask, names: map[string]engine.Msg{}}
	if out.die, err = match.RollsDie(pos, id); err != nil || out.die {
		return out, err
	}
	drawn, err := pos.Explain(id, nil)
	for _, o := range drawn.Options {
		if o.Label != nil {
			out.names[o.ID] = *o.Label
		}
	}
	return out, err
}

// since is the decision after which all is news to a viewer: the last by which the player of the seat answered themselves, or
// that before the first answer; for who looks on, that before the phase in which somebody has acted last.
func (q *request) since(m *match.Match, viewer engine.Viewer) (int, error) {
	if q.lesson != nil { // the tutor has set it up
		return max(q.lesson.Opened(), m.History().LastByHand(engine.Seat(viewer))), nil
	}
	first := m.Seq()
	if i := slices.IndexFunc(m.Line(), func(e *match.Entry) bool { return e.Decision.Kind() == match.KindAnswer }); i >= 0 {
		first = m.Line()[i].Decision.Seq - 1
	}
	if viewer != engine.Spectator {
		return max(first, m.History().LastByHand(engine.Seat(viewer))), nil
	}
	c, err := q.b.historyOf(m)
	if err != nil {
		return 0, err
	}
	acted := false
	for _, e := range slices.Backward(m.Line()) {
		d := &e.Decision
		if acted && c.moments[d.Seq] != c.moments[d.Seq-1] {
			return d.Seq, nil
		}
		a, answers := d.Act.(match.ActAnswer)
		acted = acted || answers && a.Roll == nil && !a.Auto
	}
	return first, nil
}
