// Package duel plays matches between programs: one, or a pair with the same dice in which they change sides. Package
// strength evaluates pairs.
package duel

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/play"
	"referee/engine/play/strength"
)

// MaxDecisions is the number of decisions after which a match counts as endless.
const MaxDecisions = 20_000

// ErrEndless says that a match was not over after [MaxDecisions] decisions.
var ErrEndless = errors.New("duel: endless match")

// Match is a match between programs.
type Match struct {
	Game  engine.Game
	Setup engine.Setup
	// Name is what the dice and the players' own randomness are drawn from: matches of the
	// same name between the same players are the same.
	Name string
	// Players has one for each seat.
	Players map[engine.Seat]play.Player
	// Decided is told of each decision, those of Chance too. An error of it ends the match;
	// nil: nobody is told.
	Decided func(Decision) error
}

// Decision is one answer of a match.
type Decision struct {
	Before engine.Position
	Prompt engine.Prompt
	Path   []string // as recorded
	Answer play.Answer
}

// Error is what went wrong in a match, and where.
type Error struct {
	Match     string
	Decision  int // from 1
	Prompt    engine.Prompt
	Path      []string // the answer, where there is one
	Position  string   // before it
	Err       error
	Beginning bool // the match could not be set up: there is nothing but Err
}

func (e *Error) Error() string {
	if e.Beginning {
		return fmt.Sprintf("match %s: begin: %v", e.Match, e.Err)
	}
	return fmt.Sprintf("match %s, decision %d: %s %s: %q: %v\n%s",
		e.Match, e.Decision, e.Prompt.Seat, e.Prompt.ID, strings.Join(e.Path, " "), e.Err, e.Position)
}

func (e *Error) Unwrap() error { return e.Err }

// Play plays the match to its end and says how it ended. It returns *Error.
func (m Match) Play() (engine.Result, error) {
	out, err := m.Game.Begin(0, m.Setup)
	if err != nil {
		return engine.Result{}, &Error{Match: m.Name, Err: err, Beginning: true}
	}
	t := &table{Match: m, dice: NewDice(m.Name), pos: out.Position, places: map[engine.Seat]play.Place{}}
	for seat := range m.Players {
		t.places[seat] = play.At(m.Name, seat)
	}
	for n := 1; ; n++ {
		prompts := t.pos.Prompts()
		if len(prompts) == 0 {
			break
		}
		q := prompts[0]
		before := t.pos
		path, err := t.decide(n, q)
		if err != nil {
			return engine.Result{}, &Error{Match: m.Name, Decision: n, Prompt: q, Path: path, Position: before.String(), Err: err}
		}
	}
	return *t.pos.View(engine.Judge).Result, nil
}

// table is a match under way.
type table struct {
	Match
	dice   *Dice
	pos    engine.Position
	places map[engine.Seat]play.Place
}

// decide answers a question as decision n. The path is what was answered, also where it was
// refused.
func (t *table) decide(n int, q engine.Prompt) (path []string, err error) {
	if n > MaxDecisions {
		return nil, ErrEndless
	}
	a, err := t.answer(q)
	if err != nil {
		return a.Path, err
	}
	out, err := t.pos.Submit(n, q.Seat, q.ID, a.Path)
	if err != nil {
		return a.Path, err
	}
	d := Decision{Before: t.pos, Prompt: q, Path: out.Path, Answer: a}
	t.pos = out.Position
	if q.Seat != engine.Chance {
		t.places[q.Seat] = t.places[q.Seat].After(q.Kind, out.Path)
	}
	if t.Decided != nil {
		err = t.Decided(d)
	}
	return a.Path, err
}

