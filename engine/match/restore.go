package match

import (
	"slices"

	"referee/engine"
	"referee/engine/refusal"
)

// The kinds of decision about a record that was restored from a backup.
const (
	// KindRestore: any decisions after the one before it are lost, and the match is on hold.
	KindRestore Kind = "restore"
	// KindResume: Seat agrees to resume the match from there; without a seat the referee resumes it.
	KindResume Kind = "go-on"
)

// Errors of a match that was restored from a backup.
var (
	ErrRestored  = refusal.New("referee.refuse.restored", "match: it was restored from a backup, and is on hold until it is resumed")
	ErrNotOnHold = refusal.New("referee.refuse.goes-on", "match: it is not on hold")
	ErrAgreed    = refusal.New("referee.refuse.agreed", "match: the seat has already agreed to resume")
)

// Restored is the state of a match on hold after its restoration from a backup. Players may have
// seen later events, dice above all: until they agree to resume nothing is answered, rolled, taken
// back or ruled, and the match gets no result.
type Restored struct {
	From   int           // the last decision that was restored
	Agreed []engine.Seat // seats that agree to resume, in the order of the game
}

// Restored returns the state of a restored match that waits to be resumed; false for any other.
func (m *Match) Restored() (Restored, bool) {
	r := m.record.restored
	if r.from == 0 {
		return Restored{}, false
	}
	out := Restored{From: r.from}
	for i, seat := range m.record.names {
		if p := m.record.seats[i]; p != Referee && slices.Contains(r.agreed, p) {
			out.Agreed = append(out.Agreed, seat)
		}
	}
	return out, true
}

// Restore records that the match was restored from a backup. An open offer lapses. It returns
// engine.ErrOver if the match has ended.
func (m *Match) Restore(by By) (*Match, error) {
	if m.Over() {
		return nil, engine.ErrOver
	}
	return m.append(by, Decision{Act: ActRestore{}}, m.pos, nil)
}

// Resume agrees for a seat of by.Player to resume a match that was restored from a backup: it resumes
// once the holders of all seats that are held have agreed. For the referee, without a seat, it
// resumes at once. It returns ErrNotOnHold, ErrAgreed and ErrPlayer.
func (m *Match) Resume(by By, seat engine.Seat) (*Match, error) {
	return m.append(by, Decision{Seat: seat, Act: ActResume{}}, m.pos, nil)
}

// restored is how a match stands that was put back: from 0, it does not.
type restored struct {
	from   int
	agreed []Player // never written: a change makes another
}

// halts lists what is not done to a match that was put back, before it goes on: all
// that moves the position or gives a result. Seats may be left and taken, settings
// chosen, and the referee may end the match without a result.
var halts = []Kind{
	KindAnswer, KindResign, KindOffer, KindAccept, KindDecline, KindStand, KindRevoke, KindHint, KindExpire, KindAppeal, KindRuling,
}

// halted checks that a match which was put back waits, whoever acts. A rewind may
// take back no more than an end without a result.
func (r record) halted(log []*Entry, d *Decision) error {
	if r.restored.from == 0 {
		return nil
	}
	if a, back := d.Act.(ActRewind); slices.Contains(halts, d.Kind()) || back && !still(log, a.To) {
		return ErrRestored
	}
	return nil
}

// still reports whether the position after a record is what it was after decision to.
func still(log []*Entry, to int) bool {
	if to < 1 || to > len(log) {
		return false
	}
	line, back := trace(log, len(log)), trace(log, to)
	return line[len(line)-1] == back[len(back)-1]
}

// wentBack is the record after it was put back from a backup.
func (r record) wentBack(d *Decision) (record, error) {
	if d.Author != Referee || d.Seat != "" {
		return r, ErrPlayer
	}
	r.offer, r.restored, r.putBack = Offered{}, restored{from: d.Seq - 1}, d.Seq
	return r, nil
}

// wentOn is the record after somebody agrees to go on from a backup.
func (r record) wentOn(d *Decision) (record, error) {
	switch {
	case r.restored.from == 0:
		return r, ErrNotOnHold
	case d.Author == Referee && d.Seat == "":
		r.restored = restored{}
		return r, nil
	}
	i, err := r.index(d.Seat)
	if err != nil {
		return r, err
	}
	if d.Author == Referee || r.seats[i] != d.Author {
		return r, ErrPlayer
	}
	known := slices.Contains(r.restored.agreed, d.Author)
	agreed := append(slices.Clone(r.restored.agreed), d.Author)
	r.restored.agreed = agreed
	all := !slices.ContainsFunc(r.seats, func(p Player) bool { return p != Referee && !slices.Contains(agreed, p) })
	switch {
	case all:
		r.restored = restored{}
	case known:
		return r, ErrAgreed
	}
	return r, nil
}
