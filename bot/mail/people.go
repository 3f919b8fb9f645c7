package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/visible"
	"referee/engine"
	"referee/engine/match"
)

// stranger answers somebody whom nobody knows: who asks for something that can be had is sent a code, and
// nobody more than one mail a day.
func (d *Door) stranger(e *kept.Edit, m *incoming.Mail) error {
	if m.Verdict.DMARC == incoming.Fail {
		return nil // it is not from whom it would be answered to
	}
	plan := d.none.Read(m.Lines, d.Language)
	if unsubscribes(m) || slices.ContainsFunc(plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Account && s.Word == "stop-mail" }) {
		address := kept.Hashed(kept.Folded(m.From.Address))
		invited, err := e.Get(kept.OfInvited+address, new(string))
		if err != nil || !invited && m.Verdict.DMARC != incoming.Pass {
			return err // whoever forges an address has nobody kept from inviting its owner, and nothing kept for ever
		}
		return e.Put(kept.OfNever+address, "", true)
	}
	if first, err := e.FirstToday(m.From.Address, m.Verdict.DMARC == incoming.Pass); err != nil || !first {
		return err
	}
	p := kept.Person{Address: m.From.Address, Lang: d.Language, Name: nameOf(m)}
	asks := slices.ContainsFunc(plan.Steps, func(s lines.Step) bool {
		return (s.Kind == lines.Account || s.Kind == lines.League) && (s.Word == "new" || s.Word == "join")
	})
	if asks && doubted(m) == "" && m.File == nil {
		return d.hold(e, m, p, kept.Pending{})
	}
	out := d.letterTo(p, m, d.sayTo(p, "mail.subject-refused"))
	out.Blocks = []outgoing.Block{outgoing.Paragraph(d.sayTo(p, "mail.stranger"))}
	if asks && m.File != nil {
		out.Blocks = []outgoing.Block{outgoing.Paragraph(d.sayTo(p, "mail.refused."+string(both)))}
	}
	_, err := d.delivery.Post(e, p, out, "", 0)
	return err
}

// hold has a mail wait until the address that it says to be from has confirmed it by a code.
func (d *Door) hold(e *kept.Edit, m *incoming.Mail, p kept.Person, x kept.Pending) error {
	asked := "mail.confirm"
	x.Account = p.Account
	if p.Account == "" {
		asked = "mail.confirm-first"
		// It is drawn now, as what the code leads to may be gone through again where the process ends in the middle.
		account, err := d.book.DrawAccount()
		if err != nil {
			return err
		}
		x.Account = account
	} else if answers, err := e.Idle(&p, m.Verdict.DMARC == incoming.Pass || x.Token != ""); err != nil || !answers {
		return err
	}
	code, err := d.book.DrawCode()
	if err != nil {
		return err
	}
	x.Address, x.Lang, x.Name, x.Key, x.Lines, x.At = p.Address, p.Lang, p.Name, m.Key, m.Lines, d.Now()
	if x.Token == "" {
		x.Lines = d.asked(m.Lines, p.Lang)
	}
	shown := x.Lines
	if x.Token != "" && m.File != nil {
		x.File = m.File
		shown = append(slices.Clone(shown), visible.Line(m.File.Name))
	}
	if err := e.Put(kept.OfCode+code, p.Account, x); err != nil {
		return err
	}
	out := d.letterTo(p, m, d.sayTo(p, "mail.subject-confirm"))
	out.Blocks = []outgoing.Block{
		outgoing.Paragraph(d.sayTo(p, asked, engine.Text("lines", strings.Join(slices.DeleteFunc(slices.Clone(shown), blank), " / ")))),
		outgoing.Answers{{Say: strings.ToUpper(code), Text: d.sayTo(p, "mail.confirm-this")}},
		outgoing.Paragraph(d.sayTo(p, "mail.confirm-else")),
	}
	_, err = d.delivery.Post(e, p, out, "", 0)
	return err
}

// blank reports whether a line is the empty one between two that are apart.
func blank(line string) bool { return line == "" }

// mostHeld is how many lines about no match wait for a code.
const mostHeld = 20

// asked are the lines that ask for something that is about no match: what else a mail says is not for whom it says to
// be from, who may be anybody.
func (d *Door) asked(own []string, lang string) []string {
	var out []string
	for _, s := range d.none.Read(own, lang).Steps {
		if (s.Kind == lines.Account || aboutClubs(s)) && len(out) < mostHeld {
			out = append(out, s.Text)
		}
	}
	return out
}

