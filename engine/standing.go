package engine

import (
	"fmt"
	"slices"
	"strings"

	"referee/engine/refusal"
)

// Standing is a standing order: an answer that a seat has given in advance, in the terms of one of
// the game's clauses. An order fires or it does not; if it does not, the next one is tried, and
// finally the seat is asked.
type Standing struct {
	Clause string `json:"clause"`
	// Args holds the values, by the names in ClauseInfo.Args.
	Args map[string][]string `json:"args,omitempty"`
}

// First returns the first value of an argument, or "".
func (st Standing) First(name string) string {
	if v := st.Args[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// ClauseInfo names a clause and its arguments. Its help is the message "clause."+Name,
// that of an argument "clause-arg."+QueryArg.Name; in a language, the clause's name may
// be "command."+Name and the argument's "argument."+QueryArg.Name.
type ClauseInfo struct {
	Name    string
	Kinds   []string // kinds of prompt that it can answer
	Args    []QueryArg
	Example string // "retreat toward north northwest avoid 2113"
}

// arg finds an argument by its name.
func (c ClauseInfo) arg(name string) (QueryArg, bool) {
	return find(c.Args, func(a QueryArg) bool { return a.Name == name })
}

// StandingOutcome is the result of applying a standing order to a question. The zero StandingOutcome: the order does
// not apply to this kind of question.
type StandingOutcome struct {
	Fires bool
	// Void says that something the order depends on is gone for now: a unit that it names is
	// destroyed, for example. A void order does not fire.
	Void bool
	// Path is the complete answer of an order that fires, as the options spell it.
	Path []string
	// Why names the condition that fired, failed or is gone. It may contain facts that only the
	// order's owner may know until the order has fired.
	Why Msg
}

// Stander is an optional interface of a game with standing orders. All methods are pure and do not
// change s. Their answers to a seat depend only on what that seat may know.
type Stander[S Cloner[S]] interface {
	// Stand applies an order to an open question of a kind that its clause answers. The order fires
	// if and only if its conditions hold and leave one complete answer. Stand refuses a malformed
	// order with *Illegal.
	Stand(s S, p Prompt, st Standing) (StandingOutcome, error)
	// CheckStanding refuses with *Illegal an order of seat that is malformed
	// or can never fire from s on.
	CheckStanding(s S, seat Seat, st Standing) error
	// DryRun makes a dry run: for the acts now open to the other seats, it lists the rolls with
	// which an order of seat would fire, and the events that would make it void.
	DryRun(s S, seat Seat, st Standing) (Answer, error)
}

// ErrNoStanding says that the game has no standing orders.
var ErrNoStanding = refusal.New("referee.refuse.no-standing", "engine: the game has no standing orders")

// WordError is a word that is not allowed at its place in a standing order's text.
type WordError struct {
	Word   string // empty: a word is missing there
	Clause string // being read; empty: Word names no clause
	Arg    string // being read; empty: Word names no argument of Clause
}

func (e *WordError) Error() string {
	switch {
	case e.Clause == "":
		return fmt.Sprintf("engine: %q is not a clause of standing orders", e.Word)
	case e.Arg == "":
		return fmt.Sprintf("engine: clause %s: %q is none of its arguments", e.Clause, e.Word)
	case e.Word == "":
		return fmt.Sprintf("engine: clause %s: %s needs a value", e.Clause, e.Arg)
	}
	return fmt.Sprintf("engine: clause %s: %q is too much for %s", e.Clause, e.Word, e.Arg)
}

// Clause finds a clause of standing orders by its name.
func (i *Info) Clause(name string) (ClauseInfo, bool) {
	return find(i.Clauses, func(c ClauseInfo) bool { return c.Name == name })
}

// ParseStanding reads an order as a line of text: the clause, then each argument's name
// followed by its values. The values are not checked. It returns *WordError.
func (i *Info) ParseStanding(text string) (Standing, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Standing{}, &WordError{}
	}
	c, ok := i.Clause(words[0])
	if !ok {
		return Standing{}, &WordError{Word: words[0]}
	}
	st := Standing{Clause: c.Name, Args: map[string][]string{}}
	var arg QueryArg
	for _, w := range words[1:] {
		next, named := c.arg(w)
		_, twice := st.Args[w]
		switch {
		case named && twice:
			return Standing{}, &WordError{Word: w, Clause: c.Name, Arg: w}
		case named:
			if arg.Name != "" && len(st.Args[arg.Name]) == 0 {
				return Standing{}, &WordError{Clause: c.Name, Arg: arg.Name}
			}
			arg = next
			st.Args[arg.Name] = nil
		case arg.Name == "":
			return Standing{}, &WordError{Word: w, Clause: c.Name}
		case !arg.Repeat && len(st.Args[arg.Name]) > 0:
			return Standing{}, &WordError{Word: w, Clause: c.Name, Arg: arg.Name}
		default:
			st.Args[arg.Name] = append(st.Args[arg.Name], w)
		}
	}
	if arg.Name != "" && len(st.Args[arg.Name]) == 0 {
		return Standing{}, &WordError{Clause: c.Name, Arg: arg.Name}
	}
	return st, nil
}

// PrintStanding writes an order as ParseStanding reads it, its arguments in the
// clause's order.
func (i *Info) PrintStanding(st Standing) string {
	words := []string{st.Clause}
	c, _ := i.Clause(st.Clause)
	for _, a := range c.Args {
		if values := st.Args[a.Name]; len(values) > 0 {
			words = append(append(words, a.Name), values...)
		}
	}
	return strings.Join(words, " ")
}

func (p *position[S]) stander() (Stander[S], error) {
	if s, ok := p.game.rules.(Stander[S]); ok {
		return s, nil
	}
	return nil, ErrNoStanding
}

func (p *position[S]) Stand(id PromptID, st Standing) (StandingOutcome, error) {
	s, err := p.stander()
	if err != nil {
		return StandingOutcome{}, err
	}
	q, err := p.Prompt(id)
	if err != nil {
		return StandingOutcome{}, err
	}
	if c, ok := p.game.rules.Info().Clause(st.Clause); ok && !slices.Contains(c.Kinds, q.Kind) {
		return StandingOutcome{}, nil
	}
	return s.Stand(p.state, q, st)
}

func (p *position[S]) CheckStanding(seat Seat, st Standing) error {
	s, err := p.stander()
	if err != nil {
		return err
	}
	return s.CheckStanding(p.state, seat, st)
}

func (p *position[S]) DryRun(seat Seat, st Standing) (Answer, error) {
	s, err := p.stander()
	if err != nil {
		return Answer{}, err
	}
	if err := s.CheckStanding(p.state, seat, st); err != nil {
		return Answer{}, err
	}
	return s.DryRun(p.state, seat, st)
}
