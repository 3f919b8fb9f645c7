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
	// Conduct puts other settings in force.
	Conduct Offer = "conduct"
	// TakeBack goes back to decision To, over chance or another seat's answers. It lapses when the
	// match continues.
	TakeBack Offer = "take-back"
	// Law puts a newer law in force, from its acceptance on: past judgements stay. The open
	// questions are asked again, and standing orders lose their force, because their meaning is
	// part of the law under which they were set.
	Law Offer = "law"
)

// offer is an offer that stands.
type offer struct {
	what     Offer
	by       engine.Seat
	to       int               // of TakeBack and Law
	settings map[string]string // of Conduct; never written
}

// Offered returns the open offer, and the seat that made it; "" if there is none.
func (m *Match) Offered() (Offer, engine.Seat) { return m.record.offer.what, m.record.offer.by }

// Proposed returns the settings that are offered; nil if there are none.
func (m *Match) Proposed() map[string]string { return maps.Clone(m.record.offer.settings) }

// RequestedTakeBack returns the decision that a seat asks to go back to; 0 if there is no such request.
func (m *Match) RequestedTakeBack() int { return m.record.offer.of(TakeBack) }

// OfferedLaw returns the law that a seat offers to adopt; 0 if none is offered.
func (m *Match) OfferedLaw() int { return m.record.offer.of(Law) }

// of is what an offer of some kind is about; 0 where it is of another.
func (o offer) of(what Offer) int {
	if o.what != what {
		return 0
	}
	return o.to
}

// Offer offers the other seats a draw.
func (m *Match) Offer(by By, seat engine.Seat, what Offer) (*Match, error) {
	return m.agree(by, Decision{Seat: seat, Act: ActOffer{Offer: what}})
}

// Propose offers the other seats other settings.
func (m *Match) Propose(by By, seat engine.Seat, settings map[string]string) (*Match, error) {
	return m.agree(by, Decision{Seat: seat, Act: ActOffer{Offer: Conduct, Settings: settings}})
}

// RequestTakeBack asks the other seats to agree to a take-back to the state after decision to, which must
// be in [Match.Line] and not its last. It returns ErrUndo if it is not, ErrOffered if an offer is
// open, ErrAppealed during an appeal.
func (m *Match) RequestTakeBack(by By, seat engine.Seat, to int) (*Match, error) {
	if err := m.goesOn(); err != nil {
		return nil, err
	}
	line := m.Line()
	i := slices.IndexFunc(line, func(e *Entry) bool { return e.Decision.Seq == to })
	if i < 0 || i == len(line)-1 {
		return nil, ErrUndo
	}
	return m.agree(by, Decision{Seat: seat, Act: ActOffer{Offer: TakeBack, To: to}})
}

// OfferLaw offers the other seats to adopt a law that is newer than the match's, and that its game
// knows. It returns ErrLaw, *engine.LawError, ErrOffered and ErrAppealed.
func (m *Match) OfferLaw(by By, seat engine.Seat, law int) (*Match, error) {
	if err := m.goesOn(); err != nil {
		return nil, err
	}
	if _, err := adopted(m.pos, m.Seq(), law); err != nil {
		return nil, err
	}
	return m.agree(by, Decision{Seat: seat, Act: ActOffer{Offer: Law, To: law}})
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
		to := m.RequestedTakeBack()
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
	law := m.OfferedLaw()
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
func offered(d *Decision, a ActOffer) (offer, error) {
	switch {
	case !slices.Contains([]Offer{Draw, Conduct, TakeBack, Law}, a.Offer):
		return offer{}, fmt.Errorf("match: unknown offer %q: it needs a newer referee", a.Offer)
	case (a.Offer == Conduct) != (len(a.Settings) > 0):
		return offer{}, errors.New("match: settings are offered if and only if the offer is of them")
	case a.Offer == Law && a.To < 2:
		return offer{}, fmt.Errorf("match: law %d is offered, which is newer than none", a.To)
	case a.Offer == Law:
	case (a.Offer == TakeBack) != (a.To > 0) || a.To >= d.Seq:
		return offer{}, fmt.Errorf("match: offer %q with decision %d to go back to", a.Offer, a.To)
	}
	return offer{a.Offer, d.Seat, a.To, a.Settings}, nil
}

// accepted is the record after the offer that stands is accepted. To go back is
// for the rewind that follows.
func (r record) accepted() record {
	switch r.offer.what {
	case Draw:
		r.ending = Ending{How: Agreed}
	case Conduct:
		r.settings = merged(r.settings, r.offer.settings)
	case TakeBack, Law: // what follows from them is done with the decision
	}
	r.offer = offer{}
	return r
}

// lapsed is the record without a request to go back, as the match goes on.
func (r record) lapsed() record {
	if r.offer.what == TakeBack {
		r.offer = offer{}
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