// confirm does what a code in a mail confirms; false where the mail has none that waits for its author.
func (d *Door) confirm(e *kept.Edit, m *incoming.Mail, p kept.Person, lang string) (bool, error) {
	if m.Verdict.DMARC == incoming.Fail || doubted(m) != "" {
		return false, nil // whoever forges an address does not get what is sent to it
	}
	for _, s := range d.none.Read(m.Lines, lang).Steps {
		if s.Kind != lines.Code {
			continue
		}
		var x kept.Pending
		name := kept.OfCode + strings.ToLower(s.Args[0])
		found, err := e.Get(name, &x)
		if err != nil {
			return false, err
		}
		given := x.Binds && x.Address == "" // in another door: it is good for the address that it comes from
		if !found || !given && !x.Is(m.From.Address) || d.Now().Sub(x.At) > kept.Holds {
			continue
		}
		if x.Binds {
			return true, d.bind(e, m, p, name, x)
		}
		bound, err := e.Get(kept.OfPerson+x.Account, &kept.Person{})
		if err != nil {
			return false, err
		}
		if p.Account == "" && bound && !x.Moves {
			continue // they have another address by now
		}
		e.Remove(name)
		if x.Moves {
			return true, d.moved(e, m, p, x)
		}
		if p.Account == "" {
			if p, err = d.enrol(e, m, x); err != nil {
				return false, err
			}
		}
		return true, d.confirmed(e, m, p, x)
	}
	return false, nil
}

// enrol makes somebody known whose address is confirmed.
func (d *Door) enrol(e *kept.Edit, m *incoming.Mail, x kept.Pending) (kept.Person, error) {
	p := kept.Person{Address: m.From.Address, Lang: x.Lang, Name: x.Name}
	if own := nameOf(m); own != "" {
		p.Name = own
	}
	// An invitation that waits for them keeps a seat for an account, which is theirs.
	var code string
	var invited kept.Pending
	if _, err := e.Get(kept.OfInvited+kept.Hashed(kept.Folded(p.Address)), &code); err != nil {
		return p, err
	}
	if _, err := e.Get(kept.OfCode+code, &invited); err != nil {
		return p, err
	}
	p.Account = cmp.Or(invited.Account, x.Account)
	e.Remove(kept.OfNever + kept.Hashed(kept.Folded(p.Address)))
	return p, e.PutPerson(p)
}

// confirmed does what waited for a code.
func (d *Door) confirmed(e *kept.Edit, m *incoming.Mail, p kept.Person, x kept.Pending) error {
	if x.Invited != "" {
		return d.accepts(e, m, p, x)
	}
	if x.Key == "" {
		return d.refuse(e, m, p, unknown)
	}
	held := &incoming.Mail{Key: x.Key, From: m.From, Lines: x.Lines, File: x.File, MessageID: m.MessageID, Kind: incoming.Person}
	if x.Token == "" {
		return d.obeyAccount(e, held, p)
	}
	var t kept.Token
	found, err := e.Get(kept.OfToken+x.Token, &t)
	switch {
	case err != nil:
		return err
	case !found:
		return d.refuse(e, m, p, unknown)
	case t.Void != "":
		return d.again(e, held, p, t, t.Void)
	}
	return d.obey(e, held, p, x.Token, t)
}

// accepts seats who was invited.
func (d *Door) accepts(e *kept.Edit, m *incoming.Mail, p kept.Person, x kept.Pending) error {
	e.Remove(kept.OfInvited + x.Hash)
	s, err := d.Referee.Snapshot(x.Invited)
	if errors.Is(err, match.ErrUnknown) {
		return d.refuse(e, m, p, stale)
	}
	if err != nil {
		return err
	}
	l, err := s.Look(engine.Spectator)
	if err != nil {
		return err
	}
	if len(l.Free) == 0 && len(l.Seats(p.Account)) == 0 {
		return d.refuse(e, m, p, stale)
	}
	seat := l.Seats(p.Account)
	if len(seat) == 0 {
		seat = l.Free[len(l.Free)-1:]
	}
	return d.sits(e, m, p, x.Invited, seat[0])
}

