package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/visible"
	"referee/engine"
	"referee/engine/match"
)

// stranger answers somebody whom nobody knows: who asks for something that can be had is sent a code, and
// nobody more than one mail a day.
func (r *request) stranger() error {
	m := r.mail
	if m.Verdict.DMARC == incoming.Fail {
		return nil // it is not from whom it would be answered to
	}
	plan := r.door.none.Read(m.Lines, r.person.Lang)
	if unsubscribes(m) || slices.ContainsFunc(plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Account && s.Word == "stop-mail" }) {
		address := state.Hashed(state.Folded(m.From.Address))
		invited, err := r.edit.Get(state.OfInvited+address, new(string))
		if err != nil || !invited && m.Verdict.DMARC != incoming.Pass {
			return err // whoever forges an address has nobody kept from inviting its owner, and nothing kept for ever
		}
		return r.edit.Put(state.OfNever+address, "", true)
	}
	if first, err := r.edit.FirstToday(m.From.Address, m.Verdict.DMARC == incoming.Pass); err != nil || !first {
		return err
	}
	r.person.Address, r.person.Name = m.From.Address, nameOf(m)
	asks := slices.ContainsFunc(plan.Steps, func(s lines.Step) bool {
		return (s.Kind == lines.Account || s.Kind == lines.League) && (s.Word == "new" || s.Word == "join")
	})
	if asks && doubted(m) == "" && m.File == nil {
		return r.hold(state.Pending{})
	}
	why := "mail.stranger"
	if asks && m.File != nil {
		why = "mail.refused." + string(both)
	}
	return r.send(r.text("mail.subject-refused"), outgoing.Paragraph(r.text(why)))
}

// hold has the mail wait until the address that it says to be from has confirmed it by a code.
func (r *request) hold(x state.Pending) error {
	m, p, asked := r.mail, &r.person, "mail.confirm"
	x.Account = p.Account
	if p.Account == "" {
		asked = "mail.confirm-first"
		// It is drawn now, as what the code leads to may be gone through again where the process ends in the middle.
		account, err := r.door.book.DrawAccount()
		if err != nil {
			return err
		}
		x.Account = account
	} else if answers, err := r.edit.Idle(p, m.Verdict.DMARC == incoming.Pass || x.Token != ""); err != nil || !answers {
		return err
	}
	code, err := r.door.book.DrawCode()
	if err != nil {
		return err
	}
	x.Address, x.Lang, x.Name, x.Key, x.Lines, x.At = p.Address, p.Lang, p.Name, m.Key, m.Lines, r.door.Now()
	if x.Token == "" {
		x.Lines = r.asked()
	}
	shown := x.Lines
	if x.Token != "" && m.File != nil {
		x.File = m.File
		shown = append(slices.Clone(shown), visible.Line(m.File.Name))
	}
	if x.Token != "" {
		for _, f := range m.Attached {
			x.Attached = append(x.Attached, f.Name)
		}
	}
	if err := r.edit.Put(state.OfCode+code, p.Account, x); err != nil {
		return err
	}
	shown = slices.DeleteFunc(slices.Clone(shown), func(line string) bool { return line == "" }) // between two that are apart
	return r.sendCode(code, r.text(asked, engine.Text("lines", strings.Join(shown, " / "))), "mail.confirm-this")
}

// mostHeld is how many lines about no match wait for a code.
const mostHeld = 20

// asked are the lines that ask for something that is about no match: what else a mail says is not for whom it says to
// be from, who may be anybody.
func (r *request) asked() []string {
	var out []string
	for _, s := range r.door.none.Read(r.mail.Lines, r.person.Lang).Steps {
		if (s.Kind == lines.Account || aboutClubs(s)) && len(out) < mostHeld {
			out = append(out, s.Text)
		}
	}
	return out
}

