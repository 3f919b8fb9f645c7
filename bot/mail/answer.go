package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/describe"
	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/match"
)

// page is a mail about a match, or a league, as it is written to who a visit is of.
type page struct {
	*visit
	mail *outgoing.Mail
}

// within begins a mail in a thread: an answer to the mail that a visit is about, or else to the last of the thread.
func (v *visit) within(t kept.Thread) outgoing.Mail {
	m := outgoing.Mail{Thread: t.IDs, Auto: outgoing.Generated}
	if v.m != nil {
		m.Auto, m.InReply = outgoing.Replied, v.m.MessageID
		if m.InReply != "" {
			m.Thread = append(slices.Clone(m.Thread), m.InReply)
		}
	} else if n := len(t.IDs); n > 0 {
		m.InReply = t.IDs[n-1]
	}
	return m
}

// answer has the answer to a mail, or the news of a match, wait: what was done, what has changed, how
// the match stands and what is asked.
func (v *visit) answer() error {
	if answers, err := v.answers(); err != nil || !answers {
		return err
	}
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return err
	}
	if v.speech.words == nil {
		if v.speech, err = v.speechOf(s.Info()); err != nil {
			return err
		}
	}
	l, err := s.Look(engine.Viewer(v.t.Seat))
	if err != nil {
		return err
	}
	if !slices.Contains(l.Seats(v.p.Account), v.t.Seat) {
		return v.parted()
	}
	before, err := v.e.ThreadOf(v.p.Account, v.t.Match)
	if err != nil {
		return err
	}
	m := v.within(before)
	w := page{v, &m}
	next := kept.Token{
		Account: v.p.Account, Match: v.t.Match, Seat: v.t.Seat, Seq: l.Seq, Offer: l.OfferedBy, Resigns: v.resigns,
		From: before.Seq, Refused: v.against, Standing: v.rehearsed, Meant: v.meant,
	}
	w.tellDone()
	if err := w.tellChanged(s, before); err != nil {
		return err
	}
	v.look(s, l, before)
	x, err := turn.Of(v.Referee, s, v.command(0, 0), turn.Wishes{})
	if err != nil {
		return err
	}
	if err := w.tellPosition(x, &next); err != nil {
		return err
	}
	if err := w.enclose(s, len(next.Asks) > 0); err != nil {
		return err
	}
	if err := w.tellReasons(s, before); err != nil {
		return err
	}
	if err := w.tellDice(s, before); err != nil {
		return err
	}
	w.tellTwin(l)
	if err := w.tellBrowser(); err != nil {
		return err
	}
	m.Blocks = append(m.Blocks, outgoing.Footer(l.Foot()))
	return v.finish(m, s, l, before, next)
}

// answers reports whether a mail is answered: of those that did nothing an hour has so many.
func (v *visit) answers() (bool, error) {
	if v.m == nil || v.acted {
		return true, nil
	}
	return v.e.Idle(&v.p, true)
}

// parted answers who has no seat in the match any more: how it stands is for whoever has it now.
func (v *visit) parted() error {
	var said []engine.Msg
	for _, d := range v.done {
		said = append(said, d.said...)
	}
	if len(said) == 0 {
		said = append(said, engine.Say("mail.refused."+string(parted)))
	}
	return v.saying(v.e, v.m, v.p, said...)
}

// finish gives a mail its token and subject, and has it wait.
func (v *visit) finish(m outgoing.Mail, s *referee.Snapshot, l referee.Look, before kept.Thread, next kept.Token) error {
	if before.Subject == "" {
		before.Subject = v.subject(s, l)
	}
	next.Said = kept.SaidOf(m)
	name, err := v.e.Grant(&before, next)
	if err != nil {
		return err
	}
	page{v, &m}.bears(before, name)
	id, err := v.delivery.Post(v.e, v.p, m, v.t.Match, l.Seq)
	if err != nil {
		return err
	}
	if v.m != nil {
		before.Lost = kept.Reached // they write
		if v.m.MessageID != "" {
			before.Join(v.m.MessageID)
		}
	}
	before.Join(id)
	before.Seq, before.At = l.Seq, v.Now()
	return v.e.PutThread(v.p.Account, v.t.Match, before)
}

