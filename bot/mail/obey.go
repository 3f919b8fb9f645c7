package mail

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// obey goes through the lines of a mail that answers one of ours.
func (r *request) obey() error {
	m, t := r.mail, r.token
	own, quoted := t.Said.Own(m.Lines)
	if m.Lines = own; len(quoted) > 0 {
		m.Left = slices.Insert(m.Left, 0, incoming.Left{Why: incoming.Quoted, Lines: len(quoted), First: quoted[0]})
	}
	switch {
	case m.File != nil && (t.League != "" || t.Judge):
		return r.refuse(misplaced)
	case t.League != "":
		return r.obeyLeague()
	case t.Judge:
		return r.obeyJudge()
	}
	s, err := r.door.Referee.Snapshot(r.edit.Context(), t.Match)
	if errors.Is(err, match.ErrUnknown) {
		return r.refuse(stale)
	}
	if err != nil {
		return err
	}
	h := &handler{request: r}
	if h.speech, err = r.door.speechOf(s.Info()); err != nil {
		return err
	}
	if now, err := s.Look(h.edit.Context(), engine.Spectator); err != nil {
		return err
	} else if !slices.Contains(now.Seats(r.person.Account), t.Seat) {
		return h.answer() // nothing of the seat is for them, not even what it sees
	}
	h.plan = h.speech.grammar.Read(m.Lines, r.person.Lang)
	if late, err := h.late(s); err != nil {
		return err
	} else if late {
		h.reply.why = stale
		return h.answer()
	}
	return h.obey(s)
}

// obey obeys the lines of a mail about a match, or the file that it has, and answers.
func (h *handler) obey(s *referee.Snapshot) (err error) {
	switch {
	case h.mail.File != nil:
		err = h.handIn()
	case h.plan.Try:
		err = h.try(s)
	default:
		err = h.each(h.step)
		h.tellHanded()
	}
	if err != nil || h.reply.leaves {
		return err
	}
	if err := h.spend(); err != nil {
		return err
	}
	if h.person.Lost > 0 {
		h.person.Lost = 0
		if err := h.edit.PutPerson(h.person); err != nil {
			return err
		}
	}
	return h.answer()
}

// spend voids the token of a mail by which something was done.
func (h *handler) spend() error {
	if !h.reply.acted || h.name == "" {
		return nil
	}
	return h.edit.Void(h.name, h.token, spent)
}

// late reports whether the mail has orders, and no question of the mail that it answers is still asked. What was done of this mail before the
// process ended has closed the question itself.
func (h *handler) late(s *referee.Snapshot) (bool, error) {
	orders := slices.ContainsFunc(h.plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Order || s.Kind == lines.Number })
	if !orders || h.mail.File != nil {
		return false, nil
	}
	if open, err := h.open(s); open || err != nil {
		return false, err
	}
	begun, err := h.begun()
	return !begun, err
}

// open reports whether a question that the token's mail asked is still asked.
func (r *request) open(s *referee.Snapshot) (bool, error) {
	l, err := s.Look(r.edit.Context(), engine.Viewer(r.token.Seat))
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(l.Asks, func(a referee.Ask) bool {
		return a.Seat == r.token.Seat && slices.Contains(r.token.Asks, a.Prompt)
	}), nil
}

