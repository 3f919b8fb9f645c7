package match

import (
	"slices"

	"referee/engine"
)

// Course is how a match went and how it stands, as its record says it: for somebody who
// asks whether it went as they remember. A record that was cut off at its end has a
// course that is as good as another.
type Course struct {
	// Open reports that how it stands is not known: that depends on a secret that is missing.
	Open   bool
	Ended  bool
	Ending Ending // if it has ended
	// Waits lists the seats that are asked something: none where it has ended.
	Waits []engine.Seat
	// Settings are those in force at its end.
	Settings map[string]string
	// Rewinds, Unowned, Seats and Rulings are numbers of decisions that somebody should
	// look at, in order: those that take the position back; answers of a seat that nobody
	// sitting there gave, and no rule or standing order either; seats that are left, freed
	// or taken up after the match had started; appeals, rulings and times that were up.
	Rewinds []Rewind
	Unowned []int
	Seats   []int
	Rulings []int
	// Laws are the adoptions of newer laws, in order, those too that were taken back.
	Laws []Adoption
	// Restored are the times that the match was put back from a backup, in order.
	Restored []Restoration
	// Falls are decisions whose time is before that of the one before them.
	Falls []int
}

// Rewind is a decision that took the position back.
type Rewind struct {
	Seq, To int
	By      Player // Referee where no player could do it by themselves
	// Why is the decision before it that allowed it: a request that was granted, or a
	// ruling. 0: none stands there.
	Why int
}

// Adoption is a decision from which on a match is judged by a newer law.
type Adoption struct{ Seq, Law int }

// Restoration is a decision that put a match back from a backup.
type Restoration struct {
	Seq, From int
	// GoOn are the decisions that agreed to go on from there, before the next restoration.
	GoOn []int
	// Waits says that the match still stands at it. Of an open course that is not known.
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
		case ActRestore:
			c.Restored = append(c.Restored, Restoration{Seq: d.Seq, From: d.Seq - 1})
		case ActGoOn:
			if n := len(c.Restored) - 1; n >= 0 {
				c.Restored[n].GoOn = append(c.Restored[n].GoOn, d.Seq)
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