func (t *table) answer(q engine.Prompt) (_ play.Answer, err error) {
	if q.Seat == engine.Chance {
		node, err := t.pos.Options(q.ID, nil)
		if err != nil {
			return play.Answer{}, err
		}
		return play.Answer{Path: []string{t.dice.Face(t.pos.Moment(), q.Kind, node.Options)}}, nil
	}
	asked, err := t.places[q.Seat].Ask(t.pos, q.ID)
	if err != nil {
		return play.Answer{}, err
	}
	// A player under test may be at fault in any way: it is told with the position.
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("duel: the player panics: %v\n%s", fault, debug.Stack())
		}
	}()
	return t.Players[q.Seat].Answer(asked)
}

// ErrSeats says that a game is not for two.
var ErrSeats = errors.New("duel: it takes a game of two seats")

// Rivals are two players who meet.
type Rivals struct {
	Game  engine.Game
	Setup engine.Setup
	A, B  play.Player
	Seed  uint64 // names the pairs, with their numbers
	// Seat is that of A in both matches of a pair, which then have dice of their own; "": they change sides.
	Seat engine.Seat
}

// Match is one match of a pair: in side 0 A has the first seat of the game, in side 1 the
// second. The dice of both are the same. With a [Rivals.Seat] A has that in both.
func (r Rivals) Match(pair, side int) Match {
	name, own := fmt.Sprintf("%d/%d", r.Seed, pair), r.Of(side)
	if r.Seat != "" {
		name = fmt.Sprintf("%d/%d/%d", r.Seed, pair, side)
	}
	m := Match{Game: r.Game, Setup: r.Setup, Name: name, Players: map[engine.Seat]play.Player{}}
	for _, seat := range r.Game.Info().Seats {
		m.Players[seat] = r.B
	}
	m.Players[own] = r.A
	return m
}

// Of is A's seat in a match of a pair.
func (r Rivals) Of(side int) engine.Seat { return cmp.Or(r.Seat, r.Game.Info().Seats[side]) }

// Pair plays a pair of matches, each by a function; its results are A's. It returns ErrSeats,
// and the error of the function.
func (r Rivals) Pair(pair int, play func(side int, m Match) (engine.Result, error)) (strength.Pair, error) {
	if len(r.Game.Info().Seats) != 2 {
		return strength.Pair{}, ErrSeats
	}
	var out strength.Pair
	for side := range out {
		result, err := play(side, r.Match(pair, side))
		if err != nil {
			return out, err
		}
		out[side] = ResultFor(result, r.Of(side))
	}
	return out, nil
}

// ResultFor returns a result from the side of one of two seats. If the game counts no points the
// margin is 0.
func ResultFor(r engine.Result, by engine.Seat) strength.Result {
	var out strength.Result
	switch r.Winner {
	case "":
	case by:
		out.Won = 1
	default:
		out.Won = -1
	}
	for _, s := range r.Score {
		if s.Seat == by {
			out.Margin += s.Points
		} else {
			out.Margin -= s.Points
		}
	}
	return out
}

// ErrNondeterministic says that a player gave another answer when it was asked again.
var ErrNondeterministic = errors.New("duel: asked again, the player answers otherwise")

// Checked plays a match twice, and holds the answers of players against each other: asked
// again they must be the same, by as many nodes. It returns how many there were. Decided is
// told of the first match alone. The *Error may wrap ErrNondeterministic too.
func (m Match) Checked() (result engine.Result, answers int, err error) {
	var first []Decision
	decided := m.Decided
	m.Decided = func(d Decision) error {
		first = append(first, d)
		if decided != nil {
			return decided(d)
		}
		return nil
	}
	if result, err = m.Play(); err != nil {
		return result, 0, err
	}
	n := 0
	m.Decided = func(d Decision) error {
		was := first[n].Answer
		if !slices.Equal(d.Answer.Path, was.Path) || d.Answer.Nodes != was.Nodes {
			return fmt.Errorf("%w: first %q, by %d nodes, now by %d", ErrNondeterministic, strings.Join(was.Path, " "), was.Nodes, d.Answer.Nodes)
		}
		if n++; d.Prompt.Seat != engine.Chance {
			answers++
		}
		return nil
	}
	_, err = m.Play()
	return result, answers, err
}
