package schedule

import (
	"time"

	"referee/engine"
	"referee/engine/match"
)

// Handoff is a time in which a player was waited for, until somebody else was.
type Handoff struct {
	Player match.Player
	Seq    int       // the decision that asked them
	From   time.Time // they were asked
	To     time.Time // somebody else was, or the match was over; zero: they are still waited for
	Turn   int       // from 1, of the game; 0: the game has none
}

// Handoffs is how a match went between its players, as the record has it.
type Handoffs struct {
	List []Handoff
	Turn int // now, from 1; 0: the game has none
	Of   int // turns that the game may have
	// Finish is when the match would be over if its turns took as long as they
	// did up to now; zero: nothing is known yet, or it is over.
	Finish time.Time
}

// InTurn counts the hand-offs that began in a turn.
func (h Handoffs) InTurn(turn int) int {
	n := 0
	for _, x := range h.List {
		if x.Turn == turn {
			n++
		}
	}
	return n
}

// Waited is how often a player was waited for, and for how long by now.
func (h Handoffs) Waited(p match.Player, now time.Time) (times int, long time.Duration) {
	for _, x := range h.List {
		if x.Player != p {
			continue
		}
		to := x.To
		if to.IsZero() {
			to = now
		}
		times++
		long += to.Sub(x.From)
	}
	return times, long
}

// HandoffsOf counts the hand-offs of a match: what followed a command by itself
// belongs to it.
func HandoffsOf(m *match.Match) (Handoffs, error) {
	w := walker{log: m.Log(), open: map[match.Player]int{}}
	if err := m.History().Walk(w.after); err != nil {
		return Handoffs{}, err
	}
	out := Handoffs{List: w.list, Turn: w.turn, Of: w.of}
	if done := w.turn - 1; done > 0 && !m.Over() {
		each := w.turnAt.Sub(w.start) / time.Duration(done)
		out.Finish = w.turnAt.Add(each * time.Duration(w.of-done))
	}
	return out, nil
}

// walker counts hand-offs along a record.
type walker struct {
	log  []*match.Entry
	from int // decisions that are counted
	c    clocks
	list []Handoff
	open map[match.Player]int // index in list

	turn, of      int
	start, turnAt time.Time // the match began; the present turn did
}

// after counts what a command led to, once all of it has been walked.
func (w *walker) after(m *match.Match) error {
	d := &w.log[m.Seq()-1].Decision
	if m.Started() && w.start.IsZero() {
		w.start = timeFromMillis(d.At)
	}
	if m.Seq() < len(w.log) {
		if next := &w.log[m.Seq()].Decision; next.Author == match.Referee && next.Kind() == match.KindAnswer {
			return nil
		}
	}
	t := changeOf(m, w.from)
	w.from = m.Seq()
	// No clock matters here, and no pause.
	t.text, t.paused, t.away = "", false, nil
	w.count(m, w.c.update(t, nil, nil), timeFromMillis(d.At))
	return nil
}

// count closes the hand-offs that are over and opens those that begin.
func (w *walker) count(m *match.Match, begun []match.Player, at time.Time) {
	if turn, of := m.Position().View(engine.Spectator).Turn(); turn != w.turn {
		w.turn, w.of, w.turnAt = turn, of, at
	}
	for i := range w.c.Players {
		p := &w.c.Players[i]
		if n, open := w.open[p.Player]; open && (!p.Open || m.Over()) {
			w.list[n].To = at
			delete(w.open, p.Player)
		}
	}
	for _, p := range begun {
		if n, open := w.open[p]; open {
			w.list[n].To = at
		}
		w.open[p] = len(w.list)
		w.list = append(w.list, Handoff{Player: p, Seq: m.Seq(), From: at, Turn: w.turn})
	}
}