// begun reports whether a line of the mail was obeyed before.
func (h *handler) begun() (bool, error) {
	for n := range h.plan.Steps {
		for part := range 2 {
			if done, err := h.door.Referee.Replied(h.edit.Context(), commandKey(h.mail.Key, n, part)); done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// command is the command of a line.
func (r *request) command(step, part int) referee.Command {
	c := referee.Command{Match: r.token.Match, Seat: r.token.Seat, Account: r.person.Account, Name: r.person.Name, Door: door}
	if r.mail != nil {
		c.Key = commandKey(r.mail.Key, step, part)
	}
	return c
}

// each goes through the steps of the lines until one is refused; questions are answered behind it too, and one that is refused stops
// nothing. What is not reached is listed, once for a line.
func (h *handler) each(do func(n int, s lines.Step) error) error {
	refused := 0 // the line
	for n, s := range h.plan.Steps {
		if refused > 0 && !s.Asks() {
			if s.Line != refused && !slices.Contains(h.plan.Rest, s.Text) {
				h.plan.Rest = append(h.plan.Rest, s.Text)
			}
			continue
		}
		if err := do(n, s); err != nil || h.reply.leaves {
			return err
		}
		if h.reply.refused() && !s.Asks() {
			refused = s.Line
		}
	}
	slices.SortStableFunc(h.plan.Rest, func(a, b string) int { return slices.Index(h.mail.Lines, a) - slices.Index(h.mail.Lines, b) })
	return nil
}

// step obeys one line.
func (h *handler) step(n int, s lines.Step) error {
	switch s.Kind {
	case lines.Order:
		return h.order(n, s)
	case lines.Number:
		if s.Number < 1 || s.Number > len(h.token.Answers) {
			h.reply.refuse(s, engine.Say("mail.no-number", engine.Num("n", s.Number), engine.Num("most", len(h.token.Answers))))
			return nil
		}
		a := h.token.Answers[s.Number-1]
		return h.does(n, 0, s, func(x turn.Turn) (turn.Outcome, error) { return x.Choose(h.edit.Context(), a.Prompt, a.Path, false) })
	case lines.Query:
		return h.query(s)
	case lines.Question:
		return h.question(s)
	case lines.Act:
		return h.act(n, s)
	case lines.Account:
		said, err := h.account(n, s)
		if err != nil {
			return err
		}
		h.reply.note(s, said...)
	case lines.League:
		return h.league(n, s)
	case lines.Appeal:
		return h.appeal(n, s)
	case lines.Reads, lines.Ruling:
		h.reply.refuse(s, engine.Say("mail.judge.elsewhere"))
	case lines.Code:
		h.reply.refuse(s, engine.Say("mail.code-unknown"))
	case lines.Refused:
		h.reply.refuse(s, s.Why, s.Near...)
	}
	return nil
}

// turn is what the player may do, by the command of a line.
func (r *request) turn(step, part int) (turn.Turn, error) {
	s, err := r.door.Referee.Snapshot(r.edit.Context(), r.token.Match)
	if err != nil {
		return turn.Turn{}, err
	}
	return turn.Of(r.edit.Context(), r.door.Referee, s, r.command(step, part), turn.Wishes{})
}

// opened is the turn of a player who is told something, and makes its words ready.
func (h *handler) opened() (turn.Turn, error) {
	x, err := h.turn(0, 0)
	if err == nil {
		h.speech, err = h.door.speechOf(x.Look.Info)
	}
	return x, err
}

// does does something in the match, and notes what it led to.
func (h *handler) does(step, part int, s lines.Step, do func(turn.Turn) (turn.Outcome, error)) error {
	x, err := h.turn(step, part)
	if err != nil {
		return err
	}
	done, err := do(x)
	return h.did(s, done.Reply, err)
}

// order obeys an order, or those of a line that are several.
func (h *handler) order(n int, s lines.Step) error {
	mark := ""
	if s.Sure {
		mark = referee.SureMark
	}
	x, err := h.turn(n, 0)
	if err != nil {
		return err
	}
	text, err := h.withFile(s, strings.Join(s.Orders, " "))
	if err != nil {
		return h.did(s, referee.Reply{}, err)
	}
	done, err := x.Type(h.edit.Context(), text+mark)
	if err != nil {
		h.reply.handed = nil
	}
	if len(s.Orders) == 1 || !unreadable(err) {
		return h.did(s, done.Reply, err)
	}
	for part, one := range s.Orders {
		err := h.does(n, part+1, s, func(x turn.Turn) (turn.Outcome, error) { return x.Type(h.edit.Context(), one+mark) })
		if err != nil || h.reply.refused() {
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
func (h *handler) did(s lines.Step, reply referee.Reply, err error) error {
	if errors.Is(err, referee.ErrStore) {
		return err
	}
	if err != nil {
		why := h.speech.words.Quote(h.person.Lang, referee.Explain(err))
		d := done{line: s.Text, said: []engine.Msg{why}, refused: true}
		errors.As(err, &h.reply.against)
		var order *orders.Error
		if errors.As(err, &order) {
			d.near = order.Near(h.speech.info, h.word, nil)
			next := order.Unsaid()
			for _, n := range next[:min(len(next), mostNext)] {
				d.next = append(d.next, h.word(n.Word))
			}
		}
		var unsure *referee.UnsureError
		if errors.As(err, &unsure) && !s.Writes() { // a mark at the end of a text is part of it
			d.said = append(d.said, engine.Say("mail.sure", engine.Text("mark", referee.SureMark)))
		}
		h.reply.done = append(h.reply.done, d)
		return nil
	}
	h.reply.acted, h.reply.asked = true, nil // what is asked again may have another answer now
	d := done{line: s.Text}
	for _, l := range reply.Lines {
		d.said, h.reply.told = append(d.said, l.Said), append(h.reply.told, l.Seq)
	}
	if reply.Draft != nil {
		d.said = append(d.said, reply.Draft.Lines...)
		d.said = append(d.said, reply.Draft.Warnings...)
		d.said = append(d.said, engine.Say("table.so-far", engine.Text("path", h.path(reply.Draft.Path))))
	}
	h.reply.done = append(h.reply.done, d)
	return nil
}

// mostNext is how many words are listed that may stand in the place of one that cannot.
const mostNext = 30

// path is a path of answers as it can be written.
func (h *handler) path(path []string) string {
	words := make([]string, len(path))
	for i, id := range path {
		words[i] = h.word(strings.TrimPrefix(id, engine.TextMark))
	}
	return strings.Join(words, " ")
}

// query asks a question of the game.
func (h *handler) query(s lines.Step) error {
	words := append([]string{s.Word}, s.Args...)
	if h.reply.bounded(s, words) {
		return nil
	}
	snapshot, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
	if err != nil {
		return err
	}
	a, err := snapshot.Ask(h.edit.Context(), engine.Viewer(h.token.Seat), strings.Join(words, " "))
	if err != nil {
		return h.did(s, referee.Reply{}, err)
	}
	for _, said := range a.Lines {
		h.reply.letters += len(h.say(said))
	}
	h.reply.done, h.reply.over = append(h.reply.done, done{line: s.Text, said: a.Lines}), &a
	return nil
}

// acts are the acts that a line can ask for, by their words.
var acts = map[string]turn.Act{
	"undo": turn.Undo, "offer": turn.Draw, "accept": turn.Accept, "decline": turn.Decline, "go-on": turn.GoOn, "pause": turn.Pause,
	"end-pause": turn.Unpause, "ask-back": turn.TakeBack, "law": turn.Law, "revoke": turn.Revoke, "resign": turn.Resign,
}

// act does what is not an order of the game.
func (h *handler) act(n int, s lines.Step) error {
	act, with := acts[s.Word], turn.With{N: h.token.Offer}
	switch s.Word {
	case "away-match":
		reply, err := h.away(n, s)
		return h.did(s, reply, err)
	case "standing":
		return h.arms(n, s)
	case "hint":
		return h.hint(n, s)
	case "resign":
		if len(s.Args) == 0 || !h.token.Resigns {
			h.reply.resigns = true
			h.reply.note(s, engine.Say("mail.resign-sure", engine.Text("order", h.word("resign")+" "+h.word("yes"))))
			return nil
		}
	case "law":
		if len(s.Args) == 2 { // a board, and yes
			act, with = turn.Board, turn.With{Text: s.Args[0]}
		}
	case "go-on":
		card, err := h.door.Referee.Index.Summary(h.edit.Context(), h.token.Match)
		if err != nil {
			return err
		}
		with.Place = card.Place // where judges who are asked are told once more
	case "pause":
		if len(s.Args) > 0 {
			days, _ := strconv.Atoi(strings.TrimSuffix(s.Args[0], "d")) // it was read as a number
			with.Until = h.door.Now().AddDate(0, 0, days)
		}
	case "ask-back", "revoke":
		with.N, _ = strconv.Atoi(strings.TrimPrefix(s.Args[0], "#")) // likewise
	}
	return h.does(n, 0, s, func(x turn.Turn) (turn.Outcome, error) { return x.Do(h.edit.Context(), act, with) })
}

// try goes through the lines on a copy: nothing is done.
func (h *handler) try(s *referee.Snapshot) error {
	c := h.command(0, 0)
	if _, err := h.door.sandboxes.Open(s, c); err != nil {
		h.reply.refuse(lines.Step{Text: h.word("try")}, referee.Explain(err))
		return nil
	}
	defer h.door.sandboxes.PutAway(c.Account)
	return h.each(func(n int, s lines.Step) error {
		switch {
		case s.Kind == lines.Order, s.Kind == lines.Number:
			return h.trial(c, s)
		case s.Kind == lines.Refused, s.Kind == lines.Query, s.Kind == lines.Question:
			return h.step(n, s)
		default:
			h.reply.refuse(s, engine.Say("mail.try-only"))
			return nil
		}
	})
}

// trial gives one order on the copy.
func (h *handler) trial(c referee.Command, s lines.Step) error {
	trial, err := h.door.sandboxes.Try(h.edit.Context(), c.Account, strings.Join(s.Orders, " "))
	if s.Kind == lines.Number {
		if s.Number < 1 || s.Number > len(h.token.Answers) {
			h.reply.refuse(s, engine.Say("mail.no-number", engine.Num("n", s.Number), engine.Num("most", len(h.token.Answers))))
			return nil
		}
		return h.trialNumber(c, s)
	}
	if len(s.Orders) > 1 && unreadable(err) {
		for _, one := range s.Orders {
			if trial, err = h.door.sandboxes.Try(h.edit.Context(), c.Account, one); err != nil {
				break
			}
		}
	}
	if err != nil {
		return h.did(s, referee.Reply{}, err)
	}
	d := done{line: s.Text}
	for _, l := range trial.Lines {
		d.said = append(d.said, l.Said)
	}
	if len(trial.Held.Path) > 0 {
		d.said = append(d.said, engine.Say("table.so-far", engine.Text("path", h.path(trial.Held.Path))))
	}
	d.said = append(d.said, engine.Say("table.trial", engine.Sub("status", trial.View.Status)))
	h.reply.done = append(h.reply.done, d)
	return nil
}

// trialNumber takes an answer by its number on the copy: its questions have other ids there, and the
// same kinds.
func (h *handler) trialNumber(c referee.Command, s lines.Step) error {
	a := h.token.Answers[s.Number-1]
	trial, err := h.door.sandboxes.Trial(h.edit.Context(), c.Account)
	if err != nil {
		return h.did(s, referee.Reply{}, err)
	}
	for _, ask := range trial.Asks {
		if ask.Kind == a.Prompt.Kind() && ask.Seat == h.token.Seat {
			trial, err = h.door.sandboxes.Pick(h.edit.Context(), c.Account, ask.Prompt, a.Path)
			break
		}
	}
	if err != nil {
		return h.did(s, referee.Reply{}, err)
	}
	d := done{line: s.Text, said: []engine.Msg{engine.Say("table.trial", engine.Sub("status", trial.View.Status))}}
	for _, l := range trial.Lines {
		d.said = append(d.said, l.Said)
	}
	h.reply.done = append(h.reply.done, d)
	return nil
}

// word is how a word is written in the language of who is answered.
func (h *handler) word(name string) string { return h.speech.words.Called(h.person.Lang, name) }