// joins seats somebody in the first seat that is free of a match, wherever it is played. Who may not have it
// is told why.
func (d *Door) joins(e *kept.Edit, m *incoming.Mail, p kept.Person, id match.ID) error {
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return d.saying(e, m, p, referee.Explain(err))
	}
	if err != nil {
		return err
	}
	l, err := s.Look(engine.Spectator)
	if err != nil {
		return err
	}
	seats := append(l.Seats(p.Account), l.Free...) // who sits already may be told so again
	if len(seats) == 0 {
		return d.saying(e, m, p, referee.Explain(match.ErrTaken))
	}
	return d.sits(e, m, p, id, seats[0])
}

// sits seats somebody and tells them how the match stands.
func (d *Door) sits(e *kept.Edit, m *incoming.Mail, p kept.Person, id match.ID, seat engine.Seat) error {
	_, err := d.Referee.Join(referee.Command{Match: id, Seat: seat, Account: p.Account, Name: d.called(p), Door: door, Key: commandKey(m.Key, 0, 0)})
	if err != nil && !referee.IsRefusal(err) {
		return err
	}
	if err != nil {
		return d.saying(e, m, p, referee.Explain(err))
	}
	v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: seat}, told: map[int]bool{}}
	return v.answer()
}

// obeyAccount obeys a mail that is about no match.
func (d *Door) obeyAccount(e *kept.Edit, m *incoming.Mail, p kept.Person) error {
	v := &visit{Door: d, e: e, m: m, p: p, speech: speech{d.words, d.none}, told: map[int]bool{}}
	return v.lines("")
}

// lines obeys the lines of a mail that is about no match; name is the token of one about a league, "": it answers none.
func (v *visit) lines(name string) error {
	v.plan = v.none.Read(v.m.Lines, v.p.Lang)
	for n, s := range v.plan.Steps {
		said := func(what ...engine.Msg) { v.done = append(v.done, done{line: s.Text, said: what}) }
		if v.plan.Try {
			v.refused(s, engine.Say("mail.try-only"))
			return v.tellLines(name)
		}
		switch s.Kind {
		case lines.Account:
			if s.Word == "new" {
				if err := v.opens(n, s); err != nil {
					return err
				}
				v.acted = v.acted || !v.done[len(v.done)-1].refused
				continue
			}
			if s.Word == "join" {
				return v.joins(v.e, v.m, v.p, match.ID(strings.ToLower(s.Args[0])))
			}
			more, err := v.account(n, s)
			if err != nil || v.leaves {
				return err
			}
			said(more...)
		case lines.League:
			if err := v.league(n, s); err != nil {
				return err
			}
			if v.done[len(v.done)-1].refused {
				return v.tellLines(name)
			}
		case lines.Appeal, lines.Reads, lines.Ruling:
			said(engine.Say("mail.not-here"))
		case lines.Refused:
			said(s.Why)
		default: // a question, or what wants the mail of a match that it answers
			said(engine.Say("mail.help"))
		}
	}
	return v.tellLines(name)
}

// tellLines answers a mail that is about no match.
func (v *visit) tellLines(name string) error {
	if v.acted && name != "" {
		if err := v.e.Void(name, v.t, spent); err != nil {
			return err
		}
	}
	if of := cmp.Or(v.of, v.t.League); of != "" {
		return v.tellLeague(of)
	}
	var said []engine.Msg
	for _, w := range v.done {
		said = append(said, w.said...)
	}
	if len(said) == 0 {
		return nil
	}
	if answers, err := v.answers(); err != nil || !answers {
		return err
	}
	return v.saying(v.e, v.m, v.p, said...)
}

