package mail

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/club"
	"referee/bot/mail/clubs"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// appeal asks the judges for the seat of who writes.
func (h *handler) appeal(n int, s lines.Step) error {
	if h.door.clubs == nil {
		h.reply.refuse(s, engine.Say("mail.judge.none"))
		return nil
	}
	a, at, why, err := h.door.clubs.Appeal(h.edit.Context(), h.token.Match, s)
	switch {
	case err != nil:
		return h.did(s, referee.Reply{}, err)
	case why.Key != "":
		h.reply.refuse(s, why)
		return nil
	}
	return h.does(n, 0, s, func(x turn.Turn) (turn.Outcome, error) {
		x.Judges, x.By.Powers = h.door.clubs.Club.Judges, at
		return x.Do(h.edit.Context(), turn.Appeal, turn.With{Appeal: a})
	})
}

// away notes a vacation in this match.
func (r *request) away(n int, s lines.Step) (referee.Reply, error) {
	away, err := clock.ParseVacation(strings.Join(s.Args, ".."))
	if err != nil {
		return referee.Reply{}, err
	}
	return r.door.Referee.Vacation(r.edit.Context(), r.command(n, 0), away)
}

// judged reports whether judges were asked or have ruled after a decision: both players hear of it, though nothing is asked.
func judged(m *match.Match, after int) bool {
	return slices.ContainsFunc(m.Log()[min(after, m.Seq()):], func(e *match.Entry) bool { return e.Decision.Adjudication() != nil })
}

// reason is what the judges have written about a decision that is a ruling.
func (h *handler) reason(s *referee.Snapshot, seq int) ([]engine.Msg, error) {
	if h.door.clubs == nil || seq < 1 || s.Match().Log()[seq-1].Decision.Kind() != match.KindRuling {
		return nil, nil
	}
	return h.door.clubs.Reason(h.edit.Context(), s.Match().ID(), seq)
}

// judgeReader is who reads about a case, by the words of its game.
func (h *handler) judgeReader(s *referee.Snapshot) (clubs.Reader, error) {
	r, err := h.reader("")
	if err != nil {
		return r, err
	}
	h.speech, err = h.door.speechOf(s.Info())
	r.Words = h.speech.words
	return r, err
}

// tellCase has a mail wait that tells a judge what is asked, if it still is.
func (r *request) tellCase(k post.Judges) error {
	if r.door.clubs == nil {
		return nil
	}
	_, open, err := r.door.clubs.Club.Judges.Open(r.edit.Context(), k.Match)
	if err != nil || !open {
		return present(err)
	}
	h := r.news(k.Match, "")
	h.token.Judge = true
	return h.caseMail()
}

// caseMail has a mail to a judge wait: what came of theirs, and what is asked.
func (h *handler) caseMail() error {
	if answers, err := h.answers(); err != nil || !answers {
		return err
	}
	s, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
	if err != nil {
		return err
	}
	r, err := h.judgeReader(s)
	if err != nil {
		return err
	}
	x, open, err := h.door.clubs.Club.Judges.Open(h.edit.Context(), h.token.Match)
	if err != nil {
		return err
	}
	t, err := h.edit.ThreadOf(h.person.Account, state.AboutCase(h.token.Match))
	if err != nil {
		return err
	}
	m := outgoing.Mail{Thread: t.IDs, Auto: outgoing.Generated}
	w := page{handler: h, out: &m}
	if h.mail != nil {
		m.Auto, m.InReply = outgoing.Replied, h.mail.MessageID
	}
	t.Subject = h.say(engine.Say("mail.judge.subject", engine.Text("title", s.Info().Title), engine.Text("match", string(h.token.Match))))
	w.tellDone()
	if h.reply.file != "" {
		m.Blocks = append(m.Blocks, outgoing.Block{Preformatted: h.reply.file})
	}
	if open {
		asked, err := h.door.clubs.Asked(r, s, x)
		if err != nil {
			return err
		}
		w.tell(asked...)
		w.tell(engine.Say("mail.judge.read", engine.Text("case", lines.Spelled(r.Words, r.Lang, "case"))),
			engine.Say("mail.judge.how", engine.Text("lines", h.door.clubs.HowToRule(r))))
	} else {
		w.tell(engine.Say("mail.judge.ruled"))
	}
	l, err := s.Look(h.edit.Context(), engine.Spectator)
	if err != nil {
		return err
	}
	m.Blocks = append(m.Blocks, outgoing.Block{Footer: l.Foot()})
	return h.finish(m, state.AboutCase(h.token.Match), t, state.Token{Account: h.person.Account, Match: h.token.Match, Judge: true, Seq: l.Seq})
}

// obeyJudge goes through the lines of a mail that answers one to a judge. What they may do is found out anew.
func (r *request) obeyJudge() error {
	s, err := r.door.Referee.Snapshot(r.edit.Context(), r.token.Match)
	if errors.Is(err, match.ErrUnknown) || r.door.clubs == nil {
		return r.refuse(stale)
	}
	if err != nil {
		return err
	}
	h := &handler{request: r}
	reader, err := h.judgeReader(s)
	if err != nil {
		return err
	}
	h.plan = h.speech.grammar.Read(r.mail.Lines, r.person.Lang)
	for n, step := range h.plan.Steps {
		if h.plan.Try {
			h.reply.refuse(step, engine.Say("mail.try-only"))
			break
		}
		if err := h.judge(n, step, s, reader); err != nil {
			return err
		}
		if h.reply.refused() {
			break
		}
	}
	if err := h.spend(); err != nil {
		return err
	}
	return h.caseMail()
}

// judge obeys one line of a judge.
func (h *handler) judge(n int, step lines.Step, s *referee.Snapshot, reader clubs.Reader) error {
	switch step.Kind {
	case lines.Reads:
		x, err := h.door.clubs.Read(h.edit.Context(), h.command(n, 0))
		if err != nil {
			return h.did(step, referee.Reply{}, err)
		}
		if x.Match == "" {
			h.reply.refuse(step, engine.Say("mail.judge.ruled"))
			return nil
		}
		var file strings.Builder
		if err := club.WriteCase(&file, x); err != nil {
			return err
		}
		h.reply.file = file.String()
		h.reply.note(step, h.door.clubs.Statements(s, x)...)
	case lines.Ruling:
		reply, why, err := h.door.clubs.Rule(h.edit.Context(), reader, h.command(n, 0), step)
		if why.Key == "" || err != nil {
			return h.did(step, reply, err)
		}
		h.reply.refuse(step, why)
	case lines.Refused:
		h.reply.refuse(step, step.Why, step.Near...)
	default:
		h.reply.refuse(step, engine.Say("mail.judge.how", engine.Text("lines", h.door.clubs.HowToRule(reader))))
	}
	return nil
}
