package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/play"
	"referee/engine/refusal"
)

// KindExpire says that the time of a seat has run out.
const KindExpire Kind = "expire"

// The ways to end when time runs out.
const (
	// Adjudicated is by the game's score as it stood.
	Adjudicated How = "adjudicated"
	TimedOut    How = "timed-out" // the seat whose time ran out has lost
)

// ErrNoTally says that a game cannot compute the result that it would have if it ended now.
var ErrNoTally = refusal.New("referee.refuse.no-tally", "match: the game has no score before its end")

// Expired is the consequence when the time of a seat runs out. Fields are never renamed.
type Expired struct {
	Then clock.Consequence `json:"then"`
	// Winner leads when the match is adjudicated; empty: nobody does.
	Winner engine.Seat `json:"winner,omitempty"`
	// Program answers as the caretaker; nil: the defaults are answered.
	Program *play.About `json:"program,omitempty"`
}

// Expire records that the time of a seat, which must have a question to answer, has run out. The
// answers of a caretaker are the caller's to give, as Referee: if by.Program names a program, by
// that one, see [Match.CaretakerOf]. It returns engine.ErrSeat, ErrPlayer, and ErrNoTally if the match
// is to be adjudicated and the game has no score.
func (m *Match) Expire(by By, seat engine.Seat, then clock.Consequence) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	if !asks(m.pos, seat) {
		return nil, engine.ErrSeat
	}
	up := &Expired{Then: then}
	if then == clock.Caretaker {
		up.Program = by.Program
	}
	if then == clock.Adjudicate {
		r, ok := m.pos.Tally()
		if !ok {
			return nil, ErrNoTally
		}
		up.Winner = r.Winner
	}
	return m.append(by, Decision{Seat: seat, Act: ActExpire{up}}, m.pos, nil)
}

// CaretakerOf returns the program that answers a question of a seat in the referee's name because the
// time of the seat has run out: until the seat has no question left, or its holder answers. It
// returns false if none does.
func (m *Match) CaretakerOf(seat engine.Seat) (play.About, bool) {
	if m.Over() || !asks(m.pos, seat) {
		return play.About{}, false
	}
	others := false // have answered later
	for _, e := range slices.Backward(m.log) {
		d := &e.Decision
		switch a := d.Act.(type) {
		case ActAnswer:
			switch {
			case a.Auto || a.Roll != nil:
			case d.Seat != seat:
				others = true
			case others || a.Program == nil:
				return play.About{}, false
			}
		case ActExpire:
			if d.Seat == seat && a.Program != nil {
				return *a.Program, true
			}
			if d.Seat == seat {
				return play.About{}, false
			}
		case ActJoin, ActLeave:
			if d.Seat == seat {
				return play.About{}, false
			}
		case ActRewind:
			return play.About{}, false
		case ActRuling:
			if a.Judgement != Upheld {
				return play.About{}, false // the position went back
			}
		}
	}
	return play.About{}, false
}

// asks reports whether a position asks a seat something.
func asks(pos engine.Position, seat engine.Seat) bool {
	return slices.ContainsFunc(pos.Prompts(), func(p engine.Prompt) bool { return p.Seat == seat })
}

// expired is the record after a time is up.
func (r record) expired(d *Decision, a ActExpire) (record, error) {
	i, err := r.index(d.Seat)
	switch {
	case err != nil:
		return r, err
	case d.Author != Referee || r.seats[i] == Referee:
		return r, ErrPlayer
	case a.Expired == nil:
		return r, errors.New("match: a time is up and nothing follows")
	case a.Winner != "" && a.Then != clock.Adjudicate:
		return r, fmt.Errorf("match: %s names a winner", a.Then)
	case a.Program != nil && (a.Then != clock.Caretaker || !isProgram(*a.Program)):
		return r, fmt.Errorf("match: %s names %q as the caretaker", a.Then, a.Program)
	}
	switch a.Then {
	case clock.Remind, clock.Caretaker:
	case clock.Adjudicate:
		r.ending = Ending{How: Adjudicated, Winner: a.Winner}
	case clock.Loss:
		r.ending = Ending{How: TimedOut, Winner: r.opponent(i)}
	default:
		return r, fmt.Errorf("match: unknown verdict %q: it needs a newer referee", a.Then)
	}
	return r, nil
}

// adjudged says how the adjudication of a decision differs from its record.
func adjudged(before engine.Position, a ActExpire) string {
	if a.Then != clock.Adjudicate {
		return ""
	}
	return misjudged(before, "adjudicated", a.Winner)
}
