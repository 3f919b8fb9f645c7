package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"referee/engine"
)

// standingOrders is how many random orders are put to each question.
const standingOrders = 6

// rehearsals is how many dry runs are looked at.
const rehearsals = 12

// checkStanding: what a standing order answers is a legal whole answer, it says why it
// does or does not, and neither the order nor its dry run changes anything.
func checkStanding(t *tour) error {
	info := t.Game.Info()
	if err := checkClauses(info); err != nil {
		return err
	}
	if len(info.Clauses) == 0 {
		return checkNoStanding(t)
	}
	r := t.rand("standing")
	if err := each(t.spotsOf(clauseKinds(info), r), func(s spot) error {
		for _, q := range s.pos().Prompts() {
			for range standingOrders {
				if err := standing(info, s.pos(), s.next(), q, randomOrder(info, s.pos(), q.Seat, r)); err != nil {
					return fmt.Errorf("%s %s: %w", q.Seat, q.ID, err)
				}
			}
		}
		return nil
	}); err != nil {
		return err
	}
	all := t.sample("rehearsals")
	return cmp.Or(each(all[:min(len(all), rehearsals)], func(s spot) error {
		seat := info.Seats[r.IntN(len(info.Seats))]
		return cmp.Or(rehearsal(info, s.pos(), seat, randomOrder(info, s.pos(), seat, r)), malformed(info, s.pos(), seat))
	}), checkMoments(t))
}

// checkClauses: clauses can be told apart, and their examples be read and written.
func checkClauses(info *engine.Info) error {
	for i, c := range info.Clauses {
		twice := slices.ContainsFunc(info.Clauses[:i], func(o engine.ClauseInfo) bool { return o.Name == c.Name })
		if c.Name == "" || len(c.Kinds) == 0 || twice {
			return fmt.Errorf("clause %q stands twice, or answers nothing", c.Name)
		}
		for j, a := range c.Args {
			twice := slices.ContainsFunc(c.Args[:j], func(o engine.QueryArg) bool { return o.Name == a.Name })
			taken := slices.ContainsFunc(c.Args, func(o engine.QueryArg) bool { return slices.Contains(info.Words[o.Kind], a.Name) })
			if twice || taken || len(info.Words[a.Kind]) == 0 {
				return fmt.Errorf("clause %s: argument %q stands twice, is a word that may be typed, or has none", c.Name, a.Name)
			}
		}
		st, err := info.ParseStanding(c.Example)
		if err != nil {
			return err
		}
		if text := info.PrintStanding(st); st.Clause != c.Name || text != c.Example {
			return fmt.Errorf("clause %s: the example %q is read as %q", c.Name, c.Example, text)
		}
	}
	return nil
}

// checkNoStanding: a game without clauses takes no standing orders.
func checkNoStanding(t *tour) error {
	pos, seat := t.spots()[0].pos(), t.Game.Info().Seats[0]
	err := pos.CheckStanding(seat, engine.Standing{})
	if _, dryRunErr := pos.DryRun(seat, engine.Standing{}); dryRunErr == nil {
		err = nil
	}
	if err := unlike(err, engine.ErrNoStanding); err != nil {
		return fmt.Errorf("a standing order, of which there are none, %w", err)
	}
	return nil
}

// clauseKinds are the kinds of question that standing orders answer.
func clauseKinds(info *engine.Info) []string {
	var kinds []string
	for _, c := range info.Clauses {
		kinds = append(kinds, c.Kinds...)
	}
	return kinds
}

// spotsOf picks positions with a question of one of some kinds at random.
func (t *tour) spotsOf(kinds []string, r *rand.Rand) []spot {
	all := slices.DeleteFunc(t.spots(), func(s spot) bool {
		return !slices.ContainsFunc(s.pos().Prompts(), func(q engine.Prompt) bool { return slices.Contains(kinds, q.Kind) })
	})
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), t.Samples)]
}

// randomOrder makes an order of words that fit, more often than not of the seat's
// own pieces.
func randomOrder(info *engine.Info, pos engine.Position, seat engine.Seat, r *rand.Rand) engine.Standing {
	foreign := map[string]bool{}
	for _, p := range pos.View(engine.Judge).Pieces {
		foreign[p.ID] = p.Seat != seat
	}
	c := info.Clauses[r.IntN(len(info.Clauses))]
	st := engine.Standing{Clause: c.Name, Args: map[string][]string{}}
	for _, a := range c.Args {
		if a.Optional && r.IntN(2) == 0 {
			continue
		}
		n := 1
		if a.Repeat {
			n += r.IntN(3)
		}
		words := info.Words[a.Kind]
		for len(st.Args[a.Name]) < n {
			word := words[r.IntN(len(words))]
			if !foreign[word] || r.IntN(20) == 0 {
				st.Args[a.Name] = append(st.Args[a.Name], word)
			}
		}
	}
	return st
}

// standing checks what one order makes of one question, asked twice. An order that is
// refused is no fault, as long as a rule refuses it.
func standing(info *engine.Info, pos engine.Position, n int, q engine.Prompt, st engine.Standing) error {
	text, before := info.PrintStanding(st), pos.String()
	again, err := info.ParseStanding(text)
	if err != nil {
		return fmt.Errorf("%q, as it is written, is not read: %w", text, err)
	}
	if err := pos.CheckStanding(q.Seat, st); err != nil {
		if err := illegal(err); err != nil {
			return fmt.Errorf("the order %q %w", text, err)
		}
		return nil
	}
	stood, err := pos.Stand(q.ID, st)
	if err != nil {
		return fmt.Errorf("the order %q, left as legal: %w", text, err)
	}
	same, err := pos.Stand(q.ID, again)
	if err != nil {
		return err
	}
	c, _ := info.Clause(st.Clause)
	answers := slices.Contains(c.Kinds, q.Kind)
	switch {
	case !answers && !equalJSON(stood, engine.StandingOutcome{}):
		err = errors.New("it says something of a question that is not its own")
	case answers && stood.Why.Key == "":
		err = errors.New("it does not say why")
	case stood.Fires && stood.Void || !stood.Fires && len(stood.Path) > 0:
		err = errors.New("it answers, and does not fire")
	default:
		err = difference("what it makes of the question, asked twice,", stood, same)
	}
	if err == nil && stood.Fires {
		err = accepted(pos, n, q, stood.Path)
	}
	if err == nil {
		err = difference("positions before and after", pos.String(), before)
	}
	if err != nil {
		return fmt.Errorf("the order %q: %w", text, err)
	}
	return nil
}

