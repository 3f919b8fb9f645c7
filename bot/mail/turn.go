package mail

import (
	"errors"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/bot/visible"
	"referee/engine"
)

// Reasons why a mail with a sealed reply moves nothing.
const (
	files     kept.Reason = "files"     // it has several, or one that is larger than is read
	both      kept.Reason = "both"      // its lines ask for something, too
	misplaced kept.Reason = "misplaced" // it answers a mail in which nobody was asked for orders: about a league, or to a judge
)

// turnType is the media type of a turn file: one by which no program thinks that it can show it.
const turnType = "application/vnd.referee.turn"

// handIn obeys the sealed reply of a mail.
func (v *visit) handIn() error {
	name := lines.Step{Text: visible.Line(v.m.File.Name)}
	if len(v.plan.Steps) > 0 || v.plan.Try {
		v.why = both
		return nil
	}
	v.plan = lines.Plan{} // what else is written is for nobody
	reply, err := turnfile.ReadReply(v.m.File.Bytes)
	if err != nil {
		return v.did(name, referee.Reply{}, err)
	}
	got, err := turnfile.Obey(v.Referee, v.command(0, 0), reply)
	var stale *turnfile.StaleError
	if errors.As(err, &stale) {
		return v.outdated(name, err, stale)
	}
	if err != nil {
		return v.did(name, referee.Reply{}, err)
	}
	if got.Repeated {
		v.first = append(v.first, engine.Say("mail.file-repeated"))
	}
	for i, done := range got.Done {
		if err := v.did(lines.Step{Text: v.path(reply.Answers[i].Path)}, done, nil); err != nil {
			return err
		}
	}
	if got.Refused == nil {
		return nil
	}
	next := reply.Answers[len(got.Done):]
	for _, a := range next[1:] {
		v.plan.Rest = append(v.plan.Rest, v.path(a.Path))
	}
	step := lines.Step{Text: v.path(next[0].Path)}
	if errors.As(got.Refused, &stale) {
		return v.outdated(step, got.Refused, stale)
	}
	return v.did(step, referee.Reply{}, got.Refused)
}

// outdated refuses what was sealed before the match went on, and tells what has happened since.
func (v *visit) outdated(s lines.Step, err error, stale *turnfile.StaleError) error {
	if err := v.did(s, referee.Reply{}, err); err != nil {
		return err
	}
	now, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return err
	}
	since, err := stale.Since(now, v.t.Seat)
	if err != nil {
		return err
	}
	last := &v.done[len(v.done)-1]
	for _, l := range since[max(0, len(since)-mostChanged):] {
		last.said, v.told[l.Seq] = append(last.said, l.Said), true
	}
	v.encloses = true // they work with files
	return nil
}

// attached are the names of what is attached to the mail and was not read; meant says that one of them looks like a turn file or a reply.
func (v page) attached() (names []string, meant bool) {
	for _, l := range v.m.Left {
		if l.Why != incoming.Attached {
			continue
		}
		for _, name := range l.Names[:min(len(l.Names), mostNames)] {
			name = visible.Line(name)
			names = append(names, name)
			low := strings.ToLower(name)
			meant = meant || strings.Contains(low, turnfile.Suffix) || strings.Contains(low, turnfile.ReplySuffix)
		}
	}
	return names, meant
}

// mostNames bounds how many attachments are named that were not read.
const mostNames = 5

// turnFiles does what a line says about turn files: whether each mail that asks has one, or that this answer has.
func (v *visit) turnFiles(arg string) ([]engine.Msg, error) {
	if arg == "" {
		v.encloses = true
		if v.t.Match == "" {
			return said("mail.file-match"), nil
		}
		return nil, nil
	}
	if v.p.Files = !lines.Off(arg); !v.p.Files {
		return said("mail.file-off"), v.e.PutPerson(v.p)
	}
	return said("mail.file-on"), v.e.PutPerson(v.p)
}

// enclose attaches the turn file to a mail that asks for orders, where its reader wants it; or it says why there is none.
func (v page) enclose(s *referee.Snapshot, asks bool) error {
	if !v.encloses && (!v.p.Files || !asks) {
		return nil
	}
	c := v.command(0, 0)
	f, text, err := turnfile.Make(s, c)
	switch {
	case err != nil && !referee.IsRefusal(err):
		return err
	case err != nil && v.encloses:
		v.tell(referee.Explain(err))
		return nil
	case err != nil:
		return nil // they want it where there can be one
	}
	v.mail.Attachment = &outgoing.File{Name: f.Name(), Type: turnType, Data: text}
	v.tell(engine.Say("mail.file", engine.Text("name", f.Name()), engine.Text("seal", v.called("seal"))))
	return nil
}
