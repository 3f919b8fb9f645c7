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
)

// Offered is an offer that is open. The zero Offered: none is.
type Offered struct {
	What     Offer
	By       engine.Seat
	To       int               // of TakeBack and Law
	Settings map[string]string // of NewSettings; not to be written
}

// Offered returns the open offer.
func (m *Match) Offered() Offered { return m.record.offer }

// About returns what an offer of a kind is about: the decision to go back to, the law to adopt; 0
// if the open offer is of another kind.
func (o Offered) About(what Offer) int {
	if o.What != what {
		return 0
	}
	return o.To
}

// Offer offers the other seats a draw, other settings, a take-back to the state after decision
// offer.To, which must be in [Match.Line] and not its last, or a law that is newer than the match's
// and that its game knows. It returns ErrOffered if an offer is open, ErrUndo for another decision
// to go back to, ErrLaw and *engine.LawError for another law, and for both ErrAppealed during an
// appeal.
func (m *Match) Offer(by By, seat engine.Seat, offer ActOffer) (*Match, error) {
	if offer.Offer == TakeBack || offer.Offer == Law {
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
	case Law:
		if _, err := adopted(m.pos, m.Seq(), offer.To); err != nil {
			return nil, err
		}
	case Draw, NewSettings:
	}
	return m.agree(by, Decision{Seat: seat, Act: offer})
}

// Accept accepts another seat's offer. A take-back moves the position by one more decision. During
// an appeal neither a take-back nor a law can be accepted: ErrAppealed.
func (m *Match) Accept(by By, seat engine.Seat, what Offer) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	if _, asked := m.Appealed(); asked && (what == TakeBack || what == Law) {
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
	case Law:
		return m.adopt(by, seat)
	default:
		return m.agree(by, Decision{Seat: seat, Act: ActAccept{Offer: what}})
	}
}

// adopt accepts the law that another seat offers.
func (m *Match) adopt(by By, seat engine.Seat) (*Match, error) {
	law := m.Offered().About(Law)
	if law == 0 {
		return nil, ErrNoOffer
	}
	pos, err := adopted(m.pos, m.Seq()+1, law)
	if err != nil {
		return nil, err
	}
	return m.append(by, Decision{Seat: seat, Act: ActAccept{Offer: Law, To: law}}, pos, nil)
}

// adopted is a position under a newer law from decision n on.
func adopted(pos engine.Position, n, law int) (engine.Position, error) {
	if law <= pos.Law() {
		return nil, ErrLaw
	}
	return pos.Under(n, law)
}

// Decline declines an offer, or withdraws the player's own; as the referee it lets an offer lapse.
func (m *Match) Decline(by By, seat engine.Seat, what Offer) (*Match, error) {
	return m.agree(by, Decision{Seat: seat, Act: ActDecline{what}})
}

// offered is the offer that a decision makes.
func offered(d *Decision, a ActOffer) (Offered, error) {
	switch {
	case !slices.Contains([]Offer{Draw, NewSettings, TakeBack, Law}, a.Offer):
		return Offered{}, fmt.Errorf("match: unknown offer %q: it needs a newer referee", a.Offer)
	case (a.Offer == NewSettings) != (len(a.Settings) > 0):
		return Offered{}, errors.New("match: settings are offered if and only if the offer is of them")
	case a.Offer == Law && a.To < 2:
		return Offered{}, fmt.Errorf("match: law %d is offered, which is newer than none", a.To)
	case a.Offer == Law:
	case (a.Offer == TakeBack) != (a.To > 0) || a.To >= d.Seq:
		return Offered{}, fmt.Errorf("match: offer %q with decision %d to go back to", a.Offer, a.To)
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
	case TakeBack, Law: // what follows from them is done with the decision
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