// account does what a line says about who writes. What it changes of them holds in v.p.
func (v *visit) account(n int, s lines.Step) ([]engine.Msg, error) {
	pref, err := v.Referee.Schedule.Preferences(v.p.Account)
	if err != nil {
		return nil, err
	}
	arg := strings.Join(s.Args, " ")
	switch s.Word {
	case "language":
		v.p.Lang = lines.Language(arg)
		return said("mail.language", engine.Text("language", v.p.Lang)), v.e.PutPerson(v.p)
	case "zone":
		pref.Zone = arg
	case "night":
		if pref.Sleep = clockTimes(arg); lines.Off(arg) {
			pref.Sleep = ""
		}
	case "turn-file":
		return v.turnFiles(arg)
	case "browser":
		return v.browser(arg)
	case "digest":
		pref.Digest = !lines.Off(arg)
	case "reminders":
		if pref.Where = schedule.ByMail; lines.Off(arg) {
			pref.Where = schedule.Quiet
		}
		v.p.Off = false
		if err := v.e.PutPerson(v.p); err != nil {
			return nil, err
		}
	case "stop-mail":
		pref.Where, v.p.Off = schedule.Quiet, true
		if err := v.e.PutPerson(v.p); err != nil {
			return nil, err
		}
	case "not-today":
		return v.notToday()
	case "forget":
		return v.forget()
	case "address":
		return v.moves(strings.Trim(arg, "<>"))
	case "leave":
		return v.leave(n)
	case "clock":
		return v.propose(n, arg)
	default: // a match is begun or joined
		return said("mail.not-there"), nil
	}
	if err := v.Referee.Schedule.Prefer(v.p.Account, pref); err != nil {
		if !referee.IsRefusal(err) {
			return nil, err
		}
		return []engine.Msg{referee.Explain(err)}, nil
	}
	return said("mail.chosen"), nil
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
func (v *visit) notToday() ([]engine.Msg, error) {
	ids := []match.ID{v.t.Match}
	if v.t.Match == "" {
		ids = nil
		waits, err := v.Referee.Schedule.Waiting(v.p.Account)
		if err != nil {
			return nil, err
		}
		for _, w := range waits {
			ids = append(ids, w.Match)
		}
	}
	for _, id := range ids {
		if _, err := v.Referee.Schedule.Snooze(v.p.Account, id); err != nil && !referee.IsRefusal(err) {
			return nil, err
		}
	}
	return said("mail.not-today"), nil
}

// leave frees a seat of a match that has not begun.
func (v *visit) leave(n int) ([]engine.Msg, error) {
	if v.t.Match == "" {
		return said("mail.not-here"), nil
	}
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return nil, err
	}
	if s.Match().Started() {
		return said("mail.leave-late", engine.Text("resign", v.called("resign"))), nil
	}
	if _, err := v.Referee.Leave(v.command(n, 0)); err != nil {
		if !referee.IsRefusal(err) {
			return nil, err
		}
		return []engine.Msg{referee.Explain(err)}, nil
	}
	return said("mail.left"), nil
}