// accepted checks that a path is a whole answer, as the options spell it.
func accepted(pos engine.Position, n int, q engine.Prompt, path []string) error {
	out, err := pos.Submit(n, q.Seat, q.ID, path)
	if err != nil {
		return fmt.Errorf("it answers %q: %w", strings.Join(path, " "), err)
	}
	return difference("what it answers and what is recorded", path, out.Path)
}

// rehearsal checks one dry run, done twice.
func rehearsal(info *engine.Info, pos engine.Position, seat engine.Seat, st engine.Standing) error {
	text, before := info.PrintStanding(st), pos.String()
	first, err := pos.DryRun(seat, st)
	if refused := pos.CheckStanding(seat, st); refused != nil {
		return difference("refusals of an order and of its dry run", fmt.Sprint(err), fmt.Sprint(refused))
	}
	if err != nil {
		return fmt.Errorf("dry run of %q: %w", text, err)
	}
	if len(first.Lines) == 0 {
		return fmt.Errorf("the dry run of %q says nothing", text)
	}
	second, err := pos.DryRun(seat, st)
	if err != nil {
		return err
	}
	return errors.Join(
		difference("dry runs of "+text, second, first),
		difference("positions before and after a dry run", pos.String(), before),
	)
}

// malformed checks that orders which mean nothing are refused by a rule.
func malformed(info *engine.Info, pos engine.Position, seat engine.Seat) error {
	c := info.Clauses[0]
	for _, st := range []engine.Standing{
		{Clause: "nonsense"},
		{Clause: c.Name, Args: map[string][]string{"nonsense": {"nonsense"}}},
		{Clause: c.Name, Args: map[string][]string{c.Args[0].Name: {"nonsense"}}},
		{Clause: c.Name, Args: map[string][]string{c.Args[0].Name: {}}},
	} {
		if err := illegal(pos.CheckStanding(seat, st)); err != nil {
			return fmt.Errorf("the order %+v %w", st, err)
		}
	}
	st, err := info.ParseStanding(c.Example)
	if err != nil {
		return err
	}
	if err := illegal(pos.CheckStanding(engine.Chance, st)); err != nil {
		return fmt.Errorf("an order of Chance %w", err)
	}
	return nil
}

// checkMoments: turns do not run backwards, and the text of a position has its
// moment.
func checkMoments(t *tour) error {
	return cmp.Or(each(t.spots(), func(s spot) error {
		now := s.pos().Moment()
		if s.at > 0 && now.Turn < s.position(s.at-1).Moment().Turn {
			return fmt.Errorf("turn %d comes after a later one", now.Turn)
		}
		if now.Seat != "" && !slices.Contains(t.Game.Info().Seats, now.Seat) {
			return fmt.Errorf("the phase is that of %q, which is no seat", now.Seat)
		}
		return nil
	}), each(t.sample("moments"), func(s spot) error {
		again, err := t.Game.Parse(s.next(), s.texts[s.at])
		if err != nil {
			return err
		}
		return difference("moments of a position and of its text", again.Moment(), s.pos().Moment())
	}))
}

// orders compares the dry runs of the seats that are not to know the secret, and the
// moments.
func (l *lockstep) orders(a, b engine.Position) error {
	if err := difference("moments", a.Moment(), b.Moment()); err != nil || len(l.Game.Info().Clauses) == 0 {
		return err
	}
	for _, seat := range l.Game.Info().Seats {
		if seat == l.seat {
			continue
		}
		st := randomOrder(l.Game.Info(), a, seat, l.rand("secret orders"))
		answerA, errA := a.DryRun(seat, st)
		answerB, errB := b.DryRun(seat, st)
		if err := cmp.Or(difference(fmt.Sprintf("dry runs of %s", seat), answerA, answerB),
			difference(fmt.Sprintf("refused dry runs of %s", seat), errA, errB)); err != nil {
			return err
		}
	}
	return nil
}

// clauses checks what is said of clauses.
func (c *speech) clauses() {
	for _, clause := range c.info.Clauses {
		c.say(engine.Say("command." + clause.Name)) // refusals list these words
		c.say(engine.Say("clause." + clause.Name))
		for _, a := range clause.Args {
			c.say(engine.Say("clause-arg." + a.Name))
			c.say(engine.Say("word." + string(a.Kind)))
		}
	}
}

// orders checks what is said of random standing orders.
func (c *speech) orders(pos engine.Position, q engine.Prompt, r *rand.Rand) {
	if len(c.info.Clauses) == 0 || q.Seat == engine.Chance {
		return
	}
	st := randomOrder(c.info, pos, q.Seat, r)
	c.refusal(pos.CheckStanding(q.Seat, st))
	if stood, err := pos.Stand(q.ID, st); err == nil {
		c.maybe(stood.Why)
	}
	if answer, err := pos.DryRun(q.Seat, st); err == nil {
		for _, line := range answer.Lines {
			c.say(line)
		}
	}
}
