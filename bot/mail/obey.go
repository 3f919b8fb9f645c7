package mail

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/league"
	"referee/engine/match"
)

// done is what one line of a mail led to.
type done struct {
	line    string       // as it was written
	said    []engine.Msg // what it led to, or why it was refused
	told    []string     // the same, in words
	near    []string     // words that may have been meant
	next    []string     // words that may follow there
	refused bool
}

// visit is one mail about a match under way.
type visit struct {
	*Door
	e      *kept.Edit
	m      *incoming.Mail // nil: nobody has written
	p      kept.Person
	t      kept.Token
	speech speech
	plan   lines.Plan
	done   []done
	told   map[int]bool   // decisions that were told line by line
	over   *engine.Answer // what was asked last, to be drawn
	// asked are the questions that were answered since something was done, and letters how long the answers are.
	asked   [][]string
	letters int
	whole   bool      // the whole map was asked for
	at      hex.Coord // the hex around which it was asked for, if any
	boards  bool      // its words were
	shown   shown
	acted   bool
	leaves  bool // they are erased: nothing more is done or told
	// resigns says that the answer asks whether they mean to resign.
	resigns bool
	// against is what the rules refused; nil: nothing. rehearsed is the standing order that was looked at, and not left.
	against   *engine.Illegal
	rehearsed string
	why       kept.Reason  // nothing was obeyed, and why
	first     []engine.Msg // said before all else
	of        league.ID    // the league that a line was about
	meant     string       // what the answer wants confirmed, about a league
	file      string       // a case, as a judge reads it
	// encloses says that the answer has the turn file, whatever its reader has chosen.
	encloses bool
	// unlinked says that the answer has no link to the board in the browser.
	unlinked bool
}

// obey goes through the lines of a mail that answers one of ours.
func (d *Door) obey(e *kept.Edit, m *incoming.Mail, p kept.Person, name string, t kept.Token) error {
	own, quoted := t.Said.Own(m.Lines)
	if m.Lines = own; len(quoted) > 0 {
		m.Left = slices.Insert(m.Left, 0, incoming.Left{Why: incoming.Quoted, Lines: len(quoted), First: quoted[0]})
	}
	if m.File != nil && (t.League != "" || t.Judge) {
		return d.refuse(e, m, p, misplaced)
	}
	if t.League != "" {
		return d.obeyLeague(e, m, p, name, t)
	}
	if t.Judge {
		return d.obeyJudge(e, m, p, name, t)
	}
	v := &visit{Door: d, e: e, m: m, p: p, t: t, told: map[int]bool{}}
	s, err := d.Referee.Snapshot(t.Match)
	if err != nil {
		if errors.Is(err, match.ErrUnknown) {
			return d.refuse(e, m, p, stale)
		}
		return err
	}
	if v.speech, err = d.speechOf(s.Info()); err != nil {
		return err
	}
	if now, err := s.Look(engine.Spectator); err != nil {
		return err
	} else if !slices.Contains(now.Seats(p.Account), t.Seat) {
		return v.answer() // nothing of the seat is for them, not even what it sees
	}
	v.plan = v.speech.grammar.Read(m.Lines, p.Lang)
	orders := slices.ContainsFunc(v.plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Order || s.Kind == lines.Number })
	open, err := v.open(s)
	if err != nil {
		return err
	}
	if orders && !open && m.File == nil {
		// What was done of this mail before the process ended has closed the question itself.
		if begun, err := v.begun(); err != nil {
			return err
		} else if !begun {
			v.why = stale
			return v.answer()
		}
	}
	if m.File != nil {
		err = v.handIn()
	} else if v.plan.Try {
		err = v.try(s)
	} else {
		err = v.steps()
	}
	if err != nil || v.leaves {
		return err
	}
	if v.acted {
		if err := e.Void(name, t, spent); err != nil {
			return err
		}
	}
	if p.Lost > 0 {
		v.p.Lost = 0
		if err := e.PutPerson(v.p); err != nil {
			return err
		}
	}
	return v.answer()
}

