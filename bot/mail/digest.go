package mail

import (
	"cmp"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/schedule"
	"referee/engine"
)

// digest has one mail wait for all matches that wait for the person: what each asks, and its answers. Each has a token of its own,
// so that a link about one answers that one. What has happened is told by the mails of the matches, and the mail itself, which has
// no token, moves nothing.
func (r *request) digest(waits []schedule.Wait) error {
	n := engine.Num("n", len(waits))
	m := outgoing.Mail{Blocks: []outgoing.Block{outgoing.Paragraph(r.text("mail.digest", n))}}
	for _, w := range waits {
		h, err := r.newsOf(w.Match)
		if err != nil {
			return err
		}
		if err := (page{handler: h, out: &m}).tellWaiting(); err != nil {
			return err
		}
	}
	return r.send(r.text("mail.subject-digest", n), m.Blocks...)
}

// tellWaiting tells, in a mail about several matches, what one of them asks.
func (w page) tellWaiting() error {
	x, err := w.opened()
	if err != nil {
		return err
	}
	l := x.Look
	w.x = x
	t, err := w.edit.ThreadOf(w.person.Account, w.token.Match)
	if err != nil {
		return err
	}
	t.Subject = cmp.Or(t.Subject, w.subject(l))
	w.out.Blocks = append(w.out.Blocks, outgoing.Heading(t.Subject))
	w.tell(l.View.Status)
	next := state.Token{Account: w.person.Account, Match: w.token.Match, Seat: w.token.Seat, Seq: l.Seq, From: t.Seq, Offer: l.OfferedBy}
	from := len(w.out.Blocks)
	for _, a := range x.Asks() {
		next.Asks = append(next.Asks, a.Prompt)
		w.tell(a.Ask)
		if err := w.listed(a, &next); err != nil {
			return err
		}
	}
	if err := w.deadline(); err != nil {
		return err
	}
	name, err := w.edit.Grant(&t, next)
	if err != nil {
		return err
	}
	to, subject := w.replies(t, name)
	for _, b := range w.out.Blocks[from:] {
		for i := range b.Answers {
			b.Answers[i].To, b.Answers[i].Subject = to, subject
		}
	}
	w.out.Blocks = append(w.out.Blocks, outgoing.Block{Link: &outgoing.Link{
		Text: w.say(engine.Say("mail.digest-answer")), URL: outgoing.Reply(cmp.Or(to, w.door.From.Address), subject, ""),
	}})
	return w.edit.PutThread(w.person.Account, w.token.Match, t)
}
