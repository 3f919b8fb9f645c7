package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
)

// Until is the validity of a standing order.
type Until string

// The spans of a standing order, from the moment at which it is set.
const (
	ThisPhase Until = "phase"
	ThisTurn  Until = "turn"
	ThisMatch Until = "match"
)

// Untils lists the spans, the shortest first.
var Untils = []Until{ThisPhase, ThisTurn, ThisMatch}

// Standing is a standing order that is armed. Its content is its seat's secret until it fires.
type Standing struct {
	Seq   int // number of the decision that set it
	Seat  engine.Seat
	Until Until
	Since engine.Moment // when it was set
	Order engine.Standing
	Fired bool // it has answered a question, so everybody knows it
}

// armed is what everybody knows of a standing order.
type armed struct {
	seq  int
	seat engine.Seat
}

// StandingOrders are the standing orders of one seat of a match.
type StandingOrders struct {
	m    *Match
	seat engine.Seat
}

// StandingOrders returns the standing orders of a seat.
func (m *Match) StandingOrders(seat engine.Seat) StandingOrders { return StandingOrders{m, seat} }

// Set sets a standing order for by.Player's seat, and returns the match after it. It returns
// engine.ErrNoStanding, *engine.Illegal for an order that is malformed or can never fire,
// ErrPlayer, ErrWaiting, ErrNoSalt, ErrEqual for one that the seat has set already, and ErrStanding
// if it has MaxStanding.
func (o StandingOrders) Set(by By, until Until, st engine.Standing) (*Match, error) {
	if err := o.m.open(); err != nil {
		return nil, err
	}
	if err := o.m.record.holds(by.Player, o.seat); err != nil {
		return nil, err
	}
	if err := o.MaySet(until, st); err != nil {
		return nil, err
	}
	return o.set(by, until, st)
}

// set sets an order that may be set.
func (o StandingOrders) set(by By, until Until, st engine.Standing) (*Match, error) {
	if len(by.Salt) < minSalt {
		return nil, ErrNoSalt
	}
	now := o.m.pos.Moment()
	path := []string{string(until), strconv.Itoa(now.Turn), now.Phase, o.m.game.Info().PrintStanding(st)}
	return o.m.append(by, Decision{Seat: o.seat, Act: ActStand{path}}, o.m.pos, by.Salt)
}

// MaySet returns the reason why the seat cannot set a standing order now, as [StandingOrders.Set]
// gives it; nil: it can.
func (o StandingOrders) MaySet(until Until, st engine.Standing) error {
	if !slices.Contains(Untils, until) {
		return fmt.Errorf("match: a standing order until %q", until)
	}
	if err := o.m.pos.CheckStanding(o.seat, st); err != nil {
		return err
	}
	list, err := o.Valid()
	if err != nil {
		return err
	}
	info := o.m.game.Info()
	same := func(s Standing) bool {
		return s.Until == until && info.PrintStanding(s.Order) == info.PrintStanding(st)
	}
	switch {
	case slices.ContainsFunc(list, same):
		return ErrEqual
	case len(list) >= MaxStanding:
		return ErrStanding
	}
	return nil
}

// Revoke revokes a standing order of by.Player's seat, and returns the match after it. It returns
// ErrPlayer, and ErrNoOrder if the seat has set none with that number.
func (o StandingOrders) Revoke(by By, seq int) (*Match, error) {
	if err := o.m.open(); err != nil {
		return nil, err
	}
	if err := o.m.record.holds(by.Player, o.seat); err != nil {
		return nil, err
	}
	return o.m.append(by, Decision{Seat: o.seat, Act: ActRevoke{seq}}, o.m.pos, nil)
}

// Valid lists the valid orders, the newest first: in the order in which they are tried.
func (o StandingOrders) Valid() ([]Standing, error) {
	var out []Standing
	now := o.m.pos.Moment()
	for _, a := range slices.Backward(o.m.record.standing) {
		if a.seat != o.seat {
			continue
		}
		s, err := readStanding(o.m.game, o.m.log, a.seq)
		if err != nil {
			return nil, err
		}
		if s.valid(now) {
			out = append(out, s)
		}
	}
	return out, nil
}

// Any reports whether the seat has standing orders that were not revoked. Everybody may know
// that, and nothing more.
func (o StandingOrders) Any() bool {
	return slices.ContainsFunc(o.m.record.standing, func(a armed) bool { return a.seat == o.seat })
}

// StandingResult is the result of applying a standing order to a question.
type StandingResult struct {
	Standing Standing
	Stood    engine.StandingOutcome
}

// Results applies the orders to an open prompt of the seat, except those for other kinds of
// question. The results are for that seat alone. It returns engine.ErrStale, ErrOver and ErrSeat.
func (o StandingOrders) Results(id engine.PromptID) ([]StandingResult, error) {
	p, err := o.m.pos.Prompt(id)
	if err != nil {
		return nil, err
	}
	if p.Seat != o.seat {
		return nil, engine.ErrSeat
	}
	list, err := o.Valid()
	if err != nil {
		return nil, err
	}
	var out []StandingResult
	for _, s := range list {
		stood, err := o.m.pos.Stand(id, s.Order)
		if err != nil {
			return nil, err
		}
		if stood.Fires || stood.Void || stood.Why.Key != "" {
			out = append(out, StandingResult{s, stood})
		}
	}
	return out, nil
}