// open reports whether a question that the token's mail asked is still asked.
func (v *visit) open(s *referee.Snapshot) (bool, error) {
	l, err := s.Look(engine.Viewer(v.t.Seat))
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(l.Asks, func(a referee.Ask) bool {
		return a.Seat == v.t.Seat && slices.Contains(v.t.Asks, a.Prompt)
	}), nil
}

// begun reports whether a line of the mail was obeyed before.
func (v *visit) begun() (bool, error) {
	for n := range v.plan.Steps {
		for part := range 2 {
			if done, err := v.Referee.Replied(commandKey(v.m.Key, n, part)); done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// command is the command of a line.
func (v *visit) command(step, part int) referee.Command {
	c := referee.Command{Match: v.t.Match, Seat: v.t.Seat, Account: v.p.Account, Name: v.p.Name, Door: door}
	if v.m != nil {
		c.Key = commandKey(v.m.Key, step, part)
	}
	return c
}

// steps obeys the lines one after the other, until one is refused; questions are answered behind it too, and one that is refused
// stops nothing.
func (v *visit) steps() error {
	return v.each(v.step)
}

// each goes through the steps of the lines. What is not reached is listed, once for a line.
func (v *visit) each(do func(n int, s lines.Step) error) error {
	refused := 0 // the line
	for n, s := range v.plan.Steps {
		if refused > 0 && !s.Asks() {
			if s.Line != refused && !slices.Contains(v.plan.Rest, s.Text) {
				v.plan.Rest = append(v.plan.Rest, s.Text)
			}
			continue
		}
		if err := do(n, s); err != nil || v.leaves {
			return err
		}
		if v.done[len(v.done)-1].refused && !s.Asks() {
			refused = s.Line
		}
	}
	slices.SortStableFunc(v.plan.Rest, func(a, b string) int { return slices.Index(v.m.Lines, a) - slices.Index(v.m.Lines, b) })
	return nil
}

// step obeys one line.
func (v *visit) step(n int, s lines.Step) error {
	switch s.Kind {
	case lines.Order:
		return v.order(n, s)
	case lines.Number:
		if s.Number < 1 || s.Number > len(v.t.Answers) {
			v.refused(s, engine.Say("mail.no-number", engine.Num("n", s.Number), engine.Num("most", len(v.t.Answers))))
			return nil
		}
		a := v.t.Answers[s.Number-1]
		return v.does(n, 0, s, func(x turn.Turn) (turn.Done, error) { return x.Choose(a.Prompt, a.Path, false) })
	case lines.Query:
		return v.query(s)
	case lines.Question:
		return v.question(s)
	case lines.Act:
		return v.act(n, s)
	case lines.Account:
		said, err := v.account(n, s)
		if err != nil {
			return err
		}
		v.done = append(v.done, done{line: s.Text, said: said})
	case lines.League:
		return v.league(n, s)
	case lines.Appeal:
		return v.appeal(n, s)
	case lines.Reads, lines.Ruling:
		v.refused(s, engine.Say("mail.judge.elsewhere"))
	case lines.Code:
		v.refused(s, engine.Say("mail.code-unknown"))
	case lines.Refused:
		v.refused(s, s.Why, s.Near...)
	}
	return nil
}

func (v *visit) refused(s lines.Step, why engine.Msg, near ...string) {
	v.done = append(v.done, done{line: s.Text, said: []engine.Msg{why}, near: near, refused: true})
}

// turn is what the player may do, by the command of a line.
func (v *visit) turn(step, part int) (turn.Turn, error) {
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return turn.Turn{}, err
	}
	return turn.Of(v.Referee, s, v.command(step, part), turn.Wishes{})
}

// does does something in the match, and notes what it led to.
func (v *visit) does(step, part int, s lines.Step, do func(turn.Turn) (turn.Done, error)) error {
	x, err := v.turn(step, part)
	if err != nil {
		return err
	}
	done, err := do(x)
	return v.did(s, done.Reply, err)
}

// order obeys an order, or those of a line that are several.
func (v *visit) order(n int, s lines.Step) error {
	mark := ""
	if s.Sure {
		mark = referee.SureMark
	}
	x, err := v.turn(n, 0)
	if err != nil {
		return err
	}
	done, err := x.Type(strings.Join(s.Orders, " ") + mark)
	if len(s.Orders) == 1 || !unreadable(err) {
		return v.did(s, done.Reply, err)
	}
	for part, one := range s.Orders {
		err := v.does(n, part+1, s, func(x turn.Turn) (turn.Done, error) { return x.Type(one + mark) })
		if err != nil || v.done[len(v.done)-1].refused {
			return err
		}
	}
	return nil
}

// unreadable reports whether an order was refused as it cannot be read as one.
func unreadable(err error) bool {
	var e *orders.Error
	return errors.As(err, &e)
}

// did notes what a command led to, or why it was refused; a fault of the program stops the mail as a
// refusal does. What the store could not keep is no answer: the mail is to be handed over again.
func (v *visit) did(s lines.Step, reply referee.Reply, err error) error {
	if errors.Is(err, referee.ErrStore) {
		return err
	}
	if err != nil {
		why := v.speech.words.Quote(v.p.Lang, referee.Explain(err))
		d := done{line: s.Text, said: []engine.Msg{why}, refused: true}
		errors.As(err, &v.against)
		var order *orders.Error
		if errors.As(err, &order) {
			info := v.info()
			d.near = order.Near(info, func(name string) string { return v.speech.words.Called(v.p.Lang, name) }, nil)
			next := order.Unsaid()
			for _, n := range next[:min(len(next), mostNext)] {
				d.next = append(d.next, v.speech.words.Called(v.p.Lang, n.Word))
			}
		}
		var unsure *referee.UnsureError
		if errors.As(err, &unsure) {
			d.said = append(d.said, engine.Say("mail.sure", engine.Text("mark", referee.SureMark)))
		}
		v.done = append(v.done, d)
		return nil
	}
	v.acted, v.asked = true, nil // what is asked again may have another answer now
	d := done{line: s.Text}
	for _, l := range reply.Lines {
		d.said, v.told[l.Seq] = append(d.said, l.Said), true
	}
	if reply.Draft != nil {
		d.said = append(d.said, reply.Draft.Lines...)
		d.said = append(d.said, reply.Draft.Warnings...)
		d.said = append(d.said, engine.Say("table.so-far", engine.Text("path", v.path(reply.Draft.Path))))
	}
	v.done = append(v.done, d)
	return nil
}

// mostNext is how many words are listed that may stand in the place of one that cannot.
const mostNext = 30

// path is a path of answers as it can be written.
func (v *visit) path(path []string) string {
	words := make([]string, len(path))
	for i, id := range path {
		words[i] = v.speech.words.Called(v.p.Lang, id)
	}
	return strings.Join(words, " ")
}

func (v *visit) info() *engine.Info {
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return &engine.Info{}
	}
	return s.Info()
}

// query asks a question of the game.
func (v *visit) query(s lines.Step) error {
	words := append([]string{s.Word}, s.Args...)
	if v.bounded(s, words) {
		return nil
	}
	snapshot, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return err
	}
	a, err := snapshot.Ask(engine.Viewer(v.t.Seat), strings.Join(words, " "))
	if err != nil {
		return v.did(s, referee.Reply{}, err)
	}
	for _, said := range a.Lines {
		v.letters += len(v.say(said))
	}
	v.done, v.over = append(v.done, done{line: s.Text, said: a.Lines}), &a
	return nil
}