// confirm does what a code in the mail confirms; false where the mail has none that waits for its author.
func (r *request) confirm() (bool, error) {
	if r.mail.Verdict.DMARC == incoming.Fail || doubted(r.mail) != "" {
		return false, nil // whoever forges an address does not get what is sent to it
	}
	for _, s := range r.door.none.Read(r.mail.Lines, r.person.Lang).Steps {
		if s.Kind != lines.Code {
			continue
		}
		var x state.Pending
		name := state.OfCode + strings.ToLower(s.Args[0])
		found, err := r.edit.Get(name, &x)
		if err != nil {
			return false, err
		}
		given := x.Binds && x.Address == "" // in another door: it is good for the address that it comes from
		if !found || !given && !x.Is(r.mail.From.Address) || r.door.Now().Sub(x.At) > state.Holds {
			continue
		}
		if x.Binds {
			return true, r.bind(name, x)
		}
		bound, err := r.edit.Get(state.OfPerson+x.Account, &state.Person{})
		if err != nil {
			return false, err
		}
		if r.person.Account == "" && bound && !x.Moves {
			continue // they have another address by now
		}
		r.edit.Remove(name)
		if x.Moves {
			return true, r.moved(x)
		}
		if r.person.Account == "" {
			if err := r.enrol(x); err != nil {
				return false, err
			}
		}
		return true, r.confirmed(x)
	}
	return false, nil
}

// enrol makes somebody known whose address is confirmed.
func (r *request) enrol(x state.Pending) error {
	p := state.Person{Address: r.mail.From.Address, Lang: x.Lang, Name: cmp.Or(nameOf(r.mail), x.Name)}
	// An invitation that waits for them keeps a seat for an account, which is theirs.
	var code string
	var invited state.Pending
	if _, err := r.edit.Get(state.OfInvited+state.Hashed(state.Folded(p.Address)), &code); err != nil {
		return err
	}
	if _, err := r.edit.Get(state.OfCode+code, &invited); err != nil {
		return err
	}
	p.Account = cmp.Or(invited.Account, x.Account)
	r.edit.Remove(state.OfNever + state.Hashed(state.Folded(p.Address)))
	r.person = p
	return r.edit.PutPerson(p)
}

// confirmed does what waited for a code.
func (r *request) confirmed(x state.Pending) error {
	if x.Invited != "" {
		return r.accepts(x)
	}
	if x.Key == "" {
		return r.refuse(unknown)
	}
	held := &incoming.Mail{Key: x.Key, From: r.mail.From, Lines: x.Lines, File: x.File, MessageID: r.mail.MessageID, Kind: incoming.Person}
	if x.Token == "" {
		r.mail = held
		return r.obeyAccount()
	}
	for _, name := range x.Attached {
		held.Attached = append(held.Attached, incoming.File{Name: name})
	}
	found, err := r.edit.Get(state.OfToken+x.Token, &r.token)
	if err != nil {
		return err
	}
	if !found {
		return r.refuse(unknown)
	}
	if r.mail, r.name = held, x.Token; r.token.Void != "" {
		return r.again(r.token.Void)
	}
	return r.obey()
}

// accepts seats who was invited.
func (r *request) accepts(x state.Pending) error {
	r.edit.Remove(state.OfInvited + x.Hash)
	own, free, err := r.seats(x.Invited)
	if errors.Is(err, match.ErrUnknown) || errors.Is(err, match.ErrTaken) {
		return r.refuse(stale)
	}
	if err != nil {
		return err
	}
	if len(own) == 0 {
		own = free[len(free)-1:]
	}
	return r.sits(x.Invited, own[0])
}

// joins seats somebody in the first seat that is free of a match, wherever it is played. Who may not have it
// is told why.
func (r *request) joins(id match.ID) error {
	own, free, err := r.seats(id)
	if errors.Is(err, match.ErrUnknown) || errors.Is(err, match.ErrTaken) {
		return r.notify(referee.Explain(err))
	}
	if err != nil {
		return err
	}
	return r.sits(id, append(own, free...)[0]) // who sits already may be told so again
}