// saltOf is the salt of one of the decisions that follow a command: whoever is shown it, once it is opened, knows nothing of
// the others.
func (by By) saltOf(seq int) []byte {
	if len(by.Salt) < minSalt {
		return nil
	}
	h := hmac.New(sha256.New, by.Salt)
	h.Write(strconv.AppendInt(nil, int64(seq), 10))
	return h.Sum(nil)[:minSalt]
}

// valid reports whether an order is valid at a moment.
func (s Standing) valid(now engine.Moment) bool {
	switch s.Until {
	case ThisPhase:
		return now.Turn == s.Since.Turn && now.Phase == s.Since.Phase
	case ThisTurn:
		return now.Turn == s.Since.Turn
	default:
		return true
	}
}

// readStanding reads the standing order that a decision left.
func readStanding(g engine.Game, log []*Entry, seq int) (Standing, error) {
	e := log[seq-1]
	d := &e.Decision
	path := d.path()
	if len(path) != 4 {
		return Standing{}, fmt.Errorf("match: decision %d leaves no order that can be read", seq)
	}
	turn, err := strconv.Atoi(path[1])
	if err != nil {
		return Standing{}, fmt.Errorf("match: decision %d: %w", seq, err)
	}
	st, err := g.Info().ParseStanding(path[3])
	if err != nil {
		return Standing{}, fmt.Errorf("match: decision %d: %w", seq, err)
	}
	return Standing{
		Seq: seq, Seat: d.Seat, Until: Until(path[0]), Order: st, Fired: isOpen(log, seq),
		Since: engine.Moment{Turn: turn, Phase: path[2]},
	}, nil
}

// isOpen reports whether a sealed decision is secret no longer.
func isOpen(log []*Entry, seq int) bool {
	return slices.ContainsFunc(log[seq:], func(e *Entry) bool { return slices.Contains(e.Decision.opens(), seq) })
}

var (
	errNotArmed = errors.New("match: it answers by a standing order that the seat has not armed")
	errSealing  = errors.New("match: a standing order is a sealed answer to nothing")
)

// stood is the record after a standing order is left.
func (r record) stood(d *Decision) (record, error) {
	if d.Sealed == "" || len(d.Events()) > 0 || d.prompt() != "" {
		return r, errSealing
	}
	r.standing = append(slices.Clone(r.standing), armed{d.Seq, d.Seat})
	return r, r.holds(d.Author, d.Seat)
}

// revoked is the record after a standing order is taken back.
func (r record) revoked(d *Decision, a ActRevoke) (record, error) {
	at := r.armed(d.Seat, a.To)
	if at < 0 {
		return r, ErrNoOrder
	}
	r.standing = slices.Delete(slices.Clone(r.standing), at, at+1)
	return r, r.holds(d.Author, d.Seat)
}

// obeyed checks an answer by a standing order.
func (r record) obeyed(d *Decision, a ActAnswer) error {
	if r.armed(d.Seat, a.Standing) < 0 || !a.Auto || d.Author != Referee {
		return errNotArmed
	}
	return nil
}

// armed is the place of a standing order of a seat among those that are armed; -1: it is
// not.
func (r record) armed(seat engine.Seat, seq int) int {
	return slices.Index(r.standing, armed{seq, seat})
}

// opens lists the sealed decisions that an answer, which follows log, makes public: those that its events reveal, and the
// standing orders that gave them, or that gave the answer itself. An answer that stays secret keeps its order so too.
func opens(log []*Entry, a ActAnswer, secret bool, revealed []engine.Secret) []int {
	out := opened(log, revealed)
	orders := []int{a.Standing}
	if secret {
		orders = nil
	}
	for _, n := range out {
		if by, ok := log[n-1].Decision.Act.(ActAnswer); ok {
			orders = append(orders, by.Standing)
		}
	}
	for _, n := range orders {
		if n != 0 && !slices.Contains(out, n) && !isOpen(log, n) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// disarmed is the record without the standing orders of a seat that was left:
// whoever takes it over has not given them.
func (r record) disarmed(seat engine.Seat) record {
	r.standing = slices.DeleteFunc(slices.Clone(r.standing), func(a armed) bool { return a.seat == seat })
	return r
}

// misfired says how an answer by a standing order differs from what the order
// says.
func misfired(g engine.Game, log []*Entry, before engine.Position, a ActAnswer) string {
	s, err := readStanding(g, log, a.Standing)
	if err != nil {
		return err.Error()
	}
	if !s.valid(before.Moment()) {
		return fmt.Sprintf("standing order %d was valid for its %s alone", s.Seq, s.Until)
	}
	stood, err := before.Stand(a.Prompt, s.Order)
	switch {
	case err != nil:
		return err.Error()
	case !stood.Fires:
		return fmt.Sprintf("standing order %d did not fire", s.Seq)
	case !slices.Equal(stood.Path, a.Path):
		return fmt.Sprintf("standing order %d says %q, recorded %q", s.Seq,
			strings.Join(stood.Path, " "), strings.Join(a.Path, " "))
	}
	return ""
}