// bears gives a mail of a thread the token that answers to it carry.
func (v page) bears(t kept.Thread, name string) {
	v.mail.ReplyTo, v.mail.Subject = v.replies(t, name)
	v.mail.Unsubscribe = outgoing.Unsubscribe{Mail: v.From.Address, Subject: delivery.Unsubscribe + " [" + name + "]"}
	if v.Plus {
		v.mail.Unsubscribe = outgoing.Unsubscribe{Mail: v.mail.ReplyTo, Subject: delivery.Unsubscribe}
	}
}

// replies are the address and the subject of mails about a match that carry a token; "": the address is ours.
func (v *visit) replies(t kept.Thread, name string) (to, subject string) {
	if v.Plus {
		return outgoing.Plus(v.From.Address, name), t.Subject
	}
	return "", t.Subject + " [" + name + "]"
}

// subject is that of all mails about a match to one person.
func (v *visit) subject(s *referee.Snapshot, l referee.Look) string {
	against := ""
	for _, x := range l.Sitting {
		switch {
		case x.Program != "":
			against = v.speech.words.Computer(v.p.Lang, x.Program)
		case x.Account != v.p.Account && x.Name != "":
			against = x.Name
		}
	}
	if against == "" {
		return v.say(engine.Say("mail.subject", engine.Text("title", s.Info().Title), engine.Text("match", string(l.Match))))
	}
	return v.say(engine.Say("mail.subject-against", engine.Text("title", s.Info().Title), engine.Text("match", string(l.Match)), engine.Text("name", against)))
}

func (v *visit) say(m engine.Msg) string { return v.speech.words.Say(v.p.Lang, m) }

// tell adds a paragraph.
func (v page) tell(what ...engine.Msg) {
	said := make([]string, len(what))
	for i := range what {
		said[i] = v.say(what[i])
	}
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Paragraph(strings.Join(said, "\n")))
}

func (v page) heading(key string) {
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Heading(v.say(engine.Say(key))))
}

// tellDone tells what came of each line.
func (v page) tellDone() {
	if len(v.first) > 0 {
		v.tell(v.first...)
	}
	if v.why != "" {
		v.tell(engine.Say("mail.refused." + string(v.why)))
	}
	if v.m == nil {
		return
	}
	switch {
	case len(v.done) > 0 && v.plan.Try:
		v.heading("mail.tried")
	case len(v.done) > 0:
		v.heading("mail.done")
	case v.why == "":
		v.tell(v.nothing())
		v.tellLeft()
	}
	for _, d := range v.done {
		lines := []string{"» " + d.line}
		if d.refused {
			lines[0] = v.say(engine.Say("mail.not-done", engine.Text("line", d.line)))
		}
		for _, said := range d.said {
			lines = append(lines, v.say(said))
		}
		lines = append(lines, d.told...)
		if len(d.near) > 0 {
			lines = append(lines, v.say(engine.Say("referee.mean", engine.Text("words", strings.Join(d.near, ", ")))))
		}
		if len(d.next) > 0 {
			lines = append(lines, v.say(engine.Say("table.next"))+" "+strings.Join(d.next, ", "))
		}
		v.mail.Blocks = append(v.mail.Blocks, outgoing.Paragraph(strings.Join(lines, "\n")))
	}
	if n := len(v.plan.Rest); n > 0 {
		v.tell(engine.Say("mail.rest", engine.Text("lines", strings.Join(v.plan.Rest, " / ")), engine.Num("n", n)))
	}
	if n := len(v.plan.Unread); n > 0 && len(v.done) > 0 {
		v.tell(engine.Say("mail.unread", engine.Text("lines", strings.Join(v.plan.Unread, " / ")), engine.Num("n", n)))
	}
}