// propose offers the other player another pace.
func (v *visit) propose(n int, arg string) ([]engine.Msg, error) {
	if v.t.Match == "" {
		return said("mail.not-here"), nil
	}
	_, err := v.Referee.ProposeSettings(v.command(n, 0), map[string]string{schedule.SettingClock: paceOf(arg)})
	if err != nil {
		if !referee.IsRefusal(err) {
			return nil, err
		}
		return []engine.Msg{referee.Explain(err)}, nil
	}
	return said("mail.proposed"), nil
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
func (v *visit) forget() ([]engine.Msg, error) {
	if !Apart(v.p.Account) {
		v.leaves = true
		return nil, v.unbind(v.e, v.p, v.m)
	}
	out := v.letterTo(v.p, v.m, v.sayTo(v.p, "mail.subject-account"))
	out.Blocks = []outgoing.Block{outgoing.Paragraph(v.sayTo(v.p, "mail.forgotten"))}
	gone := v.p
	gone.Account = ""
	v.leaves = true
	if _, err := v.delivery.Post(v.e, gone, out, "", 0); err != nil {
		return nil, err
	}
	v.e.Forget(v.p.Account)
	return nil, v.Referee.Erase(v.p.Account)
}

// opens opens a match: "new", a game, an opponent, or "open" or a program in the place of one.
func (v *visit) opens(n int, s lines.Step) error {
	info, err := v.Referee.Games.Info("")
	if err != nil {
		return err
	}
	o := referee.Opening{Game: info.Game, Setup: engine.Setup{}, Settings: map[string]string{}}
	to, side, toAll := "", "", false
	for _, a := range s.Args {
		option, value, is := strings.Cut(a, "=")
		switch {
		case strings.Contains(a, "@"):
			to = strings.Trim(a, "<>")
		case is && option == lines.Side:
			side = value
		case is && option == schedule.SettingClock:
			o.Settings[schedule.SettingClock] = paceOf(value)
		case is:
			o.Setup[option] = value
		case slices.Contains(v.games, strings.ToLower(a)):
			o.Game = strings.ToLower(a)
		case v.none.Program(a) != "":
			o.Program = v.none.Program(a)
		case v.none.ToAll(a):
			toAll = true
		}
	}
	fail := func(why engine.Msg) error {
		v.done = append(v.done, done{line: s.Text, said: []engine.Msg{why}, refused: true})
		return nil
	}
	if o.Program == lines.Usual {
		if o.Program, err = v.Referee.Games.DefaultProgram(o.Game); err != nil && !referee.IsRefusal(err) {
			return err
		} else if err != nil {
			return fail(referee.Explain(err))
		}
	}
	toAll = to == "" && (toAll || o.Program != "") // nobody is invited
	if !toAll && (!outgoing.ValidAddress(to) || v.ours(to)) {
		return fail(engine.Say("mail.new-whom", engine.Text("game", info.Game)))
	}
	game, err := v.Referee.Games.Info(o.Game)
	if err != nil {
		return err
	}
	seat, known, err := v.seatCalled(game, side)
	if err != nil {
		return err
	}
	if !known {
		return fail(v.sides(game, side))
	}
	var other kept.Person
	var knows bool
	if toAll {
		if count, err := v.e.Invitations(v.p.Account); err != nil {
			return err
		} else if count.N >= kept.MostInvited {
			return fail(engine.Say("mail.invited-"+kept.InvitedMany, engine.Num("n", kept.MostInvited)))
		}
	} else {
		if kept.Folded(to) == kept.Folded(v.p.Address) {
			return fail(referee.Explain(referee.ErrOneself))
		}
		var why string
		if other, knows, why, err = v.e.MayInvite(v.p.Account, to, v.p.Lang); err != nil {
			return err
		}
		if why != "" {
			return fail(engine.Say("mail.invited-"+why, engine.Num("n", kept.MostInvited)))
		}
		o.Opponent = match.Challenger{Account: other.Account, Name: v.nameOr(other)}
	}
	begun, why, err := v.begins(n, o, game, seat)
	if err != nil {
		return err
	}
	if why != nil {
		return fail(*why)
	}
	if l, err := begun.Look(engine.Spectator); err != nil {
		return err
	} else if !knows && l.Challenge != nil {
		// Where it was opened before the process ended, the seat is kept for the account that was drawn then.
		other.Account = l.Challenge.To.Account
	}
	id, title := engine.Text("match", string(begun.Match().ID())), engine.Text("title", begun.Info().Title)
	if toAll {
		if err := v.e.Invited(v.p.Account); err != nil {
			return err
		}
		opened := said("mail.opened", id, title)
		if o.Program != "" {
			opened = said("mail.begun", id, title, engine.Text("program", v.words.Computer(v.p.Lang, o.Program)))
		}
		v.done = append(v.done, done{line: s.Text, said: opened})
		return nil
	}
	// Names can be anybody's: by the address who is invited knows who invites.
	called := v.Door.called(v.p)
	if err := v.invite(v.e, other, v.p.Account, called, called+" <"+v.p.Address+">", begun, otherSeat(game, seat)); err != nil {
		return err
	}
	v.done = append(v.done, done{line: s.Text, said: said("mail.invited", id, title, engine.Text("address", to))})
	return nil
}

// begins opens a match, and seats who opens it; why says why that is refused, nil: it is not.
func (v *visit) begins(n int, o referee.Opening, game *engine.Info, seat engine.Seat) (begun *referee.Snapshot, why *engine.Msg, err error) {
	c := referee.Command{Account: v.p.Account, Name: v.Door.called(v.p), Door: door, Key: commandKey(v.m.Key, n, 0)}
	reply, err := v.Referee.Open(c, o)
	if referee.IsRefusal(err) {
		in, other := v.speechOf(game)
		refused := engine.Say("mail.refused-so", engine.Text("why", in.words.Say(v.p.Lang, in.words.Quote(v.p.Lang, referee.Explain(err)))))
		return nil, &refused, other
	}
	if err != nil {
		return nil, nil, err
	}
	c.Match, c.Seat, c.Key = reply.Match, seat, commandKey(v.m.Key, n, 1)
	if _, err := v.Referee.Join(c); err != nil && !referee.IsRefusal(err) {
		return nil, nil, err
	}
	begun, err = v.Referee.Snapshot(reply.Match)
	return begun, nil, err
}

// nameOr is how somebody is called who was invited, and may not have said so.
func (v *visit) nameOr(p kept.Person) string {
	if p.Name != "" {
		return p.Name
	}
	return v.sayTo(p, "mail.nobody")
}
