package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/play"
)

// record is what the decisions say of the match that the position does not.
// A rewind leaves it alone, but for the ending, the offer, and standing orders of another law or board.
type record struct {
	names   []engine.Seat
	seats   []Player // by the game's order of seats
	players int
	started bool
	// programs are those among the players; never written.
	programs map[Player]play.About
	dice     rollState
	offer    Offered // that stands; zero: none
	ending   Ending
	appeal   Adjudication // that judges have not ruled on; From 0: none
	// restored says that the record was put back from a backup, and waits; putBack
	// is the decision that last said so, 0 none.
	restored restored
	putBack  int
	// standing lists the standing orders that are armed, the oldest first: all of the law in
	// force.
	standing []armed
	adopted  []adoption // of the line, in order; never written
	boards   int        // that were offered
	// settings is never written: a change makes another.
	settings map[string]string
	idle     idle
}

// index finds a seat.
func (r record) index(seat engine.Seat) (int, error) {
	i := slices.Index(r.names, seat)
	if i < 0 {
		return 0, fmt.Errorf("%w: %q", ErrNoSeat, seat)
	}
	return i, nil
}

// holds checks that a player holds a seat. The referee holds all.
func (r record) holds(p Player, seat engine.Seat) error {
	i, err := r.index(seat)
	if err != nil {
		return err
	}
	if p != Referee && r.seats[i] != p {
		return ErrPlayer
	}
	return nil
}

// after is the record after one more decision, which follows log. It may come
// from a file: nothing in it is relied on before it is checked.
func (r record) after(log []*Entry, d *Decision) (record, error) {
	if err := r.halted(log, d); err != nil {
		return r, err
	}
	next, err := r.conducted(d)
	if err != nil {
		return r, err
	}
	if now := r.judgeAfter(d); now != r.judgeAt(d.Seq) {
		next.standing = nil // it was left under another law, or on another board
		next.adopted = append(slices.Clip(r.adopted), adoption{d.Seq, now})
	}
	next = next.idled(r, d)
	next.dice, err = r.dice.after(log, d, next.started && !r.started)
	return next, err
}

// adoption says what judges the match on the line from a decision on.
type adoption struct {
	seq int
	now judge
}

// judge is the law that was adopted, and the decision that offered the board that was; 0: none was.
type judge struct{ law, board int }

// judgeAt is what was adopted last on the line to a decision.
func (r record) judgeAt(seq int) judge {
	for _, a := range slices.Backward(r.adopted) {
		if a.seq <= seq {
			return a.now
		}
	}
	return judge{}
}

// judgeAfter is what was adopted last on the line to the decision that follows.
func (r record) judgeAfter(d *Decision) judge {
	now := r.judgeAt(d.Seq)
	switch a := d.Act.(type) {
	case ActRewind:
		return r.judgeAt(a.To)
	case ActAccept:
		if a.Offer == Law {
			now.law = a.To
		}
		if a.Offer == NewBoard {
			now.board = a.To
		}
	}
	return now
}

// conducted is the record after a decision, but for what dice depend on.
func (r record) conducted(d *Decision) (record, error) {
	switch a := d.Act.(type) {
	case ActOpen:
		if d.Seq != 1 || a.Opening == nil {
			return r, errors.New("match: opened a second time, or with nothing")
		}
	case ActAnswer:
		return r.lapsed().answered(d, a)
	case ActRewind:
		if a.To < 1 || a.To >= d.Seq {
			return r, fmt.Errorf("match: rewind to decision %d, which is none before it", a.To)
		}
		if r.appeal.From > 0 && d.Author != Referee {
			return r, ErrAppealed
		}
		r.offer, r.ending = Offered{}, Ending{}
	case ActJoin:
		return r.joined(d, a)
	case ActLeave:
		return r.left(d)
	case ActAbandon:
		if d.Author != Referee && (r.started || !r.seatedAnywhere(d.Author)) {
			return r, ErrPlayer
		}
		r.ending = Ending{How: Abandoned}
	case ActSet:
		return r.set(d, a)
	case ActStand:
		return r.stood(d)
	case ActRevoke:
		return r.revoked(d, a)
	case ActHint:
		if a.Program == nil || d.Author == Referee {
			return r, errors.New("match: a hint is of a program, for a player")
		}
		return r, r.holds(d.Author, d.Seat)
	case ActResign, ActOffer, ActAccept, ActDecline:
		return r.agreed(d)
	case ActExpire:
		return r.expired(d, a)
	case ActAppeal:
		return r.appealed(d, a.Adjudication)
	case ActRuling:
		return r.ruled(d, a.Adjudication)
	case ActRestore:
		return r.wentBack(d)
	case ActResume:
		return r.wentOn(d)
	default:
		return r, fmt.Errorf("match: unknown kind of decision %q: it needs a newer referee", d.Kind())
	}
	return r, nil
}