// nothing says why nothing was done of a mail: it has no order, or not of its author's own.
func (v page) nothing() engine.Msg {
	names, meant := v.attached()
	others := slices.ContainsFunc(v.m.Left, func(l incoming.Left) bool { return l.Why != incoming.Attached })
	switch {
	case !meant && len(v.plan.Unread) > 0:
		return engine.Say("mail.nothing", engine.Text("lines", strings.Join(v.plan.Unread, " / ")))
	case v.plan.Try && len(names) == 0:
		return engine.Say("mail.nothing-to-try", engine.Text("try", v.called("try")))
	case !meant && others:
		return engine.Say("mail.nothing-own")
	case len(names) > 0:
		return engine.Say("mail.nothing-attached", engine.Text("names", strings.Join(names, ", ")), engine.Text("suffix", turnfile.ReplySuffix), engine.Text("seal", v.called("seal")))
	}
	return engine.Say("mail.nothing-written")
}

// tellLeft tells, where no order was found, what was left out: it may be that.
func (v page) tellLeft() {
	n, first := 0, ""
	for _, l := range v.m.Left {
		if l.First != "" {
			n, first = n+l.Lines, cmp.Or(first, l.First)
		}
	}
	if n > 0 {
		v.tell(engine.Say("mail.left-out", engine.Num("n", n), engine.Text("line", first)))
	}
}

// tellChanged tells what has happened since the last mail, but for what was told line by line.
func (v page) tellChanged(s *referee.Snapshot, before kept.Thread) error {
	from := min(before.Seq, s.Match().Seq())
	told, err := s.Lines(engine.Viewer(v.t.Seat), from, 0)
	if err != nil {
		return err
	}
	var said []engine.Msg
	for _, l := range told {
		if !v.told[l.Seq] {
			said = append(said, l.Said)
			why, err := v.reason(s, l.Seq)
			if err != nil {
				return err
			}
			said = append(said, why...)
		}
	}
	if len(said) == 0 {
		return nil
	}
	v.heading("mail.changed")
	if len(said) > mostChanged {
		v.tell(engine.Say("mail.changed-more", engine.Num("n", len(said)-mostChanged)))
		said = said[len(said)-mostChanged:]
	}
	v.tell(said...)
	return nil
}

// mostChanged bounds what is told of what has happened: more is in the record.
const mostChanged = 60

// tellPosition tells how the match stands, and what is asked.
func (v page) tellPosition(x turn.Turn, next *kept.Token) error {
	l := x.Look
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Heading(v.say(l.View.Status)))
	switch x.Stage() {
	case turn.Over:
		v.tell(v.ending(l)...)
	case turn.Restored:
		v.tell(engine.Say("table.restored", engine.Num("n", l.Restored.From)))
	case turn.Held:
		v.tell(engine.Say("referee.refuse.league-stands"))
	case turn.Agreed:
		v.tell(engine.Say("referee.refuse.restored"))
	case turn.Open:
		v.tell(engine.Say("mail.waiting"))
	case turn.Appealed:
		v.tell(engine.Say("mail.judge.waits", engine.Text("appeal", lines.Spelled(v.speech.words, v.p.Lang, "appeal"))))
	}
	v.tellPictures(l)
	if err := v.tellAsked(x, next); err != nil {
		return err
	}
	return v.tellOffer(x)
}

// tellOffer tells what the other side offers, and how that can be answered.
func (v page) tellOffer(x turn.Turn) error {
	accepts, err := x.May(turn.Accept)
	if err != nil {
		return err
	}
	declines, err := x.May(turn.Decline)
	if err != nil || !declines || x.Look.Offerer == v.t.Seat {
		return err
	}
	by, decline := engine.Noun("seat", string(x.Look.Offerer)), engine.Text("decline", v.called("decline"))
	if accepts {
		v.tell(engine.Say("mail.offered", by, engine.Text("accept", v.called("accept")), decline))
	} else {
		v.tell(engine.Say("mail.offered-judged", by, decline))
	}
	return nil
}

// ending says how the match ended.
func (v page) ending(l referee.Look) []engine.Msg {
	out := []engine.Msg{engine.Say("table.draw")}
	switch {
	case l.Ending.Winner != "":
		out[0] = engine.Say("table.won", engine.Noun("seat", string(l.Ending.Winner)))
	case l.Ending.How == match.Abandoned:
		out[0] = engine.Say("referee.told.abandon")
	}
	if l.View.Result != nil {
		out = append(out, describe.Result(l.View.Result)...)
	}
	return append(out, engine.Say("mail.last-head", engine.Num("n", l.Seq), engine.Text("head", l.Whole)))
}

