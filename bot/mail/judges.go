package mail

import (
	"errors"
	"strings"

	"referee/bot/club"
	"referee/bot/mail/clubs"
	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// appeal asks the judges for the seat of who writes.
func (v *visit) appeal(n int, s lines.Step) error {
	if v.clubs == nil {
		v.refused(s, engine.Say("mail.judge.none"))
		return nil
	}
	reply, why, err := v.clubs.Appeal(v.command(n, 0), s)
	if why.Key != "" {
		v.refused(s, why)
		return nil
	}
	return v.did(s, reply, err)
}

// away notes a vacation in this match.
func (v *visit) away(n int, s lines.Step) (referee.Reply, error) {
	away, err := clock.ParseVacation(strings.Join(s.Args, ".."))
	if err != nil {
		return referee.Reply{}, err
	}
	return v.Referee.Vacation(v.command(n, 0), away)
}

// judged reports whether judges were asked or have ruled after a decision: both players hear of it, though nothing is asked.
func judged(m *match.Match, after int) bool {
	for _, e := range m.Log()[min(after, m.Seq()):] {
		if k := e.Decision.Kind(); k == match.KindAppeal || k == match.KindRuling {
			return true
		}
	}
	return false
}

// reason is what the judges have written about a decision that is a ruling.
func (v *visit) reason(s *referee.Snapshot, seq int) ([]engine.Msg, error) {
	if v.clubs == nil || seq < 1 || s.Match().Log()[seq-1].Decision.Kind() != match.KindRuling {
		return nil, nil
	}
	return v.clubs.Reason(s.Match().ID(), seq)
}

// judgeReader is who reads about a case, by the words of its game.
func (v *visit) judgeReader(s *referee.Snapshot) (clubs.Reader, error) {
	r, err := v.reader(v.p, "")
	if err != nil {
		return r, err
	}
	v.speech, err = v.speechOf(s.Info())
	r.Words = v.speech.words
	return r, err
}

// tellCase has a mail wait that tells a judge what is asked, if it still is.
func (d *Door) tellCase(e *kept.Edit, p kept.Person, k post.Judges) error {
	if d.clubs == nil {
		return nil
	}
	v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: k.Match, Judge: true}, told: map[int]bool{}}
	_, open, err := d.clubs.Club.Judges.Open(k.Match)
	if errors.Is(err, match.ErrUnknown) || err == nil && !open {
		return nil
	}
	if err != nil {
		return err
	}
	return v.caseMail()
}

// caseMail has a mail to a judge wait: what came of theirs, and what is asked.
func (v *visit) caseMail() error {
	if answers, err := v.answers(); err != nil || !answers {
		return err
	}
	s, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return err
	}
	r, err := v.judgeReader(s)
	if err != nil {
		return err
	}
	x, open, err := v.clubs.Club.Judges.Open(v.t.Match)
	if err != nil {
		return err
	}
	t, err := v.e.ThreadOf(v.p.Account, kept.AboutCase(v.t.Match))
	if err != nil {
		return err
	}
	m := outgoing.Mail{Thread: t.IDs, Auto: outgoing.Generated}
	w := page{v, &m}
	if v.m != nil {
		m.Auto, m.InReply = outgoing.Replied, v.m.MessageID
	}
	t.Subject = v.say(engine.Say("mail.judge.subject", engine.Text("title", s.Info().Title), engine.Text("match", string(v.t.Match))))
	w.tellDone()
	if v.file != "" {
		m.Blocks = append(m.Blocks, outgoing.Preformatted(v.file))
	}
	if open {
		asked, err := v.clubs.Asked(r, s, x)
		if err != nil {
			return err
		}
		w.tell(asked...)
		w.tell(engine.Say("mail.judge.read", engine.Text("case", lines.Spelled(r.Words, r.Lang, "case"))),
			engine.Say("mail.judge.how", engine.Text("lines", v.clubs.HowToRule(r))))
	} else {
		w.tell(engine.Say("mail.judge.ruled"))
	}
	l, err := s.Look(engine.Spectator)
	if err != nil {
		return err
	}
	m.Blocks = append(m.Blocks, outgoing.Footer(l.Foot()))
	return v.addressed(m, kept.AboutCase(v.t.Match), t, kept.Token{Account: v.p.Account, Match: v.t.Match, Judge: true, Seq: l.Seq})
}

// obeyJudge goes through the lines of a mail that answers one to a judge. What they may do is found out anew.
func (d *Door) obeyJudge(e *kept.Edit, m *incoming.Mail, p kept.Person, name string, t kept.Token) error {
	v := &visit{Door: d, e: e, m: m, p: p, t: t, told: map[int]bool{}}
	s, err := d.Referee.Snapshot(t.Match)
	if errors.Is(err, match.ErrUnknown) || d.clubs == nil {
		return d.refuse(e, m, p, stale)
	}
	if err != nil {
		return err
	}
	r, err := v.judgeReader(s)
	if err != nil {
		return err
	}
	v.plan = v.speech.grammar.Read(m.Lines, p.Lang)
	for n, step := range v.plan.Steps {
		if v.plan.Try {
			v.refused(step, engine.Say("mail.try-only"))
			break
		}
		switch step.Kind {
		case lines.Reads:
			x, err := d.clubs.Read(v.command(n, 0))
			if err != nil || x.Match == "" {
				if err == nil {
					v.refused(step, engine.Say("mail.judge.ruled"))
				} else if err := v.did(step, referee.Reply{}, err); err != nil {
					return err
				}
				break
			}
			var file strings.Builder
			if err := club.WriteCase(&file, x); err != nil {
				return err
			}
			v.file = file.String()
			v.done = append(v.done, done{line: step.Text, said: d.clubs.Statements(s, x)})
		case lines.Ruling:
			reply, why, err := d.clubs.Rule(r, v.command(n, 0), step)
			if why.Key != "" && err == nil {
				v.refused(step, why)
			} else if err := v.did(step, reply, err); err != nil {
				return err
			}
		case lines.Refused:
			v.refused(step, step.Why, step.Near...)
		default:
			v.refused(step, engine.Say("mail.judge.how", engine.Text("lines", d.clubs.HowToRule(r))))
		}
		if v.done[len(v.done)-1].refused {
			break
		}
	}
	if v.acted {
		if err := e.Void(name, t, spent); err != nil {
			return err
		}
	}
	return v.caseMail()
}