func (r record) answered(d *Decision, a ActAnswer) (record, error) {
	if (d.Seat == engine.Chance) != (a.Roll != nil) {
		return r, errors.New("match: an answer is of chance if and only if it is a roll")
	}
	if a.Program != nil && (d.Author != Referee || a.Auto || a.Roll != nil) {
		return r, errors.New("match: a program answers in the referee's name alone")
	}
	if a.Roll != nil {
		return r, nil
	}
	if a.Standing != 0 {
		return r, r.obeyed(d, a)
	}
	if r.appeal.From > 0 && d.Author != Referee {
		return r, ErrAppealed
	}
	return r, r.holds(d.Author, d.Seat)
}

// left is the record after a seat is left or freed.
func (r record) left(d *Decision) (record, error) {
	i, err := r.index(d.Seat)
	if err != nil {
		return r, err
	}
	if r.seats[i] == Referee || d.Author != Referee && r.seats[i] != d.Author {
		return r, ErrPlayer
	}
	r.seats = slices.Clone(r.seats)
	r.seats[i] = Referee
	return r.disarmed(d.Seat), nil
}

// joined is the record after a seat is taken.
func (r record) joined(d *Decision, a ActJoin) (record, error) {
	i, err := r.index(d.Seat)
	if err != nil {
		return r, err
	}
	seats := slices.Clone(r.seats)
	if seats[i] != Referee {
		return r, ErrTaken
	}
	if d.Author < 1 || int(d.Author) > r.players+1 {
		return r, fmt.Errorf("%w: %d, not %d", ErrNumber, r.players+1, d.Author)
	}
	if r, err = r.enrolled(d.Author, a.Program); err != nil {
		return r, err
	}
	seats[i] = d.Author
	r.players = max(r.players, int(d.Author))
	r.seats = seats
	r.started = r.started || !slices.Contains(seats, Referee)
	return r, nil
}

// seatedAnywhere reports whether a player has a seat.
func (r record) seatedAnywhere(p Player) bool {
	return p != Referee && slices.Contains(r.seats, p)
}

// set takes settings over.
func (r record) set(d *Decision, a ActSet) (record, error) {
	if d.Author != Referee && !r.seatedAnywhere(d.Author) {
		return r, ErrPlayer
	}
	r.settings = merged(r.settings, a.Settings)
	return r, nil
}

func (r record) agreed(d *Decision) (record, error) {
	i, err := r.index(d.Seat)
	if err != nil {
		return r, err
	}
	_, declines := d.Act.(ActDecline)
	lapses := declines && d.Author == Referee
	if !lapses && (r.seats[i] == Referee || r.seats[i] != d.Author) {
		return r, ErrPlayer
	}
	switch a := d.Act.(type) {
	case ActResign:
		r.ending = Ending{How: Resigned, Winner: r.opponent(i)}
	case ActOffer:
		switch {
		case len(r.names) == 1:
			return r, ErrAlone
		case r.offer.What != "":
			return r, ErrOffered
		}
		if a.Offer == NewBoard {
			r.boards++
		}
		r.offer, err = offered(d, a)
	case ActAccept:
		if r.offer.What == "" || r.offer.What != a.Offer || r.offer.To != a.To {
			return r, ErrNoOffer
		}
		if r.offer.By == d.Seat {
			return r, ErrOwnOffer
		}
		if a.Offer.adopts() && r.appeal.From > 0 {
			return r, ErrAppealed
		}
		r = r.accepted()
	case ActDecline:
		if r.offer.What == "" || r.offer.What != a.Offer {
			return r, ErrNoOffer
		}
		r.offer = Offered{}
	default:
		return r, fmt.Errorf("match: %s is not an agreement", d.Kind())
	}
	return r, err
}

// opponent is the seat that wins when seat i gives up: nobody where there are
// more than two.
func (r record) opponent(i int) engine.Seat {
	if len(r.names) != 2 {
		return ""
	}
	return r.names[1-i]
}