// tellAsked says what is asked of who reads, with the answers by their numbers, or who is asked else.
func (v page) tellAsked(x turn.Turn, next *kept.Token) error {
	asks := x.Asks()
	for i, a := range asks {
		if i == 0 {
			v.heading("mail.asked")
		}
		next.Asks = append(next.Asks, a.Prompt)
		v.tell(a.Ask)
		if path := x.HalfBuilt(a.Prompt); path != nil {
			v.tell(engine.Say("table.so-far", engine.Text("path", v.path(path))))
		}
		if err := v.listed(x, a, next); err != nil {
			return err
		}
	}
	if len(asks) > 0 {
		if err := v.written(x); err != nil {
			return err
		}
		return v.deadline(x.Look)
	}
	if len(x.Look.Asks) > 0 {
		v.tell(engine.Say("mail.others-turn", engine.Sub("ask", x.Look.Asks[0].Ask)))
	}
	return nil
}

// listed lists the answers to a question, numbered on from those before.
func (v page) listed(x turn.Turn, a referee.Ask, next *kept.Token) error {
	held := len(x.HalfBuilt(a.Prompt))
	path, node, err := x.Choices(a.Prompt)
	if err != nil {
		return err
	}
	var list outgoing.Answers
	for _, o := range node.Options {
		next.Answers = append(next.Answers, kept.Answer{Prompt: a.Prompt, Path: append(slices.Clone(path), o.ID)})
		text := v.speech.words.Option(v.p.Lang, o)
		if name := v.path(append(slices.Clone(path[held:]), o.ID)); !strings.EqualFold(name, text) {
			text = fmt.Sprintf("%s (%s)", text, name)
		}
		list = append(list, outgoing.Answer{Say: fmt.Sprint(len(next.Answers)), Text: text})
	}
	if len(list) > 0 {
		v.mail.Blocks = append(v.mail.Blocks, list)
	}
	return nil
}

// written says how to answer: by a number, or with the verbs that fit.
func (v page) written(x turn.Turn) error {
	words, err := x.Look.Snapshot.Complete(v.t.Seat, "")
	if err != nil {
		return err
	}
	tries, err := x.May(turn.Try)
	if err != nil {
		return err
	}
	var verbs []string
	for _, n := range words {
		if n.Verb && !n.Anew {
			verbs = append(verbs, v.called(n.Word))
		}
	}
	how := said("mail.how", engine.Text("verbs", strings.Join(verbs, ", ")))
	if len(verbs) == 0 {
		how = said("mail.how-number")
	}
	if tries {
		how = append(how, engine.Say("mail.how-try", engine.Text("try", v.called("try"))))
	}
	how = append(how, engine.Say("mail.how-help", engine.Text("help", v.called("help"))))
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Paragraph(v.joined(how)))
	return nil
}

// deadline says until when an answer is waited for, in the zone of who reads, or how much time there is for it: their clock
// runs as soon as it is known that this mail has come.
func (v page) deadline(l referee.Look) error {
	times, err := v.Referee.Schedule.Times(v.t.Match)
	if err != nil {
		return err
	}
	today := engine.Text("today", lines.Spelled(v.speech.words, v.p.Lang, "not-today"))
	for _, c := range times.Clocks {
		if c.Player != l.Holder(v.t.Seat).Player || !c.Waited {
			continue
		}
		if c.Expires.IsZero() {
			if times.Settings.Runs() && !times.Paused && times.Doubt == "" && c.Left >= time.Minute {
				v.tell(engine.Say("mail.from-now", engine.Text("time", v.lasting(c.Left)), today))
			}
			continue
		}
		zone, err := v.Referee.Schedule.Zone(v.p.Account)
		if err != nil {
			return err
		}
		v.tell(engine.Say("mail.until", engine.Text("when", c.Expires.In(zone).Format("2006-01-02 15:04 MST")), today))
	}
	return nil
}

