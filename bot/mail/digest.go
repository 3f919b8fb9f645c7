package mail

import (
	"cmp"

	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
)

// digest has one mail wait for all matches that wait for somebody: what each asks, and its answers. Each has a token of its own,
// so that a link about one answers that one. What has happened is told by the mails of the matches, and the mail itself, which has
// no token, moves nothing.
func (d *Door) digest(e *kept.Edit, p kept.Person, waits []schedule.Wait) error {
	n := engine.Num("n", len(waits))
	m := outgoing.Mail{Auto: outgoing.Generated, Subject: d.sayTo(p, "mail.subject-digest", n)}
	m.Blocks = append(m.Blocks, outgoing.Paragraph(d.sayTo(p, "mail.digest", n)))
	for _, w := range waits {
		v, err := d.visitOf(e, p, w.Match)
		if err != nil {
			return err
		}
		if err := (page{v, &m}).tellWaiting(); err != nil {
			return err
		}
	}
	_, err := d.delivery.Post(e, p, m, "", 0)
	return err
}

// tellWaiting tells, in a mail about several matches, what one of them asks.
func (v page) tellWaiting() error {
	x, err := v.turn(0, 0)
	if err != nil {
		return err
	}
	l := x.Look
	if v.speech, err = v.speechOf(l.Info); err != nil {
		return err
	}
	t, err := v.e.ThreadOf(v.p.Account, v.t.Match)
	if err != nil {
		return err
	}
	t.Subject = cmp.Or(t.Subject, v.subject(l.Snapshot, l))
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Heading(t.Subject))
	v.tell(l.View.Status)
	next := kept.Token{Account: v.p.Account, Match: v.t.Match, Seat: v.t.Seat, Seq: l.Seq, From: t.Seq, Offer: l.OfferedBy}
	from := len(v.mail.Blocks)
	for _, a := range x.Asks() {
		next.Asks = append(next.Asks, a.Prompt)
		v.tell(a.Ask)
		if err := v.listed(x, a, &next); err != nil {
			return err
		}
	}
	if err := v.deadline(l); err != nil {
		return err
	}
	name, err := v.e.Grant(&t, next)
	if err != nil {
		return err
	}
	to, subject := v.replies(t, name)
	for _, b := range v.mail.Blocks[from:] {
		if list, is := b.(outgoing.Answers); is {
			for i := range list {
				list[i].To, list[i].Subject = to, subject
			}
		}
	}
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Link{
		Text: v.say(engine.Say("mail.digest-answer")), URL: outgoing.Reply(cmp.Or(to, v.From.Address), subject, ""),
	})
	return v.e.PutThread(v.p.Account, v.t.Match, t)
}

// opened is the match of a visit as its seat sees it, and makes its words ready.
func (v *visit) opened() (*referee.Snapshot, referee.Look, error) {
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return nil, referee.Look{}, err
	}
	if v.speech, err = v.speechOf(s.Info()); err != nil {
		return nil, referee.Look{}, err
	}
	l, err := s.Look(engine.Viewer(v.t.Seat))
	return s, l, err
}