// acts are the acts that a line can ask for, by their words.
var acts = map[string]turn.Act{
	"undo": turn.Undo, "offer": turn.Draw, "accept": turn.Accept, "decline": turn.Decline, "go-on": turn.GoOn, "pause": turn.Pause,
	"end-pause": turn.Unpause, "ask-back": turn.TakeBack, "law": turn.Law, "revoke": turn.Revoke, "resign": turn.Resign,
}

// act does what is not an order of the game.
func (v *visit) act(n int, s lines.Step) error {
	with := turn.With{N: v.t.Offer}
	switch s.Word {
	case "away-match":
		reply, err := v.away(n, s)
		return v.did(s, reply, err)
	case "standing":
		return v.arms(n, s)
	case "hint":
		return v.hint(n, s)
	case "resign":
		if len(s.Args) == 0 || !v.t.Resigns {
			v.resigns = true
			order := v.speech.words.Called(v.p.Lang, "resign") + " " + v.speech.words.Called(v.p.Lang, "yes")
			v.done = append(v.done, done{line: s.Text, said: []engine.Msg{engine.Say("mail.resign-sure", engine.Text("order", order))}})
			return nil
		}
	case "go-on":
		card, err := v.Referee.Index.Summary(v.t.Match)
		if err != nil {
			return err
		}
		with.Place = card.Place // where judges who are asked are told once more
	case "pause":
		if len(s.Args) > 0 {
			days, _ := strconv.Atoi(strings.TrimSuffix(s.Args[0], "d")) // it was read as a number
			with.Until = v.Now().AddDate(0, 0, days)
		}
	case "ask-back", "revoke":
		with.N, _ = strconv.Atoi(strings.TrimPrefix(s.Args[0], "#")) // likewise
	}
	return v.does(n, 0, s, func(x turn.Turn) (turn.Done, error) { return x.Do(acts[s.Word], with) })
}

