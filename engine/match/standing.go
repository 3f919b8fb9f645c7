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

// Stand sets a standing order for by.Player's seat. It returns engine.ErrNoStanding,
// *engine.Illegal for an order that is malformed or can never fire, ErrPlayer, ErrWaiting,
// ErrNoSalt, ErrEqual for one that the seat has set already, and ErrStanding if it has
// MaxStanding.
func (m *Match) Stand(by By, seat engine.Seat, until Until, st engine.Standing) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	if err := m.record.holds(by.Player, seat); err != nil {
		return nil, err
	}
	if err := m.MayStand(seat, until, st); err != nil {
		return nil, err
	}
	return m.stand(by, seat, until, st)
}

// MayStand returns the reason why a seat cannot set a standing order now, as [Match.Stand] gives
// it; nil: it can.
func (m *Match) MayStand(seat engine.Seat, until Until, st engine.Standing) error {
	if !slices.Contains(Untils, until) {
		return fmt.Errorf("match: a standing order until %q", until)
	}
	if err := m.pos.CheckStanding(seat, st); err != nil {
		return err
	}
	return m.roomToStand(seat, until, st)
}

// stand leaves a standing order that may be left.
func (m *Match) stand(by By, seat engine.Seat, until Until, st engine.Standing) (*Match, error) {
	if len(by.Salt) < minSalt {
		return nil, ErrNoSalt
	}
	now := m.pos.Moment()
	path := []string{string(until), strconv.Itoa(now.Turn), now.Phase, m.game.Info().PrintStanding(st)}
	return m.append(by, Decision{Seat: seat, Act: ActStand{path}}, m.pos, by.Salt)
}

// Revoke revokes a standing order of by.Player's seat. It returns ErrPlayer, and ErrNoOrder if the
// seat has set none with that number.
func (m *Match) Revoke(by By, seat engine.Seat, seq int) (*Match, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	if err := m.record.holds(by.Player, seat); err != nil {
		return nil, err
	}
	return m.append(by, Decision{Seat: seat, Act: ActRevoke{seq}}, m.pos, nil)
}

// Standings lists the valid standing orders of a seat, the newest first: in the order in which they
// are tried.
func (m *Match) Standings(seat engine.Seat) ([]Standing, error) {
	var out []Standing
	now := m.pos.Moment()
	for _, a := range slices.Backward(m.record.standing) {
		if a.seat != seat {
			continue
		}
		s, err := readStanding(m.game, m.log, a.seq)
		if err != nil {
			return nil, err
		}
		if s.valid(now) {
			out = append(out, s)
		}
	}
	return out, nil
}

// Standing returns the standing order that a decision set, whether or not it is still armed.
func (m *Match) Standing(seq int) (Standing, error) {
	if seq < 1 || seq > m.Seq() || m.log[seq-1].Decision.Kind() != KindStand {
		return Standing{}, ErrNoOrder
	}
	return readStanding(m.game, m.log, seq)
}

// HadStanding reports whether a seat had set, before it answered a question by d, a standing order
// for that kind of question, revoked or not.
func (m *Match) HadStanding(d *Decision) bool {
	kind, _, _ := strings.Cut(string(d.prompt()), "@")
	return slices.ContainsFunc(m.log[:d.Seq-1], func(e *Entry) bool {
		if e.Decision.Kind() != KindStand || e.Decision.Seat != d.Seat {
			return false
		}
		s, err := readStanding(m.game, m.log, e.Decision.Seq)
		if err != nil {
			return true // what cannot be read is not passed over
		}
		c, _ := m.game.Info().Clause(s.Order.Clause)
		return slices.Contains(c.Kinds, kind)
	})
}

// HasStanding reports whether a seat has standing orders that were not revoked. Everybody may know
// that, and nothing more.
func (m *Match) HasStanding(seat engine.Seat) bool {
	return slices.ContainsFunc(m.record.standing, func(a armed) bool { return a.seat == seat })
}

// StandingResult is the result of applying a standing order to a question.
type StandingResult struct {
	Standing Standing
	Stood    engine.StandingOutcome
}

// StandingResults applies the standing orders of an open prompt's seat to the prompt, except those
// for other kinds of question. The results are for that seat alone.
func (m *Match) StandingResults(id engine.PromptID) ([]StandingResult, error) {
	p, err := m.pos.Prompt(id)
	if err != nil {
		return nil, err
	}
	list, err := m.Standings(p.Seat)
	if err != nil {
		return nil, err
	}
	var out []StandingResult
	for _, s := range list {
		stood, err := m.pos.Stand(id, s.Order)
		if err != nil {
			return nil, err
		}
		if stood.Fires || stood.Void || stood.Why.Key != "" {
			out = append(out, StandingResult{s, stood})
		}
	}
	return out, nil
}

// obey gives the answer of the newest standing order that fires, in secret where
// its seat would; nil if there is none.
func (m *Match) obey(by By, p engine.Prompt) (*Match, error) {
	if !m.HasStanding(p.Seat) {
		return nil, nil
	}
	results, err := m.StandingResults(p.ID)
	if err != nil {
		return nil, err
	}
	for _, v := range results {
		if v.Stood.Fires {
			by.Salt = by.saltOf(m.Seq() + 1)
			a := ActAnswer{Prompt: p.ID, Path: v.Stood.Path, Auto: true, Standing: v.Standing.Seq}
			return m.answer(by, p.Seat, a, Face{})
		}
	}
	return nil, nil
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
	for _, e := range log[seq:] {
		if slices.Contains(e.Decision.opens(), seq) {
			return true
		}
	}
	return false
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
func opens(log []*Entry, a ActAnswer, secret bool, revealed map[engine.Secret]bool) []int {
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
