package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"referee/engine"
)

// Offer is an offer that one seat makes and another may accept. Only one is open at a time. Never
// renamed.
type Offer string

// The offers.
const (
	// Draw ends the match with no winner.
	Draw Offer = "draw"
	// NewSettings puts other settings in force.
	NewSettings Offer = "conduct"
	// TakeBack goes back to decision To, over chance or another seat's answers. It lapses when the
	// match continues.
	TakeBack Offer = "take-back"
	// Law puts a newer law in force, from its acceptance on: past judgements stay. The open
	// questions are asked again, and standing orders lose their force, because their meaning is
	// part of the law under which they were set.
	Law Offer = "law"
	// NewBoard puts another data set in force, like Law: the position stays, as its text says it.
	NewBoard Offer = "board"
)

// adopts reports whether to accept an offer changes what judges the match.
func (o Offer) adopts() bool { return o == Law || o == NewBoard }

// Offered is an offer that is open. The zero Offered: none is.
type Offered struct {
	What     Offer
	By       engine.Seat
	To       int               // of TakeBack and Law; of NewBoard: the decision that offers it
	Settings map[string]string // of NewSettings; not to be written
}

// Offered returns the open offer.
func (m *Match) Offered() Offered { return m.record.offer }

// About returns what an offer of a kind is about: the decision to go back to, the law to adopt, the
// decision that offers a board; 0 if the open offer is of another kind.
func (o Offered) About(what Offer) int {
	if o.What != what {
		return 0
	}
	return o.To
}

// Offer offers the other seats a draw, other settings, a take-back to the state after decision
// offer.To, which must be in [Match.Line] and not its last, a law that is newer than the match's
// and that its game knows, or another board. It returns ErrOffered if an offer is open, ErrUndo for
// another decision to go back to, ErrLaw and *engine.LawError for another law, ErrBoard, *BoardError
// and ErrBoards for a board, and for these ErrAppealed during an appeal.
func (m *Match) Offer(by By, seat engine.Seat, offer ActOffer) (*Match, error) {
	if offer.Offer == TakeBack || offer.Offer.adopts() {
		if err := m.goesOn(); err != nil {
			return nil, err
		}
	}
	switch offer.Offer {
	case TakeBack:
		line := m.Line()
		i := slices.IndexFunc(line, func(e *Entry) bool { return e.Decision.Seq == offer.To })
		if i < 0 || i == len(line)-1 {
			return nil, ErrUndo
		}
	case Law, NewBoard:
		if _, err := adopted(m.pos, m.Seq(), offer); err != nil {
			return nil, err
		}
	case Draw, NewSettings:
	}
	next, err := m.agree(by, Decision{Seat: seat, Act: offer})
	if err != nil || offer.Board == nil {
		return next, err
	}
	if err := errors.Join(offer.Board.Changed().bounded(), boundedLine("the offer", string(next.log[m.Seq()].Line))); err != nil {
		return nil, &BoardError{err}
	}
	return next, nil
}

// Accept accepts another seat's offer. A take-back moves the position by one more decision. During
// an appeal neither a take-back nor what judges the match can be accepted: ErrAppealed.
func (m *Match) Accept(by By, seat engine.Seat, what Offer) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	if _, asked := m.Appealed(); asked && (what == TakeBack || what.adopts()) {
		return nil, ErrAppealed
	}
	switch what {
	case TakeBack:
		to := m.Offered().About(TakeBack)
		next, err := m.agree(by, Decision{Seat: seat, Act: ActAccept{Offer: what, To: to}})
		if err != nil {
			return nil, err
		}
		return next.rewind(By{At: by.At, Door: by.Door}, ActRewind{To: to, Offer: TakeBack})
	case Law, NewBoard:
		return m.adopt(by, seat, what)
	default:
		return m.agree(by, Decision{Seat: seat, Act: ActAccept{Offer: what}})
	}
}

// adopt accepts the law or the board that another seat offers.
func (m *Match) adopt(by By, seat engine.Seat, what Offer) (*Match, error) {
	to := m.Offered().About(what)
	if to == 0 {
		return nil, ErrNoOffer
	}
	d := Decision{Seq: m.Seq() + 1, Seat: seat, Act: ActAccept{Offer: what, To: to}}
	pos, err := Adopted(m.log, m.pos, &d)
	if err != nil {
		return nil, err
	}
	return m.append(by, d, pos, nil)
}

// Adopted returns the position after a decision that accepts a law or a board, and that follows the
// record.
func Adopted(log []*Entry, pos engine.Position, d *Decision) (engine.Position, error) {
	a, _ := d.Act.(ActAccept)
	terms := ActOffer{Offer: a.Offer, To: a.To}
	if a.Offer == NewBoard {
		if a.To < 1 || a.To > len(log) {
			return nil, ErrNoOffer
		}
		terms, _ = log[a.To-1].Decision.Act.(ActOffer)
	}
	return adopted(pos, d.Seq, terms)
}

// adopted is a position as an offer has it judged from decision n on.
func adopted(pos engine.Position, n int, terms ActOffer) (engine.Position, error) {
	switch {
	case terms.Offer == NewBoard:
		return terms.Board.under(pos, n)
	case terms.To <= pos.Law():
		return nil, ErrLaw
	}
	return pos.Under(n, terms.To)
}

// Decline declines an offer, or withdraws the player's own; as the referee it lets an offer lapse.
func (m *Match) Decline(by By, seat engine.Seat, what Offer) (*Match, error) {
	return m.agree(by, Decision{Seat: seat, Act: ActDecline{what}})
}

// offered is the offer that a decision makes.
func offered(d *Decision, a ActOffer) (Offered, error) {
	switch {
	case !slices.Contains([]Offer{Draw, NewSettings, TakeBack, Law, NewBoard}, a.Offer):
		return Offered{}, fmt.Errorf("match: unknown offer %q: it needs a newer referee", a.Offer)
	case (a.Offer == NewSettings) != (len(a.Settings) > 0):
		return Offered{}, errors.New("match: settings are offered if and only if the offer is of them")
	case (a.Offer == NewBoard) != (a.Board != nil):
		return Offered{}, errors.New("match: a board is offered if and only if the offer is of one")
	case a.Offer == Law && a.To < 2:
		return Offered{}, fmt.Errorf("match: law %d is offered, which is newer than none", a.To)
	case a.Offer == Law:
	case (a.Offer == TakeBack) != (a.To > 0) || a.To >= d.Seq:
		return Offered{}, fmt.Errorf("match: offer %q with decision %d to go back to", a.Offer, a.To)
	}
	if a.Offer == NewBoard {
		a.To = d.Seq
	}
	return Offered{a.Offer, d.Seat, a.To, a.Settings}, nil
}

// accepted is the record after the offer that stands is accepted. To go back is
// for the rewind that follows.
func (r record) accepted() record {
	switch r.offer.What {
	case Draw:
		r.ending = Ending{How: Agreed}
	case NewSettings:
		r.settings = merged(r.settings, r.offer.Settings)
	case TakeBack, Law, NewBoard: // what follows from them is done with the decision
	}
	r.offer = Offered{}
	return r
}

// lapsed is the record without a request to go back, as the match goes on.
func (r record) lapsed() record {
	if r.offer.What == TakeBack {
		r.offer = Offered{}
	}
	return r
}

// merged are settings after some are chosen. What it returns shares nothing with
// either.
func merged(old, chosen map[string]string) map[string]string {
	out := maps.Clone(old)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, chosen)
	return out
}