// lasting is a length of time in words: its largest part, and the next where there is one.
func (v page) lasting(d time.Duration) string {
	var parts []string
	for _, u := range []struct {
		key string
		of  time.Duration
	}{{"mail.days", kept.Day}, {"mail.hours", time.Hour}, {"mail.minutes", time.Minute}} {
		n := d / u.of
		if n == 0 && len(parts) > 0 || len(parts) == 2 {
			break
		}
		if d %= u.of; n > 0 {
			parts = append(parts, v.say(engine.Say(u.key, engine.Num("n", int(n)))))
		}
	}
	return strings.Join(parts, ", ")
}

// mostReasons bounds for how many answers of programs a mail says why: the newest. Whoever asks for
// others gets them, by their numbers.
const mostReasons = 12

// tellReasons says why programs have answered as they did since the last mail.
func (v page) tellReasons(s *referee.Snapshot, before kept.Thread) error {
	var said []engine.Msg
	for seq := s.Match().Seq(); seq > min(before.Seq, s.Match().Seq()) && len(said) < mostReasons; seq-- {
		if _, program := s.Match().History().Answerer(seq); !program {
			continue
		}
		why, err := s.Why(engine.Viewer(v.t.Seat), seq-1, seq)
		if err != nil {
			return err
		}
		for _, r := range why {
			if r.Gone {
				continue
			}
			told, err := s.Lines(engine.Viewer(v.t.Seat), seq-1, seq)
			if err != nil {
				return err
			}
			did := ""
			if len(told) > 0 {
				did = v.say(told[0].Said)
			}
			said = append(said, engine.Say("mail.reason", engine.Num("n", seq), engine.Text("did", did), engine.Text("why", v.joined(r.Why.Lines))))
		}
	}
	if len(said) == 0 {
		return nil
	}
	slices.Reverse(said)
	v.heading("mail.reasons")
	v.tell(said...)
	return nil
}

// joined are messages as one text.
func (v *visit) joined(list []engine.Msg) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = v.say(m)
	}
	return strings.Join(texts, " ")
}

// tellDice proves the rolls since the last mail.
func (v page) tellDice(s *referee.Snapshot, before kept.Thread) error {
	said, err := v.dice(s, before.Seq)
	if err != nil || len(said) == 0 {
		return err
	}
	text := make([]string, len(said))
	for i := range said {
		text[i] = v.say(said[i])
	}
	v.heading("mail.dice")
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Paragraph(strings.Join(text, "\n")))
	return nil
}

// mostProofs bounds how many proofs a mail has, the newest: the record has all.
const mostProofs = 12

// dice tells the rolls after a decision, with their proofs.
func (v *visit) dice(s *referee.Snapshot, after int) ([]engine.Msg, error) {
	made, err := s.Dice.Rolls(engine.Viewer(v.t.Seat))
	if err != nil {
		return nil, err
	}
	made = slices.DeleteFunc(made, func(r referee.RollTold) bool { return r.Seq <= after })
	var out []engine.Msg
	for _, r := range made[max(0, len(made)-mostProofs):] {
		p, err := s.Dice.Proofs(r.No, r.No)
		if errors.Is(err, referee.ErrNoProof) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, engine.Say("mail.proof", engine.Num("no", r.No), engine.Sub("ask", r.Ask),
			engine.Text("result", p.Rolls[0].Result), engine.Text("proof", p.Rolls[0].Proof)))
	}
	return out, nil
}

// again answers a mail of which nothing was obeyed, with the match as it stands and a new token. Without a
// mail somebody else has written.
func (d *Door) again(e *kept.Edit, m *incoming.Mail, p kept.Person, t kept.Token, why kept.Reason) error {
	v := &visit{Door: d, e: e, m: m, p: p, t: kept.Token{Account: t.Account, Match: t.Match, Seat: t.Seat}, told: map[int]bool{}, why: why}
	if t.League != "" {
		return v.tellLeague(t.League)
	}
	if t.Judge {
		v.t.Judge = true
		return v.caseMail()
	}
	return v.answer()
}

// visitOf is a visit of somebody who has not written, about a match in which they have a seat.
func (d *Door) visitOf(e *kept.Edit, p kept.Person, id match.ID) (*visit, error) {
	s, err := d.Referee.Snapshot(id)
	if err != nil {
		return nil, err
	}
	return &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: s.Seat(p.Account)}, told: map[int]bool{}}, nil
}
