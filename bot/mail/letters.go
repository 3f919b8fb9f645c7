package mail

import (
	"slices"

	"referee/bot/locale"
	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/engine"
)

// letters writes the mails that are about no match.
type letters struct {
	words    *locale.Words // of no game
	delivery *delivery.Delivery
}

// sayTo puts a message that is of no game into somebody's language.
func (l *letters) sayTo(p kept.Person, key string, args ...engine.Arg) string {
	return l.words.Say(p.Lang, engine.Say(key, args...))
}

// letterTo is a mail to somebody that is about no match; m is what it answers, nil: nothing.
func (l *letters) letterTo(p kept.Person, m *incoming.Mail, subject string) outgoing.Mail {
	out := outgoing.Mail{Auto: outgoing.Generated, Subject: subject}
	if m != nil && m.MessageID != "" && kept.Folded(m.From.Address) == kept.Folded(p.Address) {
		out.Auto, out.InReply, out.Thread = outgoing.Replied, m.MessageID, append(slices.Clone(m.References), m.MessageID)
		if n := len(out.Thread); n > kept.MostIDs {
			out.Thread = out.Thread[n-kept.MostIDs:]
		}
	}
	return out
}

// refuse answers somebody whom we know that nothing was done, and why.
func (l *letters) refuse(e *kept.Edit, m *incoming.Mail, p kept.Person, why kept.Reason) error {
	if answers, err := e.Idle(&p, m.Verdict.DMARC == incoming.Pass); err != nil || !answers {
		return err
	}
	out := l.letterTo(p, m, l.sayTo(p, "mail.subject-refused"))
	out.Blocks = []outgoing.Block{outgoing.Paragraph(l.sayTo(p, "mail.refused."+string(why))), outgoing.Paragraph(l.sayTo(p, "mail.help"))}
	_, err := l.delivery.Post(e, p, out, "", 0)
	return err
}

// saying answers with a sentence.
func (l *letters) saying(e *kept.Edit, m *incoming.Mail, p kept.Person, said ...engine.Msg) error {
	out := l.letterTo(p, m, l.sayTo(p, "mail.subject-account"))
	for _, s := range said {
		out.Blocks = append(out.Blocks, outgoing.Paragraph(l.words.Say(p.Lang, s)))
	}
	_, err := l.delivery.Post(e, p, out, "", 0)
	return err
}

// called is how somebody is called in a match.
func (l *letters) called(p kept.Person) string {
	if p.Name != "" {
		return p.Name
	}
	return l.sayTo(p, "mail.nobody")
}