// seats are those of a match that the person has, and those that are free; [match.ErrTaken] where there is neither.
func (r *request) seats(id match.ID) (own, free []engine.Seat, err error) {
	s, err := r.door.Referee.Snapshot(r.edit.Context(), id)
	if err != nil {
		return nil, nil, err
	}
	l, err := s.Look(r.edit.Context(), engine.Spectator)
	if own, free = l.Seats(r.person.Account), l.Free; err == nil && len(own)+len(free) == 0 {
		err = match.ErrTaken
	}
	return own, free, err
}

// sits seats somebody and tells them how the match stands.
func (r *request) sits(id match.ID, seat engine.Seat) error {
	_, err := r.door.Referee.Join(r.edit.Context(), referee.Command{
		Match: id, Seat: seat, Account: r.person.Account, Name: r.called(), Door: door, Key: commandKey(r.mail.Key, 0, 0),
	})
	if referee.IsRefusal(err) {
		return r.notify(referee.Explain(err))
	}
	if err != nil {
		return err
	}
	return r.news(id, seat).answer()
}

// obeyAccount obeys a mail that is about no match.
func (r *request) obeyAccount() error {
	r.token, r.name = state.Token{}, ""
	return r.obeyLeague()
}

// lines obeys the lines of a mail that is about no match.
func (h *handler) lines() error {
	h.plan = h.door.none.Read(h.mail.Lines, h.person.Lang)
	for n, s := range h.plan.Steps {
		if h.plan.Try {
			h.reply.refuse(s, engine.Say("mail.try-only"))
			break
		}
		switch {
		case s.Kind == lines.Account && s.Word == "new":
			if err := h.opens(n, s); err != nil {
				return err
			}
			h.reply.acted = h.reply.acted || !h.reply.refused()
			continue
		case s.Kind == lines.Account && s.Word == "join":
			return h.joins(match.ID(strings.ToLower(s.Args[0])))
		case s.Kind == lines.Account, s.Kind == lines.League:
			if err := h.step(n, s); err != nil || h.reply.leaves {
				return err
			}
		case s.Kind == lines.Appeal, s.Kind == lines.Reads, s.Kind == lines.Ruling:
			h.reply.note(s, engine.Say("mail.not-here"))
		case s.Kind == lines.Refused:
			h.reply.note(s, s.Why)
		default: // a question, or what wants the mail of a match that it answers
			h.reply.note(s, engine.Say("mail.help"))
		}
		if h.reply.refused() {
			break
		}
	}
	return h.tellLines()
}

// tellLines answers a mail that is about no match.
func (h *handler) tellLines() error {
	if err := h.spend(); err != nil {
		return err
	}
	if of := cmp.Or(h.reply.of, h.token.League); of != "" {
		return h.tellLeague(of)
	}
	var said []engine.Msg
	for _, w := range h.reply.done {
		said = append(said, w.said...)
	}
	if len(said) == 0 {
		return nil
	}
	if answers, err := h.answers(); err != nil || !answers {
		return err
	}
	return h.notify(said...)
}

// account does what a line says about who writes, or says why it is refused.
func (h *handler) account(n int, s lines.Step) ([]engine.Msg, error) {
	told, err := h.set(n, s)
	if referee.IsRefusal(err) {
		return []engine.Msg{referee.Explain(err)}, nil
	}
	return told, err
}

