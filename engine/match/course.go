package match

import (
	"slices"

	"referee/engine"
)

// Course summarises a match from its record, for people who ask whether it went as they remember. A
// record that was cut off at its end has a course that looks just as good.
type Course struct {
	// Open reports that the state of the match is unknown, because it depends on a secret that is
	// missing.
	Open   bool
	Ended  bool
	Ending Ending // if it has ended
	// Waits lists the seats that have a question; none if it has ended.
	Waits []engine.Seat
	// Settings are those in force at its end.
	Settings map[string]string
	// Rewinds, Unowned, Seats and Rulings are numbers of decisions that deserve a look, in order:
	// those that take the position back; answers of a seat that came neither from its holder nor
	// from a rule or a standing order; seats that are left, freed or taken up after the match had
	// started; appeals, rulings and expiries.
	Rewinds []Rewind
	Unowned []int
	Seats   []int
	Rulings []int
	// Laws are the adoptions of newer laws, in order, including those that were taken back.
	Laws []Adoption
	// Boards are the same of boards.
	Boards []BoardAdoption
	// Restored lists the restorations of the match from a backup, in order.
	Restored []Restoration
	// Falls lists decisions whose time is before that of the previous one.
	Falls []int
}

// Rewind is a decision that took the position back.
type Rewind struct {
	Seq, To int
	By      Player // Referee if no player could do it alone
	// Why is the decision before it that allowed it: an accepted request, or a ruling. 0: there is
	// none.
	Why int
}

// Adoption is a decision from which a match is judged by a newer law.
type Adoption struct{ Seq, Law int }

// BoardAdoption is a decision from which a match is judged over another data set.
type BoardAdoption struct {
	Seq  int
	Data string // its hash
}

// Restoration is a decision that restored a match from a backup.
type Restoration struct {
	Seq, From int
	// Resumed lists the decisions that agreed to resume from there, before the next restoration.
	Resumed []int
	// Waits says that the match is still on hold there. In an open course it is unknown.
	Waits bool
}

// courseOf is the course of a record that holds; m is the part of it that was judged.
func courseOf(entries []*Entry, m *Match) Course {
	var c Course
	started := false
	held := map[engine.Seat]bool{}
	for i, e := range entries {
		d := &e.Decision
		if i > 0 && d.At < entries[i-1].Decision.At {
			c.Falls = append(c.Falls, d.Seq)
		}
		switch a := d.Act.(type) {
		case ActRewind:
			c.Rewinds = append(c.Rewinds, Rewind{Seq: d.Seq, To: a.To, By: d.Author, Why: allowed(entries[:i], d.Author, a.To)})
		case ActAnswer:
			started = true
			if d.Author == Referee && !a.Auto && d.Seat != engine.Chance {
				c.Unowned = append(c.Unowned, d.Seq)
			}
		case ActLeave:
			c.Seats = append(c.Seats, d.Seq)
			held[d.Seat] = true
		case ActJoin:
			if started || held[d.Seat] {
				c.Seats = append(c.Seats, d.Seq)
			}
			held[d.Seat] = true
		case ActAppeal, ActRuling, ActExpire:
			c.Rulings = append(c.Rulings, d.Seq)
		case ActAccept:
			if a.Offer == Law {
				c.Laws = append(c.Laws, Adoption{Seq: d.Seq, Law: a.To})
			}
			if a.Offer == NewBoard {
				o, _ := entries[a.To-1].Decision.Act.(ActOffer) // the fold has checked it
				c.Boards = append(c.Boards, BoardAdoption{Seq: d.Seq, Data: o.Board.Data})
			}
		case ActRestore:
			c.Restored = append(c.Restored, Restoration{Seq: d.Seq, From: d.Seq - 1})
		case ActResume:
			if n := len(c.Restored) - 1; n >= 0 {
				c.Restored[n].Resumed = append(c.Restored[n].Resumed, d.Seq)
			}
		default:
		}
	}
	if c.Open = m.Seq() < len(entries); c.Open {
		return c
	}
	c.Ending, c.Ended = m.Ending()
	if _, waits := m.Restored(); waits && !c.Ended {
		c.Restored[len(c.Restored)-1].Waits = true
	}
	c.Settings = m.Settings()
	for _, p := range m.pos.Prompts() {
		if !c.Ended && !slices.Contains(c.Waits, p.Seat) {
			c.Waits = append(c.Waits, p.Seat)
		}
	}
	return c
}

// allowed is the decision right before a rewind to decision to, which follows log, that
// allowed it.
func allowed(log []*Entry, author Player, to int) int {
	if author != Referee {
		return 0
	}
	last := &log[len(log)-1].Decision
	switch a := last.Act.(type) {
	case ActAccept:
		if a.Offer == TakeBack && a.To == to {
			return last.Seq
		}
	case ActRuling:
		return last.Seq
	}
	return 0
}
