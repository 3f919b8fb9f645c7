package match

import (
	"slices"

	"referee/engine/refusal"
)

// Bounds of new entries. Records from before these bounds are read, ended, exported and verified as
// ever.
const (
	// MaxIdle limits the acts without effect on the position that a match takes between two
	// answers, and MaxIdleInAll their total. Each seat has its share of them, so that nobody uses
	// up another's.
	MaxIdle      = 50
	MaxIdleInAll = 2_000
	// Reserve is the part of a file's MaxEntries that is kept for acts that continue the match or
	// end it.
	Reserve = 2_000
	// MaxStanding limits the standing orders of a seat that are valid at once.
	MaxStanding = 20
)

// Errors of a match that has reached one of its bounds.
var (
	ErrIdle = refusal.New("referee.refuse.idle",
		"match: the seat has had its share of acts that change no position since the last answer")
	ErrIdleInAll = refusal.New("referee.refuse.idle-in-all", "match: the seat has had its share of acts that change no position")
	ErrFull      = refusal.New("referee.refuse.full", "match: the rest of the record is kept for what moves the match on or ends it")
	ErrBoards    = refusal.New("referee.refuse.boards-most", "match: as many boards were offered as may be")
	ErrFiles     = refusal.New("referee.refuse.files-most", "match: the account has as many files in it as it may have")
	ErrStanding  = refusal.New("referee.refuse.standing-most", "match: the seat has as many standing orders as it may have")
	ErrEqual     = refusal.New("referee.refuse.standing-equal", "match: the seat has left the same standing order already")
)

// idle counts the acts of seats that change no position: in the order of the game, or nil for none.
// Neither list is written.
type idle struct{ since, inAll []int }

// room reports whether a match takes one more decision, which follows log: everything that moves it on, ends it or
// answers what another has asked, and of the rest only so much.
func (r record) room(log []*Entry, d *Decision) error {
	switch {
	case r.goesOn(d):
		return nil
	case (d.Author == Referee || r.isProgram(d.Author)) && len(log) < MaxEntries:
		return nil
	case full(log):
		return ErrFull
	}
	if a, offers := d.Act.(ActOffer); offers && a.Offer == NewBoard && r.boards >= MaxBoards {
		return ErrBoards
	}
	i, n, seats := r.seatOf(d), cost(d), len(r.names)
	if i < 0 || n == 0 {
		return nil
	}
	switch next := r.idle.plus(i, n, seats); {
	case next.since[i] > MaxIdle/seats:
		return ErrIdle
	case next.inAll[i] > MaxIdleInAll/seats:
		return ErrIdleInAll
	}
	return nil
}

// full reports whether the rest of a record is kept for what moves the match on or ends it.
func full(log []*Entry) bool { return len(log) >= MaxEntries-Reserve }

// goesOn reports whether a decision moves the match on, ends it, or answers what somebody has asked. There
// is no more of such than the game, or what it answers, allows.
func (r record) goesOn(d *Decision) bool {
	switch a := d.Act.(type) {
	case ActOpen, ActAnswer, ActResign, ActAbandon, ActAccept, ActDecline, ActJoin, ActExpire, ActRestore, ActResume:
		return true
	case ActRuling:
		return r.appeal.From > 0 || a.Adjudication != nil && a.Judgement == Decided
	}
	return false
}

// isProgram reports whether a player is a program: what it does is the referee's own.
func (r record) isProgram(p Player) bool {
	_, is := r.programs[p]
	return is
}

// cost is how many acts a decision counts as, with the one that answers it.
func cost(d *Decision) int {
	switch d.Act.(type) {
	case ActOffer, ActLeave:
		return 2
	case ActSet, ActStand, ActRevoke, ActHint, ActAppeal:
		return 1
	}
	return 0
}

// seatOf is the number of the seat that a decision of a player counts for; -1: for none.
func (r record) seatOf(d *Decision) int {
	switch {
	case d.Author == Referee:
		return -1
	case d.Seat == "":
		return slices.Index(r.seats, d.Author)
	}
	return slices.Index(r.names, d.Seat)
}

// idled is the record with the acts that change no position counted up to a decision; before is the record before it. What
// answers an offer that still stands counts for the time after the answer.
func (r record) idled(before record, d *Decision) record {
	i, n, seats := before.seatOf(d), cost(d), len(r.names)
	if _, answers := d.Act.(ActAnswer); answers {
		r.idle.since = nil
		if r.offer.What != "" {
			r.idle.since = make([]int, seats)
			r.idle.since[slices.Index(r.names, r.offer.By)] = 1
		}
	} else if i >= 0 && n > 0 {
		r.idle = r.idle.plus(i, n, seats)
	}
	return r
}

// plus is the count after n more acts of a seat.
func (c idle) plus(seat, n, seats int) idle {
	more := func(list []int) []int {
		if list == nil {
			list = make([]int, seats)
		}
		list = slices.Clone(list)
		list[seat] += n
		return list
	}
	return idle{more(c.since), more(c.inAll)}
}