// set does what a line says about who writes.
func (h *handler) set(n int, s lines.Step) ([]engine.Msg, error) {
	pref, err := h.door.Referee.Schedule.Preferences(h.edit.Context(), h.person.Account)
	if err != nil {
		return nil, err
	}
	arg := strings.Join(s.Args, " ")
	switch s.Word {
	case "language":
		h.person.Lang = lines.Language(arg)
		return said("mail.language", engine.Text("language", h.person.Lang)), h.edit.PutPerson(h.person)
	case "zone":
		pref.Zone = arg
	case "night":
		if pref.Sleep = clockTimes(arg); lines.Off(arg) {
			pref.Sleep = ""
		}
	case "turn-file":
		return h.turnFiles(arg)
	case "browser":
		return h.browser(arg)
	case "digest":
		pref.Digest = !lines.Off(arg)
	case "reminders":
		if pref.Where = schedule.ByMail; lines.Off(arg) {
			pref.Where = schedule.Quiet
		}
		h.person.Off = false
		if err := h.edit.PutPerson(h.person); err != nil {
			return nil, err
		}
	case "stop-mail":
		pref.Where, h.person.Off = schedule.Quiet, true
		if err := h.edit.PutPerson(h.person); err != nil {
			return nil, err
		}
	case "not-today":
		return h.notToday()
	case "forget":
		return h.forget()
	case "address":
		return h.moves(strings.Trim(arg, "<>"))
	case "leave":
		return h.leave(n)
	case "clock":
		return h.propose(n, arg)
	default: // a match is begun or joined
		return said("mail.not-there"), nil
	}
	return said("mail.chosen"), h.door.Referee.Schedule.Prefer(h.edit.Context(), h.person.Account, pref)
}

func said(key string, args ...engine.Arg) []engine.Msg { return []engine.Msg{engine.Say(key, args...)} }

// clockTimes is a night as the schedule reads it: "23-7" is "23:00-07:00".
func clockTimes(text string) string {
	var out []string
	for part := range strings.SplitSeq(text, "-") {
		hour, minute, found := strings.Cut(part, ":")
		if !found {
			minute = "00"
		}
		out = append(out, fmt.Sprintf("%02s:%s", hour, minute))
	}
	return strings.Join(out, "-")
}

// notToday puts reminders off until who writes wakes next: of the match that is written about, or of all.
func (r *request) notToday() ([]engine.Msg, error) {
	ids := []match.ID{r.token.Match}
	if r.token.Match == "" {
		ids = nil
		waits, err := r.door.Referee.Schedule.Waiting(r.edit.Context(), r.person.Account)
		if err != nil {
			return nil, err
		}
		for _, w := range waits {
			ids = append(ids, w.Match)
		}
	}
	for _, id := range ids {
		if _, err := r.door.Referee.Schedule.Snooze(r.edit.Context(), r.person.Account, id); err != nil && !referee.IsRefusal(err) {
			return nil, err
		}
	}
	return said("mail.not-today"), nil
}

// leave frees a seat of a match that has not begun.
func (h *handler) leave(n int) ([]engine.Msg, error) {
	if h.token.Match == "" {
		return said("mail.not-here"), nil
	}
	s, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
	if err != nil {
		return nil, err
	}
	if s.Match().Started() {
		return said("mail.leave-late", engine.Text("resign", h.word("resign"))), nil
	}
	_, err = h.door.Referee.Leave(h.edit.Context(), h.command(n, 0))
	return said("mail.left"), err
}

// propose offers the other player another pace.
func (r *request) propose(n int, arg string) ([]engine.Msg, error) {
	if r.token.Match == "" {
		return said("mail.not-here"), nil
	}
	_, err := r.door.Referee.ProposeSettings(r.edit.Context(), r.command(n, 0), map[string]string{schedule.SettingClock: paceOf(arg)})
	return said("mail.proposed"), err
}

// paceOf are the settings of a clock that a pace means: "3d" is three days for each answer, with
// reminders.
func paceOf(arg string) string {
	if lines.Off(arg) {
		return "none"
	}
	return "limit " + arg + " remind 50 80 then remind"
}

// forget erases who writes, everywhere; of who has another door it frees the address, and no more.
func (h *handler) forget() ([]engine.Msg, error) {
	h.reply.leaves = true
	if !Apart(h.person.Account) {
		return nil, h.unbind()
	}
	gone := *h.request
	gone.person.Account = ""
	if err := gone.notify(engine.Say("mail.forgotten")); err != nil {
		return nil, err
	}
	h.edit.Forget(h.person.Account)
	return nil, h.door.Referee.Erase(gone.edit.Context(), h.person.Account)
}