// try goes through the lines on a copy: nothing is done.
func (v *visit) try(s *referee.Snapshot) error {
	c := v.command(0, 0)
	if _, err := v.sandboxes.Open(s, c); err != nil {
		v.done = append(v.done, done{line: v.called("try"), said: []engine.Msg{referee.Explain(err)}, refused: true})
		return nil
	}
	defer v.sandboxes.PutAway(c.Account)
	return v.each(func(n int, s lines.Step) error {
		switch {
		case s.Kind == lines.Order, s.Kind == lines.Number:
			return v.trial(c, s)
		case s.Kind == lines.Refused, s.Kind == lines.Query, s.Kind == lines.Question:
			return v.step(n, s)
		default:
			v.refused(s, engine.Say("mail.try-only"))
			return nil
		}
	})
}

// trial gives one order on the copy.
func (v *visit) trial(c referee.Command, s lines.Step) error {
	trial, err := v.sandboxes.Try(c.Account, strings.Join(s.Orders, " "))
	if s.Kind == lines.Number {
		if s.Number < 1 || s.Number > len(v.t.Answers) {
			v.refused(s, engine.Say("mail.no-number", engine.Num("n", s.Number), engine.Num("most", len(v.t.Answers))))
			return nil
		}
		return v.trialNumber(c, s)
	}
	if len(s.Orders) > 1 && unreadable(err) {
		for _, one := range s.Orders {
			if trial, err = v.sandboxes.Try(c.Account, one); err != nil {
				break
			}
		}
	}
	if err != nil {
		return v.did(s, referee.Reply{}, err)
	}
	d := done{line: s.Text}
	for _, l := range trial.Lines {
		d.said = append(d.said, l.Said)
	}
	if len(trial.Held.Path) > 0 {
		d.said = append(d.said, engine.Say("table.so-far", engine.Text("path", v.path(trial.Held.Path))))
	}
	d.said = append(d.said, engine.Say("table.trial", engine.Sub("status", trial.View.Status)))
	v.done = append(v.done, d)
	return nil
}

// trialNumber takes an answer by its number on the copy: its questions have other ids there, and the
// same kinds.
func (v *visit) trialNumber(c referee.Command, s lines.Step) error {
	a := v.t.Answers[s.Number-1]
	trial, err := v.sandboxes.Trial(c.Account)
	if err != nil {
		return v.did(s, referee.Reply{}, err)
	}
	for _, ask := range trial.Asks {
		if ask.Kind == a.Prompt.Kind() && ask.Seat == v.t.Seat {
			trial, err = v.sandboxes.Pick(c.Account, ask.Prompt, a.Path)
			break
		}
	}
	if err != nil {
		return v.did(s, referee.Reply{}, err)
	}
	d := done{line: s.Text, said: []engine.Msg{engine.Say("table.trial", engine.Sub("status", trial.View.Status))}}
	for _, l := range trial.Lines {
		d.said = append(d.said, l.Said)
	}
	v.done = append(v.done, d)
	return nil
}

// called is how a word is written in the language of who is answered.
func (v *visit) called(name string) string { return v.speech.words.Called(v.p.Lang, name) }
